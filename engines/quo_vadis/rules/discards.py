"""R7.6 Discards of hand cards: as extras of Prosperity, and after a generation change."""

from collections import Counter
from collections.abc import Mapping
from functools import partial

from engines.kernel import GameContext, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import KINDS
from engines.quo_vadis.questions import Discard
from engines.quo_vadis.table import names
from engines.quo_vadis.table.state import State


async def discard_after_change(ctx: GameContext[State], me: Seat) -> None:
    """R7.6 After a change, let the player discard any number of hand cards before war; the hand is not refilled yet."""
    s = ctx.state
    if not s.playing.is_change or not s.players[me].hand:
        return
    s.playing.has_reached_discard = True
    cards: dict[str, int] = await ctx.ask(
        lambda: ctx.build_allocation_prompt(
            me,
            "discard.ask",
            partial(list_discards, s, me),
            len(s.players[me].hand),
            at_least=0,
            default=(),
            rule="R7.6",
            subject=Discard(),
        )
    )
    if cards:
        discard_cards(ctx, me, cards)


def list_discards(s: State, me: Seat) -> list[Option]:
    """R7.6 List the kinds of cards in hand, each limited to its number."""
    cards = Counter(s.players[me].hand)
    return [
        Option(
            f"discard:{kind}",
            kind,
            message("discard.label", cards=names.name_kind(kind)),
            message("discard.detail", cards=cards[kind]),
            place=f"hand:{kind}",
            limit=cards[kind],
        )
        for kind in KINDS
        if kind in cards
    ]


def discard_cards(ctx: GameContext[State], me: Seat, cards: Mapping[str, int]) -> None:
    """R7.6 Put hand cards face up on the discard pile."""
    s, nouns = ctx.state, []
    for kind, number in cards.items():
        for _ in range(number):
            s.players[me].hand.remove(kind)
            s.deck.discard.append(kind)
            nouns.append(names.name_kind(kind))
    ctx.log_event("discard.done", who=SeatRef(me), cards=tuple(nouns))
