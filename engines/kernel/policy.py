"""Computer players: their interface, and the random one, which knows no game, fills seats and fuzzes the rules."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from .chance import Rng
from .match import Match
from .messages import Seat
from .prompt import Option, Prompt

RANDOM = "random"


DEFAULT_TRIES = 500
"""Enough for the turns of the present games, in well under a second."""


@dataclass(slots=True)
class SearchBudget:
    """The remaining budget of a computer player for one decision.

    It counts tries, not seconds, so that a player is equally strong on a busy machine.
    """

    tries: int = DEFAULT_TRIES
    """Answers that may still be applied to a fork; the search counts them down, a few below 0 at the end."""

    @property
    def is_spent(self) -> bool:
        return self.tries <= 0


AnswerLine = tuple[tuple[str, ...], ...]
"""Answers to the open question and to the questions after it, if there are more: valid in this order until something is
revealed or another seat is asked.
"""

Policy = Callable[[Match[Any], Prompt, Rng, SearchBudget], AnswerLine]
"""A computer player: (world, prompt, rng, budget) -> a line of at least one answer. The world is a Match in which
everything hidden from the seat was redealt.
"""

SIDE_ACTION_ODDS = 4
"""One random answer in this many is a side action."""


def pick_random_answer(_world: Match[Any], prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """Return any legal answer; the number of options is picked first, then the options."""
    if prompt.side_actions and rng.pick_below(SIDE_ACTION_ODDS) == 0:
        return (rng.pick(prompt.side_actions).key,)
    if prompt.kind == "each":
        return tuple(rng.pick(group).key for group in prompt.groups)
    if prompt.kind == "one":  # fast path that picks as many numbers as the code below
        rng.pick_below(1)
        return (rng.pick(prompt.options).key,)
    keys = [option.key for option in prompt.options for _ in range(option.limit)]
    count = prompt.min + rng.pick_below(min(prompt.max, len(keys)) - prompt.min + 1)
    return tuple(rng.sample(keys, count))


def choose_line(
    match: Match[Any], seat: Seat, policy: Policy, rng: Rng, budget: SearchBudget | None = None
) -> AnswerLine:
    """Return the line of answers that the policy chooses for this seat. It sees an imagined world, never the true
    State.

    budget: default `DEFAULT_TRIES`. Raises ValueError if the seat is not asked anything.
    """
    world = match.imagine_world(seat, rng)
    prompt = world.find_prompt(seat)
    if prompt is None:
        raise ValueError(f"seat {seat} has nothing to decide")
    return policy(world, prompt, rng, budget or SearchBudget())


def play_randomly(world: Match[Any], prompt: Prompt, rng: Rng, _budget: SearchBudget) -> AnswerLine:
    """Answer the question at random: the policy of `RANDOM`."""
    return (pick_random_answer(world, prompt, rng),)


Answer = tuple[str, ...]

MAX_FULL_LIST = 30
"""Maximum number of answers to one question of which all are tried."""


def list_answers(prompt: Prompt, options: Sequence[Option]) -> list[Answer]:
    """Return every answer that uses only these options; if there are more than `MAX_FULL_LIST`, one per option, which
    contains that option as often as is allowed.

    Side actions count as answers. If no answer is possible with these options alone, all options are used.
    """
    answers = _list_all_answers(prompt, options)
    if answers is None:
        answers = [_fill_with(prompt, option, options) for option in options]
    if not answers:
        return list_answers(prompt, prompt.options)
    return [*dict.fromkeys(answers), *((side_action.key,) for side_action in prompt.side_actions)]


def list_shown_answers(prompt: Prompt) -> list[Answer] | None:
    """Return every answer that the player may give, side actions among them; None if several options are chosen
    together in more than `MAX_FULL_LIST` ways.
    """
    answers = _list_all_answers(prompt, prompt.options)
    return None if answers is None else [*answers, *((side_action.key,) for side_action in prompt.side_actions)]


def _list_all_answers(prompt: Prompt, options: Sequence[Option]) -> list[Answer] | None:
    """Return the answers that use only these options; None if these are more than `MAX_FULL_LIST` combinations."""
    if prompt.kind in ("one", "confirm"):
        return [(option.key,) for option in options]
    answers = list(islice(_iter_combinations(prompt, options), MAX_FULL_LIST + 1))
    return answers if len(answers) <= MAX_FULL_LIST else None


def iter_neighbours(prompt: Prompt, options: Sequence[Option], answer: Answer) -> Iterator[Answer]:
    """Yield legal answers that differ from this one by one key: one added, one removed, or one replaced."""
    if prompt.kind in ("one", "confirm") or not set(answer) <= {option.key for option in options}:
        return
    if prompt.kind == "each":
        for index, group in enumerate(prompt.groups):
            yield from ((*answer[:index], option.key, *answer[index + 1 :]) for option in group if option in options)
        return
    spare = [option.key for option in options if answer.count(option.key) < option.limit]
    for index in range(len(answer)):
        rest = answer[:index] + answer[index + 1 :]
        yield from (_sort_keys(prompt, (*rest, key)) for key in spare if key != answer[index])
        if len(rest) >= prompt.min:
            yield rest
    if len(answer) < prompt.max:
        yield from (_sort_keys(prompt, (*answer, key)) for key in spare)


def _iter_combinations(prompt: Prompt, options: Sequence[Option]) -> Iterator[Answer]:
    if prompt.kind == "each":
        groups = [[option.key for option in group if option in options] for group in prompt.groups]
        return product(*groups)
    return (answer for answer in _iter_spreads(options, prompt.max) if len(answer) >= prompt.min)


def _iter_spreads(options: Sequence[Option], max_total: int) -> Iterator[Answer]:
    """Yield every distribution of up to `max_total` things over these options, those with many on the first options
    first.
    """
    if not options:
        yield ()
        return
    first, *others = options
    for count in range(min(first.limit, max_total), -1, -1):
        for rest in _iter_spreads(others, max_total - count):
            yield (first.key,) * count + rest


def _fill_with(prompt: Prompt, option: Option, options: Sequence[Option]) -> Answer:
    """Return the answer that contains this option as often as allowed, then the others in their order."""
    if prompt.kind == "each":
        first_options = [next((choice for choice in group if choice in options), group[0]) for group in prompt.groups]
        return tuple(option.key if first.group == option.group else first.key for first in first_options)
    others = [choice for choice in options if choice is not option]
    return _sort_keys(prompt, [choice.key for choice in (option, *others) for _ in range(choice.limit)][: prompt.max])


def _sort_keys(prompt: Prompt, keys: Sequence[str]) -> Answer:
    places = {option.key: n for n, option in enumerate(prompt.options)}
    return tuple(sorted(keys, key=places.__getitem__))
