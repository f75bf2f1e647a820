"""The poster of the end: the places of its words and pictures, and the points of each seat."""

from __future__ import annotations

from itertools import combinations

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import build_view
from render.kit.bounds import Bounds, measure_bounds
from render.kit.colour import darken
from render.kit.painting.poster import Medal
from render.kit.render_context import Lang, RenderContext
from render.kit.scene import Box, Inset, Scene, Sprite, TextRun
from render.kit.tokens import Seal
from render.marco_polo_ii.backdrop import HORIZON
from render.marco_polo_ii.final import COLOURS, draw_final
from render.marco_polo_ii.mat.mat import draw_mat
from render.marco_polo_ii.pieces.people import CrestShield
from tests.marco_polo_ii.pictures.boards import CROWDED
from tests.marco_polo_ii.table import A, B, build_state, set_player
from tests.render.rings import CASES, count_rings


@pytest.mark.parametrize("lang", LANGS)
def test_words_crests_medal_and_map_have_places_of_their_own(lang: Lang) -> None:
    s = build_state()
    s.phase = "over"
    set_player(s, A, posts=list(CONTENT.trade_cities), points={"contracts": 140})
    scene = draw_final(build_view(s, None), RenderContext(lang, ("Bartholomew the Great (CPU)",) * 3))
    crests: list[Bounds] = []
    others: list[Bounds] = []
    for node in scene.live_part:
        is_crest = isinstance(node, Sprite) and isinstance(node.piece, CrestShield)
        is_large = isinstance(node, Inset) or (isinstance(node, Sprite) and isinstance(node.piece, Medal))
        if is_crest or is_large or (isinstance(node, TextRun) and node.y < HORIZON):
            (crests if is_crest else others).append(measure_bounds(node))
    assert len(crests) > 5 and len(others) > 4
    for first, second in combinations((*crests, *others), 2):
        is_beside = first[2] <= second[0] or second[2] <= first[0]
        assert is_beside or first[3] <= second[1] or second[3] <= first[1], (first, second)
    assert max(right for _, _, right, _ in crests) < scene.width
    assert max(bottom for _, _, _, bottom in crests) < HORIZON


def measure_bar_parts(scene: Scene, y: float) -> dict[str, float]:
    """Return the widths of a bar's parts by colour; y: a height within its row."""
    return {
        str(node.fill): node.w
        for node in scene.live_part
        if isinstance(node, Box) and node.y <= y <= node.y + node.h and node.edge == darken(str(node.fill), 0.45)
    }


def test_points_of_routes_and_characters_are_visible_and_bars_proportional() -> None:
    """In short bars, too, a small part is no wider than its icon and number need."""
    s = build_state(caravan=True)
    s.phase = "over"
    set_player(s, A, points={"contracts": 40, "caravan": 46, "character": 35, "spaces": 12})
    set_player(s, B, points={"contracts": 31, "spaces": 1}, coins=10)
    seen = build_view(s, None)
    scene = draw_final(seen, RenderContext("en", ("A", "B", "C")))
    words = [node.text for node in scene.live_part if isinstance(node, TextRun)]
    assert {"routes", "character", "46", "35"} <= set(words)
    assert any(text.startswith("before the final scoring ") for text in words)
    seals = [
        node for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, Seal) and node.x > 1460
    ]
    second = sorted(seal.y for seal in seals)[1]
    bar = measure_bar_parts(scene, second)
    assert bar[COLOURS["contracts"][0]] > 4 * bar[COLOURS["other"][0]]


def test_points_of_cities_are_a_part_of_their_own() -> None:
    """The largest part of a bar was "other", with a trading post as its icon."""
    s = build_state()
    s.phase = "over"
    set_player(s, A, points={"bonuses": 54, "posts": 10, "spaces": 8})
    scene = draw_final(build_view(s, None), RenderContext("en", ("A", "B", "C")))
    assert {"cities, posts", "64", "8"} <= {node.text for node in scene.live_part if isinstance(node, TextRun)}


def test_final_player_board_agrees_with_the_result() -> None:
    """It still said the points before the final scoring, and crests without those of the goal."""
    s = build_state()
    s.phase = "over"
    set_player(s, A, points={"contracts": 30}, coins=20, posts=["xian"])
    goal = next(ident for ident, line in CONTENT.data.goals.items() if CONTENT.data.cities["xian"].crest in line.crests)
    s.players[A].goal = goal
    seen = build_view(s, None)
    total = next(score.total for score in seen.scores if score.seat == A)
    assert total > 30 and seen.mats[A].bonus_crests >= 1
    seals = [
        node.piece
        for node in draw_mat(seen, str(A), RenderContext("en", ("A", "B", "C"))).live_part
        if isinstance(node, Sprite)
    ]
    assert Seal(str(total), 46) in seals


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_every_leader_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("marco_polo_ii", next(iter(CROWDED.values())), "mats", "vp", values) == leaders
