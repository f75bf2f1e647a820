"""Seats and spectators do not observe hidden information, and the check of this can fail."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from engines.flotsam import auction
from engines.flotsam.state import State
from engines.flotsam.view import View
from msgspec.structs import replace as changed

from engines import flotsam
from engines.kernel import Game, GameContext, NounRef, Option, Rng, Seat, SeatRef, load_games, message
from tests.contract.cases import Case, build_cases, sample_cases
from tests.contract.privacy import Leak, check_privacy
from tests.discovered import mark_slice

CASES_PER_GAME = 4


@pytest.mark.parametrize("case", mark_slice(sample_cases(CASES_PER_GAME), lambda case: case.number < 2), ids=str)
def test_observations_do_not_depend_on_hidden_information(case: Case) -> None:
    checked = check_privacy(case, every=5, pictures=20, paints=2)
    assert checked.worlds > case.seats
    assert checked.comparisons > checked.worlds


def test_imagined_worlds_of_the_example_differ() -> None:
    for case in build_cases("flotsam", 3):
        checked = check_privacy(case, pictures=0)
        assert checked.different > checked.worlds * 0.9
        assert checked.equal_reveals > 10


# ---------------------------------------------------------------------- variants of the example that leak


def replace_turn(turn: Callable[[GameContext[State]], Awaitable[None]]) -> Game[Any]:
    async def play_both_turns(ctx: GameContext[State]) -> None:
        await turn(ctx)
        await auction.play_turn(ctx)

    return replace(flotsam.GAME, play_turn=play_both_turns)


def leak_hold_in_view() -> Game[Any]:
    def build_leaking_view(s: State, seat: Seat | None) -> View:
        honest = flotsam.GAME.view(s, seat)
        seen: View = changed(
            honest,
            merchants=tuple(
                changed(m, hold_size=len(set(s.merchants[i].hold))) for i, m in enumerate(honest.merchants)
            ),
        )
        return seen

    return replace(flotsam.GAME, view=build_leaking_view)


def leak_pile_in_log() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        ctx.log_event("drawn", lot=NounRef(f"goods.{ctx.state.pile[-1]}"))
        await ctx.confirm(ctx.state.crier, "open")

    return replace_turn(play_leaking_turn)


def leak_hold_in_log() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        hold = ctx.state.merchants[ctx.state.crier].hold
        ctx.log_event("dealt", crates=tuple(NounRef(f"goods.{good}") for good in hold))
        await ctx.confirm(ctx.state.crier, "open")

    return replace_turn(play_leaking_turn)


def leak_hold_in_question() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        crate = ctx.state.merchants[ctx.state.crier].hold[-1] if ctx.state.merchants[ctx.state.crier].hold else "tea"
        options = [Option("pass", 0, message("claim.pass")), Option("claim", 1, message("claim.pass"))]
        await ctx.choose(ctx.state.crier, "bid.ask", options, lot=NounRef(f"goods.{crate}"))
        await ctx.confirm(ctx.state.crier, "open")

    return replace_turn(play_leaking_turn)


def leak_hold_in_question_after_draw() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        lot = ctx.take_from(ctx.state.pile)
        ctx.log_event("drawn", lot=NounRef(f"goods.{lot}"))
        ctx.state.pile.append(lot)
        hold = ctx.state.merchants[ctx.state.crier].hold
        await ctx.confirm(ctx.state.crier, "raise.ask", marks=hold.count("tea"))

    return replace_turn(play_leaking_turn)


def leak_hold_in_default() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        other = (ctx.state.crier + 1) % len(ctx.state.merchants)
        options = [Option("pass", 0, message("claim.pass")), Option("claim", 1, message("claim.pass"))]
        default = "claim" if "tea" in ctx.state.merchants[other].hold else "pass"
        await ctx.choose(other, "open", options, default=default)

    return replace_turn(play_leaking_turn)


def leak_hold_in_max_count() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        other = (ctx.state.crier + 1) % len(ctx.state.merchants)
        options = [Option(f"show:{n}", n, message("claim.pass")) for n in range(3)]
        max_count = len(set(ctx.state.merchants[other].hold))
        await ctx.choose_some(other, "open", options, 0, max_count, asks_always=True)

    return replace_turn(play_leaking_turn)


def leak_pile_in_options() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        options = [Option(f"see:{good}", good, message("claim.pass")) for good in dict.fromkeys(ctx.state.pile[-3:])]
        await ctx.choose(ctx.state.crier, "open", options, asks_always=True)

    return replace_turn(play_leaking_turn)


def leak_hold_by_asking() -> Game[Any]:
    async def play_leaking_turn(ctx: GameContext[State]) -> None:
        await ctx.confirm(ctx.state.crier, "open")
        other = (ctx.state.crier + 1) % len(ctx.state.merchants)
        options = [Option("pass", 0, message("claim.pass"))]
        if "tea" in ctx.state.merchants[other].hold:
            options.append(Option("claim", 1, message("claim.pass")))
        await ctx.choose(other, "claim.ask", options, winner=SeatRef(0), lot=NounRef("goods.tea"), price=0)

    return replace_turn(play_leaking_turn)


def break_redeal() -> Game[Any]:
    def redeal_wrongly(s: State, seat: Seat | None, rng: Rng) -> None:
        for i, m in enumerate(s.merchants):
            if i != seat and m.hold:
                m.hold[0] = "tea"

    return replace(flotsam.GAME, redeal=redeal_wrongly)


@pytest.mark.parametrize(
    ("leaky", "channel"),
    [
        (leak_hold_in_view, "view: "),
        (leak_pile_in_log, "sentences: "),
        (leak_hold_in_log, "sentences: "),
        (leak_hold_in_question, "questions: "),
        (leak_hold_in_question_after_draw, "questions: "),
        (leak_hold_in_default, "questions: "),
        (leak_hold_in_max_count, "questions: "),
        (leak_pile_in_options, "own question: "),
        (leak_hold_by_asking, "waiting: "),
        (break_redeal, "redeal breaks the game: "),
    ],
)
def test_leaks_are_detected(leaky: Callable[[], Game[Any]], channel: str) -> None:
    with pytest.raises(Leak, match=channel):
        for case in build_cases("flotsam", 12):
            check_privacy(case, leaky(), pictures=0)


def test_example_with_hidden_information_is_checked() -> None:
    assert "flotsam" in load_games()
