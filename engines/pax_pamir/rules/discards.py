"""R4.8, R4.9 Cards leave a court: spies go home, tribes are overthrown, leverage is paid back or becomes a debt."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

from engines.kernel import Msg, Option, Table, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.table import names
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.ruling import settle_rulers
from engines.pax_pamir.table.state import State

CARDS = CONTENT.cards
LOWEST = "lowest"
"""The key of the hand card with the lowest number: legal whatever is in the hand, what a time-out answers (R15.34)."""


async def discard_from_court(t: Table[State], owner: int, cards: Sequence[int], told: bool = False) -> None:
    """R4.8 These cards leave the owner's court together, for the discard pile: spies, overthrow B, then leverage.

    told: whether the log has said already that they leave
    """
    s = t.state
    for id in cards:
        s.players[owner].court.remove(id)
        s.discards.append(id)
        for player, spies in enumerate(s.spies.pop(id, ())):
            if spies and s.turn is not None:
                s.turn.placed.pop(f"spy:{id}:{player}", None)
    if not told:
        last = t.take_up("discard.court", who=s.named(owner))
        before = last.args["cards"] if last else ()
        assert isinstance(before, tuple)
        t.tell("discard.court", who=s.named(owner), cards=(*before, *(card_words(id) for id in cards)))
    _overthrow_tribes(t, owner, cards)
    leveraged = sum(CARDS[id].leveraged for id in cards)
    if leveraged:
        await owe(t, owner, leveraged * CONTENT.data.costs.leverage_repay)


def _overthrow_tribes(t: Table[State], owner: int, cards: Sequence[int]) -> None:
    """R4.9 B: the last political card of a region has left the court, and all own tribes there go home."""
    s = t.state
    for region in dict.fromkeys(CARDS[id].region for id in cards if CARDS[id].suit == "political"):
        tribes = s.tribes[region][owner]
        if tribes and not political(s, owner, region):
            clear_tribes(s, owner, region)
            t.tell("overthrow.tribes", who=s.named(owner), region=Term(f"region.{region}"), n=tribes)
            settle_rulers(t, region)


def political(s: State, player: int, region: str) -> list[int]:
    """R4.9 Political cards of a region in a court, left to right."""
    cards = CARDS
    return [id for id in s.players[player].court if cards[id].suit == "political" and cards[id].region == region]


def clear_tribes(s: State, player: int, region: str) -> None:
    """All tribes of the player in a region return to supply. Rulers and overthrow are the caller's business."""
    s.tribes[region][player] = 0
    if s.turn is not None:
        s.turn.placed.pop(f"tribe:{region}:{player}", None)


async def tribes_lost(t: Table[State], player: int, region: str) -> None:
    """R4.9 A: to be called when a tribe of the player has left a region. If it was the last, political cards follow."""
    s = t.state
    if not s.tribes[region][player] and (cards := political(s, player, region)):
        t.tell("overthrow.cards", who=s.named(player), region=Term(f"region.{region}"))
        await discard_from_court(t, player, cards)


def in_region(s: State, region: str) -> tuple[Msg, ...]:
    """All tribes and armies of a region, in words."""
    armies = [names.armies(n, coalition) for coalition, n in s.armies[region].items()]
    tribes = [names.tribes(n, s.named(player)) for player, n in enumerate(s.tribes[region]) if n]
    return (*armies, *tribes)


async def riot(t: Table[State], region: str) -> None:
    """R12 Every tribe and army of a region returns to supply; then overthrow A in seat order from the active player."""
    s = t.state
    there = [player for player in s.clockwise(s.playing.player) if s.tribes[region][player]]
    pieces = in_region(s, region)
    for player in there:
        clear_tribes(s, player, region)
    for coalition in s.armies[region]:
        s.playing.placed.pop(f"army:{region}:{coalition}", None)
    s.armies[region].clear()
    t.tell("event.riot" if pieces else "event.riot_empty", region=Term(f"region.{region}"), pieces=pieces)
    settle_rulers(t, region)
    for player in there:
        await tribes_lost(t, player, region)


# ---------------------------------------------------------------- debts


async def owe(t: Table[State], player: int, rupees: int) -> None:
    """R4.8 Debt: pay what is there; for each rupee that is missing one card goes, from the hand or the court.

    A leveraged court card that goes this way adds its own debt at once. Wakhan only pays what she has (R14.7).
    """
    s = t.state
    who = s.players[player]
    paid = min(rupees, who.rupees)
    who.rupees -= paid
    if paid:
        t.tell("debt.paid", who=s.named(player), rupees=paid)
    if paid < rupees and player != s.wakhan and (who.hand or who.court):
        t.tell("debt.short", who=s.named(player), rupees=rupees - paid)
    for owed in range(rupees - paid, 0, -1):
        if player == s.wakhan or not (who.hand or who.court):
            t.tell("debt.cancelled", who=s.named(player), rupees=owed)
            return
        default = LOWEST if who.hand else f"court:{min(who.court)}"
        card: int = await t.choose(
            player, "debt.choose", partial(_payments, s, player), rule="R4.8", default=default, rupees=owed
        )
        if card in who.hand:
            discard_from_hand(t, player, card)
        else:
            await discard_from_court(t, player, [card])


def _payments(s: State, player: int) -> list[Option]:
    return hand_options(s, player) + court_options(s, player)


def hand_options(s: State, player: int) -> list[Option]:
    """The cards of a hand, one to be discarded."""
    hand = s.players[player].hand
    lowest = min(hand, default=0)
    return [_hand_option(id, LOWEST if id == lowest else f"hand:{id}") for id in hand]


@cache
def _hand_option(id: int, key: str) -> Option:
    return Option(key, id, card_words(id), group=Msg("discard.group_hand"), place=f"hand:{id}")


def court_options(s: State, player: int) -> list[Option]:
    """The cards of a court, one to be discarded, with what that means."""

    def option(id: int) -> Option:
        def then() -> Msg:
            return consequences.of(s, lambda t: discard_from_court(t, player, [id]), player, named=[id])

        return Option(f"court:{id}", id, card_words(id), then, Msg("discard.group_court"), f"court:{id}")

    return [option(id) for id in s.players[player].court]


def discard_from_hand(t: Table[State], player: int, card: int, why: Term | None = None) -> None:
    """R4.8, R9.2 A hand card is shown and discarded. It carries no leverage. why: the event that demands it."""
    s = t.state
    s.players[player].hand.remove(card)
    s.discards.append(card)
    t.reveal()
    if why is None:
        t.tell("discard.hand", who=s.named(player), card=card_words(card))
    else:
        t.tell("discard.hand_by", who=s.named(player), card=card_words(card), why=why)
