"""Roads on the map: near a corner of three regions a test reader took the roads of one border for another's."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import BorderView, View
from render.kit.placement import Point
from render.kit.render_context import Lang
from render.kit.scene import KEY, Box, Sprite, TextRun
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board import regions, roads
from render.pax_pamir.pieces import CoalitionBlock, RoadPost

from . import boards
from .scenes import build_context, draw_overview, has_overlap, is_inside

SEEN = 40
"""px of a border (10 on a phone) that must be visible on either side of its roads."""
FEW: tuple[dict[Coalition, int], ...] = ({"british": 1}, {"russian": 4}, {"british": 1, "afghan": 1})
FULL: tuple[dict[Coalition, int], ...] = (*FEW, {"british": 2, "afghan": 2}, {"british": 1, "russian": 2, "afghan": 1})


def build_roads(blocks: dict[Coalition, int]) -> View:
    """Return a View with the same roads on every border."""
    view = boards.build_classic()
    return replace(view, borders=tuple(replace(border, roads=blocks) for border in view.borders))


def build_borders(blocks: dict[Coalition, int]) -> tuple[BorderView, ...]:
    return build_roads(blocks).borders


def sample_border(border: str) -> list[Point]:
    """Return points along a border, one every 2 px."""
    points: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(lands.build_staircase(border)):
        steps = max(1, round((abs(bx - ax) + abs(by - ay)) / 2))
        points += [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps)]
    return points


def list_faults(border: BorderView, box: tuple[float, float, float, float]) -> list[str]:
    """Return the reasons why a reader may not see that a pill belongs to its border."""
    x, y, w, h = box
    faults = []
    points = sample_border(border.id)
    under = [i for i, (px, py) in enumerate(points) if x <= px <= x + w and y <= py <= y + h]
    if not under:
        return ["it does not lie on its border"]
    if under != list(range(under[0], under[-1] + 1)):
        faults.append("it covers its border twice")
    min_visible = min(under[0], len(points) - 1 - under[-1]) * 2
    if min_visible < (SEEN if len(border.roads) < 2 else SEEN / 2):
        faults.append(f"{min_visible} px of its border are seen at one end")
    for other in set(CONTENT.borders) - {border.id}:
        if any(x - 8 <= px <= x + w + 8 and y - 8 <= py <= y + h + 8 for px, py in sample_border(other)):
            faults.append(f"it touches {other}")
    return faults


@pytest.mark.parametrize("there", FULL, ids=str)
def test_roads_lie_on_their_border_which_is_visible_at_both_ends(there: dict[Coalition, int]) -> None:
    assert not [
        (border.id, why) for border in build_borders(there) for why in list_faults(border, roads.measure_pill(border))
    ]


def test_road_beside_a_corner_is_detected() -> None:
    """A deliberate fault: the former position of Herat-Kabul, a few px from the corner, read as Transcaspia-Kabul."""
    (border,) = [border for border in build_borders({"russian": 1}) if border.id == "herat_kabul"]
    x, y, w, h = roads.measure_pill(border)
    corner = lands.build_staircase("kabul_transcaspia")[0]
    assert list_faults(border, (corner[0] + 4, y, w, h)) and list_faults(border, (x, y + 80, w, h))
    assert not list_faults(border, (x, y, w, h))


@pytest.mark.parametrize("there", FULL, ids=str)
def test_a_road_ends_in_a_dot_in_each_of_its_two_lands(there: dict[Coalition, int]) -> None:
    for border in build_borders(there):
        regions = {
            r for dot in roads.find_road_ends(border) for r in CONTENT.regions if is_inside(dot, lands.build_outline(r))
        }
        assert regions == set(border.regions), border.id


def test_a_border_without_roads_has_no_dots() -> None:
    def count_dots(view: View) -> int:
        nodes = draw_overview(view, build_context(view)).live_part
        return sum(isinstance(node, Sprite) and isinstance(node.piece, RoadPost) for node in nodes)

    assert count_dots(build_roads({})) == 0
    assert count_dots(build_roads({"afghan": 1})) == 2 * len(CONTENT.borders)


@pytest.mark.parametrize("there", FEW, ids=str)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_roads_lie_on_no_name_no_ruler_and_no_other_roads(there: dict[Coalition, int], lang: Lang) -> None:
    plates = [layout.build_region_placement(region, regions.measure_plate(region, lang)) for region in CONTENT.regions]
    fixed = [(plate.x, plate.y, plate.x + plate.w, plate.y + plate.h) for plate in plates]
    fixed += [(plate.centre[0] - 52, plate.y - 52, plate.centre[0] + 52, plate.y) for plate in plates]
    pills = [(x, y, x + w, y + h) for x, y, w, h in map(roads.measure_pill, build_borders(there))]
    for i, pill in enumerate(pills):
        assert not any(has_overlap(pill, other, 4) for other in (*fixed, *pills[i + 1 :])), build_borders(there)[i].id


def iter_blocks(view: View, border: BorderView) -> Iterator[tuple[Sprite, TextRun | None]]:
    """Yield the blocks of a border, each with its number."""
    x, y, w, h = roads.measure_pill(border)
    nodes = [n for n in draw_overview(view, build_context(view)).live_part if isinstance(n, Sprite | TextRun)]
    within = [n for n in nodes if x <= n.x <= x + w and y <= n.y <= y + h]
    for block in (n for n in within if isinstance(n, Sprite) and isinstance(n.piece, CoalitionBlock)):
        numbers = [n for n in within if isinstance(n, TextRun) and abs(n.y - block.y) < 8]
        yield block, next(iter(numbers), None)


def test_blocks_of_two_coalitions_are_legible_and_numbered() -> None:
    view = build_roads({"british": 2, "afghan": 2})
    for border in view.borders:
        (first, first_number), (second, second_number) = iter_blocks(view, border)
        assert first_number is not None and second_number is not None and first_number.text == second_number.text == "2"
        assert first.x == second.x and second.y - first.y >= 30, "one below the other"
        for block, number in ((first, first_number), (second, second_number)):
            assert isinstance(block.piece, CoalitionBlock) and block.piece.size >= 54
            assert number.size == KEY and number.x > block.x
            *_, emblem = block.piece.shapes()
            assert getattr(emblem, "size", 0) >= 14, "the emblem of the smallest army has 16"


def test_a_pill_holds_its_blocks_and_numbers() -> None:
    for counts in FULL:
        view = build_roads(counts)
        scene = draw_overview(view, build_context(view))
        pills = [n for n in scene.live_part if isinstance(n, Box) and n.edge == theme.BROWN]
        is_counted = sum(counts.values()) > 1  # a single road needs no pill
        assert len(pills) == len(CONTENT.borders) * is_counted
        for border in view.borders:
            widths = roads.measure_roads(border, *roads.choose_road_sizes(border))
            assert max(widths.values()) <= roads.measure_pill(border)[2] - 8, border.id
