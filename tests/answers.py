"""How many answers a turn takes when a computer player plays: `python -m tests.answers GAME [--games 6]`.

At the rules, without a table: tests.counts counts presses, posts and calls as well.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from engines.kernel import Budget, Decision, Match, Rng, games
from tests.discovered import shipped

TRIES = 150


class Count:
    """Of one game. turns: the kinds of question that each turn took of whose turn it was; off_turn: answers of others,
    and where it is nobody's turn.
    """

    def __init__(self, name: str, number: int) -> None:
        self.game = games()[name]
        self.turns: list[Counter[str]] = []
        self.off_turn = 0
        self._of: object = None
        """Whose turn in which round was last answered."""
        seats = self.game.seats[number % len(self.game.seats)]
        match = Match.start(self.game, self.game.setup(seats), number.to_bytes(32, "big"))
        rng = Rng(number.to_bytes(32, "little"))
        while match.ask is not None:
            self._answer(match, rng)

    def _answer(self, match: Match[Any], rng: Rng) -> None:
        """As far as the computer player answers at once."""
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        for answer in self.game.policies["greedy"](match, prompt, rng, Budget(TRIES)):
            prompt = match.prompt(seat)
            if prompt is None or seat not in match.waiting:
                return
            self._count(match, seat, prompt.kind if prompt.about is None else type(prompt.about).__name__)
            if match.apply(Decision(match.step, seat, answer)).revealed:
                return

    def _count(self, match: Match[Any], seat: int, kind: str) -> None:
        assert self.game.moment is not None
        moment = self.game.moment(match.view(None))
        if moment.turn != seat:
            self.off_turn += 1
            return
        if self._of != (of := (moment.turn, moment.heading)):
            self._of = of
            self.turns.append(Counter())
        self.turns[-1][kind] += 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.answers", description=__doc__)
    parser.add_argument("game", choices=shipped())
    parser.add_argument("--games", type=int, default=6)
    arguments = parser.parse_args()
    counts = [Count(arguments.game, number) for number in range(arguments.games)]
    turns = [turn for count in counts for turn in count.turns]
    answers = sorted(turn.total() for turn in turns)
    median, p90 = answers[len(answers) // 2], answers[len(answers) * 9 // 10]
    print(f"{len(counts)} games, {len(answers)} turns: answers a turn median {median}, p90 {p90}, most {answers[-1]}")
    print("answers off turn in a game:", *sorted(count.off_turn for count in counts))
    for kind, number in sum(turns, Counter[str]()).most_common():
        most = max(turn[kind] for turn in turns)
        print(f"  {kind}: {number / len(turns):.2f} a turn, {most} at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
