"""Create a database with many tables: a few are played, the others are copies of them with other people."""

from __future__ import annotations

import asyncio
import random
import secrets
import sqlite3
import time
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bot.table import Person, TableService
from bot.table.deadline import deadlines
from engines.kernel import Rng, load_games
from storage import Database
from storage.play import open_questions
from tests.bench.database import play_part_of_game
from tests.discovered import list_shipped_games

OF_EACH_GAME = 4
PROGRESS = 0.2
"""Progress of the games in play: about 60 decisions with three people."""
SEATS = 3
FINISHED_DAYS_AGO = 20
"""Age of finished games in days."""
PERSON_COLUMNS = ("person", "host", "sitter", "holder", "asked_by", "invited_by")
"""Columns that contain a person's id."""
DAY = 24 * 3_600_000
NEWCOMER_INTERVAL = 10
"""Every tenth person has no finished game, so that suggestions are computed for them."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """A table in play and the people on its seats."""

    table_id: int
    channel: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Server:
    """Server, channels and people of the tables. `regular` sits at the first `regular_at` tables in play."""

    guild: int
    channels: Sequence[int]
    people: Mapping[int, str]
    regular: int
    regular_at: int = 100


async def create_database(path: Path, server: Server, stored: int, seed: int = 1) -> list[StoredTable]:
    """Fill a new database: a table in play in each channel of the server, and games that are over up to `stored`."""
    original, played = await _load_originals(server.guild)
    await asyncio.to_thread(path.write_bytes, original)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN IMMEDIATE")
        copies = _TableCopier(connection, server, played, seed)
        live = [copies.add_copy(channel, is_over=False) for channel in server.channels]
        for n in range(stored - len(live)):
            copies.add_copy(server.channels[n % len(server.channels)], is_over=True)
        copies.remove_originals()
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        if orphans:
            raise AssertionError(f"rows without a parent: {orphans[:5]}")
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return live


_made: dict[int, tuple[bytes, list[int]]] = {}


async def _load_originals(guild: int) -> tuple[bytes, list[int]]:
    """Return a database with the tables to copy, and their ids. It is created once per server."""
    if guild not in _made:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "played.db"
            async with await Database.open(path) as db:
                played = await _play_originals(db, guild)
                await db.truncate_wal()
            _made[guild] = await asyncio.to_thread(path.read_bytes), played
    return _made[guild]


async def _play_originals(db: Database, guild: int) -> list[int]:
    """Play the tables to copy, some of each game, and return their ids. Games that end early are replaced."""
    service = TableService(db, lambda: int(time.time() * 1000))
    rng = Rng(bytes(32))
    played_games: list[int] = []
    for n, game_id in enumerate(cycle(list_shipped_games())):
        if len(played_games) == OF_EACH_GAME * len(list_shipped_games()):
            break
        seats = min(load_games()[game_id].seat_counts, key=lambda number: abs(number - SEATS))
        people = tuple(Person(10 * n + seat + 1, f"T{n}x{seat}", "en") for seat in range(seats))
        table_id = await play_part_of_game(service, game_id, n + 1, people, PROGRESS, rng)
        async with service.lock_table(table_id) as table:
            if not table.is_playing:
                continue
        async with service.lock_table(table_id) as table, db.transaction() as tx:
            # as if the notifications had been sent, so that clocks run
            for question in await open_questions.load_open_questions(tx, table_id):
                await deadlines.start_clock(tx, table, question.seat, question.step, question.epoch, service.clock())
        played_games.append(table_id)
    return played_games


class _TableCopier:
    """Copies the played tables row by row."""

    def __init__(self, connection: sqlite3.Connection, server: Server, played: Sequence[int], seed: int) -> None:
        self.connection, self.server, self.played = connection, server, played
        self.rng = random.Random(seed)
        self.next_game = max(played) + 1
        self.added = 0
        self.columns = {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        }
        self.game_tables = [name for name, columns in self.columns.items() if "game" in columns]
        self.rows = {
            (table_id, name): self._load_game_rows(name, table_id) for table_id in played for name in self.game_tables
        }
        self.game_rows = {table_id: self._load_row("games", table_id) for table_id in played}
        self.all_people = sorted(server.people.keys() - {server.regular})
        self.experienced_people = [person for n, person in enumerate(self.all_people) if n % NEWCOMER_INTERVAL]
        now = int(time.time() * 1000)
        connection.executemany(
            "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)",
            [(person, name, now) for person, name in server.people.items()],
        )

    def add_copy(self, channel: int, *, is_over: bool) -> StoredTable:
        original = self.played[self.added % len(self.played)]
        table_id, self.next_game, self.added = self.next_game, self.next_game + 1, self.added + 1
        before = [row["person"] for row in self.rows[original, "seats"]]
        seated_people = self.rng.sample(self.experienced_people if is_over else self.all_people, len(before))
        if self.added <= self.server.regular_at or (is_over and self.rng.random() < self.server.regular_at / 10_000):
            seated_people[self.rng.randrange(len(seated_people))] = self.server.regular
        people = dict(zip(before, seated_people, strict=True))
        head = self.game_rows[original] | {"id": table_id, "channel_id": channel, "guild_id": self.server.guild}
        if is_over:
            started_at = head["started_at"] - FINISHED_DAYS_AGO * DAY
            end = started_at + DAY
            head |= {"started_at": started_at, "status": "over", "ending": "finished", "checksum": "-", "ended_at": end}
        self._insert_rows("games", [self._build_copy(head, people)])
        for name in self.game_tables:
            rows = self.rows[original, name]
            if not (is_over and name in ("asked", "timers", "clocks", "requests")):
                self._insert_rows(name, [self._build_copy(row | {"game": table_id}, people, channel) for row in rows])
        if is_over:
            results = [
                {"game": table_id, "seat": n, "person": person, "place": n + 1, "total": 9, "rated": 0, "at": end}
                for n, person in enumerate(seated_people)
            ]
            self._insert_rows("results", results)
        return StoredTable(table_id, channel, tuple(seated_people))

    def remove_originals(self) -> None:
        """Delete the original tables, those that ended too early, and their people."""
        [(trigger_sql,)] = self.connection.execute(
            "SELECT sql FROM sqlite_schema WHERE name = 'decisions_are_never_deleted'"
        )
        self.connection.execute("DROP TRIGGER decisions_are_never_deleted")
        for name in self.game_tables:
            self.connection.execute(f"DELETE FROM {name} WHERE game <= ?", (max(self.played),))
        self.connection.execute("DELETE FROM games WHERE id <= ?", (max(self.played),))
        person_ids = ", ".join(str(person) for person in self.server.people)
        self.connection.execute(f"DELETE FROM people WHERE id NOT IN ({person_ids})")
        self.connection.execute(trigger_sql)

    def _build_copy(self, row: dict[str, Any], people: Mapping[int, int], channel: int | None = None) -> dict[str, Any]:
        """Return a copied row with other people. Outbox rows are marked as sent."""
        row = {key: people.get(value, value) if key in PERSON_COLUMNS else value for key, value in row.items()}
        if "nonce" in row:
            sent_at = None if row["dropped_at"] is not None else row["created_at"]
            row |= {"nonce": secrets.token_urlsafe(16), "target": channel, "sent_at": sent_at, "payload": b""}
        return row

    def _load_game_rows(self, table: str, table_id: int) -> list[dict[str, Any]]:
        """Return the rows of a game without ids that SQLite assigns."""
        assigned_columns = {"id"} if table in ("timers", "outbox", "reports") else set()
        columns = [name for name in self.columns[table] if name not in assigned_columns | {"interaction_id"}]
        rows = self.connection.execute(f"SELECT {', '.join(columns)} FROM {table} WHERE game = ?", (table_id,))
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def _load_row(self, table: str, row_id: int) -> dict[str, Any]:
        [row] = self.connection.execute(f"SELECT * FROM {table} WHERE id = ?", (row_id,))
        return dict(zip(self.columns[table], row, strict=True))

    def _insert_rows(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            names = list(rows[0])
            sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
            self.connection.executemany(sql, [tuple(row.values()) for row in rows])
