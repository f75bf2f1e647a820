"""How well computer players of a game play against each other: `python -m tests.duel GAME --games 200`.

Without names the strongest player of the game meets the random one. A name is a policy of the game or `module:name`
from anywhere on the path, so that a player from an older version can be met. Seats are exchanged from game to game;
with more than two seats the first player sits alone among copies of the second.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from multiprocessing import Pool

from engines.kernel import RANDOM, TRIES, Budget, Decision, Game, Match, Policy, Rng, games, policies, think


@dataclass(frozen=True)
class Duel:
    """One game. lines: whether answers that a player has thought out further ahead are given without thinking again."""

    engine: str
    number: int
    first: str
    second: str
    seats: int = 2
    tries: int = TRIES
    lines: bool = True


@dataclass
class Result:
    """wins: games won by the first player alone; vp: of the first player; rival_vp: of the best of the others.

    decisions: of the first player; seconds: processor time of each of its thoughts; tries: of each of them
    """

    games: int = 0
    wins: int = 0
    ties: int = 0
    vp: int = 0
    rival_vp: int = 0
    decisions: int = 0
    seconds: list[float] = field(default_factory=list)
    tries: list[int] = field(default_factory=list)

    def __iadd__(self, other: Result) -> Result:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


def named(game: Game[object], name: str) -> Policy:
    module, _, attribute = name.rpartition(":")
    found: Policy = getattr(importlib.import_module(module), attribute) if module else policies(game)[name]
    return found


def played(duel: Duel) -> Result:
    """A duel to its end."""
    game = games()[duel.engine]
    match = Match.start(game, game.setup(duel.seats), duel.number.to_bytes(32, "big"))
    rng = Rng(duel.number.to_bytes(32, "little"))
    own = duel.number % duel.seats
    first, second = named(game, duel.first), named(game, duel.second)
    result = Result(games=1)
    while match.ask is not None:
        seat = match.waiting[0]
        began, budget = time.process_time(), Budget(duel.tries)
        line = think(match, seat, first if seat == own else second, rng, budget)
        if seat == own:
            result.seconds.append(time.process_time() - began)
            result.tries.append(duel.tries - budget.tries)
        for keys in line if duel.lines else line[:1]:
            result.decisions += seat == own
            if match.apply(Decision(match.step, seat, keys)).revealed:
                break
    places = {score.seat: score.place for score in match.scores()}
    totals = {score.seat: score.total for score in match.scores()}
    result.wins = places[own] == 1 and list(places.values()).count(1) == 1
    result.ties = places[own] == 1 and list(places.values()).count(1) > 1
    result.vp = totals[own]
    result.rival_vp = max(total for seat, total in totals.items() if seat != own)
    return result


def arguments(given: Sequence[str] | None = None) -> argparse.Namespace:
    """What the command line says; what it leaves open comes from the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine")
    parser.add_argument("first", nargs="?", help="(the strongest of the game)")
    parser.add_argument("second", nargs="?", default=RANDOM, help="(random)")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument("--seats", type=int, help="(the fewest of the game)")
    parser.add_argument("--tries", type=int, default=TRIES, help=f"budget of a thought ({TRIES})")
    parser.add_argument("--each", action="store_true", help="think before every single answer")
    parser.add_argument("--processes", type=int, default=1)
    found = parser.parse_args(given)
    found.seats = found.seats or min(games()[found.engine].seats)
    found.first = found.first or next(iter(policies(games()[found.engine])))
    return found


def main() -> None:
    given = arguments()
    duels = [
        Duel(given.engine, number, given.first, given.second, given.seats, given.tries, not given.each)
        for number in range(given.start, given.start + given.games)
    ]
    result = Result()
    with Pool(given.processes) if given.processes > 1 else nullcontext() as pool:
        for one in map(played, duels) if pool is None else pool.imap_unordered(played, duels):
            result += one
            print(f"{result.games} of {given.games}: {result.wins} won, {result.ties} ties", file=sys.stderr)
    print(told(given.engine, given.first, given.second, result))


def told(engine: str, first: str, second: str, result: Result) -> str:
    seconds, tries = sorted(result.seconds), sorted(result.tries)
    at = int(0.99 * len(seconds))
    return (
        f"{engine}: {first} won {result.wins} of {result.games} games against {second} "
        f"({100 * result.wins / result.games:.1f} %, {result.ties} ties), "
        f"average VP {result.vp / result.games:.1f} : {result.rival_vp / result.games:.1f}\n"
        f"  {result.decisions / result.games:.0f} decisions a game in {len(seconds) / result.games:.0f} thoughts; "
        f"a thought takes {1000 * sum(seconds) / len(seconds):.0f} ms on average, {1000 * seconds[at]:.0f} ms at 99 %, "
        f"{1000 * seconds[-1]:.0f} ms at most; {sum(tries) / len(tries):.0f} tries, {tries[-1]} at most"
    )


if __name__ == "__main__":
    main()
