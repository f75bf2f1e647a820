"""Samples of this game for the shared tools."""

from __future__ import annotations

from engines.signorie.view import View
from tests.project.pictures import Showpiece


def _board_and_leaders_mat(view: View) -> dict[str, str]:
    leader = max(range(len(view.mats)), key=lambda seat: view.mats[seat].vp)
    return {"board": "board", "mat": f"mat:{leader}"}


SHOWPIECE = Showpiece(3, lambda view: view.round == 5 and view.phase != "actions", _board_and_leaders_mat)
"""The fifth round with three players: the board, and the leader's mat."""
