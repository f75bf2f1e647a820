"""Measure the cost of an interaction: decision, checkpoint and outbox in one durable transaction, compared with the
same statements by plain `sqlite3`; and commit without end for the kill -9 test.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from multiprocessing.connection import Connection
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from storage import Database, Transaction, copy_database
from storage.dialect import Row, Values
from storage.kinds import OutboxKind
from storage.messages import interactions, outbox_rows
from storage.persons import people
from storage.play import checkpoints, decisions, games, open_questions, seats

EVENTS = b"e" * 300
STATE = b"s" * 2_000


async def create_game(db: Database, channel: int, guild: int = 900) -> int:
    """Create a game in play between Ann (1) and Bo (2) and return its id."""
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 10)
        await people.save_person(tx, 2, "Bo", 10)
        table_id = await games.create_game(
            tx,
            engine="toy",
            rules=1,
            guild_id=guild,
            channel_id=channel,
            host=1,
            setup=b"setup",
            language="ja",
            reminder_hours=24,
            undo_policy="consent",
            at=10,
        )
        await seats.save_seat(tx, seats.SeatRow(table_id, 0, "person", 1, None, "red", 10))
        await seats.save_seat(tx, seats.SeatRow(table_id, 1, "person", 2, None, "blue", 10))
        await games.start_game(
            tx, table_id, rules=1, setup=b"setup", seed=b"\1" * 32, commitment="c0", opening=b"[]", at=11
        )
        await checkpoints.save_checkpoint(tx, checkpoints.CheckpointRow(table_id, 0, 0, STATE, 11))
    return table_id


async def commit_one(db: Database, table_id: int, n: int) -> None:
    """Write everything that an interaction writes: its id, decision, checkpoint, open questions, card and ping."""
    async with db.transaction() as tx:
        await write_one(tx, table_id, n)


async def write_one(tx: Transaction, table_id: int, n: int) -> None:
    """Write the rows of `commit_one` in an open transaction."""
    assert await interactions.claim_interaction(tx, table_id * 1_000_000 + n, n)
    await decisions.append(
        tx,
        decisions.DecisionRow(
            table_id, n, n, n % 2, "buy:41", 1, "person", 1, EVENTS, n, interaction_id=table_id * 1_000_000 + n
        ),
    )
    await checkpoints.save_checkpoint(tx, checkpoints.CheckpointRow(table_id, n, n, STATE, n))
    rev = await games.advance_rev(tx, table_id)
    await open_questions.set_asked_seats(tx, table_id, (1 - n % 2,), step=n, epoch=0, at=n)
    await outbox_rows.add_replacing_older(
        tx, game=table_id, kind=OutboxKind.CARD, key="", target=table_id, payload=str(rev).encode(), at=n
    )
    await outbox_rows.add_turn_notification(
        tx, game=table_id, key=f"{1 - n % 2}.{n}.0.1", target=table_id, payload=b"", at=n
    )


class RecordingTransaction(Transaction):
    """Transaction that records its statements while running them."""

    def __init__(self, tx: Transaction) -> None:
        self.tx = tx
        self.statements: list[tuple[str, Values]] = []

    async def execute(self, sql: str, values: Values = ()) -> list[Row]:
        self.statements.append((sql, tuple(values)))
        return await self.tx.execute(sql, values)


class Rates(NamedTuple):
    """Durable commits per second of our storage and of plain `sqlite3` with the same statements."""

    ours: float
    plain: float


async def measure_commit_rates(folder: Path, tables: int, commits: int, rounds: int = 4) -> Rates:
    """Measure `commits` commits of `tables` concurrent games. Plain `sqlite3` repeats each round on a copy, so that
    both are measured under the same load.
    """
    async with await Database.open(folder / "ours.db") as db:
        table_ids = [await create_game(db, channel) for channel in range(1, tables + 1)]
        for name in ("noted.db", "plain.db"):
            await copy_database(db.path, folder / name)
        share = max(1, commits // rounds // tables)
        ours = plain = 0.0
        async with await Database.open(folder / "noted.db") as sketch:
            for first in range(1, rounds * share, share):
                clicks = [(table_id, n) for n in range(first, first + share) for table_id in table_ids]
                ours += await _time_ours(db, table_ids, range(first, first + share))
                statement_lists = [await _record_statements(sketch, table_id, n) for table_id, n in clicks]
                plain += await asyncio.to_thread(_time_plain, folder / "plain.db", statement_lists)
    commit_count = rounds * share * tables
    return Rates(commit_count / ours, commit_count / plain)


async def _time_ours(db: Database, table_ids: Sequence[int], numbers: range) -> float:
    async def play(table_id: int) -> None:
        for n in numbers:
            await commit_one(db, table_id, n)

    started_at = perf_counter()
    await asyncio.gather(*(play(table_id) for table_id in table_ids))
    return perf_counter() - started_at


async def _record_statements(db: Database, table_id: int, n: int) -> list[tuple[str, Values]]:
    async with db.transaction() as tx:
        recorder = RecordingTransaction(tx)
        await write_one(recorder, table_id, n)
    return recorder.statements


def _time_plain(path: Path, statement_lists: Sequence[Sequence[tuple[str, Values]]]) -> float:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        started_at = perf_counter()
        for statements in statement_lists:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                connection.execute(sql, values).fetchall()
            connection.execute("COMMIT")
        return perf_counter() - started_at


def commit_until_killed(path: Path, sender: Connection) -> None:
    """Commit without end, and send each number after its commit, for the kill -9 test."""
    asyncio.run(_commit_without_end(path, sender))


async def _commit_without_end(path: Path, sender: Connection) -> None:
    """Continue the game of channel 500, or create it."""
    async with await Database.open(path) as db:
        row = await games.load_active_in_channel(db, 500)
        table_id = row.id if row else await create_game(db, channel=500)
        n = await decisions.find_last_n(db, table_id)
        while True:
            n += 1
            await commit_one(db, table_id, n)
            sender.send(n)
