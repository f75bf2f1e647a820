"""Requests and open seats wait as long as they should, although the wall clock steps or the bot is away."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent
from bot.table.background import timer_worker
from bot.table.background.bot_presence import BotPresence
from bot.table.clock.waking_hours import MINUTE, WEEK
from bot.table.lobby import expiry, seating
from bot.table.personal import snooze
from bot.table.seats import lateness, open_seats, substitutes, table_pauses, table_sleep
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.kinds import PauseReason, TimerKind
from storage.play.requests import load_votes
from storage.time import timers
from tests.table.conftest import AOI, JULES, MARCO, Players

from .stepping import DAY, HOUR, STEPS, Machine

AWAY = 9 * DAY
"""An absence of the bot longer than all these waits."""


async def fire_timers(service: TableService, kind: TimerKind, machine: Machine) -> None:
    """Let the timers of this kind fire that are due now."""
    for row in await timers.load_timers(service.db, 1):
        if row.kind == kind and row.due_at <= machine.wall:
            await timer_worker.serve_timer(service, row)


async def pass_step(presence: BotPresence, machine: Machine, step: int) -> None:
    """Let the clock step, or (AWAY) let the bot be away, and settle it."""
    if step == AWAY:
        machine.pass_time(AWAY)
    else:
        machine.wall += step
    await presence.check_presence()


async def load_days_left(service: TableService, kind: TimerKind, machine: Machine) -> list[float]:
    rows = await timers.load_timers(service.db, 1)
    return [round((row.due_at - machine.wall) / DAY, 3) for row in rows if row.kind == kind]


@pytest.mark.parametrize("step", [*STEPS, AWAY])
async def test_request_stays_open_after_a_step_or_an_absence(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    """A Yes that decides nothing leaves it open; it expires a week after it was asked, as time passed for the bot."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "end")
    machine.pass_time(HOUR)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    await pass_step(presence, machine, step)
    await fire_timers(service, TimerKind.REQUEST, machine)
    async with service.lock_table(table_id) as table:
        await consent.vote_yes(service, table, MARCO, "end")
    await fire_timers(service, TimerKind.REQUEST, machine)
    async with service.lock_table(table_id) as table:
        [request] = table.requests
        assert request.votes_missing == 1
        assert request.agreed_names == tuple(
            seated.name for seated in table.seats if seated.person in (AOI.id, MARCO.id)
        )
        left = request.expires_at - machine.wall
        assert WEEK - HOUR - MINUTE <= left <= WEEK - (0 if step < 0 else HOUR - MINUTE), (
            "after a step back the hour is lost"
        )


@pytest.mark.parametrize("step", [-step for step in STEPS if step > HOUR])
async def test_request_of_a_clock_that_was_ahead_expires_in_time(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    machine.wall -= step
    await presence.check_presence()
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "end")
    machine.pass_time(MINUTE)
    await presence.check_presence()
    machine.wall += step
    await presence.check_presence()
    async with service.lock_table(table_id) as table:
        await consent.vote_yes(service, table, MARCO, "end")
        assert WEEK - MINUTE <= table.requests[0].expires_at - machine.wall <= WEEK
    assert list(await load_votes(service.db, table_id, "end")) == [AOI.id, MARCO.id], (
        "in the order in which they were given"
    )


@pytest.mark.parametrize("step", [8 * DAY, -30 * DAY, AWAY])
async def test_seat_stays_open_for_a_week_after_a_step_or_an_absence(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, JULES)
    seat = next(seated.seat for seated in table.seats if seated.is_vacant)
    machine.pass_time(HOUR)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    await pass_step(presence, machine, step)
    await fire_timers(service, TimerKind.OPEN_SEAT, machine)
    [left] = await load_days_left(service, TimerKind.OPEN_SEAT, machine)
    assert round(left, 1) == round(7 - 1 / 24, 1)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="seat_waits"):
            await consent.request_consent(service, table, AOI, f"void.{seat}")
    machine.pass_time(WEEK)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, f"void.{seat}")


async def step_or_stay_away(presence: BotPresence, machine: Machine, step: int) -> None:
    """Step the wall clock, or let the bot be away, and let the bot notice."""
    await pass_step(presence, machine, step)


@pytest.mark.parametrize("step", [*STEPS, AWAY])
async def test_lobby_closes_a_day_of_the_bot_after_its_warning(
    service: TableService, machine: Machine, step: int
) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    machine.pass_time(expiry.MAX_AGE - expiry.WARNING_TIME)
    await fire_timers(service, TimerKind.EXPIRY, machine)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    machine.pass_time(2 * MINUTE)
    await step_or_stay_away(presence, machine, step)
    await fire_timers(service, TimerKind.EXPIRY, machine)
    [left] = await load_days_left(service, TimerKind.EXPIRY, machine)
    assert 0.99 <= left <= 1
    machine.pass_time(expiry.WARNING_TIME)
    await fire_timers(service, TimerKind.EXPIRY, machine)
    async with service.lock_table(table_id) as table:
        assert not table.is_open


