"""The chart: places stand on land, ornament leaves room for what tells something, windows hide the ends of roads."""

from __future__ import annotations

import pytest
from PIL import ImageChops, ImageStat

from engines.marco_polo_ii.data.content import CONTENT
from render.kit.bounds import measure_bounds
from render.kit.illustration import Ground
from render.kit.scene import Polyline
from render.marco_polo_ii.chart.clearings import is_free, list_obstacles
from render.marco_polo_ii.chart.landscape import draw_landscape
from render.marco_polo_ii.chart.sheet import SCALE, draw_land_mask, draw_sheet
from render.marco_polo_ii.chart.skylines import SKYLINES, cut_skyline
from render.marco_polo_ii.land.crop import Window, draw_static_window
from render.marco_polo_ii.land.places import LEFT, PLACES, TOP

FOREST = (1170, 430, 1200, 460)
"""A place in China without any plate, road or price."""


@pytest.mark.parametrize("city", CONTENT.data.cities)
def test_a_city_stands_on_land_and_has_its_own_skyline(city: str) -> None:
    x, y = PLACES[city]
    assert draw_land_mask().getpixel((int(x - LEFT) * SCALE, int(y - TOP) * SCALE)) == 255
    lines, body = cut_skyline(city, 178)
    assert 0 < ImageStat.Stat(lines).mean[0] < ImageStat.Stat(body).mean[0]


def test_cities_of_a_culture_share_their_skyline() -> None:
    assert SKYLINES["xian"] is SKYLINES["fuzhou"] and SKYLINES["xian"] is not SKYLINES["kabul"]
    assert SKYLINES.keys() == CONTENT.data.cities.keys()


def test_land_and_sea_fill_the_chart() -> None:
    assert 0.6 < ImageStat.Stat(draw_land_mask()).mean[0] / 255 < 0.9


def test_no_ornament_takes_the_place_of_a_plate_or_a_price() -> None:
    boxes = list_obstacles()
    assert len(boxes) > len(CONTENT.data.cities) * 4
    assert not any(is_free(box, (), 0) for box in boxes)
    assert is_free(FOREST)
    assert not is_free(FOREST, [(1190, 440, 1400, 500)])


@pytest.mark.release
def test_ornament_is_drawn_on_the_sheet_but_hardly_below_what_tells_something() -> None:
    difference = ImageChops.difference(draw_landscape(), draw_sheet()).convert("L").reduce(SCALE)
    everywhere = ImageStat.Stat(difference).mean[0]
    prices = [box for box in list_obstacles() if box[2] - box[0] < 60]
    below = [ImageStat.Stat(difference.crop(box)).mean[0] for box in prices]
    assert sum(below) / len(below) < 0.6 * everywhere


def test_roads_end_below_the_frame_of_a_window() -> None:
    window = Window((LEFT + 200, TOP + 100, LEFT + 800, TOP + 500), 44, 142, 1.8)
    w, h = window.size
    nodes = draw_static_window(window)
    roads = [node for node in nodes if isinstance(node, Polyline)]
    assert roads
    for road in roads:
        left, top, right, bottom = measure_bounds(road)
        assert window.x <= left and window.y <= top and right <= window.x + w and bottom <= window.y + h
    (chart,) = (node for node in nodes if isinstance(node, Ground))
    assert chart.window == (400, 200, 1600, 1000)
