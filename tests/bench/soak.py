"""20,000 concurrent presses over 1,000 tables: nothing lost, no duplicate notification, no error."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from bot.fake_discord import FakeDiscord, World
from tests.discovered import list_shipped_games
from tests.faults.report import RunSettings
from tests.faults.run import Run

from .report import Figure, Size

AT_A_TIME = 8


async def run_soak(size: Size) -> Iterator[Figure]:
    """Run the presses and compare the results as the fault run does.

    Nothing is drawn, because each press asks for a picture and drawing would take most of the time (`clicks`
    measures it).
    """
    tables, presses = size.choose((1000, 20_000), (100, 2_000), (3, 12))
    plan = RunSettings(
        5, 0, presses, tables, has_troubles=False, command=("-m", "tests.faults.bot_with", "--plain"),
        game_ids=tuple(list_shipped_games()), max_parallel_tables=AT_A_TIME, patient_share=0.0,
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        async with FakeDiscord(World(keeps_files=False), is_strict=False, reply_delay=0.002) as fake_discord:
            run = Run(plan, fake_discord, Path(folder))
            await run.open_tables()
            try:
                await run.run_lives()
            finally:
                await run.kill_bot()
            outcome = run.build_outcome()
            errors = run.list_log_lines("error", "critical")
    counts = outcome.counts
    text = (
        f"{counts['presses']} presses over {tables} tables, {AT_A_TIME} at a time, {counts['acknowledged']} decisions"
    )
    call_problems = [problem for problem in outcome.problems if problem.startswith("calls:")]
    other_problems = [problem for problem in outcome.problems if not problem.startswith("calls:")]

    def build_figure(name: str, problem: list[str], unit: str) -> Figure:
        return Figure(name, len(problem), unit, text + (f"; first: {problem[0][:200]}" if problem else ""))

    return iter(
        [
            build_figure("soak_wrong", other_problems, "things that no history explains"),
            build_figure("soak_wrong_calls", call_problems, "calls"),
            build_figure("soak_errors", errors, "lines of the log of level error or critical"),
            Figure("soak_s", outcome.seconds, "s", text),
        ]
    )
