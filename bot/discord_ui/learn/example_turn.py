"""The example first turn of a game: `lesson.toml` holds the recorded answers, which are replayed by the rules.

`python -m tests.lessons` records them again.
"""

import logging
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import structs

from engines.kernel import (
    SEED_BYTES,
    Decision,
    Game,
    Match,
    Message,
    Option,
    Prompt,
    Refused,
    Rng,
    Seat,
    Text,
    load_games,
    resolve_text,
)
from engines.kernel.data_files import load_data

log = logging.getLogger(__name__)

FILE = "lesson.toml"


class RecordedTurn(msgspec.Struct, frozen=True):
    """A recorded example turn (`lesson.toml`)."""

    seats: int
    """Number of seats of the example table."""
    seed: str
    """Seed of the shuffle, as text."""
    answers: list[tuple[Seat, list[str]]]
    """(seat, chosen option keys) of each answer until the first turn ends."""


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One question of the example turn and its answer."""

    prompt: Prompt
    """With all texts computed, because the match continues."""
    view: Any
    """The seat's View at the question."""
    start_view: Any
    """The seat's View at the beginning of the turn."""
    keys: tuple[str, ...]
    """Option keys of the answer."""
    events: tuple[Text, ...]
    """Events of the answer, as the seat reads them."""


@dataclass(frozen=True, slots=True)
class ExampleTurn:
    """A replayed example turn."""

    seats: int
    """Number of players."""
    seat: Seat
    """The seat whose turn it is."""
    steps: tuple[LessonStep, ...]
    """All answers of the turn in order."""
    start_view: Any
    """Public View before the turn."""
    end_view: Any
    """Public View after the turn."""
    messages: tuple[Message, ...]
    """Public log of the turn."""


def load_example(game: Game[Any]) -> ExampleTurn | None:
    """Return the example first turn of a game; None if there is none or the current rules do not accept it."""
    return _load_example(game.id)


@cache
def _load_example(game_id: str) -> ExampleTurn | None:
    game = load_games()[game_id]
    if not files(game.package).joinpath(FILE).is_file():
        return None
    try:
        return replay_turn(game, load_data(game.package, RecordedTurn, FILE))
    except (Refused, LookupError) as error:
        log.warning("%s: its example of a first turn cannot be played: %s", game.id, error)
        return None


def start_match(game: Game[Any], seats: int, seed: str) -> Match[Any]:
    return Match.start(game, game.build_setup(seats), Rng(seed.encode().ljust(SEED_BYTES, b".")).seed)


def replay_turn(game: Game[Any], recorded: RecordedTurn) -> ExampleTurn:
    """Replay a recorded turn. Raises Refused for an illegal answer, LookupError if the turn does not end."""
    match = start_match(game, recorded.seats, recorded.seed)
    steps: list[LessonStep] = []
    public_messages: list[Message] = []
    public_start = match.build_view(None)
    start_view: Any = None
    for seat, keys in recorded.answers:
        prompt, view = match.find_prompt(seat), match.build_view(seat)
        if prompt is None:
            raise LookupError(f"seat {seat} is asked nothing at step {match.step}")
        if not steps:
            public_match = match.build_public_match()
            public_start, start_view = public_match.build_view(None), public_match.build_view(seat)
        prompt = _evaluate_texts(prompt)
        applied = match.apply(Decision(match.step, seat, tuple(keys)))
        events = tuple(event.text for event in applied.events if event.is_visible_to(seat))
        steps.append(LessonStep(prompt, view, start_view, tuple(keys), events))
        public_messages += [event.text for event in applied.events if event.is_action]
        if applied.frames:
            if is_turn(steps):
                return ExampleTurn(
                    recorded.seats, seat, tuple(steps), public_start, match.build_view(None), tuple(public_messages)
                )
            steps, public_messages = [], []  # it was setup, not a turn
    raise LookupError("the answers do not reach the end of a turn")


def _evaluate_texts(prompt: Prompt) -> Prompt:
    """Return the question with its lazy texts evaluated; later they would refer to another State."""

    def evaluate_all(options: tuple[Option, ...]) -> tuple[Option, ...]:
        return tuple(
            structs.replace(
                option,
                label=resolve_text(option.label),
                detail=None if option.detail is None else resolve_text(option.detail),
                group=None if option.group is None else resolve_text(option.group),
            )
            for option in options
        )

    return structs.replace(
        prompt,
        question=prompt.text,
        options=evaluate_all(prompt.options),
        side_actions=evaluate_all(prompt.side_actions),
    )


def is_turn(steps: list[LessonStep]) -> bool:
    """Return whether the steps between two checkpoints are a player's turn: one seat, ending with a confirmation."""
    return steps[-1].prompt.kind == "confirm" and len({step.prompt.seat for step in steps}) == 1
