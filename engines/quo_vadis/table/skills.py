"""R10 The skills by name, and what a player has of them. The numbers of their effects are in data.toml."""

from __future__ import annotations

from engines.quo_vadis.data.content import CONTENT

from .state import Player

DEFT_HANDS, ARTISAN_EXCHANGE = "B01", "B02"
PROLIFIC, GREAT_FLOOD = "B03", "B04"
ROBUST, STONE_KEEP = "B05", "B06"
SEERS_EYE, WISDOM = "B07", "B08"
ENDURANCE, NOMADS = "B09", "B10"
ABUNDANCE, FERVOUR, DEVOTION, CULTURE = "S01", "S02", "S03", "S04"
PILGRIMAGE, REINCARNATION, TRADITION = "S05", "S06", "S07"
STOCKPILE, SCRIBES, CONSCRIPTION, PRAYER = "S08", "S09", "S10", "S11"
ADAPTATION, NAVIGATION = "S12", "S13"
RAID, RAMPARTS, STRATEGY, RALLY, TRIUMPH, SIEGE = "S14", "S15", "S16", "S17", "S18", "S19"
DIVINE_PUNISHMENT, IRRIGATION, FOUNDING, RECONSTRUCTION = "S20", "S21", "S22", "S23"
EFFECTIVE_RULE = "S24"
WISE_EMPEROR, LORE, DOMINION, KALEIDOSCOPE = "S25", "S26", "S27", "S28"
WINDFALL, LEVY = "S29", "S30"


def number(skill: str, name: str) -> int:
    """A number of the skill's effect."""
    return CONTENT.skills[skill].params[name]


def bonus(player: Player, skill: str, name: str) -> int:
    """A number of the skill's effect for who has the skill in the skill area, else 0."""
    return CONTENT.skills[skill].params[name] if skill in player.skills else 0


def unused(player: Player, skill: str) -> bool:
    """Whether a skill that works once a game is in the skill area and not spent."""
    return skill in player.skills and skill not in player.spent


def regained(player: Player, spent: int) -> int:
    """B09 Of the morale spent in a war that is lost: half of it, rounded up."""
    per = bonus(player, ENDURANCE, "per")
    return (spent + per - 1) // per if per else 0
