"""What a click costs: decision + checkpoint + outbox in one durable transaction, beside the same statements by Python's
`sqlite3` alone.

`python -m tests.storage.commits FILE` commits for ever and prints each number after its commit: the kill -9 test
reads them.
"""

from __future__ import annotations

import asyncio
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from storage import Database, Transaction
from storage.connection import Row, Values
from storage.messages import interactions, outbox
from storage.messages.kinds import Saying
from storage.persons import people
from storage.play import checkpoints, decisions, games, open_questions, seats

EVENTS = b"e" * 300
STATE = b"s" * 2_000


async def seat_two_people(db: Database, channel: int) -> int:
    """A game in play between Ann (1) and Bo (2); its id."""
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 10)
        await people.meet(tx, 2, "Bo", 10)
        game = await games.create(
            tx,
            engine="toy",
            rules=1,
            guild_id=900,
            channel_id=channel,
            host=1,
            setup=b"setup",
            language="ja",
            reminder_hours=24,
            undo_policy="consent",
            at=10,
        )
        await seats.put(tx, seats.SeatRow(game, 0, "person", 1, None, "red", 10))
        await seats.put(tx, seats.SeatRow(game, 1, "person", 2, None, "blue", 10))
        await games.start(tx, game, rules=1, setup=b"setup", seed=b"\1" * 32, commitment="c0", opening=b"[]", at=11)
        await checkpoints.put(tx, checkpoints.CheckpointRow(game, 0, 0, STATE, 11))
    return game


async def commit_one(db: Database, game: int, n: int) -> None:
    """All that one click writes: its id, the decision, the checkpoint, who is asked, the card and the ping."""
    async with db.transaction() as tx:
        await write_one(tx, game, n)


async def write_one(tx: Transaction, game: int, n: int) -> None:
    """What `commit_one` writes, in an open transaction."""
    assert await interactions.claim(tx, game * 1_000_000 + n, n)
    await decisions.append(
        tx,
        decisions.DecisionRow(
            game, n, n, n % 2, "buy:41", 1, "person", 1, EVENTS, n, interaction_id=game * 1_000_000 + n
        ),
    )
    await checkpoints.put(tx, checkpoints.CheckpointRow(game, n, n, STATE, n))
    rev = await games.advance(tx, game)
    await open_questions.update(tx, game, (1 - n % 2,), step=n, epoch=0, at=n)
    await outbox.put_latest(tx, game=game, kind=Saying.CARD, key="", target=game, payload=str(rev).encode(), at=n)
    await outbox.put_ping(tx, game=game, key=f"{1 - n % 2}.{n}.0.1", target=game, payload=b"", at=n)


class Noting(Transaction):
    """Carries out what it is asked to, and notes it down."""

    def __init__(self, tx: Transaction) -> None:
        self.tx = tx
        self.noted: list[tuple[str, Values]] = []

    async def run(self, sql: str, values: Values = ()) -> list[Row]:
        self.noted.append((sql, tuple(values)))
        return await self.tx.run(sql, values)


class Rates(NamedTuple):
    """Durable commits a second of our own storage and of plain `sqlite3`, which is given the same statements."""

    ours: float
    plain: float


async def commits_per_s(folder: Path, tables: int, commits: int, rounds: int = 4) -> Rates:
    """`tables` games click side by side, `commits` in all, in so many rounds; between them plain `sqlite3` does the
    same on a copy, so that both meet the machine as it is.
    """
    async with await Database.open(folder / "ours.db") as db:
        played = [await seat_two_people(db, channel) for channel in range(1, tables + 1)]
        for name in ("noted.db", "plain.db"):
            await db.backup(folder / name)
        share = max(1, commits // rounds // tables)
        ours = plain = 0.0
        async with await Database.open(folder / "noted.db") as sketch:
            for first in range(1, rounds * share, share):
                clicks = [(game, n) for n in range(first, first + share) for game in played]
                ours += await _ours(db, played, range(first, first + share))
                noted = [await _noted(sketch, game, n) for game, n in clicks]
                plain += await asyncio.to_thread(_plain, folder / "plain.db", noted)
    done = rounds * share * tables
    return Rates(done / ours, done / plain)


async def _ours(db: Database, played: Sequence[int], numbers: range) -> float:
    async def play(game: int) -> None:
        for n in numbers:
            await commit_one(db, game, n)

    begun = perf_counter()
    await asyncio.gather(*(play(game) for game in played))
    return perf_counter() - begun


async def _noted(db: Database, game: int, n: int) -> list[tuple[str, Values]]:
    async with db.transaction() as tx:
        noting = Noting(tx)
        await write_one(noting, game, n)
    return noting.noted


def _plain(path: Path, clicks: Sequence[Sequence[tuple[str, Values]]]) -> float:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
            connection.execute(f"PRAGMA {pragma}")
        begun = perf_counter()
        for statements in clicks:
            connection.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                connection.execute(sql, values).fetchall()
            connection.execute("COMMIT")
        return perf_counter() - begun


async def commit_for_ever(path: Path) -> None:
    """Go on with the live game of channel 500 (or begin it)."""
    async with await Database.open(path) as db:
        row = await games.live_in(db, 500)
        game = row.id if row else await seat_two_people(db, channel=500)
        n = await decisions.last_n(db, game)
        while True:
            n += 1
            await commit_one(db, game, n)
            print(n, flush=True)


if __name__ == "__main__":
    asyncio.run(commit_for_ever(Path(sys.argv[1])))
