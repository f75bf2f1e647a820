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


def grow_towns(ctx: GameContext[State], seat: Seat) -> None:
    """R7.3 Add 1 population to each active town of the player in the genesis area, with S21 one more."""
    state = ctx.state
    growth = DATA.population.growth + find_skill_bonus(state.players[seat], IRRIGATION, "population")
    towns = list_active_towns(state.areas[state.genesis], seat)
    for town in towns:
        town.population += growth
    if towns:
        ctx.log_event("growth.done", who=SeatRef(seat), population=tuple(town.population for town in towns))


async def offer_flood(ctx: GameContext[State], seat: Seat) -> None:
    """B04 Offer a sea token for 1 faith, in each turn of the player before the first worker.

    There must be no sea token on the area and one in the supply. The owner of an unused S29 is asked even without
    faith (R7).
    """
    state = ctx.state
    area, terrain = state.areas[state.genesis], find_flood_terrain()
    if GREAT_FLOOD not in state.players[seat].skills or area.token == terrain or not state.tokens[terrain]:
        return
    about = Flood(area.id, find_skill_number(GREAT_FLOOD, "faith"))
    if await ctx.choose(
        seat,
        "flood.ask",
        partial(_list_flood_options, state, seat),
        default="pass",
        rule="B04",
        subject=about,
        area=area.id,
    ):
        pay_resource(state, seat, "faith", about.faith)
        put_token(state, area, terrain)
        with ctx.log_line():
            ctx.log_event("flood.done", who=SeatRef(seat), faith=about.faith)
            ctx.log_event("token.done", area=names.name_area(area.id), terrain=names.name_terrain(terrain))


def find_flood_terrain() -> Terrain:
    terrain = CONTENT.skills[GREAT_FLOOD].terrain
    assert terrain is not None
    return terrain


def _list_flood_options(state: State, seat: Seat) -> list[Option]:
    faith, price = state.players[seat].stock["faith"], find_skill_number(GREAT_FLOOD, "faith")
    options = [Option("pass", False, message("flood.pass"))]
    if faith >= price:
        detail = message("flood.detail", left=faith - price)
        options.append(
            Option("flood", True, message("flood.label", faith=price), detail, place=f"area:{state.genesis}")
        )
    return options
