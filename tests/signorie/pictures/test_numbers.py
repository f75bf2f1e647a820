"""Numbers of options: a badge on every place, apart from one another and from what lies there."""

from __future__ import annotations

import pytest

from render import Mark, RenderContext, Scene, load_arts
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import NumberBadge, NumberPill
from render.kit.scene import Sprite, TextRun, describe_node
from tests.render.badges import check_badges_apart, list_numbers

from . import boards

ART = load_arts()["signorie"]
PLACES = {
    "board": ("reward:4",),
    "dice": ("die:red:6", "die:purple:5"),
    "assignments": ("assign:red_m", "assign:light_blue_f"),
    "plan": ("mat:3:row:politician", "mat:3:row:wedding"),
    "helpers": ("mat:3:helper:y_mid", "mat:3:helper:b_mid"),
    "arcade": ("city:milano", "city:napoli"),
    "tracks": ("track:politician:4", "track:clergy:0:1", "track:initiative:0:4"),
    "mat": ("mat:3:son:3",),
    "action:red": ("mat:3:signoria:red", "assign:red_m", "mat:3:helper:y_mid", "mat:3:helper:y_bot"),
    "action:grey": ("mat:3:signoria:grey",),
}


@pytest.mark.parametrize("panel", PLACES)
def test_every_kind_of_place_gets_its_number_on_the_panel_that_shows_it(panel: str) -> None:
    view, places = boards.build_state_view("household"), PLACES[panel]
    assert ART.choose_panel(view, 3, places) == f"panel:{panel}"
    marks = tuple(Mark(place, number) for number, place in enumerate(places, 1))
    scene = ART.compose(view, f"panel:{panel}", RenderContext("en", boards.NAMES, viewer=3, marks=marks))
    assert list_numbers(scene) == list(range(1, len(places) + 1))


@pytest.mark.parametrize("count", range(1, 9))
@pytest.mark.parametrize("panel", PLACES)
def test_up_to_eight_numbers_on_every_place_stand_apart_and_on_the_canvas(panel: str, count: int) -> None:
    places = PLACES[panel]
    marks = tuple(Mark(place, 1 + i + len(places) * n) for i, place in enumerate(places) for n in range(count))
    if len(places) == 1:
        marks = tuple(Mark(places[0], 2 * n + 1) for n in range(count))
    scene = ART.compose(
        boards.build_state_view("household"), f"panel:{panel}", RenderContext("ja", boards.NAMES, viewer=3, marks=marks)
    )
    assert list_numbers(scene) == sorted(mark.number for mark in marks)
    check_badges_apart(scene)


def test_badges_of_dice_and_moves_cover_no_pips_or_men() -> None:
    view = boards.build_state_view("crowded")
    marks = (Mark("track:politician:0:1", 1), Mark("track:politician:2:4", 2), Mark("track:initiative:0:9", 3))
    scene = ART.compose(view, "panel:tracks", RenderContext("ja", boards.NAMES, viewer=3, marks=marks))
    assert list_covered_items(scene) == []
    dice = (Mark("die:red:6", 1), Mark("die:purple:2", 2))
    scene = ART.compose(
        boards.build_state_view("classic"), "panel:dice", RenderContext("ja", boards.NAMES, viewer=3, marks=dice)
    )
    assert list_covered_items(scene) == []


def list_covered_items(scene: Scene) -> list[str]:
    """Return the pieces and texts that a badge covers."""
    live = [node for node in scene.live_part if isinstance(node, Sprite | TextRun)]
    badges = [
        measure_bounds(node)
        for node in live
        if isinstance(node, Sprite) and isinstance(node.piece, NumberBadge | NumberPill)
    ]
    others = [
        node for node in live if not (isinstance(node, Sprite) and isinstance(node.piece, NumberBadge | NumberPill))
    ]
    items = []
    for left, top, right, bottom in badges:
        for node in others:
            a, b, c, d = measure_bounds(node)
            if a < right - 1 and left < c - 1 and b < bottom - 1 and top < d - 1:
                items.append(describe_node(node))
    return items


def test_question_without_places_opens_picture_of_changes() -> None:
    before, now = boards.build_view_before_classic(), boards.build_state_view("classic")
    assert ART.choose_panel(now, 3, (), None) == "panel:board"
    assert ART.choose_panel(now, 3, (), before) == "panel:board"  # a man has climbed
    # helpers, brides and tiles
    assert ART.choose_panel(boards.build_state_view("household"), 3, (), now) == "panel:mat"


def test_many_options_on_one_place_share_one_badge_and_a_chosen_one_is_checked() -> None:
    marks = (*(Mark("city:roma", n) for n in (3, 4, 5, 6)), Mark("city:milano", 1, is_chosen=True))
    scene = ART.compose(
        boards.build_state_view("classic"), "panel:arcade", RenderContext("en", boards.NAMES, viewer=3, marks=marks)
    )
    pieces = [node.piece for node in scene.live_part if isinstance(node, Sprite)]
    assert [piece.text for piece in pieces if isinstance(piece, NumberPill)] == ["3–6"]
    assert [piece.is_chosen for piece in pieces if isinstance(piece, NumberBadge)] == [True]


def test_an_unknown_place_has_no_number_and_an_unknown_picture_is_refused() -> None:
    view = boards.build_state_view("classic")
    assert list_numbers(ART.compose(view, "board", RenderContext("en", boards.NAMES, marks=(Mark("moon:1", 1),)))) == []
    for picture in ("moon", "mat:7", "zoom:mat"):
        with pytest.raises(KeyError, match="no picture"):
            ART.compose(view, picture, RenderContext("en", boards.NAMES))
