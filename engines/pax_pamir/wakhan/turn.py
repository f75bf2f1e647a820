"""R14.3 Wakhan's turn: her card, blackmail, listed actions with ambition, bonus actions. R9 cleanup follows."""

from functools import partial
from itertools import cycle
from typing import NamedTuple

from engines.kernel import GameContext, Message, NounRef, message, simulate_rule
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules import blackmail
from engines.pax_pamir.rules.decisions import choose_by_priority, explain_priority
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.rules.play import play_by_wakhan
from engines.pax_pamir.table import wakhan_cards
from engines.pax_pamir.table.derived import is_favored, list_court_cards_with
from engines.pax_pamir.table.market import can_buy
from engines.pax_pamir.table.scoring import compute_scores, is_over
from engines.pax_pamir.table.state import State

from .actions import can_pay, choose_card, has_target, list_payable_cards, take_action
from .radicalize import MarketPick, choose_pick

MAX_INVALID_ENTRIES = 3
"""R14.3 Number of invalid entries in a row after which she stops."""


async def take_turn(ctx: GameContext[State]) -> None:
    """R14.3 Take steps 1 to 4 of Wakhan's turn. `State.turn` must be hers.

    A dominance check that she buys may end the game.
    """
    turn_up_card(ctx)
    await use_blackmail_cards(ctx)
    await take_listed_actions(ctx)
    if not is_over(ctx.state):
        await take_bonus_actions(ctx)


def turn_up_card(ctx: GameContext[State]) -> None:
    """R14.3 Turn the top card face up. If it was the last, shuffle all cards and turn up a new one."""
    s = ctx.state
    cards = wakhan_cards.require_automa(s)
    cards.discards.append(ctx.take_from(cards.deck))
    if not cards.deck:
        cards.deck, cards.discards = cards.discards, []
        ctx.rng.shuffle(cards.deck)
        ctx.log_event("wakhan.reshuffled")
        cards.discards.append(ctx.take_from(cards.deck))
    card = wakhan_cards.find_front_card(s)
    ctx.log_event(
        "wakhan.card",
        is_reason=True,
        id=card.id,
        regions=tuple(NounRef(f"region.{region}") for region in wakhan_cards.list_regions_in_order(s)),
        entries=tuple(_describe_entry(entry) for entry in card.actions),
        order=tuple(NounRef(f"coalition.{coalition}") for coalition in card.loyalty_order),
        coalition=NounRef(f"coalition.{wakhan_cards.find_pragmatic_loyalty(s)}"),
        column=wakhan_cards.read_black_arrow(s),
        row=Message(f"wakhan.row.{wakhan_cards.read_red_arrow(s)}"),
    )


async def use_blackmail_cards(ctx: GameContext[State]) -> None:
    """R14.3 Place a spy for each blackmail card of her court, on the eligible card of highest priority."""
    s, me = ctx.state, wakhan_cards.require_wakhan(ctx.state)
    for card in list_court_cards_with(s, me, *blackmail.BLACKMAIL_REGIONS):
        targets = blackmail.list_eligible_cards(s, card) if card in s.players[me].court else []
        if targets:
            await blackmail.place_blackmail_spy(
                ctx, me, card, choose_by_priority(s, targets), explain_priority(s, targets)
            )


# ---------------------------------------------------------------- the listed actions


async def take_listed_actions(ctx: GameContext[State]) -> None:
    """R14.3 Take the three entries from the top, again and again, until she has no actions or no valid entry."""
    s = ctx.state
    invalid_entries: list[Message] = []
    logged: list[Message] = []
    for entry in cycle(wakhan_cards.find_front_card(s).actions):
        if is_over(s) or not s.current_turn.actions:
            return
        wanted_check = find_wanted_check(s)
        plan = wanted_check or plan_entry(s, entry)
        if isinstance(plan, Message):
            invalid_entries.append(message("wakhan.skipped_one", entry=_describe_entry(entry), why=plan))
            if len(invalid_entries) == MAX_INVALID_ENTRIES:
                ctx.log_event("wakhan.skipped_all", is_reason=True, entries=tuple(invalid_entries))
                return
            continue
        with ctx.log_line():
            if new_messages := tuple(entry_message for entry_message in invalid_entries if entry_message not in logged):
                ctx.log_event("wakhan.skipped", is_reason=True, entries=new_messages)
                logged += new_messages
            invalid_entries = []
            match plan:
                case WantedCheck(space, why):
                    ctx.log_event("wakhan.act", is_reason=True, deed=why)
                    await purchase_card(ctx, wakhan_cards.require_wakhan(s), space)
                case MarketPick():
                    await perform_radicalize(ctx, entry, plan)
                case int():
                    await take_action(ctx, plan, entry, list_payable_cards(s, entry))


def plan_entry(s: State, entry: str) -> MarketPick | int | Message:
    """R14.3 Return the plan for an entry of the front: the market card to take, or the court card to use.

    If the entry is invalid, return the reason as a text.
    """
    return choose_pick(s, entry) if entry.startswith("rad") else choose_card(s, entry)


async def perform_radicalize(ctx: GameContext[State], entry: str, pick: MarketPick) -> None:
    """R14.5 Purchase a card and play it at once, for one action."""
    s = ctx.state
    card = s.market[pick.space].card
    assert card is not None
    ctx.log_event("wakhan.radicalize", is_reason=True, entry=_describe_entry(entry), why=pick.why)
    await purchase_card(ctx, wakhan_cards.require_wakhan(s), pick.space)
    if card in CONTENT.cards:
        await play_by_wakhan(ctx, card)


def _describe_entry(entry: str) -> Message:
    return Message(f"wakhan.entry.{entry}")


# ---------------------------------------------------------------- ambition


class WantedCheck(NamedTuple):
    """R14.3 A dominance check in the market that Wakhan wants to buy."""

    space: int
    """Market space, 0-11."""
    why: Message
    """The points or the victory that it brings her, for the log."""


def find_wanted_check(s: State) -> WantedCheck | None:
    """R14.3 Return the dominance check that she buys: one that gives her more points than each other, or victory."""
    me = wakhan_cards.require_wakhan(s)
    space = next((i for i, space in enumerate(s.market) if space.card in CONTENT.checks and can_buy(s, me, i)), None)
    if space is None:
        return None
    after = simulate_rule(s, partial(purchase_card, player=me, index=space)).state
    points_by_player = after.checks[-1].gained_vp
    if is_over(after) and any(score.seat == me and score.place == 1 for score in compute_scores(after)):
        return WantedCheck(space, message("wakhan.ambition.wins"))
    if all(points_by_player[me] > points for player, points in enumerate(points_by_player) if player != me):
        return WantedCheck(space, message("wakhan.ambition.points", gain=points_by_player[me]))
    return None


# ---------------------------------------------------------------- bonus actions


async def take_bonus_actions(ctx: GameContext[State]) -> None:
    """R14.3 Use the favored unused cards of her court from left to right, each for its leftmost possible action.

    Cards that have left the court meanwhile are skipped.
    """
    s, me = ctx.state, wakhan_cards.require_wakhan(ctx.state)
    for card in list(s.players[me].court):
        if card not in s.players[me].court or card in s.current_turn.used_cards or not is_favored(s, me, card):
            continue
        for action in CONTENT.cards[card].actions:
            if can_pay(s, card, action) and has_target(s, card, action):
                with ctx.log_line():
                    await take_action(ctx, card, action)
                break
