"""Deliberate faults in pictures, and the check that must notice each; every check needs a fault that it notices."""

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
"""Kind of the broken picture -> fault -> name of the check that notices it."""

__all__ = ["FAULTS", "Fault"]
