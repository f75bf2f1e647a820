"""R5 ACTIONS: purchase, play, use a card, until the player ends the turn. All legal starts are one question."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from engines.kernel import Msg, Option, Table, Term, say
from engines.pax_pamir.actions import battle, betray, build, gift, move, tax
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Action
from engines.pax_pamir.preview import consequences
from engines.pax_pamir.preview.icons import icons, when_played
from engines.pax_pamir.rules import bribes, play
from engines.pax_pamir.rules.cleanup_preview import coming
from engines.pax_pamir.rules.purchase import purchase
from engines.pax_pamir.table.bribes import Due, for_hostage, for_play, may_decline, purse
from engines.pax_pamir.table.derived import court_limit, is_favored
from engines.pax_pamir.table.market import cost_of, for_sale, free_by, is_locked
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.names import effect, printed
from engines.pax_pamir.table.names import space as space_words
from engines.pax_pamir.table.questions import Menu, PlaceRoad, PlaceSpy
from engines.pax_pamir.table.starts import ENDS, Buy, End, Play, Start, Use
from engines.pax_pamir.table.state import State


class CardAction(NamedTuple):
    """A card action.

    possible:  whether it can have an effect for a player who owes that bribe; the rank of the card does not matter
    outlook:   how far it reaches with a card, in a few words
    carry_out: the action as a person takes it with a card
    """

    possible: Callable[[State, int, Due | None], bool]
    outlook: Callable[[State, int, int, Due | None], list[Msg]]
    carry_out: Callable[[Table[State], int, int], Coroutine[Any, Any, None]]


RULES: dict[Action, CardAction] = {
    "tax": CardAction(tax.possible, tax.outlook, tax.tax),
    "gift": CardAction(gift.possible, gift.outlook, gift.gift),
    "build": CardAction(build.possible, build.outlook, build.build),
    "move": CardAction(move.possible, move.outlook, move.move),
    "betray": CardAction(betray.possible, betray.outlook, betray.betray),
    "battle": CardAction(battle.possible, battle.outlook, battle.battle),
}


async def actions(t: Table[State], player: int) -> None:
    """R5 The player's actions, in any order, until the turn is ended or nothing is left to do."""
    s = t.state
    while s.phase == "turn":
        turn, held = s.playing, len(s.players[player].hand)
        # Whether a hand card can be played is not public, so with cards in hand the question is always put.
        start: Start = await t.choose(
            player,
            "menu.ask",
            partial(starts, s, player),
            rule="R5",
            default="end",
            always_ask=turn.actions > 0 and held > 0,
            about=Menu(turn.actions),
            coming=coming(s, player),
            locked=_locked(s, player),
            actions=turn.actions,
            rupees=s.players[player].rupees,
        )
        with t.line():
            match start:
                case Buy(space):
                    await purchase(t, player, space)
                case Play(card, end):
                    await play.play(t, player, card, end)
                case Use(card, action):
                    await RULES[action].carry_out(t, player, card)
                case _:
                    return


def starts(s: State, player: int) -> Sequence[Option]:
    """R5 Everything that may be started now: what can have an effect and, apart from a bribe, can be paid."""
    options: list[Option] = []
    if s.playing.actions:
        options += purchases(s, player)
        options += plays(s, player)
    options += uses(s, player)
    options.append(_end(s.playing.actions))
    return options


def purchases(s: State, player: int) -> list[Option]:
    """R6.1"""
    rupees, spaces, events = s.players[player].rupees, s.market, CONTENT.events
    options = []
    for index, (card, cost) in for_sale(s, player).items():
        key, value, label, place = _buy_words(index, card)
        price: Callable[[], Msg] = partial(_price, cost, spaces[index].rupees, rupees)
        detail = (
            partial(_event_detail, s, player, value, card, price)
            if card in events
            else partial(_card_detail, s, player, card, price)
        )
        options.append(Option(key, value, label, detail, _BUY, place))
    return options


def _locked(s: State, player: int) -> tuple[Msg, ...]:
    """R6.1 Which cards the player could pay for, but not buy this turn, and why."""
    rupees = s.players[player].rupees
    dear = [i for i in range(len(s.market)) if not is_locked(s, i) or cost_of(s, player, i) > rupees]
    cards = tuple(card_words(space.card) for i, space in enumerate(s.market) if space.card and i not in dear)
    return (Msg("menu.locked", {"cards": cards}),) if cards and s.playing.actions else ()


def plays(s: State, player: int) -> list[Option]:
    """R6.2 Each hand card at either end of the court; its ends are the same while the court is empty."""
    ends = ENDS if s.players[player].court else ENDS[:1]
    options = []
    for card in s.players[player].hand:
        due = for_play(s, player, card)
        if due is None or purse(s, player, due) >= 0:
            for end in ends:
                key, value, label, place = _play_words(card, end, len(ends) > 1)
                detail = partial(_play_detail, s, player, value)
                variant = _ENDS[end] if len(ends) > 1 else None
                options.append(Option(key, value, label, detail, _PLAY, place, variant=variant))
    return options


def uses(s: State, player: int) -> list[Option]:
    """R5, R4.7 Each card of the own court gives one action a turn; a favored one does not need an action left.

    An action is judged once, whatever the number of cards that have it.
    """
    options: list[Option] = []
    turn = s.playing
    known: dict[tuple[Action, Due | None], bool] = {}
    for card in s.players[player].court:
        if card in turn.used or not (turn.actions or is_favored(s, player, card)):
            continue
        due = for_hostage(s, player, card) if card in s.spies else None
        if due is not None and purse(s, player, due) < 0:
            continue
        for action in CONTENT.cards[card].actions:
            possible = known.get((action, due))
            if possible is None:
                possible = known[action, due] = RULES[action].possible(s, player, due)
            if possible:
                key, value, label, place = _use_words(card, action)
                options.append(Option(key, value, label, partial(_use_detail, s, player, value), _USE, place))
    return options


