"""A pause by vote stops clocks and notifications and ends on its date; players may still answer."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.admin import moderation
from bot.table.notices.outbox import RequestUpdate
from bot.table.play import answers
from engines.kernel import Refused
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows
from storage.persons import people
from storage.play import open_questions
from storage.time import clocks
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, fire_due_timers, load_notice_keys

from .conftest import pass_days

DAY_MS = 86_400_000


def pause_key(clock: Clock, days: float) -> str:
    return f"pause.{clock() // 1000 + int(days * 86_400)}"


async def start_paused_table(
    service: TableService, players: Players, clock: Clock, days: float = 5, pace: str = "brisk"
) -> int:
    table_id = await players.start_table(AOI, MARCO, pace=pace)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, pause_key(clock, days))
        await consent.vote_yes(service, table, MARCO, pause_key(clock, days))
        assert table.pauses == {"vote"} and table.is_playing
    return table_id


async def test_pause_stops_clock_and_ends_by_itself(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(2)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, pause_key(clock, 5))
        await consent.vote_yes(service, table, MARCO, pause_key(clock, 5))
    assert [row.kind for row in await timer_rows.load_timers(service.db, table_id)] == ["pause"]
    await pass_days(service, clock, 5)
    assert (await load_notice_keys(service, table_id))[-2:] == ["life.pause", "life.pause_over"]
    row = (await clocks.load_clocks(service.db, table_id))[A]
    assert row.used_ms == 2 * 3_600_000 and row.running_since is not None, "only the time before counted"
    async with service.lock_table(table_id) as table:
        assert not table.pauses
    again = TableService(service.db, service.clock, "en")
    async with again.lock_table(table_id) as table:
        assert not table.pauses and table.pause_ends == {}


async def test_answer_in_pause_counts_and_next_player_is_notified_afterwards(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_paused_table(service, players, clock)
    before = len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION))
    async with service.lock_table(table_id) as table:
        ref = table.build_question_ref(A)
        assert ref is not None
        await answers.answer_question(service, table, AOI, ref, ("take",))
        assert table.waiting == (B,)
    assert len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION)) == before
    [question] = await open_questions.load_open_questions(service.db, table_id)
    assert question.notified_at is None
    await pass_days(service, clock, 5)
    assert (
        len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION)) == before + 1
    )


async def test_pause_that_ends_at_night_notifies_in_the_morning(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Edge case 22: the notification waits for the morning."""
    async with service.db.transaction() as tx:
        await people.save_person(tx, MARCO.id, MARCO.name, clock())
        await people.set_hours(tx, MARCO.id, "Asia/Tokyo", 16 * 60, "")  # 07:00 to 16:00 UTC; the clock stands at 08:00
    table_id = await start_paused_table(service, players, clock, days=3)
    async with service.lock_table(table_id) as table:
        ref = table.build_question_ref(A)
        assert ref is not None
        await answers.answer_question(service, table, AOI, ref, ("take",))
    clock.pass_hours(72)
    await fire_due_timers(service, clock)
    kinds = [row.kind for row in await timer_rows.load_timers(service.db, table_id)]
    assert "pause" not in kinds and "call" in kinds


async def test_pause_is_limited_and_cannot_follow_another(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Edge case 23."""
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        for days in (0, -1, 16):
            with pytest.raises(Refused, match="pause_until"):
                await consent.request_consent(service, table, AOI, pause_key(clock, days))
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, pause_key(clock, 3))
        await consent.vote_yes(service, table, MARCO, pause_key(clock, 3))
    await pass_days(service, clock, 3)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="pause_again"):
            await consent.request_consent(service, table, AOI, pause_key(clock, 3))
        await players.mark_notified(table)
        await players.answer(table, A, "take")
        await consent.request_consent(service, table, AOI, pause_key(clock, 3))


async def test_another_end_of_the_pause_closes_the_earlier_request(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        for days in (2, 3):
            await consent.request_consent(service, table, AOI, pause_key(clock, days))
        assert [request.kind for request in table.requests] == [pause_key(clock, 3)]
    rows = await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.REQUEST)
    updates = {row.key: msgspec.json.decode(row.payload, type=RequestUpdate) for row in rows}
    assert updates[pause_key(clock, 2)].was_carried_out is False, "its message loses its buttons"
    assert updates[pause_key(clock, 3)].was_carried_out is None


async def test_vote_ends_pause_early(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await start_paused_table(service, players, clock)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "resume")
        await consent.vote_yes(service, table, AOI, "resume")
        assert not table.pauses
        with pytest.raises(Refused, match="no_pause"):
            await consent.request_consent(service, table, MARCO, "resume")
    assert not [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == TimerKind.PAUSE_END]


async def test_pause_lasts_until_both_reasons_end(service: TableService, players: Players, clock: Clock) -> None:
    """Edge case 16."""
    table_id = await start_paused_table(service, players, clock, days=2)
    async with service.lock_table(table_id) as table:
        await moderation.pause_table(service, table, JULES, "a dispute")
    await pass_days(service, clock, 2)
    async with service.lock_table(table_id) as table:
        assert table.pauses == {"moderator"}
    assert not [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind in ("late", "timeout")]
    async with service.lock_table(table_id) as table:
        await moderation.resume_table(service, table, JULES, "")
        assert not table.pauses
    assert [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "late"]


async def test_pause_at_the_deadline_prevents_lateness(service: TableService, players: Players, clock: Clock) -> None:
    """Edge case 20: the player who is nearly late proposes the pause."""
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * 15)  # exactly when all time is used up
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, pause_key(clock, 3))
        await consent.vote_yes(service, table, MARCO, pause_key(clock, 3))
    await fire_due_timers(service, clock)
    assert "notice.late.late" not in await load_notice_keys(service, table_id)
    await pass_days(service, clock, 3.25)
    assert (await load_notice_keys(service, table_id)).count("notice.late.late") == 1


async def test_extend_vote_adds_a_day(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "extend")
        before = (await clocks.load_clocks(service.db, table_id))[A].bank
        await consent.vote_yes(service, table, MARCO, "extend")
    assert (await clocks.load_clocks(service.db, table_id))[A].bank == before + 15 * 3_600_000
