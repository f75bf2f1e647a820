"""R8.3 Marriages: the player sends a woman to a city, with a dowry."""

from functools import lru_cache

from engines.kernel import GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import TileMode
from engines.signorie.data.ids import WEDDING, CityName
from engines.signorie.table import board
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import Meeple, State

from .missions import GATES
from .optional import OptionalEffect, add_skip, find_default_key
from .tiles import ComingTile, find_coming_tile, take_tile

DATA = CONTENT.data
DOWRY_MAX, VP_PER_FLORIN = DATA.signoria.marriage.dowry_max, DATA.signoria.marriage.vp_per_florin


def find_lowest_dowry(state: State) -> int | None:
    """R8.3 Return the smallest dowry that some city accepts; None if no city has a free slot."""
    value = board.find_lowest_value(state)
    return DATA.variants.open_gates.dowry if value is None and board.are_gates_open(state) else value


def can_marry(state: State, budget: board.Budget) -> bool:
    """R8.3 Return whether the player has a woman in the supply and can pay the lowest dowry."""
    if not budget.women:
        return False
    dowry = find_lowest_dowry(state)
    return dowry is not None and dowry <= min(budget.florins, DOWRY_MAX)


async def perform_marriage(
    ctx: GameContext[State], seat: Seat, mode: TileMode, optional: OptionalEffect | None = None
) -> None:
    """R8.3 Let the player choose city and dowry, then gain VP for every florin paid and take a tile.

    optional: the effect's helper, if the player may still decline to use it.
    """
    options = build_marriage_options(ctx.state, seat, mode, ctx.state.players[seat].florins)
    offered_options, default = add_skip(options, optional), find_default_key(options, optional)
    if optional:
        choice = await ctx.choose(
            seat, "marriage.helper", offered_options, rule="R9", default=default, helper=optional.helper
        )
    else:
        choice = await ctx.choose(seat, "marriage.choose", offered_options, rule="R8.3", default=default)
    if choice is None:
        return
    if optional:
        optional.log_use(ctx, seat)
    city_id, dowry = choice
    state, player = ctx.state, ctx.state.players[seat]
    vp = dowry * VP_PER_FLORIN
    player.supply["female"] -= 1
    player.florins -= dowry
    gain_vp(player, "marriages", vp)
    if city_id == GATES:
        player.stock["female"] += 1
        ctx.log_event("marriage.gates", who=SeatRef(seat), dowry=dowry, vp=vp)  # R13: no city, no tile of any kind
        return
    city = state.cities[city_id]
    slot = board.find_next_slot(city)
    assert slot is not None
    city.slots[slot] = Meeple(seat, "female")
    city_term = NounRef(f"cities.{city_id}")
    ctx.log_event("marriage.done", who=SeatRef(seat), city=city_term, value=board.CITY_VALUES[slot], dowry=dowry, vp=vp)
    take_tile(ctx, seat, city_id, WEDDING, mode)


def build_marriage_options(state: State, seat: Seat, mode: TileMode, florins: int) -> list[Option]:
    """R8.3(2) Build an option for each city and dowry, from the value of its next slot to the largest possible."""
    max_dowry = min(DOWRY_MAX, florins)
    if board.are_gates_open(state):
        return [_build_gates_option(florins)]
    return [
        _build_city_option(city_id, value, dowry, florins - dowry, coming)
        for city_id, city in state.cities.items()
        if (value := board.find_next_value(city)) is not None and value <= max_dowry
        for coming in (find_coming_tile(state, seat, city, WEDDING, mode),)
        for dowry in range(value, max_dowry + 1)
    ]


@lru_cache(4096)
def _build_city_option(city_id: CityName, value: int, dowry: int, florins_left: int, coming: ComingTile) -> Option:
    city = NounRef(f"cities.{city_id}")
    return Option(
        key=f"marry:{city_id}:{dowry}",
        value=(city_id, dowry),
        label=Message("marriage.label", {"city": city, "dowry": dowry}),
        detail=Message("marriage.detail", {"vp": dowry * VP_PER_FLORIN, "left": florins_left, "tile": coming.message}),
        group=Message("marriage.group", {"city": city, "value": value}),
        place=f"city:{city_id}",
    )


@lru_cache(256)
def _build_gates_option(florins: int) -> Option:
    """R13 Open Gates: Build the only option: exactly the dowry of the variant; the woman goes to the stock."""
    dowry = DATA.variants.open_gates.dowry
    detail = Message("marriage.gates_detail", {"vp": dowry * VP_PER_FLORIN, "left": florins - dowry})
    return Option(f"marry:{GATES}:{dowry}", (GATES, dowry), Message("marriage.gates_label", {"dowry": dowry}), detail)
