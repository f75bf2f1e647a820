"""Errors at one table do not affect others, failed changes leave no trace, and an interaction counts once."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from zoneinfo import ZoneInfo

import msgspec
import pytest

from bot.table import Table, TableService, consent
from bot.table.background import delays, timer_worker
from bot.table.clock import waking_hours
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.lobby import seating
from bot.table.notices import outbox
from bot.table.personal import daily_list, personal_data, preferences
from bot.table.play import answers
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Game, GameContext, Option, StaleAnswer, message
from storage.database import Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows
from storage.play import decisions
from storage.play import seats as seat_rows
from storage.time import timers as timer_rows

from .conftest import AOI, JULES, MARCO, Clock, Players


async def damage_checkpoints(service: TableService, table_id: int) -> None:
    """Overwrite the table's checkpoints."""
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE checkpoints SET state = ? WHERE game = ?", (b"\0", table_id))


async def start_with_computer(service: TableService, channel: int) -> int:
    table_id = await seating.open_table(service, 1, channel, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.add_computer(service, table, AOI, "random")
        await seating.start_game(service, table, AOI)
    return table_id


async def test_a_damaged_table_stops_no_worker(service: TableService, players: Players, clock: Clock) -> None:
    """Timers and computer players of the other tables keep working."""
    bad, good = await start_with_computer(service, 8), await players.start_table(AOI, MARCO, channel=9)
    other = TableService(service.db, clock)
    await damage_checkpoints(service, bad)
    clock.pass_hours(25)
    while (row := await timer_rows.load_next_timer(service.db)) is not None and row.due_at <= clock():
        await timer_worker.serve_timer(other, row)
    assert await outbox_rows.load_rows_newest_first(service.db, good, OutboxKind.REMINDER)
    computers = ComputerPlayers(other, lambda: ThreadPoolExecutor(1))
    worker = asyncio.create_task(computers.run())
    await asyncio.sleep(0.2)
    assert not worker.done()
    worker.cancel()
    computers.close()


@pytest.mark.parametrize("kind", [daily_list.DAILY_LIST, "unknown"])
async def test_a_timer_that_fails_keeps_no_other_person_waiting(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A zone that this machine lacks, or a kind of timer: it is tried again, the bot is well, and lists are sent."""
    table_id = await players.start_table(MARCO, AOI)
    await preferences.set_hours(service, AOI, "Pacific/Kiritimati", 0, ())
    monkeypatch.setattr(waking_hours, "_load_zone", {"UTC": ZoneInfo("UTC")}.__getitem__)
    await preferences.set_notifications(service, MARCO, digest=True)
    async with service.db.transaction() as tx:
        await timer_rows.set_person_timer(tx, AOI.id, kind, clock() - 2)
        await timer_rows.set_person_timer(tx, MARCO.id, daily_list.DAILY_LIST, clock() - 1)
    worker = asyncio.create_task(daily_list.run(service))
    async with asyncio.timeout(60):
        while not await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.SUMMARY):
            await asyncio.sleep(0.01)
    worker.cancel()
    assert await delays.find_problem(service) is None
    row = await timer_rows.load_person_timer(service.db, AOI.id, kind)
    assert row is not None and row.due_at == clock() + personal_data.RETRY_AFTER


async def test_ended_table_starts_no_search(service: TableService) -> None:
    table_id = await start_with_computer(service, 8)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "end")
        assert table.row.status == "ended" and table.waiting == ()
    while not service.search_queue.empty():
        service.search_queue.get_nowait()
    async with service.lock_table(table_id) as table:
        service.wake_computer_players(table)
    assert service.search_queue.empty()


@pytest.mark.parametrize("what", ["join", "end", "settings", "order"])
async def test_a_failed_change_leaves_no_trace(
    service: TableService, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))

    async def change(table: Table) -> None:
        match what:
            case "join":
                await seating.join_table(service, table, MARCO)
            case "end":
                await consent.end_open_table(service, table, AOI)
            case "settings":
                await seating.set_settings(service, table, AOI, language="ja")
            case "order":
                await seating.set_settings(service, table, AOI, order="joined")

    original = Transaction.execute

    async def fail_on_outbox(self: Transaction, sql: str, *values: object) -> object:
        if sql.startswith("INSERT INTO outbox"):
            raise OSError("disk on fire")
        return await original(self, sql, *values)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Transaction, "execute", fail_on_outbox)
        with pytest.raises(OSError, match="disk on fire"):
            async with service.lock_table(table_id) as table:
                await change(table)
    async with service.lock_table(table_id) as table:
        assert (len(table.seats), table.row.status, table.row.language, table.settings.order) == (
            1,
            "open",
            "en",
            "random",
        )


async def test_a_click_delivered_twice_seats_one_computer(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    press = msgspec.structs.replace(AOI, interaction_id=5)
    async with service.lock_table(table_id) as table:
        await seating.add_computer(service, table, press, "random")
    with pytest.raises(StaleAnswer):
        async with service.lock_table(table_id) as table:
            await seating.add_computer(service, table, press, "random")
    assert len(await seat_rows.load_seats(service.db, table_id)) == 2


async def test_host_and_seat_change_together(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.leave_table(service, table, AOI)
        assert (table.row.host, table.names) == (MARCO.id, ("Marco",))


async def test_table_lock_is_exclusive(service: TableService, clock: Clock, players: Players) -> None:
    """Table locks are exclusive, even when tables are evicted from memory between two uses."""
    small = TableService(service.db, clock, tables_in_memory=1)
    table_ids = [await players.start_table(AOI, MARCO, channel=n) for n in (7, 8)]
    users = dict.fromkeys(table_ids, 0)

    async def use_table(table_id: int) -> None:
        for _ in range(20):
            async with small.lock_table(table_id):
                users[table_id] += 1
                assert users[table_id] == 1
                await asyncio.sleep(0)
                users[table_id] -= 1

    await asyncio.gather(*(use_table(table_id) for table_id in table_ids * 4))


class CountState(msgspec.Struct):
    """State of a game of two questions in one turn, each with a time-out answer."""

    turns: int = 0


async def ask_two_questions(ctx: GameContext[CountState]) -> None:
    options = [Option("a", "a", message("a")), Option("b", "b", message("b"))]
    await ctx.choose(0, "first", options, default="a")
    await ctx.choose(0, "second", options, default="a")
    ctx.state.turns += 1


TOY: Game[CountState] = Game(
    id="toy",
    package="engines.flotsam",
    seat_counts=(2,),
    colors=("red", "blue"),
    rules_version=1,
    state_type=CountState,
    new_game=lambda setup, table: CountState(),
    play_turn=ask_two_questions,
    is_over=lambda state: state.turns == 9,
    view=lambda state, seat: state.turns,
    scores=lambda state: (),
    problems=lambda state: [],
    redeal=lambda state, seat, rng: None,
)


async def test_timeout_survives_step_back(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.table.service.table_service.load_games", lambda: {"toy": TOY})
    monkeypatch.setattr("bot.table.terms.table_terms.load_games", lambda: {"toy": TOY})
    table_id = await players.start_table(AOI, MARCO, game_id="toy")
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "b")
        ref = table.build_question_ref(0)
        assert ref
        await answers.take_back_step(service, table, AOI, ref)
        now_open = table.build_question_ref(0)
        assert now_open
    (timer,) = [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "timeout"]
    assert timer.key == now_open.encode()
    clock.pass_hours(73)
    await timer_worker.serve_timer(service, timer)
    (answered,) = await decisions.load_active(service.db, table_id)
    assert (answered.origin, answered.keys) == ("timeout", "a")


async def test_old_majority_vote_survives_one_no(service: TableService, players: Players) -> None:
    """Tables created before the current voting rules keep the old ones."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        table.settings = msgspec.structs.replace(table.settings, ballot=1)
        await consent.request_consent(service, table, AOI, "end")
        await consent.vote_no(service, table, MARCO, "end")
        assert table.is_playing and consent.find_request(table, "end")
        await consent.vote_yes(service, table, JULES, "end")
        assert table.row.status == "ended"


async def test_reminders_switched_on_in_play_count_from_the_question(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await seating.set_settings(service, table, AOI, reminder_hours=None)
        assert not [t for t in await timer_rows.load_timers(service.db, table_id) if t.kind == "reminder"]
        asked_at = clock()
        clock.pass_hours(2)
        await seating.set_settings(service, table, AOI, reminder_hours=6)
        (timer,) = [t for t in await timer_rows.load_timers(service.db, table_id) if t.kind == "reminder"]
        assert timer.due_at == asked_at + 6 * 3_600_000


async def test_first_player_is_notified_once(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    (notice,) = [
        row
        for row in await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.NOTICE)
        if "begins" in row.key
    ]
    async with service.lock_table(table_id) as table:
        first = table.seats[table.waiting[0]].person
    assert first not in msgspec.json.decode(notice.payload, type=outbox.Notice).mention


def test_every_timer_kind_has_a_handler() -> None:
    assert set(timer_worker.HANDLERS) == set(TimerKind)
