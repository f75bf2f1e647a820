"""Short fault runs (the long one is `python -m tests.faults`), with and without deliberate faults in the bot."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.fake_discord import FakeDiscord
from tests.e2e import process_faults

from . import report
from .aimed import KillPoint
from .mutants.listing import MUTANTS
from .pending import MAX_QUIET_S, PendingRow, PendingWork, QuietWatch
from .report import LINE_PRESSES, Outcome, RunSettings
from .run import Run, run_with_kills
from .shadow import LINE
from .table import build_settings

DOCUMENT = Path(__file__).parents[2] / "docs/faults.md"
MAX_RUN_S = 240.0
"""Limit of a run: less than a test may take, so that a run that hangs says what it waits for."""


async def test_random_kills_lose_and_double_nothing() -> None:
    # a fixed number, however slow the machine is
    outcome = await run_with_kills(replace(build_settings(None, 2, 11), min_presses=40, max_seconds=MAX_RUN_S))
    assert outcome.problems == []
    assert outcome.counts["acknowledged"] > 10 and outcome.counts["rings"] > 0 and outcome.counts["kills"] > 0


@pytest.mark.release
async def test_kills_at_chosen_moments_of_messages_lose_and_double_nothing() -> None:
    settings = replace(build_settings(None, len(KillPoint), 5), has_troubles=False, killed_at_answer_share=0.0)
    outcome = await run_with_kills(replace(settings, killed_at_message_share=1.0, max_seconds=MAX_RUN_S))
    assert outcome.problems == []
    assert all(outcome.counts[point] for point in KillPoint), outcome.counts


@pytest.mark.release
async def test_a_fault_in_the_bot_is_noticed() -> None:
    outcome = await run_with_kills(replace(build_settings("M3", 8, 3), max_seconds=MAX_RUN_S))
    assert outcome.problems


async def test_acknowledged_answer_lost_by_kill_is_noticed() -> None:
    outcome = await run_with_kills(
        replace(build_settings("N1", 8, 3), killed_at_answer_share=1.0, max_seconds=MAX_RUN_S)
    )
    lost = [text for text in outcome.problems if "it lacks" in text or f"answer {(LINE,)}" in text]
    assert lost, outcome.problems  # suggested answers are looked up as soon as they are acknowledged
    assert outcome.counts["killed at an answer"] > 0


def test_fault_table_is_complete() -> None:
    names = [mutant.name for mutant in MUTANTS]
    assert {f"M{n}" for n in range(1, 13)} <= set(names) and len(set(names)) == len(names) >= 22
    assert [mutant.name for mutant in MUTANTS if not mutant.is_detectable] == ["M11", "N23"]


def test_the_document_has_the_fault_table() -> None:
    rows = re.findall(r"^\| ([MN]\d+) \| (.*?) \|", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert rows == [(mutant.name, mutant.description) for mutant in MUTANTS]


def test_the_document_has_the_faults_of_several_processes() -> None:
    section = DOCUMENT.read_text("utf-8").split("\n## Several processes\n")[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`.*?`) \|", section, re.MULTILINE)
    assert sorted(name for cell in cells for name in re.findall(r"`([a-z]\w+)`", cell)) == sorted(process_faults.KINDS)


def test_every_fault_finds_its_function() -> None:
    """A fault whose function was renamed would end the bot at its start and count as noticed without any effect."""
    put_in = "from tests.faults.mutants.listing import MUTANTS\nfor mutant in MUTANTS:\n    mutant.put_in()"
    result = subprocess.run([sys.executable, "-c", put_in], capture_output=True, text=True, check=False, timeout=900)
    assert result.returncode == 0, result.stderr


def test_parts_of_a_long_run_add_up(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    for seed in (1, 2):
        outcome = Outcome(seed, ["posts: lost"] if seed == 2 else [], seconds=1.5)
        outcome.counts.update({"kills": 10, "presses": seed})
        report.append_outcome(file, outcome)
    outcomes = report.load_outcomes(file)
    assert [outcome.seed for outcome in outcomes] == [1, 2]
    assert report.summarize(outcomes) == "2 runs, 3 s: kills 20, presses 3\n1 wrong\nseed 2: posts: lost"


@pytest.mark.parametrize(("presses", "lines", "is_wrong"), [(400, 7, True), (400, 8, False), (299, 0, False)])
async def test_run_in_which_few_suggestions_are_taken_is_wrong(
    presses: int, lines: int, is_wrong: bool, tmp_path: Path
) -> None:
    async with FakeDiscord() as fake_discord:
        run = Run(RunSettings(1), fake_discord, tmp_path)
        run.log.touch()
        run.counts.update({"acknowledged": 1, "presses": presses, LINE_PRESSES: lines})
        problems = run.build_outcome().problems
    assert problems == ([f"presses: {lines} of 400 were Do ★, fewer than 2%"] if is_wrong else [])


NOW_MS = 1_700_000_000_000


HOUR_MS = 3_600_000


QUIET_MS = int(MAX_QUIET_S * 1000)


def build_work(*due_in_ms: int) -> PendingWork:
    rows = [PendingRow(n + 1, 7, "ping", NOW_MS + due, 2, "no answer") for n, due in enumerate(due_in_ms)]
    return PendingWork(rows, 0)


def find_stall_after(milliseconds: int, work: PendingWork, ahead_ms: int = 0) -> str | None:
    """Return what the watch says if nothing changes for so long."""
    watch = QuietWatch(NOW_MS)
    assert watch.find_stall(work, NOW_MS, ahead_ms) is None
    return watch.find_stall(work, NOW_MS + milliseconds, ahead_ms)


def test_row_that_waits_after_a_failure_is_waited_for() -> None:
    work = build_work(0, 300_000)
    assert find_stall_after(300_000 + QUIET_MS, work) is None
    assert find_stall_after(300_001 + QUIET_MS, work) is not None


def test_row_that_is_due_in_ten_years_ends_the_wait_and_is_named() -> None:
    stall = find_stall_after(QUIET_MS + 1000, build_work(87_600 * HOUR_MS))
    assert stall == (
        "1 rows are due, and none was sent for 45 s: ping 1 of table 7 due in 315359954 s after 2 attempts (no answer)"
    )


def test_due_times_are_read_by_the_clock_of_the_bot() -> None:
    work = build_work(HOUR_MS + 60_000)
    assert find_stall_after(60_000 + QUIET_MS, work, HOUR_MS) is None
    assert "due in -46 s" in str(find_stall_after(61_000 + QUIET_MS, work, HOUR_MS))


def test_sent_row_begins_the_wait_anew() -> None:
    watch = QuietWatch(NOW_MS)
    assert watch.find_stall(build_work(0, 0), NOW_MS, 0) is None
    assert watch.find_stall(build_work(0), NOW_MS + QUIET_MS, 0) is None
    assert watch.find_stall(build_work(0), NOW_MS + 2 * QUIET_MS, 0) is None
    assert watch.find_stall(build_work(0), NOW_MS + 2 * QUIET_MS + 1, 0) is not None
