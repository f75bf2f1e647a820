"""A table of one person and Wakhan."""

from __future__ import annotations

from typing import Any

from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import B, build_state

W = B
"""Wakhan's number at a table with one person."""
FOUR_RUSSIANS = {"persia": {"russian": 4}}


def build_alone(front: int = 1, back: int = 8, **more: Any) -> State:
    """Return a table on Wakhan's turn with A (loyal to the Afghans by default); front and back are her cards."""
    return build_state(1, wakhan=True, active=W, ai=(front, back), **more)
