"""R8.2 Diplomatic missions: a man leaves his career for a city."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who

from .board import CAREERS, CITY_VALUES, gates_open, next_slot, next_value
from .content import CONTENT
from .effect_types import TileMode
from .scoring import gain_vp
from .state import Meeple, State
from .tiles import Prospect, prospect, take_tile

DATA = CONTENT.data
VP, RANK = DATA.career_track.vp, DATA.career_track.rank

GATES = "gates"
"""In place of a city: none is chosen (R13 Open Gates)."""
FEW = 25
"""More missions than this are asked in two steps, the man and then the city."""


class Man(NamedTuple):
    """A man on a career slot (1 = lowest)."""

    career: str
    slot: int

    @property
    def rank(self) -> int:
        return RANK[self.slot - 1]

    @property
    def vp(self) -> int:
        return VP[self.slot - 1]


def lowest_rank(state: State) -> int | None:
    """R8.2 The rank that the easiest city asks for; None when there is nowhere to go."""
    values = [value for city in state.cities.values() if (value := next_value(city)) is not None]
    if values:
        return min(values)
    return DATA.variants.open_gates.rank if gates_open(state) else None


def can_send(state: State, seat: Seat) -> bool:
    """R8.2 Some own man on a career track has the rank for some city."""
    wanted = lowest_rank(state)
    return wanted is not None and any(man.rank >= wanted for man in men(state, seat))


def men(state: State, seat: Seat) -> list[Man]:
    careers = state.players[seat].careers
    return [Man(career, i + 1) for career in CAREERS for i, number in enumerate(careers[career]) if number]


async def mission(t: Table[State], seat: Seat, mode: TileMode) -> None:
    """R8.2 Choose the man and the city, gain the VP of the slot he leaves, take a tile."""
    man, city_id = await choose_mission(t, seat, mode)
    state, player = t.state, t.state.players[seat]
    player.careers[man.career][man.slot - 1] -= 1
    gain_vp(player, "missions", man.vp)
    who, career = Who(seat), Term(f"terms.{man.career}")
    if city_id == GATES:
        player.stock["male"] += 1
        t.tell("mission.gates", who=who, career=career, slot=man.slot, vp=man.vp)  # R13: no city, no tile of any kind
        return
    city = state.cities[city_id]
    slot = next_slot(city)
    assert slot is not None
    city.slots[slot] = Meeple(seat, "male")
    city_term, value = Term(f"cities.{city_id}"), CITY_VALUES[slot]
    t.tell("mission.done", who=who, career=career, slot=man.slot, city=city_term, value=value, vp=man.vp)
    take_tile(t, seat, city_id, man.career, mode)


async def choose_mission(t: Table[State], seat: Seat, mode: TileMode) -> tuple[Man, str]:
    """R8.2(1) The man and the city. R15.4: a city whose next slot is above his rank is closed to him."""
    state = t.state
    ways = {man: cities for man in men(state, seat) if (cities := open_cities(state, man))}
    if sum(map(len, ways.values())) <= FEW:
        options = [_mission(state, seat, man, city, mode) for man, cities in ways.items() for city in cities]
        chosen: tuple[Man, str] = await t.choose(seat, "mission.choose", options, rule="R8.2")
        return chosen
    man: Man = await t.choose(seat, "mission.choose_man", [_man(man) for man in ways], rule="R8.2")
    options = [_mission(state, seat, man, city, mode) for city in open_cities(t.state, man)]
    chosen = await t.choose(seat, "mission.choose_city", options, rule="R8.2", man=Msg("mission.man", _man_args(man)))
    return chosen  # noqa: RET504 - it has a type


def open_cities(state: State, man: Man) -> list[str]:
    """R8.2(1) Cities whose free slot of the lowest value is within the man's rank; GATES when the gates are open."""
    if gates_open(state):
        return [GATES] if man.rank >= DATA.variants.open_gates.rank else []
    return [id for id, city in state.cities.items() if (value := next_value(city)) is not None and value <= man.rank]


def _man_args(man: Man) -> dict[str, Arg]:
    return {"career": Term(f"terms.{man.career}"), "slot": man.slot, "vp": man.vp, "rank": man.rank}


@lru_cache(64)
def _man(man: Man) -> Option:
    args = _man_args(man)
    place = f"track:{man.career}:{man.slot}"
    return Option(
        f"man:{man.career}:{man.slot}", man, Msg("mission.man", args), Msg("mission.man_detail", args), None, place
    )


def _mission(state: State, seat: Seat, man: Man, city_id: str, mode: TileMode) -> Option:
    if city_id == GATES:
        return _mission_out(man)
    city = state.cities[city_id]
    return _mission_to(man, city_id, next_value(city) or 0, prospect(state, seat, city, man.career, mode))


@lru_cache(4096)
def _mission_to(man: Man, city_id: str, value: int, brings: Prospect) -> Option:
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
    args = _man_args(man)
    key, label = f"mission:{man.career}:{man.slot}:{GATES}", Msg("mission.gates_label", args)
    detail = Msg("mission.gates_detail", {"vp": man.vp})
    return Option(key, (man, GATES), label, detail, Msg("mission.man", args), f"track:{man.career}:{man.slot}")
