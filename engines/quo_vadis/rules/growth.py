"""R7.3 Population growth, and the flood before workers are placed (B04)."""

from functools import partial

from engines.kernel import GameContext, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.data.types import Terrain
from engines.quo_vadis.questions import Flood
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import list_active_towns
from engines.quo_vadis.table.skills import GREAT_FLOOD, IRRIGATION, find_skill_bonus, find_skill_number
from engines.quo_vadis.table.state import State

from .effects import pay_resource, put_token


def grow_towns(ctx: GameContext[State], me: Seat) -> None:
    """R7.3 Add 1 population to each active town of the player in the genesis area, with S21 one more."""
    s = ctx.state
    growth = DATA.population.growth + find_skill_bonus(s.players[me], IRRIGATION, "population")
    towns = list_active_towns(s.areas[s.genesis], me)
    for town in towns:
        town.population += growth
    if towns:
        ctx.log_event("growth.done", who=SeatRef(me), population=tuple(town.population for town in towns))


async def offer_flood(ctx: GameContext[State], me: Seat) -> None:
    """B04 Offer a sea token for 1 faith, in each turn of the player before the first worker.

    There must be no sea token on the area and one in the supply. The owner of an unused S29 is asked even without
    faith (R7).
    """
    s = ctx.state
    area, terrain = s.areas[s.genesis], find_flood_terrain()
    if GREAT_FLOOD not in s.players[me].skills or area.token == terrain or not s.tokens[terrain]:
        return
    about = Flood(area.id, find_skill_number(GREAT_FLOOD, "faith"))
    if await ctx.choose(
        me, "flood.ask", partial(_list_flood_options, s, me), default="pass", rule="B04", subject=about, area=area.id
    ):
        pay_resource(s, me, "faith", about.faith)
        put_token(s, area, terrain)
        with ctx.log_line():
            ctx.log_event("flood.done", who=SeatRef(me), faith=about.faith)
            ctx.log_event("token.done", area=names.name_area(area.id), terrain=names.name_terrain(terrain))


def find_flood_terrain() -> Terrain:
    terrain = CONTENT.skills[GREAT_FLOOD].terrain
    assert terrain is not None
    return terrain


def _list_flood_options(s: State, me: Seat) -> list[Option]:
    faith, price = s.players[me].stock["faith"], find_skill_number(GREAT_FLOOD, "faith")
    options = [Option("pass", False, message("flood.pass"))]
    if faith >= price:
        detail = message("flood.detail", left=faith - price)
        options.append(Option("flood", True, message("flood.label", faith=price), detail, place=f"area:{s.genesis}"))
    return options
