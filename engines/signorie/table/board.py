"""What can be read off the table: counts and sums that several rules need. Nothing here changes the State."""

from __future__ import annotations

from collections.abc import Iterator

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import Row, Sex

from .state import City, PlanRow, Player, State, Tile

DATA = CONTENT.data

CAREERS = DATA.career_track.tracks
CITY_VALUES = DATA.city_rule.slot_values
INITIATIVE_TOP = DATA.initiative_track.top


def first_slot(state: State) -> int:
    """R13: the reward slot of the first round (Short Season begins later)."""
    return DATA.variants.short_season.first_reward_slot if "short_season" in state.variants else 1


def round_number(state: State) -> int:
    return state.slot - first_slot(state) + 1


def rounds(state: State) -> int:
    """R4 Rounds of this game."""
    return DATA.rounds.count - first_slot(state) + 1


def next_slot(city: City) -> int | None:
    """R8.2: index of the free city slot of the lowest value, None when the city is full."""
    return city.slots.index(None) if None in city.slots else None


def next_value(city: City) -> int | None:
    """The value of that slot."""
    index = next_slot(city)
    return None if index is None else CITY_VALUES[index]


def lowest_value(state: State) -> int | None:
    """R8.2, R8.3: the smallest value among the cities' next slots, None when all cities are full."""
    values = [CITY_VALUES[city.slots.index(None)] for city in state.cities.values() if None in city.slots]
    return min(values, default=None)


def all_full(state: State) -> bool:
    """R13: whether every city slot of every used city is occupied. R15.27: unused cities do not matter."""
    return not any(None in city.slots for city in state.cities.values())


def gates_open(state: State) -> bool:
    """R13 Open Gates."""
    return "open_gates" in state.variants and all_full(state)


def initiative_slot(state: State, seat: int) -> int:
    """The slot of the seat's disc."""
    return next(slot for slot, discs in enumerate(state.initiative) if seat in discs)


def fits(player: Player, row: Row, tile: Tile) -> bool:
    """R8.2: the row's face-up tiles of that house are fewer than its shields of that house.

    R15.3: face-down tiles do not use up shields.
    """
    shields = CONTENT.data.plan[player.color].row(row).count(tile.house)
    return sum(laid.house == tile.house for laid in player.plan[row].face_up) < shields


def row_vp(row: PlanRow) -> int:
    """R12: the VP of all tiles of a plan row; 0 while it has too few."""
    if row.size < DATA.end_scoring.row_minimum_tiles:
        return 0
    return sum(tile.value for tile in row.face_up) + DATA.alliance_tiles.face_down_vp * len(row.face_down)


def threshold(player: Player) -> int:
    """R11: the highest sum of dice that is still rewarded."""
    raised = DATA.threshold.base + DATA.threshold.per_meeple * sum(player.threshold.values())
    return min(raised, DATA.threshold.max)


def within_threshold(player: Player) -> bool:
    """R11: no dice means sum 0, which qualifies."""
    return player.dice_sum <= threshold(player)


def family_dice(player: Player) -> int:
    """R7.3: offspring dice of the Signoria action, one for each married man of the family."""
    return DATA.brides.married_at_start + player.brides


def helper_discs_left(state: State) -> int:
    """R15.18: helper discs in the shared supply."""
    return DATA.supply.helper_discs - sum(len(player.helpers) for player in state.players)


def in_cities(state: State, seat: int, sex: Sex) -> int:
    """Own meeples of that sex standing in cities."""
    return sum(sum(1 for _ in _own(city, seat, sex)) for city in state.cities.values())


def cities_with(state: State, seat: int, sex: Sex) -> int:
    """Cities with at least one own meeple of that sex."""
    return sum(any(True for _ in _own(city, seat, sex)) for city in state.cities.values())


def _own(city: City, seat: int, sex: Sex) -> Iterator[None]:
    return (None for meeple in city.slots if meeple is not None and meeple.seat == seat and meeple.sex == sex)
