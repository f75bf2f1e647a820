"""Places where ornament of the chart may stand: never below a plate, a post, a chip, a price or an oasis, nor on a
road.
"""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import hypot
from typing import get_args

from engines.marco_polo_ii.data.content import CONTENT
from render import kit
from render.marco_polo_ii.land.chips import measure_max_width
from render.marco_polo_ii.land.cities import find_centre, measure_plate
from render.marco_polo_ii.land.places import HEIGHT, LEFT, PLACES, TOP, WIDTH, find_road
from render.marco_polo_ii.land.terrain import measure_price

_MARGIN = 12  # px to the edge of the chart
_ABOVE, _BESIDE = 100, 100  # px around a city: its skyline, behind the posts


@cache
def list_obstacles() -> tuple[kit.Bounds, ...]:
    """Return the bounds of what tells something, in px of the chart, for both languages and any cards and tiles."""
    boxes: list[kit.Bounds] = []
    for city in CONTENT.data.cities:
        for lang in get_args(kit.Lang):
            x, y = find_centre(city, lang)
            half = measure_plate(city, lang) / 2
            boxes.append((x - half - 14, y - 26, x + half + 6, y + 28))
            if city != CONTENT.start:
                boxes.append((x - _BESIDE, y - _ABOVE, x + _BESIDE, y - 24))
                width = measure_max_width(city)
                left = min(max(x - width / 2, LEFT), LEFT + WIDTH - width)
                boxes.append((left, y + 26, left + width, y + 74))
    prices = (measure_price(name) for name in CONTENT.data.routes)
    boxes += ((box[0] - 4, box[1] - 4, box[2] + 4, box[3] + 4) for box in prices if box is not None)
    boxes += ((x - 22, y - 34, x + 22, y + 22) for x, y in (PLACES[oasis] for oasis in CONTENT.data.oases))
    return tuple((left - LEFT, top - TOP, right - LEFT, bottom - TOP) for left, top, right, bottom in boxes)


@cache
def _list_road_parts() -> tuple[tuple[kit.Point, kit.Point], ...]:
    lines = ([(x - LEFT, y - TOP) for x, y in find_road(name)] for name in CONTENT.data.routes)
    return tuple(part for line in lines for part in pairwise(line))


def is_near_road(x: float, y: float, distance: float) -> bool:
    for (ax, ay), (bx, by) in _list_road_parts():
        dx, dy = bx - ax, by - ay
        share = max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy or 1)))
        if hypot(x - ax - share * dx, y - ay - share * dy) < distance:
            return True
    return False


def is_free(box: kit.Bounds, occupied: Iterable[kit.Bounds] = (), road_distance: float = 9) -> bool:
    """Return whether ornament may fill a box of the chart. road_distance: px to roads; 0: it may lie below them."""
    left, top, right, bottom = box
    if left < _MARGIN or top < _MARGIN or right > WIDTH - _MARGIN or bottom > HEIGHT - _MARGIN:
        return False
    for other in (*list_obstacles(), *occupied):
        if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
            return False
    if not road_distance:
        return True
    x = (left + right) / 2
    is_foot_near = is_near_road(x, bottom - 4, road_distance + 0.34 * (right - left))
    return not is_foot_near and not is_near_road(x, top + 3, road_distance)
