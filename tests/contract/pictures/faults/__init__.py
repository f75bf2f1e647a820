"""Deliberate faults in pictures: for each the check that must notice it. What no fault breaks, no check protects."""

from __future__ import annotations

from collections.abc import Mapping

from . import away, latest, overview, question
from .edits import Fault

FAULTS: Mapping[str, Mapping[Fault, str]] = {
    "overview": overview.FAULTS,
    "question": question.FAULTS,
    "away": away.FAULTS,
    "latest": latest.FAULTS,
}
"""Picture that is broken -> fault -> the check that notices it."""

__all__ = ["FAULTS", "Fault"]
