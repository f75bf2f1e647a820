"""The engine alone: random play with full legal enumeration, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator

from engines.kernel import Decision, Match, Rng, games, random_answer

from .report import Figure, Size


def play(engine: str, seats: int, seed: int) -> tuple[Match[object], int]:
    """A random game to its end, and its decisions."""
    game = games()[engine]
    match = Match.start(game, game.setup(seats), seed.to_bytes(32, "big"))
    rng = Rng((seed + 1).to_bytes(32, "big"))
    count = 0
    while not match.over:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
        count += 1
    return match, count


def decisions_per_s(engine: str, size: Size) -> Iterator[Figure]:
    """Whole games, every legal option enumerated, checkpoints encoded; the random choice is part of the time."""
    wanted = size.of(8.0, 3.0, 0.05)
    seats = games()[engine].seats
    play(engine, seats[0], 1)  # content is loaded once
    started, count, plays = time.perf_counter(), 0, 0
    while time.perf_counter() - started < wanted:
        count += play(engine, seats[plays % len(seats)], 1000 + plays)[1]
        plays += 1
    seconds = time.perf_counter() - started
    text = f"{plays} random games with {', '.join(map(str, seats))} seats, {count} decisions in {seconds:.1f} s"
    yield Figure(f"{engine}.decisions_per_s", count / seconds, "1/s", text)
