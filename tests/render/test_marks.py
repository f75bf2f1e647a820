"""Attribution of changes to seats, and markers for removed pieces."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.kernel import Decision, Match, Rng, load_games, pick_random_answer
from render import Art, RecentStep, RenderContext, Scene, load_arts
from render.kit.colour import WHITE, compute_contrast
from render.kit.marks.author_badges import LARGE_RADIUS, SMALL_RADIUS, attribute_changes, draw_author_badges
from render.kit.marks.badges import AuthorBadge
from render.kit.marks.change_marks import PAPER_INK
from render.kit.marks.mark_layout import MarkCanvas
from render.kit.marks.removed_marker import RemovedMarker
from render.kit.placement import Placement
from render.kit.scene import Anchor, Arc, Box, Disc, Icon, Node, Numeral, Poly, Polyline, Sprite
from render.kit.tokens import Meeple, SeatToken

SPOT = Placement(0, 0, 40, 40)


def build_wheel(*seats: int) -> dict[str, Anchor]:
    return {"wheel": Anchor("wheel", SPOT, seats, holders=frozenset(seats))}


def test_change_is_attributed_to_the_seat_that_arrived() -> None:
    (deed,) = attribute_changes([3], [build_wheel(0), build_wheel(0, 1, 2)])
    assert deed.authors == (1, 2)


def test_change_without_arrival_is_attributed_to_the_deciding_seat() -> None:
    (left,) = attribute_changes([3], [build_wheel(0, 1), build_wheel(0)])
    plain = [{"road": Anchor("road", SPOT, n)} for n in range(3)]
    (road,) = attribute_changes([1, 2], plain)
    assert (left.authors, road.authors) == ((3,), (1, 2))


def test_change_in_the_row_of_a_seat_is_attributed_to_it() -> None:
    row = [{"row": Anchor("row", SPOT, shows, owner=2)} for shows in (1, 2)]
    assert [deed.authors for deed in attribute_changes([0], row)] == [(2,)]


def test_anchors_with_the_same_badge_position_share_one_badge() -> None:
    shared_placement = replace(SPOT, author_badge_centre=(140, 140))
    looks = [{name: Anchor(name, shared_placement, n) for name in ("dice", "helpers")} for n in (1, 2)]
    changes = attribute_changes([1], looks)
    drawn = list(
        draw_author_badges(
            changes, looks[-1], lambda _seat: "#AA0000", PAPER_INK, MarkCanvas(400, 400, ()), LARGE_RADIUS
        )
    )
    pieces = [node.piece for node in drawn if isinstance(node, Sprite)]
    assert len(changes) == 2 and pieces == [AuthorBadge(1, "#AA0000", PAPER_INK.line, LARGE_RADIUS)]


def test_points_are_attributed_at_their_pill() -> None:
    looks = [{"points": Anchor("points", SPOT, n, is_points=True)} for n in range(2)]
    assert attribute_changes([1], looks) == ()


def test_replaced_and_replacing_piece_share_one_letter() -> None:
    def build_man(seat: int, x: float) -> Anchor:
        piece = Sprite(x, 100, SeatToken(seat, "#BE3A2B", 30))
        return Anchor(f"man:{seat}", Placement.from_circle(x, 100, 30), 1, sprite=piece)

    def count_letters(driver: int, x: float) -> int:
        looks = [{"man:0": build_man(0, 100)}, {}, {"man:1": build_man(1, x)}]
        ground = MarkCanvas(1600, 1200, ())
        marks = draw_author_badges(
            attribute_changes([driver, 1], looks), looks[-1], lambda _: "#BE3A2B", PAPER_INK, ground
        )
        return sum(isinstance(mark, Sprite) and isinstance(mark.piece, AuthorBadge) for mark in marks)

    assert count_letters(1, 104) == 1, "it stands where the other one stood"
    assert count_letters(1, 400) == 2, "there is a ghost that tells of the other one"
    assert count_letters(2, 104) == 2, "somebody else had removed it"


def test_one_of_two_equal_pieces_that_moves_leaves_no_letter_behind() -> None:
    """A letter beside the other one seemed to say that it had moved, too."""

    def build_men(place: str, x: float, count: int) -> Anchor:
        piece = Sprite(x, 100, SeatToken(0, "#BE3A2B", 30))
        return Anchor(place, Placement.from_circle(x, 100, 30), count, sprite=piece, piece_kind="man 0")

    looks = [
        {"men:1": build_men("men:1", 100, 2)},
        {"men:1": build_men("men:1", 100, 1), "men:6": build_men("men:6", 600, 1)},
    ]

    def list_letters(last: dict[str, Anchor]) -> list[float]:
        changes = attribute_changes([0], [looks[0], last])
        ground = MarkCanvas(1600, 1200, ())
        marks = draw_author_badges(changes, last, lambda _: "#BE3A2B", PAPER_INK, ground, LARGE_RADIUS)
        return [mark.x for mark in marks if isinstance(mark, Sprite) and isinstance(mark.piece, AuthorBadge)]

    assert [x > 500 for x in list_letters(looks[1])] == [True]
    assert len(list_letters({"men:1": build_men("men:1", 100, 1)})) == 1, "it has left the board"


@pytest.mark.parametrize("paper", ["#F6F6F3", "#EBDFC5", "#EBC96A", "#1A2234", "#1F4B8F", "#77787F"])
@pytest.mark.parametrize("colour", ["#F6F6F3", "#A9AFB3", "#E3BC83", "#24272C", "#1F4B8F", "#77787F"])
def test_removed_marker_is_hollow_and_shows_the_owner(colour: str, paper: str) -> None:
    """It has no seat colour: a pale copy of one looked like a piece of another seat."""
    for piece in (SeatToken(0, colour, 30), SeatToken(2, colour, 30, has_ring=True), Meeple("man", colour, 60, "B")):
        [letter] = [shape for shape in piece.shapes() if isinstance(shape, Numeral)]
        shapes = RemovedMarker(piece, paper).shapes()
        assert {s.fill for s in shapes if isinstance(s, Disc | Box | Poly | Icon)} == {paper}
        assert [s.text for s in shapes if isinstance(s, Numeral)] == [letter.text]
        lines = {s.colour for s in shapes if isinstance(s, Polyline | Arc)} | {
            s.edge for s in shapes if isinstance(s, Icon)
        }
        for ink in (*lines, *(s.colour for s in shapes if isinstance(s, Numeral))):
            assert ink is not None and compute_contrast(ink, paper) >= 2.5
    dashes = [s for s in RemovedMarker(SeatToken(1, colour, 30), paper).shapes() if isinstance(s, Polyline)]
    assert len(dashes) > 8, "a piece that lies there has a whole line"


def test_attribution_draws_each_view_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views, art, names = [], load_arts()["flotsam"], ("Ada", "Ben", "Cleo", "Dan")
    match, rng = Match.start(load_games()["flotsam"], load_games()["flotsam"].build_setup(4), bytes(32)), Rng(bytes(32))
    for _ in range(12):
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        views.append((seat, match.build_view(None)))
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    now, drawn = match.build_view(None), Counter[bool]()
    ctx = RenderContext("en", names, view_before=views[0][1], steps=tuple(RecentStep(*step) for step in views))
    board = type(art).draw

    def draw_and_count(self: Art, view: object, picture: str, ctx: RenderContext) -> Scene:
        drawn[view is now] += 1
        return board(self, view, picture, ctx)

    monkeypatch.setattr(type(art), "draw", draw_and_count)
    scene = art.compose(now, art.list_pictures(now)[0], ctx)
    author_badges = [
        node.piece for node in scene.live_part if isinstance(node, Sprite) and isinstance(node.piece, AuthorBadge)
    ]
    assert drawn == {False: len(views), True: 1}
    assert len(author_badges) > 2, "more things than drawings have a letter"
    assert all(
        author_badge.colour == art.find_seat_colour(now, author_badge.seat)
        for author_badge in author_badges
        if author_badge.seat is not None
    )


def draw_marked(placement: Placement, r: float) -> list[Node]:
    looks = [{"a": Anchor("a", placement, 1)}, {"a": Anchor("a", placement, 2)}]
    return [
        *draw_author_badges(
            attribute_changes([1], looks), looks[-1], lambda _seat: "#AA0000", PAPER_INK, MarkCanvas(900, 900, ()), r
        )
    ]


@pytest.mark.parametrize("at", [(520, 420), (450, 420), (400, 300), (300, 500)])
def test_large_badge_beside_its_anchor_has_a_tail_ending_in_it(at: tuple[float, float]) -> None:
    marks = draw_marked(Placement(380, 400, 40, 40, author_badge_centre=at), LARGE_RADIUS)
    (author_badge,) = [mark for mark in marks if isinstance(mark, Sprite)]
    wedges = [mark for mark in marks if isinstance(mark, Poly)]
    assert [wedge.fill for wedge in wedges] == [WHITE, "#AA0000", PAPER_INK.line], "its rims go on around the tail"
    assert isinstance(marks[0], Poly) and marks[0].fill == WHITE and marks[1] == author_badge
    x, y = wedges[0].points[1]
    assert 380 < x < 420 and 400 < y < 440


def test_tail_beside_a_row_is_short_without_a_callout_line() -> None:
    row = Placement(380, 400, 400, 100, callout_centre=(200, 450))
    for placement, led in ((row, False), (replace(row, has_callout_line=True), True)):
        tip = next(mark for mark in draw_marked(placement, LARGE_RADIUS) if isinstance(mark, Poly)).points[1]
        assert (tip[0] > 380) == led and tip[1] == 450


def test_badge_on_its_anchor_and_small_badge_have_no_tail() -> None:
    assert not [
        m
        for m in draw_marked(Placement(380, 400, 400, 100, callout_centre=(500, 450)), LARGE_RADIUS)
        if isinstance(m, Poly)
    ]
    assert not [
        m
        for m in draw_marked(Placement(380, 400, 40, 40, author_badge_centre=(520, 420)), SMALL_RADIUS)
        if isinstance(m, Poly)
    ]
