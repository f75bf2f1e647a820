"""R5 The actions of a turn: one menu of all legal purchases, plays and card uses, repeated until the turn ends."""

from collections.abc import Callable, Coroutine, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from engines.kernel import GameContext, Message, NounRef, Option, message
from engines.pax_pamir.actions import battle, betray, build, gift, move, tax
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Action
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.preview.consequences import describe_icons, describe_icons_briefly
from engines.pax_pamir.rules import bribes, play
from engines.pax_pamir.rules.cleanup_preview import list_coming_checks
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.table.bribes import Due, compute_action_budget, find_hostage_bribe, find_play_bribe, may_decline
from engines.pax_pamir.table.derived import compute_court_limit, is_favored
from engines.pax_pamir.table.market import compute_cost, find_free_ability, is_locked, list_purchasable
from engines.pax_pamir.table.names import describe_effect, describe_printed_card, name_card
from engines.pax_pamir.table.questions import ENDS, Buy, End, Menu, PlaceRoad, PlaceSpy, Play, Start, Use
from engines.pax_pamir.table.state import State


class CardAction(NamedTuple):
    """The functions of a card action (R8)."""

    is_possible: Callable[[State, int, Due | None], bool]
    """(state, player, due): whether the action can have an effect if the player owes this bribe, whatever the card."""
    forecast: Callable[[State, int, int, Due | None], list[Message]]
    """(state, player, card, due): short texts of what the action can do with this card."""
    carry_out: Callable[[GameContext[State], int, int], Coroutine[Any, Any, None]]
    """(context, player, card): carry out the action, asking the player."""


CARD_ACTIONS: dict[Action, CardAction] = {
    "tax": CardAction(tax.is_possible, tax.forecast_tax, tax.perform_tax),
    "gift": CardAction(gift.is_possible, gift.forecast_gift, gift.perform_gift),
    "build": CardAction(build.is_possible, build.forecast_build, build.perform_build),
    "move": CardAction(move.is_possible, move.forecast_move, move.perform_move),
    "betray": CardAction(betray.is_possible, betray.forecast_betray, betray.perform_betray),
    "battle": CardAction(battle.is_possible, battle.forecast_battle, battle.perform_battle),
}


async def take_actions(ctx: GameContext[State], player: int) -> None:
    """R5 Let the player take actions in any order, until the turn ends or nothing is left to do."""
    s = ctx.state
    while s.phase == "turn":
        turn, hand_size = s.current_turn, len(s.players[player].hand)
        # Playable hand cards are secret, so with cards in hand the question is always asked.
        start: Start = await ctx.choose(
            player,
            "menu.ask" if turn.actions else "menu.ask_bonus",
            partial(list_starts, s, player),
            rule="R5",
            default="end",
            asks_always=turn.actions > 0 and hand_size > 0,
            subject=Menu(turn.actions),
            coming=partial(list_coming_checks, s, player),
            locked=partial(_list_locked_cards, s, player),
            actions=turn.actions,
            rupees=s.players[player].rupees,
        )
        with ctx.log_line():
            match start:
                case Buy(space):
                    await purchase_card(ctx, player, space)
                case Play(card, end):
                    await play.play_card(ctx, player, card, end)
                case Use(card, action):
                    await CARD_ACTIONS[action].carry_out(ctx, player, card)
                case _:
                    return


def list_starts(s: State, player: int) -> Sequence[Option]:
    """R5 Return the options of the menu: all starts that can have an effect and are affordable (R7 bribes aside)."""
    options: list[Option] = []
    if s.current_turn.actions:
        options += list_purchases(s, player)
        options += list_plays(s, player)
    options += list_uses(s, player)
    options.append(_end_option(s.current_turn.actions))
    return options


def list_purchases(s: State, player: int) -> list[Option]:
    """R6.1 Return the options to purchase a card."""
    rupees, spaces, events = s.players[player].rupees, s.market, CONTENT.events
    options = []
    for index, (card, cost) in list_purchasable(s, player).items():
        key, value, label, place = _build_buy_entry(index, card, cost)
        price: Callable[[], Message] = partial(_describe_price, cost, spaces[index].rupees, rupees)
        detail = (
            partial(_describe_bought_event, s, player, value, card, price)
            if card in events
            else partial(_describe_bought_card, s, player, card, price)
        )
        options.append(Option(key, value, label, detail, _BUY, place))
    return options


