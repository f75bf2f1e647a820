"""The end: the words of the winner's band and the crests beside them."""

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import view
from render.kit.colour import darker
from render.kit.extent import extent
from render.kit.look import Lang, Look
from render.kit.scene import Box, Scene, Sprite, Text
from render.kit.tokens import Seal
from render.marco_polo_ii.final import COLOURS, final
from render.marco_polo_ii.mat.mat import mat
from render.marco_polo_ii.pieces.people import CrestShield
from tests.marco_polo_ii.table import A, B, game, person

BAND = range(144, 331)


@pytest.mark.parametrize("lang", LANGS)
def test_the_winners_name_ends_where_the_crests_begin(lang: Lang) -> None:
    s = game()
    s.phase = "over"
    person(s, A, posts=list(CONTENT.trade_cities), points={"contracts": 40})
    scene = final(view(s, None), Look(lang, ("Bartholomew (CPU)",) * 3))
    crests = [extent(node) for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, CrestShield)]
    words = [extent(node) for node in scene.live if isinstance(node, Text) and int(node.y) in BAND and node.x < 1300]
    assert len(crests) > 5 and len(words) > 1
    assert max(right for _, _, right, _ in words) < min(left for left, _, _, _ in crests)


def parts(scene: Scene, y: float) -> dict[str, float]:
    """The widths of a bar's parts by colour; y: a height within its row."""
    return {
        str(node.fill): node.w
        for node in scene.live
        if isinstance(node, Box) and node.y <= y <= node.y + node.h and node.edge == darker(str(node.fill), 0.45)
    }


def test_what_routes_and_characters_gave_is_not_hidden_and_bars_are_in_proportion() -> None:
    """The parts of a short bar, too: a small one is no wider than its number needs."""
    s = game(caravan=True)
    s.phase = "over"
    person(s, A, points={"contracts": 40, "caravan": 46, "character": 35, "spaces": 12})
    person(s, B, points={"contracts": 31, "spaces": 1}, coins=10)
    seen = view(s, None)
    scene = final(seen, Look("en", ("A", "B", "C")))
    words = [node.text for node in scene.live if isinstance(node, Text)]
    assert {"routes", "character", "46", "35"} <= set(words)
    assert any(text.startswith("before the final scoring ") for text in words)
    seals = [node for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Seal) and node.x > 1460]
    second = sorted(seal.y for seal in seals)[1]
    bar = parts(scene, second)
    assert bar[COLOURS["contracts"][0]] > 5 * bar[COLOURS["other"][0]]


def test_what_cities_gave_is_not_among_other_things() -> None:
    """The largest piece of a bar was "other", with a trading post as its icon."""
    s = game()
    s.phase = "over"
    person(s, A, points={"bonuses": 54, "posts": 10, "spaces": 8})
    scene = final(view(s, None), Look("en", ("A", "B", "C")))
    assert {"posts and cities", "64", "8"} <= {node.text for node in scene.live if isinstance(node, Text)}


def test_after_the_end_a_players_board_says_what_the_result_says() -> None:
    """It went on to say the points before the final scoring, and crests without those of the goal."""
    s = game()
    s.phase = "over"
    person(s, A, points={"contracts": 30}, coins=20, posts=["xian"])
    goal = next(ident for ident, line in CONTENT.data.goals.items() if CONTENT.data.cities["xian"].crest in line.crests)
    s.players[A].goal = goal
    seen = view(s, None)
    total = next(score.total for score in seen.scores if score.seat == A)
    assert total > 30 and seen.mats[A].bonus_crests >= 1
    seals = [node.piece for node in mat(seen, str(A), Look("en", ("A", "B", "C"))).live if isinstance(node, Sprite)]
    assert Seal(str(total), 46) in seals
