"""Turn captions in whole games: each turn has some, and they are short."""

from __future__ import annotations

from functools import cache

import pytest

from engines.kernel import LANGS, Match, Rng
from engines.kilia.game import GAME
from engines.kilia.view import View
from render import Lang, RecentStep, RenderContext
from render.kilia import ART
from render.kilia.words.alt import describe_standings
from render.kit.marks.captions import collect_turns, layout_captions
from tests.contract.cases import random_decision
from tests.contract.pictures.picture_sample import add_log_entries

NAMES = ("Aoi", "Marco", "Jules", "ことり")


@cache
def play_game(seats: int) -> tuple[RecentStep, ...]:
    """Return the turns of a random game; councils with choices of windows are left out."""
    rng = Rng(f"lines {seats}".encode().ljust(32, b"."))
    match, steps = Match.start(GAME, GAME.build_setup(seats), rng.seed), list[RecentStep]()
    while match.open_prompts is not None:
        view, seat = match.build_view(None), match.waiting_seats[0]
        events = match.apply(random_decision(match, rng)).events
        if view.turn is not None:
            goes_on = steps and steps[-1].seat == seat
            steps.append(add_log_entries(steps.pop() if goes_on else RecentStep(seat, view), events))
    return tuple(steps)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_every_turn_has_a_caption_of_rarely_more_than_four_lines(seats: int, lang: Lang) -> None:
    steps = play_game(seats)
    assert len(steps) > 20
    lines: list[int] = []
    skipped: set[int | None] = set()
    """A player who can take no card is told so before being asked to end the turn."""
    for step, following in zip(steps, (*steps[1:], None), strict=True):
        after = step.view_before if following is None else following.view_before
        ctx = RenderContext(lang, NAMES[:seats], turns=(step,))
        phrases = ART.describe_step(step, after, ctx)
        assert step.seat in skipped | {caption.seat for caption in phrases}, step.messages
        assert all(caption.words.strip() and not set("{}") & set(caption.words) for caption in phrases)
        lines += [len(caption.lines) for caption in layout_captions(collect_turns(after, ctx, ART.describe_step), ctx)]
        skipped = {caption.seat for caption in phrases} - {step.seat}
    assert sum(n > 4 for n in lines) <= len(lines) / 40


@pytest.mark.parametrize("lang", LANGS)
def test_alt_text_has_all_points_after_long_turns(lang: Lang) -> None:
    """It began with the actions, and where those were long there was no space for the rest."""
    steps = play_game(4)
    for n in range(3, len(steps)):
        after, done = steps[n].view_before, steps[n - 3 : n]
        assert isinstance(after, View)
        text = ART.describe_picture(
            after, "board", RenderContext(lang, NAMES, view_before=done[0].view_before, turns=done)
        )
        assert len(text) <= 400 and describe_standings(after, RenderContext(lang, NAMES)) in text
