"""Tables of two shards of which every worker has something to do."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.personal import preferences, table_inbox
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.persons import people
from storage.shards.ownership import ID_SHIFT
from storage.time import timers
from tests.table.conftest import AOI, MARCO, Players
from tests.table.short import A, B, build_turn, use_turn

FAR = 1 << ID_SHIFT
"""A server and a person of shard 1; small ids are of shard 0."""
PERSON = 5_000
"""Both tables have messages for this person."""


async def skip_inboxes(_service: TableService, _table_ids: object) -> None:
    """Leave the rows to the worker, as a kill would."""


@pytest.fixture
async def tables(players: Players, service: TableService, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Two tables, of shard 0 and of shard 1, with something to do for each worker; so have two people."""
    use_turn(monkeypatch, build_turn(A, B), A)
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
