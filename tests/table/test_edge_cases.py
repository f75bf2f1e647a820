"""Edge cases of time and absence. The number in a name is that of the case, from 1 to 40.

12, 15, 21, 23 and 29 are in `test_more_edge_cases`. Elsewhere:

- 3 `personal/test_preferences` (new hours, hopping), 4 also `clock/test_waking_hours`; 8 and 9
  `background/test_bot_presence`; 10 `clock/test_time_control` and `tests/bot/outbox/test_turn_notifications`; 11, 17
  and 18 `seats/test_automatic_leave`; 19 `clock/test_leave`.
- 20 and 22 `seats/test_table_pauses`; 24 and 26 `seats/test_forced_defaults` (one mark; an answer and the default in
  the same moment); 28 `tests/bot/test_presets` (the help says that timing may tell).
- 30 follows from the turn clock, which counts without confirmations (`deadline/test_turn_clock`).
- 31 and 32 `seats/test_open_seats` (return until filled; a newcomer sees nothing hidden beforehand); 33
  `seats/test_substitutes`; 34 `seats/test_open_seats` (its vote); 35 `seats/test_open_seats`, `seats/test_autopilot`,
  `tests/bot/lifecycle/test_tables`; 36 and 37 `service/test_early_end`, `player_records/test_results`; 39
  `seats/test_open_seats`; 40 `seats/test_table_sleep`.

Not tested: 2, time zone data that changes during a wait (it comes with a restart, which computes every deadline
anew); 25 (tables are independent of each other); 34, auctions, debts and trades of an open seat (computer players
and default answers follow the game's rules like players); 38 (there are no appeals; undone turns have no result).
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.table import TableService, consent
from bot.table.clock.time_control import PACES, TurnClock
from bot.table.clock.waking_hours import HOUR, MINUTE, NIGHT, WAKING_DAY, WakingHours
from bot.table.deadline import deadlines
from bot.table.personal import preferences
from storage.kinds import PauseReason
from storage.play import open_questions
from storage.time import clocks, pauses
from storage.time import timers as timer_rows
from storage.time.pauses import PauseRow

from .conftest import AOI, MARCO, Clock, Players
from .short import A, B, build_turn, fire_due_timers, use_turn


def to_millis(zone: str, text: str) -> int:
    """Return a local time as Unix milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B, A), A)


async def load_deadlines(service: TableService) -> dict[str, int]:
    return {
        row.kind: row.due_at for row in await timer_rows.load_timers(service.db, 1) if row.kind in ("late", "timeout")
    }


def test_1_a_night_that_begins_in_the_missing_or_the_double_hour_is_as_long_as_others() -> None:
    hours = WakingHours("Europe/Rome", night=2 * 60 + 30)
    for day in ("2027-03-28", "2027-10-31"):  # 2:30 does not exist, and exists twice
        [span] = hours.list_sleep_spans(
            to_millis("Europe/Rome", f"{day}T00:00"), to_millis("Europe/Rome", f"{day}T14:00")
        )
        assert span[1] - span[0] == NIGHT


def test_1_a_deadline_never_falls_into_the_missing_hour() -> None:
    hours = WakingHours("Europe/Rome")
    due = hours.add_waking_time(to_millis("Europe/Rome", "2027-03-28T01:30"), HOUR)
    assert due == to_millis("Europe/Rome", "2027-03-28T03:30")


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Asia/Kathmandu", "2027-05-01"), ("Australia/Lord_Howe", "2027-04-04"), ("Pacific/Apia", "2011-12-29")],
)
def test_2_zones_of_odd_minutes_and_a_day_that_was_skipped(zone: str, day: str) -> None:
    hours = WakingHours(zone, night=23 * 60)
    start = to_millis(zone, f"{day}T12:00")
    days = 3
    slept = sum(
        min(b, start + days * 24 * HOUR) - max(a, start)
        for a, b in hours.list_sleep_spans(start, start + days * 24 * HOUR)
    )
    assert slept == days * NIGHT
    assert hours.count_waking_time(start, start + days * 24 * HOUR) == days * WAKING_DAY


def test_4_a_rest_day_that_begins_inside_the_night_makes_one_sleep() -> None:
    hours = WakingHours("UTC", night=22 * 60, rest=(5,))  # Saturday
    friday = to_millis("UTC", "2027-01-08T22:00")
    [span] = hours.list_sleep_spans(friday + HOUR, friday + 2 * HOUR)
    assert span == (friday, to_millis("UTC", "2027-01-10T07:00"))


