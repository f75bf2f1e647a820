"""A game of one turn that asks every kind of question, for the panel and `/move`. It has no pictures."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engines.kernel import FIRST, Game, Option, Rng, Score, Seat, Setup, Table, Term, Who, say

GOODS = ("tea", "silk", "spice", "salt")
COLOURS = ("red", "blue")


class State(Struct):
    """said: answers in words; coins: one for each aside; hands: hidden; races: seat -> colour, once it is chosen."""

    hands: list[list[int]]
    said: list[str] = []
    coins: int = 0
    races: dict[int, str] = {}
    over: bool = False


class View(Struct, frozen=True):
    said: tuple[str, ...]
    coins: int
    races: dict[int, str]


def good(name: str, group: str | None = None, limit: int = 1) -> Option:
    key = name if group is None else f"{group}:{name}"
    return Option(key, key, Term(f"goods.{name}"), None, None if group is None else Term(f"goods.{group}"), limit=limit)


def wares() -> list[Option]:
    """120 options in 12 groups."""
    return [
        Option(f"ware:{n}", n, say("ware.name", n=n), say("ware.detail", n=n), say("shelf", n=n // 10))
        for n in range(120)
    ]


def hand(s: State) -> list[Option]:
    return [Option(f"card:{n}", n, say("card", n=n)) for n in s.hands[0]]


async def turn(t: Table[State]) -> None:
    s = t.state

    def said(kind: str, value: object) -> None:
        s.said.append(f"{kind} {value}")
        t.tell("said", who=Who(0), kind=kind)

    stalls = [
        good("tea", "silk"),
        good("salt", "silk"),
        good("spice", "spice"),
        good("tea", "salt"),
        good("silk", "salt"),
    ]
    said("each", await t.choose_each(0, "stalls", stalls))
    said("load", await t.allocate(0, "load", [good(name, limit=20) for name in GOODS[:3]], 30, at_least=20))
    said("split", await t.allocate(0, "split", [good(name, limit=3) for name in GOODS[:2]], 4))

    async def sell(coins: int) -> None:
        s.coins += coins
        t.tell("sold", coins=coins)

    def sales() -> list[Option]:
        return [Option("sell:1", 1, say("sell.cheap")), Option("sell:5", 5, say("sell.dear"))] if s.coins < 6 else []

    with t.asides(0, sales, sell):
        said("buy", await t.choose(0, "buy", lambda: [good(name) for name in GOODS[: 3 + s.coins]]))
        await t.confirm(0, "sure")
    said("ware", await t.choose(0, "shelves", wares, default=FIRST))
    said("card", await t.choose(0, "hand", lambda: hand(s), default=FIRST))
    stripes = [Option(c, c, Term(f"player_colors.{c}"), None, say("stripes")) for c in COLOURS]
    (race,) = await t.choose_each(0, "race", stripes)
    s.races = {0: race, 1: next(c for c in COLOURS if c != race)}
    await t.confirm(0, "sure")
    s.over = True


def new(setup: Setup, t: Table[Any]) -> State:
    cards = list(range(6))
    t.rng.shuffle(cards)
    return State([sorted(cards[:3]), sorted(cards[3:])])


def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
    pass


def colours(view: View) -> tuple[str | None, ...]:
    return tuple(view.races.get(seat) for seat in range(2))


GAME: Game[State] = Game(
    id="bazaar",
    package="tests.bot.bazaar",
    seats=(2,),
    colors=COLOURS,
    rules=1,
    state=State,
    new=new,
    turn=turn,
    over=lambda s: s.over,
    view=lambda s, seat: View(tuple(s.said), s.coins, dict(s.races)),
    scores=lambda s: tuple(Score(seat, seat + 1, 0, ()) for seat in range(2)),
    problems=lambda s: [],
    redeal=redeal,
    seat_colors=colours,
)
