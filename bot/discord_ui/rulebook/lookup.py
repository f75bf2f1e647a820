"""Which entry of a rulebook is meant: by its number, as a game cites it, or by a search; and the button for it."""

from __future__ import annotations

import re
from typing import Any

from bot.discord_ui.page.ids import for_help
from bot.discord_ui.page.layout import Key
from bot.discord_ui.text.readings import latin_names
from bot.discord_ui.text.voice import Voice
from engines.kernel import Entry, Game, Lang, Rulebook, games, rulebook

_CITATION = re.compile(r"R\d+(\.\d+)*")
"""How games cite their paragraphs."""


def book(game: Game[Any]) -> Rulebook:
    return rulebook(game.package)


def entry_title(entry: Entry) -> str:
    """`R6.1 Dice`; tiles and helpers have no number that people know."""
    return f"{entry.id} {entry.title}" if _CITATION.fullmatch(entry.id) else entry.title


def find(game: Game[Any], text: str, lang: Lang) -> str | None:
    """The id that the reader means: an entry, a paragraph as the game cites it, or the best match of a search."""
    cited = text.strip().upper()
    if book(game).get(text, lang) is not None:
        return text
    if _CITATION.fullmatch(cited):
        return paragraph(game, cited, lang)
    found = book(game).search(text, lang, 1)
    return found[0].id if found else None


EACH = 5
"""Entries of each game, where all books are searched."""


def found_anywhere(text: str, lang: Lang) -> list[tuple[Game[Any], Entry]]:
    """What is found in the books of all games, the best of each."""
    return [(game, entry) for game in games().values() for entry in book(game).search(text, lang, EACH)]


def paragraph(game: Game[Any], rule: str | None, lang: Lang) -> str | None:
    """The entry nearest to a paragraph that the game cites: `R8.2` for the step `R8.2.1`, the first of its chapter
    (`R7.1`) for `R7`, else the last one before it. None: nothing is cited, or the book has no paragraphs.
    """
    if rule is None or not _CITATION.fullmatch(rule):
        return None
    cited_so = filter(_CITATION.fullmatch, book(game).entries[lang])
    numbered = sorted((_numbers(entry_id), entry_id) for entry_id in cited_so)
    cited = _numbers(rule)
    while len(cited) > 1 and not any(numbers[: len(cited)] == cited for numbers, _ in numbered):
        cited = cited[:-1]
    inside = [key for numbers, key in numbered if numbers[: len(cited)] == cited]
    before = [key for numbers, key in numbered if numbers <= cited]
    return next(iter(inside), None) or next(reversed(before), None) or next((key for _, key in numbered), None)


def _numbers(entry_id: str) -> tuple[int, ...]:
    """`R8.2` is (8, 2)."""
    return tuple(map(int, entry_id[1:].split(".")))


def read_aloud(game: Game[Any], entry: Entry, lang: Lang) -> str:
    """How Japanese readers say the printed (Latin) names in the title; "" if there are none."""
    if lang != "ja":
        return ""
    return "、".join(latin_names(book(game).readings, entry.title).values())


IN_SHORT = "R1"
"""The entry that tells the game in short."""
FIRST_TURN = "tutorial.first_turn"
"""The entry that leads through a first turn, step by step."""
LEGEND = "picture.board"
"""The entry that says what the parts of the board picture are."""


def first_turn_key(game: Game[Any], voice: Voice, *, short: bool = False) -> Key | None:
    """A button to the lesson; None: the book does not tell how a first turn goes. short: beside three others, as a
    phone's width holds them.
    """
    if book(game).get(FIRST_TURN, voice.first) is None:
        return None
    label = "rules.first_turn_short" if short else "rules.first_turn"
    return Key(for_help("learn", f"{game.id}.0"), voice.label(label))


def rule_key(game: Game[Any], rule: str | None, voice: Voice) -> Key | None:
    """A button that shows the paragraph beside what is on the screen; None: there is none."""
    entry_id = paragraph(game, rule, voice.first)
    return (
        None
        if entry_id is None
        else Key(for_help("look", f"{game.id}.{entry_id}"), f"{voice.label('card.rules')} {entry_id}")
    )
