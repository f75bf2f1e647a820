"""The rulebook: a paragraph, card, tile or helper, and a menu of what stands around it."""

from __future__ import annotations

import re
from typing import Any

from engines.kernel import Entry, Game, Lang, Rulebook, rulebook

from . import titles
from .ids import in_house
from .page import MAX_CHOICES, Choice, Key, Menu, Page, Row, in_full
from .words import Voice

_CITATION = re.compile(r"R\d+(\.\d+)*")
"""How games cite their paragraphs."""


def book(game: Game[Any]) -> Rulebook:
    return rulebook(game.package)


def entry_title(entry: Entry) -> str:
    """`R6.1 Dice`; tiles and helpers have no number that people know."""
    return f"{entry.id} {entry.title}" if _CITATION.fullmatch(entry.id) else entry.title


def rules_pages(game: Game[Any], id: str | None, voice: Voice) -> tuple[Page, ...]:
    """The entry `id` (None: the first) in the reader's language, with a menu of its neighbours; a long one whole."""
    lang = voice.first
    entries = list(book(game).entries[lang].values())
    at = next((i for i, entry in enumerate(entries) if entry.id == id), 0)
    head = f"-# {titles.game_title(game, voice)}"
    if not entries:
        return (Page((head, voice.line("rules.empty"))),)
    entry = entries[at]
    leaf = at // MAX_CHOICES
    around = entries[leaf * MAX_CHOICES : (leaf + 1) * MAX_CHOICES]
    menu = Menu(
        in_house("rule", game.id),
        voice.label("rules.choose"),
        tuple(Choice(one.id, entry_title(one), chosen=one.id == entry.id) for one in around),
    )
    rows: tuple[Row, ...] = (menu,)
    if len(entries) > MAX_CHOICES:
        rows = (
            menu,
            (
                _neighbour(game, entries, at - 1, "rules.before", voice),
                _neighbour(game, entries, at + 1, "rules.after", voice),
            ),
        )
    return in_full(f"{head}\n## {entry_title(entry)}", entry.text, rows)


def _neighbour(game: Game[Any], entries: list[Entry], at: int, label: str, voice: Voice) -> Key:
    inside = 0 <= at < len(entries)
    arg = f"{game.id}.{entries[at].id}" if inside else f"{game.id}.{'first' if at < 0 else 'last'}"
    return Key(in_house("turn", arg), voice.label(label), disabled=not inside)


def find(game: Game[Any], text: str, lang: Lang) -> str | None:
    """The id that the reader means: an entry, a paragraph as the game cites it, or the best match of a search."""
    cited = text.strip().upper()
    if book(game).get(text, lang) is not None:
        return text
    if _CITATION.fullmatch(cited):
        return paragraph(game, cited, lang)
    found = book(game).search(text, lang, 1)
    return found[0].id if found else None


def paragraph(game: Game[Any], rule: str | None, lang: Lang) -> str | None:
    """The entry nearest to a paragraph that the game cites: `R8.2` for the step `R8.2.1`, the first of its chapter
    (`R7.1`) for `R7`, else the last one before it. None: nothing is cited, or the book has no paragraphs.
    """
    if rule is None or not _CITATION.fullmatch(rule):
        return None
    numbered = sorted((_numbers(id), id) for id in book(game).entries[lang] if _CITATION.fullmatch(id))
    cited = _numbers(rule)
    while len(cited) > 1 and not any(numbers[: len(cited)] == cited for numbers, _ in numbered):
        cited = cited[:-1]
    inside = [id for numbers, id in numbered if numbers[: len(cited)] == cited]
    before = [id for numbers, id in numbered if numbers <= cited]
    return next(iter(inside), None) or next(reversed(before), None) or next((id for _, id in numbered), None)


def _numbers(id: str) -> tuple[int, ...]:
    """`R8.2` is (8, 2)."""
    return tuple(map(int, id[1:].split(".")))


def rule_key(game: Game[Any], rule: str | None, voice: Voice) -> Key | None:
    """A button that shows the paragraph beside what is on the screen; None: there is none."""
    id = paragraph(game, rule, voice.first)
    return None if id is None else Key(in_house("look", f"{game.id}.{id}"), f"{voice.label('card.rules')} {id}")
