"""Pairs of colours of one kind are distinguishable, also by colour-blind readers; each kind also differs by shape."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw, ImageStat

from render.kit.colour import compute_contrast
from render.kit.scene import Disc
from render.quo_vadis import theme
from render.quo_vadis.land.layout import compute_hex_corners
from render.quo_vadis.pieces import WorkerPiece
from render.quo_vadis.scenery.hexes import LARGE_SIDE, SIDE, VARIANTS, load_hex
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


@pytest.mark.parametrize("side", [SIDE, LARGE_SIDE])
@pytest.mark.parametrize("terrain", theme.TERRAIN)
def test_every_race_is_distinguishable_from_the_painted_terrain(terrain: str, side: int) -> None:
    """Any piece may stand on any space: its fill is far from the mean of the hex as painted, with its relief and
    figures, and the edge of its ring is farther still.
    """
    for variant in range(VARIANTS):
        painted = measure_mean_colour(load_hex(terrain, side, variant), side)
        for kind in KINDS:
            for race, fill in theme.RACE.items():
                distance = compute_distance(fill, painted, kind)
                assert distance >= 18, f"{race} on {terrain} {variant}, {kind}: {distance:.1f}"
            distance = compute_distance(list_ring_colours(fill)[0], painted, kind)
            assert distance >= 25, f"edge on {terrain} {variant}, {kind}: {distance:.1f}"


def measure_mean_colour(cell: Image.Image, side: int) -> str:
    """Return the mean colour within the rim of a hex."""
    mask = Image.new("L", cell.size)
    centre = cell.width / 2, cell.height / 2
    ImageDraw.Draw(mask).polygon(list(compute_hex_corners(centre, 0.92 * side)), fill=255)
    return "#" + "".join(f"{round(tone):02X}" for tone in ImageStat.Stat(cell, mask).mean)


def list_ring_colours(fill: str) -> list[str]:
    """Return the colours around a piece from its edge to the line beside its fill: edge, ring, rim."""
    colours = [shape.fill for shape in WorkerPiece(0, fill, 30).shapes() if isinstance(shape, Disc)]
    assert colours[-1] == fill
    return [colour for colour in colours[-4:-1] if colour is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_the_ring_of_a_piece_is_far_from_its_fill(kind: str) -> None:
    """The cream ring is, or for white pieces the ink line in it; the ring itself stands out of its ink edge."""
    for race, fill in theme.RACE.items():
        edge, ring, rim = list_ring_colours(fill)
        assert max(compute_distance(fill, colour, kind) for colour in (ring, rim)) >= 25, race
        assert compute_contrast(edge, ring) > 15 and compute_contrast(ring, rim) > 3, race
