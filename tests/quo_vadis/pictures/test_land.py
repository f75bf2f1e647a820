"""A land is laid of prerendered parts: the same bytes each time, other land for another subject."""

from __future__ import annotations

from PIL import Image, ImageChops

from render.kit.illustration import Ground
from render.kit.painter import paint_image
from render.kit.scene import Scene
from render.quo_vadis import theme
from render.quo_vadis.land.layout import Layout
from render.quo_vadis.scenery.land import Land, draw_island, draw_land, place_ornaments

SIZE = (420, 400)
LAND = Land(Layout(60, 120, 120), (((0, 0), ("plains", "sea", "desert")),))
OTHER = Land(Layout(60, 120, 120), (((0, 0), ("plains", "sea", "tundra")),))


def test_the_same_land_has_the_same_pixels_and_another_terrain_others() -> None:
    first = draw_land(LAND, SIZE)
    draw_land.cache_clear()
    assert first.tobytes() == draw_land(LAND, SIZE).tobytes()
    changed = ImageChops.difference(first, draw_land(OTHER, SIZE)).getbbox()
    x, y = LAND.lay.find_hex_centre((0, 0), 2)
    assert changed is not None and changed[0] > x - 60 and changed[1] > y - 66, "only the third space differs"


def test_an_island_fades_into_what_lies_around_it() -> None:
    alpha = draw_island(LAND, SIZE).getchannel("A")
    x, y = map(round, LAND.lay.find_middle((0, 0)))
    assert alpha.getpixel((x, y)) == 255
    assert max(alpha.crop((0, 0, SIZE[0], 2)).tobytes()) < 40


def test_a_ground_with_a_subject_is_painted_in_its_rectangle() -> None:
    ground = Ground(30, 20, *SIZE, "quo_vadis/land", subject=LAND)
    picture = paint_image(Scene(theme.THEME, 500, 450, theme.FRAME, (ground,), ()))
    assert picture.crop((30, 20, 30 + SIZE[0], 20 + SIZE[1])).tobytes() == draw_land(LAND, SIZE).tobytes()
    assert picture.getpixel((10, 10)) == (0x10, 0x1E, 0x2A)


def test_ornament_leaves_the_lower_left_corner_to_the_legend_of_a_return() -> None:
    """The ribbon with the title lay under its words."""
    sea = Image.new("L", (1064, 1060))
    sea.paste(255, (0, 0, sea.width, 740))
    places = list(place_ornaments(sea))
    assert len(places) == 3
    for picture, (x, y) in places:
        assert x - picture.width / 2 > 250 or y + picture.height / 2 < sea.height - 120, (x, y)
