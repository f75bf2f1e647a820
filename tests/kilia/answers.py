"""How many answers a turn takes in greedy play: `python -m tests.kilia.answers [games]`."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from engines.kernel import Budget, Decision, Match, Rng
from engines.kilia.computer.greedy import greedy
from engines.kilia.game import GAME

TRIES = 150


def turns(number: int) -> Iterator[int]:
    """The answers of each turn of one game, its confirmation and free moves included; councils are no turns."""
    seats = GAME.seats[number % len(GAME.seats)]
    match = Match.start(GAME, GAME.setup(seats), number.to_bytes(32, "big"))
    rng, given = Rng(number.to_bytes(32, "little")), 0
    while match.ask is not None:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        for answer in greedy(match, prompt, rng, Budget(TRIES)):
            prompt = match.prompt(seat)
            if prompt is None or seat not in match.waiting:
                break
            in_turn, end = match.state.phase == "turn", prompt.kind == "confirm" and answer == ("yes",)
            match.apply(Decision(match.step, seat, answer))
            given += in_turn
            if end:
                yield given
                given = 0


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    counted = sorted(answers for game in range(number) for answers in turns(game))
    median, p90 = counted[len(counted) // 2], counted[len(counted) * 9 // 10]
    print(f"{number} games, {len(counted)} turns: answers a turn median {median}, p90 {p90}, most {counted[-1]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
