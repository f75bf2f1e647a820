"""R4.8, R9.2 Cards that leave a hand: which may be chosen, and that they are shown."""

from __future__ import annotations

from functools import cache

from engines.kernel import Default, Msg, Option, Table, Term
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.state import State


def lowest(number: int = 1) -> Default:
    """R15.34 What silence means where cards are discarded: those with the lowest numbers, of the hand first."""

    def answer(options: tuple[Option, ...]) -> tuple[str, ...]:
        ordered = sorted(options, key=lambda option: (not option.key.startswith(HAND), option.value))
        return tuple(option.key for option in ordered[:number])

    return Default(answer, Msg("discard.lowest"))


HAND = "hand:"
"""Keys of hand cards begin with it."""


def hand_options(s: State, player: int) -> list[Option]:
    """The cards of a hand, to be discarded."""
    return [_hand_option(card) for card in s.players[player].hand]


@cache
def _hand_option(card: int) -> Option:
    return Option(f"{HAND}{card}", card, card_words(card), group=Msg("discard.group_hand"), place=f"hand:{card}")


def discard_from_hand(t: Table[State], player: int, card: int, why: Term | Msg | None = None) -> None:
    """R4.8, R9.2 A hand card is shown and discarded. It carries no leverage. why: an event or a limit."""
    s = t.state
    s.players[player].hand.remove(card)
    s.discards.append(card)
    t.reveal()
    if why is None:
        t.tell("discard.hand", who=s.named(player), card=card_words(card))
    else:
        t.tell("discard.hand_by", who=s.named(player), card=card_words(card), why=why)
