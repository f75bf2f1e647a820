"""Looking back: what changed, a step of the history, a whole game as a moving picture, and packed."""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.discord_ui.history.drawings import film_of
from bot.discord_ui.page import picture_requests
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, Person, TableService, history
from bot.table.knowing import trim
from bot.table.knowing.digest import digest
from bot.table.knowing.spans import spans
from bot.table.knowing.steps import course, view_after
from engines.kernel import Rng, games
from render import arts
from storage import Database

from .database import fill
from .report import Figure, Size, percentile

EN = Voice(("en",))


async def knowing(engine: str, size: Size) -> Iterator[Figure]:
    """A whole game: everything the service does for one press, without the way over Discord."""
    seats = games()[engine].seats[-1]
    people = tuple(Person(1000 + n, f"P{n}", "en") for n in range(seats))
    presses, chance = size.of(150, 60, 4), random.Random(11)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "bench.db") as db:
            ahead = 0
            tables = TableService(db, lambda: int(time.time() * 1000) + ahead)
            game = await fill(tables, engine, 1, people, size.of(9.0, 9.0, 0.1), Rng(bytes(32)))
            async with tables.at(game) as live:
                found = await course(tables, live)
                text = f"{live.public_n} decisions, {len(found.marks)} checkpoints, {seats} seats, {presses} presses"
                changed = [await _changed(tables, live, chance) for _ in range(presses)]
                figures.append(Figure(f"{engine}.changed_ms_p95", percentile(changed, 95), "ms", text))
                steps = [await _step(tables, live, chance) for _ in range(presses)]
                figures.append(Figure(f"{engine}.history_ms_p95", percentile(steps, 95), "ms", text))
                if engine in arts():
                    figures += await _film(tables, live)
                over = live.row.status == "over"
            if engine in arts():
                young = await fill(tables, engine, 2, people, size.of(0.5, 0.5, 0.1), Rng(bytes(32)))
                async with tables.at(young) as live:
                    figures.append(await _pictures(tables, live, chance, size))
            if over:
                before = await _weight(db)
                ahead = trim.KEPT + 1
                await trim.trim(tables)
                cold = TableService(db, tables.clock)
                async with cold.at(game) as live:
                    packed = [await _step(cold, live, chance) for _ in range(presses)]
                text = f"all States, {before / 1024:.0f} KB before; a step then p95 {percentile(packed, 95):.1f} ms"
                figures.append(Figure(f"{engine}.packed_kb", await _weight(db) / 1024, "KB", text))
    return iter(figures)


async def _changed(tables: TableService, live: LiveTable, chance: random.Random) -> float:
    """What changed since some decision: sentences, Views of the steps, spans. The picture comes by a later edit."""
    since = chance.randrange(live.public_n)
    started = time.perf_counter()
    lines = await history.lines(tables, live, 0, since=since)
    await history.steps(tables, live, since)
    assert digest(lines, 0, live.words)
    await spans(tables, live, 0, since)
    return (time.perf_counter() - started) * 1000


async def _step(tables: TableService, live: LiveTable, chance: random.Random) -> float:
    """One step of the history: the course of the game, the View and the one before it, the sentences between."""
    started = time.perf_counter()
    found = await course(tables, live)
    step = chance.choice(found.steps[1:] or found.steps)
    before = found.before(step, turns=True)
    await view_after(tables, live, step.n, 0)
    if before is not None:
        await view_after(tables, live, before.n, 0)
        await history.lines(tables, live, 0, since=before.n, upto=step.n)
    return (time.perf_counter() - started) * 1000


async def _pictures(tables: TableService, live: LiveTable, chance: random.Random, size: Size) -> Figure:
    """The picture of what changed over any span of a game in play: after its end nothing is marked. The first picture,
    for which layers and pieces are drawn, is not counted."""
    drawn = []
    for _ in range(size.of(31, 13, 2)):
        since = chance.randrange(live.public_n)
        shot = picture_requests.changes(live, "en", await history.steps(tables, live, since), since)
        assert shot is not None
        started = time.perf_counter()
        shot.draw()
        drawn.append((time.perf_counter() - started) * 1000)
    text = f"{len(drawn) - 1} spans within {live.public_n} decisions, with who changed it"
    text += f", p50 {percentile(drawn[1:], 50):.1f}"
    return Figure(f"{live.row.engine}.changed_picture_ms_p95", percentile(drawn[1:], 95), "ms", text)


async def _film(tables: TableService, live: LiveTable) -> list[Figure]:
    """The moving picture, once."""
    film = await film_of(tables, live, EN)
    if film is not None:
        peak, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
        content = film.draw().content
        took = time.perf_counter() - started
        more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024
        text = f"{len(film.views)} pictures, {took:.1f} s in a thread, peak memory +{more:.0f} MB"
        return [Figure(f"{live.row.engine}.replay_kb", len(content) / 1024, "KB", text)]
    return []


async def _weight(db: Database) -> int:
    """Bytes of all States."""
    [(states,)] = await db.rows("SELECT coalesce(sum(length(state)), 0) FROM checkpoints")
    [(packed,)] = await db.rows("SELECT coalesce(sum(length(states)), 0) FROM archives")
    return int(states) + int(packed)
