"""Who leads is seen: a ring around the points of each."""

from __future__ import annotations

from itertools import combinations

import pytest

from render.kit.colour import WHITE, contrast
from render.kit.extent import extent
from render.kit.marks.ghost import Ghost
from render.kit.race import Race, lead, leaders, race, spread
from render.kit.scene import Box, Node, Poly, Sprite, Text
from render.kit.tokens import Seal, SeatToken


def test_all_who_share_the_lead_are_first_but_nobody_before_the_first_point() -> None:
    assert leaders({0: 3, 1: 7, 2: 1}) == {1}
    assert leaders({0: 7, 1: 7, 2: 1}) == {0, 1}
    assert leaders({0: 0, 1: 0, 2: -1}) == frozenset()


def test_the_ring_is_dark_and_wide_enough_for_a_phone_and_the_seal_hides_none_of_it() -> None:
    ring = lead(0, 0, 40)
    assert ring.edge is not None and contrast(ring.edge, WHITE) >= 7
    assert ring.width >= 6 and ring.r - ring.width > 40


@pytest.mark.parametrize("second", range(0, 20))
@pytest.mark.parametrize("lead_of", range(0, 4))
def test_the_pole_of_the_goal_has_its_words(second: int, lead_of: int) -> None:
    """Wherever the scores are: it stood there without a word where the line ended."""
    points = {0: second + lead_of, 1: second, 2: 0}
    line = Race(
        1072, 1536, 177, points, dict.fromkeys(points, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, second + 4, ("4 ahead",)
    )
    nodes: list[Node] = list(race(line))
    [pole] = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Seal)]
    [words] = [node for node in nodes if isinstance(node, Text) and node.text == "4 ahead"]
    assert pole.x < words.x and extent(words)[2] <= 1556


@pytest.mark.parametrize(("right", "told"), [(1400, "4 ahead wins"), (1300, "4 ahead"), (1250, None)])
def test_a_goal_on_a_short_line_is_told_in_fewer_words(right: int, told: str | None) -> None:
    points, words = {0: 0, 1: 0}, ("4 ahead wins", "4 ahead")
    line = Race(1115, right, 177, points, dict.fromkeys(points, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, 5, words)
    nodes: list[Node] = list(race(line))
    found = [node for node in nodes if isinstance(node, Text)]
    assert [node.text for node in found if node.text in words] == ([told] if told else [])
    assert all(extent(node)[2] <= right + 20 for node in found if node.text in words)


@pytest.mark.parametrize("goal", range(4, 31))
def test_a_wide_line_always_has_a_word_for_its_goal(goal: int) -> None:
    """With a goal of 12 points it lacked 5 px for `4 ahead`."""
    points, words = {0: max(0, goal - 6), 1: max(0, goal - 6)}, ("4 ahead wins", "4 ahead")
    colours = dict.fromkeys(points, "#A9AFB3")
    line = Race(1116, 1492, 202, points, colours, "#D5C5A4", "#5C5243", {}, goal, words, wide=True)
    nodes: list[Node] = list(race(line))
    assert any(isinstance(node, Text) and node.text in words for node in nodes)


@pytest.mark.parametrize("wide", [False, True])
def test_tokens_of_equal_points_are_joined_and_point_to_one_place(wide: bool) -> None:
    """They stand beside one another: without that the one at the right seems to be ahead."""
    points = {0: 4, 1: 4, 2: 4, 3: 5, 4: 0}
    line = Race(1072, 1536, 177, points, dict.fromkeys(points, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, wide=wide)
    nodes: list[Node] = list(race(line))
    tokens = {node.piece.seat: node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)}
    ticks = {4: 1072 + 464 * 0.4, 5: 1072 + 464 * 0.5, 0: 1072}
    tips = [node.points[-1] for node in nodes if isinstance(node, Poly)]
    assert sorted(x for x, _ in tips) == pytest.approx(sorted(ticks.values())), "one for each number of points"
    assert all(y > 177 - 4 for _, y in tips), "as far as the line"
    [joint] = [node for node in nodes if isinstance(node, Box) and node.edge is not None]
    inside = {seat for seat, token in tokens.items() if joint.x < token.x < joint.x + joint.w}
    assert inside == {0, 1, 2}


def test_groups_of_equal_tokens_keep_clear_of_each_other() -> None:
    places = spread({0: 300.0, 1: 300.0, 2: 310.0, 3: 310.0}, 60, 0, 900, 7)
    assert places[1] - places[0] == places[3] - places[2] == pytest.approx(60)
    assert places[2] - places[1] == pytest.approx(74)
    assert sum(places.values()) / 4 == pytest.approx(305), "by equal parts"


def test_those_in_a_frame_make_way_for_a_token_alone_and_stand_before_the_line() -> None:
    """Their tip tells where they belong; he who has a point more stood a point and a half too far."""
    places = spread({0: 80.0, 1: 0.0, 2: 0.0, 3: 0.0}, 60, -100, 900, 6, 50)
    assert places[0] == pytest.approx(80, abs=4)
    assert places[1] < 0 < places[3] and places[2] - places[1] == pytest.approx(50)


@pytest.mark.parametrize("points", [(0, 0, 0, 1, 3), (0, 1, 1, 2, 2), (4, 4, 4, 4, 4), (0, 1, 2, 3, 4)])
def test_no_pin_and_no_frame_is_hidden_and_nobody_stands_far_off(points: tuple[int, ...]) -> None:
    vp = dict(enumerate(points))
    line = Race(168, 952, 860, vp, dict.fromkeys(vp, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, wide=True, margin=104)
    nodes: list[Node] = list(race(line))
    last_frame = max((i for i, node in enumerate(nodes) if isinstance(node, Box) and node.fill), default=-1)
    assert all(i > last_frame for i, node in enumerate(nodes) if isinstance(node, Poly)), "pins above what frames cover"
    edges = [node for node in nodes if isinstance(node, Box) and node.edge is not None]
    tokens = [node for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    for edge in edges:
        assert nodes.index(edge) > max(map(nodes.index, tokens))
        for token in tokens:
            left, top, right, _ = extent(token)
            if edge.x < token.x < edge.x + edge.w:
                assert edge.x - 1 < left and right < edge.x + edge.w + 1 and edge.y - 2 < top
            else:
                assert right < edge.x + 12 or edge.x + edge.w - 12 < left, "but for the point of a diamond"
    unit = (952 - 168) / 10
    at = {node.piece.seat: node.x for node in tokens if isinstance(node.piece, SeatToken)}
    assert all(abs(x - 168 - unit * vp[seat]) < 1.7 * unit for seat, x in at.items())


def test_earlier_points_are_seen_whole_beside_the_tokens() -> None:
    """Two that came from the same points, of whom one went a point further: one outline lay below, one was hidden."""
    vp, was = {0: 3, 1: 1}, {0: 0, 1: 0}
    line = Race(
        1116, 1492, 202, vp, dict.fromkeys(vp, "#A9AFB3"), "#D5C5A4", "#5C5243", {}, wide=True, margin=48, was=was
    )
    nodes: list[Node] = list(race(line))
    ghosts = [extent(node) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, Ghost)]
    tokens = [extent(node) for node in nodes if isinstance(node, Sprite) and isinstance(node.piece, SeatToken)]
    assert len(ghosts) == 2
    for box, other in combinations((*ghosts, *tokens), 2):
        assert box[2] < other[0] + 3 or other[2] < box[0] + 3
