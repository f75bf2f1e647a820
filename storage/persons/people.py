"""People: their last known name, their preferences, and how far they have seen each game."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from storage.database import Transaction
from storage.engine import Source
from storage.queries import in_column, join_columns

NotificationChannel = Literal["channel", "direct", "silent"]
"""The way in which a person is notified: by a mention in the table's channel, by a direct message, or not at all."""


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A person and their preferences."""

    id: int
    """Discord's user id; negative once the person's data was erased."""
    name: str
    """Display name at the last interaction."""
    seen_at: int
    """When `name` was last saved."""
    language: str | None
    """Chosen language, "ja" or "en"; None: not chosen, Discord's locale decides (`reads`)."""
    zone: str | None
    """Name of a time zone, e.g. `Asia/Tokyo`."""
    night: int | None = None
    """Minute after local midnight at which the person's night begins."""
    rest: str = ""
    """Local weekdays on which clocks are stopped, 0 = Monday (e.g. "56")."""
    notification_channel: NotificationChannel = field(default="channel", metadata=in_column("way"))
    """The person's choice, if they have made one; else the server of each table decides."""
    remind_hours: int | None = None
    """Hours between reminders, at all tables; None: as each table has it."""
    next_up: int = 0
    """1: the person wants a notice when they are next."""
    wants_summary: int = field(default=0, metadata=in_column("digest"))
    """1: the person wants a daily list of their tables."""
    in_lists: int = 1
    """1: the person may be named in leaderboards."""
    hours_at: int | None = None
    """When `zone` or `night` was last changed."""
    rest_at: int | None = None
    """When `rest` was last changed."""
    reads: str | None = None
    """Discord locale at the person's last interaction."""
    uses_auto_leave: int = field(default=1, metadata=in_column("net"))
    """1: leave is used automatically when a time bank is empty."""
    has_chosen_channel: int = field(default=0, metadata=in_column("chosen"))
    """1: the person has chosen how they are notified."""


@dataclass(frozen=True, slots=True)
class HoursRow:
    """Hours of a person. Rows never change, so that a clock can be counted later over the spans of its time."""

    id: int
    """The order of the rows; `from_at` may be a little earlier than in the row before, if the clock was set back."""
    person: int
    """The person whose hours they are."""
    from_at: int
    """Start of their validity, which ends with the next row of the person; 0: from the beginning."""
    zone: str | None
    """Name of a time zone; None: not chosen."""
    night: int | None
    """Minute after local midnight at which the night begins; None: no night is known."""
    rest: str
    """Local weekdays on which clocks are stopped, 0 = Monday."""


async def load_person(source: Source, person: int) -> PersonRow | None:
    rows = await source.fetch_rows(f"SELECT {join_columns(PersonRow)} FROM people WHERE id = ?", (person,))
    return PersonRow(*rows[0]) if rows else None


async def load_people(source: Source, people: Sequence[int]) -> dict[int, PersonRow]:
    """Return the known people among these ids, by id."""
    if not people:
        return {}
    placeholders = ", ".join("?" * len(people))
    rows = await source.fetch_rows(f"SELECT {join_columns(PersonRow)} FROM people WHERE id IN ({placeholders})", people)
    return {row[0]: PersonRow(*row) for row in rows}


async def save_person(tx: Transaction, person: int, name: str, at: int) -> None:
    """Save a person or their new name. Needed before the person hosts a table, takes a seat, views a game or votes."""
    await tx.execute(
        "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)"
        " ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen_at = excluded.seen_at",
        (person, name, at),
    )


async def set_language(tx: Transaction, person: int, language: str | None) -> None:
    """Set the language that the person wants to read; None: the one that Discord reports."""
    await tx.execute("UPDATE people SET language = ? WHERE id = ?", (language, person))


async def set_seen_locale(tx: Transaction, person: int, locale: str) -> None:
    """Save the Discord locale of the person's last interaction. Does nothing for an unknown person."""
    await tx.execute("UPDATE people SET reads = ? WHERE id = ?", (locale, person))


