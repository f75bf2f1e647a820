"""A first turn that was really played: `lesson.toml` of a game holds who answered what, and the rules play it again.

`python -m tests.lessons` records them anew.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import structs

from engines.kernel import SEED_BYTES, Decision, Game, Match, Msg, Option, Prompt, Refused, Rng, Seat, Text, games, read
from engines.kernel.content import load

log = logging.getLogger(__name__)

FILE = "lesson.toml"


class Recorded(msgspec.Struct, frozen=True):
    """seed: of the shuffle, as text; answers: each the seat, then the keys that it chose, until the first turn ends."""

    seats: int
    seed: str
    answers: list[tuple[Seat, list[str]]]


@dataclass(frozen=True, slots=True)
class Step:
    """One question of the turn. view: what the seat sees then; before: the same when the turn began; told: what the
    answer brought, as the seat reads it.
    """

    prompt: Prompt
    view: Any
    before: Any
    keys: tuple[str, ...]
    told: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """seats: how many play; seat: whose turn it is; start, end: what everybody sees before and after it; told: what the
    log tells everybody of it.
    """

    seats: int
    seat: Seat
    steps: tuple[Step, ...]
    start: Any
    end: Any
    told: tuple[Msg, ...]


def example(game: Game[Any]) -> Example | None:
    """The recorded first turn of a game; None if there is none, or today's rules play it otherwise."""
    return _example(game.id)


@cache
def _example(engine: str) -> Example | None:
    game = games()[engine]
    if not files(game.package).joinpath(FILE).is_file():
        return None
    try:
        return played(game, load(game.package, Recorded, FILE))
    except (Refused, LookupError) as error:
        log.warning("%s: its example of a first turn cannot be played: %s", game.id, error)
        return None


def begun(game: Game[Any], seats: int, seed: str) -> Match[Any]:
    return Match.start(game, game.setup(seats), Rng(seed.encode().ljust(SEED_BYTES, b".")).seed)


def played(game: Game[Any], recorded: Recorded) -> Example:
    """Play it. Raises Refused for an answer that does not fit, LookupError if it does not end with a turn's end."""
    match = begun(game, recorded.seats, recorded.seed)
    steps: list[Step] = []
    public: list[Msg] = []
    start = match.view(None)
    before: Any = None
    for seat, keys in recorded.answers:
        prompt, view = match.prompt(seat), match.view(seat)
        if prompt is None:
            raise LookupError(f"seat {seat} is asked nothing at step {match.step}")
        if not steps:
            start, before = match.public().view(None), match.public().view(seat)
        prompt = _spelled_out(prompt)
        applied = match.apply(Decision(match.step, seat, tuple(keys)))
        told = tuple(event.text for event in applied.events if event.visible_to(seat))
        steps.append(Step(prompt, view, before, tuple(keys), told))
        public += [event.text for event in applied.events if event.is_deed]
        if applied.frames:
            if is_turn(steps):
                return Example(recorded.seats, seat, tuple(steps), start, match.view(None), tuple(public))
            steps, public = [], []
    raise LookupError("the answers do not reach the end of a turn")


def _spelled_out(prompt: Prompt) -> Prompt:
    """The question with its labels, details and groups made now: later they would be about another State."""

    def read_all(options: tuple[Option, ...]) -> tuple[Option, ...]:
        return tuple(
            structs.replace(
                one,
                label=read(one.label),
                detail=None if one.detail is None else read(one.detail),
                group=None if one.group is None else read(one.group),
            )
            for one in options
        )

    return structs.replace(prompt, options=read_all(prompt.options), asides=read_all(prompt.asides))


def is_turn(steps: list[Step]) -> bool:
    """Whether what led from one checkpoint to the next was somebody's turn: one seat, and at last a confirmation."""
    return steps[-1].prompt.kind == "confirm" and len({step.prompt.seat for step in steps}) == 1
