"""Examples of a first turn, recorded anew: `python -m tests.lessons [GAME ...]` writes `engines/<game>/lesson.toml`.

The game's strongest computer player plays from several shuffles; the turn that shows most rules in a few questions is
kept. Look at it in `/help`, *How to play*, before you commit it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.discord_ui.learn.example import FILE, Recorded, Step, begun, is_turn, played
from engines.kernel import RANDOM, Decision, Game, Prompt, Rng, policies, think
from engines.kernel.chance import SEED_BYTES
from tests.discovered import shipped

SHUFFLES = 10
QUESTIONS = range(3, 6)
"""So many a lesson may have."""
MOST_ANSWERS = 80


def recorded(game: Game[Any], seed: str) -> Recorded:
    """One shuffle, played until somebody's first turn has ended."""
    seats = min(game.seats, key=lambda seats: abs(seats - 3))
    match, rng = begun(game, seats, seed), Rng(seed.encode().ljust(SEED_BYTES, b"."))
    answers: list[tuple[int, list[str]]] = []
    steps: list[Step] = []
    while match.ask is not None and len(answers) < MOST_ANSWERS:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        keys = _answer(game, match, prompt, rng)
        answers.append((seat, list(keys)))
        applied = match.apply(Decision(match.step, seat, keys))
        steps.append(Step(prompt, None, None, keys, ()))
        if applied.frames:
            if is_turn(steps):
                break
            steps = []
    return Recorded(seats, seed, answers)


def _answer(game: Game[Any], match: Any, prompt: Prompt, rng: Rng) -> tuple[str, ...]:
    """A turn ends when it can; what all choose at once before the first turn is not worth a thought."""
    if prompt.kind == "confirm":
        return (prompt.options[0].key,)
    players = policies(game)
    policy = players[RANDOM] if len(match.waiting) > 1 else next(iter(players.values()))
    return tuple(think(match, prompt.seat, policy, rng)[0])


def best(game: Game[Any]) -> Recorded:
    """The one that shows most."""

    def worth(one: Recorded) -> tuple[bool, int, int]:
        steps = played(game, one).steps
        return len(steps) in QUESTIONS, len({step.prompt.rule for step in steps}), -len(steps)

    return max((recorded(game, f"lesson {n}") for n in range(SHUFFLES)), key=worth)


def written(one: Recorded) -> str:
    rows = "".join(f"    [{seat}, {json.dumps(keys)}],\n" for seat, keys in one.answers)
    head = "# A first turn that is shown to newcomers, as it was played. `python -m tests.lessons` records it anew.\n"
    return f'{head}seats = {one.seats}\nseed = "{one.seed}"\nanswers = [\n{rows}]\n'


def main(names: Sequence[str]) -> None:
    for name, game in shipped().items():
        if not names or name in names:
            folder = Path(str(sys.modules[game.package].__file__)).parent
            one = best(game)
            (folder / FILE).write_text(written(one), "utf-8")
            print(f"{name}: {len(played(game, one).steps)} questions, {one.seed!r}")


if __name__ == "__main__":
    main(sys.argv[1:])
