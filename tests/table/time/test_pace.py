"""Allowance and bank: only lateness costs, and however a wait is cut into pieces the sum is the same."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.time.hours import HOUR, MINUTE, Hours
from bot.table.time.pace import PACES, Pace, TurnClock

PACE = Pace(allowance=10 * HOUR, bank=20 * HOUR, regain=5 * HOUR, question=7 * HOUR)
AWAKE = Hours()
NIGHTS = Hours("Asia/Tokyo", 23 * 60)


def test_a_turn_within_its_allowance_costs_nothing_and_brings_something_back() -> None:
    clock = TurnClock(bank=12 * HOUR).running(0)
    assert clock.bank_by(PACE, AWAKE, 10 * HOUR) == 12 * HOUR
    assert clock.next_turn(PACE, AWAKE, 10 * HOUR) == TurnClock(17 * HOUR)
    assert TurnClock(18 * HOUR).running(0).next_turn(PACE, AWAKE, HOUR) == TurnClock(20 * HOUR)  # never above the start


def test_only_what_is_late_drains_the_bank() -> None:
    clock = TurnClock(bank=20 * HOUR).running(0)
    assert clock.late_at(PACE, AWAKE) == 10 * HOUR
    assert clock.out_at(PACE, AWAKE) == 30 * HOUR
    assert clock.next_turn(PACE, AWAKE, 13 * HOUR) == TurnClock(17 * HOUR)
    assert clock.bank_by(PACE, AWAKE, 99 * HOUR) == 0


def test_a_turn_for_which_leave_was_drawn_brings_nothing_back() -> None:
    """TIME 3.1 The bank is empty, leave is drawn as the allowance ends, and the clock stands until the answer."""
    clock = TurnClock(bank=0).running(0).standing(AWAKE, 10 * HOUR)
    assert clock.next_turn(PACE, AWAKE, 90 * HOUR) == TurnClock(0)
    assert TurnClock(bank=0).running(0).next_turn(PACE, AWAKE, 9 * HOUR) == TurnClock(5 * HOUR)


def test_a_clock_that_stands_still_has_no_deadline() -> None:
    clock = TurnClock(bank=20 * HOUR).running(0).standing(AWAKE, 4 * HOUR)
    assert (clock.late_at(PACE, AWAKE), clock.out_at(PACE, AWAKE)) == (None, None)
    again = clock.running(100 * HOUR)
    assert (again.late_at(PACE, AWAKE), again.out_at(PACE, AWAKE)) == (106 * HOUR, 126 * HOUR)


def test_a_machine_whose_clock_goes_back_gives_and_takes_nothing() -> None:
    clock = TurnClock(bank=20 * HOUR).running(50 * HOUR)
    assert clock.standing(AWAKE, 40 * HOUR).used == 0


def test_the_paces_are_ordered() -> None:
    paces = list(PACES.values())
    assert paces == sorted(paces, key=lambda pace: (pace.allowance, pace.bank))


moments = st.integers(0, 40 * 24 * 60).map(lambda minutes: 1_772_000_000_000 + minutes * MINUTE)


@settings(max_examples=200, deadline=None)
@given(st.lists(moments, min_size=2, max_size=12, unique=True).map(sorted))
def test_pauses_change_nothing_in_the_sum(stops: list[int]) -> None:
    """Waking time between the stops in which it ran = what was used, whatever was in between."""
    clock, ran = TurnClock(bank=PACE.bank), 0
    for start, end in zip(stops[::2], stops[1::2], strict=False):
        clock = clock.running(start)
        middle = (start + end) // 2
        clock = clock.standing(NIGHTS, middle).running(middle).standing(NIGHTS, end)
        ran += NIGHTS.waking(start, end)
    assert clock.used == ran
    assert clock.bank_by(PACE, NIGHTS, stops[-1]) == max(0, PACE.bank - max(0, ran - PACE.allowance))


@settings(max_examples=200, deadline=None)
@given(moments, st.integers(0, 30 * 60))
def test_the_deadline_shown_is_the_deadline_enforced(start: int, used: int) -> None:
    clock = TurnClock(bank=PACE.bank, used=used * MINUTE).running(start)
    out = clock.out_at(PACE, NIGHTS)
    assert out is not None and NIGHTS.is_awake(out)
    late = clock.late_at(PACE, NIGHTS)
    assert late is not None and late <= out
    if clock.used < PACE.allowance + PACE.bank:
        assert clock.bank_by(PACE, NIGHTS, out) == 0
        assert clock.bank_by(PACE, NIGHTS, late) == min(PACE.bank, PACE.bank - max(0, clock.used - PACE.allowance))
