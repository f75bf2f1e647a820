"""How well the strongest computer player of a game plays: `python -m tests.duel GAME 200` lets it meet the random
one in 200 games of two.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field

from engines.kernel import Decision, Match, Policy, Rng, games, policies, random_answer


@dataclass
class Result:
    """wins: games won by the strong seat alone; seconds: of each of its decisions (processor time)."""

    games: int = 0
    wins: int = 0
    ties: int = 0
    vp: int = 0
    random_vp: int = 0
    seconds: list[float] = field(default_factory=list)


def duel(engine: str, number: int, result: Result) -> None:
    """One game of two, the strong player on either seat in turn."""
    game = games()[engine]
    strongest = next(iter(policies(game).values()))
    match = Match.start(game, game.setup(2), number.to_bytes(32, "big"))
    rng = Rng(number.to_bytes(32, "little"))
    own = number % 2
    players: dict[int, Policy] = {own: strongest, 1 - own: random_answer}
    while match.ask is not None:
        seat = match.waiting[0]
        world = match.world(seat, rng)
        prompt = world.prompt(seat)
        assert prompt is not None
        began = time.process_time()
        keys = players[seat](world, prompt, rng)
        if seat == own:
            result.seconds.append(time.process_time() - began)
        match.apply(Decision(match.step, seat, keys))
    places = {score.seat: score.place for score in match.scores()}
    totals = {score.seat: score.total for score in match.scores()}
    result.games += 1
    result.wins += places[own] < places[1 - own]
    result.ties += places[own] == places[1 - own]
    result.vp += totals[own]
    result.random_vp += totals[1 - own]


def main() -> None:
    engine, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 200
    result = Result()
    for number in range(count):
        duel(engine, number, result)
    seconds = sorted(result.seconds)
    print(
        f"{engine}: {next(iter(policies(games()[engine])))} won {result.wins} of {result.games} games "
        f"({100 * result.wins / result.games:.1f} %, {result.ties} ties), "
        f"average VP {result.vp / result.games:.1f} against {result.random_vp / result.games:.1f}; "
        f"a decision takes {1000 * sum(seconds) / len(seconds):.0f} ms on average, {1000 * seconds[-1]:.0f} ms at most"
    )


if __name__ == "__main__":
    main()
