"""R10 The skills by name, and queries on the skills of a player. The numbers of their effects are in data.toml."""

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


def find_skill_number(skill: str, name: str) -> int:
    """Return a number of the skill's effect."""
    return CONTENT.skills[skill].params[name]


def find_skill_bonus(player: Player, skill: str, name: str) -> int:
    """Return a number of the skill's effect if the player has the skill in play, else 0."""
    return CONTENT.skills[skill].params[name] if skill in player.skills else 0


def is_unused(player: Player, skill: str) -> bool:
    """Return whether the player has a once-per-game skill in play and has not spent it."""
    return skill in player.skills and skill not in player.spent


def compute_regained_morale(player: Player, spent: int) -> int:
    """B09 Return the part of the morale spent that comes back after a lost war: half of it, rounded up."""
    per = find_skill_bonus(player, ENDURANCE, "per")
    return (spent + per - 1) // per if per else 0