def _list_locked_cards(s: State, player: int) -> tuple[Message, ...]:
    """R6.1 Return a note on affordable cards that are locked this turn; empty if there are none."""
    rupees = s.players[player].rupees
    excluded = [i for i in range(len(s.market)) if not is_locked(s, i) or compute_cost(s, player, i) > rupees]
    cards = tuple(name_card(space.card) for i, space in enumerate(s.market) if space.card and i not in excluded)
    return (Message("menu.locked", {"cards": cards}),) if cards and s.current_turn.actions else ()


def list_plays(s: State, player: int) -> list[Option]:
    """R6.2 Return the options to play a hand card: at either end of the court, or one option if the court is empty."""
    ends = ENDS if s.players[player].court else ENDS[:1]
    options = []
    for card in s.players[player].hand:
        due = find_play_bribe(s, player, card)
        if due is None or compute_action_budget(s, player, due) >= 0:
            for end in ends:
                key, value, label, place = _build_play_entry(card, end, len(ends) > 1)
                detail = partial(_describe_played_card, s, player, value)
                variant = _VARIANTS[end] if len(ends) > 1 else None
                options.append(Option(key, value, label, detail, _PLAY, place, variant=variant))
    return options


def list_uses(s: State, player: int) -> list[Option]:
    """R5, R4.7 Return the options to use a card of the court.

    Each card gives one action per turn; a favored card needs no action left. `is_possible` is computed once per action
    and bribe.
    """
    options: list[Option] = []
    turn = s.current_turn
    is_possible_by_action: dict[tuple[Action, Due | None], bool] = {}
    for card in s.players[player].court:
        if card in turn.used_cards or not (turn.actions or is_favored(s, player, card)):
            continue
        due = find_hostage_bribe(s, player, card) if card in s.spies else None
        if due is not None and compute_action_budget(s, player, due) < 0:
            continue
        for action in CONTENT.cards[card].actions:
            possible = is_possible_by_action.get((action, due))
            if possible is None:
                possible = is_possible_by_action[action, due] = CARD_ACTIONS[action].is_possible(s, player, due)
            if possible:
                key, value, label, place = _build_use_entry(card, action)
                options.append(Option(key, value, label, partial(_describe_use, s, player, value), _USE, place))
    return options


# ---------------------------------------------------------------- options


@lru_cache(1 << 11)
def _build_buy_entry(index: int, card: int, cost: int) -> tuple[str, Buy, Message, str]:
    """Return key (`buy:3`), value, label and place of an option."""
    label = message("menu.buy", card=name_card(card), cost=cost)
    return f"buy:{index}", Buy(index), label, f"market:{index}"


def _describe_price(cost: int, card_rupees: int, rupees: int) -> Message:
    """Return a text of the cost, and of the rupees left afterwards.

    card_rupees: rupees on the card; rupees: rupees of the player before
    """
    rupees_left = rupees - cost + card_rupees
    if card_rupees:
        return message("menu.buy_rich", cost=cost, left=rupees_left, found=card_rupees)
    return message("menu.buy_detail", cost=cost, left=rupees_left)


def _describe_bought_card(s: State, player: int, card: int, price: Callable[[], Message]) -> Message:
    """Return the detail of a court card to buy.

    Price, ability that makes it free (R11), change of loyalty when played (R4.10), icons, printed facts.
    """
    patriot = CONTENT.cards[card].patriot
    changes_loyalty = patriot not in ("none", s.players[player].loyalty)
    loyalty_words = (
        [Message("menu.buy_turns", {"coalition": NounRef(f"coalition.{patriot}")})] if changes_loyalty else []
    )
    ability = find_free_ability(s, player, card)
    free_words = [] if ability is None else [Message("menu.free", {"ability": NounRef(f"ability.{ability}")})]
    return consequences.join_texts(
        [
            price(),
            *free_words,
            *loyalty_words,
            describe_icons_briefly(card),
            describe_printed_card(card, omits_patriot=changes_loyalty),
        ]
    )


def _describe_bought_event(s: State, player: int, start: Buy, card: int, price: Callable[[], Message]) -> Message:
    """R12 Return the detail of an event to buy: price, effect and its results; for a check the scores (R10)."""
    parts = consequences.list_results(s, partial(purchase_card, player=player, index=start.space), player)
    # Left out: the price, which is shown anyway, and open choices, because the effect text says them.
    result_words = consequences.select_words(parts, "costs", "gains", "left", "open")
    if card in CONTENT.checks:
        return consequences.join_texts([price(), *result_words])
    return Message(
        "menu.buy_event_then" if result_words else "menu.buy_event",
        {"how": price(), "effect": describe_effect(CONTENT.events[card].purchased), "then": tuple(result_words)},
    )


