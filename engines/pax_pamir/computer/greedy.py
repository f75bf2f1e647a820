"""The strongest computer player: it searches through its turn (`GreedyPlayer`) and uses `evaluate`.

For bribes and for the first loyalty it uses rules of thumb.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engines.kernel import AnswerLine, Decision, GreedyPlayer, Match, Option, Prompt, Rng, SearchBudget, simulate_rule
from engines.pax_pamir.data.content import COALITIONS, CONTENT, compute_least_cost
from engines.pax_pamir.rules.cleanup import discard_leftmost_events
from engines.pax_pamir.rules.cleanup_preview import LEFTMOST
from engines.pax_pamir.table.bribes import GiveUp, Offer, Pay, find_hostage_bribe, find_play_bribe, may_decline
from engines.pax_pamir.table.derived import compute_hand_limit
from engines.pax_pamir.table.questions import BribeAnswered, BribeAsked, BribeOffered, ChooseLoyalty, Menu, Play, Use
from engines.pax_pamir.table.state import COLUMNS, State

from .evaluation import evaluate

UNUSED_ACTION_COST = 0.1
"""Penalty for an action not taken. A free card of the market is better than that, so games come to an end."""
HAGGLING_COST = 0.15
"""Penalty for asking for a lower bribe: it takes time, and the answer is uncertain."""
PAYS_LITTLE_MORE, PAYS_FULL = 0.8, 0.4
"""Probability that the payer accepts a counter-demand: for a sum just above the offer, and for the full bribe."""

Answer = tuple[str, ...]


def choose_greedy_line(world: Match[Any], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    """Return the line with the best evaluation; among equals a random one."""
    match prompt.subject:
        case ChooseLoyalty():
            values = evaluate_coalitions(world.state)
        case BribeOffered(_, full, offer):
            values = _evaluate_replies(world, prompt, full, offer, budget)
        case BribeAsked():
            return HAGGLER(world, prompt, rng, budget)
        case _:
            return _cut_before_bribe(world, prompt.seat, THINKER(world, prompt, rng, budget))
    best = max(values.values())
    return (rng.pick([answer for answer, value in values.items() if value > best - 1e-9]),)


# ---------------------------------------------------------------- the seat's own turn


def _cut_before_bribe(world: Match[Any], seat: int, line: AnswerLine) -> AnswerLine:
    """Cut a line before the first bribe. The search assumed the full bribe, but the player may first ask for less."""
    branch = world.fork()
    for number, keys in enumerate(line):
        prompt = branch.find_prompt(seat)
        if number and prompt is not None and isinstance(prompt.subject, BribeAsked):
            return line[:number]
        branch.apply(Decision(branch.step, seat, keys))
    return line


def _prune_options(s: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options worth searching: one end of the court, no useless purchases, and one offer at half price."""
    match prompt.subject:
        case Menu(actions):
            useless_purchases = _list_useless_purchases(s, prompt.seat) if actions == 1 else frozenset()
            return [
                option
                for option in prompt.options
                if not option.key.endswith(":right") and option.key not in useless_purchases
            ]
        case BribeAsked(_, full):
            return _prune_settlements(s, prompt, full)
        case _:
            return prompt.options


def _list_useless_purchases(s: State, player: int) -> frozenset[str]:
    """R9.2 Return the keys of useless purchases as the last action: court cards without rupees, if the hand is full.

    A card would have to be discarded at once. As the first action such purchases stay allowed: the card can still be
    played, or it may be the only thing to do, which makes the deck run down.
    """
    if len(s.players[player].hand) < compute_hand_limit(s, player):
        return frozenset()
    return frozenset(
        f"buy:{index}" for index, space in enumerate(s.market) if space.card in CONTENT.cards and not space.rupees
    )


def _prune_settlements(s: State, prompt: Prompt, full: int) -> Sequence[Option]:
    """R7.2 Return the full bribe and the offer nearest to half of it; no offer after a refusal.

    Giving up is returned only if nothing else is left. It costs nothing and leads back to the menu, where the same
    start might look best again, without end.
    """
    offers = [option for option in prompt.options if isinstance(option.value, Offer)]
    halfway = (
        [option for option in offers if 2 * option.value.price <= full + 1][:1] if not s.current_turn.requests else []
    )
    others = [option for option in prompt.options if option not in offers]
    return [*(option for option in others if option.key != "cancel"), *halfway] or others


def _is_at_menu(prompt: Prompt) -> bool:
    """R5 Return whether the question is the menu, at which the State alone describes the progress of the turn."""
    return isinstance(prompt.subject, Menu)


def _estimate_prospect(s: State, prompt: Prompt) -> float:
    """Return corrections to the evaluation: unused actions, bribe requests, and a check triggered by the cleanup."""
    if s.turn is None:
        return 0.0
    unused = s.current_turn.actions if prompt.kind == "confirm" else 0
    return (
        _evaluate_coming_check(s, prompt.seat) - UNUSED_ACTION_COST * unused - HAGGLING_COST * s.current_turn.requests
    )