def test_5_seats_that_are_never_awake_together_are_charged_each_by_their_own_day() -> None:
    east, west = WakingHours("UTC", night=0), WakingHours("UTC", night=9 * 60, absences=())
    start = to_millis("UTC", "2027-01-04T00:00")
    for hours in (east, west):
        assert hours.count_waking_time(start, start + 10 * 24 * HOUR) == 10 * WAKING_DAY


def test_6_a_deadline_exactly_at_waking_moves_an_hour() -> None:
    hours = WakingHours("UTC", night=23 * 60)
    wakes = to_millis("UTC", "2027-01-05T08:00")
    assert (
        hours.skip_morning(wakes)
        == hours.skip_morning(wakes + 30 * MINUTE)
        == hours.skip_morning(wakes - HOUR)
        == wakes + HOUR
    )
    assert hours.skip_morning(wakes + HOUR) == wakes + HOUR
    assert hours.skip_morning(wakes - NIGHT - 1) == wakes - NIGHT - 1


def test_6_at_bank_zero_the_seat_is_out_not_before() -> None:
    pace = PACES["brisk"]
    clock = TurnClock(pace.bank).start(0)
    end = pace.allowance + pace.bank
    assert clock.find_time_of_use(end, WakingHours(), 0) == end
    assert clock.compute_bank(pace, WakingHours(), end - 1) == 1 and clock.compute_bank(pace, WakingHours(), end) == 0


