"""Marks are placed as their anchors request, or near by if they would cover a figure or each other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from render.kit.bounds import measure_bounds
from render.kit.marks import mark_layout
from render.kit.marks.badges import AuthorBadge, NumberBadge
from render.kit.marks.mark_layout import PITCH, MarkCanvas, _measure_overlap, iter_figures, place_badges, shift_numbers
from render.kit.placement import Placement, Point
from render.kit.scene import Node, Sprite, TextRun
from render.kit.tokens import Die, Seal

FIELD = Placement(400, 400, 120, 60)
WANTED = (518, 402)


def build_canvas(*nodes: Node) -> MarkCanvas:
    return MarkCanvas(1600, 1000, nodes)


def test_badge_is_placed_as_requested_on_empty_space() -> None:
    assert place_badges(FIELD, 1, build_canvas()) == (WANTED,)


def test_badge_does_not_cover_a_number() -> None:
    number = TextRun(500, 404, "17", 40, "#000000", max_width=60)
    ((x, y),) = place_badges(FIELD, 1, build_canvas(number))
    left, top, right, bottom = measure_bounds(number)
    assert (x, y) != WANTED
    assert x + 18 < left or x - 18 > right or y + 18 < top + 6 or y - 18 > bottom - 6
    assert abs(x - WANTED[0]) + abs(y - WANTED[1]) < 90


def test_badges_of_one_corner_stand_side_by_side() -> None:
    table = build_canvas()
    places = (*place_badges(FIELD, 2, table), *place_badges(FIELD, 1, table))
    for i, (x, y) in enumerate(places):
        assert all(abs(x - a) >= PITCH or abs(y - b) >= PITCH for a, b in places[:i])


def test_badge_stays_on_the_canvas() -> None:
    ((x, y),) = place_badges(Placement(1500, 4, 98, 40), 1, build_canvas())
    assert x <= 1579 and y >= 21


def test_number_moves_off_a_word_but_not_off_its_edge() -> None:
    word = TextRun(420, 402, "Milano", 32, "#000000", max_width=200)
    ((moved,), (still,)) = shift_numbers(
        [(Sprite(420, 400, NumberBadge(3)),), (Sprite(384, 500, NumberBadge(4)),)], build_canvas(word)
    )
    assert (moved.x, moved.y) != (420, 400)
    assert (still.x, still.y) == (384, 500)
    (rim,) = shift_numbers([(Sprite(384, 400, NumberBadge(3)),)], build_canvas(word))
    assert (rim[0].x, rim[0].y) == (384, 400)


def test_numbers_of_two_places_stand_apart() -> None:
    ((first,), (second,)) = shift_numbers(
        [(Sprite(400, 400, NumberBadge(1)),), (Sprite(440, 400, NumberBadge(2)),)], build_canvas()
    )
    assert max(abs(second.x - first.x), abs(second.y - first.y)) >= 60
    apart = [(Sprite(400, 400, NumberBadge(1)),), (Sprite(470, 400, NumberBadge(2)),)]
    assert list(shift_numbers(apart, build_canvas())) == apart


def test_figures_on_pieces_are_found() -> None:
    figure_list = list(iter_figures((Sprite(100, 100, Seal("38", 40)), Sprite(200, 100, Die("#AA0000", 5, 46)))))
    assert len(figure_list) == 1 + 5
    assert not list(iter_figures((Sprite(0, 0, AuthorBadge(1, "#AA0000", "#007D75")), Sprite(0, 0, NumberBadge(1)))))


def test_overlap_of_two_boxes() -> None:
    rng = Random(1)
    for _ in range(2000):
        x, y, u, v = (rng.randrange(10) for _ in range(4))
        a = (x, y, x + rng.randrange(1, 8), y + rng.randrange(1, 8))
        b = (u, v, u + rng.randrange(1, 8), v + rng.randrange(1, 8))
        shared = sum(b[0] <= x < b[2] and b[1] <= y < b[3] for x in range(a[0], a[2]) for y in range(a[1], a[3]))
        assert _measure_overlap(a, b) == shared


def test_free_place_beside_a_large_anchor_is_taken_without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds at any distance from the change."""
    tried: list[Point] = []
    cost = mark_layout._rate_badge

    def count_call(at: Point, *rest: Any) -> float:
        tried.append(at)
        return cost(at, *rest)

    monkeypatch.setattr(mark_layout, "_rate_badge", count_call)
    thing = Placement(900, 500, 60, 60, callout_centre=(600.0, 530.0))
    assert place_badges(thing, 1, build_canvas(), 1.5) == ((600.0, 530.0),)
    assert len(tried) == 1
