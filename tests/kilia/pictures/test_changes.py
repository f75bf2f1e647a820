"""Change marks: a card that only slid is not new, and a new card has no author."""

from __future__ import annotations

from itertools import pairwise

from engines.kernel import GameContext, Rng
from engines.kilia.game import GAME
from engines.kilia.rules.offer import refill_offers
from render import Lang, RecentStep, RenderContext
from render.kilia import ART
from render.kilia.layout import STRIP, STRIP_H
from render.kilia.pieces.flags import Chip
from render.kilia.theme import GLYPHS
from render.kit.bounds import measure_bounds
from render.kit.colour import SIGNAL
from render.kit.marks.badges import AuthorBadge, NewCardCorner
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.scene import Box, Disc, Icon, Sprite, TextRun
from render.kit.tokens import SeatToken
from tests.kilia.pictures.boards import build_final_state
from tests.kilia.stage import BROWN, RED, WHITE, build_table, set_player

NAMES = ("Aoi", "Marco", "Jules", "ことり")


def test_only_the_new_card_has_a_corner_and_no_letter() -> None:
    s = build_table(offer="W01 R13 B05 Y10 W10")
    before = GAME.view(s, None)
    s.offer[0] = None
    refill_offers(GameContext(s, Rng(bytes(32))))
    ctx = RenderContext("en", NAMES, steps=(RecentStep(WHITE, before),))
    for picture in ("board", "zoom:cards"):
        pieces = [
            n for n in ART.compose(GAME.view(s, None), picture, ctx).live_part if isinstance(n, Sprite) and n.y > 120
        ]
        fresh = [sprite for sprite in pieces if isinstance(sprite.piece, NewCardCorner)]
        assert len(fresh) == 1 and not [sprite for sprite in pieces if isinstance(sprite.piece, AuthorBadge)], picture


def test_seat_with_changed_stock_has_a_ring_around_its_token() -> None:
    """In a round in which only ships sailed, Red's cargo is the only change."""
    s = build_table()
    before = GAME.view(s, None)
    s.players[RED].coins += 2
    s.players[RED].goods["salt"] += 1
    scene = ART.compose(
        GAME.view(s, None), "board", RenderContext("en", NAMES, view_before=before, steps=(RecentStep(WHITE, before),))
    )
    tokens = {
        n.piece.seat: n
        for n in scene.live_part
        if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and n.y > 700
    }
    rings = {(n.x, n.y) for n in scene.live_part if isinstance(n, Disc) and n.edge == SIGNAL}
    assert [seat for seat, token in tokens.items() if (token.x, token.y) in rings] == [RED]


def test_waiting_marker_is_announced_once() -> None:
    """Brown reached it in their own turn; the council after White's last turn only moves it to its number."""
    s = build_table()
    s.wheels["one_zone_4"].waiting = [BROWN]
    before = GAME.view(s, None)
    s.wheels["one_zone_4"].waiting, s.wheels["one_zone_4"].markers[0] = [], [BROWN]
    ctx = RenderContext("en", NAMES, view_before=before, steps=(RecentStep(WHITE, before),))
    assert not [
        d for d in ART.attribute_changes(GAME.view(s, None), "board", ctx) if d.change.anchor.place.startswith("wheel:")
    ]


def test_r17_progress_to_the_end_stands_beside_the_round() -> None:
    """The chip of the seat that has placed most, and how many of its four; in the final round it has its own words."""
    s = build_table()
    s.players[BROWN].chips, s.players[RED].chips = 1, 3
    scene = ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES))
    [flag] = [n for n in scene.live_part if isinstance(n, Icon) and n.name == "flag"]
    [chip] = [n.piece for n in scene.live_part if isinstance(n, Sprite) and n.y == flag.y and n.x < flag.x]
    assert isinstance(chip, Chip) and chip.seat == BROWN
    assert [n.text for n in scene.live_part if isinstance(n, TextRun) and n.y < 100 and "/" in n.text] == ["3/4"]
    s.is_final_round = True
    assert not [n for n in ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES)).live_part if n == flag]


