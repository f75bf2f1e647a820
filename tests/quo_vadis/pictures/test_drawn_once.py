"""Drawings that are equal on many areas are cached: they lie on whole px."""

from __future__ import annotations

from render import RenderContext, load_arts
from render.kit.scene import Disc, Icon, Numeral
from tests.quo_vadis.pictures.boards import build_fullest_view

ART = load_arts()["quo_vadis"]


def test_signs_of_the_terrain_and_numbers_lie_on_whole_px() -> None:
    view = build_fullest_view(5)
    names = {area.id for area in view.areas}
    for picture in ("board", "map"):
        live = ART.compose(
            view, picture, RenderContext("en", ("Aoi", "Bartholomew", "Kotori", "Jules", "Nina"))
        ).live_part
        signs = [node for node in live if isinstance(node, Icon) and node.name.startswith("m_")]
        numbers = [node for node in live if isinstance(node, Numeral) and node.text in names]
        assert len(numbers) >= len(names)
        places = [(node.x, node.y) for node in signs] + [(node.x, node.y) for node in numbers]
        assert all((x, y) == (round(x), round(y)) for x, y in places)
        under = {(node.x, node.y) for node in numbers}
        assert under <= {(node.x, node.y) for node in live if isinstance(node, Disc)}, "the disc lies below its number"
