"""R14.6 Wakhan uses a card of her court: which one, whether it can be used at all, and the action itself."""

from __future__ import annotations

from engines.kernel import Msg, Table, Term, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules import bribes, pieces
from engines.pax_pamir.rules.actions import battle, betray, build, gift, move, tax
from engines.pax_pamir.rules.card_action import mark_used
from engines.pax_pamir.rules.money import pay_action
from engines.pax_pamir.table.abilities import has
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.state import State

from .choices import by_priority, her, pragmatic
from .play import bribe, pay_bribe
from .targets import (
    Fight,
    betrayed,
    build_region,
    fight,
    fight_most_spies,
    gift_space,
    paid_blocks,
    payments,
    step,
    taxes,
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
    court, turn = s.players[her(s)].court, s.playing
    unused = [id for id in court if printed(entry) in CONTENT.cards[id].actions and id not in turn.used]
    if not unused:
        return say("wakhan.unable.no_action")
    payable = [id for id in unused if can_pay(s, id, entry)]
    if not payable:
        return say("wakhan.unable.unpaid")
    card = by_priority(s, payable)
    return card if has_target(s, card, entry) else Msg(f"wakhan.unable.{entry}")


def can_pay(s: State, card: int, entry: str) -> bool:
    """R14.6 The bribe for a hostage and the least that the action costs."""
    me = her(s)
    least = {"betray": COSTS.betray, "build": COSTS.build_per_block, "gift": gift_space(s) or 0}
    return bribe(s, bribes.for_hostage(s, me, card)) + least.get(entry, 0) <= s.players[me].rupees


def has_target(s: State, card: int, entry: str) -> bool:
    """R14.6 Whether there is anything to do."""
    match entry:
        case "tax":
            return bool(taxes(s, card))
        case "gift":
            return gift_space(s) is not None
        case "build":
            return build_region(s) is not None and build.block_left(s, her(s))
        case "move":
            return step(s) is not None
        case "betray":
            return betrayed(s) is not None
        case _:
            return battle_of(s, card, entry) is not None


# ---------------------------------------------------------------- the action itself


async def act(t: Table[State], card: int, entry: str) -> None:
    """R14.6 She says why, pays the bribe for a hostage, and acts. The entry must be valid with this card."""
    s, me = t.state, her(t.state)
    why = reason(s, card, entry)
    t.tell("wakhan.bonus" if is_favored(s, me, card) else "wakhan.act", deed=why)
    pay_bribe(t, bribes.for_hostage(s, me, card))
    mark_used(s, me, card)
    match entry:
        case "tax":
            tax.take_tax(t, me, taxes(s, card))
        case "gift":
            await gift.give(t, me, gift_space(s) or 0)
        case "build":
            await erect(t)
        case "move":
            await march(t, card)
        case "betray":
            await betray.carry_out(t, me, betrayed(s) or 0, take=True)
        case _:
            await strike(t, card, entry)


def reason(s: State, card: int, entry: str) -> Msg:
    """Why she does just that."""
    match entry:
        case "move":
            return say("wakhan.deed.move", card=card_words(card), coalition=Term(f"coalition.{pragmatic(s)}"))
        case "battle" | "battle_card_most_spies":
            return _reason_to_fight(s, card, entry)
        case _:
            return say(f"wakhan.deed.{entry}", card=card_words(card))


def _reason_to_fight(s: State, card: int, entry: str) -> Msg:
    chosen = battle_of(s, card, entry)
    assert chosen is not None
    if chosen.site not in s.armies:
        return say(
            "wakhan.deed.most_spies" if entry == MOST_SPIES else "wakhan.deed.battle_card", card=card_words(card)
        )
    return say("wakhan.deed.battle", card=card_words(card), strength=battle.strength(s, her(s), chosen.site))


async def erect(t: Table[State]) -> None:
    """R14.6 Armies only, all that she can pay for; R11 Infrastructure (#78) adds one.

    Each army makes her stronger there, so she rules the region to the end.
    """
    s, me = t.state, her(t.state)
    armies, region = paid_blocks(s) + has(s, me, "infrastructure"), build_region(s)
    pay_action(t, me, payments(s) * COSTS.build_per_block // 2)
    for _ in range(armies):
        source = await pieces.block_to_place(t, me, pragmatic(s))
        if source is None:
            return
        await pieces.put_block(t, pragmatic(s), source, f"army:{region}", me)


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
