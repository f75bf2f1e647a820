"""What the pieces and places of the game are called: the sets that the rules know, and the ids of lines of data.toml.

All are text in a State and in data.toml. A name outside its set is refused when the file is read.
"""

from __future__ import annotations

from typing import Final, Literal, NewType, get_args

Sex = Literal["male", "female"]
DieColor = Literal["yellow", "red", "purple", "grey", "light_blue"]
"""Colours of dice, of the columns of a player board and of the assignment areas."""
FamilyColor = Literal["yellow", "red", "purple", "blue"]
Career = Literal["politician", "clergy", "military"]
Track = Literal[Career, "initiative"]
Row = Literal[Career, "wedding"]
"""Rows of a plan."""
HelperRow = Literal["top", "middle", "bottom"]
House = Literal["medici", "sforza", "este", "gonzaga", "montefeltro", "orsini"]
CityName = Literal["milano", "venezia", "firenze", "roma", "napoli"]
SignoriaAction = Literal["florins", "marriage", "offspring", "tracks", "mission"]
"""R7.3 The action printed on a column."""
Variant = Literal["short_season", "open_gates", "secret_letters"]

SEXES: tuple[Sex, ...] = get_args(Sex)
VARIANTS: tuple[Variant, ...] = get_args(Variant)
INITIATIVE: Final = "initiative"
"""The track that is no career."""
WEDDING: Final = "wedding"
"""The plan row that is no career."""

HelperId = NewType("HelperId", str)
"""A helper slot: "y_mid" lies in the yellow column."""
SlotId = NewType("SlotId", str)
"""An assignment slot: "red_m" is paid with men."""
TileId = NewType("TileId", str)
"""An assignment tile: "a_florins"."""
RewardId = NewType("RewardId", str)
"""A reward tile: "b_helper" is a bonus, "v_males" brings VP."""
