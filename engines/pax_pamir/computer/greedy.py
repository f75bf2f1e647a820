"""The strongest computer player of Pax Pamir: it thinks its turn through (`Greedy`) and judges it by `worth`.

Apart from that it only has rules of thumb about bribes, and about the loyalty at the beginning.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.kernel import Budget, Decision, Greedy, Line, Match, Option, Prompt, Rng, outcome
from engines.pax_pamir.data.content import COALITIONS, CONTENT, least_cost
from engines.pax_pamir.rules.cleanup import leftmost_events
from engines.pax_pamir.rules.cleanup_preview import LEFTMOST
from engines.pax_pamir.table.bribes import GiveUp, Offer, Pay, for_hostage, for_play, may_decline
from engines.pax_pamir.table.derived import hand_limit
from engines.pax_pamir.table.questions import BribeAnswered, BribeAsked, BribeOffered, ChooseLoyalty, Menu
from engines.pax_pamir.table.starts import Play, Use
from engines.pax_pamir.table.state import COLUMNS, State

from .evaluation import worth

UNUSED = 0.1
"""What an action that is not taken costs. A free card of the market is better, so games come to an end."""
HAGGLING = 0.15
"""What asking for a lower bribe costs: it takes time, and the answer is a guess."""
PAYS_LITTLE_MORE, PAYS_FULL = 0.8, 0.4
"""How likely somebody is to pay what is asked instead of the offer: hardly more than that, or the full bribe."""

Answer = tuple[str, ...]


def greedy(world: Match[Any], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    """What leaves the player best off; among equals, one by chance."""
    match prompt.about:
        case ChooseLoyalty():
            values = coalitions(world.state)
        case BribeOffered(_, full, offer):
            values = _replies(world, prompt, full, offer, budget)
        case BribeAsked():
            return HAGGLER(world, prompt, rng, budget)
        case _:
            return _before_a_bribe(world, prompt.seat, THINKER(world, prompt, rng, budget))
    best = max(values.values())
    return (rng.pick([answer for answer, value in values.items() if value > best - 1e-9]),)


# ---------------------------------------------------------------- the own turn


def _before_a_bribe(world: Match[Any], seat: int, line: Line) -> Line:
    """What was thought out reckons with the full bribe; before it is paid it may be lowered."""
    ahead = world.fork()
    for number, keys in enumerate(line):
        prompt = ahead.prompt(seat)
        if number and prompt is not None and isinstance(prompt.about, BribeAsked):
            return line[:number]
        ahead.apply(Decision(ahead.step, seat, keys))
    return line


def _haggling(s: State, prompt: Prompt) -> Sequence[Option]:
    """Options that may be best: one end of the court, nothing bought in vain, and a halfway offer."""
    match prompt.about:
        case Menu(actions):
            vain = _bought_in_vain(s, prompt.seat) if actions == 1 else frozenset()
            return [option for option in prompt.options if not option.key.endswith(":right") and option.key not in vain]
        case BribeAsked(_, full):
            return _settlements(s, prompt, full)
        case _:
            return prompt.options


def _bought_in_vain(s: State, player: int) -> frozenset[str]:
    """R9.2 With a full hand and the last action: court cards on which nothing lies. One would have to be discarded.

    As the first action they may be bought, to be played or because nothing else is to be had: so the deck runs down.
    """
    if len(s.players[player].hand) < hand_limit(s, player):
        return frozenset()
    return frozenset(
        f"buy:{index}" for index, space in enumerate(s.market) if space.card in CONTENT.cards and not space.rupees
    )


def _settlements(s: State, prompt: Prompt, full: int) -> Sequence[Option]:
    """R7.2 The full bribe, or the offer nearest to half of it, but none after a refusal; to give up only if nothing
    else is left.

    To give up costs nothing and leads back to the menu, where the same start might look good for ever.
    """
    offers = [option for option in prompt.options if isinstance(option.value, Offer)]
    halfway = [option for option in offers if 2 * option.value.price <= full + 1][:1] if not s.playing.requests else []
    others = [option for option in prompt.options if option not in offers]
    return [*(option for option in others if option.key != "cancel"), *halfway] or others


def _at_menu(prompt: Prompt) -> bool:
    """R5 The menu comes again after each action; the State says all of where the turn stands."""
    return isinstance(prompt.about, Menu)


def _outlook(s: State, prompt: Prompt) -> float:
    """Actions that were not taken when the turn ends, the haggling about bribes, and the check that will end it."""
    if s.turn is None:
        return 0.0
    unused = s.playing.actions if prompt.kind == "confirm" else 0
    return _coming_check(s, prompt.seat) - UNUSED * unused - HAGGLING * s.playing.requests


def _coming_check(s: State, player: int) -> float:
    """R9.3 What a dominance check in column 0, which the cleanup of this turn triggers, adds to the worth."""
    if not any(s.market[index].card in CONTENT.checks for index in LEFTMOST):
        return 0.0
    return worth(outcome(s, leftmost_events).state, player) - worth(s, player)


def _likely(_s: State, prompt: Prompt) -> Answer | None:
    """R7.3 How others are expected to answer to an offer: half of a bribe is enough."""
    match prompt.about:
        case BribeOffered(_, full, offer):
            return ("accept",) if 2 * offer >= full else ("refuse",)
        case _:
            return None


def _worth_trying(s: State, prompt: Prompt) -> Sequence[Option]:
    """The same at the full price: whether an offer is accepted cannot be known. What cannot be paid in full is begun
    only before somebody has refused this turn; what can be paid is not given up for a refusal.
    """
    options = _haggling(s, prompt)
    match prompt.about:
        case Menu() if s.playing.requests:
            return [option for option in options if not _too_dear(s, prompt.seat, option.value)]
        case BribeAsked():
            return [option for option in options if not isinstance(option.value, Offer)] or options
        case BribeAnswered(_, full):
            paying = [option for option in options if isinstance(option.value, Pay)]
            return paying if Pay(full) in (option.value for option in paying) else options
        case _:
            return options


def _too_dear(s: State, player: int, start: object) -> bool:
    """R7 Whether the bribe for this start, together with what the action costs at least, is out of reach."""
    due, cost = None, 0
    match start:
        case Play(card, _):
            due = for_play(s, player, card)
        case Use(card, action):
            due, cost = for_hostage(s, player, card), least_cost(action)
    return due is not None and not may_decline(s, player) and due.full + cost > s.players[player].rupees


THINKER = Greedy(worth, _worth_trying, _at_menu, _outlook, _likely)
"""Also for first-game aids: it promises nobody's kindness."""
HAGGLER = replace(THINKER, prune=_haggling)
"""Where a bribe is asked for: it hopes for half of it."""