def _describe_played_card(s: State, player: int, start: Play) -> Message:
    """Return the detail of a card to play: bribe, certain results, icons and printed facts."""
    card, end = start
    due = find_play_bribe(s, player, card)
    bribe_words = [] if due is None else [_describe_bribe(s, player, due)]

    async def run_play(ctx: GameContext[State]) -> None:
        if due is not None and not may_decline(s, player) and due.full <= s.players[player].rupees:
            bribes.pay_bribe(ctx, player, due, due.full)
        ctx.state.current_turn.actions -= 1
        await play.enter_court(ctx, player, card, end)

    parts = consequences.list_results(s, run_play, player, (PlaceRoad, PlaceSpy))
    result_words = consequences.select_words(parts, *(("costs",) if bribe_words else ()))  # the bribe is the only cost
    return consequences.join_texts(
        [
            *bribe_words,
            *_describe_court_excess(s, player, card),
            *result_words,
            describe_icons(card),
            describe_printed_card(card),
        ]
    )


def _describe_court_excess(s: State, player: int, card: int) -> list[Message]:
    """R9.1 Return a warning if the court would be over its limit. The card's own political stars raise the limit."""
    court_card = CONTENT.cards[card]
    excess = (
        len(s.players[player].court)
        + 1
        - compute_court_limit(s, player)
        - court_card.rank * (court_card.suit == "political")
    )
    return [Message("menu.court_over", {"over": excess})] if excess > 0 else []


@lru_cache(1 << 10)
def _build_play_entry(card: int, end: End, has_two_ends: bool) -> tuple[str, Play, Message, str]:
    """Return key (`play:69:left`), value, label and place of an option."""
    words = name_card(card)
    label = (
        message("menu.play", card=words, end=NounRef(f"place.{end}_end"))
        if has_two_ends
        else message("menu.play_first", card=words)
    )
    return f"play:{card}:{end}", Play(card, end), label, f"hand:{card}"


def _describe_use(s: State, player: int, start: Use) -> Message:
    """Return the detail of a card to use: reach of the action, and the results that are certain before a question."""
    card, card_action, due = start.card, CARD_ACTIONS[start.action], find_hostage_bribe(s, player, start.card)
    words = [Message("menu.bonus" if is_favored(s, player, card) else "menu.one_action")]
    if due is not None:
        words.append(_describe_bribe(s, player, due))
    words += card_action.forecast(s, player, card, due)
    if due is None:
        known_discards = betray.list_targets(s, player) if start.action == "betray" else ()
        parts = consequences.list_results(
            s, lambda t: card_action.carry_out(t, player, card), player, known_discards=known_discards
        )
        words += consequences.select_words(parts, "open")
    return consequences.join_texts(words)


@lru_cache(1 << 10)
def _build_use_entry(card: int, action: Action) -> tuple[str, Use, Message, str]:
    """Return key (`use:13:tax`), value, label and place of an option."""
    label = message("menu.use", card=name_card(card), action=NounRef(f"action.{action}"))
    return f"use:{card}:{action}", Use(card, action), label, f"court:{card}"


def _describe_bribe(s: State, player: int, due: Due) -> Message:
    """Return a text of the bribe that is due, and whether it must be lowered to be affordable."""
    is_unaffordable = due.full > s.players[player].rupees and not may_decline(s, player)
    return Message(
        "menu.bribe_dear" if is_unaffordable else "menu.bribe", {"payee": s.name_player(due.payee), "full": due.full}
    )


@lru_cache
def _end_option(actions_left: int) -> Option:
    return Option(
        "end", "end", Message("menu.end"), Message("menu.end_left", {"actions": actions_left}) if actions_left else None
    )


_ENDS: dict[End, Message] = {"left": Message("menu.at_left"), "right": Message("menu.at_right")}
_VARIANTS: dict[End, Message] = {"left": Message("menu.play_left"), "right": Message("menu.play_right")}
_BUY, _PLAY, _USE = Message("menu.group_buy"), Message("menu.group_play"), Message("menu.group_use")
