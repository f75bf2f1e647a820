"""What a click costs: decision + checkpoint + outbox in one durable transaction.

`python -m tests.storage.commits FILE` commits for ever and prints each number after its commit: the kill -9 test
reads them.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from time import perf_counter

from storage import Database
from storage.messages import interactions, outbox
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
        await outbox.put_latest(tx, game=game, kind="card", key="", target=game, payload=str(rev).encode(), at=n)
        await outbox.put_ping(tx, game=game, key=f"{1 - n % 2}.{n}.0.1", target=game, payload=b"", at=n)


async def commits_per_s(path: Path, tables: int, commits: int) -> float:
    """Durable commits per second when `tables` games click side by side, `commits` in all."""
    async with await Database.open(path) as db:
        played = [await seat_two_people(db, channel) for channel in range(1, tables + 1)]

        async def play(game: int) -> None:
            for n in range(1, commits // tables + 1):
                await commit_one(db, game, n)

        start = perf_counter()
        await asyncio.gather(*(play(game) for game in played))
        return commits // tables * tables / (perf_counter() - start)


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
