"""R9 Cleanup: court, hand, events in the leftmost column, refill."""

from __future__ import annotations

from functools import partial

from engines.kernel import Msg, Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.derived import court_limit, hand_limit
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.questions import DiscardFromCourt, DiscardFromHand, EndTurn
from engines.pax_pamir.table.state import State

from . import cleanup_preview, events
from .aftermath import court_options, discard_from_court
from .decide import decide_why
from .discards import discard_from_hand, hand_options, lowest
from .refill import refill


async def cleanup(t: Table[State], player: int) -> None:
    """R9 Steps 1 to 4. A person confirms before new cards are seen. The game may be over afterwards."""
    s = t.state
    await court_discards(t, player)
    await hand_discards(t, player)
    if player != s.wakhan:
        detail = partial(cleanup_preview.told, s, player)
        await t.confirm(player, "cleanup.confirm", rule="R9", default="yes", detail=detail, about=EndTurn())
    await leftmost_events(t)
    if s.phase != "over":
        await refill(t)


async def court_discards(t: Table[State], player: int) -> None:
    """R9.1 While the court is over its limit, discard a card of choice; the limit is counted anew each time."""
    s = t.state
    with t.line():
        while (over := _over_court_limit(s, player)) > 0:
            options, low = court_options(s, player), min(s.players[player].court)
            card, why = await decide_why(
                t,
                player,
                "cleanup.court",
                options,
                DiscardFromCourt(over),
                rule="R9.1",
                default=f"court:{low}",
                over=over,
            )
            if why is not None:
                t.tell("wakhan.discard", reason=True, over=over, card=card_words(card), why=why)
            await discard_from_court(t, player, [card], over=why is None)


def _over_court_limit(s: State, player: int) -> int:
    return len(s.players[player].court) - court_limit(s, player)


async def hand_discards(t: Table[State], player: int) -> None:
    """R9.2 As many hand cards as are over the limit are discarded, by choice."""
    s = t.state
    over = len(s.players[player].hand) - hand_limit(s, player)
    if over <= 0:
        return
    cards: tuple[int, ...] = await t.choose_some(
        player,
        "cleanup.hand",
        partial(hand_options, s, player),
        over,
        over,
        rule="R9.2",
        default=lowest(over),
        about=DiscardFromHand(over),
        over=over,
    )
    for card in cards:
        discard_from_hand(t, player, card, Msg("discard.over"))


async def leftmost_events(t: Table[State]) -> None:
    """R9.3 An event in column 0 is discarded with its effect, top space first. Its rupees stay on the space."""
    s = t.state
    for index in cleanup_preview.LEFTMOST:
        if s.market[index].card in CONTENT.events and s.phase != "over":
            await events.leave_market(t, index)
