"""Drawings that are equal on many areas are cached: they lie on whole px."""

from __future__ import annotations

from render import RenderContext, load_arts
from render.kit.scene import Sprite
from render.quo_vadis.pieces import AreaCoin
from tests.quo_vadis.pictures.boards import build_fullest_view

ART = load_arts()["quo_vadis"]


def test_the_coins_of_the_areas_lie_on_whole_px() -> None:
    view = build_fullest_view(5)
    names = {area.id for area in view.areas}
    for picture in ("board", "map"):
        live = ART.compose(
            view, picture, RenderContext("en", ("Aoi", "Bartholomew", "Kotori", "Jules", "Nina"))
        ).live_part
        coins = [node for node in live if isinstance(node, Sprite) and isinstance(node.piece, AreaCoin)]
        assert names <= {coin.piece.area for coin in coins if isinstance(coin.piece, AreaCoin)}
        assert all((coin.x, coin.y) == (round(coin.x), round(coin.y)) for coin in coins)
