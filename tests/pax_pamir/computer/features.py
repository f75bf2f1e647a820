"""What a computer player does in whole games: `python -m tests.pax_pamir.computer.features --seats 1 --games 20`.

With one seat it meets Wakhan, with more it sits alone among copies of the rival; seats and seeds as in `tests.duel`. A
line tells each game: who won, VP, and each check as `own turn: who dominates, own strength-best rival's > points`.
The table at the end counts a turn of the first player.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engines.kernel import TRIES, Budget, Decision, Match, Prompt, Rng, games, think
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.questions import DiscardFromCourt, DiscardFromHand, Menu
from engines.pax_pamir.table.starts import Buy, Play, Use
from engines.pax_pamir.table.state import Check, State
from tests.duel import named

ENGINE = "pax_pamir"
LONGEST = 60
"""Own turns after which a game is left: nothing ends one in which all only tax each other (R15.35)."""


@dataclass
class Features:
    """Of one game, or of several. done: what the player started or discarded; seconds: processor time of thoughts."""

    games: int = 0
    wins: int = 0
    turns: int = 0
    done: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def __iadd__(self, other: Features) -> Features:
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)
        return self


def deed(s: State, prompt: Prompt, key: str) -> str | None:
    """What an answer starts or discards, in a word; None if the question is about something else."""
    match prompt.about:
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


def played(first: str, rival: str, seats: int, number: int, tries: int = TRIES) -> tuple[Features, str]:
    """A game to its end, and its line."""
    game = games()[ENGINE]
    match = Match.start(game, game.setup(seats), number.to_bytes(32, "big"))
    rng, own = Rng(number.to_bytes(32, "little")), number % seats
    found, turns_at = Features(games=1), list[int]()
    while match.ask is not None and found.turns < LONGEST:
        seat = match.waiting[0]
        began = time.process_time()
        line = think(match, seat, named(game, first if seat == own else rival), rng, Budget(tries))
        if seat == own:
            found.seconds.append(time.process_time() - began)
        for keys in line:
            prompt = match.prompt(seat)
            assert prompt is not None
            if seat == own:
                found.turns += prompt.kind == "confirm"
                found.done.update(filter(None, [deed(match.state, prompt, keys[0])]))
            applied = match.apply(Decision(match.step, seat, keys))
            turns_at += [found.turns] * (len(match.state.checks) - len(turns_at))
            if applied.revealed:
                break
    winners = [score.seat for score in match.scores() if score.place == 1]
    found.wins = match.over and winners == [own]
    checks = ", ".join(told(check, turn, own) for check, turn in zip(match.state.checks, turns_at, strict=True))
    vp = [player.vp for player in match.state.players]
    return found, f"{number}: {'won' if found.wins else 'not won'} {against(vp, own, ' : ')} ({checks})"


def told(check: Check, turn: int, own: int) -> str:
    who, final = check.dominant or "nobody", ", final" if check.final else ""
    return f"{turn}: {who} {against(check.strength, own, '-')} > {against(check.gained, own, ':')}{final}"


def against(values: Sequence[int], own: int, between: str) -> str:
    return f"{values[own]}{between}{max(value for player, value in enumerate(values) if player != own)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("first", nargs="?", default="greedy", help="a policy of the game or `module:name` (greedy)")
    parser.add_argument("rival", nargs="?", default="greedy", help="of the other seats (greedy)")
    parser.add_argument("--seats", type=int, default=1)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--from", dest="start", type=int, default=0, help="number of the first game")
    parser.add_argument("--tries", type=int, default=TRIES, help=f"budget of a thought ({TRIES})")
    given = parser.parse_args()
    total = Features()
    for number in range(given.start, given.start + given.games):
        one, line = played(given.first, given.rival, given.seats, number, given.tries)
        total += one
        print(line, flush=True)
    seconds = sorted(total.seconds)
    print(f"{total.wins} of {total.games} won, {total.turns / total.games:.1f} turns a game; a turn:")
    for name, count in sorted(total.done.items()):
        print(f"  {name}: {count / total.turns:.2f}")
    print(f"a thought: {1000 * seconds[len(seconds) // 2]:.0f} ms (median), {1000 * seconds[-1]:.0f} ms at most")


if __name__ == "__main__":
    main()
