"""Count the actions of a computer player in whole games.

Run `python -m tests.pax_pamir.computer.features --seats 1 --games 20`. With one seat it plays against Wakhan, with
more against copies of the rival; seats and seeds as in `tests.duel`. Each game prints one line: result, VP, and each
check as `own turn: dominant coalition, own strength-best rival's > points`. The table at the end has averages per turn
of the first player.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.kernel import DEFAULT_TRIES, Decision, Match, Prompt, Rng, SearchBudget, choose_line, load_games
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.questions import Buy, DiscardFromCourt, DiscardFromHand, Menu, Play, Use
from engines.pax_pamir.table.state import Check, State
from tests.duel import find_policy

GAME_ID = "pax_pamir"
LONGEST = 60
"""Own turns after which a game is abandoned: a game in which all only tax each other never ends (R15.35)."""


@dataclass
class Features:
    """Counts of one game, or sums over several."""

    games: int = 0
    wins: int = 0
    turns: int = 0
    action_counts: Counter[str] = field(default_factory=Counter)
    """Number of actions started and cards discarded, by kind."""
    seconds: list[float] = field(default_factory=list)
    """Processor time of each search."""

    def __iadd__(self, other: Features) -> Features:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


def name_action(s: State, prompt: Prompt, key: str) -> str | None:
    """Name the action or discard that an answer starts; None if the question is about something else."""
    match prompt.subject:
        case DiscardFromCourt():
            return "discard from court"
        case DiscardFromHand():
            return "discard from hand"
        case Menu(actions):
            match next(option.value for option in prompt.options if option.key == key):
                case Buy(index):
                    card = s.market[index].card
                    return "buy a check" if card in CONTENT.checks else "buy"
                case Play():
                    return "play"
                case Use(_, action):
                    return str(action)
            return "end with actions left" if actions else None
    return None


def play_game(first: str, rival: str, seats: int, number: int, tries: int = DEFAULT_TRIES) -> tuple[Features, str]:
    """Play a game to its end; return its counts and its printed line."""
    game = load_games()[GAME_ID]
    match = Match.start(game, game.build_setup(seats), number.to_bytes(32, "big"))
    rng, own_seat = Rng(number.to_bytes(32, "little")), number % seats
    features, turns_at = Features(games=1), list[int]()
    while match.open_prompts is not None and features.turns < LONGEST:
        seat = match.waiting_seats[0]
        began = time.process_time()
        line = choose_line(
            match, seat, find_policy(game, first if seat == own_seat else rival), rng, SearchBudget(tries)
        )
        if seat == own_seat:
            features.seconds.append(time.process_time() - began)
        for keys in line:
            prompt = match.find_prompt(seat)
            assert prompt is not None
            if seat == own_seat:
                features.turns += prompt.kind == "confirm"
                features.action_counts.update(filter(None, [name_action(match.state, prompt, keys[0])]))
            applied = match.apply(Decision(match.step, seat, keys))
            turns_at += [features.turns] * (len(match.state.checks) - len(turns_at))
            if applied.has_revealed:
                break
    winners = [score.seat for score in match.compute_scores() if score.place == 1]
    features.wins = match.is_over and winners == [own_seat]
    checks = ", ".join(
        describe_check(check, turn, own_seat) for check, turn in zip(match.state.checks, turns_at, strict=True)
    )
    vp = [player.vp for player in match.state.players]
    return (
        features,
        f"{number}: {'won' if features.wins else 'not won'} {compare_with_best(vp, own_seat, ' : ')} ({checks})",
    )


def describe_check(check: Check, turn: int, own_seat: int) -> str:
    dominant, final = check.dominant or "nobody", ", final" if check.is_final else ""
    strength = compare_with_best(check.strength, own_seat, "-")
    gained_vp = compare_with_best(check.gained_vp, own_seat, ":")
    return f"{turn}: {dominant} {strength} > {gained_vp}{final}"


def compare_with_best(values: Sequence[int], own_seat: int, between: str) -> str:
    return f"{values[own_seat]}{between}{max(value for player, value in enumerate(values) if player != own_seat)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", nargs="?", default="greedy", help="a policy of the game or `module:name` (greedy)")
    parser.add_argument("rival", nargs="?", default="greedy", help="of the other seats (greedy)")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument("--tries", type=int, default=DEFAULT_TRIES, help=f"budget of a thought ({DEFAULT_TRIES})")
    args = parser.parse_args()
    total = Features()
    for number in range(args.start, args.start + args.games):
        features, line = play_game(args.first, args.rival, args.seats, number, args.tries)
        total += features
        print(line, flush=True)
    seconds = sorted(total.seconds)
    print(f"{total.wins} of {total.games} won, {total.turns / total.games:.1f} turns a game; a turn:")
    for name, count in sorted(total.action_counts.items()):
        print(f"  {name}: {count / total.turns:.2f}")
    print(f"a thought: {1000 * seconds[len(seconds) // 2]:.0f} ms (median), {1000 * seconds[-1]:.0f} ms at most")


if __name__ == "__main__":
    main()
