"""R14.6 Wakhan's use of court cards: choice of the card, validity, and the action itself."""

from collections.abc import Sequence

from engines.kernel import GameContext, Message, NounRef, message
from engines.pax_pamir.actions import battle, betray, gift, move, tax
from engines.pax_pamir.data.content import CONTENT, compute_least_cost
from engines.pax_pamir.rules import pieces
from engines.pax_pamir.rules.bribes import settle_bribe
from engines.pax_pamir.rules.decisions import choose_by_priority, explain_priority
from engines.pax_pamir.rules.payments import mark_card_used, pay_for_action
from engines.pax_pamir.table.bribes import find_hostage_bribe, may_decline
from engines.pax_pamir.table.derived import has_ability, is_favored
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.places import Army, has_block_left
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan_cards import find_pragmatic_loyalty, require_wakhan

from . import targets

MOST_SPIES_ENTRY = "battle_card_most_spies"
"""R14.6 The entry for a battle on the court card with most spies."""
COSTS = CONTENT.data.costs


def find_printed_action(entry: str) -> str:
    """Return the action of an entry as court cards print it."""
    return "battle" if entry == MOST_SPIES_ENTRY else entry


def find_fight(s: State, card: int, entry: str) -> targets.Fight | None:
    """R14.6 Return the battle that she fights by this entry, or None."""
    return targets.choose_fight_most_spies(s, card) if entry == MOST_SPIES_ENTRY else targets.choose_fight(s, card)


def choose_card(s: State, entry: str) -> int | Message:
    """R14.6 Return the card with which she takes the action of an entry, or the reason why the entry is invalid."""
    if not list_unused_cards(s, entry):
        return message("wakhan.unable.no_action")
    cards = list_payable_cards(s, entry)
    if not cards:
        return message("wakhan.unable.unpaid")
    card = choose_by_priority(s, cards)
    return card if has_target(s, card, entry) else Message(f"wakhan.unable.{entry}")


def list_unused_cards(s: State, entry: str) -> list[int]:
    """R14.6 Return the cards of her court with that action that have not been used this turn."""
    court, used = s.players[require_wakhan(s)].court, s.current_turn.used_cards
    return [card for card in court if find_printed_action(entry) in CONTENT.cards[card].actions and card not in used]


def list_payable_cards(s: State, entry: str) -> list[int]:
    """R14.6 Return the unused cards with that action for which she can pay."""
    return [card for card in list_unused_cards(s, entry) if can_pay(s, card, entry)]


def can_pay(s: State, card: int, entry: str) -> bool:
    """R14.6 Return whether she can pay the bribe for a hostage and the minimum cost of the action."""
    me = require_wakhan(s)
    due = find_hostage_bribe(s, me, card)
    bribe = 0 if due is None or may_decline(s, me) else due.full
    return bribe + compute_least_cost(entry, s.players[me].gifts) <= s.players[me].rupees


def has_target(s: State, card: int, entry: str) -> bool:
    """R14.6 Return whether the action has a target."""
    match entry:
        case "tax":
            return bool(targets.plan_taxes(s, card))
        case "gift":
            return targets.choose_gift_space(s) is not None
        case "build":
            return targets.choose_build_region(s) is not None and has_block_left(s, find_pragmatic_loyalty(s))
        case "move":
            return targets.choose_step(s) is not None
        case "betray":
            return targets.choose_betrayed_card(s) is not None
        case _:
            return find_fight(s, card, entry) is not None


# ---------------------------------------------------------------- the action itself


