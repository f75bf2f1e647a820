"""Every game has a lesson: a recorded first turn that the current rules replay, in words and pictures."""

from __future__ import annotations

import re

import pytest

from bot.discord_ui.learn.example_turn import FILE, RecordedTurn, load_example, replay_turn
from bot.discord_ui.learn.lesson import TEXT_PAGES, build_game_list, build_lesson_page
from bot.discord_ui.learn.pictures import LessonRequest
from bot.discord_ui.page.pages import MAX_TEXT, Button, SelectMenu
from bot.discord_ui.text.localizer import Localizer
from engines.kernel import LANGS, Lang, Message, Refused, load_games
from engines.kernel.data_files import load_data
from render import load_arts
from render.kit.painting.encoding import find_extension
from tests.discovered import list_shipped_games, pick_game
from tests.lessons import format_turn

GAMES = sorted(list_shipped_games())
COMMAND = re.compile(r"</([^:>]+):\d+>")
"""The syntax of a command mention; people see only its name."""


@pytest.mark.parametrize("game", GAMES)
def test_the_recorded_turn_is_played_to_its_end(game: str) -> None:
    example_turn = load_example(load_games()[game])
    assert example_turn is not None, "run `python -m tests.lessons`"
    assert 3 <= len(example_turn.steps) <= 6 and example_turn.steps[-1].prompt.kind == "confirm"
    assert len({step.prompt.rule for step in example_turn.steps}) > 1, "a turn shows more than one rule"
    assert example_turn.start_view != example_turn.end_view


@pytest.mark.parametrize("game", GAMES)
def test_questions_of_the_turn_keep_the_words_of_their_time(game: str) -> None:
    """No argument is left to be computed on reading: it would tell of the State after the turn."""
    example_turn = load_example(load_games()[game])
    assert example_turn is not None
    assert all(isinstance(step.prompt.question, Message) for step in example_turn.steps)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_page_fits_a_message_and_leads_on(game: str, lang: Lang) -> None:
    example_turn = load_example(load_games()[game])
    assert example_turn is not None
    pages = [
        build_lesson_page(load_games()[game], number, Localizer((lang,)))
        for number in range(TEXT_PAGES + len(example_turn.steps) + 1)
    ]
    for number, page in enumerate(pages):
        text = "\n".join(page.texts)
        assert len(text) < MAX_TEXT and f"{number + 1}/{len(pages)}" in text
        assert page.picture_request is not None, "every page has a picture"
        assert not isinstance(page.rows[0], SelectMenu)
        leaves = [key for key in page.rows[0] if isinstance(key, Button)]
        assert leaves[0].is_disabled == (number == 0) and leaves[1].is_disabled == (number == len(pages) - 1)
    read = sum(len(COMMAND.sub(r"/\1", "\n".join(page.texts))) for page in pages)
    assert read < (2400 if lang == "ja" else 5200), "two minutes to read"


@pytest.mark.parametrize("game", GAMES)
def test_pictures_mark_the_chosen_options(game: str) -> None:
    """Each picture is drawn, and a chosen option with a place is marked on its question's picture."""
    example_turn = load_example(load_games()[game])
    assert example_turn is not None
    marked = 0
    for number in range(TEXT_PAGES + len(example_turn.steps) + 1):
        shot = build_lesson_page(load_games()[game], number, Localizer(("ja",))).picture_request
        assert isinstance(shot, LessonRequest)
        picture = shot.draw()
        assert find_extension(picture.content) == picture.file.rpartition(".")[2] and picture.alt
        marked += any(mark.is_chosen for mark in shot.context.marks)
    assert marked >= 2
    assert game in load_arts()


def test_outdated_recorded_turn_is_detected() -> None:
    game = load_games()[pick_game()]
    good = load_data(game.package, RecordedTurn, FILE)
    with pytest.raises(Refused):
        replay_turn(game, RecordedTurn(good.seats, good.seed, [(seat, ["die:nowhere"]) for seat, _ in good.answers]))
    with pytest.raises(LookupError):
        replay_turn(game, RecordedTurn(good.seats, good.seed, good.answers[:-1]))
    with pytest.raises(LookupError):
        replay_turn(game, RecordedTurn(good.seats, good.seed, [(seat + 1, keys) for seat, keys in good.answers]))
    assert format_turn(good).count("\n    [") == len(good.answers)


@pytest.mark.parametrize("lang", LANGS)
def test_every_game_is_in_the_list_of_lessons(lang: Lang) -> None:
    keys = [key.id for row in build_game_list(Localizer((lang,))).rows for key in row if isinstance(key, Button)]  # type: ignore[union-attr]
    assert {f"h:learn:{game}.0" for game in GAMES} <= set(keys)
