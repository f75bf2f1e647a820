"""Queries on the State: counts and sums that several rules need. Nothing here changes the State."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import Row, Sex

from .state import City, PlanRow, Player, State, Tile

DATA = CONTENT.data

CAREERS = DATA.career_track.tracks
CITY_VALUES = DATA.city_rule.slot_values
INITIATIVE_TOP = DATA.initiative_track.top


def find_first_slot(state: State) -> int:
    """R13: Return the reward slot of the first round (Short Season begins later)."""
    return DATA.variants.short_season.first_reward_slot if "short_season" in state.variants else 1


def round_number(state: State) -> int:
    """Return the number of the present round, from 1."""
    return state.slot - find_first_slot(state) + 1


def count_rounds(state: State) -> int:
    """R4 Return the number of rounds of this game."""
    return DATA.rounds.count - find_first_slot(state) + 1


def find_next_slot(city: City) -> int | None:
    """R8.2: Return the index of the free city slot of the lowest value; None if the city is full."""
    return city.slots.index(None) if None in city.slots else None


def find_next_value(city: City) -> int | None:
    """Return the value of the city's next slot; None if the city is full."""
    index = find_next_slot(city)
    return None if index is None else CITY_VALUES[index]


def find_lowest_value(state: State) -> int | None:
    """R8.2, R8.3: Return the smallest value among the cities' next slots; None if all cities are full."""
    values = [CITY_VALUES[city.slots.index(None)] for city in state.cities.values() if None in city.slots]
    return min(values, default=None)


def are_cities_full(state: State) -> bool:
    """R13: Return whether every city slot of every used city is occupied. R15.27: unused cities do not matter."""
    return not any(None in city.slots for city in state.cities.values())


def are_gates_open(state: State) -> bool:
    """R13 Return whether the variant Open Gates applies now: it is on and all cities are full."""
    return "open_gates" in state.variants and are_cities_full(state)


def find_initiative_slot(state: State, seat: int) -> int:
    """Return the slot of the initiative track with the seat's disc."""
    return next(slot for slot, discs in enumerate(state.initiative) if seat in discs)


def can_lay_face_up(player: Player, row: Row, tile: Tile) -> bool:
    """R8.2: Return whether the row has a free shield of the tile's house.

    R15.3: face-down tiles do not use up shields.
    """
    shields = CONTENT.data.plan[player.color].list_shields(row).count(tile.house)
    return sum(lying_tile.house == tile.house for lying_tile in player.plan[row].face_up) < shields


def compute_row_vp(row: PlanRow) -> int:
    """R12: Return the VP of all tiles of a plan row; 0 while it has too few."""
    if row.size < DATA.end_scoring.row_minimum_tiles:
        return 0
    return sum(tile.value for tile in row.face_up) + DATA.alliance_tiles.face_down_vp * len(row.face_down)


def compute_threshold(player: Player) -> int:
    """R11: Return the player's threshold: the highest sum of dice that is still rewarded."""
    raised = DATA.threshold.base + DATA.threshold.per_meeple * sum(player.threshold.values())
    return min(raised, DATA.threshold.max)


def is_within_threshold(player: Player) -> bool:
    """R11: Return whether the sum of the player's dice is rewarded. No dice means sum 0, which qualifies."""
    return player.dice_sum <= compute_threshold(player)


def count_family_dice(player: Player) -> int:
    """R7.3: Return the offspring dice of the Signoria action: one for each married man of the family."""
    return DATA.brides.married_at_start + player.brides


def count_helper_discs_left(state: State) -> int:
    """R15.18: Return the number of helper discs in the shared supply."""
    return DATA.supply.helper_discs - sum(len(player.helpers) for player in state.players)


def count_in_cities(state: State, seat: int, sex: Sex) -> int:
    """Return the number of the seat's meeples of that sex in cities."""
    return sum(sum(1 for _ in _iter_meeples(city, seat, sex)) for city in state.cities.values())


def count_cities_with(state: State, seat: int, sex: Sex) -> int:
    """Return the number of cities with at least one meeple of that seat and sex."""
    return sum(any(True for _ in _iter_meeples(city, seat, sex)) for city in state.cities.values())


def _iter_meeples(city: City, seat: int, sex: Sex) -> Iterator[None]:
    return (None for meeple in city.slots if meeple is not None and meeple.seat == seat and meeple.sex == sex)


class Budget(NamedTuple):
    """The means of a player, now or after a payment that is only considered."""

    florins: int
    """In hand."""
    men: int
    """In the supply."""
    women: int
    """In the supply."""
    men_stock: int
    """In the player's stock, where R8.4 and R8.5 take them from."""
    women_stock: int
    """In the player's stock."""

    def without_florins(self, cost: int) -> Budget:
        return Budget(self.florins - cost, self.men, self.women, self.men_stock, self.women_stock)

    def without_meeples(self, sex: Sex, meeples: int, into_stock: int) -> Budget:
        """Return the budget after paying `meeples` of a sex, `into_stock` of which go to the player's stock."""
        florins, men, women, men_stock, women_stock = self
        if sex == "male":
            return Budget(florins, men - meeples, women, men_stock + into_stock, women_stock)
        return Budget(florins, men, women - meeples, men_stock, women_stock + into_stock)

    def count_meeples(self, sex: Sex) -> int:
        return self.men if sex == "male" else self.women


def compute_budget(player: Player) -> Budget:
    supply, stock = player.supply, player.stock
    return Budget(player.florins, supply["male"], supply["female"], stock["male"], stock["female"])
