"""Types of the ids of pieces and places: fixed sets that the rules refer to, and ids of lines of data.toml.

All are strings in a State and in data.toml. Reading data.toml fails if an id is not in its set.
"""

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
"""The only track that is not a career."""
WEDDING: Final = "wedding"
"""The only plan row that is not a career."""

HelperId = NewType("HelperId", str)
"""A helper slot, e.g. "y_mid" in the yellow column."""
SlotId = NewType("SlotId", str)
"""An assignment slot, e.g. "red_m", which is paid with men."""
TileId = NewType("TileId", str)
"""An assignment tile, e.g. "a_florins"."""
RewardId = NewType("RewardId", str)
"""A reward tile, e.g. the bonus "b_helper" or the VP tile "v_males"."""
