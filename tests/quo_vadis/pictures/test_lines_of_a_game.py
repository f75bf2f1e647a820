"""Turn captions below the board in a whole game: every turn has some, and they are short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engines.kernel import SEED_BYTES, Decision, Lang, Match, Rng, load_catalogue, message, pick_random_answer
from engines.kernel.messages import split_line
from engines.quo_vadis import GAME
from engines.quo_vadis.view import View
from render import RecentStep, RenderContext, load_arts
from render.kit.marks.captions import collect_turns, layout_captions
from tests.contract.pictures.picture_sample import add_log_entries
from tests.quo_vadis.stage import NAMES

ART = load_arts()["quo_vadis"]
SILENT = {"hand.drawn", "workers.none", "bid.none", "war.elated", "war.rolled", "war.lost_full"}
"""Sentences that are obvious, or contained in the total."""


def play_turns(seats: int, **options: str) -> Iterator[tuple[View, tuple[RecentStep, ...]]]:
    """Yield the view before and the steps of each turn of a random game, and of each step of its set-up."""
    rng = Rng(f"quo vadis lines {seats}".encode().ljust(SEED_BYTES, b"."))
    match: Match[Any] = Match.start(GAME, GAME.build_setup(seats, options=options), rng.seed)
    steps: list[RecentStep] = []
    while not match.is_over:
        seat = match.waiting_seats[0]
        if not steps or steps[-1].seat != seat:
            steps.append(RecentStep(seat, match.build_public_match().build_view(None), bool(steps)))
        prompt = match.find_prompt(seat)
        assert prompt is not None
        applied = match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
        steps[-1] = add_log_entries(steps[-1], applied.events)
        if applied.frames:
            yield match.build_view(None), tuple(steps)
            steps = []


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_every_turn_has_a_caption_of_rarely_more_than_three_lines(lang: Lang) -> None:
    """For the draft the caption may say only that it goes on."""
    book, counts = load_catalogue("engines.quo_vadis"), []
    options = {"board_side": "custom", "race_selection": "pick_in_seat_order", "rebuild": "optional"}
    for view, steps in play_turns(4, **options):
        assert lang == "ja" or {*_iter_keys_without_phrase(steps)} <= SILENT
        if view.phase in ("draft", "resources") and not any(step.messages for step in steps):
            continue
        ctx = RenderContext(lang, NAMES[:4], turns=steps)
        turn_actions = collect_turns(view, ctx, ART.describe_step)
        words = [said.words for actions in turn_actions for said in actions.phrases]
        assert words and all(word.strip() and "{" not in word and "None" not in word for word in words)
        assert not {book.render(message("kernel.news.chosen"), lang)} & {*words}
        counts += [len(actions.lines) for actions in layout_captions(turn_actions, ctx)]
    assert len(counts) > 40 and sum(n > 3 for n in counts) <= len(counts) / 10 and max(counts) <= 5


def _iter_keys_without_phrase(steps: tuple[RecentStep, ...]) -> Iterator[str]:
    """Yield the keys of sentences that have no action phrase."""
    book = load_catalogue("engines.quo_vadis")
    for msg in (part for step in steps for line in step.messages for part in split_line(line)):
        if not any(book.has_key(f"brief.{msg.key}{end}") for end in ("", "_other", "_all")):
            yield msg.key
