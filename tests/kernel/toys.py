"""Games of a few lines, to see one mechanism of the kernel at a time."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from engines.kernel import Applied, Decision, Event, Game, Match, Msg, Option, Rng, Score, Seat, Setup, Table

SEED = bytes(range(32))


class Notes(Struct):
    """said: what the scripts wrote down; hands: hidden from the other seats; pile: hidden from all."""

    said: list[str] = []
    hands: list[list[int]] = []
    pile: list[int] = []
    turns: int = 0


class Seen(Struct, frozen=True):
    said: tuple[str, ...]
    hand: tuple[int, ...] | None


Script = Callable[[Table[Notes]], Awaitable[None]]


def toy(script: Script, turns: int = 1) -> Game[Notes]:
    """Two to four seats with three numbers each in the hand; every turn plays the script."""

    def new(setup: Setup, t: Table[Any]) -> Notes:
        pile = list(range(20))
        t.rng.shuffle(pile)
        t.tell("shuffled")
        return Notes(hands=[sorted(pile.pop() for _ in range(3)) for _ in range(setup.seats)], pile=pile)

    async def turn(t: Table[Notes]) -> None:
        await script(t)
        t.state.turns += 1

    def view(s: Notes, seat: Seat | None) -> Seen:
        return Seen(tuple(s.said), None if seat is None else tuple(s.hands[seat]))

    def redeal(s: Notes, seat: Seat | None, rng: Rng) -> None:
        others = [hand for i, hand in enumerate(s.hands) if i != seat]
        unseen = s.pile + [card for hand in others for card in hand]
        rng.shuffle(unseen)
        for hand in others:
            hand[:] = sorted(unseen.pop() for _ in hand)
        s.pile[:] = unseen

    return Game(
        id="toy",
        package="engines.kernel",
        seats=(2, 3, 4),
        colors=("red", "blue", "green", "white"),
        rules=1,
        state=Notes,
        new=new,
        turn=turn,
        over=lambda s: s.turns >= turns,
        view=view,
        scores=lambda s: tuple(Score(seat, 1, 0, ()) for seat in range(len(s.hands))),
        problems=lambda s: [],
        redeal=redeal,
    )


def begin(script: Script, turns: int = 1, seats: int = 2) -> Match[Notes]:
    game = toy(script, turns)
    return Match.start(game, game.setup(seats), SEED)


def options(*keys: str) -> list[Option]:
    return [Option(key, key, Msg(key)) for key in keys]


def answer(match: Match[Notes], seat: Seat, *keys: str) -> Applied:
    return match.apply(Decision(match.step, seat, keys))


def resumed(match: Match[Notes]) -> Match[Notes]:
    """The same game as a restarted bot would have it."""
    return Match.resume(match.game, match.setup, match.seed, match.frame, match.tail)


async def abc(t: Table[Notes]) -> None:
    """Seat 0 chooses three letters one after the other."""
    for n in range(3):
        t.state.said.append(await t.choose(0, f"letter {n}", options("a", "b", "c")))
        t.tell("said", letter=t.state.said[-1])


def words(events: tuple[Event, ...] | list[Event]) -> list[str]:
    """Key and arguments of each sentence told."""
    return [" ".join([event.text.key, *map(str, event.text.args.values())]) for event in events]


def points(state: Notes, seat: Seat) -> float:
    """What a State is worth in these games: the sum of the numbers written down, for seat 0; the others want less."""
    total = sum(float(word) for word in state.said if word.lstrip("-").isdigit())
    return total if seat == 0 else -total
