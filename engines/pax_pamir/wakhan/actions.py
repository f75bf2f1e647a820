"""R14.6 Wakhan uses a card of her court: which one, whether it can be used at all, and the action itself."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Msg, Table, Term, say
from engines.pax_pamir.actions import battle, betray, gift, move, tax
from engines.pax_pamir.data.content import CONTENT, least_cost
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.bribes import settle
from engines.pax_pamir.rules.card_action import mark_used
from engines.pax_pamir.rules.money import pay_action
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.bribes import for_hostage, may_decline
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.places import Army, block_left
from engines.pax_pamir.table.priority import by_priority, why_first
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan import her, pragmatic

from .targets import (
    Fight,
    betrayable_prizes,
    betrayed,
    build_region,
    contested,
    fight,
    fight_most_spies,
    gift_space,
    paid_blocks,
    payments,
    step,
    taxes,
    with_most_spies,
)

MOST_SPIES = "battle_card_most_spies"
COSTS = CONTENT.data.costs


def printed(entry: str) -> str:
    """The action as court cards print it."""
    return "battle" if entry == MOST_SPIES else entry


def battle_of(s: State, card: int, entry: str) -> Fight | None:
    """R14.6 Where she fights by this entry; None if nowhere."""
    return fight_most_spies(s, card) if entry == MOST_SPIES else fight(s, card)


def card_for(s: State, entry: str) -> int | Msg:
    """R14.6 The card with which she takes the action of an entry; or the reason why the entry is invalid."""
    if not unused(s, entry):
        return say("wakhan.unable.no_action")
    cards = payable(s, entry)
    if not cards:
        return say("wakhan.unable.unpaid")
    card = by_priority(s, cards)
    return card if has_target(s, card, entry) else Msg(f"wakhan.unable.{entry}")


def unused(s: State, entry: str) -> list[int]:
    """R14.6 Cards of her court with that action that have not been used this turn."""
    court, used = s.players[her(s)].court, s.playing.used
    return [card for card in court if printed(entry) in CONTENT.cards[card].actions and card not in used]


def payable(s: State, entry: str) -> list[int]:
    """R14.6 Those for which she can pay."""
    return [card for card in unused(s, entry) if can_pay(s, card, entry)]


def can_pay(s: State, card: int, entry: str) -> bool:
    """R14.6 The bribe for a hostage and the least that the action costs."""
    me = her(s)
    due = for_hostage(s, me, card)
    bribe = 0 if due is None or may_decline(s, me) else due.full
    return bribe + least_cost(entry, s.players[me].gifts) <= s.players[me].rupees


def has_target(s: State, card: int, entry: str) -> bool:
    """R14.6 Whether there is anything to do."""
    match entry:
        case "tax":
            return bool(taxes(s, card))
        case "gift":
            return gift_space(s) is not None
        case "build":
            return build_region(s) is not None and block_left(s, pragmatic(s))
        case "move":
            return step(s) is not None
        case "betray":
            return betrayed(s) is not None
        case _:
            return battle_of(s, card, entry) is not None


# ---------------------------------------------------------------- the action itself


async def act(t: Table[State], card: int, entry: str, among: Sequence[int] = ()) -> None:
    """R14.6 She says why, pays the bribe for a hostage, and acts. The entry must be valid with this card.

    among: the cards of which it came first
    """
    s, me = t.state, her(t.state)
    why = reason(s, card, entry, among)
    t.tell("wakhan.bonus" if is_favored(s, me, card) else "wakhan.act", reason=True, deed=why)
    due = for_hostage(s, me, card)
    if due is not None and not await settle(t, me, due, "hostage", card, why):
        raise RuntimeError(f"Wakhan cannot pay {due.full} for court card {card}")
    mark_used(s, me, card)
    match entry:
        case "tax":
            await tax.take_tax(t, me, taxes(s, card))
        case "gift":
            await gift.give(t, me, gift_space(s) or 0)
        case "build":
            await erect(t)
        case "move":
            await march(t, card)
        case "betray":
            await betray.carry_out(t, me, betrayed(s) or 0)
        case _:
            await strike(t, card, entry)


def reason(s: State, card: int, entry: str, among: Sequence[int] = ()) -> Msg:
    """Why she does just that. among: as of `act`."""
    words = first_of(s, among) if among else card_words(card)
    match entry:
        case "move":
            return say("wakhan.deed.move", card=words, coalition=Term(f"coalition.{pragmatic(s)}"))
        case "betray":
            return say("wakhan.deed.betray", card=words, target=first_of(s, betrayable_prizes(s)))
        case "battle" | "battle_card_most_spies":
            return _reason_to_fight(s, card, entry, words)
        case _:
            return say(f"wakhan.deed.{entry}", card=words)


def first_of(s: State, cards: Sequence[int]) -> Msg:
    """R14.4 The card that comes first of these, and by what it is ahead of the others."""
    if len(cards) == 1:
        return card_words(cards[0])
    return say("wakhan.first", card=card_words(by_priority(s, cards)), n=len(cards), why=why_first(s, cards))


def _reason_to_fight(s: State, card: int, entry: str, words: Msg) -> Msg:
    chosen = battle_of(s, card, entry)
    assert chosen is not None
    if entry == MOST_SPIES:
        return say("wakhan.deed.most_spies", card=words, target=first_of(s, with_most_spies(s)))
    if isinstance(chosen.site, int):
        return say("wakhan.deed.battle_card", card=words, target=first_of(s, contested(s)))
    return say("wakhan.deed.battle", card=words, strength=battle.strength(s, her(s), chosen.site))


async def erect(t: Table[State]) -> None:
    """R14.6 Armies only, all that she can pay for; R11 Infrastructure (#78) adds one.

    Each army makes her stronger there, so she rules the region to the end.
    """
    s, me = t.state, her(t.state)
    armies, region = paid_blocks(s) + has(s, me, "infrastructure"), build_region(s)
    if region is None:
        raise RuntimeError("Wakhan rules no region to build in")
    pay_action(t, me, payments(s) * COSTS.build_per_block // 2)
    for _ in range(armies):
        source = await pieces.block_to_place(t, me, pragmatic(s))
        if source is None:
            return
        await pieces.put_block(t, pragmatic(s), source, Army(region), me)


async def march(t: Table[State], card: int) -> None:
    """R14.6 Up to as many steps as the card's rank; each is chosen when its turn comes."""
    for _ in range(CONTENT.cards[card].rank):
        next_step = step(t.state)
        if next_step is None:
            return
        await move.take_step(t, her(t.state), next_step)


async def strike(t: Table[State], card: int, entry: str) -> None:
    chosen = battle_of(t.state, card, entry)
    assert chosen is not None
    await battle.remove(t, her(t.state), chosen.site, chosen.removed)
