"""Option numbers at their own anchors, and with a pointed side if they mean one end of an anchor."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest

from render import Mark, RenderContext, load_arts
from render.kit.bounds import measure_bounds
from render.kit.marks.badges import NumberBadge
from render.kit.marks.mark_layout import MarkCanvas
from render.kit.marks.option_numbers import draw_numbers
from render.kit.placement import Placement
from render.kit.scene import Anchor, Disc, Poly, Sprite
from tests.contract.cases import NAMES, build_cases
from tests.contract.pictures.picture_sample import draw_question_picture
from tests.discovered import list_shipped_games
from tests.render.badges import list_badges

FIRST, SECOND = Mark("card:1", 1, key="use:tax"), Mark("card:1", 2, key="use:move")
GROUND = MarkCanvas(800, 800, ())


def test_option_number_is_at_its_own_anchor(monkeypatch: pytest.MonkeyPatch) -> None:
    match = build_cases("flotsam", 1)[0].start()
    art, view = load_arts()["flotsam"], match.build_view(None)
    overview = art.list_pictures(view)[0]
    plain = art.draw(view, overview, RenderContext("en", NAMES[: match.setup.seats]))
    card = Anchor("card:1", Placement(100, 100, 400, 300))
    anchor = Anchor(SECOND.own_anchor, Placement(300, 300, 100, 60, number_centre=(330, 330)))
    ctx = RenderContext("en", NAMES[: match.setup.seats], marks=(FIRST, SECOND))
    for anchors, second in (((card,), None), ((card, anchor), (330, 330))):
        scene = replace(plain, static_part=(), live_part=anchors)
        monkeypatch.setattr(type(art), "draw", lambda *_args, _scene=scene: _scene)
        laid = list_badges(art.compose(view, overview, ctx))
        centres = {
            sprite.piece.number: (sprite.x, sprite.y) for sprite in laid if isinstance(sprite.piece, NumberBadge)
        }
        assert centres[1] == card.placement.first_number_centre and (centres[2] == second) == (second is not None)


def test_a_number_is_separate_if_no_other_stands_at_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """A button may have nothing but such a number."""
    match = build_cases("flotsam", 1)[0].start()
    art, view = load_arts()["flotsam"], match.build_view(0)
    panel = art.list_private_pictures(view, 0)[0]
    plain = art.draw(view, panel, RenderContext("en", NAMES[: match.setup.seats], 0))
    card, own = Placement(100, 100, 400, 300), Placement(300, 300, 100, 60)
    marks = (FIRST, SECOND, Mark("card:2", 3), Mark("elsewhere", 4))
    for anchors, separate in (
        ((Anchor("card:1", card),), set[int]()),
        ((Anchor("card:1", card), Anchor(SECOND.own_anchor, own)), {1, 2}),
        ((Anchor("card:1", card), Anchor("card:2", card)), set[int]()),
        ((Anchor("card:1", card), Anchor("card:2", own)), {3}),
    ):
        scene = replace(plain, static_part=(), live_part=anchors)
        monkeypatch.setattr(type(art), "draw", lambda *_args, _scene=scene: _scene)
        assert art.list_separate_numbers(copy(view), panel, 0, marks) == separate


@pytest.mark.parametrize("tip_side", [-1, 1])
@pytest.mark.parametrize("chosen", [False, True])
def test_a_number_that_means_an_end_has_a_tip_to_that_side(tip_side: int, chosen: bool) -> None:
    placement = Placement(100, 100, 400, 300, number_centre=(200, 200), number_radius=24, tip_side=tip_side)
    (badge,) = draw_numbers((replace(FIRST, is_chosen=chosen),), {"card:1": Anchor("card:1", placement)}, GROUND)
    assert isinstance(badge, Sprite) and badge.piece == NumberBadge(1, chosen, 24, tip_side)
    left, top, right, foot = measure_bounds(badge)
    assert (200 - left > right - 200) == (tip_side < 0) and max(200 - left, right - 200) > 1.5 * 24
    assert foot - top == pytest.approx(2 * (24 + 6))


def test_a_number_without_an_end_has_no_tip() -> None:
    shapes = NumberBadge(7).shapes()
    assert sum(isinstance(shape, Disc) for shape in shapes) == 3 and not any(isinstance(s, Poly) for s in shapes)


@pytest.mark.parametrize("game", list_shipped_games())
def test_pictures_of_questions_and_panels_have_the_same_options(game: str) -> None:
    """In Pax Pamir both numbers of a card were once at its corner, because the marks lacked their keys."""
    match = next(iter(build_cases(game, 1))).start()
    prompt = match.find_prompt(match.waiting_seats[0])
    request = draw_question_picture(match, match.waiting_seats[0], NAMES[: match.setup.seats], "en")
    assert prompt is not None
    if request is not None:
        assert {mark.key for mark in request.ctx.marks} == {
            option.key for option in prompt.options if option.place is not None
        }
