"""What shared tools ask of this game's tests."""

from __future__ import annotations

from engines.kilia.view import View
from tests.project.pictures import Showpiece


def _council(_: View) -> dict[str, str]:
    return {"board": "board"}


SHOWPIECE = Showpiece(4, lambda view: view.round == 8, _council)
"""The seventh round with four players."""
