"""Trimming deletes old rows only: games in play and games that ended long ago stay the same."""

from __future__ import annotations

import pytest

from bot import audit
from bot.table import TableService, consent
from bot.table.background import retention
from bot.table.history import game_log, timeline
from bot.table.state import fairness_proof
from storage.kinds import OutboxKind
from storage.messages import interactions, outbox_rows
from storage.play import checkpoints
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def count_rows(service: TableService, table: str) -> int:
    [(number,)] = await service.db.fetch_rows(f"SELECT count(*) FROM {table}")
    return int(number)


async def mark_all_sent(service: TableService, clock: Clock) -> None:
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE outbox SET sent_at = ? WHERE sent_at IS NULL AND dropped_at IS NULL", (clock(),))


async def test_old_interactions_without_decisions_are_deleted(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await players.answer_randomly(table)
    async with service.db.transaction() as tx:
        for ctx in range(10_000, 10_000 + retention.BATCH_SIZE + 7):
            await interactions.claim_interaction(tx, ctx, clock())
    decided = await count_rows(service, "decisions")
    assert (await retention.delete_old_data(service)).interaction_count == 0
    clock.now += retention.RETENTION + 1
    assert (await retention.delete_old_data(service)).interaction_count == retention.BATCH_SIZE + 7
    assert await count_rows(service, "interactions") == decided
    assert await service.db.list_problems() == []


async def test_trimmed_game_keeps_published_position_and_notifications(
    service: TableService, players: Players, clock: Clock
) -> None:
    playing, over = await players.start_table(AOI, MARCO, channel=1), await players.start_table(AOI, MARCO, channel=2)
    async with service.lock_table(playing) as table:
        for _ in range(8):
            await players.answer_randomly(table)
        published_n = table.published_n
    await players.play_to_end(over)
    await mark_all_sent(service, clock)
    pings = await service.db.fetch_rows("SELECT id FROM outbox WHERE game = ? AND kind = 'ping'", (playing,))
    clock.now += retention.RETENTION + 1
    assert (await retention.delete_old_data(service)).outbox_count > 0
    assert await service.db.fetch_rows("SELECT id FROM outbox WHERE game = ? AND kind = 'ping'", (playing,)) == pings
    assert [row.kind for row in await outbox_rows.load_rows_newest_first(service.db, over, OutboxKind.TURN)] == ["turn"]
    [(row_count,)] = await service.db.fetch_rows("SELECT count(*) FROM outbox WHERE game = ?", (over,))
    assert row_count == 1
    again = TableService(service.db, clock, "en")
    async with again.lock_table(playing) as table:
        assert table.published_n == published_n
    players.service = again
    await players.play_to_end(playing)


async def test_packed_game_is_unchanged(service: TableService, players: Players, clock: Clock) -> None:
    over, ended, fresh = [await players.start_table(AOI, MARCO, JULES, channel=n, game_id="meadow") for n in (1, 2, 3)]
    await players.play_to_end(over)
    before = {}
    async with service.lock_table(over) as table:
        history = await timeline.load_history(service, table)
        for step in history.steps:
            before[step.n] = [await timeline.load_view_after(service, table, step.n, seat) for seat in (None, 0, 2)]
        points = await timeline.load_points(service, table)
    size = await measure_states(service, over)
    clock.now += retention.RETENTION + 1
    await players.play_to_end(fresh)
    assert (await retention.delete_old_data(service)).game_count == 1
    assert (await retention.delete_old_data(service)).game_count == 0
    assert (
        await checkpoints.load_archive(service.db, fresh) is None
        and await checkpoints.load_archive(service.db, ended) is None
    )
    assert await measure_states(service, over) < size / 3
    again = TableService(service.db, clock, "en")
    async with again.lock_table(over) as table:
        assert (
            await timeline.load_history(again, table) == history and await timeline.load_points(again, table) == points
        )
        for n, seen in before.items():
            assert [await timeline.load_view_after(again, table, n, seat) for seat in (None, 0, 2)] == seen
    assert all([finding.is_ok async for finding in audit.check_database(service.db)])
    assert len(await checkpoints.load_outlines(service.db, over)) == len(history.outlines)


async def test_damaged_game_does_not_stop_packing_of_others(
    service: TableService, players: Players, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    damaged, sound = await players.start_table(AOI, MARCO, channel=1), await players.start_table(AOI, MARCO, channel=2)
    await players.play_to_end(damaged)
    await players.play_to_end(sound)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE checkpoints SET state = ? WHERE game = ?", (b"\0", damaged))
    clock.now += retention.RETENTION + 1
    assert (await retention.delete_old_data(service)).game_count == 1
    assert (
        await checkpoints.load_archive(service.db, damaged) is None
        and await checkpoints.load_archive(service.db, sound) is not None
    )
    assert f"table {damaged} cannot be packed" in caplog.text


async def measure_states(service: TableService, table_id: int) -> int:
    """Return the bytes of a game's stored States."""
    [(states,)] = await service.db.fetch_rows("SELECT sum(length(state)) FROM checkpoints WHERE game = ?", (table_id,))
    return int(states) + len(await checkpoints.load_archive(service.db, table_id) or b"")


async def test_packed_game_exports_the_same_file_and_log(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, game_id="meadow")
    await players.play_to_end(table_id)
    file, logs = await audit.export_game(service.db, table_id), await read_logs(service, table_id)
    await mark_all_sent(service, clock)
    clock.now += retention.RETENTION + 1
    trim_result = await retention.delete_old_data(service)
    assert trim_result.game_count == 1 and trim_result.outbox_count > 0
    again = TableService(service.db, clock, "en")
    assert await audit.export_game(again.db, table_id) == file
    head = fairness_proof.compute_chain_head(file.commitment, file.decisions)
    assert all(
        finding.is_ok for finding in audit.verify_game_file(file, audit.PostedValues(file.commitment, head=head))
    )
    assert await read_logs(again, table_id) == logs and logs[0] != logs[1]


async def test_trimmed_turns_can_still_be_undone(service: TableService, players: Players, clock: Clock) -> None:
    """Old turns of a long game are published, trimmed from the outbox, and can still be struck through."""
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while table.last_n < 8 or (table.match and table.match.acting_seat is not None):
            await players.answer_randomly(table)
    await mark_all_sent(service, clock)
    logs = await read_logs(service, table_id)
    clock.now += retention.RETENTION + 1
    await retention.delete_old_data(service)
    again = TableService(service.db, clock, "en")
    assert await read_logs(again, table_id) == logs
    async with again.lock_table(table_id) as table:
        published_n = table.published_n
        await consent.request_consent(again, table, AOI, "undo")
        await consent.vote_yes(again, table, MARCO, "undo")
        assert table.row.epoch == 1
    assert len((await read_logs(again, table_id))[0]) < len(logs[0])
    struck = [
        row.key
        for row in await outbox_rows.load_waiting_rows(service.db, table_id)
        if row.kind == OutboxKind.TURN_UNDONE
    ]
    assert struck and max(int(key.split("-")[1]) for key in struck) == published_n
    players.service = again
    await players.play_to_end(table_id)
    file = await audit.export_game(again.db, table_id)
    head = fairness_proof.compute_chain_head(file.commitment, file.decisions)
    assert all(f.is_ok for f in audit.verify_game_file(file, audit.PostedValues(file.commitment, head=head)))
    assert all([finding.is_ok async for finding in audit.check_database(service.db)])


async def read_logs(service: TableService, table_id: int) -> list[list[game_log.LogLine]]:
    """Return the game's log as spectators and the first seat read it."""
    async with service.lock_table(table_id) as table:
        return [await game_log.load_log_lines(service, table, seat) for seat in (None, 0)]
