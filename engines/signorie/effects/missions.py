"""R8.2 Diplomatic missions: the player sends a man from a career track to a city."""

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import TileMode
from engines.signorie.data.ids import Career, CityName
from engines.signorie.table import board
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import Meeple, State

from .optional import OptionalEffect, add_skip, find_default_key
from .tiles import ComingTile, find_coming_tile, take_tile
from .tracks import RANKS

DATA = CONTENT.data
VP, RANK = DATA.career_track.vp, DATA.career_track.rank

GATES = "gates"
"""Takes the place of a city id where no city is chosen (R13 Open Gates)."""


class Man(NamedTuple):
    """A man on a career track."""

    career: Career
    """Track that he is on; his mission's tile goes to the plan row of this career."""
    slot: int
    """Slot that he stands on, 1 = lowest."""

    @property
    def rank(self) -> int:
        return RANK[self.slot - 1]

    @property
    def vp(self) -> int:
        return VP[self.slot - 1]


def find_lowest_rank(state: State) -> int | None:
    """R8.2 Return the lowest rank that some city requires; None if no city has a free slot."""
    value = board.find_lowest_value(state)
    return DATA.variants.open_gates.rank if value is None and board.are_gates_open(state) else value


def can_send_man(state: State, seat: Seat) -> bool:
    """R8.2 Return whether one of the seat's men on career tracks has the rank for some city."""
    min_rank = find_lowest_rank(state)
    if min_rank is None or min_rank > RANK[-1]:
        return False
    careers, first = state.players[seat].careers, RANK.index(next(rank for rank in RANK if rank >= min_rank))
    return any(any(careers[career][first:]) for career in board.CAREERS)


def list_sendable_men(state: State, seat: Seat) -> list[Man]:
    """R8.2 Return the seat's men who have the rank for some city, one for each career slot."""
    min_rank = find_lowest_rank(state)
    return [] if min_rank is None else [man for man in list_men(state, seat) if man.rank >= min_rank]


def list_men(state: State, seat: Seat) -> list[Man]:
    """Return the seat's men on career tracks, one for each career slot."""
    careers = state.players[seat].careers
    return [Man(career, i + 1) for career in board.CAREERS for i, number in enumerate(careers[career]) if number]


async def perform_mission(
    ctx: GameContext[State], seat: Seat, mode: TileMode, optional: OptionalEffect | None = None
) -> None:
    """R8.2 Let the player choose the man and the city, then gain the VP of the slot he leaves and take a tile.

    optional: the effect's helper, if the player may still decline to use it.
    """
    options = build_mission_options(ctx.state, seat, mode)
    offered_options, default = add_skip(options, optional), find_default_key(options, optional)
    if optional:
        choice = await ctx.choose(
            seat, "mission.helper", offered_options, rule="R9", default=default, helper=optional.helper
        )
    else:
        choice = await ctx.choose(seat, "mission.choose", offered_options, rule="R8.2", default=default)
    if choice is None:
        return
    if optional:
        optional.log_use(ctx, seat)
    man, city_id = choice
    state, player = ctx.state, ctx.state.players[seat]
    player.careers[man.career][man.slot - 1] -= 1
    gain_vp(player, "missions", man.vp)
    seat_ref, career = SeatRef(seat), NounRef(f"terms.{man.career}")
    if city_id == GATES:
        player.stock["male"] += 1
        # R13: no city, no tile of any kind
        ctx.log_event("mission.gates", who=seat_ref, career=career, slot=man.vp, vp=man.vp)
        return
    city = state.cities[city_id]
    slot = board.find_next_slot(city)
    assert slot is not None
    city.slots[slot] = Meeple(seat, "male")
    city_term, value = NounRef(f"cities.{city_id}"), board.CITY_VALUES[slot]
    ctx.log_event("mission.done", who=seat_ref, career=career, slot=man.vp, city=city_term, value=value, vp=man.vp)
    take_tile(ctx, seat, city_id, man.career, mode)


def build_mission_options(state: State, seat: Seat, mode: TileMode) -> list[Option]:
    """R8.2(1) Build an option for each man and city; with the gates open (R13) for each man only."""
    men = list_sendable_men(state, seat)
    if board.are_gates_open(state):
        return [_build_gates_option(man) for man in men]
    return [
        _build_city_option(man, city_id, value, find_coming_tile(state, seat, state.cities[city_id], man.career, mode))
        for man in men
        for city_id, value in list_open_cities(state, man).items()
    ]


def list_open_cities(state: State, man: Man) -> dict[CityName, int]:
    """R8.2(1) Return the cities open to the man, with the values of their next slots.

    R15.4: a city whose next slot is above his rank is closed to him.
    """
    values = {city_id: board.find_next_value(city) for city_id, city in state.cities.items()}
    return {name: value for name, value in values.items() if value is not None and value <= man.rank}


def _build_man_args(man: Man) -> dict[str, Arg]:
    return {"career": NounRef(f"terms.{man.career}"), "vp": man.vp, "rank": RANKS[man.rank - 1]}


@lru_cache(4096)
def _build_city_option(man: Man, city_id: CityName, value: int, coming: ComingTile) -> Option:
    args = _build_man_args(man) | {"city": NounRef(f"cities.{city_id}"), "value": value}
    return Option(
        key=f"mission:{man.career}:{man.slot}:{city_id}",
        value=(man, city_id),
        label=Message("mission.label", args),
        detail=Message("mission.detail", {"vp": man.vp, "tile": coming.message}),
        group=Message("mission.man", args),
        place=f"city:{city_id}",
    )


@lru_cache(64)
def _build_gates_option(man: Man) -> Option:
    """R13 Open Gates: Build the option to send the man to the stock; no city is chosen."""
    return Option(
        key=f"mission:{man.career}:{man.slot}:{GATES}",
        value=(man, GATES),
        label=Message("mission.gates_label", _build_man_args(man)),
        detail=Message("mission.gates_detail", {"vp": man.vp}),
        place=f"track:{man.career}:{man.slot}",
    )
