"""Simultaneous questions: answers stay hidden, and may be replaced, until the last seat has answered."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, GameContext, Match, StaleAnswer
from tests.kernel.toys import Notes, answer, build_options, render_events, resume, start_match


async def play_bids(ctx: GameContext[Notes]) -> None:
    ctx.state.entries.append(await ctx.choose(0, "first", build_options("a", "b")))
    numbers = await ctx.ask_together(
        [ctx.build_choice_prompt(seat, "bid", build_options("1", "2", "3")) for seat in (2, 0, 1)]
    )
    ctx.state.entries += [f"{seat}:{bid}" for seat, bid in numbers.items()]
    ctx.log_event("bids")


def start_bidding() -> Match[Notes]:
    match = start_match(play_bids, turns=2, seats=3)
    answer(match, 0, "a")
    return match


def test_answers_stay_hidden_until_the_last_is_in() -> None:
    match = start_bidding()
    assert set(match.waiting_seats) == {0, 1, 2}
    applied = answer(match, 1, "3")
    assert applied.events == () and applied.is_public
    assert set(match.waiting_seats) == {0, 2}
    assert match.find_prompt(1) is not None  # it may still be replaced
    assert match.state.entries == ["a"]
    answer(match, 2, "1")
    applied = answer(match, 0, "2")
    assert render_events(applied.events) == ["bids"]
    assert match.state.entries == ["a", "0:2", "1:3", "2:1"]


def test_one_answer_does_not_make_the_others_stale_and_may_be_replaced() -> None:
    match = start_bidding()
    step = match.step
    for seat, bid in [(1, "3"), (0, "1"), (1, "2"), (1, "1"), (2, "3")]:
        match.apply(Decision(step, seat, (bid,)))
    assert match.state.entries == ["a", "0:1", "1:1", "2:3"]
    with pytest.raises(StaleAnswer):
        match.apply(Decision(step, 1, ("3",)))


def test_game_resumes_within_a_simultaneous_question() -> None:
    match = start_bidding()
    answer(match, 1, "3")
    answer(match, 1, "2")
    again = resume(match)
    assert set(again.waiting_seats) == {0, 2} and again.hidden_answers == {1: ("2",)}
    for game in (match, again):
        answer(game, 2, "1")
        answer(game, 0, "2")
    assert again.compute_checksum() == match.compute_checksum()


def test_undo_of_a_simultaneous_answer_takes_back_only_that_answer() -> None:
    match = start_bidding()
    answer(match, 1, "3")
    answer(match, 2, "1")
    answer(match, 1, "2")
    match = match.undo()
    assert match.hidden_answers == {1: ("3",), 2: ("1",)}
    match = match.undo().undo()
    assert match.hidden_answers == {} and match.find_prompt(0) is not None and match.acting_seat is None
    match = match.undo()
    assert not match.open_prompts.is_simultaneous  # type: ignore[union-attr]


def test_simultaneous_question_cannot_be_undone_by_one_seat() -> None:
    match = start_bidding()
    assert match.acting_seat is None
    answer(match, 0, "1")
    assert match.acting_seat is None