async def test_6_a_pause_at_the_very_moment_of_the_deadline_wins(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.now = (await load_deadlines(service))["late"]
    async with service.lock_table(table_id) as table, service.db.transaction() as tx:
        await pauses.begin_pause(tx, PauseRow(table_id, PauseReason.VOTE, clock()))
        table.pauses |= {PauseReason.VOTE}
        await deadlines.arm_timers(tx, table, clock())
    await fire_due_timers(service, clock)
    assert (
        await load_deadlines(service) == {}
        and (await clocks.load_clocks(service.db, table_id))[A].announced_stages == 0
    )


async def test_7_rest_and_pauses_refill_nothing_and_a_move_in_a_pause_counts(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(5)
    async with service.lock_table(table_id) as table:
        async with service.db.transaction() as tx:
            await pauses.begin_pause(tx, PauseRow(table_id, PauseReason.VOTE, clock()))
            table.pauses |= {PauseReason.VOTE}
            await deadlines.arm_timers(tx, table, clock())
        clock.pass_hours(100)
        assert (await clocks.load_clocks(service.db, table_id))[A].used_ms == 5 * HOUR
        await players.answer(table, A, "take")
        assert table.waiting == (B,)
        async with service.db.transaction() as tx:
            await pauses.end_pause(tx, table_id, PauseReason.VOTE)
            table.pauses -= {PauseReason.VOTE}
            await deadlines.arm_timers(tx, table, clock())
        clock.pass_hours(3)
        async with service.db.transaction() as tx:
            await pauses.begin_pause(tx, PauseRow(table_id, PauseReason.VOTE, clock()))
            table.pauses |= {PauseReason.VOTE}
            await deadlines.arm_timers(tx, table, clock())
        [question] = await open_questions.load_open_questions(service.db, table_id)
        assert question.used_ms == 3 * HOUR, "the short clock of B keeps what it has used"


async def test_13_leave_freezes_an_open_question(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
    clock.pass_hours(2)
    before = (await clocks.load_clocks(service.db, table_id))[A].used_ms
    await preferences.plan_absence(service, MARCO, None, clock() + 5 * 24 * HOUR)
    clock.pass_hours(4 * 24)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.waiting == (B,)
        assert (await clocks.load_clocks(service.db, table_id))[A].used_ms == before
    clock.pass_hours(24 + 6)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.waiting == (A,), "then it answers itself as silence does"


async def test_14_when_all_are_away_nothing_is_due(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    for person in (AOI, MARCO):
        await preferences.plan_absence(service, person, None, clock() + 9 * 24 * HOUR)
    clock.pass_hours(9 * 24 - 1)
    before = await service.db.fetch_rows("SELECT count(*) FROM outbox WHERE kind IN ('ping', 'reminder')")
    await fire_due_timers(service, clock)
    assert await service.db.fetch_rows("SELECT count(*) FROM outbox WHERE kind IN ('ping', 'reminder')") == before
    assert (await clocks.load_clocks(service.db, table_id))[A].announced_stages == 0
    assert min((await load_deadlines(service)).values()) > clock()


async def test_16_leave_pause_and_rest_at_once_are_taken_out_once(
    service: TableService, players: Players, clock: Clock
) -> None:
    hours = WakingHours("UTC", night=0, rest=(0, 1), absences=((clock(), clock() + 48 * HOUR),))
    asleep = hours.list_sleep_spans(clock(), clock() + 96 * HOUR)
    assert all(span[1] < next_span[0] for span, next_span in pairwise(asleep))
    assert hours.count_waking_time(clock(), clock() + 96 * HOUR) <= 48 * HOUR


async def test_26_27_undone_turn_keeps_its_used_time(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        clock.pass_hours(20)  # 12.5 hours of them from the bank
        for seat in (A, B, A):
            await players.answer(table, seat, "take")
        late = (await clocks.load_clocks(service.db, table_id))[A]
        assert late.turn == table.base_n > 0 and late.bank == PACES["brisk"].bank - int(12.5 * HOUR)
        clock.pass_hours(3)
        await consent.request_consent(service, table, AOI, "undo")
        await consent.vote_yes(service, table, MARCO, "undo")
        await players.mark_notified(table)
        again = (await clocks.load_clocks(service.db, table_id))[A]
        assert table.base_n == 0 and (again.turn, again.bank) == (0, PACES["brisk"].bank), "nothing was paid yet"
        clock.pass_hours(1)
        turn_clock = await deadlines.load_turn_clock(service.db, table, A)
        assert turn_clock is not None and turn_clock.clock.compute_used_time(turn_clock.hours, clock()) == 24 * HOUR, (
            "all of it is used"
        )
        await players.answer(table, A, "take")
        paid = (await clocks.load_clocks(service.db, table_id))[A]
        assert paid.bank == PACES["brisk"].bank - int(16.5 * HOUR), "paid once, with the time of the turn taken back"


async def test_26_27_undo_takes_back_regained_bank_time(service: TableService, players: Players, clock: Clock) -> None:
    table_id, brisk = await players.start_table(AOI, MARCO, pace="brisk"), PACES["brisk"]
    async with service.lock_table(table_id) as table:
        clock.pass_hours(20)
        for seat in (A, B, A):
            await players.answer(table, seat, "take")
        before = (await clocks.load_clocks(service.db, table_id))[A]
        assert before.bank == brisk.bank - int(12.5 * HOUR)
        turn = table.base_n
        for _ in range(3):  # play in time, undo and play again: time is regained once
            clock.pass_hours(1)
            while table.base_n == turn:
                await players.answer_randomly(table)
            again = (await clocks.load_clocks(service.db, table_id))[A]
            assert again.bank == before.bank + brisk.regain
            async with service.db.transaction() as tx:
                await deadlines.give_time(tx, table, A, HOUR, clock())
            await consent.request_consent(service, table, AOI, "undo")
            await consent.vote_yes(service, table, MARCO, "undo")
            await players.mark_notified(table)
            before = replace(before, bank=before.bank + HOUR)
            back = (await clocks.load_clocks(service.db, table_id))[A]
            assert (back.turn, back.bank) == (before.turn, before.bank), "but for what was given meanwhile"
        assert back.used_ms == 3 * HOUR, "the time of all three counts"


async def test_26_27_undo_repeats_no_reminder(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        clock.pass_hours(1)
        for seat in (A, B, A):
            await players.answer(table, seat, "take")
        await players.mark_notified(table)
    clock.pass_hours(5)
    await fire_due_timers(service, clock)
    reminders = "SELECT count(*) FROM outbox WHERE kind = 'reminder'"
    assert await service.db.fetch_rows(reminders) == [(1,)], "after half the allowance"
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "undo")
        await consent.vote_yes(service, table, MARCO, "undo")
        assert table.base_n == 0 and table.waiting == (A,)
    await fire_due_timers(service, clock)
    assert await service.db.fetch_rows(reminders) == [(1,)]


async def test_26_27_undone_time_is_charged_to_the_turn_played_again(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        clock.pass_hours(1)
        for seat in (A, B, A):
            await players.answer(table, seat, "take")
        clock.pass_hours(2)
        await players.answer(table, A, "take")
        while table.base_n:
            await consent.request_consent(service, table, AOI, "undo")
            await consent.vote_yes(service, table, MARCO, "undo")
        assert table.waiting == (A,)
        again = (await clocks.load_clocks(service.db, table_id))[A]
        assert (again.turn, again.used_ms, again.running_since) == (0, 3 * HOUR, None), "before the next call, too"
        await players.answer(table, A, "take")  # the last answer of the turn
        await players.mark_notified(table)
        following = (await clocks.load_clocks(service.db, table_id))[A]
        assert (following.turn, following.used_ms) == (table.base_n, 0)
