"""Who leads is seen: a ring around the points of each."""

from __future__ import annotations

import pytest

from render.kit.colour import WHITE, contrast
from render.kit.extent import extent
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
    places = spread({0: 0.0, 1: 0.0, 2: 10.0, 3: 10.0}, 60, 0, 900, 14)
    assert places[1] - places[0] == places[3] - places[2] == pytest.approx(60, abs=0.5) and places[2] - places[
        1
    ] == pytest.approx(74, abs=0.5)
    assert min(places.values()) >= 0
