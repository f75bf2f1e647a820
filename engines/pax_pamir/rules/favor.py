"""R4.7, R6.2 The favored suit."""

from __future__ import annotations

from engines.kernel import Table, Term
from engines.pax_pamir.data.types import Suit
from engines.pax_pamir.table.facts import WithoutEffect
from engines.pax_pamir.table.state import State

PASHTUNWALI_VALUES = 115


def favor(t: Table[State], suit: Suit) -> None:
    """R6.2, R12 The favored suit changes at once, by an icon; icons are ignored while event 115 is in effect."""
    s = t.state
    if PASHTUNWALI_VALUES in s.globals:
        t.tell("event.suit_stays", suit=Term(f"suit.{s.favored}"))
        t.note(WithoutEffect())
    else:
        set_favored(t, suit)


def set_favored(t: Table[State], suit: Suit) -> None:
    """The marker moves, whatever is in effect."""
    if suit != t.state.favored:
        t.state.favored = suit
        t.tell("event.suit", suit=Term(f"suit.{suit}"))
