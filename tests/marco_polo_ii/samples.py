"""Samples of this game for the shared tools."""

from __future__ import annotations

from engines.marco_polo_ii.view import View
from tests.project.pictures import Showpiece


def _is_late(view: View) -> bool:
    """Return whether this is the second half of the fourth round, with many dice on the table."""
    placed = sum(die.seat is not None for dice in view.spaces.values() for die in dice)
    return view.round == 4 and placed >= 12


def _map_and_actions(_: View) -> dict[str, str]:
    return {"board": "board", "actions": "actions"}


SHOWPIECE = Showpiece(4, _is_late, _map_and_actions)
"""The fourth round with four players."""
