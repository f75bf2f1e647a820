"""Contents of a player's row beside its numbers: tags, the cards of each suit, hostages, and letters."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Literal

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import TurnView, View
from render import RenderContext
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import AuthorBadge
from render.kit.placement import Placement
from render.kit.render_context import Lang
from render.kit.scene import Box, Disc, Icon, Sprite, TextRun
from render.kit.tokens import Seal
from render.pax_pamir.board import columns as suits
from render.pax_pamir.board.row_totals import draw_totals
from render.pax_pamir.cards.market import CardState, draw_market_card
from render.pax_pamir.layout import CARD_W, SEATS_W, SEATS_X, SPACE_H, find_board_sizes
from render.pax_pamir.pieces import Emblem, SignDisc

from . import boards, notation
from .scenes import build_context, build_view, draw_overview, has_overlap, list_words
from .test_latest import iter_turns

START = {2: "start of two", 3: "start of three", 4: "classic", 5: "start of five"}


def build_seats_view(seats: int) -> View:
    return build_view(START[seats])


@pytest.mark.parametrize(("seats", "lang"), [*product((2, 3, 4, 5), ("ja", "en"))])
def test_check_forecast_is_inside_its_row_and_covers_nothing(seats: int, lang: Lang) -> None:
    """It once covered the ring of the leader and was cut by the edge of the row."""
    view = build_seats_view(seats)
    players = tuple(replace(player, vp=9 * (player.number == 0)) for player in view.players)
    view = replace(view, players=players, forecast=(10, *[3] * (len(players) - 1)), forecast_winner=0)
    scene = draw_overview(view, build_context(view, lang))
    tags = [
        n for n in scene.live_part if isinstance(n, TextRun) and n.text.startswith("+") and SEATS_X + 300 < n.x < 1600
    ]
    tags = [tag for tag in tags if tag.y > find_board_sizes(view).top]
    assert len(tags) == len(view.ring) and any(tag.text.startswith("+10") and len(tag.text) > 3 for tag in tags)
    boxes = [box for box in scene.live_part if isinstance(box, Box) and any(_contains(box, tag) for tag in tags)]
    boxes = [box for box in boxes if box.h < 40]
    rings = [measure_bounds(node) for node in scene.live_part if isinstance(node, Disc) and node.width == 6]
    seals = [
        measure_bounds(n)
        for n in scene.live_part
        if isinstance(n, Sprite) and isinstance(n.piece, Seal) and n.x > SEATS_X
    ]
    seals = [seal for seal in seals if seal[1] > find_board_sizes(view).top]
    tiles = [anchor.placement for place, anchor in scene.anchors.items() if place.startswith("stars:")]
    numbers = [
        anchor.placement for place, anchor in scene.anchors.items() if place.startswith(("influence:", "cylinders:"))
    ]
    assert len(boxes) == len(tags) and len(seals) == len(tags) and rings
    for box in boxes:
        here = measure_bounds(box)
        assert here[0] > SEATS_X and here[2] <= SEATS_X + SEATS_W - 2
        assert not any(has_overlap(here, other, 1) for other in (*rings, *seals))
        assert not any(has_overlap(here, (s.x, s.y, s.x + s.w, s.y + s.h), 3) for s in (*tiles, *numbers))


def _contains(box: Box, tag: TextRun) -> bool:
    return box.x < tag.x < box.x + box.w and abs(box.y + box.h / 2 - tag.y) < 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_cards_of_each_suit_can_be_counted(seats: int) -> None:
    """Separate bars of at least 8 x 5 px; with five seats there were once none."""
    bar_count = 0
    for n, (view, _) in enumerate(iter_turns(seats)):
        if n % 9:
            continue
        scene = draw_overview(view, build_context(view))
        for player, suit in product(view.ring, ("political", "intelligence", "economic", "military")):
            anchor = scene.anchors[f"stars:{player}:{suit}"]
            assert isinstance(anchor.shows, tuple)
            bars = sorted(
                (b for b in scene.live_part if isinstance(b, Box) and _is_in_foot(b, anchor.placement)),
                key=lambda b: b.x,
            )
            _, spied = anchor.shows
            assert len(bars) == len(spied)
            assert all(bar.w >= 8 and bar.h >= 5 for bar in bars)
            assert all(b.x - a.x - a.w >= 3 for a, b in pairwise(bars))
            bar_count += len(bars)
    assert bar_count > 5


def _is_in_foot(box: Box, placement: Placement) -> bool:
    return (
        box.h == 7
        and placement.x < box.x < placement.x + placement.w
        and placement.y < box.y < placement.y + placement.h
    )


def test_hostage_is_shown_by_a_lock_beside_the_spies_of_its_holder() -> None:
    """A frame in the holder's colour was taken for a selection, and invisible on a tile of that colour."""
    view = boards.build_table(
        (notation.build_player(0, "a", ("61 CC hostage C", "41 B")), *boards.build_classic().players[1:])
    )
    scene = draw_overview(view, build_context(view))
    row = scene.anchors["player:0"].placement
    locks = [n for n in scene.live_part if isinstance(n, Icon) and n.name == "lock" and row.y < n.y < row.y + row.h]
    tile = scene.anchors["stars:0:political"] if CONTENT.cards[61].suit == "political" else None
    placement = tile.placement if tile else scene.anchors[f"stars:0:{CONTENT.cards[61].suit}"].placement
    assert (
        len(locks) == 1
        and placement.x < locks[0].x < placement.x + placement.w
        and placement.y < locks[0].y < placement.y + placement.h
    )