async def set_hours(
    tx: Transaction, person: int, zone: str | None, night: int | None, rest: str, at: int | None = None
) -> None:
    """Set the person's time zone, night and rest days. A night needs a zone. at: when they were chosen; None: they
    are valid for all times.
    """
    await tx.execute(
        "INSERT INTO hours (person, from_at, zone, night, rest) VALUES (?, ?, ?, ?, ?)",
        (person, at or 0, zone, night, rest),
    )
    await tx.execute(
        "UPDATE people SET rest_at = CASE WHEN rest <> ?3 THEN ?4 ELSE rest_at END,"
        " hours_at = CASE WHEN coalesce(zone, '') <> coalesce(?1, '') OR coalesce(night, -1) <> coalesce(?2, -1)"
        " THEN ?4 ELSE hours_at END, zone = ?1, night = ?2, rest = ?3 WHERE id = ?5",
        (zone, night, rest, at, person),
    )


async def load_hours_by_person(source: Source, people: Sequence[int]) -> dict[int, list[HoursRow]]:
    """Return all hours of these people by person, the present ones last. A person without a row never chose any."""
    if not people:
        return {}
    rows_by_person: dict[int, list[HoursRow]] = {}
    for values in await source.fetch_rows(
        f"SELECT {join_columns(HoursRow)} FROM hours WHERE person IN ({', '.join('?' * len(people))}) ORDER BY id",
        people,
    ):
        row = HoursRow(*values)
        rows_by_person.setdefault(row.person, []).append(row)
    return rows_by_person


async def correct_future_hours(tx: Transaction, now: int) -> None:
    """Make hours that begin in the future begin now: they were chosen while the machine's clock was ahead."""
    await tx.execute("UPDATE hours SET from_at = ?1 WHERE from_at > ?1", (now,))


async def trim_hours(tx: Transaction, before: int) -> None:
    """Delete hours that others replaced before `before`, unless a table has not handled a change yet."""
    await tx.execute(
        "DELETE FROM hours WHERE EXISTS (SELECT 1 FROM hours later WHERE later.person = hours.person"
        " AND later.id > hours.id AND later.from_at < ?)"
        " AND NOT EXISTS (SELECT 1 FROM inbox WHERE inbox.person = hours.person)",
        (before,),
    )


async def set_auto_leave(tx: Transaction, person: int, is_on: bool) -> None:
    """Set whether leave is used automatically when a time bank is empty."""
    await tx.execute("UPDATE people SET net = ? WHERE id = ?", (int(is_on), person))


async def set_notices(
    tx: Transaction, person: int, *, remind_hours: int | None, next_up: bool, wants_summary: bool
) -> None:
    """Set the notices that the person wants, at all tables."""
    await tx.execute(
        "UPDATE people SET remind_hours = ?, next_up = ?, digest = ? WHERE id = ?",
        (remind_hours, int(next_up), int(wants_summary), person),
    )


async def set_notification_channel(tx: Transaction, person: int, channel: NotificationChannel | None) -> None:
    """Set how the person is notified at tables without a choice of their own; None: as each server decides."""
    has_chosen = int(channel is not None)
    await tx.execute("UPDATE people SET way = ?, chosen = ? WHERE id = ?", (channel or "channel", has_chosen, person))


async def set_in_lists(tx: Transaction, person: int, in_lists: bool) -> None:
    await tx.execute("UPDATE people SET in_lists = ? WHERE id = ?", (int(in_lists), person))


async def set_channel_at_table(tx: Transaction, game: int, person: int, channel: NotificationChannel | None) -> None:
    """Set another notification channel at one table; None: as at all tables."""
    await tx.execute("DELETE FROM table_ways WHERE game = ? AND person = ?", (game, person))
    if channel is not None:
        await tx.execute("INSERT INTO table_ways (game, person, way) VALUES (?, ?, ?)", (game, person, channel))


async def load_channels_at_table(source: Source, game: int) -> dict[int, NotificationChannel]:
    """Return the notification channels that people chose for this table only, by person."""
    return dict(await source.fetch_rows("SELECT person, way FROM table_ways WHERE game = ?", (game,)))


async def load_seen_n(source: Source, game: int, person: int) -> int:
    """Return the last decision that the person has seen; 0: none."""
    rows = await source.fetch_rows("SELECT n FROM seen WHERE game = ? AND person = ?", (game, person))
    return int(rows[0][0]) if rows else 0


async def mark_seen(tx: Transaction, game: int, person: int, n: int) -> None:
    """Record that the person has seen everything up to decision n. The number never decreases."""
    await tx.execute(
        "INSERT INTO seen (game, person, n) VALUES (?, ?, ?)"
        " ON CONFLICT (game, person) DO UPDATE SET n = max(seen.n, excluded.n)",
        (game, person, n),
    )
