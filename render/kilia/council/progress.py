"""How far somebody is on the way to the next chip of an achievement (R13)."""

from __future__ import annotations

from engines.kilia.data.content import CONTENT
from engines.kilia.data.types import Achievement
from engines.kilia.view import Mat

RULES = CONTENT.data.rules


def progress(mat: Mat, achievement: Achievement) -> tuple[int, int] | None:
    """What is there, and of how much; None where no chip can follow any more."""
    counts = sorted((len(zone.cards) for zone in mat.zones), reverse=True)
    match achievement:
        case "one_zone_4":
            short = [count for count in counts if count < 4]
            return (short[0], 4) if short else None
        case "two_zones_3":
            pair = counts[2:] if counts[1] >= 3 else counts[:2]
            return None if counts[3] >= 3 else (sum(min(count, 3) for count in pair), 6)
        case "four_zones_2":
            return None if counts[3] >= 2 else (sum(min(count, 2) for count in counts), 8)
        case "full_market":
            there = sum(bool(stall.cards) for stall in mat.market)
            return None if there == len(mat.market) else (there, len(mat.market))
        case "three_contracts":
            return mat.fulfilled % RULES.contracts_per_chip, RULES.contracts_per_chip
        case "fifteen_coins":
            return min(mat.coins, RULES.coins_achievement_cost), RULES.coins_achievement_cost
