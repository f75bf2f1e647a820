"""Of a preview only the parts are drawn on which something is different."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from render import paint
from render.kit.colour import INK, WHITE, Theme
from render.kit.excerpt import JOINED, MARGIN, bands
from render.kit.marks.changes import compare
from render.kit.painter import GAP, paint_column
from render.kit.scene import KEY, Anchor, Box, Node, Scene, Text
from render.kit.spot import Spot

THEME = Theme("excerpt", ("#EEEEEE",), (INK, WHITE))


def picture(*shows: tuple[int, int], rows: int = 10, more: tuple[Node, ...] = ()) -> Scene:
    """Rows of 120 px with a word in each. shows: (row, what is to be seen there)."""
    seen = dict(shows)
    nodes: list[Node] = []
    for row in range(rows):
        y = 120 * row
        nodes.append(Box(44, y + 10, 1500, 100, 8, WHITE))
        nodes.append(Text(60, y + 60, f"row {row}: {seen.get(row, 0)}", KEY, INK, room=600))
        nodes.append(Anchor(f"row:{row}", Spot(700, y + 40, 60, 40), seen.get(row, 0)))
    return Scene(THEME, 1600, 120 * rows, "#EEEEEE", (), (*nodes, *more))


def found(now: Scene, then: Scene | None = None) -> tuple[tuple[int, int], ...]:
    earlier = then or picture()
    return bands(compare(earlier.anchors, now.anchors), earlier, now)


def test_a_row_is_shown_as_a_whole_and_no_other() -> None:
    assert found(picture((5, 1))) == ((600, 720),)


def test_what_is_far_apart_has_a_band_of_its_own_and_neighbours_share_one() -> None:
    assert len(found(picture((1, 1), (8, 1)))) == 2
    assert len(found(picture((4, 1), (5, 1)))) == 1


def test_bands_lie_in_order_apart_from_each_other_and_on_the_picture() -> None:
    for one in range(10):
        for other in range(10):
            kept = found(picture((one, 1), (other, 2)))
            assert kept[0][0] >= 0 and kept[-1][1] <= 1200
            assert all(b - a >= JOINED for (_, a), (b, _) in pairwise(kept))
            for row in (one, other):
                assert any(top <= max(0, 120 * row + 40 - MARGIN) and 120 * row + 80 <= bottom for top, bottom in kept)


@pytest.mark.parametrize("changed", [(), tuple((row, 1) for row in range(0, 10))])
def test_nothing_and_nearly_everything_show_the_whole_picture(changed: tuple[tuple[int, int], ...]) -> None:
    assert found(picture(*changed)) == ((0, 1200),)


def test_the_way_of_a_piece_is_not_cut() -> None:
    def with_man(y: int) -> Scene:
        places = [Anchor(f"man:{at}", Spot(900, at, 40, 40), int(at == y), mover="man") for at in (60, 660)]
        return picture(more=tuple(places))

    ((top, bottom),) = found(with_man(660), with_man(60))
    assert top <= 60 and bottom >= 700


def test_a_column_keeps_the_bands_of_each_scene() -> None:
    scene = picture((1, 1), (8, 2))
    kept = ((120, 240), (960, 1080))
    whole = Image.open(io.BytesIO(paint_column((scene, scene), ((), kept)))).convert("RGB")
    alone = Image.open(io.BytesIO(paint(scene))).convert("RGB")
    assert whole.size == (1600, 1200 + 120 + GAP + 120)
    for (top, bottom), at in zip(kept, (1200, 1320 + GAP), strict=True):
        part = whole.crop((0, at, 1600, at + bottom - top))
        assert part.tobytes() == alone.crop((0, top, 1600, bottom)).tobytes()
