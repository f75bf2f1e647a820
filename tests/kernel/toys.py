"""Tiny games, each to test one mechanism of the kernel."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from msgspec import Struct

from engines.kernel import (
    Applied,
    Decision,
    Game,
    GameContext,
    LogEvent,
    Match,
    Message,
    Option,
    Rng,
    Score,
    Seat,
    Setup,
)

SEED = bytes(range(32))


class Notes(Struct):
    """State of the toy game."""

    entries: list[str] = []
    """Entries that the scripts append."""
    hands: list[list[int]] = []
    """Numbers by seat, hidden from the other seats."""
    pile: list[int] = []
    """Numbers hidden from all seats."""
    turns: int = 0


class NotesView(Struct, frozen=True):
    entries: tuple[str, ...]
    hand: tuple[int, ...] | None


Script = Callable[[GameContext[Notes]], Awaitable[None]]


def build_toy_game(script: Script, turns: int = 1) -> Game[Notes]:
    """Return a game of two to four seats with three numbers in each hand; every turn plays the script."""

    def new_game(setup: Setup, ctx: GameContext[Any]) -> Notes:
        pile = list(range(20))
        ctx.rng.shuffle(pile)
        ctx.log_event("shuffled")
        return Notes(hands=[sorted(pile.pop() for _ in range(3)) for _ in range(setup.seats)], pile=pile)

    async def play_turn(ctx: GameContext[Notes]) -> None:
        await script(ctx)
        ctx.state.turns += 1

    def build_view(s: Notes, seat: Seat | None) -> NotesView:
        return NotesView(tuple(s.entries), None if seat is None else tuple(s.hands[seat]))

    def redeal_hidden(s: Notes, seat: Seat | None, rng: Rng) -> None:
        others = [hand for i, hand in enumerate(s.hands) if i != seat]
        unseen = s.pile + [card for hand in others for card in hand]
        rng.shuffle(unseen)
        for hand in others:
            hand[:] = sorted(unseen.pop() for _ in hand)
        s.pile[:] = unseen

    return Game(
        id="toy",
        package="engines.kernel",
        seat_counts=(2, 3, 4),
        colors=("red", "blue", "green", "white"),
        rules_version=1,
        state_type=Notes,
        new_game=new_game,
        play_turn=play_turn,
        is_over=lambda s: s.turns >= turns,
        view=build_view,
        scores=lambda s: tuple(Score(seat, 1, 0, ()) for seat in range(len(s.hands))),
        problems=lambda s: [],
        redeal=redeal_hidden,
    )


def start_match(script: Script, turns: int = 1, seats: int = 2) -> Match[Notes]:
    game = build_toy_game(script, turns)
    return Match.start(game, game.build_setup(seats), SEED)


def build_options(*keys: str) -> list[Option]:
    return [Option(key, key, Message(key)) for key in keys]


def answer(match: Match[Notes], seat: Seat, *keys: str) -> Applied:
    return match.apply(Decision(match.step, seat, keys))


def resume(match: Match[Notes]) -> Match[Notes]:
    """Return the same game as restored after a restart of the bot."""
    return Match.resume(match.game, match.setup, match.seed, match.frame, match.decisions_since_frame)


async def choose_letters(ctx: GameContext[Notes]) -> None:
    """Let seat 0 choose three letters, one after the other."""
    for n in range(3):
        ctx.state.entries.append(await ctx.choose(0, f"letter {n}", build_options("a", "b", "c")))
        ctx.log_event("said", letter=ctx.state.entries[-1])


def render_events(events: tuple[LogEvent, ...] | list[LogEvent]) -> list[str]:
    """Return key and arguments of each logged message."""
    return [" ".join([event.text.key, *map(str, event.text.args.values())]) for event in events]


def count_points(state: Notes, seat: Seat) -> float:
    """Evaluate a State: the sum of the numeric entries for seat 0, its negative for the other seats."""
    total = sum(float(word) for word in state.entries if word.lstrip("-").isdigit())
    return total if seat == 0 else -total
