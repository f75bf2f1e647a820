"""A person's own settings: waking hours, absences, how often they are reminded.

A change applies to all tables of the person. Clocks count the time before it by the old hours and the time after it by
the new ones, so nobody gains or loses time by a change.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.table.clock import leave
from bot.table.clock.waking_hours import DAY, MAX_REST_DAYS, WEEK, list_zones
from bot.table.service.table_service import TableService
from bot.table.state.notification_payload import encode_payload
from bot.table.state.people import Person
from bot.table.state.table import Table
from bot.table.terms.languages import choose_lang
from bot.table.terms.notification_channels import NOTIFICATION_CHANNELS
from engines.kernel import Lang, Refused
from storage import Transaction
from storage.kinds import InboxKind
from storage.messages import inbox_rows
from storage.persons import absences, people
from storage.persons.absences import AbsenceRow
from storage.persons.people import NotificationChannel, PersonRow
from storage.time import timers

from . import daily_list, table_inbox
from .daily_list import DAILY_LIST, find_next_morning
from .table_inbox import AbsenceNotice

HOURS_INTERVAL, REST_INTERVAL = DAY, WEEK
"""Nights (with the zone) and rest days may be changed once in this time."""


@dataclass(frozen=True, slots=True)
class PersonalSettings:
    """A person's present settings."""

    row: PersonRow
    """The person with their preferences, as stored."""
    all_absences: tuple[AbsenceRow, ...]
    """All absences, past ones included."""
    leave_days: int
    """Whole days of leave that are left."""
    now: int
    """Unix milliseconds at which they were loaded."""

    @property
    def current_absences(self) -> tuple[AbsenceRow, ...]:
        """Absences that are not over."""
        return tuple(absence for absence in self.all_absences if absence.until_at > self.now)

    @property
    def current_leave(self) -> AbsenceRow | None:
        """The leave that covers the present time; None if there is none."""
        return next(
            (absence for absence in self.current_absences if absence.from_at <= self.now and absence.kind == "leave"),
            None,
        )


