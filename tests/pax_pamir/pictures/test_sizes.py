"""What a phone can show: pieces of the ordinary and the fullest table, the options of a question, edges of pieces."""

import pytest

from engines.pax_pamir.view import View
from render import Mark, arts
from render.kit.colour import contrast
from render.kit.look import Lang
from render.kit.scene import Scene, Sprite
from render.kit.tokens import SeatToken
from render.pax_pamir import theme
from render.pax_pamir.pieces import Block

from . import boards
from .scenes import look, overview, state

ART = arts()["pax_pamir"]
LEAST = 3.0  # WCAG 2.1: parts of pictures


def blocks(scene: Scene, kind: str) -> list[float]:
    return [
        node.piece.size * node.scale
        for node in scene.live
        if isinstance(node, Sprite)
        and isinstance(node.piece, Block)
        and node.piece.coalition
        and node.piece.kind == kind
    ]


def filled(scene: Scene, places: list[str]) -> float:
    """The share of the picture that these places take."""
    spots = [scene.anchors[place].spot for place in places]
    return sum(spot.w * spot.h for spot in spots) / (scene.width * scene.height)


def few(view: View, number: int) -> list[str]:
    return [f"market:{space.index}" for space in view.market if space.card is not None][:number]


@pytest.mark.parametrize(("name", "army", "road"), [("classic", 88, 68), ("fullest", 56, 54), ("massed", 44, 42)])
def test_armies_and_roads_are_as_large_as_the_table_allows(name: str, army: float, road: float) -> None:
    scene = overview(state(name), look(state(name)))
    assert min(blocks(scene, "army")) >= army
    assert min(blocks(scene, "road")) >= road


def test_the_map_draws_pieces_larger_than_the_overview() -> None:
    view = state("classic")
    large, small = (ART.compose(view, picture, look(view)) for picture in ("zoom:map", "board"))
    assert min(blocks(large, "army")) >= 1.49 * min(blocks(small, "army"))


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(("number", "share"), [(2, 0.265), (3, 0.265), (4, 0.4), (6, 0.45), (9, 0.34), (11, 0.45)])
def test_the_options_of_a_question_fill_its_picture(number: int, share: float, lang: Lang) -> None:
    view = boards.classic()
    places = few(view, number)
    marks = tuple(Mark(place, n) for n, place in enumerate(places, 1))
    scene = ART.compose(view, "panel:turn", look(view, lang, viewer=2, marks=marks))
    assert filled(scene, places) >= share
    assert not [place for place in scene.anchors if place not in places]


def test_pieces_have_an_edge_that_stands_out_from_every_land() -> None:
    for land in theme.LANDS.values():
        assert all(contrast(edge, land) >= LEAST for edge in theme.EDGES.values())


def test_a_quiet_card_stands_out_from_the_market_and_less_than_a_white_one() -> None:
    assert LEAST < contrast(theme.QUIET, theme.MARKET) < contrast("#FFFFFF", theme.MARKET)


def test_cards_are_white_only_if_the_player_on_turn_can_buy_them() -> None:
    view = state("classic")
    scene = overview(view, look(view))
    assert view.turn is not None
    purse = view.players[view.turn.player].rupees
    for space in view.market:
        if space.card in (None, 105, 112) or space.card > 100:
            continue
        spot = scene.anchors[f"market:{space.index}"].spot
        fills = {
            node.fill
            for node in scene.live
            if getattr(node, "x", None) == spot.x and getattr(node, "y", None) == spot.y and hasattr(node, "fill")
        }
        assert ("#FFFFFF" in fills) == (space.cost <= purse and not space.locked), space


def test_letters_of_tokens_can_be_read() -> None:
    for name in ("classic", "fullest"):
        tokens = [
            node.piece
            for node in overview(state(name), look(state(name))).live
            if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)
        ]
        assert min(token.r for token in tokens) >= 13
