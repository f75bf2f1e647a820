"""Old rows go, and nothing else: games in play and those that have long ended are what they were."""

from __future__ import annotations

import pytest

from bot import audit
from bot.table import TableService, consent, history
from bot.table.fairness import proof
from bot.table.knowing import steps, trim
from storage.messages import interactions, outbox
from storage.messages.kinds import Saying
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
    assert [row.kind for row in await outbox.newest_first(tables.db, over, Saying.TURN)] == ["turn"]
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


async def test_a_damaged_game_keeps_no_other_from_being_packed(
    tables: TableService, players: Players, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, sound = await players.open(AOI, MARCO, channel=1), await players.open(AOI, MARCO, channel=2)
    await players.finish(damaged)
    await players.finish(sound)
    async with tables.db.transaction() as tx:
        await tx.run("UPDATE checkpoints SET state = x'00' WHERE game = ?", (damaged,))
    clock.now += trim.KEPT + 1
    assert (await trim.trim(tables)).games == 1
    assert await archives.get(tables.db, damaged) is None and await archives.get(tables.db, sound) is not None
    assert f"game {damaged} cannot be packed" in caplog.text


async def weight(tables: TableService, game: int) -> int:
    """Bytes of the States of a game."""
    [(states,)] = await tables.db.rows("SELECT sum(length(state)) FROM checkpoints WHERE game = ?", (game,))
    return int(states) + len(await archives.get(tables.db, game) or b"")


async def test_a_packed_game_is_the_same_file_and_has_its_log(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, engine="meadow")
    await players.finish(game)
    file, logs = await audit.export(tables.db, game), await read_logs(tables, game)
    await all_sent(tables, clock)
    clock.now += trim.KEPT + 1
    done = await trim.trim(tables)
    assert done.games == 1 and done.posts > 0
    again = TableService(tables.db, clock, "en")
    assert await audit.export(again.db, game) == file
    head = proof.head(file.commitment, file.decisions)
    assert all(finding.ok for finding in audit.verify(file, file.commitment, head))
    assert await read_logs(again, game) == logs and logs[0] != logs[1]


async def test_what_was_said_long_ago_can_still_be_taken_back(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """A game by post takes months: the turns of the first are told, forgotten by the outbox, and struck through."""
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        while live.last_n < 8 or (live.match and live.match.acting is not None):
            await players.step(live)
    await all_sent(tables, clock)
    logs = await read_logs(tables, game)
    clock.now += trim.KEPT + 1
    await trim.trim(tables)
    again = TableService(tables.db, clock, "en")
    assert await read_logs(again, game) == logs
    async with again.at(game) as live:
        told = live.told
        await consent.ask(again, live, AOI, "undo")
        await consent.agree(again, live, MARCO, "undo")
        assert live.row.epoch == 1
    assert len((await read_logs(again, game))[0]) < len(logs[0])
    struck = [row.key for row in await outbox.waiting(tables.db, game) if row.kind == Saying.STRIKE]
    assert struck and max(int(key.split("-")[1]) for key in struck) == told
    players.tables = again
    await players.finish(game)
    file = await audit.export(again.db, game)
    assert all(f.ok for f in audit.verify(file, file.commitment, proof.head(file.commitment, file.decisions)))
    assert all([finding.ok async for finding in audit.doctor(tables.db)])


async def read_logs(tables: TableService, game: int) -> list[list[history.Line]]:
    """What everybody and the first seat read."""
    async with tables.at(game) as live:
        return [await history.lines(tables, live, seat) for seat in (None, 0)]
