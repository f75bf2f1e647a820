"""Nobody observes what is hidden from them; and the check that says so is able to fail."""

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
from engines.kernel import Game, Option, Rng, Seat, Table, Term, Who, games, say
from tests.contract.cases import Case, cases, slice_of
from tests.contract.privacy import Leak, check

EACH = 4


@pytest.mark.parametrize("case", slice_of(EACH), ids=str)
def test_what_a_seat_observes_does_not_depend_on_what_it_cannot_see(case: Case) -> None:
    checked = check(case, every=5, pictures=20, paints=2)
    assert checked.worlds > case.seats
    assert checked.comparisons > checked.worlds


def test_the_imagined_worlds_of_the_example_really_are_others() -> None:
    for case in cases("flotsam", 3):
        checked = check(case, pictures=0)
        assert checked.different > checked.worlds * 0.9
        assert checked.alike > 10


# ---------------------------------------------------------------------- variants of the example that leak


def with_turn(turn: Callable[[Table[State]], Awaitable[None]]) -> Game[Any]:
    async def whole(t: Table[State]) -> None:
        await turn(t)
        await auction.turn(t)

    return replace(flotsam.GAME, turn=whole)


def view_of_a_hold() -> Game[Any]:
    def view(s: State, seat: Seat | None) -> View:
        honest = flotsam.GAME.view(s, seat)
        seen: View = changed(
            honest,
            merchants=tuple(changed(m, held=len(set(s.merchants[i].hold))) for i, m in enumerate(honest.merchants)),
        )
        return seen

    return replace(flotsam.GAME, view=view)


def sentence_about_the_pile() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        t.tell("drawn", lot=Term(f"goods.{t.state.pile[-1]}"))
        await t.confirm(t.state.crier, "open")

    return with_turn(turn)


def private_sentence_to_all() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        hold = t.state.merchants[t.state.crier].hold
        t.tell("dealt", crates=tuple(Term(f"goods.{good}") for good in hold))
        await t.confirm(t.state.crier, "open")

    return with_turn(turn)


def question_that_quotes_a_hold() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        crate = t.state.merchants[t.state.crier].hold[-1] if t.state.merchants[t.state.crier].hold else "tea"
        options = [Option("pass", 0, say("claim.pass")), Option("claim", 1, say("claim.pass"))]
        await t.choose(t.state.crier, "bid.ask", options, lot=Term(f"goods.{crate}"))
        await t.confirm(t.state.crier, "open")

    return with_turn(turn)


def question_after_a_draw_that_quotes_a_hold() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        lot = t.draw(t.state.pile)
        t.tell("drawn", lot=Term(f"goods.{lot}"))
        t.state.pile.append(lot)
        hold = t.state.merchants[t.state.crier].hold
        await t.confirm(t.state.crier, "raise.ask", marks=hold.count("tea"))

    return with_turn(turn)


def default_that_comes_from_a_hold() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        other = (t.state.crier + 1) % len(t.state.merchants)
        options = [Option("pass", 0, say("claim.pass")), Option("claim", 1, say("claim.pass"))]
        default = "claim" if "tea" in t.state.merchants[other].hold else "pass"
        await t.choose(other, "open", options, default=default)

    return with_turn(turn)


def number_that_comes_from_a_hold() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        other = (t.state.crier + 1) % len(t.state.merchants)
        options = [Option(f"show:{n}", n, say("claim.pass")) for n in range(3)]
        most = len(set(t.state.merchants[other].hold))
        await t.choose_some(other, "open", options, 0, most, always_ask=True)

    return with_turn(turn)


def option_that_knows_the_pile() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        options = [Option(f"see:{good}", good, say("claim.pass")) for good in dict.fromkeys(t.state.pile[-3:])]
        await t.choose(t.state.crier, "open", options, always_ask=True)

    return with_turn(turn)


def question_only_for_those_who_can() -> Game[Any]:
    async def turn(t: Table[State]) -> None:
        await t.confirm(t.state.crier, "open")
        other = (t.state.crier + 1) % len(t.state.merchants)
        options = [Option("pass", 0, say("claim.pass"))]
        if "tea" in t.state.merchants[other].hold:
            options.append(Option("claim", 1, say("claim.pass")))
        await t.choose(other, "claim.ask", options, winner=Who(0), lot=Term("goods.tea"), price=0)

    return with_turn(turn)


def redeal_that_forgets_the_pile() -> Game[Any]:
    def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
        for i, m in enumerate(s.merchants):
            if i != seat and m.hold:
                m.hold[0] = "tea"

    return replace(flotsam.GAME, redeal=redeal)


@pytest.mark.parametrize(
    ("leaky", "channel"),
    [
        (view_of_a_hold, "view: "),
        (sentence_about_the_pile, "sentences: "),
        (private_sentence_to_all, "sentences: "),
        (question_that_quotes_a_hold, "questions: "),
        (question_after_a_draw_that_quotes_a_hold, "questions: "),
        (default_that_comes_from_a_hold, "questions: "),
        (number_that_comes_from_a_hold, "questions: "),
        (option_that_knows_the_pile, "own question: "),
        (question_only_for_those_who_can, "waiting: "),
        (redeal_that_forgets_the_pile, "redeal breaks the game: "),
    ],
)
def test_a_leak_is_found(leaky: Callable[[], Game[Any]], channel: str) -> None:
    with pytest.raises(Leak, match=channel):
        for case in cases("flotsam", 12):
            check(case, leaky(), pictures=0)


def test_the_games_that_hide_something_are_looked_at() -> None:
    assert "flotsam" in games()
