"""Nobody is called or reminded while asleep or away: the call waits for the morning, and comes once."""

from __future__ import annotations

import pytest

from bot.table import TableService, preferences
from bot.table.notices import calls, rings
from bot.table.time import deadlines, timers
from engines.kernel import Msg
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import absences, people
from storage.play import open_questions
from storage.time import timers as timer_rows

from .conftest import AOI, JULES, MARCO, Clock, Players

HOUR = 3_600_000


@pytest.fixture(autouse=True)
async def japan(tables: TableService, clock: Clock) -> None:
    """It is 17:00 in Tokyo, where Marco goes to sleep at 20:00; Jules is away for ten days."""
    async with tables.db.transaction() as tx:
        for person in (AOI, MARCO, JULES):
            await people.meet(tx, person.id, person.name, clock())
        await people.set_hours(tx, MARCO.id, "Asia/Tokyo", 20 * 60, "")
        await absences.add(tx, JULES.id, "leave", clock(), clock() + 240 * HOUR, clock())


async def all_bid(tables: TableService, players: Players) -> int:
    game = await players.open(AOI, MARCO, JULES, pace="none")
    async with tables.at(game) as live:
        await players.say(live, 0, "raise:tea", "raise:silk")
        await players.say(live, 0, "yes")
    return game


async def run(tables: TableService, clock: Clock) -> None:
    while (row := await timer_rows.earliest(tables.db)) is not None and row.due_at <= clock():
        await timers.fire(tables, row)


async def called(tables: TableService, game: int, kind: Saying = Saying.PING) -> list[int]:
    """Seats, oldest call first."""
    return [int(row.key.split(".")[0]) for row in reversed(await outbox.newest_first(tables.db, game, kind))]


async def test_who_is_awake_is_called_at_once_the_others_on_waking(
    tables: TableService, players: Players, clock: Clock
) -> None:
    clock.pass_hours(4)  # 21:00 in Tokyo
    game = await all_bid(tables, players)
    assert await called(tables, game) == [0]
    clock.pass_hours(7.9)
    await run(tables, clock)
    assert await called(tables, game) == [0]
    clock.pass_hours(0.1)  # 05:00: nine hours after the beginning of the night
    await run(tables, clock)
    assert await called(tables, game) == [0, 1]
    clock.pass_hours(240)
    await run(tables, clock)
    assert await called(tables, game) == [0, 1, 2]


async def test_who_has_answered_in_the_night_is_not_called_in_the_morning(
    tables: TableService, players: Players, clock: Clock
) -> None:
    clock.pass_hours(4)
    game = await all_bid(tables, players)
    async with tables.at(game) as live:
        await players.say(live, 1, "bid:0")
    clock.pass_hours(12)
    await run(tables, clock)
    assert await called(tables, game) == [0]


async def test_reminders_come_in_waking_hours(tables: TableService, players: Players, clock: Clock) -> None:
    game = await all_bid(tables, players)
    due = {row.key: (row.due_at - clock()) / HOUR for row in await timer_rows.of_game(tables.db, game)}
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE people SET remind_hours = 6 WHERE id = ?", (MARCO.id,))
    assert due["1"] == 24 and due["2"] == 240
    clock.pass_hours(24)  # 17:00 again
    await run(tables, clock)
    assert set(await called(tables, game, Saying.REMINDER)) == {0, 1}
    row = next(r for r in await timer_rows.of_game(tables.db, game) if (r.kind, r.key) == ("reminder", "1"))
    assert (row.due_at - clock()) / HOUR == 12  # 6 * 2 hours later it is five in the morning: just awake


async def test_without_a_clock_a_reminder_counts_from_the_call_that_went_out(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="none")
    async with tables.db.transaction() as tx:
        [row] = await open_questions.of_game(tx, game)
        await open_questions.not_called(tx, game, row.seat)
    clock.pass_hours(30)  # the bot was away, and with it what it wanted to say
    await run(tables, clock)
    assert await called(tables, game, Saying.REMINDER) == []
    async with tables.at(game) as live, tables.db.transaction() as tx:
        ping = deadlines.ping_of(live, row, count=0)
        assert ping is not None
        await outbox.mark_sent(tx, (await outbox.waiting(tx, game, Saying.PING))[0].id, clock(), 1)
        await calls.delivered(tx, live, ping, clock())
    [reminder] = [one for one in await timer_rows.of_game(tables.db, game) if one.kind == "reminder"]
    assert reminder.due_at == clock() + 24 * HOUR


async def test_a_reminder_that_waited_for_the_morning_comes_by_new_hours(
    tables: TableService, players: Players, clock: Clock
) -> None:
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE people SET remind_hours = 6 WHERE id = ?", (MARCO.id,))
    game = await all_bid(tables, players)
    async with tables.at(game) as live:
        await players.call(live)
    asked = clock()

    async def due() -> float:
        rows = await timer_rows.of_game(tables.db, game)
        return next((row.due_at - asked) / HOUR for row in rows if (row.kind, row.key) == ("reminder", "1"))

    assert await due() == 12, "05:00, at the end of the night in which the six hours were over"
    await preferences.set_hours(tables, MARCO, "Asia/Tokyo", 2 * 60, ())
    assert await due() == 6


async def test_a_clock_does_not_run_before_the_morning_call(
    tables: TableService, players: Players, clock: Clock
) -> None:
    clock.pass_hours(4)
    game = await players.open(MARCO, AOI, pace="none")
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE asked SET called_at = NULL")
    assert [row.kind for row in await timer_rows.of_game(tables.db, game)] == ["call"]
    clock.pass_hours(8)
    await run(tables, clock)
    assert await called(tables, game) == [0]
    [row] = await open_questions.of_game(tables.db, game)
    assert row.called_at is None  # the sender says when it is truly out


async def test_who_is_back_early_is_told_at_once_what_was_said_to_them_at_a_table_that_is_not_theirs(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """They were asked to sit in, or invited."""
    game = await players.open(AOI, MARCO, pace="slow")
    news = rings.News(Msg("notice.day_given", {"giver": "Aoi", "who": "Marco"}))
    async with tables.at(game) as live, tables.db.transaction() as tx:
        rung = await rings.split(tx, live, (JULES.id,), clock())
        await rings.keep(tx, live, rung, news, clock())
    clock.pass_hours(72)
    await run(tables, clock)
    assert await outbox.newest(tables.db, game, Saying.NOTE) is None
    await preferences.come_back(tables, JULES)
    await run(tables, clock)
    assert await outbox.newest(tables.db, game, Saying.NOTE) is not None
