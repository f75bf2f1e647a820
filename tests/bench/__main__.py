"""`python -m tests.bench [--quick | --smoke | --long] [--only NAME ...]`: one JSON object a line (name, value, unit,
detail), as soon as it is known; what is being measured, and how long it took, goes to standard error.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial

from bot import memory
from render import arts
from tests.discovered import shipped

from . import clicks, database, knowing, notices, pictures, rules, soak
from .report import Figure, Size

Measure = Callable[[Size], Iterator[Figure]]


def timed(measure: Callable[..., Coroutine[None, None, Iterator[Figure]]], *arguments: object) -> Iterator[Figure]:
    return asyncio.run(measure(*arguments))


def measures(size: Size, long: bool = False) -> dict[str, Measure]:
    """Every measurement by the name of its (first) figure; each takes the size. Examples are not measured.

    long: the soak run in full. It looks for faults, not for what people feel, and takes as long as all the rest.
    """
    found: dict[str, Measure] = {}
    for engine in shipped():
        found[f"{engine}.decisions_per_s"] = partial(rules.decisions_per_s, engine)
        found[f"{engine}.resume_ms_p95"] = partial(timed, database.resume_ms, engine)
        found[f"{engine}.changed_ms_p95"] = partial(timed, knowing.knowing, engine)
        if engine in arts():
            found[f"{engine}.picture_warm_ms_p95"] = partial(pictures.warm, engine)
            found[f"{engine}.picture_cold_ms_p95"] = partial(pictures.cold, engine)
    found["commits_per_s"] = partial(timed, database.durable_commits)
    found["click_ms_p50"] = partial(timed, clicks.clicks)
    found["memory_mb_1000_tables"] = partial(timed, clicks.memory)
    found["notices_drained_per_s"] = partial(timed, notices.drained)
    if size is not Size.QUICK:
        found["soak_wrong"] = lambda size: timed(soak.soak, size if long else size.of(Size.QUICK, Size.QUICK, size))
    return found


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
    memory.spare_what_stays()  # as the bot and the processes that draw do: what one measurement leaves, no other pays
    began = time.monotonic()
    for name, measure in measures(size, arguments.long).items():
        if arguments.only is None or any(name.startswith(prefix) for prefix in arguments.only):
            since = time.monotonic()
            print(f"{name} ...", end=" ", flush=True, file=sys.stderr)
            for figure in measure(size):
                figure.print()
            now = time.monotonic()
            print(f"{now - since:.0f} s, {now - began:.0f} s in all", flush=True, file=sys.stderr)


if __name__ == "__main__":
    main()
