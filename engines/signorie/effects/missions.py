"""R8.2 Diplomatic missions: a man leaves his career for a city."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import TileMode
from engines.signorie.data.ids import Career, CityName
from engines.signorie.table.board import CAREERS, CITY_VALUES, gates_open, lowest_value, next_slot, next_value
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import Meeple, State

from .tiles import Prospect, prospect, take_tile
from .tracks import RANKS
from .voluntary import Voluntary, beside, silence

DATA = CONTENT.data
VP, RANK = DATA.career_track.vp, DATA.career_track.rank

GATES = "gates"
"""In place of a city: none is chosen (R13 Open Gates)."""


class Man(NamedTuple):
    """A man on a career slot (1 = lowest)."""

    career: Career
    slot: int

    @property
    def rank(self) -> int:
        return RANK[self.slot - 1]

    @property
    def vp(self) -> int:
        return VP[self.slot - 1]


def lowest_rank(state: State) -> int | None:
    """R8.2 The rank that the easiest city asks for; None when there is nowhere to go."""
    value = lowest_value(state)
    return DATA.variants.open_gates.rank if value is None and gates_open(state) else value


def can_send(state: State, seat: Seat) -> bool:
    """R8.2 Some own man on a career track has the rank for some city."""
    wanted = lowest_rank(state)
    if wanted is None or wanted > RANK[-1]:
        return False
    careers, first = state.players[seat].careers, RANK.index(next(rank for rank in RANK if rank >= wanted))
    return any(any(careers[career][first:]) for career in CAREERS)


def sendable(state: State, seat: Seat) -> list[Man]:
    """R8.2 The own men who have the rank for some city, one for each career slot."""
    wanted = lowest_rank(state)
    return [] if wanted is None else [man for man in men(state, seat) if man.rank >= wanted]


def men(state: State, seat: Seat) -> list[Man]:
    careers = state.players[seat].careers
    return [Man(career, i + 1) for career in CAREERS for i, number in enumerate(careers[career]) if number]


async def mission(t: Table[State], seat: Seat, mode: TileMode, by: Voluntary | None = None) -> None:
    """R8.2 Choose the man and the city, gain the VP of the slot he leaves, take a tile."""
    options = mission_options(t.state, seat, mode)
    offered, default = beside(options, by), silence(options, by)
    if by:
        way = await t.choose(seat, "mission.helper", offered, rule="R9", default=default, helper=by.helper)
    else:
        way = await t.choose(seat, "mission.choose", offered, rule="R8.2", default=default)
    if way is None:
        return
    if by:
        by.told(t, seat)
    man, city_id = way
    state, player = t.state, t.state.players[seat]
    player.careers[man.career][man.slot - 1] -= 1
    gain_vp(player, "missions", man.vp)
    who, career = Who(seat), Term(f"terms.{man.career}")
    if city_id == GATES:
        player.stock["male"] += 1
        t.tell("mission.gates", who=who, career=career, slot=man.vp, vp=man.vp)  # R13: no city, no tile of any kind
        return
    city = state.cities[city_id]
    slot = next_slot(city)
    assert slot is not None
    city.slots[slot] = Meeple(seat, "male")
    city_term, value = Term(f"cities.{city_id}"), CITY_VALUES[slot]
    t.tell("mission.done", who=who, career=career, slot=man.vp, city=city_term, value=value, vp=man.vp)
    take_tile(t, seat, city_id, man.career, mode)


def mission_options(state: State, seat: Seat, mode: TileMode) -> list[Option]:
    """R8.2(1) Every man who may go, with every city; R13 through the open gates only the man."""
    ways = sendable(state, seat)
    if gates_open(state):
        return [_mission_out(man) for man in ways]
    return [
        _mission_to(man, city_id, value, prospect(state, seat, state.cities[city_id], man.career, mode))
        for man in ways
        for city_id, value in open_cities(state, man).items()
    ]


def open_cities(state: State, man: Man) -> dict[CityName, int]:
    """R8.2(1) Cities with a free slot, the lowest of which is within the man's rank, and its value.

    R15.4: a city whose next slot is above his rank is closed to him.
    """
    values = {city_id: next_value(city) for city_id, city in state.cities.items()}
    return {name: value for name, value in values.items() if value is not None and value <= man.rank}


def _man_args(man: Man) -> dict[str, Arg]:
    return {"career": Term(f"terms.{man.career}"), "vp": man.vp, "rank": RANKS[man.rank - 1]}


@lru_cache(4096)
def _mission_to(man: Man, city_id: CityName, value: int, brings: Prospect) -> Option:
    args = _man_args(man) | {"city": Term(f"cities.{city_id}"), "value": value}
    return Option(
        key=f"mission:{man.career}:{man.slot}:{city_id}",
        value=(man, city_id),
        label=Msg("mission.label", args),
        detail=Msg("mission.detail", {"vp": man.vp, "tile": brings.words}),
        group=Msg("mission.man", args),
        place=f"city:{city_id}",
    )


@lru_cache(64)
def _mission_out(man: Man) -> Option:
    """R13 Open Gates: the man goes home, no city is chosen."""
    return Option(
        key=f"mission:{man.career}:{man.slot}:{GATES}",
        value=(man, GATES),
        label=Msg("mission.gates_label", _man_args(man)),
        detail=Msg("mission.gates_detail", {"vp": man.vp}),
        place=f"track:{man.career}:{man.slot}",
    )
