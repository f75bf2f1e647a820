"""The first presses of `python -m tests.playground.whole_game`: `teban` in a browser, each game in one language.

The first game draws its pictures in processes, as `teban` does by default. The others draw in threads of the bot, which
saves two starts of Python.
"""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.discovered import list_shipped_games, mark_slice
from tests.phone.screen import USABLE_HEIGHT
from tests.playground.newcomer import DETAILS_LABELS, PageControl, needs_scrolling
from tests.playground.whole_game import SHORT_PRESSES, play_whole_game

GAMES = dict(zip(list_shipped_games(), cycle(("ja", "en")), strict=False))
"""The language in which each game is played."""


@pytest.mark.parametrize("game", mark_slice(GAMES, lambda game: game == next(iter(GAMES))))
async def test_a_game_begins_on_the_page(game: str) -> None:
    lang, pictures = GAMES[game], "processes" if game == next(iter(GAMES)) else "threads"
    result = await play_whole_game(
        lang, game, list_shipped_games()[game].seat_counts[0], max_presses=SHORT_PRESSES, pictures=pictures
    )
    assert result.presses == SHORT_PRESSES or result.scores, "the slice, or a game that was over before"
    assert not result.console_errors


@pytest.mark.parametrize("verb", ["leaf", "variant"])
def test_only_the_page_details_may_scroll(verb: str) -> None:
    """Its button back has the verb of a button that many questions have."""
    controls = [PageControl(f"p:1.0.0.0.000000:{verb}:0.0", label, False) for label in (*DETAILS_LABELS, "1–5. Cards")]
    *backs, kind = controls
    assert needs_scrolling(USABLE_HEIGHT + 1, [kind], USABLE_HEIGHT)
    assert not needs_scrolling(USABLE_HEIGHT, [kind], USABLE_HEIGHT)
    assert backs and not any(needs_scrolling(USABLE_HEIGHT + 1, [kind, back], USABLE_HEIGHT) for back in backs)
