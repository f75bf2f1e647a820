"""Roads on the map: a stranger read those of one border as another's where they lay beside a corner of three lands."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition
from engines.pax_pamir.view import BorderView, View
from render.kit.look import Lang
from render.kit.scene import KEY, Box, Sprite, Text
from render.kit.spot import Point
from render.pax_pamir import lands, layout, theme
from render.pax_pamir.board import regions, roads
from render.pax_pamir.pieces import Block

from . import boards
from .scenes import inside, look, overlap, overview

SEEN = 40
"""px of a border, 10 on a phone, that must be seen on either side of its roads."""
FEW: tuple[dict[Coalition, int], ...] = ({"british": 1}, {"russian": 4}, {"british": 1, "afghan": 1})
FULL: tuple[dict[Coalition, int], ...] = (*FEW, {"british": 2, "afghan": 2}, {"british": 1, "russian": 2, "afghan": 1})


def with_roads(there: dict[Coalition, int]) -> View:
    """The same roads on every border."""
    view = boards.classic()
    return replace(view, borders=tuple(replace(border, roads=there) for border in view.borders))


def borders(there: dict[Coalition, int]) -> tuple[BorderView, ...]:
    return with_roads(there).borders


def dense(border: str) -> list[Point]:
    """A point for every 2 px of a border."""
    points: list[Point] = []
    for (ax, ay), (bx, by) in pairwise(lands.staircase(border)):
        steps = max(1, round((abs(bx - ax) + abs(by - ay)) / 2))
        points += [(ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps) for i in range(steps)]
    return points


def hidden(border: BorderView, box: tuple[float, float, float, float]) -> list[str]:
    """What keeps a reader from seeing that a pill belongs to its border."""
    x, y, w, h = box
    found = []
    points = dense(border.id)
    under = [i for i, (px, py) in enumerate(points) if x <= px <= x + w and y <= py <= y + h]
    if not under:
        return ["it does not lie on its border"]
    if under != list(range(under[0], under[-1] + 1)):
        found.append("it covers its border twice")
    least = min(under[0], len(points) - 1 - under[-1]) * 2
    if least < (SEEN if len(border.roads) < 2 else SEEN / 2):
        found.append(f"{least} px of its border are seen at one end")
    for other in set(CONTENT.borders) - {border.id}:
        if any(x - 8 <= px <= x + w + 8 and y - 8 <= py <= y + h + 8 for px, py in dense(other)):
            found.append(f"it touches {other}")
    return found


@pytest.mark.parametrize("there", FULL, ids=str)
def test_roads_lie_on_their_own_border_and_it_goes_on_at_both_ends(there: dict[Coalition, int]) -> None:
    assert not [(border.id, why) for border in borders(there) for why in hidden(border, roads.pill_box(border))]


def test_roads_beside_a_corner_would_be_noticed() -> None:
    """The deliberate fault: where Herat-Kabul lay as it was read as Transcaspia-Kabul, a few px from the corner."""
    (border,) = [border for border in borders({"russian": 1}) if border.id == "herat_kabul"]
    x, y, w, h = roads.pill_box(border)
    corner = lands.staircase("kabul_transcaspia")[0]
    assert hidden(border, (corner[0] + 4, y, w, h)) and hidden(border, (x, y + 80, w, h))
    assert not hidden(border, (x, y, w, h))


@pytest.mark.parametrize("there", FULL, ids=str)
def test_a_road_ends_in_a_dot_in_each_of_its_two_lands(there: dict[Coalition, int]) -> None:
    for border in borders(there):
        found = {r for dot in roads.road_dots(border) for r in CONTENT.regions if inside(dot, lands.outline(r))}
        assert found == set(border.regions), border.id


def test_a_border_without_roads_has_no_dots() -> None:
    def dots(view: View) -> int:
        return sum(getattr(node, "fill", None) == theme.BROWN for node in overview(view, look(view)).live)

    assert dots(with_roads({})) == 0
    assert dots(with_roads({"afghan": 1})) == 2 * len(CONTENT.borders)


@pytest.mark.parametrize("there", FEW, ids=str)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_roads_lie_on_no_name_no_ruler_and_no_other_roads(there: dict[Coalition, int], lang: Lang) -> None:
    plates = [layout.region(region, regions.plate_w(region, lang)) for region in CONTENT.regions]
    fixed = [(plate.x, plate.y, plate.x + plate.w, plate.y + plate.h) for plate in plates]
    fixed += [(plate.centre[0] - 52, plate.y - 52, plate.centre[0] + 52, plate.y) for plate in plates]
    pills = [(x, y, x + w, y + h) for x, y, w, h in map(roads.pill_box, borders(there))]
    for i, pill in enumerate(pills):
        assert not any(overlap(pill, other, 4) for other in (*fixed, *pills[i + 1 :])), borders(there)[i].id


def of_one(view: View, border: BorderView) -> Iterator[tuple[Sprite, Text | None]]:
    """The blocks of a border, each with its number."""
    x, y, w, h = roads.pill_box(border)
    nodes = [n for n in overview(view, look(view)).live if isinstance(n, Sprite | Text)]
    within = [n for n in nodes if x <= n.x <= x + w and y <= n.y <= y + h]
    for block in (n for n in within if isinstance(n, Sprite) and isinstance(n.piece, Block)):
        numbers = [n for n in within if isinstance(n, Text) and abs(n.y - block.y) < 8]
        yield block, next(iter(numbers), None)


def test_two_coalitions_are_as_legible_as_the_smallest_armies_and_each_number_stands_behind_its_block() -> None:
    view = with_roads({"british": 2, "afghan": 2})
    for border in view.borders:
        (first, one), (second, two) = of_one(view, border)
        assert one is not None and two is not None and one.text == two.text == "2"
        assert first.x == second.x and second.y - first.y >= 30, "one below the other"
        for block, number in ((first, one), (second, two)):
            assert isinstance(block.piece, Block) and block.piece.size >= 54
            assert number.size == KEY and number.x > block.x
            (emblem,) = block.piece.shapes()[2:]
            assert getattr(emblem, "size", 0) >= 14, "the emblem of the smallest army has 16"


def test_a_pill_holds_its_blocks_and_numbers() -> None:
    for there in FULL:
        view = with_roads(there)
        scene = overview(view, look(view))
        pills = [n for n in scene.live if isinstance(n, Box) and n.edge == theme.BROWN]
        assert len(pills) == len(CONTENT.borders)
        for border in view.borders:
            widths = roads.road_widths(border, *roads.road_sizes(border))
            assert max(widths.values()) <= roads.pill_box(border)[2] - 8, border.id
