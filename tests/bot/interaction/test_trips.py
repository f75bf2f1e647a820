"""How often a press waits for the database before its first answer: a trip to a server, or on SQLite to the thread that
waits for the disk.

Counted is what the press itself does, from its receipt to the sending of its first answer, at a table in memory.
Messages that follow it are sent by workers, and other open panels of the table are edited by tasks of their own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

import asyncpg
import pytest

from bot.discord_ui.interaction import handling
from bot.discord_ui.interaction.context import InteractionContext
from bot.discord_ui.panel.tracking import NewestPanelTracker
from bot.fake_discord import FakeUser
from storage.connection import Connection
from tests.bot.conftest import TableHarness

MAX_TRIPS = {True: 3, False: 1}
"""Trips of a press that decides, by whether a server has the rows: to read the person; to see whether the press is new,
with all rows that the transaction may read; for the commit.
"""
SHARDS = 4

_trips: ContextVar[Counter[str] | None] = ContextVar("trips", default=None)


def count_calls(patch: pytest.MonkeyPatch, owner: type, *names: str) -> None:
    """Count the calls of these methods of a class in the tasks of a press."""

    def count_method(method: Callable[..., Any], name: str) -> Callable[..., Any]:
        def call_and_count(*args: Any, **options: Any) -> Any:
            trips = _trips.get()
            if trips is not None:
                trips[f"{name}: {str(args[1])[:60] if len(args) > 1 else ''}"] += 1
            return method(*args, **options)

        return call_and_count

    for name in names:
        patch.setattr(owner, name, count_method(getattr(owner, name), name))


@pytest.fixture
def presses(monkeypatch: pytest.MonkeyPatch) -> list[Counter[str]]:
    """Return the trips of each press that was answered with a page."""
    presses: list[Counter[str]] = []
    handle, send_answer = handling.handle_interaction, InteractionContext._send_answer
    edit_panel = NewestPanelTracker._edit_panel

    async def handle_and_count(*args: Any) -> None:
        _trips.set(Counter())
        await handle(*args)

    async def send_and_note(ctx: InteractionContext, *args: Any) -> int:
        trips = _trips.get()
        assert trips is not None
        presses.append(trips)
        _trips.set(None)
        return await send_answer(ctx, *args)

    async def edit_uncounted(*args: Any) -> bool:
        _trips.set(None)
        return await edit_panel(*args)

    monkeypatch.setattr(NewestPanelTracker, "_edit_panel", edit_uncounted)
    monkeypatch.setattr(handling, "handle_interaction", handle_and_count)
    monkeypatch.setattr(InteractionContext, "_send_answer", send_and_note)
    count_calls(monkeypatch, asyncpg.Connection, "execute", "fetch", "fetchval", "fetchrow", "copy_records_to_table")
    count_calls(monkeypatch, Connection, "execute", "commit")
    return presses


async def share_database(table: TableHarness) -> None:
    """Let the bot have leases of all shards from now on, as if it shared the database with other processes."""
    async with table.db.transaction() as tx:
        for shard in range(SHARDS):
            await tx.execute(
                "INSERT INTO shard_leases (shard, of, owner, token, until) VALUES (?, ?, 1, 1, 0)", (shard, SHARDS)
            )
    table.db.ownership.tokens.update(dict.fromkeys(range(SHARDS), 1))
    table.db.ownership.shard_count = SHARDS


@pytest.mark.parametrize("is_shared", [False, pytest.param(True, marks=pytest.mark.postgres_only)])
async def test_a_press_makes_few_trips(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, presses: list[Counter[str]], is_shared: bool
) -> None:
    await table.open_and_start(ada, jiro)
    if is_shared:
        await share_database(table)
    await table.open_crate(ada)  # the first turn that ends reads the server's settings, too
    await table.wait_for_outbox()
    presses.clear()
    for person in (jiro, ada):
        await table.place_bid(person, 0)
    limit = MAX_TRIPS[table.db.engine.is_on_server]
    assert len(presses) == 4 and max(press.total() for press in presses) == limit, presses
