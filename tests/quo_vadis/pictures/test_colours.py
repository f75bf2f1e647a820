"""Pairs of colours of one kind can be told apart, also by colour-blind readers; each kind has forms beside them."""

from __future__ import annotations

import pytest

from render.quo_vadis import theme
from tests.contract.pictures.colours import KINDS, distance, nearest

SETS = {
    "races": (theme.RACE, 21.0),
    "terrains": (theme.TERRAIN, 17.0),
    "kinds of cards": (theme.KIND, 19.0),
    "tracks": (theme.TRACK_COLOUR, 16.0),
}


@pytest.mark.parametrize("name", SETS)
def test_pairs_are_apart_in_four_kinds_of_eyes(name: str) -> None:
    """The least distances are those of the picture guide; letters, glyphs and forms carry the rest."""
    colours, least = SETS[name]
    found, which = nearest(colours.values())
    assert found >= least, f"{which}: {found:.1f}"


def test_every_pair_of_seats_is_apart() -> None:
    """Any two races may meet at a table."""
    races = sorted(theme.RACE)
    for kind in KINDS:
        for i, one in enumerate(races):
            for other in races[i + 1 :]:
                assert distance(theme.RACE[one], theme.RACE[other], kind) > 20, (one, other, kind)
