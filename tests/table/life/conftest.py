"""A table that asks seats A and B in turn, and helpers that read its notices and seat tenures."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.table import Person, TableService
from bot.table.personal import preferences, table_inbox
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.persons import people
from storage.play import seat_tenures
from storage.shards.ownership import ID_SHIFT
from storage.time import timers
from tests.table.conftest import AOI, MARCO, Clock, Players
from tests.table.short import A, B, build_turn, fire_due_timers, use_turn

DAY = 15
"""Waking hours in one day of a seat's clock; without a night every hour counts."""
WHOLE_DAY = 24
EMMA = Person(104, "Emma", "en")
FINN = Person(105, "Finn", "en")

FAR = 1 << ID_SHIFT
"""A server and a person of shard 1; small ids are of shard 0."""
PERSON = 5_000
"""Both tables have messages for this person."""

Told = Callable[[int], Awaitable[list[str]]]


play_in_turn = build_turn(A, B)


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, play_in_turn, A)


async def pass_days(service: TableService, clock: Clock, days: float) -> None:
    """Advance the clock by calendar days in steps of six hours, firing due timers."""
    for _ in range(round(days * 4)):
        clock.pass_hours(WHOLE_DAY / 4)
        await fire_due_timers(service, clock)


async def load_seat_tenures(
    service: TableService, table_id: int, seat: int
) -> list[tuple[int, int | None, int | None, str]]:
    """Return the seat's tenures as (first decision, holder, answering person, reason)."""
    rows = await seat_tenures.load_tenures(service.db, table_id)
    return [(row.from_n, row.holder, row.person, row.why) for row in rows if row.seat == seat]


async def skip_inboxes(_service: TableService, _games: object) -> None:
    """Leave the rows to the worker, as a kill would."""


@pytest.fixture
async def tables(players: Players, service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Two tables, of shard 0 and of shard 1, with something to do for each worker; so have two people."""
    tables = [await players.start_table(AOI, MARCO, channel=number, pace="friends") for number in (7, 8)]
    with monkeypatch.context() as dead:
        dead.setattr(table_inbox, "work_inboxes", skip_inboxes)
        await preferences.start_emergency(service, AOI)
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE games SET guild_id = ? WHERE id = ?", (FAR, tables[1]))
        await tx.execute("UPDATE asked SET running_since = ?", (service.clock(),))  # beside the clocks of turns
        for person in (PERSON, FAR):
            await people.save_person(tx, person, "Cy", 1)
            await timers.set_person_timer(tx, person, "list", person)
        for table in tables:  # the first one waits for the same person
            for kind, direct in ((OutboxKind.CHANNEL_LOST, True), (OutboxKind.NOTICE, False)):
                await outbox_rows.add_row(
                    tx,
                    game=table,
                    kind=kind,
                    key="k",
                    target=PERSON if direct else table,
                    payload=b"",
                    at=1,
                    is_direct=direct,
                )
            await posts.save_post(tx, posts.PostRow(table, OutboxKind.CHANNEL_BLOCKED, "", 7, 1, 1, 1))
    return tables
