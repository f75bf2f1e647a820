"""Pairs of colours of one kind are distinguishable, also by colour-blind readers; each kind also differs by shape."""

from __future__ import annotations

from itertools import product

import pytest

from render.kit.colour import compute_contrast
from render.kit.scene import Disc
from render.quo_vadis import theme
from render.quo_vadis.pieces import WorkerPiece
from tests.contract.pictures.colours import KINDS, compute_distance, find_nearest_pair

SETS = {
    "races": (theme.RACE, 18.0),
    "terrains": (theme.TERRAIN, 12.0),
    "kinds of cards": (theme.KIND, 19.0),
    "tracks": (theme.TRACK_COLOUR, 16.0),
}


@pytest.mark.parametrize("name", SETS)
def test_pairs_are_distinguishable_in_four_kinds_of_vision(name: str) -> None:
    """The minimum distances are those of the picture guide; letters, glyphs, shapes and the figures on the terrains
    carry the rest.
    """
    colours, min_distance = SETS[name]
    smallest, which = find_nearest_pair(colours.values())
    assert smallest >= min_distance, f"{which}: {smallest:.1f}"


def test_every_race_is_distinguishable_from_every_terrain() -> None:
    """Any piece may stand on any space; letters, shapes and a cream ring help."""
    for kind in KINDS:
        for race, terrain in product(theme.RACE, theme.TERRAIN):
            distance = compute_distance(theme.RACE[race], theme.TERRAIN[terrain], kind)
            assert distance >= 18, f"{race} on {terrain}, {kind}: {distance:.1f}"


def test_pieces_have_a_cream_ring_within_an_ink_edge() -> None:
    """The ring carries what colours alone do not: it is far from every terrain or edge next to it."""
    for colour in theme.RACE.values():
        fills = [shape.fill for shape in WorkerPiece(0, colour, 30).shapes() if isinstance(shape, Disc)]
        edge, ring, rim, face = fills[-4:]
        assert edge and ring and rim and face == colour
        assert compute_contrast(edge, ring) > 15 and compute_contrast(ring, rim) > 3, colour
