"""The table of faults: each is put into the bot, the fault run goes on until it notices, and says what noticed it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.discovered import shipped

from .mutants import BY_NAME, MUTANTS, Mutant
from .run import Outcome, Wish, fault_run

QUICK = ("flotsam", "meadow", "flotsam", *sorted(shipped())[:3:2])
"""Games of the tables: short ones whose ends are reached, hidden bids; two that people get, with hidden hands."""


@dataclass(frozen=True, slots=True)
class Row:
    """One fault and what became of it."""

    mutant: Mutant
    outcome: Outcome

    @property
    def is_caught(self) -> bool:
        return bool(self.outcome.wrong)

    @property
    def line(self) -> str:
        counts = self.outcome.counts
        first = self.outcome.wrong[0][:160].replace("\n", " ") if self.outcome.wrong else "NOT NOTICED"
        if not self.mutant.seen:
            first = "no kill can show it (tests/storage/test_durability.py reads the pragma)"
        work = f"{counts['kills']} kills, {counts['presses']} presses, {self.outcome.seconds:.0f} s"
        return f"| {self.mutant.name} | {self.mutant.what} | {first} | {work} |"


def wish_for(name: str | None, kills: int, seed: int, clicks: int = 0, *, keep: Path | None = None) -> Wish:
    """A run over short games, in which a fault is soon seen and ends it. name: of the fault; None: none."""
    command = ("-m", "tests.faults.bot_with", "--plain", *(() if name is None else (name,)))
    return Wish(
        seed, kills, clicks, tables=len(QUICK), life=(0.5, 3.0), quiet=0.6, back=0.25, command=command, engines=QUICK,
        until_wrong=True, keep=None if keep is None else keep / (name or "sound"),
    )  # fmt: skip


def mutation_table(names: Sequence[str], kills: int, seed: int, clicks: int = 0, keep: Path | None = None) -> list[Row]:
    """A row for each of the faults (none named: all)."""
    rows = []
    for mutant in [BY_NAME[name] for name in names] or MUTANTS:
        wish = wish_for(mutant.name, kills, seed, clicks, keep=keep)
        outcome = asyncio.run(fault_run(wish)) if mutant.seen else Outcome(seed)
        rows.append(Row(mutant, outcome))
        print(rows[-1].line, flush=True)
    return rows
