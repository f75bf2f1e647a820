"""The lines below the board of whole games: each turn has words, few of them."""

from __future__ import annotations

from functools import cache

import pytest

from engines.kernel import LANGS, Match, Rng
from engines.kilia.game import GAME
from engines.kilia.view import View
from render import Lang, Look, Step
from render.kilia import ART
from render.kilia.words.alt import standing
from render.kit.marks.news import news, written
from tests.contract.cases import random_decision
from tests.contract.pictures.shown import heard

NAMES = ("Aoi", "Marco", "Jules", "ことり")


@cache
def game(seats: int) -> tuple[Step, ...]:
    """The turns of a whole game that chance plays; councils in which windows are chosen are none."""
    rng = Rng(f"lines {seats}".encode().ljust(32, b"."))
    match, steps = Match.start(GAME, GAME.setup(seats), rng.seed), list[Step]()
    while match.ask is not None:
        view, seat = match.view(None), match.waiting[0]
        events = match.apply(random_decision(match, rng)).events
        if view.turn is not None:
            goes_on = steps and steps[-1].seat == seat
            steps.append(heard(steps.pop() if goes_on else Step(seat, view), events))
    return tuple(steps)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_turn_of_a_game_has_words_and_hardly_one_takes_more_than_four_lines(seats: int, lang: Lang) -> None:
    steps = game(seats)
    assert len(steps) > 20
    lines: list[int] = []
    skipped: set[int | None] = set()
    """Who can take no card is told so before being asked to end the turn."""
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        after = step.before if following is None else following.before
        look = Look(lang, NAMES[:seats], turns=(step,))
        found = ART.told(step, after, look)
        assert step.seat in skipped | {one.seat for one in found}, step.told
        assert all(one.words.strip() and not set("{}") & set(one.words) for one in found)
        lines += [len(one.words) for one in written(news(after, look, ART.told), look)]
        skipped = {one.seat for one in found} - {step.seat}
    assert sum(n > 4 for n in lines) <= len(lines) / 40


@pytest.mark.parametrize("lang", LANGS)
def test_after_long_turns_an_alt_text_still_has_everybodys_points(lang: Lang) -> None:
    """It began with what was done, and where that was long nothing else had room."""
    steps = game(4)
    for n in range(3, len(steps)):
        after, done = steps[n].before, steps[n - 3 : n]
        assert isinstance(after, View)
        text = ART.alt(after, "board", Look(lang, NAMES, before=done[0].before, turns=done))
        assert len(text) <= 400 and standing(after, Look(lang, NAMES)) in text
