"""Positions that random play hardly reaches, for the contract tests of pictures."""

from __future__ import annotations

from engines.quo_vadis.view import View
from tests.quo_vadis.extremes import build_extreme_game


def build_fullest_view(seats: int) -> View:
    """Return all workers and towns on the map, full tracks, six generations, six open skills, tokens on many areas."""
    view: View = build_extreme_game(seats, "six", ("rich", "crowded", "towns", "no_tokens")).build_view(None)
    return view


CROWDED = {
    "fullest for three": build_fullest_view(3),
    "fullest for five": build_fullest_view(5),
    "one tall generation": build_extreme_game(4, "one", ("towns",)).build_view(None),
}
