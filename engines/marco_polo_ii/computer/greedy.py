"""The strongest computer player: it thinks its turn through (`Greedy`) and judges it by `worth`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engines.kernel import Greedy, Option, Prompt, Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table.questions import (
    Adjust,
    ChooseWay,
    Destination,
    DrawContracts,
    MainAction,
    PlaceDice,
    RollAgain,
    RollBlack,
    UsePurse,
)
from engines.marco_polo_ii.table.spaces import worth as pips
from engines.marco_polo_ii.table.state import State

from .evaluation import RATES, die_worth, worth

WAYS = 3
TARGETS = 14


def worth_trying(state: State, prompt: Prompt) -> Sequence[Option]:
    """Of dice that do the same the cheapest, of ways the first ones, of the purse one die for each gain."""
    match prompt.about:
        case PlaceDice(space):
            return _dice(prompt.options, space)
        case ChooseWay():
            return prompt.options[:WAYS]
        case Destination():
            return _targets(state, prompt)
        case UsePurse():
            return _first_of(prompt.options, lambda option: option.value[0])
        case Adjust():
            return [option for option in prompt.options if option.value[1] > pips(option.value[0])] or prompt.options
        case _:
            return prompt.options


def _first_of(options: Sequence[Option], kind: Callable[[Option], object]) -> list[Option]:
    kept: dict[object, Option] = {}
    for option in options:
        kept.setdefault(kind(option), option)
    return list(kept.values())


def _dice(options: Sequence[Option], space: str) -> list[Option]:
    """Of every value the first set, which uses up the lowest dice; of a market or the contracts the lowest die."""
    kept: dict[int, Option] = {}
    for option in options:
        value = min(map(pips, option.value.pieces))
        kept.setdefault(value, option)
    found = list(kept.values())
    return found[:1] if space.startswith(("market", "contracts", "khan", "travel_1")) else found


def _targets(state: State, prompt: Prompt) -> Sequence[Option]:
    """Cities without an own post first."""
    posts = state.players[prompt.seat].posts
    new = [option for option in prompt.options if option.value is None or option.value[1] not in posts]
    return (new or prompt.options)[:TARGETS]


def prospect(state: State, prompt: Prompt) -> float:
    """What is about to be rolled or drawn."""
    match prompt.about:
        case RollBlack(dice):
            return dice * die_worth(3.5)
        case RollAgain(value):
            return die_worth(3.5) - die_worth(value) - RATES["camels"] - owed(state, prompt.seat)
        case DrawContracts(number):
            left = CONTENT.data.meta.rounds - state.round
            return 0.8 * number * min(1.0, 0.25 + left / CONTENT.data.meta.rounds)  # late ones are seldom fulfilled
        case _:
            return 0.0


def owed(s: State, seat: Seat) -> float:
    """R5 The lowest die, while the turn still owes a main action: it goes whatever is done. Else rolling dice again,
    one after the other, would look better than a modest main action, because it puts that off."""
    turn, player = s.playing, s.players[seat]
    if turn is None or turn.seat != seat or turn.acted or not player.has_dice:
        return 0.0
    return die_worth(min((*player.dice, *player.black)))


def rest(prompt: Prompt) -> bool:
    """The question of the turn, to which every bonus action comes back."""
    return isinstance(prompt.about, MainAction)


greedy = Greedy(worth, worth_trying, rest, prospect)
