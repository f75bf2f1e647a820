"""Leaders and the winning goal are marked on the board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from render import RenderContext
from render.kit.scene import Node
from render.kit.score_track import ScoreTrack
from render.pax_pamir.board.points_track import draw_points_track
from tests.pax_pamir.pictures.boards import NAMES, build_four
from tests.render.rings import CASES, count_rings


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_each_leader_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("pax_pamir", build_four(), "players", "vp", values) == leaders


@pytest.mark.parametrize(
    ("points", "forecast", "goal"),
    [
        ((3, 0, 1, 2), (), 6),
        ((3, 0, 1, 2), (0, 5, 0, 3), 9),
        ((3, 0, 1, 2), (0, 0, 7, 0), 7),
        ((3, 3, 1, 2), (5, 0, 1, 0), 7),
    ],
)
def test_seal_is_at_the_points_where_a_check_ends_the_game(
    points: tuple[int, ...], forecast: tuple[int, ...], goal: int
) -> None:
    """R10.4 A check also moves the rivals whom the leader must outdistance."""
    view = build_four()
    players = tuple(replace(one, vp=vp) for one, vp in zip(view.players, points, strict=True))
    view = replace(view, players=players, forecast=forecast)
    tracks: list[ScoreTrack] = []

    def record_track(one: ScoreTrack) -> Iterator[Node]:
        tracks.append(one)
        return iter(())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("render.kit.draw_score_track", record_track)
        assert not list(draw_points_track(view, RenderContext("en", NAMES), 0, 100, 50))
    assert tracks[0].goal == goal
