"""The strongest computer player: it searches its turn (kernel `GreedyPlayer`) and judges the results by `evaluate`."""

from collections.abc import Callable, Sequence

from engines.kernel import Option, Prompt, Seat
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.rules.reach import build_resources
from engines.marco_polo_ii.table import questions
from engines.marco_polo_ii.table.paths import list_paths
from engines.marco_polo_ii.table.spaces import parse_value
from engines.marco_polo_ii.table.state import State
from tests.greedy_0_12.search import GreedyPlayer

from .evaluation import RATES, evaluate, evaluate_die

MAX_PATHS = 3
MAX_TARGETS = 14


def is_worth_trying(state: State, prompt: Prompt) -> Sequence[Option]:
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
            return _select_steps(state, prompt) or prompt.options
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


def _select_steps(state: State, prompt: Prompt) -> list[Option]:
    """Return the options on the cheapest path to the destinations that `_select_targets` would select.

    In 0.12 a destination and then one of its paths were chosen; the player has no eye for a path place by place.
    """
    player, moving = state.players[prompt.seat], state.turn.moving
    assert moving is not None
    resources, selected = build_resources(player, moving.budget), set()
    walked = moving.walk.path.places if moving.walk is not None else ()
    for figure, start in enumerate(player.figures):
        paths = [paths[0].places for paths in list_paths(start, resources).values()]
        unvisited = [places for places in paths if places[-1] not in player.posts]
        for places in (unvisited or paths)[:MAX_TARGETS]:
            length = len(walked) or 1
            if places[: len(walked)] == walked:
                selected.add((figure, places[length] if len(places) > length else None))
    return [
        option
        for option in prompt.options
        if option.value is None
        or (option.value.figure, None if option.value == moving.walk else option.value.path.end) in selected
    ]


def estimate_prospect(state: State, prompt: Prompt) -> float:
    """Return the estimated value of a roll or a draw that is about to happen."""
    match prompt.subject:
        case questions.RollBlack(dice):
            return dice * evaluate_die(3.5)
        case questions.RollAgain(value):
            return evaluate_die(3.5) - evaluate_die(value) - RATES["camels"] - evaluate_owed_die(state, prompt.seat)
        case questions.TakeFromPile(number):
            left = CONTENT.data.meta.rounds - state.round
            return 0.8 * number * min(1.0, 0.25 + left / CONTENT.data.meta.rounds)  # late ones are seldom fulfilled
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


greedy = GreedyPlayer(evaluate, is_worth_trying, is_main_question, estimate_prospect)
