"""`python -m tests.bench [--quick] [--only NAME ...]`: one JSON object per line (name, value, unit, detail)."""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from functools import partial

from engines.kernel import games

from . import clicks, database, pictures, rules, soak
from .report import Figure

Measure = Callable[[bool], Iterator[Figure]]


def timed(measure: Callable[..., Coroutine[None, None, Iterator[Figure]]], *arguments: object) -> Iterator[Figure]:
    return asyncio.run(measure(*arguments))


def measures(quick: bool) -> dict[str, Measure]:
    """Every measurement by the name of its (first) figure; each takes `quick`."""
    found: dict[str, Measure] = {}
    for engine in games():
        found[f"{engine}.decisions_per_s"] = partial(rules.decisions_per_s, engine)
        found[f"{engine}.resume_ms_p95"] = partial(timed, database.resume_ms, engine)
        found[f"{engine}.picture_warm_ms_p95"] = partial(pictures.warm, engine)
        found[f"{engine}.picture_cold_ms_p95"] = partial(pictures.cold, engine)
    found["commits_per_s"] = partial(timed, database.durable_commits)
    found["click_ms_p50"] = partial(timed, clicks.clicks)
    found["memory_mb_1000_tables"] = partial(timed, clicks.memory)
    if not quick:
        found["soak_lost"] = partial(timed, soak.soak)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="under 60 seconds in all, without the soak run")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="only measurements whose name starts so")
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    for name, measure in measures(arguments.quick).items():
        if arguments.only is None or any(name.startswith(prefix) for prefix in arguments.only):
            for figure in measure(arguments.quick):
                figure.print()


if __name__ == "__main__":
    main()
