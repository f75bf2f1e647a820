"""The best schedule of the remaining generation changes, computed from a simplified model.

A change scores the cards of the old generation times the areas controlled then, so its time matters: early changes
bring towns and skills, late ones score more areas. The table is computed once for each position.
"""

from functools import lru_cache
from typing import NamedTuple

from engines.quo_vadis.data.content import DATA, KINDS

TOWN_LAST_CHANCE, WORKERS_LAST_CHANCE = 0.94, 0.8
"""Probability that control by a town, or by workers, lasts from one turn of the seat to the next."""
AREAS_PER_TURN = 0.85
"""Approximate number of areas that a turn wins."""
MAX_AREA_SHARE = 0.6
"""Part of all areas that one seat controls at most, as a rule."""
ACTION_VALUE, MAX_ACTIONS = 0.45, 6
"""Value of an action of a later card, in VP, and the maximum number of actions that count."""
AREAS_PER_TOWN = 0.6
"""Areas that a new town adds; its worker often had partial control already."""
SKILL_VALUE, SKILL_VALUE_PER_TURN = 2.0, 0.45
"""Value of the skill of a change at once, and in each turn after it."""
CARDS_SEARCHED = 4
"""Cards among which a missing kind may be found."""
READY_CHANCE = 0.97
"""Probability that the next top card is of a missing kind if the hand has one."""
AREA_PARTS = 4
"""Areas are counted in quarters in this model."""


class SeatPosition(NamedTuple):
    """The position of a seat after its turn, as the model sees it."""

    turns_left: int
    """Turns of the seat still to come."""
    stack_size: int
    """Cards in the current generation."""
    generation_count: int
    """Generations of the seat, the current one included; at least 1."""
    worker_quarters: int
    """Quarters of areas controlled by workers."""
    town_areas: int
    """Areas controlled by towns."""
    active_towns: int
    """Towns of the seat that are not destroyed, in all areas, one counted as lost included."""
    area_count: int
    """Areas of the map."""
    largest_group: int
    """Size of the largest group of equal top cards of the closed generations."""
    has_distinct_tops: bool
    """The top cards of the closed generations all differ."""
    has_new_top: bool
    """The current top card differs from them."""
    has_missing_kind: bool = False
    """The hand has a kind that no closed generation has on top."""


class Schedule(NamedTuple):
    """The best schedule of changes."""

    value: float
    """Expected VP."""
    final_size: int
    """Cards of the current generation when a change closes it; 0: no change closes it."""


def estimate_value(position: SeatPosition) -> float:
    """Return the expected VP of present and future cards: territory bonuses, city bonus, style, yields, skills."""
    return find_best_schedule(position).value


@lru_cache(1 << 16)
def find_best_schedule(position: SeatPosition) -> Schedule:
    """Compute the best schedule, from the last turn back.

    In each turn the choice is another card on the stack, or the bonus and a new generation.
    """
    turns = position.turns_left
    areas = [_estimate_areas(position, turn) for turn in range(turns + 1)]
    later = {
        (size, new): Schedule(_estimate_end(position, size, new), 0)
        for size in range(position.stack_size + turns + 1)
        for new in range(min(turns, DATA.setup.generations - position.generation_count) + 1)
    }
    for turn in range(turns, 0, -1):
        before = {}
        for size in range(position.stack_size + turn):
            for new in range(min(turn - 1, DATA.setup.generations - position.generation_count) + 1):
                after, closed = later[size + 1, new]
                value = ACTION_VALUE * min(size + 1, MAX_ACTIONS) + after
                if size and (1, new + 1) in later:
                    bonus = size * min(MAX_AREA_SHARE * position.area_count, areas[turn] + AREAS_PER_TOWN * (new + 1))
                    change_value = (
                        ACTION_VALUE
                        + bonus
                        + SKILL_VALUE
                        + SKILL_VALUE_PER_TURN * (turns - turn)
                        + later[1, new + 1].value
                    )
                    if change_value > value:
                        value, closed = change_value, size
                before[size, new] = Schedule(value, closed)
        later = before
    return later[position.stack_size, 0]


def _estimate_areas(position: SeatPosition, turn: int) -> float:
    """Return the expected number of areas under control after some turns."""
    lasting_share = WORKERS_LAST_CHANCE**turn
    won_areas = AREAS_PER_TURN * (1 - lasting_share) / (1 - WORKERS_LAST_CHANCE)
    return (
        position.worker_quarters / AREA_PARTS * lasting_share + position.town_areas * TOWN_LAST_CHANCE**turn + won_areas
    )


def _estimate_end(position: SeatPosition, size: int, new: int) -> float:
    """R9 Return city bonus and style with `size` cards in the last generation and `new` further generations."""
    towns = position.active_towns * TOWN_LAST_CHANCE**position.turns_left + 0.9 * new
    return size * min(towns, DATA.components.towns) + _estimate_style(position, new)


def _estimate_style(position: SeatPosition, new: int) -> float:
    """R9.2 Return the expected style bonus. Top cards can mostly be chosen to differ, or to be equal."""
    number = position.generation_count + new
    if not number:
        return 0.0
    open_tops = new + (not position.has_new_top)
    is_possible = (
        position.has_distinct_tops and number <= len(DATA.scoring.versatile) and open_tops <= position.turns_left
    )
    various = (
        DATA.scoring.versatile[number - 1] * _estimate_distinct_chance(number, open_tops, position.has_missing_kind)
        if is_possible
        else 0.0
    )
    equal = (
        DATA.scoring.specialist[min(position.largest_group + (1 + new) // 2, number) - 1]
        if position.largest_group
        else 0
    )
    return max(various, 0.8 * equal)


def _estimate_distinct_chance(number: int, open_tops: int, has_missing_kind: bool) -> float:
    """Return the probability that the top cards still to be chosen differ from all others.

    Of five generations, the last one must have the only kind left on top.
    """
    chance = 1.0
    for nth in range(number - open_tops, number):
        missing = (len(KINDS) - nth) / len(KINDS)
        chance *= (
            READY_CHANCE if has_missing_kind and nth == number - open_tops else 1 - (1 - missing) ** CARDS_SEARCHED
        )
    return chance
