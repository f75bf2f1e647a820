"""A database with many tables: a few are played, the others are their copies with people of their own."""

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
from bot.table.time import deadlines
from engines.kernel import Rng, games
from storage import Database
from storage.play import open_questions
from tests.bench.database import fill
from tests.discovered import shipped

OF_EACH_GAME = 4
SHARE = 0.2
"""How far the tables are into their games: about 60 decisions with three people."""
SEATS = 3
AGO = 20
"""Days since games began that are over."""
OF_PEOPLE = ("person", "host", "sitter", "holder", "asked_by", "invited_by")
"""Columns that hold a person."""
DAY = 24 * 3_600_000
NEWCOMER = 10
"""Every so many people sit at tables in play only: for them it is the first game, with suggestions to think out."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A table in play. people: who sits there."""

    game: int
    channel: int
    people: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class House:
    """Whose tables they are: one server; regular: a person who sits at the first `regular_at` tables in play."""

    guild: int
    channels: Sequence[int]
    people: Mapping[int, str]
    regular: int
    regular_at: int = 100


async def stock(path: Path, house: House, stored: int, seed: int = 1) -> list[Stored]:
    """Fill a new database: a table in play in each channel of the house, and games that are over up to `stored`."""
    original, played = await _originals(house.guild)
    await asyncio.to_thread(path.write_bytes, original)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("BEGIN IMMEDIATE")
        copies = _Copies(connection, house, played, seed)
        live = [copies.add(channel, is_over=False) for channel in house.channels]
        for n in range(stored - len(live)):
            copies.add(house.channels[n % len(house.channels)], is_over=True)
        copies.remove_originals()
        orphans = connection.execute("PRAGMA foreign_key_check").fetchall()
        if orphans:
            raise AssertionError(f"rows without a parent: {orphans[:5]}")
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return live


_made: dict[int, tuple[bytes, list[int]]] = {}


async def _originals(guild: int) -> tuple[bytes, list[int]]:
    """A database with the tables that are copied, and which they are: made once."""
    if guild not in _made:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "played.db"
            async with await Database.open(path) as db:
                played = await _play(db, guild)
                await db.merge_log()
            _made[guild] = await asyncio.to_thread(path.read_bytes), played
    return _made[guild]


async def _play(db: Database, guild: int) -> list[int]:
    """The tables that are copied: some of each game. One that has ended so early by chance is played again."""
    tables = TableService(db, lambda: int(time.time() * 1000))
    rng = Rng(bytes(32))
    found: list[int] = []
    for n, engine in enumerate(cycle(shipped())):
        if len(found) == OF_EACH_GAME * len(shipped()):
            break
        seats = min(games()[engine].seats, key=lambda number: abs(number - SEATS))
        people = tuple(Person(10 * n + seat + 1, f"T{n}x{seat}", "en") for seat in range(seats))
        game = await fill(tables, engine, n + 1, people, SHARE, rng)
        async with tables.at(game) as live:
            if not live.is_playing:
                continue
        async with tables.at(game) as live, db.transaction() as tx:
            for asked in await open_questions.of_game(tx, game):  # as if the calls had gone out: clocks run
                await deadlines.called(tx, live, asked.seat, asked.step, asked.epoch, tables.clock())
        found.append(game)
    return found


class _Copies:
    """Copies of the tables that were played, row by row."""

    def __init__(self, connection: sqlite3.Connection, house: House, played: Sequence[int], seed: int) -> None:
        self.connection, self.house, self.played = connection, house, played
        self.chance = random.Random(seed)
        self.next = max(played) + 1
        self.added = 0
        self.columns = {
            name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        }
        self.of_games = [name for name, columns in self.columns.items() if "game" in columns]
        self.rows = {(game, name): self._rows(name, game) for game in played for name in self.of_games}
        self.heads = {game: self._row("games", game) for game in played}
        self.everybody = sorted(house.people.keys() - {house.regular})
        self.earlier = [one for n, one in enumerate(self.everybody) if n % NEWCOMER]
        now = int(time.time() * 1000)
        connection.executemany(
            "INSERT INTO people (id, name, seen_at) VALUES (?, ?, ?)",
            [(person, name, now) for person, name in house.people.items()],
        )

    def add(self, channel: int, *, is_over: bool) -> Stored:
        original = self.played[self.added % len(self.played)]
        game, self.next, self.added = self.next, self.next + 1, self.added + 1
        before = [row["person"] for row in self.rows[original, "seats"]]
        sitting = self.chance.sample(self.earlier if is_over else self.everybody, len(before))
        if self.added <= self.house.regular_at or (is_over and self.chance.random() < self.house.regular_at / 10_000):
            sitting[self.chance.randrange(len(sitting))] = self.house.regular
        people = dict(zip(before, sitting, strict=True))
        head = self.heads[original] | {"id": game, "channel_id": channel, "guild_id": self.house.guild}
        if is_over:
            begun = head["started_at"] - AGO * DAY
            end = begun + DAY
            head |= {"started_at": begun, "status": "over", "ending": "finished", "checksum": "-", "ended_at": end}
        self._insert("games", [self._of(head, people)])
        for name in self.of_games:
            rows = self.rows[original, name]
            if not (is_over and name in ("asked", "timers", "clocks", "requests")):
                self._insert(name, [self._of(row | {"game": game}, people, channel) for row in rows])
        if is_over:
            results = [
                {"game": game, "seat": n, "person": one, "place": n + 1, "total": 9, "rated": 0, "at": end}
                for n, one in enumerate(sitting)
            ]
            self._insert("results", results)
        return Stored(game, channel, tuple(sitting))

    def remove_originals(self) -> None:
        """What was copied or had ended too early, and its people: nobody in the house knows them."""
        [(again,)] = self.connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'decisions_are_never_deleted'")
        self.connection.execute("DROP TRIGGER decisions_are_never_deleted")
        for name in self.of_games:
            self.connection.execute(f"DELETE FROM {name} WHERE game <= ?", (max(self.played),))
        self.connection.execute("DELETE FROM games WHERE id <= ?", (max(self.played),))
        known = ", ".join(str(person) for person in self.house.people)
        self.connection.execute(f"DELETE FROM people WHERE id NOT IN ({known})")
        self.connection.execute(again)

    def _of(self, row: dict[str, Any], people: Mapping[int, int], channel: int | None = None) -> dict[str, Any]:
        """A row of a copy. What was to be said has been said; no click is known any more."""
        row = {key: people.get(value, value) if key in OF_PEOPLE else value for key, value in row.items()}
        if "nonce" in row:
            sent = None if row["dropped_at"] is not None else row["created_at"]
            row |= {"nonce": secrets.token_urlsafe(16), "target": channel, "sent_at": sent, "payload": b""}
        return row

    def _rows(self, table: str, game: int) -> list[dict[str, Any]]:
        """The rows of a game, without numbers that SQLite gives and what is computed."""
        own = {"id"} if table in ("timers", "outbox", "reports") else set()
        wanted = [name for name in self.columns[table] if name not in own | {"interaction_id"}]
        found = self.connection.execute(f"SELECT {', '.join(wanted)} FROM {table} WHERE game = ?", (game,))
        return [dict(zip(wanted, row, strict=True)) for row in found]

    def _row(self, table: str, row_id: int) -> dict[str, Any]:
        [row] = self.connection.execute(f"SELECT * FROM {table} WHERE id = ?", (row_id,))
        return dict(zip(self.columns[table], row, strict=True))

    def _insert(self, table: str, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            names = list(rows[0])
            sql = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
            self.connection.executemany(sql, [tuple(row.values()) for row in rows])
