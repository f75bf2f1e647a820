"""R14.5 How a card enters Wakhan's court: bought, or come to her hand by other persuasive methods (#114)."""

from __future__ import annotations

from engines.kernel import Table
from engines.pax_pamir.rules import bribes, play
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.state import State

from .choices import her, points_left


def bribe(s: State, due: bribes.Due | None) -> int:
    """R14.3, R7.8 What a bribe costs her: all of it, or nothing where she may decline."""
    return 0 if due is None or bribes.may_decline(s, her(s)) else due.full


def pay_bribe(t: Table[State], due: bribes.Due | None) -> None:
    """R7.8 She pays in full, and declines where she may (#107). The rupees must be there."""
    if due is None:
        return
    me = her(t.state)
    if bribes.may_decline(t.state, me):
        bribes.decline(t, me, due)
    else:
        bribes.pay(t, me, due, due.full)


async def enter_court(t: Table[State], card: int) -> None:
    """R14.5 A card of her hand is played at the end of her court to which the red arrow points.

    If she cannot pay the bribe it is discarded.
    """
    s, me = t.state, her(t.state)
    due = bribes.for_play(s, me, card)
    if due is not None and bribe(s, due) > s.players[me].rupees:
        s.players[me].hand.remove(card)
        s.discards.append(card)
        t.tell("wakhan.unpaid", card=card_words(card), payee=s.named(due.payee), full=due.full)
        return
    pay_bribe(t, due)
    await play.enter(t, me, card, "left" if points_left(s) else "right")


async def play_hand(t: Table[State]) -> None:
    """R14.5 The cards that came to her hand by #114 are played at once, in random order."""
    hand = list(t.state.players[her(t.state)].hand)
    if not hand:
        return
    t.rng.shuffle(hand)
    t.reveal()
    t.tell("wakhan.hand", cards=tuple(card_words(card) for card in hand))
    for card in hand:
        with t.line():
            await enter_court(t, card)
