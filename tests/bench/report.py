"""One measured figure, and how figures are made of samples."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import TypeVar

T = TypeVar("T")


class Size(Enum):
    """How much is measured: figures to rely on, figures in a minute, or only that it runs."""

    WHOLE, QUICK, SMOKE = range(3)

    def of(self, whole: T, quick: T, smoke: T) -> T:
        return (whole, quick, smoke)[self.value]


@dataclass(frozen=True, slots=True)
class Figure:
    """value in `unit`; detail says what was measured and what bounds it."""

    name: str
    value: float
    unit: str
    detail: str

    def print(self) -> None:
        row = asdict(self) | {"value": round(self.value, 3)}
        print(json.dumps(row, ensure_ascii=False), flush=True)


def percentile(samples: Sequence[float], percent: float) -> float:
    """The smallest sample that at least `percent` of the samples do not exceed."""
    ordered = sorted(samples)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)]
