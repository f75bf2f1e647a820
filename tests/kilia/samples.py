"""Samples of this game for the shared tools."""

from __future__ import annotations

from engines.kilia.view import View
from tests.project.pictures import Showpiece


def _council_and_a_board(view: View) -> dict[str, str]:
    """Return the council, and the board of the player with the richest canal."""
    richest = max(view.mats, key=lambda mat: (sum(s.cells is not None for s in mat.canal), mat.income))
    return {"board": "board", "mat": f"mat:{richest.seat}"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 10, _council_and_a_board)
"""The ninth round with four players."""
