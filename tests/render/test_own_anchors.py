"""Numbers of options at anchors of their own, and with a tip where they mean an end of a thing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from render import Look, Mark, arts
from render.kit.extent import extent
from render.kit.marks.numbering import numbers
from render.kit.marks.standing import Ground
from render.kit.scene import Anchor, Disc, Poly, Sprite
from render.kit.spot import Spot
from render.kit.tokens import Badge
from tests.contract.cases import NAMES, cases
from tests.contract.pictures.shown import question
from tests.discovered import shipped
from tests.render.badges import badges

FIRST, SECOND = Mark("card:1", 1, key="use:tax"), Mark("card:1", 2, key="use:move")
GROUND = Ground(800, 800, ())


def test_an_option_with_an_anchor_of_its_own_has_its_number_there(monkeypatch: pytest.MonkeyPatch) -> None:
    match = cases("flotsam", 1)[0].start()
    art, view = arts()["flotsam"], match.view(None)
    overview = art.pictures(view)[0]
    plain = art.draw(view, overview, Look("en", NAMES[: match.setup.seats]))
    card = Anchor("card:1", Spot(100, 100, 400, 300))
    own = Anchor(SECOND.own, Spot(300, 300, 100, 60, badge=(330, 330)))
    look = Look("en", NAMES[: match.setup.seats], marks=(FIRST, SECOND))
    for anchors, second in (((card,), None), ((card, own), (330, 330))):
        scene = replace(plain, static=(), live=anchors)
        monkeypatch.setattr(type(art), "draw", lambda *_args, _scene=scene: _scene)
        laid = badges(art.compose(view, overview, look))
        found = {one.piece.number: (one.x, one.y) for one in laid if isinstance(one.piece, Badge)}
        assert found[1] == card.spot.first and (found[2] == second) == (second is not None)


@pytest.mark.parametrize("point", [-1, 1])
@pytest.mark.parametrize("chosen", [False, True])
def test_a_number_that_means_an_end_has_a_tip_to_that_side(point: int, chosen: bool) -> None:
    spot = Spot(100, 100, 400, 300, badge=(200, 200), badge_r=24, point=point)
    (badge,) = numbers((replace(FIRST, chosen=chosen),), {"card:1": Anchor("card:1", spot)}, GROUND)
    assert isinstance(badge, Sprite) and badge.piece == Badge(1, chosen, 24, point)
    left, top, right, foot = extent(badge)
    assert (200 - left > right - 200) == (point < 0) and max(200 - left, right - 200) > 1.5 * 24
    assert foot - top == pytest.approx(2 * (24 + 6))


def test_a_number_without_an_end_has_no_tip() -> None:
    shapes = Badge(7).shapes()
    assert sum(isinstance(shape, Disc) for shape in shapes) == 3 and not any(isinstance(s, Poly) for s in shapes)


@pytest.mark.parametrize("game", shipped())
def test_pictures_of_questions_for_a_look_know_the_options_as_the_panel_does(game: str) -> None:
    """Readers of Pax Pamir's saw both numbers of a card at its corner, for the marks lacked their keys."""
    match = next(iter(cases(game, 1))).start()
    prompt = match.prompt(match.waiting[0])
    shown = question(match, match.waiting[0], NAMES[: match.setup.seats], "en")
    assert prompt is not None
    if shown is not None:
        assert {mark.key for mark in shown.look.marks} == {one.key for one in prompt.options if one.place is not None}
