"""Pictures: warm (layers, sprites and texts are cached), cold (nothing is), and their size."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from typing import Any

from engines.kernel import Decision, Match, Rng, games, random_answer
from render import Look, arts, paint
from render.kit.warming import warm as warm_up

from .report import Figure, Size, percentile

NAMES = ("Marco", "あおい", "ことり", "Jules", "Sofia")


def views(engine: str, seats: int, every: int) -> Iterator[Any]:
    """What a spectator sees along a random game."""
    game = games()[engine]
    match = Match.start(game, game.setup(seats), bytes([seats]) * 32)
    rng, count = Rng(bytes(32)), 0
    while not match.over:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
        count += 1
        if count % every == 0:
            yield match.view(None)


def draw(engine: str, seats: int, view: Any, picture: str, lang: Any) -> tuple[float, int]:
    """Milliseconds and bytes of one picture, composed and painted."""
    art = arts()[engine]
    look = Look(lang, NAMES[:seats])
    started = time.perf_counter()
    png = paint(art.compose(view, picture, look))
    return (time.perf_counter() - started) * 1000, len(png)


def warm(engine: str, size: Size) -> Iterator[Figure]:
    """Boards and mats along random games, both languages; the first of each kind is not counted."""
    every = size.of(15, 60, 20)
    times, sizes, seen = [], [], set()
    for seats in size.of(games()[engine].seats, games()[engine].seats, games()[engine].seats[-1:]):
        for view in islice(views(engine, seats, every), size.of(None, None, 2)):
            for picture in arts()[engine].pictures(view):
                for lang in ("ja", "en"):
                    ms, weight = draw(engine, seats, view, picture, lang)
                    sizes.append(weight)
                    if (seats, picture, lang) in seen:
                        times.append(ms)
                    seen.add((seats, picture, lang))
    text = f"{len(times)} pictures (boards, mats, zooms; ja and en), p50 {percentile(times, 50):.1f}"
    yield Figure(f"{engine}.picture_warm_ms_p95", percentile(times, 95), "ms", text)
    yield Figure(f"{engine}.picture_kb_max", max(sizes) / 1024, "KB", f"{len(sizes)} pictures 1600 px wide")


def cold(engine: str, size: Size) -> Iterator[Figure]:
    """The first overview in a fresh process, after imports and what a process that draws does first."""
    times = []
    for n in range(size.of(12, 4, 1)):
        arguments = (engine, ("ja", "en")[n % 2], str(size.of(1000, 1000, 1)))
        command = [sys.executable, "-m", "tests.bench.pictures", *arguments]
        out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        times.append(float(json.loads(out)))
    text = f"{len(times)} fresh processes, the first overview after imports and fonts, p50 {percentile(times, 50):.1f}"
    yield Figure(f"{engine}.picture_cold_ms_p95", percentile(times, 95), "ms", text)


if __name__ == "__main__":
    name, language, most = sys.argv[1:]
    seats = games()[name].seats[-1]
    warm_up(arts())
    late = list(islice(views(name, seats, 40), int(most)))[-1]  # every game that is measured is longer
    print(json.dumps(draw(name, seats, late, arts()[name].pictures(late)[0], language)[0]))
