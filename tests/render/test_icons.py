"""The icon language, and every icon in it."""

import io

import pytest
from PIL import Image

from render.kit.bounds import measure_bounds
from render.kit.colour import INK, Theme
from render.kit.icons import load_icons, parse_stroke
from render.kit.painter import paint
from render.kit.scene import Icon, Scene
from tests.check_each import check_each

THEME = Theme("test", ("#FFFFFF",), ())


@check_each("name", sorted(load_icons()))
def test_every_icon_paints_inside_its_square(name: str) -> None:
    icon = Icon(name, 60, 60, 96, INK, "#FFFFFF")
    left, top, right, bottom = measure_bounds(icon)
    assert left >= 10
    assert top >= 10
    assert right <= 110
    assert bottom <= 110
    if load_icons()[name][0].tone == "!":
        icon = Icon(name, 60, 60, 96, "#FFFFFF", INK)  # an emblem is cut out of its shield: the cut area is visible
    picture = Image.open(io.BytesIO(paint(Scene(THEME, 120, 120, "#FFFFFF", (), (icon,))))).convert("L")
    painted = sum(count for value, count in enumerate(picture.histogram()) if value < 200)
    assert painted > 250


@pytest.mark.parametrize("text", ["c 1 2", "p 1,2 3,4", "l 2: 1,1", "x 1 2 3", "r 1 2 3 4", "c 1 2 z", ""])
def test_a_primitive_that_cannot_be_read_is_named(text: str) -> None:
    with pytest.raises(ValueError, match="icon 'moon'"):
        parse_stroke("moon", text)


def test_tones_and_numbers_are_read() -> None:
    assert parse_stroke("x", "!l 2.6: 1,2 3,4").tone == "!"
    assert parse_stroke("x", "#A5322A c 1 2 3").tone == "#A5322A"
    assert parse_stroke("x", " p 1,2 3,4 5,6 ").numbers == (1, 2, 3, 4, 5, 6)
