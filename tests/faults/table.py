"""Table of deliberate faults: each is put into the bot, and a fault run reports which check notices it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.discovered import list_shipped_games

from .mutants.listing import BY_NAME, MUTANTS, Mutant
from .report import Outcome, RunSettings
from .run import run_with_kills

QUICK_GAMES = ("flotsam", "meadow", "flotsam", *sorted(list_shipped_games())[:3:2])
"""Games of the tables: short ones whose ends are reached, hidden bids; two that people get, with hidden hands."""


@dataclass(frozen=True, slots=True)
class FaultResult:
    """One fault and the outcome of its run."""

    mutant: Mutant
    outcome: Outcome

    @property
    def is_caught(self) -> bool:
        return bool(self.outcome.problems)

    @property
    def line(self) -> str:
        counts = self.outcome.counts
        first = self.outcome.problems[0][:160].replace("\n", " ") if self.outcome.problems else "NOT NOTICED"
        if not self.mutant.is_detectable:
            first = "no kill can show it (tests/storage/test_durability.py reads the pragma)"
        work = f"{counts['kills']} kills, {counts['presses']} presses, {self.outcome.seconds:.0f} s"
        return f"| {self.mutant.name} | {self.mutant.description} | {first} | {work} |"


def build_settings(
    name: str | None, kills: int, seed: int, clicks: int = 0, *, keep: Path | None = None
) -> RunSettings:
    """Return the settings of a run over short games that ends at the first problem.

    name: name of the fault; None for no fault.
    """
    command = ("-m", "tests.faults.bot_with", "--plain", *(() if name is None else (name,)))
    return RunSettings(
        seed, kills, clicks, table_count=len(QUICK_GAMES), life_range_s=(0.5, 3.0), compared_share=0.6, back_share=0.25,
        command=command, game_ids=QUICK_GAMES,
        stops_at_first_problem=True, keep_folder=None if keep is None else keep / (name or "sound"),
    )  # fmt: skip


def run_fault_table(
    names: Sequence[str], kills: int, seed: int, clicks: int = 0, keep: Path | None = None
) -> list[FaultResult]:
    """Run each named fault (all if none is named), and print and return its row of the table."""
    rows = []
    for mutant in [BY_NAME[name] for name in names] or MUTANTS:
        settings = build_settings(mutant.name, kills, seed, clicks, keep=keep)
        outcome = asyncio.run(run_with_kills(settings)) if mutant.is_detectable else Outcome(seed)
        rows.append(FaultResult(mutant, outcome))
        print(rows[-1].line, flush=True)
    return rows
