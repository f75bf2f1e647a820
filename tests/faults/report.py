"""Settings of fault runs, and results, one JSON line each, so that a long run can be made in parts and summed up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

LINE_PRESSES = "Do ★"
"""Name of the number of presses that give all suggested answers."""
MIN_LINES_SHARE, MIN_PRESSES = 0.02, 300
"""Share of them below which a run of so many presses shows little; usually it is three times as large."""


@dataclass(slots=True)
class Outcome:
    """The result of a run."""

    seed: int
    problems: list[str] = field(default_factory=list)
    """Descriptions of all problems; empty after a good run."""
    counts: Counter[str] = field(default_factory=Counter)
    """Numbers of presses, troubles, comparisons and so on."""
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class RunSettings:
    """Settings of a fault run."""

    seed: int = 1
    kills: int = 20
    """Number of times the bot is started and killed."""
    min_presses: int = 0
    """Minimum number of presses."""
    table_count: int = 7
    """Number of tables; the games take turns."""
    life_range_s: tuple[float, float] = (0.05, 2.5)
    """Range of seconds between a start and the kill."""
    killed_at_answer_share: float = 0.35
    """Share of the kills that happen at the moment an answer arrives."""
    killed_at_message_share: float = 0.25
    """Share of the other kills at a chosen moment of a message (`aimed.KillPoint`), in turn."""
    compared_share: float = 0.25
    """Share of the other kills before which all posts are compared."""
    back_share: float = 0.1
    """Share of steps back among the presses."""
    has_troubles: bool = True
    """Whether Discord and the gateway fail too."""
    command: Sequence[str] = ("-m", "tests.faults.bot_with")
    """Arguments of Python that start the bot."""
    game_ids: Sequence[str] = ()
    """Ids of the games, in turn; empty for all."""
    max_parallel_tables: int = 100
    """Maximum number of tables played at the same time."""
    patient_share: float = 0.4
    """Share of the visits that wait for the notifications first."""
    stops_at_first_problem: bool = False
    """Whether to end at the first problem."""
    max_seconds: float = 7200.0
    """Maximum duration: far more than the longest run takes, so that only a hanging one is ended."""
    keep_folder: Path | None = None
    """Folder for the database, the bot's log and the observations at each table if there is any problem."""


def list_rare_presses(counts: Counter[str]) -> list[str]:
    """Return a problem if the players pressed *Do ★* so rarely that the run shows little about it."""
    presses, lines = counts["presses"], counts[LINE_PRESSES]
    if presses < MIN_PRESSES or lines >= presses * MIN_LINES_SHARE:
        return []
    return [f"presses: {lines} of {presses} were {LINE_PRESSES}, fewer than {MIN_LINES_SHARE:.0%}"]


def append_outcome(file: Path | None, outcome: Outcome) -> None:
    """Print the outcome as a JSON line and append it to the file."""
    row = {
        "seed": outcome.seed,
        "wrong": outcome.problems,
        "counts": dict(outcome.counts),
        "seconds": round(outcome.seconds, 1),
    }
    line = json.dumps(row, ensure_ascii=False)
    print(line, flush=True)
    if file is not None:
        with file.open("a") as out:
            out.write(line + "\n")


def load_outcomes(file: Path) -> list[Outcome]:
    """Return every outcome in the file; an empty list if there is no file."""
    if not file.exists():
        return []
    rows = map(json.loads, file.read_text().splitlines())
    return [Outcome(row["seed"], row["wrong"], Counter(row["counts"]), row["seconds"]) for row in rows]


def summarize(outcomes: list[Outcome]) -> str:
    """Return a text that sums up all outcomes."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts += Counter(outcome.counts)
    wrong = [f"seed {outcome.seed}: {text}" for outcome in outcomes for text in outcome.problems]
    seconds = sum(outcome.seconds for outcome in outcomes)
    counts_text = ", ".join(f"{name} {count}" for name, count in counts.most_common())
    return "\n".join([f"{len(outcomes)} runs, {seconds:.0f} s: {counts_text}", f"{len(wrong)} wrong", *wrong])
