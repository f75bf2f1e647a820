"""Undo beyond the barrier, ending a table, preset answers, time-outs, reminders and computer players."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.table import Person, Table, TableService, consent
from bot.table.background import timer_worker
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.lobby import seating
from bot.table.notices import turn_notifications
from bot.table.play import presets
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused, StaleAnswer
from storage import Source
from storage.kinds import OutboxKind, PauseReason
from storage.messages import outbox_rows
from storage.play import decisions
from storage.play import games as game_rows
from storage.time import pauses
from storage.time import timers as timer_rows
from storage.time.pauses import PauseRow

from .conftest import AOI, JULES, MARCO, Clock, Players


async def play_until_barrier(
    service: TableService, players: Players, table_id: int, decisions_at_least: int = 8
) -> None:
    async with service.lock_table(table_id) as table:
        while table.last_n < decisions_at_least or (table.match and table.match.acting_seat is not None):
            await players.answer_randomly(table)


async def test_an_undo_beyond_the_barrier_needs_all_other_people(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await play_until_barrier(service, players, table_id)
    async with service.lock_table(table_id) as table:
        own_numbers = [
            r.n for r in await decisions.load_active(service.db, table_id) if r.seat == table.find_seat(AOI.id)
        ]
        await consent.request_consent(service, table, AOI, "undo")
        request = consent.find_request(table, "undo")
        assert request and request.votes_missing == 2 and set(request.undecided_names) == {"Marco", "Jules"}
        await consent.vote_yes(service, table, MARCO, "undo")
        assert table.row.epoch == 0
        await consent.vote_yes(service, table, JULES, "undo")
        assert table.row.epoch == 1 and consent.find_request(table, "undo") is None
        assert max((r.n for r in await decisions.load_active(service.db, table_id)), default=0) < own_numbers[-1]
        assert any(
            row.kind == OutboxKind.TURN_UNDONE for row in await outbox_rows.load_waiting_rows(service.db, table_id)
        )


async def test_replay_after_undo_gives_the_same_state(service: TableService, players: Players) -> None:
    """Undo also restores the random counter, so the dice fall the same."""
    table_id = await players.start_table(AOI, MARCO)
    await play_until_barrier(service, players, table_id, 12)
    async with service.lock_table(table_id) as table:
        rows = await decisions.load_active(service.db, table_id)
        assert table.match
        before = table.match.compute_checksum()
        await consent.request_consent(service, table, AOI, "undo")
        await consent.vote_yes(service, table, MARCO, "undo")
        remaining_count = len(await decisions.load_active(service.db, table_id))
        for row in rows[remaining_count:]:
            await players.answer(table, row.seat, *row.keys.split())
        assert table.match.compute_checksum() == before


async def test_a_request_lapses_with_the_next_decision(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await play_until_barrier(service, players, table_id)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "undo")
        await players.answer_randomly(table)
        assert consent.find_request(table, "undo") is None
        with pytest.raises(StaleAnswer):
            await consent.vote_yes(service, table, MARCO, "undo")


async def test_one_request_at_a_time(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await play_until_barrier(service, players, table_id)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "undo")
        with pytest.raises(Refused) as refused:
            await consent.request_consent(service, table, MARCO, "undo")
        assert refused.value.reason.key == "table.refused.request_open"
        request = consent.find_request(table, "undo")
        assert request and request.asker == "Aoi"


async def test_one_no_closes_the_request(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await play_until_barrier(service, players, table_id)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "undo")
        await consent.vote_no(service, table, MARCO, "undo")
        assert consent.find_request(table, "undo") is None and table.row.epoch == 0


@pytest.mark.parametrize("asker", [AOI, MARCO])
async def test_ending_needs_everybody_at_the_table(service: TableService, players: Players, asker: Person) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_seated"):
            await consent.request_consent(service, table, Person(999, "Nobody", "en"), "end")
        await consent.request_consent(service, table, asker, "end")
        assert table.is_playing
        for person in {AOI, MARCO, JULES} - {asker}:
            assert table.is_playing
            await consent.vote_yes(service, table, person, "end")
        assert table.row.status == "ended" and table.row.ending == "agreed"
        with pytest.raises(Refused):
            await players.answer_randomly(table, 0)
    assert await timer_rows.load_next_timer(service.db) is None
    assert await service.find_table(7) == table_id
    await seating.open_table(service, 1, 7, MARCO, "flotsam", TableTerms(language="ja"))


async def test_a_table_that_pauses_can_be_ended_by_its_people(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table, service.db.transaction() as tx:
        await pauses.begin_pause(tx, PauseRow(table_id, PauseReason.INCOMPATIBLE_RULES, 1))
        table.pauses = frozenset({PauseReason.INCOMPATIBLE_RULES})
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "end")
        await consent.vote_yes(service, table, JULES, "end")
        await consent.vote_yes(service, table, AOI, "end")
        assert table.row.status == "ended"


async def test_preset_answers_at_once_without_notification(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for person in (AOI, MARCO):
            await presets.set_preset(service, table, person, "claim", "never")
        assert presets.list_presets(table, AOI) == {"claim": "never"}
    await players.play_to_end(table_id)
    log = await decisions.load_all(service.db, table_id)
    assert {row.origin for row in log} == {"person", "order"}
    assert all(row.keys == "pass" for row in log if row.origin == "order")
    notified_steps = {
        row.key.split(".")[1]
        for row in await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION)
    }
    assert not notified_steps & {str(row.step) for row in log if row.origin == "order"}


async def test_preset_and_its_answer_are_stored_together(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while "claim" not in presets.list_choices(table, AOI) or not list_claim_seats(table):
            await players.answer_randomly(table)
        seat = list_claim_seats(table)[0]
        person = (AOI, MARCO)[seat]

        async def abort_connection(*_: object, **__: object) -> None:
            raise ConnectionAbortedError

        monkeypatch.setattr("bot.table.play.answers._record_decision", abort_connection)
        with pytest.raises(ConnectionAbortedError):
            await presets.set_preset(service, table, person, "claim", "never")
    monkeypatch.undo()
    async with service.lock_table(table_id) as table:
        assert presets.list_presets(table, person) == {}, "neither of them"
        assert seat in table.waiting
        await presets.set_preset(service, table, person, "claim", "never")
        assert presets.list_presets(table, person) == {"claim": "never"}
        assert (await decisions.load_all(service.db, table_id))[-1].origin == "order"


def list_claim_seats(table: Table) -> list[int]:
    """Return the seats that are asked a question that the preset for claims would answer."""
    prompts = [(seat, table.match.find_prompt(seat)) for seat in table.waiting] if table.match is not None else []
    return [seat for seat, prompt in prompts if prompt is not None and prompt.topic == "claim"]


async def test_revoked_preset_asks_again(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await presets.set_preset(service, table, AOI, "claim", "never")
        await presets.revoke_preset(service, table, AOI, "claim")
        assert presets.list_presets(table, AOI) == {}
        with pytest.raises(Refused):
            await presets.set_preset(service, table, AOI, "claim", "sometimes")
    await players.play_to_end(table_id)
    assert {row.origin for row in await decisions.load_all(service.db, table_id)} == {"person"}


async def fire_due(service: TableService) -> int:
    fired = 0
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= service.clock():
        await timer_worker.serve_timer(service, row)
        fired += 1
    return fired


async def test_reminders_come_after_the_hours_and_stop_with_the_answer(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    clock.pass_hours(23.9)
    assert await fire_due(service) == 0
    clock.pass_hours(0.2)
    assert await fire_due(service) == 1
    assert len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.REMINDER)) == 1
    clock.pass_hours(24 * 365)
    await fire_due(service)
    assert (
        len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.REMINDER))
        <= turn_notifications.MAX_REMINDERS
    )
    async with service.lock_table(table_id) as table:
        while table.waiting == (0,):
            await players.answer_randomly(table)
    remaining_keys = [
        timer.key for timer in await timer_rows.load_timers(service.db, table_id) if timer.kind == "reminder"
    ]
    async with service.lock_table(table_id) as table:
        assert set(remaining_keys) <= {str(seat) for seat in table.waiting}


async def test_question_with_default_times_out(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while not all(
            p.default for p in (table.match.open_prompts.prompts if table.match and table.match.open_prompts else ())
        ):
            await players.answer_randomly(table)
        step = table.match.step if table.match else 0
    clock.pass_hours(73)
    assert await fire_due(service) >= 1
    timed_out = [row for row in await decisions.load_all(service.db, table_id) if row.origin == "timeout"]
    assert timed_out and timed_out[0].step == step


async def test_computer_players_play_a_table_to_its_end(service: TableService, players: Players) -> None:
    table_id = await seating.open_table(service, 1, 9, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.add_computer(service, table, AOI, "random")
        await seating.add_computer(service, table, AOI)
        await seating.start_game(service, table, AOI)
    computers = ComputerPlayers(service, lambda: ThreadPoolExecutor(1))
    task = asyncio.create_task(computers.run())
    try:
        async with asyncio.timeout(60):
            playing = True
            while playing:
                async with service.lock_table(table_id) as table:
                    person = next((s for s in table.waiting if not table.seats[s].is_computer), None)
                    if person is not None:
                        await players.answer_randomly(table, person)
                    playing = table.is_playing
                await asyncio.sleep(0.001)
    finally:
        task.cancel()
        computers.close()
    row = await game_rows.load_game(service.db, table_id)
    assert row is not None and row.status == "over"
    assert {r.origin for r in await decisions.load_all(service.db, table_id)} == {"person", "computer"}


async def test_timers_see_newly_stored_rows(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If timers woke before the commit, they would miss the new row and sleep on."""
    rows = []
    earliest = timer_rows.load_next_timer

    async def record_earliest(source: Source, shards: frozenset[int]) -> timer_rows.TimerRow | None:
        rows.append(await earliest(source, shards))
        return rows[-1]

    monkeypatch.setattr(timer_rows, "load_next_timer", record_earliest)
    task = asyncio.create_task(timer_worker.run(service, lambda: frozenset({0})))
    await players.start_table(AOI, MARCO)
    await asyncio.sleep(0.05)
    task.cancel()
    assert rows[-1] is not None and rows[-1] == await earliest(service.db)


async def test_timers_stop_at_once_during_a_wakeup(service: TableService, players: Players) -> None:
    await players.start_table(AOI, MARCO)
    assert await timer_rows.load_next_timer(service.db) is not None
    task = asyncio.create_task(timer_worker.run(service, lambda: frozenset({0})))
    await asyncio.sleep(0.05)
    service.timers_changed.set()
    task.cancel()
    done, _ = await asyncio.wait([task], timeout=2)
    task.cancel()
    assert done == {task} and task.cancelled()
