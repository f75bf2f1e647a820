"""The end: the words of the winner's band and the crests beside them."""

import pytest

from engines.kernel import LANGS
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.view import view
from render.kit.extent import extent
from render.kit.look import Lang, Look
from render.kit.scene import Sprite, Text
from render.marco_polo_ii.final import final
from render.marco_polo_ii.pieces.people import CrestShield
from tests.marco_polo_ii.table import A, game, person

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
