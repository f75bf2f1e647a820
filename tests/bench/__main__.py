"""Run benchmarks: `python -m tests.bench [--quick | --smoke | --long] [--only NAME ...]`.

Prints each figure as a JSON line (name, value, unit, detail) as soon as it is known; progress goes to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec

from bot import memory
from render import load_arts
from tests.discovered import list_shipped_games

from . import clicks, database, history, notices, pictures, rules, soak
from .report import Figure, Size

Measurement = Callable[[Size], Iterator[Figure]]


def run_measurement(
    measurement: Callable[..., Coroutine[None, None, Iterator[Figure]]], *arguments: object
) -> Iterator[Figure]:
    return asyncio.run(measurement(*arguments))


def list_measurements(size: Size, is_long: bool = False) -> dict[str, Measurement]:
    """Return every measurement by the name of its first figure, without example games; `tests/<game>/bench.py` adds its
    own.

    is_long: with the full soak run, which looks for faults and takes as long as all the rest.
    """
    measurements: dict[str, Measurement] = {}
    for game_id in list_shipped_games():
        measurements[f"{game_id}.decisions_per_s"] = partial(rules.measure_decisions, game_id)
        measurements[f"{game_id}.resume_ms_p95"] = partial(run_measurement, database.measure_loading, game_id)
        measurements[f"{game_id}.changed_ms_p95"] = partial(run_measurement, history.measure_history, game_id)
        if game_id in load_arts():
            measurements[f"{game_id}.picture_warm_ms_p95"] = partial(pictures.measure_warm_pictures, game_id)
            measurements[f"{game_id}.picture_cold_ms_p95"] = partial(pictures.measure_cold_pictures, game_id)
        if find_spec(f"tests.{game_id}.bench") is not None:
            measurements |= import_module(f"tests.{game_id}.bench").MEASUREMENTS
    measurements["drawing_memory_mb"] = pictures.measure_drawing_memory
    measurements["press_ms_p50"] = partial(run_measurement, database.measure_presses)
    measurements["commits_per_s"] = partial(run_measurement, database.measure_commits)
    measurements["click_ms_p50"] = partial(run_measurement, clicks.measure_clicks)
    measurements["memory_mb_1000_tables"] = partial(run_measurement, clicks.measure_memory)
    measurements["notices_drained_per_s"] = partial(run_measurement, notices.measure_notifications)
    if size is not Size.QUICK:
        measurements["soak_wrong"] = lambda size: run_measurement(
            soak.run_soak, size if is_long else size.choose(Size.QUICK, Size.QUICK, size)
        )
    return measurements


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_const", const=Size.QUICK, help="half a minute a game, no soak run")
    sizes.add_argument("--smoke", action="store_const", const=Size.SMOKE, help="only whether everything runs")
    sizes.add_argument("--long", action="store_true", help="also the soak run in full, which takes minutes")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only measurements whose name starts so")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    size = arguments.quick or arguments.smoke or Size.WHOLE
    memory.freeze_permanent_objects()  # as in the bot and its workers, so that measurements do not affect each other
    started_at = time.monotonic()
    for name, measure in list_measurements(size, arguments.long).items():
        if arguments.only is None or any(name.startswith(prefix) for prefix in arguments.only):
            measurement_started_at = time.monotonic()
            print(f"{name} ...", end=" ", flush=True, file=sys.stderr)
            for figure in measure(size):
                figure.print_json()
            now = time.monotonic()
            print(f"{now - measurement_started_at:.0f} s, {now - started_at:.0f} s in all", flush=True, file=sys.stderr)


if __name__ == "__main__":
    main()
