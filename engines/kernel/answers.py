"""Candidate answers for a computer player: every answer where there are at most `FEW`, else one per option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product

from .prompt import Option, Prompt

Answer = tuple[str, ...]

FEW = 30
"""Up to this many answers to one question, all are tried."""


def answers(prompt: Prompt, options: Sequence[Option]) -> list[Answer]:
    """Every answer that uses only these options; if there are more than `FEW`, one per option, with as much of that
    option as is allowed.

    Asides count as answers. Where no answer can be given with these options alone, all options are taken.
    """
    found = list(islice(_every(prompt, options), FEW + 1))
    if len(found) > FEW and prompt.kind not in ("one", "confirm"):
        found = [_most_of(prompt, option, options) for option in options]
    if not found:
        return answers(prompt, prompt.options)
    return [*dict.fromkeys(found), *((aside.key,) for aside in prompt.asides)]


def neighbours(prompt: Prompt, options: Sequence[Option], answer: Answer) -> Iterator[Answer]:
    """Legal answers that differ from this one by one key: one added, one removed, or one replaced."""
    if prompt.kind in ("one", "confirm") or not set(answer) <= {option.key for option in options}:
        return
    if prompt.kind == "each":
        for at, group in enumerate(prompt.groups):
            yield from ((*answer[:at], option.key, *answer[at + 1 :]) for option in group if option in options)
        return
    spare = [option.key for option in options if answer.count(option.key) < option.limit]
    for at in range(len(answer)):
        rest = answer[:at] + answer[at + 1 :]
        yield from (_ordered(prompt, (*rest, key)) for key in spare if key != answer[at])
        if len(rest) >= prompt.min:
            yield rest
    if len(answer) < prompt.max:
        yield from (_ordered(prompt, (*answer, key)) for key in spare)


def _every(prompt: Prompt, options: Sequence[Option]) -> Iterator[Answer]:
    match prompt.kind:
        case "one" | "confirm":
            return ((option.key,) for option in options)
        case "each":
            groups = [[option.key for option in group if option in options] for group in prompt.groups]
            return product(*groups)
        case _:
            return (answer for answer in _spreads(options, prompt.max) if len(answer) >= prompt.min)


def _spreads(options: Sequence[Option], room: int) -> Iterator[Answer]:
    """Up to `room` things over these options, much of the first ones first."""
    if not options:
        yield ()
        return
    first, *others = options
    for number in range(min(first.limit, room), -1, -1):
        for rest in _spreads(others, room - number):
            yield (first.key,) * number + rest


def _most_of(prompt: Prompt, option: Option, options: Sequence[Option]) -> Answer:
    """As much of the option as may be, then of the others in their order."""
    if prompt.kind == "each":
        firsts = [next((one for one in group if one in options), group[0]) for group in prompt.groups]
        return tuple(option.key if first.group == option.group else first.key for first in firsts)
    others = [one for one in options if one is not option]
    return _ordered(prompt, [one.key for one in (option, *others) for _ in range(one.limit)][: prompt.max])


def _ordered(prompt: Prompt, keys: Sequence[str]) -> Answer:
    places = {option.key: n for n, option in enumerate(prompt.options)}
    return tuple(sorted(keys, key=places.__getitem__))
