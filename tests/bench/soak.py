"""20,000 clicks over 1,000 tables, many at a time: nothing lost, nobody called twice, no error."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.standin import StandIn, World
from tests.discovered import shipped
from tests.faults.run import Run, Wish

from .report import Figure, Size

AT_A_TIME = 8


async def soak(size: Size) -> Iterator[Figure]:
    """The whole run, or a few presses to see that it runs. Everything is compared as the fault run does.

    Nothing is drawn: each press asks for a picture, which takes more processor time than all the rest, and the run
    would measure drawing (`clicks` does).
    """
    tables, presses = size.of((1000, 20_000), (100, 2_000), (3, 12))
    wish = Wish(
        5, 0, presses, tables, troubled=False, command=("-m", "tests.faults.bot_with", "--plain"),
        engines=tuple(shipped()), at_a_time=AT_A_TIME, patient=0.0,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        async with StandIn(World(keep_files=False), validate=False, settle=0.002) as standin:
            run = Run(wish, standin, Path(folder))
            await run.begin()
            try:
                await run.go()
            finally:
                await run.end()
            outcome = run.outcome()
            errors = run.log_of("error", "critical")
    counts = outcome.counts
    text = (
        f"{counts['presses']} presses over {tables} tables, {AT_A_TIME} at a time, {counts['acknowledged']} decisions"
    )
    calls = [found for found in outcome.wrong if found.startswith("calls:")]
    others = [found for found in outcome.wrong if not found.startswith("calls:")]

    def figure(name: str, found: list[str], unit: str) -> Figure:
        return Figure(name, len(found), unit, text + (f"; first: {found[0][:200]}" if found else ""))

    return iter(
        [
            figure("soak_wrong", others, "things that no history explains"),
            figure("soak_wrong_calls", calls, "calls"),
            figure("soak_errors", errors, "lines of the log of level error or critical"),
            Figure("soak_s", outcome.seconds, "s", text),
        ]
    )
