"""Who has used all time of a turn is late: the table is told, time can be given, and nothing ends by itself."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.time import late
from engines.kernel import Refused
from storage.persons import people
from storage.time import clocks

from .conftest import AOI, MARCO, Clock, Players
from .short import A, B, play_by, questions, run, told

DAY = 15
"""Waking hours of a day on the clock."""


LADDER = ("notice.late",)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    play_by(monkeypatch, questions(A, B), A)


async def test_who_is_late_loses_nothing_and_the_table_is_told_in_stages(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")  # half a waking day, then a bank of two
    for hours, stages in ((2.5 * DAY - 1, 0), (1, 1), (DAY, 2), (3.9 * DAY, 2)):
        clock.pass_hours(hours)
        await run(tables, clock)
        assert await told(tables, game, LADDER) == ["notice.late.late", "notice.late.may_answer"][:stages]
    async with tables.at(game) as live:
        assert live.is_playing and live.waiting == (A,) and live.seats[A].person == AOI.id
        await players.say(live, A, "take")
        assert live.waiting == (B,)


async def test_a_day_that_is_given_counts(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * DAY)
    await run(tables, clock)
    async with tables.at(game) as live:
        await late.give_day(tables, live, MARCO, A)
        with pytest.raises(Refused, match="own_clock"):
            await late.give_day(tables, live, AOI, A)
        with pytest.raises(Refused, match="no_clock"):
            await late.give_day(tables, live, AOI, B)
    clock.pass_hours(DAY - 1)
    await run(tables, clock)
    assert len(await told(tables, game, LADDER)) == 1
    clock.pass_hours(1)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.late.late"] * 2


async def test_off_turn_a_question_answers_itself_in_its_own_short_time(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="slow")
    async with tables.at(game) as live:
        await players.say(live, A, "take")
    clock.pass_hours(DAY / 2)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.waiting == (A,) and live.match is not None and live.match.position == 2


async def test_the_nights_of_the_one_who_is_asked_do_not_count(
    tables: TableService, players: Players, clock: Clock
) -> None:
    async with tables.db.transaction() as tx:
        await people.meet(tx, AOI.id, AOI.name, clock())
        await people.set_hours(tx, AOI.id, "Asia/Tokyo", 23 * 60, "")
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(64)  # it is five in the afternoon in Tokyo: 6 hours, two whole days, and what is left of 37.5
    await run(tables, clock)
    assert await told(tables, game, LADDER) == []
    clock.pass_hours(0.5)
    await run(tables, clock)
    assert await told(tables, game, LADDER) == ["notice.late.late"]


async def test_the_bank_is_drained_by_lateness_only(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    for hours, bank in ((DAY, 1.5 * DAY), (1, 1.75 * DAY), (1, 2 * DAY), (1, 2 * DAY)):
        async with tables.at(game) as live:
            clock.pass_hours(hours)
            await players.say(live, A, "take")
            await players.say(live, B, "take")
        row = (await clocks.of_game(tables.db, game))[A]
        assert row.bank / 3_600_000 == bank
