"""The database: time to load a late game, time of a press at a table in memory, and durable commits per second."""

from __future__ import annotations

import itertools
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bot.table import Person, TableService
from bot.table.lobby import seating
from bot.table.play import answers
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Rng, load_games, pick_random_answer
from storage import Database
from tests.discovered import list_shipped_games
from tests.storage.commits import measure_commit_rates

from .report import Figure, Size, compute_percentile


async def start_table(service: TableService, game_id: str, channel: int, people: tuple[Person, ...]) -> int:
    """Start a game of these people and return its id."""
    host, *others = people
    table_id = await seating.open_table(service, 1, channel, host, game_id, TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        for person in others:
            await seating.join_table(service, table, person)
        await seating.start_game(service, table, host)
    return table_id


async def play_part_of_game(
    service: TableService, game_id: str, channel: int, people: tuple[Person, ...], progress: float, rng: Rng
) -> int:
    """Play a table up to `share` (0 .. 1) of a typical game and return its id."""
    table_id = await start_table(service, game_id, channel, people)
    async with service.lock_table(table_id) as table:
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
    return table_id


async def measure_loading(game_id: str, size: Size) -> Iterator[Figure]:
    """Measure loading a table that is not in memory, from its row to a Match that waits for an answer."""
    rng = Rng(bytes(32))
    counts = [seats for seats in load_games()[game_id].seat_counts if seats > 1][:3]
    share = size.choose(0.85, 0.85, 0.05)
    people = tuple(Person(1000 + n, f"P{n}", "en") for n in range(counts[-1]))
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "bench.db") as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            tables = [
                await play_part_of_game(service, game_id, n, people[: counts[n % len(counts)]], share, rng)
                for n in range(size.choose(60, 12, 2))
            ]
            samples = []
            for _ in range(5):
                for table_id in tables:
                    cold = TableService(db, service.clock)
                    started = time.perf_counter()
                    async with cold.lock_table(table_id):
                        samples.append((time.perf_counter() - started) * 1000)
    description = f"{len(tables)} games at {share:.0%} of their length"
    text = f"{len(samples)} resumes of {description}, p50 {compute_percentile(samples, 50):.2f}"
    return iter([Figure(f"{game_id}.resume_ms_p95", compute_percentile(samples, 95), "ms", text)])


async def measure_presses(size: Size) -> Iterator[Figure]:
    """Measure the decision of a press at a table in memory: rules, rows and the commit; no Discord, no pictures."""
    rng, now = Rng(bytes(32)), itertools.count(1_700_000_000_000, 60_000)
    people = tuple(Person(1000 + n, f"P{n}", "en") for n in range(3))
    game_ids = list_shipped_games()
    walls, cpus = [], []
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "bench.db") as db:
            service = TableService(db, lambda: next(now))
            tables = [
                await start_table(service, game_id, n, people) for n, game_id in enumerate([*game_ids, *game_ids])
            ]
            for nth, table_id in itertools.product(range(size.choose(120, 60, 2)), tables):
                async with service.lock_table(table_id) as table:
                    if table.match is None or table.match.is_over:
                        continue
                    seat = table.waiting[0]
                    prompt, ref = table.match.find_prompt(seat), table.build_question_ref(seat)
                    person = next(person for person in people if person.id == table.seats[seat].person)
                    assert prompt is not None and ref is not None
                    pressed_by = msgspec.structs.replace(
                        person, interaction_id=1_000_000 + nth * len(tables) + table_id
                    )
                    keys = pick_random_answer(table.match, prompt, rng)
                    started, cpu_started = time.perf_counter(), time.process_time()
                    await answers.answer_question(service, table, pressed_by, ref, keys)
                    cpus.append((time.process_time() - cpu_started) * 1000)
                    walls.append((time.perf_counter() - started) * 1000)
                async with db.transaction() as tx:  # else each press would read all that was never posted
                    await tx.execute("UPDATE outbox SET sent_at = ? WHERE sent_at IS NULL", (service.clock(),))
    detail = f"{len(walls)} at {len(tables)} tables of all games, synchronous=FULL"
    percentiles = ", ".join(f"p{percent} {compute_percentile(walls, percent):.2f}" for percent in (95, 99))
    cpu_detail = f"the same, {sum(cpus) / len(cpus):.2f} in the mean"
    return iter(
        [
            Figure("press_ms_p50", compute_percentile(walls, 50), "ms", f"{detail}, {percentiles}"),
            Figure("press_processor_ms_p50", compute_percentile(cpus, 50), "ms", cpu_detail),
        ]
    )


async def measure_commits(size: Size) -> Iterator[Figure]:
    """Measure transactions of a decision, its checkpoint and outbox rows, synchronous = FULL, and the same statements
    by sqlite3 alone in the same run.
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