def _evaluate_coming_check(s: State, player: int) -> float:
    """R9.3 Return by how much a check in column 0, triggered by this turn's cleanup, changes the evaluation."""
    if not any(s.market[index].card in CONTENT.checks for index in LEFTMOST):
        return 0.0
    return evaluate(simulate_rule(s, discard_leftmost_events).state, player) - evaluate(s, player)


def _predict_answer(_s: State, prompt: Prompt) -> Answer | None:
    """R7.3 Return the expected answer of others to an offer: they accept at least half of the bribe."""
    match prompt.subject:
        case BribeOffered(_, full, offer):
            return ("accept",) if 2 * offer >= full else ("refuse",)
        case _:
            return None


def _prune_at_full_price(s: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options worth searching at full price, since nobody knows whether an offer will be accepted.

    Starts that cannot be paid in full are tried only before the first refusal of the turn. An affordable full bribe is
    paid after a refusal.
    """
    options = _prune_options(s, prompt)
    match prompt.subject:
        case Menu() if s.current_turn.requests:
            return [option for option in options if not _is_unaffordable(s, prompt.seat, option.value)]
        case BribeAsked():
            return [option for option in options if not isinstance(option.value, Offer)] or options
        case BribeAnswered(_, full):
            paying = [option for option in options if isinstance(option.value, Pay)]
            return paying if Pay(full) in (option.value for option in paying) else options
        case _:
            return options


def _is_unaffordable(s: State, player: int, start: object) -> bool:
    """R7 Return whether the full bribe for this start and the minimum cost of the action are unaffordable."""
    due, cost = None, 0
    match start:
        case Play(card, _):
            due = find_play_bribe(s, player, card)
        case Use(card, action):
            due, cost = find_hostage_bribe(s, player, card), compute_least_cost(action)
    return due is not None and not may_decline(s, player) and due.full + cost > s.players[player].rupees


THINKER = GreedyPlayer(evaluate, _prune_at_full_price, _is_at_menu, _estimate_prospect, _predict_answer)
"""Search at full price; also used for suggestions, which must not count on concessions of others."""
HAGGLER = replace(THINKER, prune=_prune_options)
"""Search for questions about a bribe: it expects that half of the bribe will do."""


# ---------------------------------------------------------------- bribes


def _evaluate_replies(
    world: Match[State], prompt: Prompt, full: int, offer: int, budget: SearchBudget
) -> dict[Answer, float]:
    """R7.3 Evaluate the replies to an offer, by the probability that the payer pays and the results of the action."""
    values: dict[Answer, float] = {}
    for option in prompt.options:
        answer, price = (option.key,), option.value
        if price == offer and option.key == "accept":
            end = THINKER.find_arrival(world, prompt.seat, answer, budget)
            if offer or not _loses_court_card(world.state, end.world.state, prompt.seat):
                values[answer] = end.value
        elif price > offer:
            pay_chance = PAYS_LITTLE_MORE - (PAYS_LITTLE_MORE - PAYS_FULL) * (price - offer) / (full - offer)
            value_if_paid, value_if_given_up = (
                replace(THINKER, predict_answer=payer).find_arrival(world, prompt.seat, answer, budget).value
                for payer in (_FixedPayer(Pay(price)), _FixedPayer(GiveUp()))
            )
            values[answer] = pay_chance * value_if_paid + (1 - pay_chance) * value_if_given_up
    return values


def _loses_court_card(s: State, after: State, player: int) -> bool:
    """R7.3 Return whether the action would cost the player a court card, so that the bribe must not be waived.

    The evaluation alone might prefer waiving: a payer who gives up keeps an action and rupees, which count for them.
    """
    return not set(s.players[player].court) <= set(after.players[player].court)


class _FixedPayer:
    """Predicted answers of a payer who chooses this settlement, or gives up if it is not offered."""

    def __init__(self, settlement: Pay | GiveUp) -> None:
        self.settlement = settlement

    def __call__(self, s: State, prompt: Prompt) -> Answer | None:
        if not isinstance(prompt.subject, BribeAnswered):
            return None
        paying = (option.key for option in prompt.options if option.value == self.settlement)
        return (next(paying, "cancel"),)


# ---------------------------------------------------------------- loyalty


def evaluate_coalitions(s: State) -> dict[Answer, float]:
    """R3.6 Evaluate coalitions: cheap patriots in the market are good, other players of the same loyalty are bad."""
    values: dict[Answer, float] = {}
    for coalition in COALITIONS:
        patriot_value = sum(
            1 / (1 + index % COLUMNS)
            for index, space in enumerate(s.market)
            if space.card in CONTENT.cards and CONTENT.cards[space.card].patriot == coalition
        )
        values[(coalition,)] = patriot_value - sum(player.loyalty == coalition for player in s.players)
    return values
