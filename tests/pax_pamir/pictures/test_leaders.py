"""Who leads is seen on the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from render import Look
from render.kit.race import Race
from render.kit.scene import Node
from render.pax_pamir.board.points import points_line
from tests.pax_pamir.pictures.boards import NAMES, four
from tests.render.rings import CASES, count_rings


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_each_of_those_who_lead_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("pax_pamir", four(), "players", "vp", values) == leaders


@pytest.mark.parametrize(
    ("points", "forecast", "goal"),
    [
        ((3, 0, 1, 2), (), 6),
        ((3, 0, 1, 2), (0, 5, 0, 3), 9),
        ((3, 0, 1, 2), (0, 0, 7, 0), 7),
        ((3, 3, 1, 2), (5, 0, 1, 0), 7),
    ],
)
def test_the_seal_on_the_line_stands_where_a_check_would_end_the_game(
    points: tuple[int, ...], forecast: tuple[int, ...], goal: int
) -> None:
    """R10.4 A check moves those, too, whom the leader must leave behind."""
    view = four()
    players = tuple(replace(one, vp=vp) for one, vp in zip(view.players, points, strict=True))
    view = replace(view, players=players, forecast=forecast)
    shown: list[Race] = []

    def keep(one: Race) -> Iterator[Node]:
        shown.append(one)
        return iter(())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("render.pax_pamir.board.points.race", keep)
        assert not list(points_line(view, Look("en", NAMES), 0, 100, 50))
    assert shown[0].goal == goal
