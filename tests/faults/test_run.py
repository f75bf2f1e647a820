"""Slices of the long fault run (`python -m tests.faults`), and of the table of faults that it must notice."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

from . import report
from .mutants import MUTANTS
from .run import Outcome, fault_run
from .table import wish_for


async def test_killed_at_random_instants_nothing_is_lost_doubled_or_told_wrongly() -> None:
    outcome = await fault_run(replace(wish_for(None, 3, 11), clicks=200))  # so many, however slow the machine is
    assert outcome.wrong == []
    assert outcome.counts["acknowledged"] > 10 and outcome.counts["rings"] > 0 and outcome.counts["kills"] > 0


async def test_a_fault_in_the_bot_is_noticed() -> None:
    outcome = await fault_run(wish_for("M3", 8, 3))
    assert outcome.wrong


async def test_an_answer_that_was_acknowledged_and_then_lost_by_a_kill_is_seen_as_that() -> None:
    outcome = await fault_run(replace(wish_for("N1", 8, 3), sudden=1.0))
    assert any(text.startswith("database: ") and "it lacks" in text for text in outcome.wrong), outcome.wrong
    assert outcome.counts["killed at an answer"] > 0


def test_the_table_has_the_faults_of_the_review_and_more_of_our_own() -> None:
    names = [mutant.name for mutant in MUTANTS]
    assert {f"M{n}" for n in range(1, 13)} <= set(names) and len(set(names)) == len(names) >= 22
    assert [mutant.name for mutant in MUTANTS if not mutant.seen] == ["M11"]


def test_every_fault_has_its_place_in_the_bot() -> None:
    """A function that they replace may get another name; only the long run would find out."""
    put_in = "from tests.faults.mutants import MUTANTS\nfor mutant in MUTANTS:\n    mutant.put_in()"
    ran = subprocess.run([sys.executable, "-c", put_in], capture_output=True, text=True, check=False, timeout=120)
    assert ran.returncode == 0, ran.stderr


def test_parts_of_a_long_run_add_up(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    for seed in (1, 2):
        outcome = Outcome(seed, ["posts: lost"] if seed == 2 else [], seconds=1.5)
        outcome.counts.update({"kills": 10, "presses": seed})
        report.put(file, outcome)
    found = report.read(file)
    assert [outcome.seed for outcome in found] == [1, 2]
    assert report.total(found) == "2 runs, 3 s: kills 20, presses 3\n1 wrong\nseed 2: posts: lost"


async def test_each_fault_can_be_put_in() -> None:
    """One whose place was renamed would end the bot at its start, and be "noticed" without having acted."""
    code = "from tests.faults.mutants import MUTANTS\nfor mutant in MUTANTS: mutant.put_in()"
    ended = await asyncio.create_subprocess_exec(sys.executable, "-c", code, stderr=asyncio.subprocess.PIPE)
    _, said = await ended.communicate()
    assert ended.returncode == 0, said.decode()
