"""Times and sizes of pictures: warm (with cached layers, sprites and texts) and cold (without caches)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from engines.kernel import Decision, Match, Rng, load_games, pick_random_answer
from render import RenderContext, load_arts, paint
from render.kit.warming import warm_up

from .report import Figure, Size, compute_percentile

NAMES = ("Marco", "あおい", "ことり", "Jules", "Sofia")


def iter_views(engine: str, seats: int, interval: int) -> Iterator[Any]:
    """Yield the spectator's View after every `every` decisions of a random game."""
    game = load_games()[engine]
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


def measure_picture(engine: str, seats: int, view: Any, picture: str, lang: Any) -> tuple[float, int]:
    """Compose and paint one picture; return milliseconds and bytes."""
    art = load_arts()[engine]
    ctx = RenderContext(lang, NAMES[:seats])
    started = time.perf_counter()
    png = paint(art.compose(view, picture, ctx))
    return (time.perf_counter() - started) * 1000, len(png)


def measure_warm_pictures(engine: str, size: Size) -> Iterator[Figure]:
    """Measure boards and mats along random games in both languages. The first of each kind is not counted."""
    interval = size.choose(15, 60, 20)
    times, sizes, drawn = [], [], set()
    for seats in size.choose(
        load_games()[engine].seat_counts, load_games()[engine].seat_counts, load_games()[engine].seat_counts[-1:]
    ):
        for view in islice(iter_views(engine, seats, interval), size.choose(None, None, 2)):
            for picture in load_arts()[engine].list_pictures(view):
                for lang in ("ja", "en"):
                    ms, weight = measure_picture(engine, seats, view, picture, lang)
                    sizes.append(weight)
                    if (seats, picture, lang) in drawn:
                        times.append(ms)
                    drawn.add((seats, picture, lang))
    text = f"{len(times)} pictures (boards, mats, zooms; ja and en), p50 {compute_percentile(times, 50):.1f}"
    yield Figure(f"{engine}.picture_warm_ms_p95", compute_percentile(times, 95), "ms", text)
    yield Figure(f"{engine}.picture_kb_max", max(sizes) / 1024, "KB", f"{len(sizes)} pictures 1600 px wide")


def measure_cold_pictures(engine: str, size: Size) -> Iterator[Figure]:
    """Measure the first overview in fresh processes, after imports and the warm-up of a render worker."""
    times = []
    for n in range(size.choose(12, 4, 1)):
        arguments = (engine, ("ja", "en")[n % 2], str(size.choose(1000, 1000, 1)))
        command = [sys.executable, "-m", "tests.bench.pictures", *arguments]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        times.append(float(json.loads(out)))
    median = compute_percentile(times, 50)
    text = f"{len(times)} fresh processes, the first overview after imports and fonts, p50 {median:.1f}"
    yield Figure(f"{engine}.picture_cold_ms_p95", compute_percentile(times, 95), "ms", text)


if __name__ == "__main__":
    name, language, most = sys.argv[1:]
    seats = load_games()[name].seat_counts[-1]
    warm_up(load_arts())
    late = list(islice(iter_views(name, seats, 40), int(most)))[-1]  # every measured game is longer
    print(json.dumps(measure_picture(name, seats, late, load_arts()[name].list_pictures(late)[0], language)[0]))
