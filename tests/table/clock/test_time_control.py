"""Allowance and bank: only lateness costs time, and splitting a wait does not change the sum."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.table.clock.time_control import PACES, TimeControl, TurnClock
from bot.table.clock.waking_hours import HOUR, MINUTE, WakingHours

PACE = TimeControl(allowance=10 * HOUR, bank=20 * HOUR, regain=5 * HOUR, question_time=7 * HOUR)
AWAKE = WakingHours()
NIGHTS = WakingHours("Asia/Tokyo", 23 * 60)


def find_late_time(clock: TurnClock, pace: TimeControl, hours: WakingHours) -> int | None:
    """Return when the bank begins to drain."""
    return clock.find_time_of_use(pace.allowance, hours, 0)


def find_end_time(clock: TurnClock, pace: TimeControl, hours: WakingHours) -> int | None:
    """Return when allowance and bank are used up."""
    return clock.find_time_of_use(pace.allowance + pace.bank, hours, 0)


def test_turn_within_allowance_regains_bank_time() -> None:
    clock = TurnClock(bank=12 * HOUR).start(0)
    assert clock.compute_bank(PACE, AWAKE, 10 * HOUR) == 12 * HOUR
    assert clock.begin_next_turn(PACE, AWAKE, 10 * HOUR) == TurnClock(17 * HOUR)
    # never above the start
    assert TurnClock(18 * HOUR).start(0).begin_next_turn(PACE, AWAKE, HOUR) == TurnClock(20 * HOUR)


def test_only_lateness_drains_the_bank() -> None:
    clock = TurnClock(bank=20 * HOUR).start(0)
    assert find_late_time(clock, PACE, AWAKE) == 10 * HOUR
    assert find_end_time(clock, PACE, AWAKE) == 30 * HOUR
    assert clock.begin_next_turn(PACE, AWAKE, 13 * HOUR) == TurnClock(17 * HOUR)
    assert clock.compute_bank(PACE, AWAKE, 99 * HOUR) == 0


def test_turn_with_automatic_leave_regains_nothing() -> None:
    """With an empty bank, automatic leave starts when the allowance ends and stops the clock."""
    clock = TurnClock(bank=0).start(0).stop(AWAKE, 10 * HOUR)
    assert clock.begin_next_turn(PACE, AWAKE, 90 * HOUR) == TurnClock(0)
    assert TurnClock(bank=0).start(0).begin_next_turn(PACE, AWAKE, 9 * HOUR) == TurnClock(5 * HOUR)


def test_a_clock_that_stands_still_has_no_deadline() -> None:
    clock = TurnClock(bank=20 * HOUR).start(0).stop(AWAKE, 4 * HOUR)
    assert (find_late_time(clock, PACE, AWAKE), find_end_time(clock, PACE, AWAKE)) == (None, None)
    again = clock.start(100 * HOUR)
    assert (find_late_time(again, PACE, AWAKE), find_end_time(again, PACE, AWAKE)) == (106 * HOUR, 126 * HOUR)


def test_clock_set_back_changes_no_time() -> None:
    clock = TurnClock(bank=20 * HOUR).start(50 * HOUR)
    assert clock.stop(AWAKE, 40 * HOUR).used_ms == 0


def test_the_paces_are_ordered() -> None:
    paces = list(PACES.values())
    assert paces == sorted(paces, key=lambda pace: (pace.allowance, pace.bank))


random_times = st.integers(0, 40 * 24 * 60).map(lambda minutes: 1_772_000_000_000 + minutes * MINUTE)


@settings(max_examples=200, deadline=None)
@given(st.lists(random_times, min_size=2, max_size=12, unique=True).map(sorted))
def test_pauses_change_nothing_in_the_sum(stops: list[int]) -> None:
    """The used time equals the waking time of the spans in which the clock ran."""
    clock, ran = TurnClock(bank=PACE.bank), 0
    for start, end in zip(stops[::2], stops[1::2], strict=False):
        clock = clock.start(start)
        middle = (start + end) // 2
        clock = clock.stop(NIGHTS, middle).start(middle).stop(NIGHTS, end)
        ran += NIGHTS.count_waking_time(start, end)
    assert clock.used_ms == ran
    assert clock.compute_bank(PACE, NIGHTS, stops[-1]) == max(0, PACE.bank - max(0, ran - PACE.allowance))


@settings(max_examples=200, deadline=None)
@given(random_times, st.integers(0, 30 * 60))
def test_the_deadline_shown_is_the_deadline_enforced(start: int, used: int) -> None:
    clock = TurnClock(bank=PACE.bank, used_ms=used * MINUTE).start(start)
    out = find_end_time(clock, PACE, NIGHTS)
    assert out is not None and NIGHTS.is_awake(out)
    late = find_late_time(clock, PACE, NIGHTS)
    assert late is not None and late <= out
    if clock.used_ms < PACE.allowance + PACE.bank:
        assert clock.compute_bank(PACE, NIGHTS, out) == 0
        assert clock.compute_bank(PACE, NIGHTS, late) == min(
            PACE.bank, PACE.bank - max(0, clock.used_ms - PACE.allowance)
        )
