"""Who leads is seen: a ring around the points of each."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from render import Look, arts
from render.kit.colour import WHITE, contrast
from render.kit.race import lead, leaders
from render.kit.scene import Disc, Scene
from tests.kilia.pictures.boards import crowded, seen
from tests.marco_polo_ii.pictures.boards import CROWDED as MARCO_POLO
from tests.pax_pamir.pictures.boards import four
from tests.quo_vadis.pictures.boards import fullest
from tests.signorie.pictures.boards import classic

NAMES = ("Ann", "Bela", "Cem", "Dana")
TABLES: dict[str, tuple[Any, str, str]] = {
    "kilia": (seen(crowded()), "mats", "points"),
    "marco_polo_ii": (next(iter(MARCO_POLO.values())), "mats", "vp"),
    "pax_pamir": (four(), "players", "vp"),
    "quo_vadis": (fullest(3), "players", "points"),
    "signorie": (classic(), "mats", "vp"),
}


def rings(scene: Scene) -> int:
    known = lead(0, 0, 0)
    return sum(isinstance(node, Disc) and (node.edge, node.width) == (known.edge, known.width) for node in scene.live)


def test_all_who_share_the_lead_are_first_but_nobody_before_the_first_point() -> None:
    assert leaders({0: 3, 1: 7, 2: 1}) == {1}
    assert leaders({0: 7, 1: 7, 2: 1}) == {0, 1}
    assert leaders({0: 0, 1: 0, 2: -1}) == frozenset()


def test_the_ring_is_dark_and_wide_enough_for_a_phone_and_the_seal_hides_none_of_it() -> None:
    ring = lead(0, 0, 40)
    assert ring.edge is not None and contrast(ring.edge, WHITE) >= 7
    assert ring.width >= 6 and ring.r - ring.width > 40


@pytest.mark.parametrize("game", TABLES)
def test_on_every_board_each_of_those_who_lead_has_a_ring(game: str) -> None:
    view, group, points = TABLES[game]
    seats = getattr(view, group)
    for values, expected in (((7, 7, 3, 3), 2), ((3, 9, 7, 7), 1), ((0, 0, 0, 0), 0)):
        table = tuple(replace(seat, **{points: value}) for seat, value in zip(seats, values, strict=False))
        look = Look("en", NAMES[: len(seats)])
        scene = arts()[game].draw(replace(view, **{group: table}), arts()[game].pictures(view)[0], look)
        assert rings(scene) == expected, values
