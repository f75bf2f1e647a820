"""A slice of `python -m tests.playground.whole_game`: `teban` itself, in a browser, in each language."""

from __future__ import annotations

import pytest

from tests.playground.whole_game import SHORT, whole_game


@pytest.mark.parametrize("lang", ["ja", "en"])
async def test_a_game_begins_on_the_page(lang: str) -> None:
    played = await whole_game(lang, 2, most=SHORT)
    assert played.presses == SHORT
    assert not played.console_errors
