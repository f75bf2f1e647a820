"""The database: time to load a late game, and durable commits per second."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.table import Person, TableService
from bot.table.lobby import seating
from bot.table.play import answers
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Rng, load_games, pick_random_answer
from storage import Database
from tests.storage.commits import measure_commit_rates

from .report import Figure, Size, compute_percentile


async def play_part_of_game(
    service: TableService, engine: str, channel: int, people: tuple[Person, ...], progress: float, rng: Rng
) -> int:
    """Play a table up to `share` (0 .. 1) of a typical game and return its id."""
    host, *others = people
    game = await seating.open_table(service, 1, channel, host, engine, TableTerms(language="en"))
    async with service.lock_table(game) as table:
        for person in others:
            await seating.join_table(service, table, person)
        await seating.start_game(service, table, host)
        steps = int(progress * 110 * len(people))
        by_id = {person.id: person for person in people}
        for ctx in range(steps):
            match = table.match
            if match is None or match.is_over or (match.acting_seat is None and ctx > steps - 12):
                break
            seat = table.waiting[0]
            prompt, ref = match.find_prompt(seat), table.build_question_ref(seat)
            assert prompt is not None and ref is not None
            person = by_id[table.seats[seat].person or 0]
            await answers.answer_question(service, table, person, ref, pick_random_answer(match, prompt, rng))
    return game


async def measure_loading(engine: str, size: Size) -> Iterator[Figure]:
    """Measure loading a table that is not in memory, from its row to a Match that waits for an answer."""
    rng = Rng(bytes(32))
    counts = [seats for seats in load_games()[engine].seat_counts if seats > 1][:3]
    share = size.choose(0.85, 0.85, 0.05)
    people = tuple(Person(1000 + n, f"P{n}", "en") for n in range(counts[-1]))
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "bench.db") as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            tables = [
                await play_part_of_game(service, engine, n, people[: counts[n % len(counts)]], share, rng)
                for n in range(size.choose(60, 12, 2))
            ]
            samples = []
            for _ in range(5):
                for game in tables:
                    cold = TableService(db, service.clock)
                    started = time.perf_counter()
                    async with cold.lock_table(game):
                        samples.append((time.perf_counter() - started) * 1000)
    description = f"{len(tables)} games at {share:.0%} of their length"
    text = f"{len(samples)} resumes of {description}, p50 {compute_percentile(samples, 50):.2f}"
    return iter([Figure(f"{engine}.resume_ms_p95", compute_percentile(samples, 95), "ms", text)])


async def measure_commits(size: Size) -> Iterator[Figure]:
    """Measure transactions of a decision, its checkpoint and outbox rows, synchronous = FULL, and the same statements
    by plain `sqlite3` in the same run.
    """
    figures = []
    for tables, name in ((50, "commits_per_s"), (1, "commits_one_table_per_s")):
        with tempfile.TemporaryDirectory() as folder:
            rates = await measure_commit_rates(Path(folder), tables, size.choose(4000, 800, 40))
        text = "decision + checkpoint + outbox rows each, WAL, synchronous=FULL"
        figures.append(Figure(name, rates.ours, "1/s", f"{tables} at a time; {text}"))
        share = 100 * rates.ours / rates.plain
        figures.append(
            Figure(name.replace("_per_s", "_of_plain"), share, "%", f"of sqlite3's {rates.plain:.0f} in the same run")
        )
    return iter(figures)
