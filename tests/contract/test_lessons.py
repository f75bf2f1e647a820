"""Every game teaches itself: a first turn that today's rules play as it was recorded, in words and pictures."""

from __future__ import annotations

import re

import pytest

from bot.discord_ui.learn.example import FILE, Recorded, example, played
from bot.discord_ui.learn.page import WORDS, lesson, shelf
from bot.discord_ui.learn.pictures import LessonRequest
from bot.discord_ui.page.layout import MAX_TEXT, Key, Menu
from bot.discord_ui.text.voice import Voice
from engines.kernel import LANGS, Lang, Refused, games
from engines.kernel.content import load
from render import arts
from tests.discovered import a_game, shipped
from tests.lessons import written

GAMES = sorted(shipped())
COMMAND = re.compile(r"</([^:>]+):\d+>")
"""How a command that is published is written; people read its name."""


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_turn_is_played_to_its_end(game: str) -> None:
    found = example(games()[game])
    assert found is not None, "run `python -m tests.lessons`"
    assert 3 <= len(found.steps) <= 6 and found.steps[-1].prompt.kind == "confirm"
    assert len({step.prompt.rule for step in found.steps}) > 1, "a turn shows more than one rule"
    assert found.start != found.end


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_a_message_and_leads_on(game: str, lang: Lang) -> None:
    found = example(games()[game])
    assert found is not None
    pages = [lesson(games()[game], number, Voice((lang,))) for number in range(WORDS + len(found.steps) + 1)]
    for number, page in enumerate(pages):
        text = "\n".join(page.texts)
        assert len(text) < MAX_TEXT and f"{number + 1}/{len(pages)}" in text
        assert page.shot is not None, "every page has a picture"
        assert not isinstance(page.rows[0], Menu)
        leaves = [key for key in page.rows[0] if isinstance(key, Key)]
        assert leaves[0].disabled == (number == 0) and leaves[1].disabled == (number == len(pages) - 1)
    read = sum(len(COMMAND.sub(r"/\1", "\n".join(page.texts))) for page in pages)
    assert read < (2400 if lang == "ja" else 5200), "two minutes to read"


@pytest.mark.parametrize("game", GAMES)
def test_the_pictures_show_what_is_told(game: str) -> None:
    """Each is drawn, and what was chosen is marked on the picture of its question where it has a place there."""
    found = example(games()[game])
    assert found is not None
    marked = 0
    for number in range(WORDS + len(found.steps) + 1):
        shot = lesson(games()[game], number, Voice(("ja",))).shot
        assert isinstance(shot, LessonRequest)
        picture = shot.draw()
        assert picture.content[:4] == b"\x89PNG" and picture.alt
        marked += any(mark.chosen for mark in shot.look.marks)
    assert marked >= 2
    assert game in arts()


def test_a_turn_that_the_rules_play_otherwise_is_noticed() -> None:
    game = games()[a_game()]
    good = load(game.package, Recorded, FILE)
    with pytest.raises(Refused):
        played(game, Recorded(good.seats, good.seed, [(seat, ["die:nowhere"]) for seat, _ in good.answers]))
    with pytest.raises(LookupError):
        played(game, Recorded(good.seats, good.seed, good.answers[:-1]))
    with pytest.raises(LookupError):
        played(game, Recorded(good.seats, good.seed, [(seat + 1, keys) for seat, keys in good.answers]))
    assert written(good).count("\n    [") == len(good.answers)


@pytest.mark.parametrize("lang", LANGS)
def test_every_game_stands_on_the_shelf(lang: Lang) -> None:
    keys = [key.id for row in shelf(Voice((lang,))).rows for key in row if isinstance(key, Key)]  # type: ignore[union-attr]
    assert {f"h:learn:{game}.0" for game in GAMES} <= set(keys)
