"""Results of fault runs, one JSON line each, so that a long run can be made in parts and summed up."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from .run import Outcome


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
