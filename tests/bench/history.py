"""Looking back: changes since a decision, steps of the history, a replay as moving picture, and packed games."""

from __future__ import annotations

import random
import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from bot.discord_ui.history.drawings import load_animation
from bot.discord_ui.page import picture_requests
from bot.discord_ui.text.localizer import Localizer
from bot.table import Person, Table, TableService
from bot.table.background import retention
from bot.table.history import game_log
from bot.table.history.summary import summarize_lines
from bot.table.history.timeline import list_lookback_ranges, load_history, load_view_after
from engines.kernel import Rng, load_games
from render import load_arts
from storage import Database

from .database import play_part_of_game
from .report import Figure, Size, compute_percentile

EN = Localizer(("en",))


async def measure_history(game_id: str, size: Size) -> Iterator[Figure]:
    """Measure the service's work for one press in a whole game, without Discord."""
    seats = load_games()[game_id].seat_counts[-1]
    people = tuple(Person(1000 + n, f"P{n}", "en") for n in range(seats))
    presses, rng = size.choose(150, 60, 4), random.Random(11)
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory() as folder:
        async with await Database.open(Path(folder) / "bench.db") as db:
            offset_ms = 0
            service = TableService(db, lambda: int(time.time() * 1000) + offset_ms)
            table_id = await play_part_of_game(service, game_id, 1, people, size.choose(9.0, 9.0, 0.1), Rng(bytes(32)))
            async with service.lock_table(table_id) as table:
                game_history = await load_history(service, table)
                checkpoint_count = len(game_history.outlines)
                text = f"{table.public_n} decisions, {checkpoint_count} checkpoints, {seats} seats, {presses} presses"
                change_times = [await _time_changes(service, table, rng) for _ in range(presses)]
                figures.append(Figure(f"{game_id}.changed_ms_p95", compute_percentile(change_times, 95), "ms", text))
                steps = [await _time_history_step(service, table, rng) for _ in range(presses)]
                figures.append(Figure(f"{game_id}.history_ms_p95", compute_percentile(steps, 95), "ms", text))
                if game_id in load_arts():
                    figures += await _measure_film(service, table)
                is_over = table.row.status == "over"
            if game_id in load_arts():
                unfinished_game = await play_part_of_game(
                    service, game_id, 2, people, size.choose(0.5, 0.5, 0.1), Rng(bytes(32))
                )
                async with service.lock_table(unfinished_game) as table:
                    figures.append(await _measure_change_pictures(service, table, rng, size))
            if is_over:
                before = await _measure_states(db)
                offset_ms = retention.RETENTION + 1
                await retention.delete_old_data(service)
                cold = TableService(db, service.clock)
                async with cold.lock_table(table_id) as table:
                    packed_times = [await _time_history_step(cold, table, rng) for _ in range(presses)]
                step_ms = compute_percentile(packed_times, 95)
                text = f"all States, {before / 1024:.0f} KB before; a step then p95 {step_ms:.1f} ms"
                figures.append(Figure(f"{game_id}.packed_kb", await _measure_states(db) / 1024, "KB", text))
    return iter(figures)


async def _time_changes(service: TableService, table: Table, rng: random.Random) -> float:
    """Time the changes since a random decision: log entries, Views of the steps, ranges. The picture is separate."""
    since = rng.randrange(table.public_n)
    started = time.perf_counter()
    lines = await game_log.load_log_lines(service, table, 0, since=since)
    await game_log.load_steps_since(service, table, since)
    assert summarize_lines(lines, 0, table.catalogue)
    await list_lookback_ranges(service, table, table.seats[0].person, since)
    return (time.perf_counter() - started) * 1000


async def _time_history_step(service: TableService, table: Table, rng: random.Random) -> float:
    """Time one step of the history: the step list, its View and the one before it, and the log between."""
    started = time.perf_counter()
    game_history = await load_history(service, table)
    step = rng.choice(game_history.steps[1:] or game_history.steps)
    before = game_history.find_previous(step, is_by_turn=True)
    await load_view_after(service, table, step.n, 0)
    if before is not None:
        await load_view_after(service, table, before.n, 0)
        await game_log.load_log_lines(service, table, 0, since=before.n, until_n=step.n)
    return (time.perf_counter() - started) * 1000


async def _measure_change_pictures(service: TableService, table: Table, rng: random.Random, size: Size) -> Figure:
    """Measure pictures of changes in random spans of a game in play (finished games have no marks). The first picture,
    which draws layers and pieces, is not counted."""
    draw_times = []
    for _ in range(size.choose(31, 13, 2)):
        since = rng.randrange(table.public_n)
        shot = picture_requests.build_changes_picture(
            table, "en", await game_log.load_steps_since(service, table, since), since
        )
        assert shot is not None
        started = time.perf_counter()
        shot.draw()
        draw_times.append((time.perf_counter() - started) * 1000)
    text = f"{len(draw_times) - 1} spans within {table.public_n} decisions, with who changed it"
    text += f", p50 {compute_percentile(draw_times[1:], 50):.1f}"
    return Figure(f"{table.row.engine}.changed_picture_ms_p95", compute_percentile(draw_times[1:], 95), "ms", text)


async def _measure_film(service: TableService, table: Table) -> list[Figure]:
    """Measure the moving picture, once."""
    film = await load_animation(service, table, EN)
    if film is not None:
        peak, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.perf_counter()
        content = film.draw().content
        seconds = time.perf_counter() - started
        added_mb = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - peak) / 1024
        text = f"{len(film.views)} pictures, {seconds:.1f} s in a thread, peak memory +{added_mb:.0f} MB"
        return [Figure(f"{table.row.engine}.replay_kb", len(content) / 1024, "KB", text)]
    return []


async def _measure_states(db: Database) -> int:
    """Return the bytes of all stored States."""
    [(states,)] = await db.fetch_rows("SELECT coalesce(sum(length(state)), 0) FROM checkpoints")
    [(packed,)] = await db.fetch_rows("SELECT coalesce(sum(length(states)), 0) FROM archives")
    return int(states) + int(packed)
