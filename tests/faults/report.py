"""What runs have found, one JSON line each, so that a long run can be made in parts and added up."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from .run import Outcome


def put(file: Path | None, outcome: Outcome) -> None:
    """Print the line, and write it behind those that the file has."""
    row = {
        "seed": outcome.seed,
        "wrong": outcome.wrong,
        "counts": dict(outcome.counts),
        "seconds": round(outcome.seconds, 1),
    }
    line = json.dumps(row, ensure_ascii=False)
    print(line, flush=True)
    if file is not None:
        with file.open("a") as out:
            out.write(line + "\n")


def read(file: Path) -> list[Outcome]:
    """Every run of the file; none if it is not there."""
    if not file.exists():
        return []
    rows = map(json.loads, file.read_text().splitlines())
    return [Outcome(row["seed"], row["wrong"], Counter(row["counts"]), row["seconds"]) for row in rows]


def total(outcomes: list[Outcome]) -> str:
    """All runs together, in words."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        counts += Counter(outcome.counts)
    wrong = [f"seed {outcome.seed}: {text}" for outcome in outcomes for text in outcome.wrong]
    seconds = sum(outcome.seconds for outcome in outcomes)
    told = ", ".join(f"{name} {count}" for name, count in counts.most_common())
    return "\n".join([f"{len(outcomes)} runs, {seconds:.0f} s: {told}", f"{len(wrong)} wrong", *wrong])
