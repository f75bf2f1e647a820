"""More edge cases of time and absence, with the numbers of `test_edge_cases`: leave at the last minute, leave that only
one of two tables counts, votes whose asker has left, double clicks, and simultaneous questions.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.clock.waking_hours import HOUR, MINUTE
from bot.table.personal import preferences
from bot.table.seats import open_seats
from bot.table.terms import votes
from engines.kernel import GameContext, NounRef, Option, StaleAnswer
from storage.kinds import TimerKind
from storage.time import clocks
from storage.time import timers as timer_rows
from tests.table.seats.conftest import EMMA

from .conftest import AOI, JULES, MARCO, Clock, Players
from .short import A, B, C, build_turn, fire_due_timers, use_turn

DAY = 24 * HOUR


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B, A), A)


async def load_late_times(service: TableService, table_id: int) -> dict[str, int]:
    """Return the time at which each seat becomes late, by seat."""
    return {
        row.key: row.due_at for row in await timer_rows.load_timers(service.db, table_id) if row.kind == TimerKind.LATE
    }


async def test_12_leave_shortly_before_the_deadline_moves_it(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    due = (await load_late_times(service, table_id))["0"]
    clock.now = due - 5 * MINUTE
    back = clock() + 3 * DAY
    await preferences.plan_absence(service, AOI, None, back)
    clock.now = due
    await fire_due_timers(service, clock)
    assert (await clocks.load_clocks(service.db, table_id))[A].announced_stages == 0
    assert (await load_late_times(service, table_id))["0"] == back + HOUR, (
        "in the middle of the wait, and nobody is late on waking"
    )
    clock.now = back + HOUR
    await fire_due_timers(service, clock)
    assert (await clocks.load_clocks(service.db, table_id))[A].announced_stages == 1


async def test_15_each_table_counts_its_own_days_of_the_same_leave(
    service: TableService, players: Players, clock: Clock
) -> None:
    two, all_of_it = [await players.start_table(AOI, MARCO, pace="brisk", channel=channel) for channel in (7, 8)]
    async with service.lock_table(two) as table:
        table.settings = msgspec.structs.replace(table.settings, leave_days=2)
    due = (await load_late_times(service, two))["0"]
    await preferences.plan_absence(service, AOI, None, clock() + 5 * DAY)
    assert (await load_late_times(service, two))["0"] == due + 2 * DAY
    assert (await load_late_times(service, all_of_it))["0"] == due + 5 * DAY
    assert (await preferences.load_personal_settings(service, AOI)).leave_days == 5, (
        "spent once, whichever table is looked at"
    )


async def test_21_asker_who_left_the_seat_has_no_vote(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    pause = votes.build_kind("pause", clock() // 1000 + 3 * 86_400)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, pause)
        await open_seats.offer_own_seat(service, table, AOI, None)
        await consent.vote_yes(service, table, MARCO, pause)
        assert not table.pauses, "one of the two who are left"
        await consent.vote_yes(service, table, JULES, pause)
        assert table.pauses == {"vote"}


async def test_23_a_double_click_gives_one_day(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    click = msgspec.structs.replace(MARCO, interaction_id=77)
    async with service.lock_table(table_id) as table:
        before = (await clocks.load_clocks(service.db, table_id))[A].bank
        await consent.request_consent(service, table, AOI, "extend")
        await consent.vote_yes(service, table, click, "extend")
        with pytest.raises(StaleAnswer):
            await consent.vote_yes(service, table, click, "extend")
    assert (await clocks.load_clocks(service.db, table_id))[A].bank == before + 15 * HOUR


async def ask_all_at_once(ctx: GameContext[Any]) -> None:
    """Ask all seats simultaneously, with answers hidden from the others."""
    answers = [Option(key, key, NounRef("goods.tea")) for key in ("take", "pass")]
    await ctx.ask_together(
        [ctx.build_choice_prompt(seat, "unsold", answers, lot=NounRef("goods.tea")) for seat in (A, B, C)]
    )
    ctx.state.round += 1


async def test_29_simultaneous_question_waits_for_missing_seat_even_when_open(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_turn(monkeypatch, ask_all_at_once, None)
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    assert set(await load_late_times(service, table_id)) == {"0", "1", "2"}, "a clock for each who is missing"
    async with service.lock_table(table_id) as table:
        clock.pass_hours(2)
        await players.answer(table, A, "take")
        await players.answer(table, C, "pass")
        assert table.waiting == (B,)
        assert set(await load_late_times(service, table_id)) == {"1"}
        await open_seats.resign_seat(service, table, MARCO)
        assert table.waiting == (B,) and await load_late_times(service, table_id) == {}, (
            "nobody is late on an empty seat"
        )
        await open_seats.take_seat(service, table, EMMA, B)
        await players.mark_notified(table)
        assert (await load_late_times(service, table_id))["1"] > clock() + 15 * HOUR, (
            "the newcomer has a turn of their own"
        )
        await players.answer(table, B, "take")
        assert list(table.waiting) == [A, B, C], "what the others had answered stands, and the next step begins"
