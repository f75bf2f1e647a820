"""R9 Cleanup: court, hand, events in the leftmost column, refill."""

from functools import partial

from engines.kernel import GameContext, Message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.derived import compute_court_limit, compute_hand_limit
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.questions import DiscardFromCourt, DiscardFromHand, EndTurn
from engines.pax_pamir.table.state import State

from . import board_changes, cleanup_preview, events
from .decisions import decide_with_reason
from .market_changes import refill_market


async def perform_cleanup(ctx: GameContext[State], player: int) -> None:
    """R9 Perform steps 1 to 4. A person confirms before new cards appear. The game may be over afterwards."""
    s = ctx.state
    await discard_excess_court_cards(ctx, player)
    await discard_excess_hand_cards(ctx, player)
    if player != s.wakhan:
        detail = partial(cleanup_preview.build_warning_text, s, player)
        await ctx.confirm(player, "cleanup.confirm", rule="R9", default="yes", detail=detail, subject=EndTurn())
    await discard_leftmost_events(ctx)
    if s.phase != "over":
        await refill_market(ctx)


async def discard_excess_court_cards(ctx: GameContext[State], player: int) -> None:
    """R9.1 Let the player discard court cards, one at a time, while the court is over its limit.

    The limit is computed each time, because a discarded card may lower it.
    """
    s = ctx.state
    with ctx.log_line():
        while (excess := _count_court_excess(s, player)) > 0:
            options, lowest_card = board_changes.list_court_options(s, player), min(s.players[player].court)
            card, why = await decide_with_reason(
                ctx,
                player,
                "cleanup.court",
                options,
                DiscardFromCourt(excess),
                rule="R9.1",
                default=f"court:{lowest_card}",
                over=excess,
            )
            if why is not None:
                ctx.log_event("wakhan.discard", is_reason=True, over=excess, card=name_card(card), why=why)
            await board_changes.discard_from_court(ctx, player, [card], is_over_limit=why is None)


def _count_court_excess(s: State, player: int) -> int:
    return len(s.players[player].court) - compute_court_limit(s, player)


async def discard_excess_hand_cards(ctx: GameContext[State], player: int) -> None:
    """R9.2 Let the player discard the hand cards over the limit."""
    s = ctx.state
    excess = len(s.players[player].hand) - compute_hand_limit(s, player)
    if excess <= 0:
        return
    cards: tuple[int, ...] = await ctx.choose_some(
        player,
        "cleanup.hand",
        partial(board_changes.list_hand_options, s, player),
        excess,
        excess,
        rule="R9.2",
        default=board_changes.build_lowest_default(excess),
        subject=DiscardFromHand(excess),
        over=excess,
    )
    for card in cards:
        board_changes.discard_from_hand(ctx, player, card, Message("discard.over"))


async def discard_leftmost_events(ctx: GameContext[State]) -> None:
    """R9.3 Discard events in column 0 with their effects, top space first. Their rupees stay on the space."""
    s = ctx.state
    for index in cleanup_preview.LEFTMOST:
        if s.market[index].card in CONTENT.events and s.phase != "over":
            await events.discard_market_event(ctx, index)
