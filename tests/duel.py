"""Let computer players of a game play against each other: `python -m tests.duel GAME --games 200`.

Without names, the game's strongest player meets the random one. A name is a policy of the game, or `module:name` from
anywhere on the path, for example a player of an older version. Seats are exchanged from game to game; with more than
two seats, one first player meets copies of the second.
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

from engines.kernel import (
    DEFAULT_TRIES,
    RANDOM,
    Decision,
    Game,
    Match,
    Policy,
    Rng,
    SearchBudget,
    choose_line,
    list_policies,
    load_games,
)


@dataclass(frozen=True)
class Duel:
    """One game between two policies."""

    game_id: str
    number: int
    first: str
    second: str
    seats: int = 2
    tries: int = DEFAULT_TRIES
    """Search budget of each thought."""
    lines: bool = True
    """Whether the later answers of a planned line are given without another search."""


@dataclass
class Result:
    """Sums over the games, seen from the first player."""

    games: int = 0
    wins: int = 0
    """Games won by the first player alone."""
    ties: int = 0
    vp: int = 0
    """Points of the first player."""
    rival_vp: int = 0
    """Points of the best other player."""
    decisions: int = 0
    """Decisions of the first player."""
    seconds: list[float] = field(default_factory=list)
    """Processor time of each of the first player's searches."""
    tries: list[int] = field(default_factory=list)
    """Tries used by each of the first player's searches."""

    def __iadd__(self, other: Result) -> Result:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


def find_policy(game: Game[object], name: str) -> Policy:
    module, _, attribute = name.rpartition(":")
    policy: Policy = getattr(importlib.import_module(module), attribute) if module else list_policies(game)[name]
    return policy


def play_duel(duel: Duel) -> Result:
    """Play a duel to its end and return its result."""
    game = load_games()[duel.game_id]
    match = Match.start(game, game.build_setup(duel.seats), duel.number.to_bytes(32, "big"))
    rng = Rng(duel.number.to_bytes(32, "little"))
    first_player_seat = duel.number % duel.seats
    first, second = find_policy(game, duel.first), find_policy(game, duel.second)
    result = Result(games=1)
    while match.open_prompts is not None:
        seat = match.waiting_seats[0]
        began, budget = time.process_time(), SearchBudget(duel.tries)
        line = choose_line(match, seat, first if seat == first_player_seat else second, rng, budget)
        if seat == first_player_seat:
            result.seconds.append(time.process_time() - began)
            result.tries.append(duel.tries - budget.tries)
        for keys in line if duel.lines else line[:1]:
            result.decisions += seat == first_player_seat
            if match.apply(Decision(match.step, seat, keys)).has_revealed:
                break
    places = {score.seat: score.place for score in match.compute_scores()}
    totals = {score.seat: score.total for score in match.compute_scores()}
    result.wins = places[first_player_seat] == 1 and list(places.values()).count(1) == 1
    result.ties = places[first_player_seat] == 1 and list(places.values()).count(1) > 1
    result.vp = totals[first_player_seat]
    result.rival_vp = max(total for seat, total in totals.items() if seat != first_player_seat)
    return result


def parse_arguments(command_line: Sequence[str] | None = None) -> argparse.Namespace:
    """Parse the command line; missing values come from the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("first", nargs="?", help="(the strongest of the game)")
    parser.add_argument("second", nargs="?", default=RANDOM, help="(random)")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument("--seats", type=int, help="(the fewest of the game)")
    parser.add_argument("--tries", type=int, default=DEFAULT_TRIES, help=f"budget of a thought ({DEFAULT_TRIES})")
    parser.add_argument("--each", action="store_true", help="think before every single answer")
    parser.add_argument("--processes", type=int, default=1)
    parsed = parser.parse_args(command_line)
    parsed.seats = parsed.seats or min(load_games()[parsed.game].seat_counts)
    parsed.first = parsed.first or next(iter(list_policies(load_games()[parsed.game])))
    return parsed


def main() -> None:
    options = parse_arguments()
    duels = [
        Duel(options.game, number, options.first, options.second, options.seats, options.tries, not options.each)
        for number in range(options.start, options.start + options.games)
    ]
    result = Result()
    with Pool(options.processes) if options.processes > 1 else nullcontext() as pool:
        for duel_result in map(play_duel, duels) if pool is None else pool.imap_unordered(play_duel, duels):
            result += duel_result
            print(f"{result.games} of {options.games}: {result.wins} won, {result.ties} ties", file=sys.stderr)
    print(format_result(options.game, options.first, options.second, result))


def format_result(game_id: str, first: str, second: str, result: Result) -> str:
    seconds, tries = sorted(result.seconds), sorted(result.tries)
    index = int(0.99 * len(seconds))
    return (
        f"{game_id}: {first} won {result.wins} of {result.games} games against {second} "
        f"({100 * result.wins / result.games:.1f} %, {result.ties} ties), "
        f"average VP {result.vp / result.games:.1f} : {result.rival_vp / result.games:.1f}\n"
        f"  {result.decisions / result.games:.0f} decisions a game in {len(seconds) / result.games:.0f} thoughts; "
        f"a thought takes {1000 * sum(seconds) / len(seconds):.0f} ms on average, "
        f"{1000 * seconds[index]:.0f} ms at 99 %, {1000 * seconds[-1]:.0f} ms at most; "
        f"{sum(tries) / len(tries):.0f} tries, {tries[-1]} at most"
    )


if __name__ == "__main__":
    main()
