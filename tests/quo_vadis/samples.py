"""Samples of this game for the shared tools."""

from __future__ import annotations

from engines.quo_vadis.view import View
from tests.project.pictures import Showpiece


def _board(_: View) -> dict[str, str]:
    return {"board": "board"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 7, _board)
"""The sixth round with four players."""
