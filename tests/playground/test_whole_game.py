"""A slice of `python -m tests.playground.whole_game`: `teban` itself, in a browser, each game in one language.

The first game is as people get it; of the others the bot itself draws the pictures, which saves two starts of Python.
"""

from __future__ import annotations

from itertools import cycle

import pytest

from tests.discovered import shipped
from tests.playground.whole_game import SHORT, whole_game


@pytest.mark.parametrize(("game", "lang"), list(zip(shipped(), cycle(("ja", "en")), strict=False)))
async def test_a_game_begins_on_the_page(game: str, lang: str) -> None:
    pictures = "processes" if game == next(iter(shipped())) else "threads"
    played = await whole_game(lang, game, shipped()[game].seats[0], most=SHORT, pictures=pictures)
    assert played.presses == SHORT or played.scores, "the slice, or a game that was over before"
    assert not played.console_errors
