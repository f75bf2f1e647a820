"""The edge cases of time and absence, by the numbers of the design.

12, 15, 21, 23 and 29 are in `test_more_edge_cases`. Elsewhere:

- 3 `test_preferences` (new hours, hopping), 4 also `time/test_hours`; 8 and 9 `time/test_presence`; 10 `time/test_pace`
  and `tests/bot/test_calls`; 11 and 17 `test_net`; 18 `test_net`; 19 `time/test_leave`.
- 20 and 22 `life/test_pausing`; 24 and 26 `life/test_pressing` (one mark; an answer and the default in the
  same moment); 28 `tests/bot/test_standing` (the help says that timing may tell).
- 30 follows from the clock of a turn, which asks nobody for a confirmation to count (`time/test_turn_clock`).
- 31 and 32 `life/test_vacancy` (back until it is filled; what awaits a newcomer shows nothing hidden); 33
  `life/test_sitting`; 34 `life/test_vacancy` (its vote); 35 `life/test_vacancy`, `test_relief`,
  `tests/bot/life/test_tables`; 36 and 37 `life/test_ending`, `knowing/test_results`; 39 `life/test_vacancy`; 40
  `life/test_sleeping`.

Not here: of 2, data of time zones that change under a running wait: they come with a restart, after which every
deadline is armed anew. 25: tables know nothing of each other, and there is nothing to take from one to the
other. Of 34, an auction that a vacant seat leads, its debts and trades: computer players and printed answers go by
the rules of the game, like anybody. 38: there are no appeals; what was taken back in play has no result yet.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from bot.table import TableService, consent, preferences
from bot.table.time import deadlines
from bot.table.time.hours import HOUR, MINUTE, NIGHT, WAKING_DAY, Hours
from bot.table.time.pace import PACES, TurnClock
from storage.play import open_questions
from storage.time import clocks, pauses
from storage.time import timers as timer_rows
from storage.time.kinds import Pause
from storage.time.pauses import PauseRow

from .conftest import AOI, MARCO, Clock, Players
from .short import A, B, play_by, questions, run


def at(zone: str, text: str) -> int:
    """A local time as Unix milliseconds."""
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, questions(A, B, A), A)


async def armed(tables: TableService) -> dict[str, int]:
    return {row.kind: row.due_at for row in await timer_rows.of_game(tables.db, 1) if row.kind in ("late", "timeout")}


def test_1_a_night_that_begins_in_the_missing_or_the_double_hour_is_as_long_as_others() -> None:
    hours = Hours("Europe/Rome", night=2 * 60 + 30)
    for day in ("2027-03-28", "2027-10-31"):  # 2:30 does not exist, and exists twice
        [span] = hours.asleep(at("Europe/Rome", f"{day}T00:00"), at("Europe/Rome", f"{day}T14:00"))
        assert span[1] - span[0] == NIGHT


def test_1_a_deadline_never_falls_into_the_missing_hour() -> None:
    hours = Hours("Europe/Rome")
    due = hours.after(at("Europe/Rome", "2027-03-28T01:30"), HOUR)
    assert due == at("Europe/Rome", "2027-03-28T03:30")


@pytest.mark.parametrize(
    ("zone", "day"),
    [("Asia/Kathmandu", "2027-05-01"), ("Australia/Lord_Howe", "2027-04-04"), ("Pacific/Apia", "2011-12-29")],
)
def test_2_zones_of_odd_minutes_and_a_day_that_was_skipped(zone: str, day: str) -> None:
    hours = Hours(zone, night=23 * 60)
    start = at(zone, f"{day}T12:00")
    days = 3
    slept = sum(
        min(b, start + days * 24 * HOUR) - max(a, start) for a, b in hours.asleep(start, start + days * 24 * HOUR)
    )
    assert slept == days * NIGHT
    assert hours.waking(start, start + days * 24 * HOUR) == days * WAKING_DAY


def test_4_a_rest_day_that_begins_inside_the_night_makes_one_sleep() -> None:
    hours = Hours("UTC", night=22 * 60, rest=(5,))  # Saturday
    friday = at("UTC", "2027-01-08T22:00")
    [span] = hours.asleep(friday + HOUR, friday + 2 * HOUR)
    assert span == (friday, at("UTC", "2027-01-10T07:00"))


def test_5_seats_that_are_never_awake_together_are_charged_each_by_their_own_day() -> None:
    east, west = Hours("UTC", night=0), Hours("UTC", night=9 * 60, away=())
    start = at("UTC", "2027-01-04T00:00")
    for hours in (east, west):
        assert hours.waking(start, start + 10 * 24 * HOUR) == 10 * WAKING_DAY


def test_6_a_deadline_exactly_at_waking_moves_an_hour() -> None:
    hours = Hours("UTC", night=23 * 60)
    wakes = at("UTC", "2027-01-05T08:00")
    assert hours.up(wakes) == hours.up(wakes + 30 * MINUTE) == hours.up(wakes - HOUR) == wakes + HOUR
    assert hours.up(wakes + HOUR) == wakes + HOUR
    assert hours.up(wakes - NIGHT - 1) == wakes - NIGHT - 1


def test_6_at_bank_zero_the_seat_is_out_not_before() -> None:
    pace = PACES["brisk"]
    clock = TurnClock(pace.bank).running(0)
    end = pace.allowance + pace.bank
    assert clock.out_at(pace, Hours()) == end
    assert clock.bank_by(pace, Hours(), end - 1) == 1 and clock.bank_by(pace, Hours(), end) == 0


async def test_6_a_pause_at_the_very_moment_of_the_deadline_wins(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.now = (await armed(tables))["late"]
    async with tables.at(game) as live, tables.db.transaction() as tx:
        await pauses.begin(tx, PauseRow(game, Pause.VOTE, clock()))
        live.pauses |= {Pause.VOTE}
        await deadlines.arm(tx, live, clock())
    await run(tables, clock)
    assert await armed(tables) == {} and (await clocks.of_game(tables.db, game))[A].told == 0


async def test_7_rest_and_pauses_refill_nothing_and_a_move_in_a_pause_counts(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(5)
    async with tables.at(game) as live:
        async with tables.db.transaction() as tx:
            await pauses.begin(tx, PauseRow(game, Pause.VOTE, clock()))
            live.pauses |= {Pause.VOTE}
            await deadlines.arm(tx, live, clock())
        clock.pass_hours(100)
        assert (await clocks.of_game(tables.db, game))[A].used == 5 * HOUR
        await players.say(live, A, "take")
        assert live.waiting == (B,)
        async with tables.db.transaction() as tx:
            await pauses.end(tx, game, Pause.VOTE)
            live.pauses -= {Pause.VOTE}
            await deadlines.arm(tx, live, clock())
        clock.pass_hours(3)
        async with tables.db.transaction() as tx:
            await pauses.begin(tx, PauseRow(game, Pause.VOTE, clock()))
            live.pauses |= {Pause.VOTE}
            await deadlines.arm(tx, live, clock())
        [asked] = await open_questions.of_game(tables.db, game)
        assert asked.used == 3 * HOUR, "the short clock of B keeps what it has used"


async def test_13_leave_that_begins_while_a_question_is_open_freezes_it_and_nobody_is_charged(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        await players.say(live, A, "take")
    clock.pass_hours(2)
    before = (await clocks.of_game(tables.db, game))[A].used
    await preferences.go_away(tables, MARCO, None, clock() + 5 * 24 * HOUR)
    clock.pass_hours(4 * 24)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.waiting == (B,)
        assert (await clocks.of_game(tables.db, game))[A].used == before
    clock.pass_hours(24 + 6)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.waiting == (A,), "then it answers itself as silence does"


async def test_14_when_all_are_away_nothing_is_due(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    for person in (AOI, MARCO):
        await preferences.go_away(tables, person, None, clock() + 9 * 24 * HOUR)
    clock.pass_hours(9 * 24 - 1)
    before = await tables.db.rows("SELECT count(*) FROM outbox WHERE kind IN ('ping', 'reminder')")
    await run(tables, clock)
    assert await tables.db.rows("SELECT count(*) FROM outbox WHERE kind IN ('ping', 'reminder')") == before
    assert (await clocks.of_game(tables.db, game))[A].told == 0
    assert min((await armed(tables)).values()) > clock()


async def test_16_leave_pause_and_rest_at_once_are_taken_out_once(
    tables: TableService, players: Players, clock: Clock
) -> None:
    hours = Hours("UTC", night=0, rest=(0, 1), away=((clock(), clock() + 48 * HOUR),))
    asleep = hours.asleep(clock(), clock() + 96 * HOUR)
    assert all(one[1] < other[0] for one, other in pairwise(asleep))
    assert hours.waking(clock(), clock() + 96 * HOUR) <= 48 * HOUR


async def test_26_27_a_turn_that_is_taken_back_goes_on_with_its_clock_and_brings_nothing(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        clock.pass_hours(20)  # twelve and a half of them from the bank
        for seat in (A, B, A):
            await players.say(live, seat, "take")
        late = (await clocks.of_game(tables.db, game))[A]
        assert late.turn == live.base_n > 0 and late.bank == PACES["brisk"].bank - int(12.5 * HOUR)
        clock.pass_hours(3)
        await consent.ask(tables, live, AOI, "undo")
        await consent.agree(tables, live, MARCO, "undo")
        await players.call(live)
        again = (await clocks.of_game(tables.db, game))[A]
        assert live.base_n == 0 and (again.turn, again.bank) == (0, PACES["brisk"].bank), "nothing was paid yet"
        clock.pass_hours(1)
        found = await deadlines.clock_of(tables.db, live, A)
        assert found is not None and found.clock.used_by(found.hours, clock()) == 24 * HOUR, "all of it is used"
        await players.say(live, A, "take")
        paid = (await clocks.of_game(tables.db, game))[A]
        assert paid.bank == PACES["brisk"].bank - int(16.5 * HOUR), "paid once, with the time of the turn taken back"


async def test_26_27_what_came_back_into_the_bank_goes_with_the_turn_that_is_taken_back(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game, brisk = await players.open(AOI, MARCO, pace="brisk"), PACES["brisk"]
    async with tables.at(game) as live:
        clock.pass_hours(20)
        for seat in (A, B, A):
            await players.say(live, seat, "take")
        before = (await clocks.of_game(tables.db, game))[A]
        assert before.bank == brisk.bank - int(12.5 * HOUR)
        turn = live.base_n
        for _ in range(3):  # played in time, taken back, and played again: it comes back once
            clock.pass_hours(1)
            while live.base_n == turn:
                await players.step(live)
            again = (await clocks.of_game(tables.db, game))[A]
            assert again.bank == before.bank + brisk.regain
            async with tables.db.transaction() as tx:
                await deadlines.give(tx, live, A, HOUR, clock())
            await consent.ask(tables, live, AOI, "undo")
            await consent.agree(tables, live, MARCO, "undo")
            await players.call(live)
            before = replace(before, bank=before.bank + HOUR)
            back = (await clocks.of_game(tables.db, game))[A]
            assert (back.turn, back.bank) == (before.turn, before.bank), "but for what was given meanwhile"
        assert back.used == 3 * HOUR, "the time of all three counts"
