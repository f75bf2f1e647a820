"""The computer player, and the odds of a war that it and the pictures go by."""

from __future__ import annotations

import pytest

from engines.kernel import Budget, Decision, Match, Rng, random_answer
from engines.quo_vadis import GAME
from engines.quo_vadis.computer.evaluation import turns_left, worth
from engines.quo_vadis.computer.fight import bid
from engines.quo_vadis.computer.greedy import greedy
from engines.quo_vadis.computer.plan import Outlook, promise
from engines.quo_vadis.rules.war.course import war
from engines.quo_vadis.table.odds import Chance, odds
from tests.duel import arguments
from tests.quo_vadis.stage import STAGE, A, B, C, person, put, table, town, turn


@pytest.mark.parametrize(
    ("sides", "expected"),
    [
        ((Chance(1, 6, 1), Chance(1, 6, 1)), 21 / 36),  # ties go to the first
        ((Chance(7, 6, 1), Chance(1, 6, 1)), 1.0),
        ((Chance(1, 6, 1), Chance(7, 6, 1)), 0.0),
        ((Chance(1, 6, 2), Chance(1, 6, 1)), 161 / 216),
        ((Chance(1, 8, 1), Chance(1, 6, 1)), (21 + 12) / 48),
    ],
)
def test_odds_of_a_war(sides: tuple[Chance, ...], expected: float) -> None:
    assert odds(sides)[0] == pytest.approx(expected)
    assert sum(odds(sides)) == pytest.approx(1.0)


def test_turns_left() -> None:
    s = table(first=B)
    turn(s, C, "2-4")  # B has played twice, C plays, A comes next
    assert [turns_left(s, seat) for seat in (A, B, C)] == [9, 8, 8]


def test_control_is_worth_something_and_a_town_more() -> None:
    s = table()
    turn(s, A, "2-4")
    before = worth(s, A)
    put(s, "2-4:a", A)
    put(s, "2-4:b", A)
    one_area = worth(s, A)
    put(s, "1-3:a", A)
    put(s, "1-3:b", A)
    by_workers = worth(s, A)
    for space in ("1-3:a", "1-3:b"):
        s.space(space).workers[A] = 0
    town(s, "1-3:a", A, 1)
    assert before < one_area < by_workers < worth(s, A)


def test_a_change_promises_more_the_more_areas_are_held() -> None:
    """The best schedule closes a tall generation late, where few areas are held now; the last turn is exact."""
    few = Outlook(3, 4, 2, 4, 0, 0, 10, 1, True, True)
    assert promise(few) < promise(few._replace(quarters=8)) < promise(few._replace(quarters=12))
    assert promise(few._replace(left=0, active=2)) == 4 * 2 + 1  # city bonus 8, versatile 2


def test_nobody_spends_morale_on_a_war_that_is_lost_or_won() -> None:
    for mine, theirs in ((1, 9), (9, 1)):
        s = table()
        put(s, "2-4:a", *[B] * mine, *[A] * theirs)
        person(s, B, morale=2)
        turn(s, A, "2-4")
        assert bid(s, STAGE.question(s, lambda t: war(t, A), "yes")) == "bid:0"


def test_greedy_beats_random() -> None:
    """A whole game, one greedy among random players, with a small budget: `python -m tests.duel quo_vadis`."""
    match = Match.start(GAME, GAME.setup(3), bytes([1]) * 32)
    rng = Rng(bytes([10]) * 32)
    while not match.over:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        if seat == 1:
            answer = greedy(match.world(seat, rng), prompt, rng, Budget(60))[0]
        else:
            answer = random_answer(match, prompt, rng)
        match.apply(Decision(match.step, seat, answer))
    assert match.scores()[0].seat == 1


def test_a_duel_seats_as_few_as_the_game_allows() -> None:
    found = arguments(["quo_vadis"])
    assert (found.seats, found.first, found.second) == (3, "greedy", "random")
    assert arguments(["quo_vadis", "--seats", "5"]).seats == 5
