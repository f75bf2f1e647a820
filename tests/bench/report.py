"""Measured figures, sizes of measurements, and percentiles."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import TypeVar

T = TypeVar("T")


class Size(Enum):
    """Size of a measurement: reliable figures, figures within a minute, or only a check that it runs."""

    WHOLE, QUICK, SMOKE = range(3)

    def choose(self, whole: T, quick: T, smoke: T) -> T:
        return (whole, quick, smoke)[self.value]


@dataclass(frozen=True, slots=True)
class Figure:
    """A value in `unit`. `detail` describes the measurement and its limits."""

    name: str
    value: float
    unit: str
    detail: str

    def print_json(self) -> None:
        row = asdict(self) | {"value": round(self.value, 3)}
        print(json.dumps(row, ensure_ascii=False), flush=True)


def compute_percentile(samples: Sequence[float], percent: float) -> float:
    """Return the smallest sample that at least `percent` of the samples do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