# ---------------------------------------------------------------- options


@lru_cache(1 << 11)
def _buy_words(index: int, card: int) -> tuple[str, Buy, Msg, str]:
    """`buy:3`"""
    label = say("menu.buy", card=card_words(card), space=space_words(index))
    return f"buy:{index}", Buy(index), label, f"market:{index}"


def _price(cost: int, found: int, rupees: int) -> Msg:
    """What a player with so many rupees pays and keeps; `found` lie on the card."""
    left = rupees - cost + found
    if found:
        return say("menu.buy_rich", cost=cost, left=left, found=found)
    return say("menu.buy_detail", cost=cost, left=left)


def _card_detail(s: State, player: int, card: int, price: Callable[[], Msg]) -> Msg:
    """What it costs, R11 why nothing; R4.10 whether playing it changes the loyalty, what its icons do then, and what
    else is printed.
    """
    patriot = CONTENT.cards[card].patriot
    changes = patriot not in ("none", s.players[player].loyalty)
    turns = [Msg("menu.buy_turns", {"coalition": Term(f"coalition.{patriot}")})] if changes else []
    ability = free_by(s, player, card)
    free = [] if ability is None else [Msg("menu.free", {"ability": Term(f"ability.{ability}")})]
    return consequences.listed([price(), *free, *turns, when_played(card), printed(card, told=changes)])


def _event_detail(s: State, player: int, start: Buy, card: int, price: Callable[[], Msg]) -> Msg:
    """R12 An event takes effect at once: what it does, and what follows; of a check who scores (R10)."""
    parts = consequences.parts(s, partial(purchase, player=player, index=start.space), player)
    # The price is told anyway, and what is to be chosen is what the event does.
    then = consequences.worded(parts, "costs", "gains", "left", "open")
    if card in CONTENT.checks:
        return consequences.listed([price(), *then])
    return Msg(
        "menu.buy_event_then" if then else "menu.buy_event",
        {"how": price(), "effect": effect(CONTENT.events[card].purchased), "then": tuple(then)},
    )


def _play_detail(s: State, player: int, start: Play) -> Msg:
    """The bribe, what follows as far as it is certain, and the icons."""
    card, end = start
    due = for_play(s, player, card)
    owed = [] if due is None else [_bribe(s, player, due)]

    async def rule(t: Table[State]) -> None:
        if due is not None and not may_decline(s, player) and due.full <= s.players[player].rupees:
            bribes.pay(t, player, due, due.full)
        t.state.playing.actions -= 1
        await play.enter(t, player, card, end)

    parts = consequences.parts(s, rule, player, (PlaceRoad, PlaceSpy))
    told = consequences.worded(parts, "costs") if owed else consequences.worded(parts)  # a card costs but its bribe
    return consequences.listed([*owed, *_full_court(s, player, card), *told, icons(card), printed(card)])


def _full_court(s: State, player: int, card: int) -> list[Msg]:
    """R9.1 That with this card the court is over its limit; its own political stars count towards that."""
    played = CONTENT.cards[card]
    over = len(s.players[player].court) + 1 - court_limit(s, player) - played.rank * (played.suit == "political")
    return [Msg("menu.court_over", {"over": over})] if over > 0 else []


@lru_cache(1 << 10)
def _play_words(card: int, end: End, ends: bool) -> tuple[str, Play, Msg, str]:
    """`play:69:left`"""
    words = card_words(card)
    label = say("menu.play", card=words, end=Term(f"place.{end}_end")) if ends else say("menu.play_first", card=words)
    return f"play:{card}:{end}", Play(card, end), label, f"hand:{card}"


def _use_detail(s: State, player: int, start: Use) -> Msg:
    """How far the action reaches, and what is certain: all that comes before a question."""
    card, rule, due = start.card, RULES[start.action], for_hostage(s, player, start.card)
    words = [Msg("menu.bonus" if is_favored(s, player, card) else "menu.one_action")]
    if due is not None:
        words.append(_bribe(s, player, due))
    words += rule.outlook(s, player, card, due)
    if due is None:
        named = betray.targets(s, player) if start.action == "betray" else ()
        parts = consequences.parts(s, lambda t: rule.carry_out(t, player, card), player, named=named)
        words += consequences.worded(parts, "open")
    return consequences.listed(words)


@lru_cache(1 << 10)
def _use_words(card: int, action: Action) -> tuple[str, Use, Msg, str]:
    """`use:13:tax`"""
    label = say("menu.use", card=card_words(card), action=Term(f"action.{action}"))
    return f"use:{card}:{action}", Use(card, action), label, f"court:{card}"


def _bribe(s: State, player: int, due: Due) -> Msg:
    """What is due, and whether the player depends on the payee's kindness."""
    dear = due.full > s.players[player].rupees and not may_decline(s, player)
    return Msg("menu.bribe_dear" if dear else "menu.bribe", {"payee": s.named(due.payee), "full": due.full})


@lru_cache
def _end(actions: int) -> Option:
    return Option("end", "end", Msg("menu.end"), Msg("menu.end_left", {"actions": actions}) if actions else None)


_ENDS: dict[End, Msg] = {"left": Msg("menu.at_left"), "right": Msg("menu.at_right")}
_BUY, _PLAY, _USE = Msg("menu.group_buy"), Msg("menu.group_play"), Msg("menu.group_use")