# ---------------------------------------------------------------- bribes


def _replies(world: Match[State], prompt: Prompt, full: int, offer: int, budget: Budget) -> dict[Answer, float]:
    """R7.3 The rupees that may be asked for, how likely they are paid, and what the payer will do for them."""
    values: dict[Answer, float] = {}
    for option in prompt.options:
        answer, asked = (option.key,), option.value
        if asked == offer and option.key == "accept":
            end = THINKER.arrival(world, prompt.seat, answer, budget)
            if offer or not _loses_a_card(world.state, end.world.state, prompt.seat):
                values[answer] = end.value
        elif asked > offer:
            likely = PAYS_LITTLE_MORE - (PAYS_LITTLE_MORE - PAYS_FULL) * (asked - offer) / (full - offer)
            paid, given_up = (
                replace(THINKER, others=payer).arrival(world, prompt.seat, answer, budget).value
                for payer in (_Pays(Pay(asked)), _Pays(GiveUp()))
            )
            values[answer] = likely * paid + (1 - likely) * given_up
    return values


def _loses_a_card(s: State, after: State, player: int) -> bool:
    """R7.3 Whether a court card is lost by what the bribe is for. Nobody helps to that for nothing.

    To give up leaves the payer an action and rupees, which count as theirs: so a waived bribe might look better.
    """
    return not set(s.players[player].court) <= set(after.players[player].court)


class _Pays:
    """A payer who settles for this alone, or gives up."""

    def __init__(self, settlement: Pay | GiveUp) -> None:
        self.settlement = settlement

    def __call__(self, s: State, prompt: Prompt) -> Answer | None:
        if not isinstance(prompt.about, BribeAnswered):
            return None
        paying = (option.key for option in prompt.options if option.value == self.settlement)
        return (next(paying, "cancel"),)


# ---------------------------------------------------------------- loyalty


def coalitions(s: State) -> dict[Answer, float]:
    """R3.6 Patriots that lie cheap in the market, and few others of the same loyalty."""
    values: dict[Answer, float] = {}
    for coalition in COALITIONS:
        cheap = sum(
            1 / (1 + index % COLUMNS)
            for index, space in enumerate(s.market)
            if space.card in CONTENT.cards and CONTENT.cards[space.card].patriot == coalition
        )
        values[(coalition,)] = cheap - sum(player.loyalty == coalition for player in s.players)
    return values
