"""Samples of this game for the shared tools."""

from __future__ import annotations

from tests.project.pictures import Showpiece

SHOWPIECE = Showpiece(4, lambda view: view.checks_left < 2, lambda view: {"board": "board"})
"""Four players before the third dominance check."""