async def load_personal_settings(service: TableService, person: Person) -> PersonalSettings:
    """Return the person's settings; a person that the bot has not met yet gets a row."""
    now = service.clock()
    row = await people.load_person(service.db, person.id)
    if row is None:
        async with service.db.transaction() as tx:
            await people.save_person(tx, person.id, person.name, now)
        row = await people.load_person(service.db, person.id)
        assert row is not None
    all_absences = await absences.load_absences(service.db, person.id)
    return PersonalSettings(row, tuple(all_absences), leave.compute_leave_left(all_absences, now) // DAY, now)


async def set_hours(service: TableService, person: Person, zone: str, night: int | None, rest: tuple[int, ...]) -> None:
    """Set time zone, night and rest days.

    Raises Refused for an unknown zone, too many rest days, and a change too soon after the last one (so that nobody
    moves the night along without end).
    """
    if zone not in list_zones():
        raise Refused("me.refused.zone", got=zone)
    if len(rest) > MAX_REST_DAYS:
        raise Refused("me.refused.rest", most=MAX_REST_DAYS, got=len(rest))
    now, row = service.clock(), (await load_personal_settings(service, person)).row
    days = "".join(map(str, rest))
    has_moved = (row.zone, row.night) not in ((zone, night), (row.zone, None))
    if has_moved and row.hours_at is not None and now < row.hours_at + HOURS_INTERVAL:
        raise Refused("me.refused.hours_soon", at=(row.hours_at + HOURS_INTERVAL) // 1000)
    if days != row.rest and row.rest_at is not None and now < row.rest_at + REST_INTERVAL:
        raise Refused("me.refused.rest_soon", at=(row.rest_at + REST_INTERVAL) // 1000)

    async def write(tx: Transaction, now: int) -> None:
        await people.set_hours(tx, person.id, zone, night, days, now)
        await daily_list.apply_new_hours(tx, person.id, now)

    await change_hours(service, person, write)


async def set_language(service: TableService, person: Person, lang: Lang | None) -> None:
    """Set the language that the person reads, and let the posts of their tables include it. None: Discord's."""
    async with service.db.transaction() as tx:
        await people.save_person(tx, person.id, person.name, service.clock())
        await people.set_language(tx, person.id, lang)
        table_ids = await _queue_language_change(tx, service, person.id)
    await table_inbox.work_inboxes(service, table_ids)
    service.wake_workers()


async def store_locale(service: TableService, person: int, locale: str) -> None:
    """Store the locale that Discord reports. If the person reads another language by it than before, let the posts of
    their tables include it.
    """
    table_ids: list[int] = []
    async with service.db.transaction() as tx:
        row = await people.load_person(tx, person)
        await people.set_seen_locale(tx, person, locale)
        known = None if row is None or row.language is not None else row.reads
        if known is not None and choose_lang(known) != choose_lang(locale):
            table_ids = await _queue_language_change(tx, service, person)
    if table_ids:
        await table_inbox.work_inboxes(service, table_ids)
        service.wake_workers()


async def _queue_language_change(tx: Transaction, service: TableService, person: int) -> list[int]:
    """Write to the inboxes of the person's tables that their language has changed; return these tables."""
    table_ids = await inbox_rows.list_games_of_person(tx, person)
    await inbox_rows.add_rows(tx, table_ids, InboxKind.LANGUAGE_CHANGED, person, service.clock())
    return table_ids


async def set_reminder(service: TableService, person: Person, hours: int | None) -> None:
    """Set after how many hours the person is reminded; None: each table's own interval."""
    row = (await load_personal_settings(service, person)).row
    async with service.db.transaction() as tx:
        await people.set_notices(
            tx, person.id, remind_hours=hours, next_up=bool(row.next_up), wants_summary=bool(row.wants_summary)
        )


async def set_in_lists(service: TableService, person: Person, is_listed: bool) -> None:
    """Set whether leaderboards and other people's statistics show the person."""
    await load_personal_settings(service, person)
    async with service.db.transaction() as tx:
        await people.set_in_lists(tx, person.id, is_listed)


async def set_automatic_leave(service: TableService, person: Person, is_on: bool) -> None:
    """Set whether leave is used automatically when the person's bank is empty."""
    await load_personal_settings(service, person)
    async with service.db.transaction() as tx:
        await people.set_auto_leave(tx, person.id, is_on)


async def plan_absence(service: TableService, person: Person, from_at: int | None, until_at: int) -> None:
    """Plan a holiday and announce it at all tables of the person. from_at None: from now, or an extension of the
    current one.

    Raises Refused if it is too short, past, overlapping or longer than the leave that is left.
    """
    now, settings = service.clock(), await load_personal_settings(service, person)
    start = max(from_at or now, now)
    notice = AbsenceNotice("notice.away", person.name, {"start": start // 1000, "end": until_at // 1000})
    if from_at is None and (absence := settings.current_leave) is not None and until_at > absence.until_at:
        if not leave.may_extend(settings.all_absences, absence, until_at, now):
            raise Refused("me.refused.leave", left=settings.leave_days, got=round((until_at - absence.until_at) / DAY))
        await change_hours(service, person, lambda tx, _: absences.set_end(tx, absence.id, until_at), notice)
    else:
        days = (until_at - start) / DAY
        if until_at <= now or days < leave.MIN_DAYS:
            raise Refused("me.refused.short", least=leave.MIN_DAYS)
        if days * DAY > leave.compute_leave_left(settings.all_absences, now):
            raise Refused("me.refused.leave", left=settings.leave_days, got=round(days))
        if any(absence.from_at < until_at and start < absence.until_at for absence in settings.current_absences):
            raise Refused("me.refused.overlap")
        await change_hours(
            service, person, lambda tx, _: absences.add_absence(tx, person.id, "leave", start, until_at, now), notice
        )


async def start_emergency(service: TableService, person: Person) -> int:
    """Start an emergency absence: a week at all tables, without a reason and without using leave. Returns when it ends.
    Raises Refused if the last one is not long enough ago.
    """
    now, settings = service.clock(), await load_personal_settings(service, person)
    next_allowed = leave.find_next_emergency(settings.all_absences)
    if now < next_allowed:
        raise Refused("me.refused.emergency", at=next_allowed // 1000)
    until = now + leave.EMERGENCY_DAYS * DAY
    notice = AbsenceNotice("notice.away", person.name, {"start": now // 1000, "end": until // 1000})
    await change_hours(
        service, person, lambda tx, _: absences.add_absence(tx, person.id, "emergency", now, until, now), notice
    )
    return until


async def end_absences(service: TableService, person: Person) -> None:
    """End every absence now; unused days are given back. Raises Refused if the person is not away."""
    settings = await load_personal_settings(service, person)
    if not settings.current_absences:
        raise Refused("me.refused.here")

    async def end(tx: Transaction, now: int) -> None:
        for absence in settings.current_absences:
            await absences.set_end(tx, absence.id, now)
        await daily_list.bring_list_forward(tx, person.id, now)

    await change_hours(service, person, end, AbsenceNotice("notice.back", person.name))


async def change_hours(
    service: TableService,
    person: Person,
    apply_change: Callable[[Transaction, int], Awaitable[object]],
    notice: AbsenceNotice | None = None,
) -> None:
    """Change the person's hours by `apply_change` (transaction, time), then let each of their tables act on it.

    notice: posted at every table of the person, without notifying anybody; before the start the card shows the news.
    """
    await load_personal_settings(service, person)
    payload = b"" if notice is None else encode_payload(notice)
    async with service.db.transaction() as tx:
        now = service.clock()
        await apply_change(tx, now)
        table_ids = await inbox_rows.list_games_of_person(tx, person.id)
        await inbox_rows.add_rows(tx, table_ids, InboxKind.HOURS_CHANGED, person.id, now, payload)
    await table_inbox.work_inboxes(service, table_ids)
    service.wake_workers()


async def set_notifications(
    service: TableService,
    person: Person,
    *,
    channel: NotificationChannel | None = None,
    next_up: bool | None = None,
    digest: bool | None = None,
) -> None:
    """Set notification choices; None leaves one unchanged. Raises Refused for an unknown channel."""
    if channel is not None and channel not in NOTIFICATION_CHANNELS:
        raise Refused("table.refused.setting", got=channel, allowed=NOTIFICATION_CHANNELS)
    row = (await load_personal_settings(service, person)).row
    daily = bool(row.wants_summary) if digest is None else digest
    async with service.db.transaction() as tx:
        await people.set_notices(
            tx,
            person.id,
            remind_hours=row.remind_hours,
            next_up=bool(row.next_up) if next_up is None else next_up,
            wants_summary=daily,
        )
        if channel is not None:
            await people.set_notification_channel(tx, person.id, channel)
        if not daily:
            await timers.cancel_person_timer(tx, person.id, DAILY_LIST)
        elif digest is not None or not row.wants_summary:
            await timers.set_person_timer(
                tx, person.id, DAILY_LIST, await find_next_morning(tx, person.id, service.clock())
            )


async def reset_channel(service: TableService, person: Person) -> None:
    """Return to each server's default notification channel."""
    await load_personal_settings(service, person)
    async with service.db.transaction() as tx:
        await people.set_notification_channel(tx, person.id, None)


async def set_channel_at(
    service: TableService, table: Table, person: Person, channel: NotificationChannel | None
) -> None:
    """Set the notification channel at one table; None: the general one. Raises Refused if the
    person has no seat there.
    """
    table.require_seat(person.id)
    if channel is not None and channel not in NOTIFICATION_CHANNELS:
        raise Refused("table.refused.setting", got=channel, allowed=NOTIFICATION_CHANNELS)
    async with service.change(table, person) as tx:
        await people.set_channel_at_table(tx, table.id, person.id, channel)
