"""The lobbies of full tables on a phone: *Join* and *Start* are on the screen, in one language and in two."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.discord_ui.lobby.details import build_seats_page
from bot.discord_ui.lobby.page import PosterRequest, build_lobby, build_poster
from bot.discord_ui.lobby.settings_list import format_option
from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import Page
from bot.discord_ui.text.localizer import Localizer
from bot.table import TableSettings
from bot.table.state.fairness_proof import MAX_SHARE_LENGTH
from bot.table.state.people import PlayerHabits
from bot.table.state.seats import SeatAssignment
from bot.table.state.table import Table
from bot.table.terms.languages import BOTH_LANGUAGES, ENGLISH_FIRST
from engines.kernel import LANGS, Game
from render import load_arts
from render.kit.painting.lobby_poster import draw_lobby_poster
from storage.play.deals import DealRow
from storage.play.games import GameRow
from tests.discovered import list_shipped_games, mark_slice

from .questions import NAMES
from .screen import USABLE_HEIGHT, open_phone

LONG_NAMES = (
    "Maximilian Featherstonehaugh-Cho",
    "とても長い名前のことりさん、そのいとこ、そのまたいとこの友だちさん",
    "Jules-Alexandre de la Montagne-X",
    "Wolfgang Amadeus Theophilus Moza",
    "Sofia Maria Annunziata di Toscan",
)
"""As long as Discord allows."""
GAMES = list(list_shipped_games())
LANGUAGES = (*LANGS, BOTH_LANGUAGES, ENGLISH_FIRST)
DAY_MS = 86_400_000
RESTS = {
    "absences": re.compile(r"\d+ absences? under \*Details|不在の予定\d+件は"),
    "options": re.compile(r"\d+ changed options?.* under \*Details|変えた設定\d+個.*は「"),
    "words": re.compile(r"\d+ words? under \*Details|言葉\d+個は"),
}
"""Patterns that count the parts of each kind that are only on *Details*, in the order in which kinds are left out."""
TABLE = 1234
"""A number of a table that is as long as numbers become."""


def build_open_table(game: Game[Any], names: tuple[str, ...], language: str) -> Table:
    """Return an open table with people of these names, who have joined by a click."""
    row = GameRow(
        *(TABLE, game.id, game.rules_version, 1, 2, 1, "open", b"", None, None, None, language, None, "consent"),
        *(0, None, None, 1, 0, None),
        tag="0fa3c1",
    )
    seated = tuple(SeatAssignment(seat, seat + 1, name, None, None, 0) for seat, name in enumerate(names))
    table = Table(row, game, TableSettings(pace="brisk"), seated, None, deal=DealRow(TABLE, bytes(32)))
    table.shares = {seat + 1: "1" * 19 for seat in range(len(names))}
    return table


def fill_lobby(table: Table) -> Table:
    """Add to a table what a lobby may have to tell: every option changed, two absences and a long word of everybody."""
    options: dict[str, str] = {}
    for option in table.game.options:
        widest = max(
            (value for value in option.values if value != option.default),
            key=lambda value: len(format_option(table, option.id, value, "en")),
        )
        if table.game.list_seat_counts({**options, option.id: widest}):
            options[option.id] = widest
    table.settings = TableSettings(options, pace="brisk", is_invite_only=True, is_rated=True)
    absences = ((DAY_MS, 9 * DAY_MS), (20 * DAY_MS, 40 * DAY_MS))
    people = [seated.person for seated in table.seats if seated.person is not None]
    table.habits = {person: PlayerHabits(30, 1, 2, 3, absences) for person in people}
    table.shares = dict.fromkeys(people, "語" * MAX_SHARE_LENGTH)
    return table


def iter_lobbies(
    game: str, names: tuple[str, ...], *, is_full: bool = False
) -> Iterator[tuple[str, Page, tuple[int, int]]]:
    """Yield what it is, the page, and the size of its poster, of every number of seats in every language."""
    rules = list_shipped_games()[game]
    for language in LANGUAGES:
        for seats in range(1, max(rules.seat_counts) + 1):
            table = build_open_table(rules, names[:seats], language)
            page = build_lobby(fill_lobby(table) if is_full else table, Localizer.of_table(language))
            request, backdrop = page.picture_request, load_arts()[game].lobby_backdrop
            assert isinstance(request, PosterRequest) and backdrop is not None
            poster = draw_lobby_poster(backdrop, request.poster_texts)
            yield f"{language}, {seats} seats", page, (int(poster.width), int(poster.height))


@pytest.mark.parametrize("game", GAMES)
def test_lobbies_fit_the_screen(game: str) -> None:
    """The names stand once, and the buttons of two languages in two rows. Names without room are only on the poster."""
    count = 0
    for name, page, size in (*iter_lobbies(game, NAMES), *iter_lobbies(game, LONG_NAMES)):
        count += 1
        assert estimate_height(page, size) <= phone_screen.SCREEN_HEIGHT, name
        assert phone_screen.measure_rows(page.rows) <= 2 * (phone_screen.GAP + phone_screen.BUTTON_HEIGHT), name
        assert "\n".join((*page.texts, page.legend)).count("● A ") == 1, name
    assert count >= 4 * len(LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_lobbies_with_everything_fit_the_screen(game: str) -> None:
    """Absences go to *Details* first, then options, then words; each kind is counted that is not whole."""
    left_out: set[str] = set()
    for name, page, size in (
        *iter_lobbies(game, NAMES, is_full=True),
        *iter_lobbies(game, LONG_NAMES, is_full=True),
    ):
        assert estimate_height(page, size) <= phone_screen.SCREEN_HEIGHT, name
        text = "\n".join((*page.texts, page.footer))
        kinds = [kind for kind, rest in RESTS.items() if rest.search(text)]
        assert kinds == list(RESTS)[: len(kinds)], (name, text)
        assert not kinds or page.legend, (name, "the names are on the poster before anything is left out")
        assert "Invited people only" in text or "招かれた人だけ" in text, (
            name,
            "a person must know it before sitting down",
        )
        left_out.update(kinds)
    assert left_out >= {"absences", "options"}


def test_what_a_lobby_leaves_out_is_on_details() -> None:
    (table,) = (build_open_table(list_shipped_games()[GAMES[0]], LONG_NAMES[:2], "en"),)
    details = build_seats_page(fill_lobby(table), Localizer(("en",)), table.row.host)
    text = "\n".join((*details.texts, details.footer))
    assert text.count("語" * MAX_SHARE_LENGTH) == 2 and text.count("away from") == 4
    for option, value in table.settings.options.items():
        assert format_option(table, option, value, "en", "**") in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_poster_has_the_other_language_on_details(language: str) -> None:
    """A reader of the language that the public poster has finds no second one."""
    table = build_open_table(list_shipped_games()[GAMES[0]], NAMES[:2], language)
    public = Localizer.of_table(language).first_lang
    for lang in LANGS:
        page = build_seats_page(table, Localizer((lang,)), table.row.host)
        poster = build_poster(table, Localizer((lang,)))
        assert page.picture_request == (poster if lang != public else None)


@pytest.mark.parametrize("game", GAMES)
def test_names_stand_in_words_where_there_is_room(game: str) -> None:
    """Ordinary names always do, long ones of up to four people in one language."""
    assert not [name for name, page, _ in iter_lobbies(game, NAMES) if page.legend]
    assert [name for name, page, _ in iter_lobbies(game, LONG_NAMES) if page.legend]
    assert not [name for name, page, _ in iter_lobbies(game, LONG_NAMES) if page.legend and name == "ja, 4 seats"]


@pytest.mark.parametrize("game", mark_slice(GAMES, lambda game: game == GAMES[0]))
async def test_lobbies_fit_the_screen_of_a_browser(game: str) -> None:
    async with open_phone() as phone:
        for names, is_full in ((NAMES, False), (LONG_NAMES, False), (NAMES, True), (LONG_NAMES, True)):
            lobbies = iter_lobbies(game, names, is_full=is_full)
            heights = [(await phone.measure_page(page, size), name) for name, page, size in lobbies]
            assert min(heights)[0] > 300 and max(heights)[0] <= USABLE_HEIGHT, max(heights)


def estimate_height(page: Page, poster_size: tuple[int, int]) -> float:
    """Return the height of a lobby in px as the bot estimates it."""
    width, height = poster_size
    return phone_screen.measure_page(page, phone_screen.PICTURE_WIDTH * height / width)
