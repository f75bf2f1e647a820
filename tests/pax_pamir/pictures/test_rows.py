"""What a player's row tells beside its numbers: tags, the cards of each suit, hostages, and where letters point."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Literal

import pytest
from msgspec.structs import replace

from engines.kernel import LANGS
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import TurnView, View
from render import Look
from render.kit.extent import extent
from render.kit.look import Lang
from render.kit.scene import Box, Disc, Icon, Sprite, Text
from render.kit.spot import Spot
from render.kit.tokens import Seal, Tick
from render.pax_pamir.board import columns as suits
from render.pax_pamir.cards.market import OnCard, small_card
from render.pax_pamir.layout import CARD_W, SEATS_W, SEATS_X, SPACE_H, board
from render.pax_pamir.pieces import Emblem, SignDisc

from . import boards, notation
from .scenes import look, overlap, overview, state, words
from .test_latest import turns

START = {2: "start of two", 3: "three", 4: "classic", 5: "start of five"}


def at(seats: int) -> View:
    return boards.start(3) if seats == 3 else state(START[seats])


@pytest.mark.parametrize(("seats", "lang"), [*product((2, 3, 4, 5), ("ja", "en"))])
def test_what_a_check_would_bring_lies_in_its_row_and_covers_nothing(seats: int, lang: Lang) -> None:
    """It lay on the ring of who leads, and was cut by the edge of the row."""
    view = at(seats)
    players = tuple(replace(one, vp=9 * (one.number == 0)) for one in view.players)
    view = replace(view, players=players, forecast=(10, *[3] * (len(players) - 1)), decided=0)
    scene = overview(view, look(view, lang))
    tags = [n for n in scene.live if isinstance(n, Text) and n.text.startswith("+") and SEATS_X + 300 < n.x < 1600]
    tags = [tag for tag in tags if tag.y > board(view).top]
    assert len(tags) == len(view.ring) and any(tag.text.startswith("+10") and len(tag.text) > 3 for tag in tags)
    boxes = [box for box in scene.live if isinstance(box, Box) and any(_holds(box, tag) for tag in tags)]
    boxes = [box for box in boxes if box.h < 40]
    rings = [extent(node) for node in scene.live if isinstance(node, Disc) and node.width == 6]
    seals = [extent(n) for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Seal) and n.x > SEATS_X]
    seals = [seal for seal in seals if seal[1] > board(view).top]
    tiles = [anchor.spot for place, anchor in scene.anchors.items() if place.startswith("stars:")]
    numbers = [anchor.spot for place, anchor in scene.anchors.items() if place.startswith(("influence:", "cylinders:"))]
    assert len(boxes) == len(tags) and len(seals) == len(tags) and rings
    for box in boxes:
        here = extent(box)
        assert here[0] > SEATS_X and here[2] <= SEATS_X + SEATS_W - 2
        assert not any(overlap(here, other, 1) for other in (*rings, *seals))
        assert not any(overlap(here, (s.x, s.y, s.x + s.w, s.y + s.h), 3) for s in (*tiles, *numbers))


def _holds(box: Box, tag: Text) -> bool:
    return box.x < tag.x < box.x + box.w and abs(box.y + box.h / 2 - tag.y) < 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_cards_of_each_suit_can_be_counted(seats: int) -> None:
    """Bars of 8 x 5 px and more, apart from each other; with five seats there were none."""
    found = 0
    for n, (view, _) in enumerate(turns(seats)):
        if n % 9:
            continue
        scene = overview(view, look(view))
        for player, suit in product(view.ring, ("political", "intelligence", "economic", "military")):
            anchor = scene.anchors[f"stars:{player}:{suit}"]
            assert isinstance(anchor.shows, tuple)
            bars = sorted((b for b in scene.live if isinstance(b, Box) and _in_foot(b, anchor.spot)), key=lambda b: b.x)
            _, spied = anchor.shows
            assert len(bars) == len(spied)
            assert all(bar.w >= 8 and bar.h >= 5 for bar in bars)
            assert all(b.x - a.x - a.w >= 3 for a, b in pairwise(bars))
            found += len(bars)
    assert found > 5


def _in_foot(box: Box, spot: Spot) -> bool:
    return box.h == 7 and spot.x < box.x < spot.x + spot.w and spot.y < box.y < spot.y + spot.h


def test_a_lock_beside_the_spies_of_the_holder_tells_of_a_hostage() -> None:
    """A frame in the colour of one holder was taken for a selection, and not seen on a tile of that colour."""
    view = boards.table((notation.player(0, "a", ("61 CC hostage C", "41 B")), *boards.classic().players[1:]))
    scene = overview(view, look(view))
    row = scene.anchors["player:0"].spot
    locks = [n for n in scene.live if isinstance(n, Icon) and n.name == "lock" and row.y < n.y < row.y + row.h]
    held = scene.anchors["stars:0:political"] if CONTENT.cards[61].suit == "political" else None
    spot = held.spot if held else scene.anchors[f"stars:0:{CONTENT.cards[61].suit}"].spot
    assert len(locks) == 1 and spot.x < locks[0].x < spot.x + spot.w and spot.y < locks[0].y < spot.y + spot.h


def test_where_spies_are_crowded_a_lock_on_the_tile_tells_of_a_hostage() -> None:
    view = state("fullest")
    scene = overview(view, look(view))
    held = 0
    for player in view.ring:
        found = suits.columns(view, view.players[player], board(view).row)
        held += sum(bool(column.holders - column.locked) for column in found)
    signs = [
        n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, SignDisc) and n.piece.icon == "lock"
    ]
    assert held and len([sign for sign in signs if sign.x > SEATS_X and sign.y < 900]) == held


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_letter_in_a_row_points_at_its_suit_and_not_at_the_loyalty(seats: int) -> None:
    found = 0
    for view, steps in turns(seats):
        before = steps[0].before
        assert isinstance(before, View)
        scene = overview(view, Look("en", boards.NAMES[:seats], before=before, turns=steps))
        for player in view.ring:
            then, now = before.players[player], view.players[player]
            led = [a.spot for p, a in scene.anchors.items() if p.startswith(f"stars:{player}:") and a.spot.led]
            if then.loyalty != now.loyalty:
                assert not led
            elif {s.card for s in then.court} != {s.card for s in now.court}:
                assert len(led) == 1 and led[0].aside is not None and led[0].aside[0] > SEATS_X + 72
                found += 1
        for mark in (n for n in scene.live if isinstance(n, Sprite) and isinstance(n.piece, Tick)):
            assert 0 < mark.x < 1600
    assert found


def test_who_answers_is_told_why() -> None:
    view = state("bribe")
    assert view.turn is not None and view.turn.request is not None
    request = view.turn.request
    told = words(overview(view, look(view)))
    assert f"offered a bribe of {request.offer}" in told and "Marco to answer" in told
    reasons: tuple[tuple[Literal["debt", "spy", "event"], str], ...] = (
        ("debt", "cannot repay: discards"),
        ("spy", "where a spy goes"),
        ("event", "discards a card"),
    )
    for why, said in reasons:
        asked = replace(view, turn=TurnView(2, 1, None, 1, why))
        for lang in LANGS:
            shown = words(overview(asked, look(asked, lang)))
            assert any("Marco" in one for one in shown)
            assert (said in shown) == (lang == "en")


def test_the_stars_of_a_card_keep_clear_of_each_other_and_of_the_loyalty() -> None:
    """The last of four lay on it."""
    for number, card in CONTENT.cards.items():
        nodes = small_card(number, 0, 0, "en", OnCard())
        stars = [extent(node) for node in nodes if isinstance(node, Icon) and node.name == "star"]
        signs = [extent(node) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Emblem)]
        assert len(stars) == card.rank
        for i, star in enumerate(stars):
            assert star[0] >= 0 and star[2] <= 54 < CARD_W and star[3] < SPACE_H
            assert not any(overlap(star, other, 1) for other in (*stars[:i], *signs)), card.name