@pytest.mark.parametrize("step", [*STEPS, AWAY])
async def test_sleeping_table_is_called_and_archived_in_the_time_of_the_bot(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table, service.change(table) as tx:
        await table_sleep.begin_sleep(tx, table, service.clock())
    machine.pass_time(table_sleep.CALL_DELAY - DAY)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    await step_or_stay_away(presence, machine, step)
    await fire_timers(service, TimerKind.SLEEP, machine)
    left = [round(days, 1) for days in await load_days_left(service, TimerKind.SLEEP, machine)]
    assert left == [1, 1 + (table_sleep.ARCHIVE_DELAY - table_sleep.CALL_DELAY) // DAY]


@pytest.mark.parametrize("step", [DAY, AWAY])
async def test_lobby_stays_for_the_first_hour_after_an_absence(
    service: TableService, machine: Machine, step: int
) -> None:
    await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    machine.pass_time(expiry.MAX_AGE - expiry.WARNING_TIME)
    await fire_timers(service, TimerKind.EXPIRY, machine)
    machine.pass_time(expiry.WARNING_TIME - MINUTE)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    await step_or_stay_away(presence, machine, step)
    assert await load_hours_left(service, machine) == {(TimerKind.EXPIRY, expiry.CLOSE): 1}


@pytest.mark.parametrize("step", [step for step in STEPS if step > table_sleep.IDLE_TIME])
@pytest.mark.parametrize("is_answered", [False, True])
async def test_table_of_a_clock_that_was_ahead_falls_asleep_in_time(
    service: TableService, players: Players, machine: Machine, step: int, is_answered: bool
) -> None:
    """The table was started then, and perhaps played; a decision keeps its time."""
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    await step_or_stay_away(presence, machine, step)
    table_id = await players.start_table(AOI, MARCO, pace="none")
    if is_answered:
        async with service.lock_table(table_id) as table:
            await players.answer(table, table.waiting[0], "raise:tea", "raise:silk")
    machine.pass_time(MINUTE)
    await step_or_stay_away(presence, machine, -step)
    waits: list[tuple[int, set[PauseReason]]] = [
        (table_sleep.IDLE_TIME - 2 * MINUTE, set()),
        (2 * MINUTE, {PauseReason.ASLEEP}),
    ]
    for wait, pauses in waits:
        machine.pass_time(wait)
        await table_sleep.put_idle_tables_to_sleep(service)
        async with service.lock_table(table_id) as table:
            assert table.pauses == pauses


async def load_dates(service: TableService, table_id: int) -> tuple[set[int | None], set[int]]:
    """Return the dates that a table shows for its pause and its substitute, and those of its timers."""
    async with service.lock_table(table_id) as table:
        shown = {*table.pause_ends.values(), *(seated.substitute_until for seated in table.seats)} - {None}
    kinds = (TimerKind.PAUSE_END, TimerKind.SUBSTITUTE_END)
    return shown, {row.due_at for row in await timers.load_timers(service.db, table_id) if row.kind in kinds}


@pytest.mark.parametrize("step", [*STEPS, AWAY])
async def test_pause_and_substitution_end_at_the_date_that_is_shown(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    """A step that passes the date leaves an hour; a step back to the right time brings the date back."""
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    table_id, sitting_until, paused_until = 1, machine.wall + 4 * DAY, machine.wall + 5 * DAY
    assert await players.start_table(AOI, MARCO) == table_id
    async with service.lock_table(table_id) as table:
        seat = next(seated.seat for seated in table.seats if seated.person == AOI.id)
        await substitutes.invite_substitute(service, table, AOI, JULES, sitting_until)
        await substitutes.accept_substitution(service, table, JULES, seat)
        async with service.change(table) as tx:
            await table_pauses.begin_pause(tx, table, PauseReason.VOTE, service.clock(), paused_until)
    dates = {sitting_until, paused_until}
    await step_or_stay_away(presence, machine, step)
    shown, due = await load_dates(service, table_id)
    assert shown == dates
    assert due == (dates if step == AWAY else {max(date, machine.wall + HOUR) for date in dates})
    if step != AWAY:
        await step_or_stay_away(presence, machine, -step)
        assert await load_dates(service, table_id) == (dates, dates)


async def load_hours_left(service: TableService, machine: Machine) -> dict[tuple[str, str], float]:
    """Return the hours until each timer of the table."""
    rows = await timers.load_timers(service.db, 1)
    return {(row.kind, row.key): round((row.due_at - machine.wall) / HOUR, 1) for row in rows}


@pytest.mark.parametrize("step", [step for step in STEPS if step > HOUR])
@pytest.mark.parametrize("pace", ["steady", "none"])
async def test_question_of_a_clock_that_was_ahead_is_late_in_time(
    service: TableService, players: Players, machine: Machine, pace: str, step: int
) -> None:
    """A person who was called just now has an hour of their day, but not one of a day that comes in a year."""
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    machine.wall += step
    await presence.check_presence()
    table_id = await players.start_table(AOI, MARCO, pace=pace)
    machine.pass_time(MINUTE)
    await presence.check_presence()
    before = await load_hours_left(service, machine)
    machine.wall -= step
    await presence.check_presence()
    assert await load_hours_left(service, machine) == before
    machine.pass_time(9 * DAY)
    async with service.lock_table(table_id) as table:
        assert await lateness.is_late(service, table, table.waiting[0])


@pytest.mark.parametrize("step", [step for step in STEPS if step < 0])
async def test_snooze_ends_in_time_after_a_step_back(
    service: TableService, players: Players, machine: Machine, step: int
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="steady")
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    async with service.lock_table(table_id) as table:
        person = table.seats[table.waiting[0]].person
        await snooze.snooze_reminder(service, table, AOI if person == AOI.id else MARCO, snooze.HOURS)
    before = await load_hours_left(service, machine)
    machine.wall += step
    await presence.check_presence()
    assert await load_hours_left(service, machine) == before
    machine.wall -= step
    await presence.check_presence()
    assert await load_hours_left(service, machine) == before
