"""Lookup of rulebook entries by number, by a game's citation or by search, and buttons that open them."""

import re
from typing import Any

from bot.discord_ui.page.custom_ids import build_help_id
from bot.discord_ui.page.pages import Button
from bot.discord_ui.text.localizer import Localizer
from bot.discord_ui.text.names import list_latin_names
from engines.kernel import Entry, Game, Lang, Rulebook, load_games, load_rulebook

_CITATION = re.compile(r"R\d+(\.\d+)*")
"""Format in which games cite rule paragraphs."""


def load_game_rulebook(game: Game[Any]) -> Rulebook:
    return load_rulebook(game.package)


def format_entry_title(entry: Entry) -> str:
    """Return the heading `R6.1 Dice`; tiles and helpers have no number that players know."""
    return f"{entry.id} {entry.title}" if _CITATION.fullmatch(entry.id) else entry.title


def find_entry(game: Game[Any], text: str, lang: Lang) -> str | None:
    """Return the id of the entry with this id, citation (`R8.2.1`) or else the best search match; None: no match."""
    cited = text.strip().upper()
    if load_game_rulebook(game).find_entry(text, lang) is not None:
        return text
    if _CITATION.fullmatch(cited):
        return find_paragraph(game, cited, lang)
    entries = load_game_rulebook(game).list_entries(text, lang, 1)
    return entries[0].id if entries else None


MAX_PER_GAME = 5
"""Maximum entries per game when all books are searched."""


def search_all_books(text: str, lang: Lang) -> list[tuple[Game[Any], Entry]]:
    """Return the best matches in each game's book."""
    return [
        (game, entry)
        for game in load_games().values()
        for entry in load_game_rulebook(game).list_entries(text, lang, MAX_PER_GAME)
    ]


def find_paragraph(game: Game[Any], rule: str | None, lang: Lang) -> str | None:
    """Return the id of the entry nearest to a cited paragraph; None without citation or paragraphs.

    `R8.2` for the step `R8.2.1`, the first of its chapter (`R7.1`) for `R7`, else the last entry before it.
    """
    if rule is None or not _CITATION.fullmatch(rule):
        return None
    cited_so = filter(_CITATION.fullmatch, load_game_rulebook(game).entries[lang])
    numbered = sorted((_parse_numbers(entry_id), entry_id) for entry_id in cited_so)
    cited = _parse_numbers(rule)
    while len(cited) > 1 and not any(numbers[: len(cited)] == cited for numbers, _ in numbered):
        cited = cited[:-1]
    inner_entries = [key for numbers, key in numbered if numbers[: len(cited)] == cited]
    earlier_entries = [key for numbers, key in numbered if numbers <= cited]
    return (
        next(iter(inner_entries), None)
        or next(reversed(earlier_entries), None)
        or next((key for _, key in numbered), None)
    )


def _parse_numbers(entry_id: str) -> tuple[int, ...]:
    """Return the numbers of an id: (8, 2) for `R8.2`."""
    return tuple(map(int, entry_id[1:].split(".")))


def join_readings(game: Game[Any], entry: Entry, lang: Lang) -> str:
    """Return the kana readings of Latin names in the title, for Japanese readers; "" if there are none."""
    if lang != "ja":
        return ""
    return "、".join(list_latin_names(load_game_rulebook(game).readings, entry.title).values())


SUMMARY = "R1"
"""Entry with a summary of the game."""
FIRST_TURN = "tutorial.first_turn"
"""Entry that explains a first turn step by step."""
LEGEND = "picture.board"
"""Entry that explains the parts of the board picture."""


def build_lesson_button(game: Game[Any], localizer: Localizer) -> Button | None:
    """Return a button to the lesson; None if the book does not explain a first turn."""
    if load_game_rulebook(game).find_entry(FIRST_TURN, localizer.first_lang) is None:
        return None
    return Button(build_help_id("lesson", game.id), localizer.render_label("rules.first_turn"))


def build_rule_button(game: Game[Any], rule: str | None, localizer: Localizer) -> Button | None:
    """Return a button that shows the paragraph in a new message; None if there is no such paragraph."""
    entry_id = find_paragraph(game, rule, localizer.first_lang)
    return (
        None
        if entry_id is None
        else Button(
            build_help_id("look", f"{game.id}.{entry_id}"), f"{localizer.render_label('card.rules')} {entry_id}"
        )
    )
