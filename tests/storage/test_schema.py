"""Row classes match their tables, and no query of an interaction scans a whole table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import fields
from typing import Any

import asyncpg
import pytest

from storage import Database, DatabaseAddress, ServerAddress
from storage.database import load_version
from storage.dialect import Row, Values, translate_statement
from storage.kinds import OutboxKind
from storage.messages import inbox_rows, outbox_rows, posts, published_commands
from storage.persons import guilds, people
from storage.play import (
    checkpoints,
    decisions,
    games,
    invitations,
    open_questions,
    preset_answers,
    requests,
    seat_tenures,
    seats,
)
from storage.queries import find_column
from storage.schema import load_migrations
from storage.shards import upgrade
from storage.time import timers
from tests.storage.commits import commit_one


@pytest.mark.parametrize(
    ("row", "table"),
    [
        (open_questions.OpenQuestionRow, "asked"),
        (checkpoints.CheckpointRow, "checkpoints"),
        (decisions.DecisionRow, "decisions"),
        (games.GameRow, "games"),
        (invitations.InvitationRow, "invitations"),
        (preset_answers.PresetRow, "orders"),
        (people.HoursRow, "hours"),
        (inbox_rows.InboxRow, "inbox"),
        (outbox_rows.OutboxRow, "outbox"),
        (people.PersonRow, "people"),
        (published_commands.PublishedCommandsRow, "published_commands"),
        (posts.PostRow, "posts"),
        (requests.RequestRow, "requests"),
        (seats.SeatRow, "seats"),
        (seat_tenures.TenureRow, "stretches"),
        (timers.TimerRow, "timers"),
    ],
)
async def test_row_class_matches_table_columns(db: Database, row: type[Any], table: str) -> None:
    columns = [name for name, _ in await db.list_columns(table)]
    assert sorted(find_column(field) for field in fields(row)) == sorted(columns)


INDEXES_OF_WAITING_ROWS = ("outbox_in_order", "outbox_by_time", "outbox_waiting")
"""Indexes that are read whole: they have the few rows that wait."""


class PlanSource:
    """A source that finds the plan of each query first, by the function that it is given."""

    def __init__(self, db: Database, find_plan: Callable[[str, Values], Awaitable[list[str]]]) -> None:
        self.ownership = db.ownership
        self.plans: dict[str, list[str]] = {}
        """Query -> the steps of its plan that read more than the rows of given keys."""
        self._db, self._find_plan = db, find_plan

    async def fetch_rows(self, sql: str, values: Values = ()) -> list[Row]:
        self.plans[sql] = await self._find_plan(sql, values)
        return await self._db.fetch_rows(sql, values)


def list_scans(node: Any) -> list[str]:
    """Return the steps of PostgreSQL's plan that read a whole table or a whole index."""
    kind, index = node["Node Type"], node.get("Index Name")
    is_scan = kind == "Seq Scan" or (index is not None and "Index Cond" not in node)
    found = [f"{kind} of {node.get('Relation Name')} by {index}"] if is_scan else []
    return found + [scan for child in node.get("Plans", ()) for scan in list_scans(child)]


@pytest.mark.sqlite_only(reason="reads the plans of SQLite")
async def test_interaction_queries_scan_no_table(db: Database, table_id: int) -> None:
    async def find_plan(sql: str, values: Values) -> list[str]:
        steps = [step for *_, step in await db.fetch_rows(f"EXPLAIN QUERY PLAN {sql}", values)]
        return [step for step in steps if step.startswith("SCAN") and "json_each" not in step]

    await require_indexes(db, table_id, find_plan)


