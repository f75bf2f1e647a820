"""Marks stand where their thing wants them; where they would hide a figure or each other, near by."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from render.kit.extent import extent
from render.kit.marks import standing
from render.kit.marks.figures import figures
from render.kit.marks.standing import PITCH, Ground, _overlap, aside, stand
from render.kit.scene import Node, Sprite, Text
from render.kit.spot import Point, Spot
from render.kit.tokens import Badge, Die, Seal, Tick

FIELD = Spot(400, 400, 120, 60)
WANTED = (518, 402)


def ground(*nodes: Node) -> Ground:
    return Ground(1600, 1000, nodes)


def test_a_tick_stands_where_it_is_wanted_if_nothing_is_read_there() -> None:
    assert stand(FIELD, 1, ground()) == (WANTED,)


def test_a_tick_leaves_a_number_to_be_read() -> None:
    number = Text(500, 404, "17", 40, "#000000", room=60)
    ((x, y),) = stand(FIELD, 1, ground(number))
    left, top, right, bottom = extent(number)
    assert (x, y) != WANTED
    assert x + 18 < left or x - 18 > right or y + 18 < top + 6 or y - 18 > bottom - 6
    assert abs(x - WANTED[0]) + abs(y - WANTED[1]) < 90


def test_ticks_of_one_corner_stand_side_by_side() -> None:
    table = ground()
    places = (*stand(FIELD, 2, table), *stand(FIELD, 1, table))
    for i, (x, y) in enumerate(places):
        assert all(abs(x - a) >= PITCH or abs(y - b) >= PITCH for a, b in places[:i])


def test_a_tick_stays_on_the_canvas() -> None:
    ((x, y),) = stand(Spot(1500, 4, 98, 40), 1, ground())
    assert x <= 1579 and y >= 21


def test_a_number_moves_off_a_word_but_not_for_its_rim() -> None:
    word = Text(420, 402, "Milano", 32, "#000000", room=200)
    ((moved,), (still,)) = aside([(Sprite(420, 400, Badge(3)),), (Sprite(384, 500, Badge(4)),)], ground(word))
    assert (moved.x, moved.y) != (420, 400)
    assert (still.x, still.y) == (384, 500)
    (rim,) = aside([(Sprite(384, 400, Badge(3)),)], ground(word))
    assert (rim[0].x, rim[0].y) == (384, 400)


def test_numbers_of_two_places_stand_apart() -> None:
    ((first,), (second,)) = aside([(Sprite(400, 400, Badge(1)),), (Sprite(440, 400, Badge(2)),)], ground())
    assert max(abs(second.x - first.x), abs(second.y - first.y)) >= 60
    apart = [(Sprite(400, 400, Badge(1)),), (Sprite(470, 400, Badge(2)),)]
    assert list(aside(apart, ground())) == apart


def test_what_is_read_on_pieces() -> None:
    found = list(figures((Sprite(100, 100, Seal("38", 40)), Sprite(200, 100, Die("#AA0000", 5, 46)))))
    assert len(found) == 1 + 5
    assert not list(figures((Sprite(0, 0, Tick(1, "#AA0000", "#007D75")), Sprite(0, 0, Badge(1)))))


def test_what_two_boxes_share() -> None:
    chance = Random(1)
    for _ in range(2000):
        x, y, u, v = (chance.randrange(10) for _ in range(4))
        a = (x, y, x + chance.randrange(1, 8), y + chance.randrange(1, 8))
        b = (u, v, u + chance.randrange(1, 8), v + chance.randrange(1, 8))
        shared = sum(b[0] <= x < b[2] and b[1] <= y < b[3] for x in range(a[0], a[2]) for y in range(a[1], a[3]))
        assert _overlap(a, b) == shared


def test_a_free_place_beside_a_larger_thing_is_taken_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """However far it is from what changed."""
    tried: list[Point] = []
    cost = standing._cost

    def counted(at: Point, *rest: Any) -> float:
        tried.append(at)
        return cost(at, *rest)

    monkeypatch.setattr(standing, "_cost", counted)
    thing = Spot(900, 500, 60, 60, aside=(600.0, 530.0))
    assert stand(thing, 1, ground(), 1.5) == ((600.0, 530.0),)
    assert len(tried) == 1
