"""A table of one person and Wakhan."""

from __future__ import annotations

from typing import Any

from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import B, state

W = B
"""Wakhan's number at a table with one person."""
FOUR_RUSSIANS = {"persia": {"russian": 4}}


def alone(front: int = 1, back: int = 8, **more: Any) -> State:
    """A (loyal to the Afghans unless changed) and Wakhan, whose front and back are these cards; it is her turn."""
    return state(1, wakhan=True, active=W, ai=(front, back), **more)
