"""R9 Cleanup: court, hand, events in the leftmost column, refill."""

from __future__ import annotations

from functools import partial

from engines.kernel import Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import turn_end
from engines.pax_pamir.table.derived import court_limit, hand_limit
from engines.pax_pamir.table.state import State
from engines.pax_pamir.wakhan import choices as wakhan_choices

from . import events
from .discards import LOWEST, court_options, discard_from_court, discard_from_hand, hand_options
from .refill import refill


async def cleanup(t: Table[State], player: int) -> None:
    """R9 Steps 1 to 4. A person confirms before new cards are seen. The game may be over afterwards."""
    s = t.state
    await court_discards(t, player)
    await hand_discards(t, player)
    if player != s.wakhan:
        detail = partial(turn_end.told, s, player)
        await t.confirm(player, "cleanup.confirm", rule="R9", default="yes", detail=detail)
    await leftmost_events(t)
    if s.phase != "over":
        await refill(t)


async def court_discards(t: Table[State], player: int) -> None:
    """R9.1 While the court is over its limit, discard a card of choice; the limit is counted anew each time."""
    s = t.state
    with t.line():
        if player == s.wakhan and (over := _over_court_limit(s, player)) > 0:
            t.tell("wakhan.discard", over=over)
        while (over := _over_court_limit(s, player)) > 0:
            if player == s.wakhan:
                card = wakhan_choices.court_discard(s)
            else:
                options, low = court_options(s, player), min(s.players[player].court)
                card = await t.choose(player, "cleanup.court", options, rule="R9.1", default=f"court:{low}", over=over)
            await discard_from_court(t, player, [card])


def _over_court_limit(s: State, player: int) -> int:
    return len(s.players[player].court) - court_limit(s, player)


async def hand_discards(t: Table[State], player: int) -> None:
    """R9.2 While the hand is over its limit, discard a card of choice."""
    s = t.state
    while (over := len(s.players[player].hand) - hand_limit(s, player)) > 0:
        options = partial(hand_options, s, player)
        card: int = await t.choose(player, "cleanup.hand", options, rule="R9.2", default=LOWEST, over=over)
        discard_from_hand(t, player, card)


async def leftmost_events(t: Table[State]) -> None:
    """R9.3 An event in column 0 is discarded with its effect, top space first. Its rupees stay on the space."""
    s = t.state
    for index in turn_end.LEFTMOST:
        if s.market[index].card in CONTENT.events and s.phase != "over":
            await events.leave_market(t, index)
