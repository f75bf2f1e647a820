"""The front of the palazzo: what tells something lies on plain stone, and every city is known by its landmark."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PIL import Image, ImageChops, ImageStat

from engines.kernel import LANGS
from render import Scene, load_arts
from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import parse_rgb
from render.kit.painting.grounds import load_ground
from render.kit.painting.poster import Medal
from render.kit.render_context import Lang, RenderContext
from render.kit.scene import Inset, Sprite, TextRun
from render.kit.tokens import SeatToken
from render.signorie import theme
from render.signorie.backdrop import FRIEZE_H, HORIZON
from render.signorie.layout import BAY_H, BAY_TOP, CITIES, COLORS, place_bay, place_career_slot, place_city_tile
from render.signorie.palazzo.loggia import BOARD_ARCADE, draw_lunette
from render.signorie.palazzo.skyline import SAMPLES
from tests.signorie.pictures import boards

ART = load_arts()["signorie"]
CLEAR_BELOW_CROWN = 10
"""px between the crown of an arch and the tip of a landmark."""
PLAIN = 5
"""Standard deviation of the tones of a field without veins or lines."""


def draw_view(city: str) -> Image.Image:
    return draw_lunette(city, 150, BOARD_ARCADE.base, BOARD_ARCADE.scale)


def measure_light(box: tuple[float, float, float, float]) -> ImageStat.Stat:
    left, top, right, foot = map(round, box)
    return ImageStat.Stat(load_ground("signorie/board").convert("L").crop((left, top, right, foot)))


def test_every_city_has_a_view_of_its_own() -> None:
    views = [draw_view(city) for city in CITIES]
    for one, other in combinations(views, 2):
        assert ImageStat.Stat(ImageChops.difference(one, other).convert("L")).mean[0] > 10


@pytest.mark.parametrize("city", CITIES)
def test_no_landmark_reaches_the_crown_of_its_arch(city: str) -> None:
    """Above the tip there are only the level lines of the sky, which are alike across the whole view."""
    view = draw_view(city).convert("L")
    middle = view.width // 2
    column = view.crop((middle - 5, 0, middle + 5, CLEAR_BELOW_CROWN * SAMPLES))
    for y in range(column.height):
        assert ImageStat.Stat(column.crop((0, y, column.width, y + 1))).stddev[0] < PLAIN


@pytest.mark.parametrize("city", CITIES)
def test_shields_leave_the_landmark_between_them(city: str) -> None:
    marriage, mission = (place_city_tile(city, kind) for kind in ("marriage", "mission"))
    assert mission.x - (marriage.x + marriage.w) >= 96
    arch = place_bay(city)
    assert arch.x <= marriage.x and mission.x + mission.w <= arch.x + arch.w


@pytest.mark.parametrize("city", CITIES)
def test_meeples_stand_on_a_plain_floor(city: str) -> None:
    arch = place_bay(city)
    assert measure_light((arch.x + 20, BAY_TOP + 190, arch.x + arch.w - 20, BAY_TOP + BAY_H - 8)).stddev[0] < PLAIN


def test_niches_are_darker_from_rank_to_rank() -> None:
    tones = []
    for slot in (1, 3, 5, 7):
        x, y = place_career_slot("clergy", slot).x, place_career_slot("clergy", slot).y
        tones.append(measure_light((x + 30, y + 20, x + 60, y + 50)).mean[0])
    assert all(lighter > darker + 2 for lighter, darker in pairwise(tones))


@pytest.mark.parametrize("color", COLORS)
def test_felt_is_darker_than_its_dice(color: str) -> None:
    assert sum(parse_rgb(theme.FELTS[color])) < sum(parse_rgb(theme.DICE[color])) - 60


def list_poster_parts(scene: Scene) -> list[Bounds]:
    """Return the bounds of everything above the rows: words, token, medal and board."""
    nodes = [
        node
        for node in scene.live_part
        if isinstance(node, TextRun | Inset) or (isinstance(node, Sprite) and isinstance(node.piece, Medal | SeatToken))
    ]
    return [bounds for bounds in map(measure_bounds, nodes) if bounds[3] < HORIZON]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", ["Marco", "Bartholomew the Great", "とてもながいなまえのひと"])
def test_parts_of_the_poster_have_places_of_their_own(lang: Lang, name: str) -> None:
    scene = ART.compose(boards.build_final_view(), "final", RenderContext(lang, (name,) * 4))
    parts = list_poster_parts(scene)
    assert len(parts) >= 6
    for one, other in combinations(parts, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)
    words = [measure_bounds(node) for node in scene.live_part if isinstance(node, TextRun)]
    assert all(foot <= FRIEZE_H - 14 or foot > HORIZON for *_, foot in words)
