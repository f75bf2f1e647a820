"""Count the answers per turn when a computer player plays: `python -m tests.answers GAME [--games 6]`.

This plays with the rules alone, without a table; `tests.counts` also counts presses, posts and notifications.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from typing import Any

from engines.kernel import Decision, Match, Rng, SearchBudget, load_games
from tests.discovered import list_shipped_games

TRIES = 150


class AnswerCount:
    """The counts of one game.

    `turns` counts, for each turn, the kinds of questions that the seat on turn answered; `off_turn` counts the other
    answers.
    """

    def __init__(self, name: str, number: int) -> None:
        self.game = load_games()[name]
        self.turns: list[Counter[str]] = []
        self.off_turn = 0
        self._current_turn: object = None
        """The turn of the last counted answer: seat and heading of the turn info."""
        seats = self.game.seat_counts[number % len(self.game.seat_counts)]
        match = Match.start(self.game, self.game.build_setup(seats), number.to_bytes(32, "big"))
        rng = Rng(number.to_bytes(32, "little"))
        while match.open_prompts is not None:
            self._answer_question(match, rng)

    def _answer_question(self, match: Match[Any], rng: Rng) -> None:
        """Give the answers that the computer player decides at once."""
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        for answer in self.game.policies["greedy"](match, prompt, rng, SearchBudget(TRIES)):
            prompt = match.find_prompt(seat)
            if prompt is None or seat not in match.waiting_seats:
                return
            self._count_answer(match, seat, prompt.kind if prompt.subject is None else type(prompt.subject).__name__)
            if match.apply(Decision(match.step, seat, answer)).has_revealed:
                return

    def _count_answer(self, match: Match[Any], seat: int, kind: str) -> None:
        assert self.game.turn_info is not None
        moment = self.game.turn_info(match.build_view(None))
        if moment.turn != seat:
            self.off_turn += 1
            return
        if self._current_turn != (of := (moment.turn, moment.heading)):
            self._current_turn = of
            self.turns.append(Counter())
        self.turns[-1][kind] += 1


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.answers", description=__doc__)
    parser.add_argument("game", choices=list_shipped_games())
    parser.add_argument("--games", type=int, default=6)
    arguments = parser.parse_args()
    counts = [AnswerCount(arguments.game, number) for number in range(arguments.games)]
    turns = [turn for count in counts for turn in count.turns]
    answers = sorted(turn.total() for turn in turns)
    median, p90 = answers[len(answers) // 2], answers[len(answers) * 9 // 10]
    print(f"{len(counts)} games, {len(answers)} turns: answers a turn median {median}, p90 {p90}, most {answers[-1]}")
    print("answers off turn in a game:", *sorted(count.off_turn for count in counts))
    for kind, number in sum(turns, Counter[str]()).most_common():
        max_number = max(turn[kind] for turn in turns)
        print(f"  {kind}: {number / len(turns):.2f} a turn, {max_number} at most")
    return 0


if __name__ == "__main__":
    sys.exit(main())
