"""R4.10 Changing loyalty, and the prizes that make it happen (R8.5)."""

from __future__ import annotations

from engines.kernel import Table, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.table.derived import patriots
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import Gift
from engines.pax_pamir.table.state import State

from .aftermath import Change, discard_from_court, settle_rulers


async def change_loyalty(t: Table[State], player: int, coalition: Coalition) -> None:
    """R4.10 Gifts return, prizes are discarded, patriots of the old loyalty leave as one batch, then the dial changes.

    Nothing happens where it is the own loyalty already. A patriot just played is of the new coalition and stays.
    """
    s = t.state
    who = s.players[player]
    if who.loyalty == coalition or player == s.wakhan:
        return
    t.tell("loyalty.changes", who=s.named(player), coalition=Term(f"coalition.{coalition}"))
    if who.gifts:
        t.tell("loyalty.gifts", who=s.named(player), n=len(who.gifts))
        async with Change(t) as board:
            for price in list(who.gifts):
                board.remove_cylinder(player, Gift(price))
    discard_prizes(t, player)
    if who.loyalty is not None and (old := patriots(s, player, who.loyalty)):
        await discard_from_court(t, player, old)
    who.loyalty = coalition
    settle_rulers(t)


def discard_prizes(t: Table[State], player: int) -> None:
    """R4.10 All prizes of the player go to the discard pile."""
    s = t.state
    who = s.players[player]
    if who.prizes:
        t.tell("loyalty.prizes", who=s.named(player), cards=tuple(card_words(card) for card in who.prizes))
        s.discards += who.prizes
        who.prizes = []


async def take_prize(t: Table[State], player: int, card: int) -> None:
    """R8.5 A betrayed card, just discarded, becomes a prize; one of another coalition changes the loyalty first."""
    s = t.state
    prize = CONTENT.cards[card].prize
    if prize == "none":
        raise RuntimeError(f"court card {card} is no prize")
    await change_loyalty(t, player, prize)
    s.discards.remove(card)
    s.players[player].prizes.append(card)
    t.tell("loyalty.prize", who=s.named(player), card=card_words(card), coalition=Term(f"coalition.{prize}"))
