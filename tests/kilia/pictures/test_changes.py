"""What changed: a card that only slid is not new, and nobody brought the one that is."""

from __future__ import annotations

from itertools import pairwise

from engines.kernel import Rng, Table
from engines.kilia.game import GAME
from engines.kilia.rules.offer import refill
from render import Look, Step
from render.kilia import ART
from render.kilia.theme import GLYPHS
from render.kit.colour import SIGNAL
from render.kit.marks.ghost import Ghost
from render.kit.scene import Box, Disc, Icon, Sprite, Text
from render.kit.tokens import Fresh, SeatToken, Tick
from tests.kilia.pictures.boards import ended
from tests.kilia.stage import BROWN, RED, WHITE, owner, table

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


def test_whose_stock_changed_has_a_ring_around_the_token_of_their_row() -> None:
    """A round in which only ships sailed: what Red's brought is all that is not as it was."""
    s = table()
    before = GAME.view(s, None)
    s.players[RED].coins += 2
    s.players[RED].goods["salt"] += 1
    scene = ART.compose(GAME.view(s, None), "board", Look("en", NAMES, before=before, steps=(Step(WHITE, before),)))
    tokens = {
        n.piece.seat: n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 700
    }
    rings = {(n.x, n.y) for n in scene.live if isinstance(n, Disc) and n.edge == SIGNAL}
    assert [seat for seat, token in tokens.items() if (token.x, token.y) in rings] == [RED]


def test_a_marker_that_waited_for_its_number_is_told_once() -> None:
    """Brown reached it in their turn; the council after White's last turn only moves it to its number."""
    s = table()
    s.wheels["one_zone_4"].waiting = [BROWN]
    before = GAME.view(s, None)
    s.wheels["one_zone_4"].waiting, s.wheels["one_zone_4"].placed[0] = [], [BROWN]
    look = Look("en", NAMES, before=before, steps=(Step(WHITE, before),))
    assert not [d for d in ART.deeds(GAME.view(s, None), "board", look) if d.change.anchor.place.startswith("wheel:")]


def test_r17_how_near_the_end_is_stands_beside_the_round() -> None:
    """As many filled chips as whoever has placed most, out of four; in the final round its own words say it."""
    s = table()
    s.players[BROWN].chips, s.players[RED].chips = 1, 3
    scene = ART.draw(GAME.view(s, None), "board", Look("en", NAMES))
    [flag] = [n for n in scene.live if isinstance(n, Icon) and n.name == "flag"]
    chips = [n for n in scene.live if isinstance(n, Disc) and n.y == flag.y and n.x < flag.x]
    assert [n.fill is not None for n in chips] == [True, True, True, False]
    s.final = True
    assert not [n for n in ART.draw(GAME.view(s, None), "board", Look("en", NAMES)).live if n == flag]


def test_a_sprat_that_was_played_leaves_its_pale_copy_and_no_empty_frame() -> None:
    s = table()
    s.players[RED].sprat = "held"
    before = GAME.view(s, None)
    s.players[RED].sprat = "none"
    scene = ART.compose(GAME.view(s, None), f"mat:{RED}", Look("en", NAMES, before=before))
    assert [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Ghost)]
    assert not [n for n in scene.live if isinstance(n, Box) and n.edge == SIGNAL]


def test_the_legend_of_the_end_has_the_signs_of_the_bars() -> None:
    """The own zone differs from seat to seat, so all four signs stand for it; achievements show theirs, no wheel."""
    scene = ART.compose(GAME.view(ended(4), None), "final", Look("en", NAMES))
    below = {node.name for node in scene.live if isinstance(node, Icon) and node.y > 1100}
    bars = {node.name for node in scene.live if isinstance(node, Icon) and 340 < node.y < 1100}
    assert bars and bars & set(GLYPHS.values())
    assert set(GLYPHS.values()) <= below and "wheel" not in below


def test_the_numbers_of_the_header_have_words() -> None:
    scene = ART.draw(GAME.view(table(), None), "board", Look("en", NAMES))
    assert {"Cards", "Contracts"} <= {n.text for n in scene.live if isinstance(n, Text) and n.y < 110}


def test_every_seat_is_read_on_the_key_strip_also_where_three_or_four_have_as_many() -> None:
    s = table()
    for view, r in ((GAME.view(s, WHITE), 21), (GAME.view(s, None), 21)):
        scene = ART.draw(view, "board", Look("en", NAMES))
        tokens = [n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and 300 < n.y < 380]
        assert len(tokens) == 4 and all(isinstance(n.piece, SeatToken) and n.piece.r >= r for n in tokens)
        assert all(b.x - a.x >= 2 * r for a, b in pairwise(sorted(tokens, key=lambda n: n.x)))


def test_cards_of_a_zone_are_a_number_that_is_read_on_a_phone() -> None:
    s = table()
    owner(s, RED, zones=(3, 0, 1, 0))
    scene = ART.draw(GAME.view(s, None), "board", Look("en", NAMES))
    spots = [scene.anchors[f"zone:{RED}:{zone}"].spot for zone in ("castle", "university", "shipyard", "warehouse")]
    told = [
        [n.text for n in scene.live if isinstance(n, Text) and n.size >= 32 and (n.x, n.y) == spot.centre]
        for spot in spots
    ]
    assert told == [["3"], [], ["1"], []]


def test_the_names_of_achievements_stay_above_the_markers_that_wait() -> None:
    s = table()
    s.wheels["one_zone_4"].waiting, s.wheels["fifteen_coins"].waiting = [BROWN], [BROWN]
    texts = {n.text for n in ART.draw(GAME.view(s, None), "board", Look("en", NAMES)).live if isinstance(n, Text)}
    assert {"4 in one", "15 coins"} <= texts


def test_a_chip_has_its_letter_on_its_wheel_only() -> None:
    s = table()
    before = GAME.view(s, None)
    s.wheels["one_zone_4"].waiting, s.players[BROWN].chips = [BROWN], 3
    look = Look("en", NAMES, before=before, turns=(Step(BROWN, before),))
    marked = {deed.change.anchor.place for deed in ART.deeds(GAME.view(s, None), "board", look)}
    assert marked == {"wheel:one_zone_4"}
