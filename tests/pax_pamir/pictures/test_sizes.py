"""Sizes legible on a phone: pieces of ordinary and full tables, options of a question, edges of pieces."""

import pytest
from msgspec.structs import replace

from engines.pax_pamir.view import View
from render import Mark, load_arts
from render.kit.colour import compute_contrast
from render.kit.render_context import Lang
from render.kit.scene import Scene, Sprite
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.board.regions import layout_armies
from render.pax_pamir.layout import MARKET_TOP
from render.pax_pamir.pieces import CoalitionBlock

from . import boards
from .scenes import build_context, build_view, draw_overview

ART = load_arts()["pax_pamir"]
LEAST = 3.0  # WCAG 2.1: parts of pictures


def measure_blocks(scene: Scene, kind: str) -> list[float]:
    """Return the sizes of the blocks on the map: those on a dominance check in the market only name coalitions."""
    return [
        node.piece.size * node.scale
        for node in scene.live_part
        if isinstance(node, Sprite)
        and isinstance(node.piece, CoalitionBlock)
        and node.piece.coalition
        and node.piece.kind == kind
        and node.y < MARKET_TOP
    ]


def compute_share(scene: Scene, places: list[str]) -> float:
    """Return the share of the picture's area of these places."""
    placements = [scene.anchors[place].placement for place in places]
    return sum(placement.w * placement.h for placement in placements) / (scene.width * scene.height)


def list_few_places(view: View, number: int) -> list[str]:
    return [f"market:{space.index}" for space in view.market if space.card is not None][:number]


@pytest.mark.parametrize(("name", "army", "road"), [("classic", 88, 68), ("fullest", 56, 54), ("massed", 44, 42)])
def test_armies_and_roads_are_as_large_as_the_table_allows(name: str, army: float, road: float) -> None:
    scene = draw_overview(build_view(name), build_context(build_view(name)))
    assert min(measure_blocks(scene, "army")) >= army
    assert min(measure_blocks(scene, "road")) >= road


def test_the_armies_of_two_coalitions_in_persia_keep_off_its_border() -> None:
    persia = next(region for region in build_view("classic").regions if region.id == "persia")
    for armies in ({"british": 1, "afghan": 1}, {"british": 3, "russian": 2}):
        drawings = layout_armies(replace(persia, armies=armies)).values()
        assert max(drawing.x + drawing.w for drawing in drawings) <= 238
        assert min(drawing.block_size for drawing in drawings) >= 66


def test_the_map_draws_pieces_larger_than_the_overview() -> None:
    view = build_view("classic")
    large, small = (ART.compose(view, picture, build_context(view)) for picture in ("zoom:map", "board"))
    assert min(measure_blocks(large, "army")) >= 1.49 * min(measure_blocks(small, "army"))


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(("number", "share"), [(2, 0.265), (3, 0.265), (4, 0.4), (6, 0.45), (9, 0.34), (11, 0.45)])
def test_the_options_of_a_question_fill_its_picture(number: int, share: float, lang: Lang) -> None:
    view = boards.build_classic()
    places = list_few_places(view, number)
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    scene = ART.compose(view, "panel:turn", build_context(view, lang, viewer=2, marks=marks))
    assert compute_share(scene, places) >= share
    assert not [place for place in scene.anchors if place not in places]


def test_pieces_have_an_edge_that_stands_out_from_every_land() -> None:
    for land in theme.LANDS.values():
        assert all(compute_contrast(edge, land) >= LEAST for edge in theme.EDGES.values())


def test_a_quiet_card_stands_out_from_the_market_and_less_than_a_white_one() -> None:
    assert LEAST < compute_contrast(theme.QUIET, theme.MARKET) < compute_contrast("#FFFFFF", theme.MARKET)


def test_cards_are_white_only_if_the_player_on_turn_can_buy_them() -> None:
    view = build_view("classic")
    scene = draw_overview(view, build_context(view))
    assert view.turn is not None
    purse = view.players[view.turn.player].rupees
    for space in view.market:
        if space.card in (None, 105, 112) or space.card > 100:
            continue
        placement = scene.anchors[f"market:{space.index}"].placement
        fills = {
            node.fill
            for node in scene.live_part
            if getattr(node, "x", None) == placement.x
            and getattr(node, "y", None) == placement.y
            and hasattr(node, "fill")
        }
        assert (theme.IVORY in fills) == (space.cost <= purse and not space.is_locked), space


def test_letters_of_tokens_can_be_read() -> None:
    for name in ("classic", "fullest"):
        tokens = [
            node.piece
            for node in draw_overview(build_view(name), build_context(build_view(name))).live_part
            if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
        ]
        assert min(token.r for token in tokens) >= 13
