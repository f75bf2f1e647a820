"""What changed: a card that only slid is not new, and nobody brought the one that is."""

from __future__ import annotations

from engines.kernel import Rng, Table
from engines.kilia.game import GAME
from engines.kilia.rules.offer import refill
from render import Look, Step
from render.kilia import ART
from render.kit.scene import Sprite
from render.kit.tokens import Fresh, Tick
from tests.kilia.stage import WHITE, table

NAMES = ("Aoi", "Marco", "Jules", "ことり")


def test_only_the_new_card_has_a_corner_and_no_letter() -> None:
    s = table(offer="W01 R13 B05 Y10 W10")
    before = GAME.view(s, None)
    s.offer[0] = None
    refill(Table(s, Rng(bytes(32))))
    look = Look("en", NAMES, steps=(Step(WHITE, before),))
    for picture in ("board", "zoom:cards"):
        pieces = [n for n in ART.compose(GAME.view(s, None), picture, look).live if isinstance(n, Sprite) and n.y > 120]
        fresh = [sprite for sprite in pieces if isinstance(sprite.piece, Fresh)]
        assert len(fresh) == 1 and not [sprite for sprite in pieces if isinstance(sprite.piece, Tick)], picture
