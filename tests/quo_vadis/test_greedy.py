"""The computer player, and the odds of a war used by it and the pictures."""

from __future__ import annotations

import pytest

from engines.kernel import Decision, Match, Rng, SearchBudget, pick_random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.computer.evaluation import count_turns_left, evaluate
from engines.quo_vadis.computer.greedy import play_greedily
from engines.quo_vadis.computer.plan import SeatPosition, estimate_value
from engines.quo_vadis.computer.war_value import choose_bid
from engines.quo_vadis.rules.war.course import play_war
from engines.quo_vadis.table.odds import Contender, compute_odds
from tests.duel import parse_arguments
from tests.quo_vadis.stage import STAGE, A, B, C, build_table, place_town, put_workers, set_player, start_turn


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((Contender(1, 6, 1), Contender(1, 6, 1)), 21 / 36),  # ties go to the first
        ((Contender(7, 6, 1), Contender(1, 6, 1)), 1.0),
        ((Contender(1, 6, 1), Contender(7, 6, 1)), 0.0),
        ((Contender(1, 6, 2), Contender(1, 6, 1)), 161 / 216),
        ((Contender(1, 8, 1), Contender(1, 6, 1)), (21 + 12) / 48),
    ],
)
def test_odds_of_a_war(sides: tuple[Contender, ...], expected: float) -> None:
    assert compute_odds(sides)[0] == pytest.approx(expected)
    assert sum(compute_odds(sides)) == pytest.approx(1.0)


def test_turns_left() -> None:
    s = build_table(first=B)
    start_turn(s, C, "2-4")  # B has played twice, C plays, A comes next
    assert [count_turns_left(s, seat) for seat in (A, B, C)] == [9, 8, 8]


def test_control_has_value_and_a_town_more() -> None:
    s = build_table()
    start_turn(s, A, "2-4")
    before = evaluate(s, A)
    put_workers(s, "2-4:a", A)
    put_workers(s, "2-4:b", A)
    one_area = evaluate(s, A)
    put_workers(s, "1-3:a", A)
    put_workers(s, "1-3:b", A)
    by_workers = evaluate(s, A)
    for space in ("1-3:a", "1-3:b"):
        s.find_space(space).workers[A] = 0
    place_town(s, "1-3:a", A, 1)
    assert before < one_area < by_workers < evaluate(s, A)


def test_change_promises_more_with_more_controlled_areas() -> None:
    """The best schedule closes a tall generation late, where few areas are held now; the last turn is exact."""
    few = SeatPosition(3, 4, 2, 4, 0, 0, 10, 1, True, True)
    assert (
        estimate_value(few)
        < estimate_value(few._replace(worker_quarters=8))
        < estimate_value(few._replace(worker_quarters=12))
    )
    assert estimate_value(few._replace(turns_left=0, active_towns=2)) == 4 * 2 + 1  # city bonus 8, versatile 2


def test_no_morale_is_spent_on_a_decided_war() -> None:
    for mine, theirs in ((1, 9), (9, 1)):
        s = build_table()
        put_workers(s, "2-4:a", *[B] * mine, *[A] * theirs)
        set_player(s, B, morale=2)
        start_turn(s, A, "2-4")
        assert choose_bid(s, STAGE.find_prompt(s, lambda t: play_war(t, A), "yes")) == "bid:0"


@pytest.mark.release
def test_greedy_beats_random() -> None:
    """A whole game, one greedy among random players, with a small budget: `python -m tests.duel quo_vadis`."""
    match = Match.start(GAME, GAME.build_setup(3), bytes([1]) * 32)
    rng = Rng(bytes([10]) * 32)
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if seat == 1:
            answer = play_greedily(match.imagine_world(seat, rng), prompt, rng, SearchBudget(60))[0]
        else:
            answer = pick_random_answer(match, prompt, rng)
        match.apply(Decision(match.step, seat, answer))
    assert match.compute_scores()[0].seat == 1


def test_duel_uses_the_minimum_number_of_seats() -> None:
    parsed = parse_arguments(["quo_vadis"])
    assert (parsed.seats, parsed.first, parsed.second) == (3, "greedy", "random")
    assert parse_arguments(["quo_vadis", "--seats", "5"]).seats == 5