def test_hostage_is_shown_by_a_lock_on_the_tile_if_spies_are_crowded() -> None:
    view = build_view("fullest")
    scene = draw_overview(view, build_context(view))
    hostage_count = 0
    for player in view.ring:
        columns = suits.layout_columns(view, view.players[player], find_board_sizes(view).row)
        hostage_count += sum(bool(column.holders - column.locked_holders) for column in columns)
    signs = [
        n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, SignDisc) and n.piece.icon == "lock"
    ]
    assert hostage_count and len([sign for sign in signs if sign.x > SEATS_X and sign.y < 900]) == hostage_count


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_letter_in_a_row_points_at_its_suit_and_not_at_the_loyalty(seats: int) -> None:
    letter_count = 0
    for view, steps in iter_turns(seats):
        before = steps[0].view_before
        assert isinstance(before, View)
        scene = draw_overview(view, RenderContext("en", boards.NAMES[:seats], view_before=before, turns=steps))
        for player in view.ring:
            then, now = before.players[player], view.players[player]
            led = [
                a.placement
                for p, a in scene.anchors.items()
                if p.startswith(f"stars:{player}:") and a.placement.has_callout_line
            ]
            if then.loyalty != now.loyalty:
                assert not led
            elif {s.card for s in then.court} != {s.card for s in now.court}:
                assert len(led) == 1 and led[0].callout_centre is not None and led[0].callout_centre[0] > SEATS_X + 72
                letter_count += 1
        for mark in (n for n in scene.live_part if isinstance(n, Sprite) and isinstance(n.piece, AuthorBadge)):
            assert 0 < mark.x < 1600
    assert letter_count


def test_asked_player_sees_the_reason() -> None:
    view = build_view("bribe")
    assert view.turn is not None and view.turn.request is not None
    request = view.turn.request
    labels = list_words(draw_overview(view, build_context(view)))
    assert f"offered a bribe of {request.offer}" in labels and "Marco to answer" in labels
    reasons: tuple[tuple[Literal["debt", "spy", "event"], str], ...] = (
        ("debt", "cannot repay: discards"),
        ("spy", "where a spy goes"),
        ("event", "discards a card"),
    )
    for why, said in reasons:
        asked_view = replace(view, turn=TurnView(2, 1, None, 1, why))
        for lang in LANGS:
            asked_labels = list_words(draw_overview(asked_view, build_context(asked_view, lang)))
            assert any("Marco" in label for label in asked_labels)
            assert (said in asked_labels) == (lang == "en")


def test_the_stars_of_a_card_keep_clear_of_each_other_and_of_the_loyalty() -> None:
    """The last of four stars once covered the loyalty."""
    for number, card in CONTENT.cards.items():
        nodes = draw_market_card(number, 0, 0, "en", CardState())
        stars = [measure_bounds(node) for node in nodes if isinstance(node, Icon) and node.name == "star"]
        signs = [measure_bounds(node) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Emblem)]
        assert len(stars) == card.rank
        for i, star in enumerate(stars):
            assert star[0] >= 0 and star[2] <= 54 < CARD_W and star[3] < SPACE_H
            assert not any(has_overlap(star, other, 1) for other in (*stars[:i], *signs)), card.name


@pytest.mark.parametrize(("cards", "words"), [(1, set[str]()), (2, {"2", "/2"}), (3, {"3", "/2"})])
def test_row_tells_a_hand_without_room(cards: int, words: set[str]) -> None:
    view = build_seats_view(4)
    players = tuple(replace(p, hand_size=cards, hand_limit=2) if p.number == 1 else p for p in view.players)
    view = replace(view, players=players)
    numbers = {
        node.text for node in draw_totals(view, players[1], build_context(view), 100) if isinstance(node, TextRun)
    }
    plates = [node for node in draw_totals(view, players[1], build_context(view), 100) if isinstance(node, Box)]
    assert words <= numbers and len(plates) == (cards > 1)
