"""The computer player of Quo Vadis: it searches its turn (`GreedyPlayer`) and rates the results with `evaluate`."""

from collections.abc import Sequence

from engines.kernel import AnswerLine, GreedyPlayer, Match, Option, Prompt, Rng, SearchBudget, Seat
from engines.quo_vadis.questions import Bid, ChooseArea, SetSkill
from engines.quo_vadis.rules.area import AreaAnswer
from engines.quo_vadis.table.board import list_bonus_areas, list_participants
from engines.quo_vadis.table.state import State

from .evaluation import evaluate
from .war_value import choose_bid, evaluate_coming_war

SKILL_BONUS = 1.0
"""Bonus for a skill that is still to be set, in addition to its value."""


def estimate_prospect(state: State, prompt: Prompt) -> float:
    """Return the gains still to come in this turn: the territory bonus of a change, and a certain war.

    They count from the answer that causes them, so that the search does not drop a line before it pays.
    """
    turn, seat = state.turn, prompt.seat
    if state.phase != "turn" or turn is None or turn.player != seat or isinstance(prompt.subject, SetSkill):
        return 0.0
    value = estimate_coming_bonus(state, seat)
    if turn.area is not None and not isinstance(prompt.subject, ChooseArea):
        value += evaluate_coming_war(state, seat)
    return value


def estimate_coming_bonus(state: State, seat: Seat) -> float:
    """R7.9 Return the territory bonus of a change and the bonus for the skill."""
    if not state.playing.is_change:
        return 0.0
    return state.playing.old_size * len(list_bonus_areas(state, seat)) + SKILL_BONUS


def select_options(state: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options to search: areas with their cheapest cards, wrath only against others; elsewhere all."""
    if not isinstance(prompt.subject, ChooseArea) or prompt.subject.has_all_cards:
        return prompt.options
    area_options = [option for option in prompt.options if option.value is not None]
    return [
        option
        for option in area_options
        if not option.value.has_strike or _has_others(state, option.value, prompt.seat)
    ]


def _has_others(state: State, answer: AreaAnswer, seat: Seat) -> bool:
    return any(other != seat for other in list_participants(state.areas[answer.way.area], state.seats))


def is_last_before_dice(prompt: Prompt) -> bool:
    """R7.7 Return whether the question is a declaration, the last one before the dice."""
    return isinstance(prompt.subject, Bid)


def predict_answer(state: State, prompt: Prompt) -> tuple[str, ...] | None:
    """Return a rival's answer in the search: declarations by their odds."""
    return (choose_bid(state, prompt),) if isinstance(prompt.subject, Bid) else None


greedy_player = GreedyPlayer(
    evaluate,
    select_options,
    predict_answer=predict_answer,
    is_last=is_last_before_dice,
    estimate_prospect=estimate_prospect,
)


def play_greedily(world: Match[State], prompt: Prompt, rng: Rng, budget: SearchBudget) -> AnswerLine:
    """Answer declarations by their odds, as dice rolled in the search are not the real ones; else search the turn."""
    if isinstance(prompt.subject, Bid):
        return ((choose_bid(world.state, prompt),),)
    return greedy_player(world, prompt, rng, budget)
