"""R8 What using a card has in common: the bribe for a hostage, the action that is spent."""

from __future__ import annotations

from engines.kernel import Msg, Table, Term
from engines.pax_pamir.data.types import Action
from engines.pax_pamir.table.bribes import for_hostage
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.state import State

from . import bribes


async def commit(t: Table[State], player: int, card: int, action: Action, plan: Msg, cost: int = 0) -> bool:
    """R8 The declared action takes place: a hostage's bribe is settled first, then the card is used.

    False: the bribe was not settled, and nothing has happened (R7). cost: rupees of the action itself.
    """
    due = for_hostage(t.state, player, card)
    if due is not None:
        words = Msg("use.plan", {"card": card_words(card), "plan": plan})
        if not await bribes.settle(t, player, due, "hostage", card, words, cost):
            return False
    spend(t, player, card, action)
    return True


def spend(t: Table[State], player: int, card: int, action: Action) -> None:
    """R4.7, R5 The card is used for the action, and everybody is told."""
    s = t.state
    key = "use.done" if mark_used(s, player, card) else "use.bonus"
    t.tell(key, who=s.named(player), card=card_words(card), action=Term(f"action.{action}"))


def mark_used(s: State, player: int, card: int) -> bool:
    """R4.7, R5 The card is used; unless it is favored at this moment, an action is spent. Whether one was."""
    s.playing.used.append(card)
    if is_favored(s, player, card):
        return False
    s.playing.actions -= 1
    return True
