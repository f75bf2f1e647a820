"""Moving a table to another channel: by vote, or at once if its channel was deleted."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent
from bot.table.admin import channel_move
from bot.table.lobby import seating
from bot.table.play import answers
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import games
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.seats.conftest import pass_days
from tests.table.short import A, B, build_turn, use_turn


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B), A)


async def test_vote_moves_table_and_pending_messages(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        assert not await channel_move.move_without_vote(service, table, AOI, 1, 9)
        with pytest.raises(Refused, match="here_already"):
            await channel_move.move_without_vote(service, table, AOI, 1, 7)
        await consent.request_consent(service, table, AOI, "move.9")
        await consent.vote_yes(service, table, JULES, "move.9")
        assert table.row.channel_id == 9
        await players.answer(table, A, "take")
    assert {row.target for row in await outbox_rows.load_waiting_rows(service.db, table_id)} == {9}
    assert await service.find_table(9) == table_id and await service.find_table(7) is None


async def test_move_to_an_occupied_channel_is_refused(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await seating.open_table(service, 1, 9, JULES, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "move.9")
        with pytest.raises(Refused, match="channel_taken_there"):
            await consent.vote_yes(service, table, MARCO, "move.9")
    async with service.lock_table(table_id) as table:
        assert table.row.channel_id == 7 and consent.find_request(table, "move.9") is not None


async def test_deleted_channel_stops_clocks_until_table_moves(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        await channel_move.handle_lost_channel(service, table)
        await channel_move.handle_lost_channel(service, table)
        assert table.pauses == {"channel"}
    assert await timer_rows.load_timers(service.db, table_id) == []
    pending_rows = await outbox_rows.load_waiting_rows(service.db, table_id)
    assert [(row.kind, row.target, row.direct) for row in pending_rows] == [
        (OutboxKind.CHANNEL_LOST, AOI.id, 1),
        (OutboxKind.CHANNEL_LOST, MARCO.id, 1),
    ], "once, by direct message"
    async with service.db.transaction() as tx:
        for row in pending_rows:
            await outbox_rows.mark_sent(tx, row.id, clock(), 1)
    await pass_days(service, clock, 30)
    async with service.lock_table(table_id) as table:
        for seat, person in ((A, AOI), (B, MARCO)):
            ref = table.build_question_ref(seat)
            assert ref is not None
            await answers.answer_question(service, table, person, ref, ("take",))
        assert await outbox_rows.load_waiting_rows(service.db, table_id) == [], (
            "nobody speaks to a channel that is gone"
        )
        with pytest.raises(Refused, match="not_seated"):
            await channel_move.move_without_vote(service, table, JULES, 2, 9)
        assert await channel_move.move_without_vote(service, table, MARCO, 2, 9)
        assert not table.pauses and (table.row.guild_id, table.row.channel_id) == (2, 9)
    kinds = {row.kind for row in await outbox_rows.load_waiting_rows(service.db, table_id)}
    assert {"card", "turn", "ping"} <= kinds, "what happened meanwhile is told, and who is asked is called"


async def test_lobby_with_deleted_channel_is_closed(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await channel_move.handle_lost_channel(service, table)
    row = await games.load_game(service.db, table_id)
    assert row is not None and row.status == "ended"


async def test_host_moves_lobby_without_vote(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused, match="host_only"):
            await channel_move.move_without_vote(service, table, MARCO, 1, 9)
        assert await channel_move.move_without_vote(service, table, AOI, 1, 9)


async def test_sleeper_gets_one_message_about_two_lost_channels(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        await channel_move.handle_lost_channel(service, table)
        assert await channel_move.move_without_vote(service, table, MARCO, 2, 9)
        await channel_move.handle_lost_channel(service, table)
    recipients = [
        row.target for row in await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.CHANNEL_LOST)
    ]
    assert sorted(recipients) == [AOI.id, MARCO.id]
