"""Run `python -m tests.scale [--quick | --smoke] [--only NAME ...]`: one JSON object per line, as in tests.bench."""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import AsyncIterator, Callable

from tests.bench.report import Figure, Size

from . import answers, curve

MEASURES: dict[str, Callable[[Size], AsyncIterator[Figure]]] = {
    "answers": answers.measure_first_answers,
    "curve": curve.measure_by_table_count,
    "memory": curve.measure_table_memory,
}


async def print_figures(names: list[str], size: Size) -> None:
    """Print each figure as soon as it is known."""
    for name in names:
        async for figure in MEASURES[name](size):
            figure.print_json()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.scale", description=__doc__)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--quick", action="store_const", const=Size.QUICK, help="a tenth of the tables")
    sizes.add_argument("--smoke", action="store_const", const=Size.SMOKE, help="only whether everything runs")
    parser.add_argument("--only", nargs="+", metavar="NAME", choices=tuple(MEASURES), default=list(MEASURES))
    arguments = parser.parse_args()
    logging.basicConfig(level=logging.WARNING)
    asyncio.run(print_figures(arguments.only, arguments.quick or arguments.smoke or Size.WHOLE))


if __name__ == "__main__":
    main()
