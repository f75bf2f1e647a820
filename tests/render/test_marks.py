"""Who is told to have changed what, and what stands where a piece has gone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.kernel import Decision, Match, Rng, games, random_answer
from render import Art, Look, Scene, Step, arts
from render.kit.colour import WHITE, contrast
from render.kit.marks.ghost import Ghost
from render.kit.marks.signals import PAPER
from render.kit.marks.standing import Ground
from render.kit.marks.ticks import LARGE, SMALL, deeds, ticks
from render.kit.scene import Anchor, Arc, Box, Disc, Icon, Line, Node, Numeral, Poly, Sprite
from render.kit.spot import Spot
from render.kit.tokens import Meeple, SeatToken, Tick

SPOT = Spot(0, 0, 40, 40)


def wheel(*seats: int) -> dict[str, Anchor]:
    return {"wheel": Anchor("wheel", SPOT, seats, holders=frozenset(seats))}


def test_who_came_to_a_thing_is_told_whoever_decided_last() -> None:
    (deed,) = deeds([3], [wheel(0), wheel(0, 1, 2)])
    assert deed.seats == (1, 2)


def test_where_nobody_came_it_is_who_decided() -> None:
    (left,) = deeds([3], [wheel(0, 1), wheel(0)])
    plain = [{"road": Anchor("road", SPOT, n)} for n in range(3)]
    (road,) = deeds([1, 2], plain)
    assert (left.seats, road.seats) == ((3,), (1, 2))


def test_what_changes_in_the_row_of_a_seat_was_its_own_doing() -> None:
    row = [{"row": Anchor("row", SPOT, shows, own=2)} for shows in (1, 2)]
    assert [deed.seats for deed in deeds([0], row)] == [(2,)]


def test_things_with_one_place_for_their_tick_share_it() -> None:
    there = replace(SPOT, tick=(140, 140))
    looks = [{name: Anchor(name, there, n) for name in ("dice", "helpers")} for n in (1, 2)]
    found = deeds([1], looks)
    drawn = list(ticks(found, looks[-1], lambda _seat: "#AA0000", PAPER, Ground(400, 400, ()), LARGE))
    pieces = [node.piece for node in drawn if isinstance(node, Sprite)]
    assert len(found) == 2 and pieces == [Tick(1, "#AA0000", PAPER.line, LARGE)]


def test_points_are_told_by_their_pill() -> None:
    looks = [{"points": Anchor("points", SPOT, n, gains=True)} for n in range(2)]
    assert deeds([1], looks) == ()


def test_a_piece_that_drove_another_out_has_one_letter_for_both() -> None:
    def man(seat: int, x: float) -> Anchor:
        piece = Sprite(x, 100, SeatToken(seat, "#BE3A2B", 30))
        return Anchor(f"man:{seat}", Spot.disc(x, 100, 30), 1, ghost=piece)

    def letters(driver: int, x: float) -> int:
        looks = [{"man:0": man(0, 100)}, {}, {"man:1": man(1, x)}]
        ground = Ground(1600, 1200, ())
        marks = ticks(deeds([driver, 1], looks), looks[-1], lambda _: "#BE3A2B", PAPER, ground)
        return sum(isinstance(mark, Sprite) and isinstance(mark.piece, Tick) for mark in marks)

    assert letters(1, 104) == 1, "it stands where the other one stood"
    assert letters(1, 400) == 2, "there is a ghost that tells of the other one"
    assert letters(2, 104) == 2, "somebody else had removed it"


@pytest.mark.parametrize("paper", ["#F6F6F3", "#EBDFC5", "#EBC96A", "#1A2234", "#1F4B8F", "#77787F"])
@pytest.mark.parametrize("colour", ["#F6F6F3", "#A9AFB3", "#E3BC83", "#24272C", "#1F4B8F", "#77787F"])
def test_a_ghost_is_empty_and_tells_whose_piece_it_was(colour: str, paper: str) -> None:
    """In no colour of a seat: the pale copy of one looked like the piece of another."""
    for piece in (SeatToken(0, colour, 30), SeatToken(2, colour, 30, ring=True), Meeple("man", colour, 60, "B")):
        [letter] = [shape for shape in piece.shapes() if isinstance(shape, Numeral)]
        shapes = Ghost(piece, paper).shapes()
        assert {s.fill for s in shapes if isinstance(s, Disc | Box | Poly | Icon)} == {paper}
        assert [s.text for s in shapes if isinstance(s, Numeral)] == [letter.text]
        lines = {s.colour for s in shapes if isinstance(s, Line | Arc)} | {
            s.edge for s in shapes if isinstance(s, Icon)
        }
        for ink in (*lines, *(s.colour for s in shapes if isinstance(s, Numeral))):
            assert ink is not None and contrast(ink, paper) >= 2.5
    dashes = [s for s in Ghost(SeatToken(1, colour, 30), paper).shapes() if isinstance(s, Line)]
    assert len(dashes) > 8, "a piece that lies there has a whole line"


def test_for_who_did_what_each_view_is_drawn_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views, art, names = [], arts()["flotsam"], ("Ada", "Ben", "Cleo", "Dan")
    match, rng = Match.start(games()["flotsam"], games()["flotsam"].setup(4), bytes(32)), Rng(bytes(32))
    for _ in range(12):
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        views.append((seat, match.view(None)))
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    now, drawn = match.view(None), Counter[bool]()
    look = Look("en", names, before=views[0][1], steps=tuple(Step(*step) for step in views))
    board = type(art).draw

    def counted(self: Art, view: object, picture: str, look: Look) -> Scene:
        drawn[view is now] += 1
        return board(self, view, picture, look)

    monkeypatch.setattr(type(art), "draw", counted)
    scene = art.compose(now, art.pictures(now)[0], look)
    ticks_ = [node.piece for node in scene.live if isinstance(node, Sprite) and isinstance(node.piece, Tick)]
    assert drawn == {False: len(views), True: 1}
    assert len(ticks_) > 2, "more things than drawings have a letter"
    assert all(tick.colour == art.colour(now, tick.seat) for tick in ticks_ if tick.seat is not None)


def marked(spot: Spot, r: float) -> list[Node]:
    looks = [{"a": Anchor("a", spot, 1)}, {"a": Anchor("a", spot, 2)}]
    return [*ticks(deeds([1], looks), looks[-1], lambda _seat: "#AA0000", PAPER, Ground(900, 900, ()), r)]


@pytest.mark.parametrize("at", [(520, 420), (450, 420), (400, 300), (300, 500)])
def test_a_large_tick_beside_its_thing_has_a_tail_that_ends_in_it(at: tuple[float, float]) -> None:
    marks = marked(Spot(380, 400, 40, 40, tick=at), LARGE)
    (tick,) = [mark for mark in marks if isinstance(mark, Sprite)]
    wedges = [mark for mark in marks if isinstance(mark, Poly)]
    assert [wedge.fill for wedge in wedges] == [WHITE, "#AA0000", PAPER.line], "its rims go on around the tail"
    assert isinstance(marks[0], Poly) and marks[0].fill == WHITE and marks[1] == tick
    x, y = wedges[0].points[1]
    assert 380 < x < 420 and 400 < y < 440


def test_a_tail_beside_a_row_is_short_unless_it_is_led() -> None:
    row = Spot(380, 400, 400, 100, aside=(200, 450))
    for spot, led in ((row, False), (replace(row, led=True), True)):
        tip = next(mark for mark in marked(spot, LARGE) if isinstance(mark, Poly)).points[1]
        assert (tip[0] > 380) == led and tip[1] == 450


def test_a_tick_on_its_thing_has_no_tail_nor_has_a_small_one() -> None:
    assert not [m for m in marked(Spot(380, 400, 400, 100, aside=(500, 450)), LARGE) if isinstance(m, Poly)]
    assert not [m for m in marked(Spot(380, 400, 40, 40, tick=(520, 420)), SMALL) if isinstance(m, Poly)]