@pytest.mark.postgres_only
async def test_interaction_queries_scan_no_table_of_a_server(
    db: Database, table_id: int, database: ServerAddress
) -> None:
    """Few rows are always scanned, unless the server may not. Then it scans only where it has no index."""
    connection = await asyncpg.connect(database.secret_url)

    async def find_plan(sql: str, values: Values) -> list[str]:
        [plan] = json.loads(await connection.fetchval(f"EXPLAIN (FORMAT JSON) {translate_statement(sql)}", *values))
        scans = list_scans(plan["Plan"])
        # Of many games it joins few rows by reading a whole index.
        return [scan for scan in scans if "json_each" not in sql or scan.startswith("Seq Scan")]

    await connection.execute("SET enable_seqscan = off")
    try:
        assert await find_plan("SELECT id FROM people WHERE seen_at = ?", (1,)), "a scan is noticed"
        await require_indexes(db, table_id, find_plan)
    finally:
        await connection.close()


async def require_indexes(
    db: Database, table_id: int, find_plan: Callable[[str, Values], Awaitable[list[str]]]
) -> None:
    await commit_one(db, table_id, 1)
    spy = PlanSource(db, find_plan)
    await games.load_game(spy, table_id)
    await games.load_active_in_channel(spy, 500)
    await games.load_latest_in_channel(spy, 500)
    await games.load_with_status(spy, "open", "playing")
    await games.load_games_of_person(spy, 1)
    await seats.load_seats(spy, table_id)
    await seats.load_seats_by_game(spy, [table_id])
    await open_questions.load_open_questions_by_game(spy, [table_id])
    await timers.load_timers_by_game(spy, [table_id])
    await posts.load_posts_by_game(spy, [table_id], OutboxKind.CARD)
    await seat_tenures.load_tenures_by_game(spy, [table_id])
    await seat_tenures.load_tenures(spy, table_id)
    await invitations.load_invitation(spy, table_id, 0)
    await decisions.load_forcers(spy, table_id)
    await open_questions.load_open_questions(spy, table_id)
    await decisions.find_last_n(spy, table_id)
    await decisions.load_active(spy, table_id, 1)
    await decisions.load_public(spy, table_id)
    await decisions.load_all(spy, table_id)
    await checkpoints.load_latest(spy, table_id)
    await checkpoints.load_latest(spy, table_id, 1)
    await posts.load_post(spy, table_id, OutboxKind.CARD)
    await posts.load_posts_of_kind(spy, table_id, OutboxKind.CARD)
    await timers.load_timers(spy, table_id)
    await outbox_rows.load_waiting_rows(spy, table_id)
    await outbox_rows.load_rows_newest_first(spy, table_id, OutboxKind.CARD)
    await outbox_rows.load_newest_row(spy, table_id, OutboxKind.CARD)
    await outbox_rows.load_ready_rows(spy, 100)
    await outbox_rows.find_next_time(spy)
    await requests.load_open_request(spy, table_id, "undo")
    await requests.load_votes(spy, table_id, "undo")
    await people.load_seen_n(spy, table_id, 1)
    await people.load_person(spy, 1)
    await people.load_people(spy, (1, 2))
    await people.load_hours_by_person(spy, (1, 2))
    await inbox_rows.load_rows(spy, table_id)
    await guilds.load_language(spy, 900)
    assert len(spy.plans) == 37
    for sql, scans in spy.plans.items():
        assert all(any(index in scan for index in INDEXES_OF_WAITING_ROWS) for scan in scans), (sql, scans)


@pytest.mark.postgres_only
async def test_processes_that_start_at_once_on_an_empty_database_wait_for_its_first_tables(
    second_database: DatabaseAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: one of them was told that another Teban writes the database, and ended."""
    apply_migration = upgrade._apply_migration

    async def apply_slowly(*arguments: Any, **options: Any) -> None:
        await asyncio.sleep(0.2)
        await apply_migration(*arguments, **options)

    monkeypatch.setattr(upgrade, "_apply_migration", apply_slowly)
    opened = await asyncio.gather(*(Database.open(second_database, shard_count=2) for _ in range(3)))
    for db in opened:
        assert await db.fetch_rows("SELECT 1 FROM games") == []
        await db.close()
    assert await load_version(second_database) == len(load_migrations())
