"""How well the greedy player plays: `python -m tests.signorie.duel 200` lets it meet the random one in 200 games."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

from engines.kernel import Decision, Match, Policy, Rng, random_answer
from engines.signorie import GAME
from engines.signorie.greedy import greedy


@dataclass
class Result:
    """wins: games won by the greedy seat; seconds: of each of its decisions (processor time)."""

    games: int = 0
    wins: int = 0
    greedy_vp: int = 0
    random_vp: int = 0
    seconds: list[float] = field(default_factory=list)


def duel(number: int, result: Result) -> None:
    """One game of two, the greedy player on either seat in turn."""
    match = Match.start(GAME, GAME.setup(2), number.to_bytes(32, "big"))
    rng = Rng(number.to_bytes(32, "little"))
    own = number % 2
    players: dict[int, Policy] = {own: greedy, 1 - own: random_answer}
    while match.ask is not None:
        (prompt,) = match.ask.prompts
        world = match.world(prompt.seat, rng)
        began = time.process_time()
        keys = players[prompt.seat](world, prompt, rng)
        if prompt.seat == own:
            result.seconds.append(time.process_time() - began)
        match.apply(Decision(match.step, prompt.seat, keys))
    totals = {score.seat: score.total for score in match.scores()}
    result.games += 1
    result.wins += match.scores()[0].seat == own
    result.greedy_vp += totals[own]
    result.random_vp += totals[1 - own]


def main() -> None:
    result = Result()
    for number in range(int(sys.argv[1]) if len(sys.argv) > 1 else 200):
        duel(number, result)
    seconds = sorted(result.seconds)
    print(
        f"greedy won {result.wins} of {result.games} games ({100 * result.wins / result.games:.1f} %), "
        f"average VP {result.greedy_vp / result.games:.0f} against {result.random_vp / result.games:.0f}; "
        f"a decision takes {1000 * sum(seconds) / len(seconds):.0f} ms on average, {1000 * seconds[-1]:.0f} ms at most"
    )


if __name__ == "__main__":
    main()