def test_flag_of_the_end_stays_on_the_sign_of_the_round() -> None:
    """Beside the words for a reader who was away it once stood half on the next sign."""
    s = build_table()
    s.round = 13
    view = GAME.view(s, None)
    counts: dict[Lang, int] = {"ja": 0, "en": 1}
    for lang, count in counts.items():
        ctx = RenderContext(lang, NAMES, view_before=view, steps=(RecentStep(WHITE, view),))
        flags = [n for n in ART.draw(view, "board", ctx).live_part if isinstance(n, Icon) and n.name == "flag"]
        assert len(flags) == count and all(measure_bounds(flag)[2] <= 352 for flag in flags)


def test_played_sprat_leaves_a_removed_marker_and_no_empty_frame() -> None:
    s = build_table()
    s.players[RED].sprat = "held"
    before = GAME.view(s, None)
    s.players[RED].sprat = "none"
    scene = ART.compose(GAME.view(s, None), f"mat:{RED}", RenderContext("en", NAMES, view_before=before))
    assert [n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, RemovedMarker)]
    assert not [n for n in scene.live_part if isinstance(n, Box) and n.edge == SIGNAL]


def test_the_legend_of_the_end_has_the_signs_of_the_bars() -> None:
    """The zone that scores differs by seat, so all four icons stand for it; achievements have theirs, no wheel."""
    scene = ART.compose(GAME.view(build_final_state(4), None), "final", RenderContext("en", NAMES))
    below = {node.name for node in scene.live_part if isinstance(node, Icon) and node.y > 1100}
    bars = {node.name for node in scene.live_part if isinstance(node, Icon) and 340 < node.y < 1100}
    assert bars and bars & set(GLYPHS.values())
    assert set(GLYPHS.values()) <= below and "wheel" not in below


def test_the_numbers_of_the_header_have_words() -> None:
    scene = ART.draw(GAME.view(build_table(), None), "board", RenderContext("en", NAMES))
    assert {"Cards", "Contracts"} <= {n.text for n in scene.live_part if isinstance(n, TextRun) and n.y < 110}


def test_every_seat_is_readable_on_the_key_strip_even_when_tied() -> None:
    s = build_table()
    for view, r in ((GAME.view(s, WHITE), 21), (GAME.view(s, None), 21)):
        scene = ART.draw(view, "board", RenderContext("en", NAMES))
        tokens = [
            n
            for n in scene.live_part
            if isinstance(n, Sprite) and isinstance(n.piece, SeatToken) and STRIP < n.y < STRIP + STRIP_H
        ]
        assert len(tokens) == 4 and all(isinstance(n.piece, SeatToken) and n.piece.r >= r for n in tokens)
        assert all(b.x - a.x >= 2 * r for a, b in pairwise(sorted(tokens, key=lambda n: n.x)))


def test_number_of_cards_of_a_zone_is_readable_on_a_phone() -> None:
    s = build_table()
    set_player(s, RED, zones=(3, 0, 1, 0))
    scene = ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES))
    spots = [
        scene.anchors[f"zone:{RED}:{zone}"].placement for zone in ("castle", "university", "shipyard", "warehouse")
    ]
    numbers = [
        [n.text for n in scene.live_part if isinstance(n, TextRun) and n.size >= 32 and (n.x, n.y) == placement.centre]
        for placement in spots
    ]
    assert numbers == [["3"], [], ["1"], []]


def test_the_names_of_achievements_stay_above_the_markers_that_wait() -> None:
    s = build_table()
    s.wheels["one_zone_4"].waiting, s.wheels["fifteen_coins"].waiting = [BROWN], [BROWN]
    texts = {
        n.text
        for n in ART.draw(GAME.view(s, None), "board", RenderContext("en", NAMES)).live_part
        if isinstance(n, TextRun)
    }
    assert {"4 in one", "15 coins"} <= texts


def test_a_chip_has_its_letter_on_its_wheel_only() -> None:
    s = build_table()
    before = GAME.view(s, None)
    s.wheels["one_zone_4"].waiting, s.players[BROWN].chips = [BROWN], 3
    ctx = RenderContext("en", NAMES, view_before=before, turns=(RecentStep(BROWN, before),))
    marked = {
        attributed_change.change.anchor.place
        for attributed_change in ART.attribute_changes(GAME.view(s, None), "board", ctx)
    }
    assert marked == {"wheel:one_zone_4"}
