"""Score tracks: rings around the points of the leaders, goals, and groups of equal tokens."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.kit.bounds import measure_bounds
from render.kit.colour import WHITE, compute_contrast
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.scene import Box, Node, Poly, Sprite, TextRun
from render.kit.score_track import ScoreTrack, draw_leader_ring, draw_score_track, list_leaders, spread_tokens
from render.kit.tokens import Seal, SeatToken
from tests.check_each import check_each


def test_tied_leaders_all_lead_and_no_seat_leads_without_points() -> None:
    assert list_leaders({0: 3, 1: 7, 2: 1}) == {1}
    assert list_leaders({0: 7, 1: 7, 2: 1}) == {0, 1}
    assert list_leaders({0: 0, 1: 0, 2: -1}) == frozenset()


def test_the_ring_is_dark_and_wide_enough_for_a_phone_and_the_seal_hides_none_of_it() -> None:
    ring = draw_leader_ring(0, 0, 40)
    assert ring.edge is not None and compute_contrast(ring.edge, WHITE) >= 7
    assert ring.width >= 6 and ring.r - ring.width > 40


@check_each("second", range(20))
@check_each("lead_of", range(4))
def test_goal_pole_always_has_its_caption(second: int, lead_of: int) -> None:
    """This holds for any scores: the pole once had no caption at the end of the track."""
    points = {0: second + lead_of, 1: second, 2: 0}
    line = ScoreTrack(
        1072, 1536, 177, points, dict.fromkeys(points, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, second + 4, ("4 ahead",)
    )
    nodes: list[Node] = list(draw_score_track(line))
    [pole] = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Seal)]
    [words] = [node for node in nodes if isinstance(node, TextRun) and node.text == "4 ahead"]
    assert pole.x < words.x and measure_bounds(words)[2] <= 1556


@pytest.mark.parametrize(("right", "told"), [(1400, "4 ahead wins"), (1300, "4 ahead"), (1250, None)])
def test_goal_on_a_short_track_has_a_shorter_caption(right: int, told: str | None) -> None:
    points, words = {0: 0, 1: 0}, ("4 ahead wins", "4 ahead")
    line = ScoreTrack(1115, right, 177, points, dict.fromkeys(points, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, 5, words)
    nodes: list[Node] = list(draw_score_track(line))
    texts = [node for node in nodes if isinstance(node, TextRun)]
    assert [node.text for node in texts if node.text in words] == ([told] if told else [])
    assert all(measure_bounds(node)[2] <= right + 20 for node in texts if node.text in words)


@check_each("goal", range(4, 31))
def test_wide_track_always_has_a_goal_caption(goal: int) -> None:
    """With a goal of 12 points `4 ahead` was once 5 px too wide."""
    points, words = {0: max(0, goal - 6), 1: max(0, goal - 6)}, ("4 ahead wins", "4 ahead")
    colours = dict.fromkeys(points, "#A9AFB3")
    line = ScoreTrack(1116, 1492, 202, points, colours, "#D5C5A4", "#5C5243", {}, goal, words, is_wide=True)
    nodes: list[Node] = list(draw_score_track(line))
    assert any(isinstance(node, TextRun) and node.text in words for node in nodes)


@pytest.mark.parametrize("wide", [False, True])
def test_tokens_of_equal_points_are_joined_and_point_to_one_place(wide: bool) -> None:
    """They are side by side: without the joint the rightmost token would seem to be ahead."""
    points = {0: 4, 1: 4, 2: 4, 3: 5, 4: 0}
    line = ScoreTrack(1072, 1536, 177, points, dict.fromkeys(points, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, is_wide=wide)
    nodes: list[Node] = list(draw_score_track(line))
    tokens = {node.piece.seat: node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)}
    ticks = {4: 1072 + 464 * 0.4, 5: 1072 + 464 * 0.5, 0: 1072}
    tips = [node.points[-1] for node in nodes if isinstance(node, Poly)]
    assert sorted(x for x, _ in tips) == pytest.approx(sorted(ticks.values())), "one for each number of points"
    assert all(y > 177 - 4 for _, y in tips), "as far as the line"
    [joint] = [node for node in nodes if isinstance(node, Box) and node.edge is not None]
    inside = {seat for seat, token in tokens.items() if joint.x < token.x < joint.x + joint.w}
    assert inside == {0, 1, 2}


def test_groups_of_equal_tokens_keep_clear_of_each_other() -> None:
    places = spread_tokens({0: 300.0, 1: 300.0, 2: 310.0, 3: 310.0}, 60, 0, 900, 7)
    assert places[1] - places[0] == places[3] - places[2] == pytest.approx(60)
    assert places[2] - places[1] == pytest.approx(74)
    assert sum(places.values()) / 4 == pytest.approx(305), "by equal parts"


def test_framed_tokens_make_way_for_a_single_token() -> None:
    """Their tip shows their points; a token one point ahead was once placed a point and a half too far."""
    places = spread_tokens({0: 80.0, 1: 0.0, 2: 0.0, 3: 0.0}, 60, -100, 900, 6, 50)
    assert places[0] == pytest.approx(80, abs=4)
    assert places[1] < 0 < places[3] and places[2] - places[1] == pytest.approx(50)


@pytest.mark.parametrize("points", [(0, 0, 0, 1, 3), (0, 1, 1, 2, 2), (4, 4, 4, 4, 4), (0, 1, 2, 3, 4)])
def test_pins_and_frames_are_visible_and_tokens_stay_near_their_points(points: tuple[int, ...]) -> None:
    vp = dict(enumerate(points))
    line = ScoreTrack(
        168, 952, 860, vp, dict.fromkeys(vp, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, is_wide=True, margin=104
    )
    nodes: list[Node] = list(draw_score_track(line))
    last_frame = max((i for i, node in enumerate(nodes) if isinstance(node, Box) and node.fill), default=-1)
    assert all(i > last_frame for i, node in enumerate(nodes) if isinstance(node, Poly)), "pins above what frames cover"
    edges = [node for node in nodes if isinstance(node, Box) and node.edge is not None]
    tokens = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    for edge in edges:
        assert nodes.index(edge) > max(map(nodes.index, tokens))
        for token in tokens:
            left, top, right, _ = measure_bounds(token)
            if edge.x < token.x < edge.x + edge.w:
                assert edge.x - 1 < left and right < edge.x + edge.w + 1 and edge.y - 2 < top
            else:
                assert right < edge.x + 12 or edge.x + edge.w - 12 < left, "but for the point of a diamond"
    unit = (952 - 168) / 10
    at = {node.piece.seat: node.x for node in tokens if isinstance(node.piece, SeatToken)}
    assert all(abs(x - 168 - unit * vp[seat]) < 1.7 * unit for seat, x in at.items())


def test_past_points_are_fully_visible_beside_the_tokens() -> None:
    """Of two tokens that left the same points, one a point further, one outline was once covered, the other hidden."""
    vp, was = {0: 3, 1: 1}, {0: 0, 1: 0}
    line = ScoreTrack(
        1116,
        1492,
        202,
        vp,
        dict.fromkeys(vp, "#A9AFB3"),
        "#D5C5A4",
        "#5C5243",
        {},
        is_wide=True,
        margin=48,
        past_points=was,
    )
    nodes: list[Node] = list(draw_score_track(line))
    outlines = [
        measure_bounds(node) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, RemovedMarker)
    ]
    tokens = [measure_bounds(node) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    assert len(outlines) == 2
    for box, other in combinations((*outlines, *tokens), 2):
        assert box[2] < other[0] + 3 or other[2] < box[0] + 3
