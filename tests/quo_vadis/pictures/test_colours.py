"""Pairs of colours of one kind are distinguishable, also by colour-blind readers; each kind also differs by shape."""

from __future__ import annotations

import pytest

from render.quo_vadis import theme
from tests.contract.pictures.colours import KINDS, compute_distance, find_nearest_pair

SETS = {
    "races": (theme.RACE, 21.0),
    "terrains": (theme.TERRAIN, 17.0),
    "kinds of cards": (theme.KIND, 19.0),
    "tracks": (theme.TRACK_COLOUR, 16.0),
}


@pytest.mark.parametrize("name", SETS)
def test_pairs_are_distinguishable_in_four_kinds_of_vision(name: str) -> None:
    """The minimum distances are those of the picture guide; letters, glyphs and shapes carry the rest."""
    colours, min_distance = SETS[name]
    smallest, which = find_nearest_pair(colours.values())
    assert smallest >= min_distance, f"{which}: {smallest:.1f}"


def test_every_pair_of_seats_is_distinguishable() -> None:
    """Any two races may meet at a table."""
    races = sorted(theme.RACE)
    for kind in KINDS:
        for i, first in enumerate(races):
            for other in races[i + 1 :]:
                assert compute_distance(theme.RACE[first], theme.RACE[other], kind) > 20, (first, other, kind)
