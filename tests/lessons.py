"""Record the example of a first turn: `python -m tests.lessons [GAME ...]` writes `engines/<game>/lesson.toml`.

The game's strongest computer player plays from several shuffles; the turn that shows most rules in few questions is
chosen. Look at it in `/help`, *How to play*, before you commit it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.discord_ui.learn.example_turn import FILE, LessonStep, RecordedTurn, is_turn, replay_turn, start_match
from engines.kernel import RANDOM, Decision, Game, Prompt, Rng, choose_line, list_policies
from engines.kernel.chance import SEED_BYTES
from tests.discovered import list_shipped_games

SHUFFLES = 10
QUESTIONS = range(3, 6)
"""Allowed numbers of questions of a lesson."""
MOST_ANSWERS = 80


def record_turn(game: Game[Any], seed: str) -> RecordedTurn:
    """Play one shuffle until the first turn has ended, and return the record."""
    seats = min(game.seat_counts, key=lambda seats: abs(seats - 3))
    match, rng = start_match(game, seats, seed), Rng(seed.encode().ljust(SEED_BYTES, b"."))
    answers: list[tuple[int, list[str]]] = []
    steps: list[LessonStep] = []
    while match.open_prompts is not None and len(answers) < MOST_ANSWERS:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        keys = _choose_answer(game, match, prompt, rng)
        answers.append((seat, list(keys)))
        applied = match.apply(Decision(match.step, seat, keys))
        steps.append(LessonStep(prompt, None, None, keys, ()))
        if applied.frames:
            if is_turn(steps):
                break
            steps = []
    return RecordedTurn(seats, seed, answers)


def _choose_answer(game: Game[Any], match: Any, prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """Return an answer: confirmations at once, simultaneous choices at random, the rest by the strongest player."""
    if prompt.kind == "confirm":
        return (prompt.options[0].key,)
    players = list_policies(game)
    policy = players[RANDOM] if len(match.waiting_seats) > 1 else next(iter(players.values()))
    return tuple(choose_line(match, prompt.seat, policy, rng)[0])


def find_best_turn(game: Game[Any]) -> RecordedTurn:
    """Return the record that shows most rules."""

    def rate_turn(turn: RecordedTurn) -> tuple[bool, int, int]:
        steps = replay_turn(game, turn).steps
        return len(steps) in QUESTIONS, len({step.prompt.rule for step in steps}), -len(steps)

    return max((record_turn(game, f"lesson {n}") for n in range(SHUFFLES)), key=rate_turn)


def format_turn(turn: RecordedTurn) -> str:
    rows = "".join(f"    [{seat}, {json.dumps(keys)}],\n" for seat, keys in turn.answers)
    head = "# A first turn that is shown to newcomers, as it was played. `python -m tests.lessons` records it anew.\n"
    return f'{head}seats = {turn.seats}\nseed = "{turn.seed}"\nanswers = [\n{rows}]\n'


def main(names: Sequence[str]) -> None:
    for name, game in list_shipped_games().items():
        if not names or name in names:
            folder = Path(str(sys.modules[game.package].__file__)).parent
            turn = find_best_turn(game)
            (folder / FILE).write_text(format_turn(turn), "utf-8")
            print(f"{name}: {len(replay_turn(game, turn).steps)} questions, {turn.seed!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
