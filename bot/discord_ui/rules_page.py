"""The rulebook: a paragraph, card, tile or helper, and a menu of what stands around it."""

from __future__ import annotations

from typing import Any

from engines.kernel import Entry, Game, Lang, Rulebook, rulebook

from . import titles
from .ids import in_house
from .page import MAX_CHOICES, Choice, Key, Menu, Page, Row
from .words import Voice, cut


def book(game: Game[Any]) -> Rulebook:
    return rulebook(game.package)


def entry_title(entry: Entry) -> str:
    """`R6.1 Dice`; tiles and helpers have no number that people know."""
    return f"{entry.id} {entry.title}" if entry.id[:1] == "R" and entry.id[1:2].isdigit() else entry.title


def rules_page(game: Game[Any], id: str | None, voice: Voice) -> Page:
    """The entry `id` (None: the first) in the reader's language, with a menu of its neighbours."""
    lang = voice.first
    entries = list(book(game).entries[lang].values())
    at = next((i for i, entry in enumerate(entries) if entry.id == id), 0)
    head = f"-# {titles.game_title(game, voice)}"
    if not entries:
        return Page((head, voice.line("rules.empty")))
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
    return Page((head, f"## {entry_title(entry)}", cut(entry.text, 3500)), rows)


def _neighbour(game: Game[Any], entries: list[Entry], at: int, label: str, voice: Voice) -> Key:
    inside = 0 <= at < len(entries)
    arg = f"{game.id}.{entries[at].id}" if inside else f"{game.id}.{'first' if at < 0 else 'last'}"
    return Key(in_house("turn", arg), voice.label(label), disabled=not inside)


def find(game: Game[Any], text: str, lang: Lang) -> str | None:
    """The id that the reader means: an id, or the best match of a search."""
    if book(game).get(text, lang) is not None:
        return text
    found = book(game).search(text, lang, 1)
    return found[0].id if found else None


def paragraph(game: Game[Any], rule: str | None, lang: Lang) -> str | None:
    """The entry that explains a rule: `R6.1` itself, or the paragraph above it, `R6`."""
    while rule:
        if book(game).get(rule, lang) is not None:
            return rule
        rule = rule.rpartition(".")[0]
    return None
