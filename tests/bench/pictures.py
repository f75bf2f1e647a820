"""Times and sizes of pictures: warm (with cached layers, sprites and texts) and cold (without caches)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from bot.discord_ui.page.render_pool import draw_first_boards
from bot.operating_system import give_back_large_buffers
from engines.kernel import LANGS, Decision, Match, Rng, load_games, pick_random_answer
from render import RenderContext, load_arts, paint
from render.kit.warming import warm_up
from tests.bot_process import read_memory_mb
from tests.discovered import list_shipped_games

from .report import Figure, Size, compute_percentile

NAMES = ("Marco", "あおい", "ことり", "Jules", "Sofia")


def iter_views(game_id: str, seats: int, interval: int) -> Iterator[Any]:
    """Yield the spectator's View after every `interval` decisions of a random game."""
    game = load_games()[game_id]
    match = Match.start(game, game.build_setup(seats), bytes([seats]) * 32)
    rng, count = Rng(bytes(32)), 0
    while not match.is_over:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
        count += 1
        if count % interval == 0:
            yield match.build_view(None)


def measure_picture(game_id: str, seats: int, view: Any, picture: str, lang: Any) -> tuple[float, int]:
    """Compose and paint one picture; return milliseconds of processor time, and bytes."""
    art = load_arts()[game_id]
    ctx = RenderContext(lang, NAMES[:seats])
    started = time.thread_time()
    content = paint(art.compose(view, picture, ctx))
    return (time.thread_time() - started) * 1000, len(content)


def measure_warm_pictures(game_id: str, size: Size) -> Iterator[Figure]:
    """Measure boards and mats along random games in both languages. The first of each kind is not counted."""
    interval = size.choose(15, 60, 20)
    times, sizes, drawn = [], [], set()
    for seats in size.choose(
        load_games()[game_id].seat_counts, load_games()[game_id].seat_counts, load_games()[game_id].seat_counts[-1:]
    ):
        for view in islice(iter_views(game_id, seats, interval), size.choose(None, None, 2)):
            for picture in load_arts()[game_id].list_pictures(view):
                for lang in ("ja", "en"):
                    ms, weight = measure_picture(game_id, seats, view, picture, lang)
                    sizes.append(weight)
                    if (seats, picture, lang) in drawn:
                        times.append(ms)
                    drawn.add((seats, picture, lang))
    text = f"{len(times)} pictures (boards, mats, zooms; ja and en), p50 {compute_percentile(times, 50):.1f}"
    yield Figure(f"{game_id}.picture_warm_ms_p95", compute_percentile(times, 95), "ms", text)
    yield Figure(f"{game_id}.picture_kb_max", max(sizes) / 1024, "KB", f"{len(sizes)} pictures 1600 px wide")


def measure_cold_pictures(game_id: str, size: Size) -> Iterator[Figure]:
    """Measure the first overview of a game in fresh processes, as warm as a render worker is after some seconds."""
    times = []
    for n in range(size.choose(12, 4, 1)):
        arguments = (game_id, ("ja", "en")[n % 2], str(size.choose(1000, 1000, 1)))
        command = [sys.executable, "-m", "tests.bench.pictures", *arguments]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        times.append(float(json.loads(out)))
    median = compute_percentile(times, 50)
    text = f"{len(times)} fresh processes, a late overview after the warm-up of a render worker, p50 {median:.1f}"
    yield Figure(f"{game_id}.picture_cold_ms_p95", compute_percentile(times, 95), "ms", text)


def measure_drawing_memory(size: Size) -> Iterator[Figure]:
    """Measure the memory of a process that draws every picture of some Views of all games, in both languages."""
    command = [sys.executable, "-m", "tests.bench.pictures", "memory", str(size.choose(3, 3, 1))]
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    end_mb, peak_mb = json.loads(out)
    text = "resident memory of a process that has drawn all pictures of some Views of all games, ja and en"
    yield Figure("drawing_memory_mb", end_mb, "MB", text)
    yield Figure("drawing_memory_mb_max", peak_mb, "MB", text)


def _draw_first_overview(game_id: str, lang: Any, last_view: int) -> float:
    """Return the milliseconds of the first overview that this process draws of a late position."""
    seats = load_games()[game_id].seat_counts[-1]
    view = list(islice(iter_views(game_id, seats, 40), last_view))[-1]  # every measured game is longer
    _warm_like_worker()
    return measure_picture(game_id, seats, view, load_arts()[game_id].list_pictures(view)[0], lang)[0]


def _draw_everything(view_count: int) -> tuple[float, float]:
    """Draw all pictures; return the resident memory at the end, and the largest resident memory, in MB."""
    seats_by_game = {game_id: load_games()[game_id].seat_counts[-1] for game_id in list_shipped_games()}
    views = {
        game_id: list(islice(iter_views(game_id, seats, 30), view_count)) for game_id, seats in seats_by_game.items()
    }
    give_back_large_buffers()
    _warm_like_worker()
    for game_id, seats in seats_by_game.items():
        for view in views[game_id]:
            for picture in load_arts()[game_id].list_pictures(view):
                for lang in LANGS:
                    measure_picture(game_id, seats, view, picture, lang)
    return read_memory_mb(os.getpid()), read_memory_mb(os.getpid(), "VmHWM")


def _warm_like_worker() -> None:
    warm_up(load_arts())
    draw_first_boards(load_arts()[game_id] for game_id in list_shipped_games())


if __name__ == "__main__":
    if sys.argv[1] == "memory":
        print(json.dumps(_draw_everything(int(sys.argv[2]))))
    else:
        name, language, last = sys.argv[1:]
        print(json.dumps(_draw_first_overview(name, language, int(last))))
