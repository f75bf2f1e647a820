"""A slice of `python -m tests.playground.whole_game`: `teban` itself, in a browser, in each language."""

from __future__ import annotations

import pytest

from tests.playground.whole_game import SHORT, whole_game


@pytest.mark.parametrize(("lang", "game", "seats"), [("ja", "pax_pamir", 1), ("en", "signorie", 2)])
async def test_a_game_begins_on_the_page(lang: str, game: str, seats: int) -> None:
    played = await whole_game(lang, game, seats, most=SHORT)
    assert played.presses == SHORT or played.scores, "the slice, or a game that was over before"
    assert not played.console_errors
