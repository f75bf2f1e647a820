"""Text, buttons and picture number the options alike, in the order in which they stand on the picture."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord_ui.page.picture_requests import arranged, private
from bot.discord_ui.panel import menus
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from engines.kernel import Match, catalogue, games
from render import Art, Look, Scene, arts
from tests.contract.cases import NAMES, Case, chance, random_decision
from tests.contract.pictures.checks import in_order, numbered
from tests.contract.pictures.shown import Shown


def live_of(match: Match[Any]) -> LiveTable:
    names = NAMES[: match.setup.seats]
    row = SimpleNamespace(rev=1)
    words = catalogue(match.game.package)
    return cast(LiveTable, SimpleNamespace(game=match.game, match=match, names=names, words=words, id=1, row=row))


@pytest.mark.parametrize("game", [game for game in games() if game in arts()])
def test_the_numbers_of_text_buttons_and_picture_agree(game: str) -> None:
    case = Case(game, games()[game].seats[-1], tuple((o.id, o.default) for o in games()[game].options), 41)
    match, rng, seen = case.start(), chance(case, "numbers"), 0
    for step in range(160):
        if match.over:
            break
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        if step % 5 == 0:
            live = live_of(match)
            question = arranged(live, prompt)
            assert sorted(o.key for o in question.options) == sorted(o.key for o in prompt.options)
            variant = step % max(1, len(question.variants))
            lines = menus.lines(live, (*question.shown(variant), *question.asides), Voice(("en",)))
            request = private(live, seat, "en", question, variant=variant)
            assert request is not None
            assert {mark.number: mark.place for mark in request.look.marks} == {
                line.number: line.option.place for line in lines if line.option.place is not None
            }
            art = arts()[game]
            scene: Scene = art.compose(request.view, request.named, request.look)
            asked = tuple((x.option.place and art.anchor(x.option.place), x.option.group) for x in lines)
            shown = Shown(request.named, scene, request.look, asked)
            assert not [*numbered(shown), *in_order(shown)]
            seen += bool(request.look.marks)
        match.apply(random_decision(match, rng))
    assert seen


@pytest.mark.parametrize("game", [game for game in games() if game in arts()])
def test_a_confirmations_picture_is_chosen_where_it_is_drawn(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To find the one that shows best what is new several are laid out, before and after; no press waits for that."""
    case = Case(game, games()[game].seats[-1], tuple((o.id, o.default) for o in games()[game].options), 43)
    match, rng, seen = case.start(), chance(case, "confirmations"), 0
    laid_out: list[str] = []
    draw = Art.draw

    def noted(art: Art, view: Any, picture: str, look: Look) -> Scene:
        laid_out.append(picture)
        return draw(art, view, picture, look)

    monkeypatch.setattr(Art, "draw", noted)
    while not match.over and seen < 3:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        if match.acting == seat and not any(option.place for option in (*prompt.options, *prompt.asides)):
            laid_out.clear()
            request = private(live_of(match), seat, "en", prompt)
            assert request is not None and not laid_out
            assert request.named == arts()[game].panel(request.view, seat, (), request.look.before) and laid_out
            assert request.draw() == replace(request, picture=request.named).draw()
            seen += 1
        match.apply(random_decision(match, rng))
    assert seen
