"""R8.3 Marriages: a woman goes to a city, with a dowry."""

from __future__ import annotations

from functools import lru_cache

from engines.kernel import Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import TileMode
from engines.signorie.data.ids import WEDDING, CityName
from engines.signorie.table.board import CITY_VALUES, gates_open, lowest_value, next_slot, next_value
from engines.signorie.table.budget import Budget
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import Meeple, State

from .missions import GATES
from .tiles import Prospect, prospect, take_tile
from .voluntary import Voluntary, beside, silence

DATA = CONTENT.data
DOWRY_MAX, VP_PER_FLORIN = DATA.signoria.marriage.dowry_max, DATA.signoria.marriage.vp_per_florin


def lowest_dowry(state: State) -> int | None:
    """R8.3 The smallest dowry that some city accepts; None when there is nowhere to go."""
    value = lowest_value(state)
    return DATA.variants.open_gates.dowry if value is None and gates_open(state) else value


def can_marry(state: State, have: Budget) -> bool:
    """R8.3 A woman in the supply, and florins for the lowest free slot of some used city."""
    if not have.women:
        return False
    dowry = lowest_dowry(state)
    return dowry is not None and dowry <= min(have.florins, DOWRY_MAX)


async def marriage(t: Table[State], seat: Seat, mode: TileMode, by: Voluntary | None = None) -> None:
    """R8.3 Choose the city and the dowry, gain VP for every florin paid, take a tile."""
    options = marriage_options(t.state, seat, mode, t.state.players[seat].florins)
    offered, default = beside(options, by), silence(options, by)
    if by:
        way = await t.choose(seat, "marriage.helper", offered, rule="R9", default=default, helper=by.helper)
    else:
        way = await t.choose(seat, "marriage.choose", offered, rule="R8.3", default=default)
    if way is None:
        return
    if by:
        by.told(t, seat)
    city_id, dowry = way
    state, player = t.state, t.state.players[seat]
    vp = dowry * VP_PER_FLORIN
    player.supply["female"] -= 1
    player.florins -= dowry
    gain_vp(player, "marriages", vp)
    if city_id == GATES:
        player.stock["female"] += 1
        t.tell("marriage.gates", who=Who(seat), dowry=dowry, vp=vp)  # R13: no city, no tile of any kind
        return
    city = state.cities[city_id]
    slot = next_slot(city)
    assert slot is not None
    city.slots[slot] = Meeple(seat, "female")
    city_term = Term(f"cities.{city_id}")
    t.tell("marriage.done", who=Who(seat), city=city_term, value=CITY_VALUES[slot], dowry=dowry, vp=vp)
    take_tile(t, seat, city_id, WEDDING, mode)


def marriage_options(state: State, seat: Seat, mode: TileMode, florins: int) -> list[Option]:
    """R8.3(2) Every city with every dowry, from the value of its next slot to the most allowed and affordable."""
    most = min(DOWRY_MAX, florins)
    if gates_open(state):
        return [_marriage_out(florins)]
    return [
        _marriage_in(city_id, value, dowry, florins - dowry, brings)
        for city_id, city in state.cities.items()
        if (value := next_value(city)) is not None and value <= most
        for brings in (prospect(state, seat, city, WEDDING, mode),)
        for dowry in range(value, most + 1)
    ]


@lru_cache(4096)
def _marriage_in(city_id: CityName, value: int, dowry: int, left: int, brings: Prospect) -> Option:
    city = Term(f"cities.{city_id}")
    return Option(
        key=f"marry:{city_id}:{dowry}",
        value=(city_id, dowry),
        label=Msg("marriage.label", {"city": city, "dowry": dowry}),
        detail=Msg("marriage.detail", {"vp": dowry * VP_PER_FLORIN, "left": left, "tile": brings.words}),
        group=Msg("marriage.group", {"city": city, "value": value}),
        place=f"city:{city_id}",
    )


@lru_cache(256)
def _marriage_out(florins: int) -> Option:
    """R13 Open Gates: exactly the dowry that the variant asks for; the woman goes to the stock."""
    dowry = DATA.variants.open_gates.dowry
    detail = Msg("marriage.gates_detail", {"vp": dowry * VP_PER_FLORIN, "left": florins - dowry})
    return Option(f"marry:{GATES}:{dowry}", (GATES, dowry), Msg("marriage.gates_label", {"dowry": dowry}), detail)
