"""An example game of one turn that asks every kind of question, for tests of the panel and `/move`. No pictures."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engines.kernel import FIRST_OPTION, Game, GameContext, NounRef, Option, Rng, Score, Seat, SeatRef, Setup, message

GOODS = ("tea", "silk", "spice", "salt")
COLOURS = ("red", "blue")


class State(Struct):
    """The whole state of the example game."""

    hands: list[list[int]]
    """The hidden cards of each seat."""
    log_lines: list[str] = []
    """The answers so far, in words."""
    coins: int = 0
    """Coins earned by side actions."""
    races: dict[int, str] = {}
    """Seat -> colour, once it is chosen."""
    is_over: bool = False


class View(Struct, frozen=True):
    log_lines: tuple[str, ...]
    coins: int
    races: dict[int, str]


def build_good_option(name: str, group: str | None = None, limit: int = 1) -> Option:
    key = name if group is None else f"{group}:{name}"
    return Option(
        key, key, NounRef(f"goods.{name}"), None, None if group is None else NounRef(f"goods.{group}"), limit=limit
    )


def list_ware_options() -> list[Option]:
    """Return 120 options in 12 groups."""
    return [
        Option(f"ware:{n}", n, message("ware.name", n=n), message("ware.detail", n=n), message("shelf", n=n // 10))
        for n in range(120)
    ]


def list_hand_options(s: State) -> list[Option]:
    return [Option(f"card:{n}", n, message("card", n=n)) for n in s.hands[0]]


async def play_turn(ctx: GameContext[State]) -> None:
    s = ctx.state

    def log_answer(kind: str, value: object) -> None:
        s.log_lines.append(f"{kind} {value}")
        ctx.log_event("said", who=SeatRef(0), kind=kind)

    stalls = [
        build_good_option("tea", "silk"),
        build_good_option("salt", "silk"),
        build_good_option("spice", "spice"),
        build_good_option("tea", "salt"),
        build_good_option("silk", "salt"),
    ]
    log_answer("each", await ctx.choose_each(0, "stalls", stalls))
    log_answer(
        "load",
        await ctx.allocate(0, "load", [build_good_option(name, limit=20) for name in GOODS[:3]], 30, at_least=20),
    )
    log_answer("split", await ctx.allocate(0, "split", [build_good_option(name, limit=3) for name in GOODS[:2]], 4))

    async def sell_goods(coins: int) -> None:
        s.coins += coins
        ctx.log_event("sold", coins=coins)

    def list_sale_options() -> list[Option]:
        return (
            [Option("sell:1", 1, message("sell.cheap")), Option("sell:5", 5, message("sell.dear"))]
            if s.coins < 6
            else []
        )

    with ctx.side_actions(0, list_sale_options, sell_goods):
        log_answer(
            "buy", await ctx.choose(0, "buy", lambda: [build_good_option(name) for name in GOODS[: 3 + s.coins]])
        )
        await ctx.confirm(0, "sure")
    log_answer("ware", await ctx.choose(0, "shelves", list_ware_options, default=FIRST_OPTION))
    log_answer("card", await ctx.choose(0, "hand", lambda: list_hand_options(s), default=FIRST_OPTION))
    stripes = [Option(c, c, NounRef(f"player_colors.{c}"), None, message("stripes")) for c in COLOURS]
    (race,) = await ctx.choose_each(0, "race", stripes)
    s.races = {0: race, 1: next(c for c in COLOURS if c != race)}
    await ctx.confirm(0, "sure")
    s.is_over = True


def new_game(setup: Setup, ctx: GameContext[Any]) -> State:
    cards = list(range(6))
    ctx.rng.shuffle(cards)
    return State([sorted(cards[:3]), sorted(cards[3:])])


def redeal_hidden(s: State, seat: Seat | None, rng: Rng) -> None:
    pass


def list_seat_colours(view: View) -> tuple[str | None, ...]:
    return tuple(view.races.get(seat) for seat in range(2))


GAME: Game[State] = Game(
    id="bazaar",
    package="tests.bot.bazaar",
    seat_counts=(2,),
    colors=COLOURS,
    rules_version=1,
    state_type=State,
    new_game=new_game,
    play_turn=play_turn,
    is_over=lambda s: s.is_over,
    view=lambda s, seat: View(tuple(s.log_lines), s.coins, dict(s.races)),
    scores=lambda s: tuple(Score(seat, seat + 1, 0, ()) for seat in range(2)),
    problems=lambda s: [],
    redeal=redeal_hidden,
    seat_colors=list_seat_colours,
)
