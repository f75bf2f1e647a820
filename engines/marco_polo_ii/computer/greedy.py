"""The strongest computer player: it searches its turn (kernel `GreedyPlayer`) and judges the results by `evaluate`."""

from collections.abc import Callable, Sequence

from engines.kernel import GreedyPlayer, Option, Prompt, Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.table import questions
from engines.marco_polo_ii.table.spaces import parse_value
from engines.marco_polo_ii.table.state import State

from .evaluation import RATES, evaluate, evaluate_die
from .walks import estimate_walk, select_steps

MAX_PATHS = 3
MAX_TARGETS = 14


def list_options_to_try(state: State, prompt: Prompt) -> Sequence[Option]:
    """Return the options worth searching: of dice with the same effect the cheapest set, the first (cheapest) paths,
    one die for each gain of the purse.
    """
    match prompt.subject:
        case questions.PlaceDice(space):
            return _select_dice(prompt.options, space)
        case questions.ChoosePath():
            return prompt.options[:MAX_PATHS]
        case questions.Destination():
            return _select_targets(state, prompt)
        case questions.NextPlace():
            return select_steps(state, prompt)
        case questions.UsePurse():
            return _keep_first_of_kind(prompt.options, lambda option: option.value[0])
        case questions.Adjust():
            return [
                option for option in prompt.options if option.value[1] > parse_value(option.value[0])
            ] or prompt.options
        case _:
            return prompt.options


def _keep_first_of_kind(options: Sequence[Option], kind: Callable[[Option], object]) -> list[Option]:
    first_options: dict[object, Option] = {}
    for option in options:
        first_options.setdefault(kind(option), option)
    return list(first_options.values())


def _select_dice(options: Sequence[Option], space: str) -> list[Option]:
    """Return the first set of each value, i.e. the lowest dice; only the lowest where the value has no effect."""
    option_by_value: dict[int, Option] = {}
    for option in options:
        value = min(map(parse_value, option.value.pieces))
        option_by_value.setdefault(value, option)
    selected = list(option_by_value.values())
    return selected[:1] if space.startswith(("market", "contracts", "khan", "travel_1")) else selected


def _select_targets(state: State, prompt: Prompt) -> Sequence[Option]:
    """Return the first destinations without a post of the player; all others only if there are none."""
    posts = state.players[prompt.seat].posts
    unvisited = [option for option in prompt.options if option.value is None or option.value[1] not in posts]
    return (unvisited or prompt.options)[:MAX_TARGETS]


def estimate_prospect(state: State, prompt: Prompt) -> float:
    """Return the estimated value of the roll, or of the contracts from the pile, that chance is about to decide."""
    match prompt.subject:
        case questions.RollBlack(dice):
            return dice * evaluate_die(3.5)
        case questions.RollAgain(value):
            return evaluate_die(3.5) - evaluate_die(value) - RATES["camels"] - evaluate_owed_die(state, prompt.seat)
        case questions.NextPlace():
            return estimate_walk(state, prompt.seat)
        case questions.TakeFromPile(number):
            left = CONTENT.data.meta.rounds - state.round
            return 0.8 * number * min(1.0, 0.25 + left / CONTENT.data.meta.rounds)  # late ones are rarely fulfilled
        case _:
            return 0.0


def evaluate_owed_die(s: State, seat: Seat) -> float:
    """R5 Return the value of the lowest die while the turn still owes a main action, as it will be spent anyway.

    Without this, rerolling dice one after the other would look better than a modest main action, which it postpones.
    """
    turn, player = s.playing, s.players[seat]
    if turn is None or turn.seat != seat or turn.has_acted or not player.has_dice:
        return 0.0
    return evaluate_die(min((*player.dice, *player.black)))


def is_main_question(prompt: Prompt) -> bool:
    """Return whether it is the question of the turn, which is asked again after each bonus action."""
    return isinstance(prompt.subject, questions.MainAction)


greedy = GreedyPlayer(evaluate, list_options_to_try, is_main_question, estimate_prospect)