async def take_action(ctx: GameContext[State], card: int, entry: str, among: Sequence[int] = ()) -> None:
    """R14.6 Log the reason, pay the bribe for a hostage, and carry out the action. The entry must be valid.

    among: the cards among which this one had priority
    """
    s, me = ctx.state, require_wakhan(ctx.state)
    why = explain_action(s, card, entry, among)
    ctx.log_event("wakhan.bonus" if is_favored(s, me, card) else "wakhan.act", is_reason=True, deed=why)
    due = find_hostage_bribe(s, me, card)
    if due is not None and not await settle_bribe(ctx, me, due, "hostage", card, why):
        raise RuntimeError(f"Wakhan cannot pay {due.full} for court card {card}")
    mark_card_used(s, me, card)
    match entry:
        case "tax":
            await tax.take_tax(ctx, me, targets.plan_taxes(s, card))
        case "gift":
            await gift.give_gift(ctx, me, targets.choose_gift_space(s) or 0)
        case "build":
            await build_armies(ctx)
        case "move":
            await move_pieces(ctx, card)
        case "betray":
            await betray.betray_card(ctx, me, targets.choose_betrayed_card(s) or 0)
        case _:
            await fight_battle(ctx, card, entry)


def explain_action(s: State, card: int, entry: str, among: Sequence[int] = ()) -> Message:
    """Return the reason for the action. among: see `take_action`."""
    words = describe_first(s, among) if among else name_card(card)
    match entry:
        case "move":
            return message("wakhan.deed.move", card=words, coalition=NounRef(f"coalition.{find_pragmatic_loyalty(s)}"))
        case "betray":
            return message(
                "wakhan.deed.betray", card=words, target=describe_first(s, targets.list_betrayable_prizes(s))
            )
        case "battle" | "battle_card_most_spies":
            return _explain_fight(s, card, entry, words)
        case _:
            return message(f"wakhan.deed.{entry}", card=words)


def describe_first(s: State, cards: Sequence[int]) -> Message:
    """R14.4 Return a text of the card of highest priority, and the criterion that decides."""
    if len(cards) == 1:
        return name_card(cards[0])
    return message(
        "wakhan.first", card=name_card(choose_by_priority(s, cards)), n=len(cards), why=explain_priority(s, cards)
    )


def _explain_fight(s: State, card: int, entry: str, words: Message) -> Message:
    chosen = find_fight(s, card, entry)
    assert chosen is not None
    if entry == MOST_SPIES_ENTRY:
        return message(
            "wakhan.deed.most_spies", card=words, target=describe_first(s, targets.list_cards_with_most_spies(s))
        )
    if isinstance(chosen.site, int):
        return message("wakhan.deed.battle_card", card=words, target=describe_first(s, targets.list_contested_cards(s)))
    return message(
        "wakhan.deed.battle", card=words, strength=battle.compute_battle_strength(s, require_wakhan(s), chosen.site)
    )


async def build_armies(ctx: GameContext[State]) -> None:
    """R14.6 Build armies, as many as she can pay for; R11 Infrastructure (#78) adds one.

    Each army makes her stronger in the region, so she rules it to the end.
    """
    s, me = ctx.state, require_wakhan(ctx.state)
    armies, region = targets.count_paid_blocks(s) + has_ability(s, me, "infrastructure"), targets.choose_build_region(s)
    if region is None:
        raise RuntimeError("Wakhan rules no region to build in")
    pay_for_action(ctx, me, targets.count_payments(s) * COSTS.build_per_block // 2)
    for _ in range(armies):
        source = await pieces.choose_block_source(ctx, me, find_pragmatic_loyalty(s))
        if source is None:
            return
        await pieces.put_block(ctx, find_pragmatic_loyalty(s), source, Army(region), me)


async def move_pieces(ctx: GameContext[State], card: int) -> None:
    """R14.6 Take steps up to the card's rank, each chosen after the one before."""
    for _ in range(CONTENT.cards[card].rank):
        next_step = targets.choose_step(ctx.state)
        if next_step is None:
            return
        await move.take_step(ctx, require_wakhan(ctx.state), next_step)


async def fight_battle(ctx: GameContext[State], card: int, entry: str) -> None:
    chosen = find_fight(ctx.state, card, entry)
    assert chosen is not None
    await battle.remove_pieces(ctx, require_wakhan(ctx.state), chosen.site, chosen.removed)
