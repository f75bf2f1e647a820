"""R7.6 Discards of hand cards: as extras of Prosperity, and after a generation change."""

from collections import Counter
from collections.abc import Mapping
from functools import partial

from engines.kernel import GameContext, Option, Seat, SeatRef, message
from engines.quo_vadis.data.content import KINDS
from engines.quo_vadis.questions import Discard
from engines.quo_vadis.table import names
from engines.quo_vadis.table.state import State


async def discard_after_change(ctx: GameContext[State], seat: Seat) -> None:
    """R7.6 After a change, let the player discard any number of hand cards before war; the hand is not refilled yet."""
    state = ctx.state
    if not state.playing.is_change or not state.players[seat].hand:
        return
    state.playing.has_reached_discard = True
    cards: dict[str, int] = await ctx.ask(
        lambda: ctx.build_allocation_prompt(
            seat,
            "discard.ask",
            partial(list_discards, state, seat),
            len(state.players[seat].hand),
            at_least=0,
            default=(),
            rule="R7.6",
            subject=Discard(),
        )
    )
    if cards:
        discard_cards(ctx, seat, cards)


def list_discards(state: State, seat: Seat) -> list[Option]:
    """R7.6 List the kinds of cards in hand, each limited to its number."""
    cards = Counter(state.players[seat].hand)
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


def discard_cards(ctx: GameContext[State], seat: Seat, cards: Mapping[str, int]) -> None:
    """R7.6 Put hand cards face up on the discard pile."""
    state, nouns = ctx.state, []
    for kind, number in cards.items():
        for _ in range(number):
            state.players[seat].hand.remove(kind)
            state.deck.discard.append(kind)
            nouns.append(names.name_kind(kind))
    ctx.log_event("discard.done", who=SeatRef(seat), cards=tuple(nouns))
