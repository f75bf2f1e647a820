"""The lines below the board in a whole game: every turn has some, and they are short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.kernel import SEED_BYTES, Decision, Lang, Match, Rng, catalogue, random_answer, say
from engines.kernel.words import sentences
from engines.quo_vadis import GAME
from engines.quo_vadis.view import View
from render import Look, Step, arts
from render.kit.marks.news import news, written
from tests.contract.pictures.shown import heard
from tests.quo_vadis.stage import NAMES

ART = arts()["quo_vadis"]
SILENT = {"hand.drawn", "workers.none", "bid.none", "war.elated", "war.rolled", "war.lost_full"}
"""What goes without saying, or stands in the total."""


def turns(seats: int, **options: str) -> Iterator[tuple[View, tuple[Step, ...]]]:
    """What each turn of a random game did, and each step of its set-up."""
    rng = Rng(f"quo vadis lines {seats}".encode().ljust(SEED_BYTES, b"."))
    match: Match[Any] = Match.start(GAME, GAME.setup(seats, options=options), rng.seed)
    steps: list[Step] = []
    while not match.over:
        seat = match.waiting[0]
        if not steps or steps[-1].seat != seat:
            steps.append(Step(seat, match.public().view(None), bool(steps)))
        prompt = match.prompt(seat)
        assert prompt is not None
        applied = match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
        steps[-1] = heard(steps[-1], applied.events)
        if applied.frames:
            yield match.view(None), tuple(steps)
            steps = []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_turn_of_a_game_has_its_lines_and_hardly_one_needs_more_than_three(lang: Lang) -> None:
    """Of the draft everybody may know only that it goes on."""
    book, counts = catalogue("engines.quo_vadis"), []
    options = {"board_side": "custom", "race_selection": "pick_in_seat_order", "rebuild": "optional"}
    for view, steps in turns(4, **options):
        assert lang == "ja" or {*_untold(steps)} <= SILENT
        if view.phase in ("draft", "resources") and not any(step.told for step in steps):
            continue
        look = Look(lang, NAMES[:4], turns=steps)
        found = news(view, look, ART.told)
        words = [said.words for one in found for said in one.done]
        assert words and all(word.strip() and "{" not in word and "None" not in word for word in words)
        assert not {book.render(say("kernel.news.chosen"), lang)} & {*words}
        counts += [len(one.words) for one in written(found, look)]
    assert len(counts) > 40 and sum(n > 3 for n in counts) <= len(counts) / 10 and max(counts) <= 5


def _untold(steps: tuple[Step, ...]) -> Iterator[str]:
    """Keys of the sentences that have no words at all."""
    book = catalogue("engines.quo_vadis")
    for msg in (one for step in steps for line in step.told for one in sentences(line)):
        if not any(book.has(f"brief.{msg.key}{end}") for end in ("", "_other", "_all")):
            yield msg.key
