"""How the generations that are left may be closed: the best schedule of changes, worked out on a few round numbers.

A change scores the cards of the old generation times the areas that are controlled then, so its place in time decides:
early ones bring towns and skills, late ones find more areas. The table below is worked out once for each outlook.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.quo_vadis.data.content import DATA, KINDS

TOWN_LASTS, WORKERS_LAST = 0.94, 0.8
"""How likely control by a town, or by workers, is to last from one own turn to the next."""
GROWTH = 0.85
"""Areas that a turn wins, about."""
MOST = 0.6
"""More than this part of all areas is hardly ever under one control."""
ACTION, ACTIONS = 0.45, 6
"""What an action of a later card brings, in VP, and up to how many of them."""
TOWN = 0.6
"""Areas that a new town adds: its worker often held half of the area already."""
SKILL, SKILL_TURN = 2.0, 0.45
"""What the skill of a change brings at once, and in each turn after it."""
HANDS = 4
"""Cards among which one of a kind that is still missing is looked for."""
READY = 0.97
"""How likely a top is to be of a kind that is still missing, and in hand."""
QUARTERS = 4
"""Areas are counted in quarters here."""


class Outlook(NamedTuple):
    """Where a seat stands after its turn.

    left:     own turns to come; size: of the current generation; number: of generations
    quarters: of areas held by workers; towns: areas held by towns; active: towns; areas: of the map
    largest:  equal tops of the closed generations; distinct: they all differ; fresh: the current top differs from them
    ready:    the hand has a kind that none of the closed ones has
    """

    left: int
    size: int
    number: int
    quarters: int
    towns: int
    active: int
    areas: int
    largest: int
    distinct: bool
    fresh: bool
    ready: bool = False


class Schedule(NamedTuple):
    """The best one. value: VP; closed: cards of the current generation when it is closed by a change; 0: it is not."""

    value: float
    closed: int


def promise(outlook: Outlook) -> float:
    """VP of the cards that lie and of those to come: territory bonuses, city bonus, style, yields, skills."""
    return schedule(outlook).value


@lru_cache(1 << 16)
def schedule(outlook: Outlook) -> Schedule:
    """When to change, turn by turn from the last one back: each further card now, or the bonus and a new generation."""
    left = outlook.left
    held = [_held(outlook, turn) for turn in range(left + 1)]
    later = {
        (size, new): Schedule(_end(outlook, size, new), 0)
        for size in range(outlook.size + left + 1)
        for new in range(min(left, DATA.setup.generations - outlook.number) + 1)
    }
    for turn in range(left, 0, -1):
        before = {}
        for size in range(outlook.size + turn):
            for new in range(min(turn - 1, DATA.setup.generations - outlook.number) + 1):
                after, closed = later[size + 1, new]
                value = ACTION * min(size + 1, ACTIONS) + after
                if size and (1, new + 1) in later:
                    bonus = size * min(MOST * outlook.areas, held[turn] + TOWN * (new + 1))
                    changed = ACTION + bonus + SKILL + SKILL_TURN * (left - turn) + later[1, new + 1].value
                    if changed > value:
                        value, closed = changed, size
                before[size, new] = Schedule(value, closed)
        later = before
    return later[outlook.size, 0]


def _held(outlook: Outlook, turn: int) -> float:
    """Areas under control after so many turns."""
    kept = WORKERS_LAST**turn
    won = GROWTH * (1 - kept) / (1 - WORKERS_LAST)
    return outlook.quarters / QUARTERS * kept + outlook.towns * TOWN_LASTS**turn + won


def _end(outlook: Outlook, size: int, new: int) -> float:
    """R9 City bonus and style with so many cards in the last generation and so many new ones."""
    towns = outlook.active * TOWN_LASTS**outlook.left + 0.9 * new
    return size * min(towns, DATA.components.towns) + _style(outlook, new)


def _style(outlook: Outlook, new: int) -> float:
    """R9.2 Tops can mostly be chosen so that they differ, or so that many are equal."""
    number = outlook.number + new
    if not number:
        return 0.0
    chosen = new + (not outlook.fresh)
    possible = outlook.distinct and number <= len(DATA.scoring.versatile) and chosen <= outlook.left
    various = DATA.scoring.versatile[number - 1] * _likely(number, chosen, outlook.ready) if possible else 0.0
    equal = DATA.scoring.specialist[min(outlook.largest + (1 + new) // 2, number) - 1] if outlook.largest else 0
    return max(various, 0.8 * equal)


def _likely(number: int, chosen: int, ready: bool) -> float:
    """How likely the last tops, so many that are still to be chosen, are to differ from all others: of five
    generations the last one must be of the one kind that is left.
    """
    chance = 1.0
    for nth in range(number - chosen, number):
        missing = (len(KINDS) - nth) / len(KINDS)
        chance *= READY if ready and nth == number - chosen else 1 - (1 - missing) ** HANDS
    return chance
