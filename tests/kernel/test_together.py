"""Several seats asked at once: answers stay hidden until the last is in, and may be replaced until then."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, Match, Stale, Table
from tests.kernel.toys import Notes, answer, begin, options, resumed, words


async def bids(t: Table[Notes]) -> None:
    t.state.said.append(await t.choose(0, "first", options("a", "b")))
    said = await t.together([t.question(seat, "bid", options("1", "2", "3")) for seat in (2, 0, 1)])
    t.state.said += [f"{seat}:{bid}" for seat, bid in said.items()]
    t.tell("bids")


def bidding() -> Match[Notes]:
    match = begin(bids, turns=2, seats=3)
    answer(match, 0, "a")
    return match


def test_answers_stay_hidden_until_the_last_is_in() -> None:
    match = bidding()
    assert set(match.waiting) == {0, 1, 2}
    applied = answer(match, 1, "3")
    assert applied.events == () and applied.public
    assert set(match.waiting) == {0, 2}
    assert match.prompt(1) is not None  # it may still be replaced
    assert match.state.said == ["a"]
    answer(match, 2, "1")
    applied = answer(match, 0, "2")
    assert words(applied.events) == ["bids"]
    assert match.state.said == ["a", "0:2", "1:3", "2:1"]


def test_one_answer_does_not_make_the_others_stale_and_may_be_replaced() -> None:
    match = bidding()
    step = match.step
    for seat, bid in [(1, "3"), (0, "1"), (1, "2"), (1, "1"), (2, "3")]:
        match.apply(Decision(step, seat, (bid,)))
    assert match.state.said == ["a", "0:1", "1:1", "2:3"]
    with pytest.raises(Stale):
        match.apply(Decision(step, 1, ("3",)))


def test_a_game_resumes_in_the_middle_of_a_together() -> None:
    match = bidding()
    answer(match, 1, "3")
    answer(match, 1, "2")
    again = resumed(match)
    assert set(again.waiting) == {0, 2} and again.answers == {1: ("2",)}
    for game in (match, again):
        answer(game, 2, "1")
        answer(game, 0, "2")
    assert again.checksum() == match.checksum()


def test_undo_inside_a_together_takes_back_the_last_answer_only() -> None:
    match = bidding()
    answer(match, 1, "3")
    answer(match, 2, "1")
    answer(match, 1, "2")
    match = match.undo()
    assert match.answers == {1: ("3",), 2: ("1",)}
    match = match.undo().undo()
    assert match.answers == {} and match.prompt(0) is not None and match.acting is None
    match = match.undo()
    assert not match.ask.together  # type: ignore[union-attr]


def test_nobody_can_take_back_alone_what_is_asked_of_all() -> None:
    match = bidding()
    assert match.acting is None
    answer(match, 0, "1")
    assert match.acting is None
