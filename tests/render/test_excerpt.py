"""A preview draws only the parts of a picture that change."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from PIL import Image

from render import paint
from render.kit.colour import INK, WHITE, Theme
from render.kit.excerpt import MARGIN, MIN_BAND_GAP, list_changed_bands
from render.kit.marks.changes import compare_anchors
from render.kit.painter import BAND_GAP, paint_column
from render.kit.placement import Placement
from render.kit.scene import KEY, Anchor, Box, Node, Scene, TextRun

THEME = Theme("excerpt", ("#EEEEEE",), (INK, WHITE))


def build_picture(*shows: tuple[int, int], rows: int = 10, more: tuple[Node, ...] = ()) -> Scene:
    """Return a picture with rows 120 px high and a word in each. shows: pairs of a row and its content."""
    seen = dict(shows)
    nodes: list[Node] = []
    for row in range(rows):
        y = 120 * row
        nodes.append(Box(44, y + 10, 1500, 100, 8, WHITE))
        nodes.append(TextRun(60, y + 60, f"row {row}: {seen.get(row, 0)}", KEY, INK, max_width=600))
        nodes.append(Anchor(f"row:{row}", Placement(700, y + 40, 60, 40), seen.get(row, 0)))
    return Scene(THEME, 1600, 120 * rows, "#EEEEEE", (), (*nodes, *more))


def list_bands(now: Scene, then: Scene | None = None) -> tuple[tuple[int, int], ...]:
    earlier = then or build_picture()
    return list_changed_bands(compare_anchors(earlier.anchors, now.anchors), earlier, now)


def test_changed_row_is_shown_whole_and_alone() -> None:
    assert list_bands(build_picture((5, 1))) == ((600, 720),)


def test_distant_changes_have_separate_bands_and_neighbours_share_one() -> None:
    assert len(list_bands(build_picture((1, 1), (8, 1)))) == 2
    assert len(list_bands(build_picture((4, 1), (5, 1)))) == 1


def test_bands_lie_in_order_apart_from_each_other_and_on_the_picture() -> None:
    for first_row in range(10):
        for other in range(10):
            row_bands = list_bands(build_picture((first_row, 1), (other, 2)))
            assert row_bands[0][0] >= 0 and row_bands[-1][1] <= 1200
            assert all(b - a >= MIN_BAND_GAP for (_, a), (b, _) in pairwise(row_bands))
            for row in (first_row, other):
                assert any(
                    top <= max(0, 120 * row + 40 - MARGIN) and 120 * row + 80 <= bottom for top, bottom in row_bands
                )


@pytest.mark.parametrize("changed", [(), tuple((row, 1) for row in range(0, 10))])
def test_whole_picture_is_shown_if_nothing_or_nearly_all_changed(changed: tuple[tuple[int, int], ...]) -> None:
    assert list_bands(build_picture(*changed)) == ((0, 1200),)


def test_path_of_a_moved_piece_is_not_cut() -> None:
    def build_picture_with_man(y: int) -> Scene:
        places = [Anchor(f"man:{at}", Placement(900, at, 40, 40), int(at == y), piece_kind="man") for at in (60, 660)]
        return build_picture(more=tuple(places))

    ((top, bottom),) = list_bands(build_picture_with_man(660), build_picture_with_man(60))
    assert top <= 60 and bottom >= 700


def test_a_column_keeps_the_bands_of_each_scene() -> None:
    scene = build_picture((1, 1), (8, 2))
    kept_bands = ((120, 240), (960, 1080))
    whole = Image.open(io.BytesIO(paint_column((scene, scene), ((), kept_bands)))).convert("RGB")
    alone = Image.open(io.BytesIO(paint(scene))).convert("RGB")
    assert whole.size == (1600, 1200 + 120 + BAND_GAP + 120)
    for (top, bottom), at in zip(kept_bands, (1200, 1320 + BAND_GAP), strict=True):
        part = whole.crop((0, at, 1600, at + bottom - top))
        assert part.tobytes() == alone.crop((0, top, 1600, bottom)).tobytes()
