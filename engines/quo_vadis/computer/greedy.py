"""The computer player of Quo Vadis: it thinks its turn through (`Greedy`) and judges it by `worth`."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Budget, Greedy, Line, Match, Option, Prompt, Rng, Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.questions import Bid, ChooseArea, EndTurn, StartWar
from engines.quo_vadis.rules.war.strength import chances
from engines.quo_vadis.table.board import controls, territory, towns_in, workers_in
from engines.quo_vadis.table.state import State, War

from .evaluation import area_value, turns_left, worth

SKILL = 1.0
"""What a skill is worth before it is set, beside its value."""
MORALE = 0.5


def prospect(state: State, prompt: Prompt) -> float:
    """What comes after the turn is confirmed: the territory bonus; a war about to be fought."""
    match prompt.about:
        case EndTurn():
            return coming_bonus(state, prompt.seat)
        case StartWar():
            return coming_bonus(state, prompt.seat) + coming_war(state, prompt.seat)
        case _:
            return 0.0


def coming_bonus(state: State, seat: Seat) -> float:
    """R7.9 The territory bonus of a change, and the skill."""
    if not state.playing.changed:
        return 0.0
    return state.playing.old * len(territory(state, seat)) + SKILL


def coming_war(state: State, seat: Seat) -> float:
    """R7.7 What a war will bring or cost, by its odds as they stand."""
    war = state.playing.war
    if war is None:
        return 0.0
    if not any(side.seat == seat for side in war.sides):
        return 0.5  # others fight
    chance = chances(state, war)[seat]
    return chance * DATA.war.win_vp - (1 - chance) * stake(state, war, seat)


def stake(state: State, war: War, seat: Seat) -> float:
    """What a seat loses with a war: workers, people, control; wrath is a small comfort."""
    area = state.areas[war.area]
    towns = towns_in(area, seat)
    left = turns_left(state, seat)
    lost = 0.7 * workers_in(area, seat) * min(1.0, 0.3 * left) + 0.5 * len(towns)
    if controls(area, seat) and not any(town.population > DATA.war.town_loss for town in towns):
        lost += area_value(state, seat, left) + (1.5 if towns else 0.0)
    return lost - 0.4


def bid(state: State, prompt: Prompt) -> str:
    """R7.7 The declaration that pays best, by the odds as they stand."""
    war, seat = state.playing.war, prompt.seat
    assert war is not None
    side, before = war.of(seat), war.of(seat).bid
    prize = DATA.war.win_vp + stake(state, war, seat)
    best, most = prompt.options[0].key, -99.0
    for option in prompt.options:
        side.bid = option.value
        value = chances(state, war)[seat] * prize - MORALE * option.value
        if value > most + 1e-9:
            best, most = option.key, value
    side.bid = before
    return best


def worth_trying(prompt: Prompt) -> Sequence[Option]:
    """Areas by their cheapest cards only; all else."""
    if isinstance(prompt.about, ChooseArea):
        return [option for option in prompt.options if option.value is not None]
    return prompt.options


_greedy = Greedy(worth, lambda state, prompt: worth_trying(prompt), prospect=prospect)


def greedy(world: Match[State], prompt: Prompt, rng: Rng, budget: Budget) -> Line:
    """Bids by their odds, since dice in thought are not the true ones; all else by thinking the turn through."""
    if isinstance(prompt.about, Bid):
        return ((bid(world.state, prompt),),)
    return _greedy(world, prompt, rng, budget)
