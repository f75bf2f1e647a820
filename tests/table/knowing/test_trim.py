"""Old rows go, and nothing else: games in play and those that have long ended are what they were."""

from __future__ import annotations

from bot import audit
from bot.table import TableService
from bot.table.knowing import steps, trim
from storage.messages import interactions, outbox
from storage.play import archives, checkpoints
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def count(tables: TableService, table: str) -> int:
    [(number,)] = await tables.db.rows(f"SELECT count(*) FROM {table}")
    return int(number)


async def all_sent(tables: TableService, clock: Clock) -> None:
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE outbox SET sent_at = ? WHERE sent_at IS NULL AND dropped_at IS NULL", (clock(),))


async def test_old_clicks_go_but_not_those_that_decided(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await players.step(live)
    async with tables.db.transaction() as tx:
        for click in range(10_000, 10_000 + trim.AT_ONCE + 7):
            await interactions.claim(tx, click, clock())
    decided = await count(tables, "decisions")
    assert (await trim.trim(tables)).clicks == 0
    clock.now += trim.KEPT + 1
    assert (await trim.trim(tables)).clicks == trim.AT_ONCE + 7
    assert await count(tables, "interactions") == decided
    assert await tables.db.problems() == []


async def test_sent_rows_go_but_a_game_knows_what_was_told_and_whom_it_called(
    tables: TableService, players: Players, clock: Clock
) -> None:
    playing, over = await players.open(AOI, MARCO, channel=1), await players.open(AOI, MARCO, channel=2)
    async with tables.at(playing) as live:
        for _ in range(8):
            await players.step(live)
        told = live.told
    await players.finish(over)
    await all_sent(tables, clock)
    pings = await tables.db.rows("SELECT id FROM outbox WHERE game = ? AND kind = 'ping'", (playing,))
    clock.now += trim.KEPT + 1
    assert (await trim.trim(tables)).posts > 0
    assert await tables.db.rows("SELECT id FROM outbox WHERE game = ? AND kind = 'ping'", (playing,)) == pings
    assert [row.kind for row in await outbox.newest_first(tables.db, over, "turn")] == ["turn"]
    [(left,)] = await tables.db.rows("SELECT count(*) FROM outbox WHERE game = ?", (over,))
    assert left == 1
    again = TableService(tables.db, clock, "en")
    async with again.at(playing) as live:
        assert live.told == told
    players.tables = again
    await players.finish(playing)


async def test_a_packed_game_is_what_it_was(tables: TableService, players: Players, clock: Clock) -> None:
    over, ended, fresh = [await players.open(AOI, MARCO, JULES, channel=n, engine="meadow") for n in (1, 2, 3)]
    await players.finish(over)
    before = {}
    async with tables.at(over) as live:
        course = await steps.course(tables, live)
        for step in course.steps:
            before[step.n] = [await steps.view_after(tables, live, step.n, seat) for seat in (None, 0, 2)]
        points = await steps.points(tables, live)
    size = await weight(tables, over)
    clock.now += trim.KEPT + 1
    await players.finish(fresh)
    assert (await trim.trim(tables)).games == 1
    assert (await trim.trim(tables)).games == 0
    assert await archives.get(tables.db, fresh) is None and await archives.get(tables.db, ended) is None
    assert await weight(tables, over) < size / 3
    again = TableService(tables.db, clock, "en")
    async with again.at(over) as live:
        assert await steps.course(again, live) == course and await steps.points(again, live) == points
        for n, seen in before.items():
            assert [await steps.view_after(again, live, n, seat) for seat in (None, 0, 2)] == seen
    assert all([finding.ok async for finding in audit.doctor(tables.db)])
    assert len(await checkpoints.marks(tables.db, over)) == len(course.marks)


async def weight(tables: TableService, game: int) -> int:
    """Bytes of the States of a game."""
    [(states,)] = await tables.db.rows("SELECT sum(length(state)) FROM checkpoints WHERE game = ?", (game,))
    return int(states) + len(await archives.get(tables.db, game) or b"")
