"""The computer player of Quo Vadis: it thinks its turn through (`Greedy`) and judges it by `worth`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Budget, Greedy, Line, Match, Option, Prompt, Rng, Seat
from engines.quo_vadis.questions import Bid, ChooseArea, SetSkill
from engines.quo_vadis.rules.area import Selected
from engines.quo_vadis.table.board import participants, territory
from engines.quo_vadis.table.state import State

from .evaluation import worth
from .fight import bid, coming_war

SKILL = 1.0
"""What a skill is worth before it is set, beside its value."""


def prospect(state: State, prompt: Prompt) -> float:
    """What the turn will bring beside what stands: the territory bonus of a change; a war that is sure to come.

    It is counted from the answer on that brings it about, so that a line is not given up before it pays.
    """
    turn, seat = state.turn, prompt.seat
    if state.phase != "turn" or turn is None or turn.player != seat or isinstance(prompt.about, SetSkill):
        return 0.0
    value = coming_bonus(state, seat)
    if turn.area is not None and not isinstance(prompt.about, ChooseArea):
        value += coming_war(state, seat)
    return value


def coming_bonus(state: State, seat: Seat) -> float:
    """R7.9 The territory bonus of a change, and the skill."""
    if not state.playing.changed:
        return 0.0
    return state.playing.old * len(territory(state, seat)) + SKILL


def worth_trying(state: State, prompt: Prompt) -> Sequence[Option]:
    """Areas by their cheapest cards only, with wrath only where others stand, too; all else."""
    if not isinstance(prompt.about, ChooseArea) or prompt.about.other:
        return prompt.options
    chosen = [option for option in prompt.options if option.value is not None]
    return [option for option in chosen if not option.value.strike or _others(state, option.value, prompt.seat)]


def _others(state: State, selected: Selected, seat: Seat) -> bool:
    return any(other != seat for other in participants(state.areas[selected.way.area], state.seats))


def before_the_dice(prompt: Prompt) -> bool:
    """R7.7 The declaration of one's own turn."""
    return isinstance(prompt.about, Bid)


def others(state: State, prompt: Prompt) -> tuple[str, ...] | None:
    """Rivals declare by their odds."""
    return (bid(state, prompt),) if isinstance(prompt.about, Bid) else None


thinker = Greedy(worth, worth_trying, others=others, last=before_the_dice, prospect=prospect)


def greedy(world: Match[State], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    """Bids by their odds, since dice in thought are not the true ones; all else by thinking the turn through."""
    if isinstance(prompt.about, Bid):
        return ((bid(world.state, prompt),),)
    return thinker(world, prompt, rng, budget)
