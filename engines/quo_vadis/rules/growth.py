"""R7.3 Population growth, and the flood before workers are placed (B04)."""

from __future__ import annotations

from functools import partial

from engines.kernel import Option, Seat, Table, Who, say
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Terrain
from engines.quo_vadis.questions import Flood
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import towns_in
from engines.quo_vadis.table.skills import GREAT_FLOOD, IRRIGATION, bonus, number
from engines.quo_vadis.table.state import State

from .gains import pay
from .pieces import put_token


def grow(t: Table[State], me: Seat) -> None:
    """R7.3 Every own active town in the genesis area: +1 population, with S21 one more."""
    s = t.state
    grown = DATA.population.growth + bonus(s.players[me], IRRIGATION, "population")
    towns = towns_in(s.areas[s.genesis], me)
    for town in towns:
        town.population += grown
    if towns:
        t.tell("growth.done", who=Who(me), population=tuple(town.population for town in towns))


async def flood(t: Table[State], me: Seat) -> None:
    """B04 In each own turn, before the first worker: 1 faith for a sea token, if none is there and one is left.

    The owner of an unused S29 is asked without faith, too (R7).
    """
    s = t.state
    area, terrain = s.areas[s.genesis], flood_terrain()
    if GREAT_FLOOD not in s.players[me].skills or area.token == terrain or not s.tokens[terrain]:
        return
    about = Flood(area.id, number(GREAT_FLOOD, "faith"))
    if await t.choose(me, "flood.ask", partial(_floods, s, me), default="pass", rule="B04", about=about, area=area.id):
        pay(s, me, "faith", about.faith)
        put_token(s, area, terrain)
        with t.line():
            t.tell("flood.done", who=Who(me), faith=about.faith)
            t.tell("token.done", area=names.area(area.id), terrain=names.terrain(terrain))


def flood_terrain() -> Terrain:
    terrain = CONTENT.skills[GREAT_FLOOD].terrain
    assert terrain is not None
    return terrain


def _floods(s: State, me: Seat) -> list[Option]:
    faith, price = s.players[me].stock["faith"], number(GREAT_FLOOD, "faith")
    options = [Option("pass", False, say("flood.pass"))]
    if faith >= price:
        detail = say("flood.detail", left=faith - price)
        options.append(Option("flood", True, say("flood.label", faith=price), detail, place=f"area:{s.genesis}"))
    return options
