"""A wall clock that steps ends no turn: nothing falls due before the step is taken out of all clocks."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Literal

import pytest

from bot.table import TableService
from bot.table.background import bot_presence, timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.clock.trusted_clock import MAX_STEP, TrustedClock
from bot.table.deadline import deadlines
from bot.table.lobby import seating
from bot.table.personal import daily_list
from bot.table.seats import table_sleep
from bot.table.service import table_service
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage import Source, Transaction
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows
from storage.persons import absences
from storage.play import decisions, games, open_questions
from storage.time import presence as presence_rows
from storage.time import timers as timer_rows
from storage.time.presence import DATE_QUERIES_BY_KIND
from tests.table.conftest import AOI, MARCO, Players

from .stepping import DAY, HOUR, STEPS, Machine, load_hours_left, start_bidding


class WatchedEvent(asyncio.Event):
    """An event that tells whether a worker waits for it."""

    is_awaited = False

    async def wait(self) -> Literal[True]:
        self.is_awaited = True
        try:
            return await super().wait()
        finally:
            self.is_awaited = False

    async def wait_until_awaited(self) -> None:
        """Wait until the worker has done what it was woken for and waits again."""
        async with asyncio.timeout(60):
            while self.is_set() or not self.is_awaited:
                await asyncio.sleep(0.001)


@pytest.mark.parametrize("step", STEPS)
async def test_step_of_the_clock_fires_nothing_and_moves_no_deadline(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    table_id = await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    worker = asyncio.create_task(timer_worker.run(service, lambda: presence.attended_shards))
    await asyncio.sleep(0.01)
    before = await load_hours_left(service, service.clock())
    rows_before = len(await outbox_rows.load_waiting_rows(service.db, table_id))
    answers_before = len(await decisions.load_all(service.db, table_id))

    machine.wall += step
    service.wake_workers()  # a commit at any table wakes the timers
    await asyncio.sleep(0.05)
    assert len(await decisions.load_all(service.db, table_id)) == answers_before
    assert len(await outbox_rows.load_waiting_rows(service.db, table_id)) == rows_before

    machine.pass_time(5_000)
    await presence.check_presence()
    service.wake_workers()
    await asyncio.sleep(0.05)
    worker.cancel()
    with suppress(asyncio.CancelledError):
        await worker
    assert len(await decisions.load_all(service.db, table_id)) == answers_before
    assert service.clock() == machine.wall
    assert await load_hours_left(service, machine.wall) == before


async def load_time_left(service: TableService, now: int) -> dict[tuple[int, str, str], float]:
    """Return the hours until each timer of a table or a person."""
    rows = await service.db.fetch_rows(
        "SELECT game, kind, key, due_at FROM timers UNION SELECT person, kind, '', due_at FROM errands"
    )
    return {(owner, kind, key): round((due_at - now) / HOUR, 1) for owner, kind, key, due_at in rows}


async def load_posts(service: TableService, *table_ids: int) -> list[int]:
    """Return the waiting rows of these tables, without cards, which a step updates."""
    rows = [row for table_id in table_ids for row in await outbox_rows.load_waiting_rows(service.db, table_id)]
    return [row.id for row in rows if row.kind != OutboxKind.CARD]


async def test_presence_is_checked_again_and_again_and_at_once_after_a_step(
    service: TableService, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = asyncio.Semaphore(0)
    presence = BotPresence(service, lambda _: True)

    async def note_check() -> None:
        presence._step_noticed.clear()
        checked.release()

    monkeypatch.setattr(presence, "check_presence", note_check)
    worker = asyncio.create_task(presence.keep_checking())
    machine.wall += 3 * DAY
    service.clock()  # notices the step
    async with asyncio.timeout(60):
        await checked.acquire()
        monkeypatch.setattr(bot_presence, "CHECK_SECONDS", 0.01)
        machine.wall -= DAY
        service.clock()
        for _ in range(3):
            await checked.acquire()
    worker.cancel()


@pytest.mark.parametrize("step", STEPS)
async def test_step_leaves_every_timer_in_its_place(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    """Of a table in play, of a lobby, of a person, and every other kind without a date that people chose."""
    table_id = await start_bidding(service, players)
    lobby = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    now = service.clock()
    async with service.db.transaction() as tx:
        for number, kind in enumerate(TimerKind):
            if kind not in timer_rows.DEADLINE_KINDS and kind not in DATE_QUERIES_BY_KIND:
                await timer_rows.set_timer(tx, table_id, kind, f"{number}", now + (number + 1) * HOUR)
        await timer_rows.set_person_timer(tx, AOI.id, daily_list.DAILY_LIST, now + 7 * HOUR)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    before, posts_before = await load_time_left(service, now), await load_posts(service, table_id, lobby)
    assert {kind for _, kind, _ in before} >= {*TimerKind} - {TimerKind.LATE} - DATE_QUERIES_BY_KIND.keys()
    workers = [
        asyncio.create_task(timer_worker.run(service, lambda: presence.attended_shards)),
        asyncio.create_task(daily_list.run(service, lambda: presence.is_here)),
    ]

    machine.wall += step
    service.wake_workers()
    await asyncio.sleep(0.02)
    await presence.check_presence()
    service.wake_workers()
    await asyncio.sleep(0.05)
    assert await load_time_left(service, machine.wall) == before
    assert await load_posts(service, table_id, lobby) == posts_before
    machine.wall -= step
    await presence.check_presence()
    assert await load_time_left(service, machine.wall) == before, "the clock is right again"
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)


@pytest.mark.parametrize("step", STEPS)
async def test_step_takes_no_automatic_leave_away_and_gives_none_twice(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    now = service.clock()
    async with service.db.transaction() as tx:
        await absences.add_absence(tx, AOI.id, "net", now - HOUR, now + 5 * HOUR, now - HOUR)
        await absences.add_absence(tx, MARCO.id, "leave", now + DAY, now + 3 * DAY, now)
    machine.wall += step
    await presence.check_presence()
    [drawn] = await absences.load_absences(service.db, AOI.id)
    assert (drawn.from_at, drawn.until_at) == (machine.wall - HOUR, machine.wall + 5 * HOUR)
    [planned] = await absences.load_absences(service.db, MARCO.id)
    assert planned.from_at == now + DAY, "a date that a person has named stays"


async def notice_step(service: TableService, machine: Machine, step: int) -> BotPresence:
    """Let the clock step while the bot is there, and let its presence notice that."""
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    machine.wall += step
    await presence.check_presence()
    return presence


@pytest.mark.parametrize("step", STEPS)
async def test_step_puts_no_table_to_sleep(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    table_id = await start_bidding(service, players)
    await notice_step(service, machine, step)
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert not table.pauses


@pytest.mark.parametrize("step", [step for step in STEPS if step > 28 * DAY])
async def test_step_back_during_the_look_puts_no_table_to_sleep(
    service: TableService, players: Players, machine: Machine, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """It takes back the outage of the step before, and a table may be locked meanwhile."""
    table_id = await start_bidding(service, players)
    presence = await notice_step(service, machine, step)
    list_idle_games = games.list_idle_games

    async def step_back(source: Source, before: int, now: int) -> list[int]:
        found = await list_idle_games(source, before, now)
        machine.wall -= step
        await presence.check_presence()
        return found

    monkeypatch.setattr(games, "list_idle_games", step_back)
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert not table.pauses


async def test_answer_while_the_clock_was_behind_keeps_its_table_awake(
    service: TableService, players: Players, machine: Machine
) -> None:
    """The step back at the end must not forget that the time before the first step forward passed for nobody."""
    table_id = await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    for days in range(40):
        machine.pass_time(DAY)
        await presence.settle_outage_at_start() if not days else await presence.check_presence()
    for step in (-3650 * DAY, 3650 * DAY, -HOUR):
        machine.wall += step
        await presence.check_presence()
        if step == -3650 * DAY:
            async with service.lock_table(table_id) as table:
                await players.answer(table, 0, "bid:1")
    await table_sleep.put_idle_tables_to_sleep(service)
    async with service.lock_table(table_id) as table:
        assert not table.pauses


async def test_tables_are_looked_at_after_a_step_back(
    service: TableService, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    async def record_look(_: TableService) -> None:
        looks.append(machine.wall)

    monkeypatch.setattr(timer_worker, "_put_idle_tables_to_sleep", record_look)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    service.timers_changed = changes = WatchedEvent()
    worker = asyncio.create_task(timer_worker.run(service, lambda: presence.attended_shards))
    await changes.wait_until_awaited()  # in the midst of its query the worker would take the step for an absence
    machine.wall -= 3650 * DAY
    await presence.check_presence()
    await changes.wait_until_awaited()
    assert not looks
    for _ in range(7):  # hours
        for _ in range(60):
            machine.pass_time(60_000)
            await presence.check_presence()
        service.wake_workers()
        await changes.wait_until_awaited()
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    assert len(looks) == 1


async def test_step_during_the_settling_of_another_is_settled_too(
    service: TableService, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot_presence = BotPresence(service, lambda _: True)
    await bot_presence.settle_outage_at_start()
    save_online = presence_rows.save_online

    async def step_again(tx: Transaction, now: int) -> None:
        await save_online(tx, now)
        machine.wall -= 3650 * DAY

    machine.wall += 3650 * DAY
    with monkeypatch.context() as patch:
        patch.setattr(presence_rows, "save_online", step_again)
        await bot_presence.check_presence()
    was_here = bot_presence.is_here
    await bot_presence.check_presence()
    assert (was_here, bot_presence.is_here) == (False, True)
    assert service.clock() == machine.wall


@pytest.mark.parametrize("step", [10_000, -10_000])
def test_small_step_is_followed(machine: Machine, step: int) -> None:
    clock = TrustedClock(lambda: machine.wall, lambda: machine.steady)
    machine.wall += step
    assert clock() == machine.wall and not clock.has_stepped


def test_time_goes_on_steadily_until_a_step_is_accepted(machine: Machine) -> None:
    clock = TrustedClock(lambda: machine.wall, lambda: machine.steady)
    noticed: list[int] = []
    clock.on_step = lambda: noticed.append(1)
    start = clock()
    machine.wall += 30 * DAY
    machine.pass_time(7_000)
    assert clock() == start + 7_000 and clock.has_stepped and noticed
    clock.accept_step(machine.wall, machine.steady)
    assert clock() == machine.wall and not clock.has_stepped


async def test_machine_that_slept_is_recognised_whichever_clock_stood(
    service: TableService, players: Players, machine: Machine
) -> None:
    await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    before = await load_hours_left(service, service.clock())
    machine.wall += 8 * HOUR  # the steady clock stood still
    assert not presence.is_here
    await presence.check_presence()
    assert await load_hours_left(service, machine.wall) == before
    machine.pass_time(8 * HOUR)  # both went on
    assert not presence.is_here
    await presence.check_presence()
    [left], [left_before] = await load_hours_left(service, machine.wall), before
    assert abs(left - left_before) <= MAX_STEP / HOUR


@pytest.mark.parametrize("step", STEPS)
async def test_step_waits_for_a_change_that_has_read_the_clock(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    """Timers and turn clocks of the change move with all others."""
    table_id = await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    async with service.lock_table(table_id) as table:
        read_before = service.clock()
        machine.wall += step
        checking = asyncio.create_task(presence.check_presence())
        opening = asyncio.create_task(lock_and_read_clock(service, table_id + 1))
        await asyncio.sleep(0.02)
        async with service.change(table) as tx:
            await timer_rows.set_timer(tx, table_id, TimerKind.REMINDER, "9", read_before + 9 * HOUR)
            for question in await open_questions.load_open_questions(tx, table_id):
                await deadlines.start_clock(tx, table, question.seat, question.step, question.epoch, read_before)
    await checking
    assert (await load_time_left(service, machine.wall))[table_id, TimerKind.REMINDER, "9"] == 9
    running = [row.running_since for row in await open_questions.load_open_questions(service.db, table_id)]
    assert set(running) - {None} == {machine.wall}
    assert await load_hours_left(service, machine.wall) == {72}
    assert await opening == machine.wall, "no other change begins meanwhile"


async def lock_and_read_clock(service: TableService, table_id: int) -> int:
    """Return the time that a change of another table reads."""
    with suppress(Refused):  # there is no such table
        async with service.lock_table(table_id):
            pass
    return service.clock()


async def test_step_is_settled_although_a_table_stays_locked(
    service: TableService, players: Players, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    monkeypatch.setattr(table_service, "DRAIN_SECONDS", 0.01)
    async with service.lock_table(table_id):
        machine.wall += 3 * DAY
        checking = asyncio.create_task(presence.check_presence())
        while not presence.is_here:
            await asyncio.sleep(0)
    await checking
    assert await load_hours_left(service, machine.wall) == {72}
