"""S29 Windfall: once a game, in the player's turn up to the building of a town, 4 resources in any combination."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from engines.kernel import GameContext, Option, Seat, SeatRef, message
from engines.quo_vadis.questions import Windfall
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import list_capacities
from engines.quo_vadis.table.skills import WINDFALL, find_skill_number, is_unused
from engines.quo_vadis.table.state import State

from .effects import gain_resource
from .start import list_tracks, spread_evenly


@contextmanager
def offer_windfall(ctx: GameContext[State], seat: Seat) -> Iterator[None]:
    """Offer S29 as a side action of every question to its owner inside this context."""
    with ctx.side_actions(seat, partial(list_windfall_options, ctx.state, seat), partial(_use_windfall, ctx, seat)):
        yield


def list_windfall_options(state: State, seat: Seat) -> list[Option]:
    """S29 List the side action, while the skill is unused and some track has space."""
    player = state.players[seat]
    if not is_unused(player, WINDFALL) or not list_capacities(state, player):
        return []
    amount = find_skill_number(WINDFALL, "amount")
    label = message("windfall.label", skill=names.name_skill(WINDFALL))
    return [Option("windfall", None, label, message("windfall.detail", amount=amount))]


async def _use_windfall(ctx: GameContext[State], seat: Seat, _: Any) -> None:
    """S29 Ask for the resources and gain them. At most as many are distributed as fit; the rest would be lost."""
    state, player = ctx.state, ctx.state.players[seat]
    amount = min(find_skill_number(WINDFALL, "amount"), sum(list_capacities(state, player).values()))
    even = spread_evenly(state, player, amount)
    gained = await ctx.allocate(
        seat,
        "windfall.ask",
        partial(list_tracks, state, seat),
        amount,
        default=even,
        rule="S29",
        subject=Windfall(amount),
        amount=amount,
    )
    player.spent.append(WINDFALL)
    for resource, cubes in gained.items():
        gain_resource(state, seat, resource, cubes)
    stock = player.stock
    ctx.log_event(
        "windfall.done",
        who=SeatRef(seat),
        skill=names.name_skill(WINDFALL),
        morale=stock["morale"],
        food=stock["food"],
        faith=stock["faith"],
    )
