"""The rules alone: random play with full legal enumeration, on one core."""

from __future__ import annotations

import time
from collections.abc import Iterator

from engines.kernel import Decision, Match, Rng, load_games, pick_random_answer

from .report import Figure, Size


def play_random_game(game_id: str, seats: int, seed: int) -> tuple[Match[object], int]:
    """Play a random game to its end; return the match and the number of decisions."""
    game = load_games()[game_id]
    match = Match.start(game, game.build_setup(seats), seed.to_bytes(32, "big"))
    rng = Rng((seed + 1).to_bytes(32, "big"))
    count = 0
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
        count += 1
    return match, count


def measure_decisions(game_id: str, size: Size) -> Iterator[Figure]:
    """Measure decisions of whole games, with all options enumerated and checkpoints encoded,
    including random choices.
    """
    min_seconds = size.choose(8.0, 3.0, 0.05)
    seats = load_games()[game_id].seat_counts
    play_random_game(game_id, seats[0], 1)  # loads the content
    started, count, plays = time.perf_counter(), 0, 0
    while time.perf_counter() - started < min_seconds:
        count += play_random_game(game_id, seats[plays % len(seats)], 1000 + plays)[1]
        plays += 1
    seconds = time.perf_counter() - started
    text = f"{plays} random games with {', '.join(map(str, seats))} seats, {count} decisions in {seconds:.1f} s"
    yield Figure(f"{game_id}.decisions_per_s", count / seconds, "1/s", text)
