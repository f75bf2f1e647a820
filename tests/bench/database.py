"""The database: how fast a late game comes back, and how many durable commits a second it takes."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.table import Person, TableService, play
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Rng, games, random_answer
from storage import Database
from tests.storage.commits import commits_per_s

from .report import Figure, Size, percentile


async def fill(
    tables: TableService, engine: str, channel: int, people: tuple[Person, ...], share: float, rng: Rng
) -> int:
    """A table in play, `share` (0 .. 1) of the way through a typical game; its id."""
    host, *others = people
    game = await seating.open_table(tables, 1, channel, host, engine, Agreement(language="en"))
    async with tables.at(game) as live:
        for person in others:
            await seating.join(tables, live, person)
        await seating.start(tables, live, host)
        steps = int(share * 110 * len(people))
        by_id = {person.id: person for person in people}
        for click in range(steps):
            match = live.match
            if match is None or match.over or (match.acting is None and click > steps - 12):
                break
            seat = live.waiting[0]
            prompt, ref = match.prompt(seat), live.ref(seat)
            assert prompt is not None and ref is not None
            person = by_id[live.seats[seat].person or 0]
            await play.answer(tables, live, person, ref, random_answer(match, prompt, rng))
    return game


async def resume_ms(engine: str, size: Size) -> Iterator[Figure]:
    """A click on a table that is not in memory: from the row to a Match that waits for the answer."""
    rng = Rng(bytes(32))
    counts = [seats for seats in games()[engine].seats if seats > 1][:3]
    share = size.of(0.85, 0.85, 0.05)
    people = tuple(Person(1000 + n, f"P{n}", "en") for n in range(counts[-1]))
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "bench.db") as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            tables = [
                await fill(service, engine, n, people[: counts[n % len(counts)]], share, rng)
                for n in range(size.of(60, 12, 2))
            ]
            samples = []
            for _ in range(5):
                for game in tables:
                    cold = TableService(db, service.clock)
                    started = time.perf_counter()
                    async with cold.at(game):
                        samples.append((time.perf_counter() - started) * 1000)
    of = f"{len(tables)} games at {share:.0%} of their length"
    text = f"{len(samples)} resumes of {of}, p50 {percentile(samples, 50):.2f}"
    return iter([Figure(f"{engine}.resume_ms_p95", percentile(samples, 95), "ms", text)])


async def durable_commits(size: Size) -> Iterator[Figure]:
    """A decision, its checkpoint and its outbox rows in one transaction, synchronous = FULL; in the same run the same
    statements by plain `sqlite3`.
    """
    figures = []
    for tables, name in ((50, "commits_per_s"), (1, "commits_one_table_per_s")):
        with tempfile.TemporaryDirectory() as folder:
            rates = await commits_per_s(Path(folder), tables, size.of(4000, 800, 40))
        text = "decision + checkpoint + outbox rows each, WAL, synchronous=FULL"
        figures.append(Figure(name, rates.ours, "1/s", f"{tables} at a time; {text}"))
        share = 100 * rates.ours / rates.plain
        figures.append(
            Figure(name.replace("_per_s", "_of_plain"), share, "%", f"of sqlite3's {rates.plain:.0f} in the same run")
        )
    return iter(figures)
