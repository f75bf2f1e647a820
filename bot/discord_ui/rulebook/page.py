"""The rulebook: a paragraph, card, tile or helper, and a menu of what stands around it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bot.discord_ui.page.ids import for_help
from bot.discord_ui.page.layout import MAX_CHOICES, Choice, Key, Menu, Page, Row, in_full, rows_of
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, cut
from engines.kernel import Entry, Game, games

from .lookup import IN_SHORT, book, entry_title, first_turn_key, found_anywhere, read_aloud

MAX_FOUND = 8
"""Games of which a hit is shown."""


def rules_pages(game: Game[Any], paragraph: str | None, voice: Voice) -> tuple[Page, ...]:
    """The entry `id` (None: the first) in the reader's language, with a menu of its neighbours; a long one whole."""
    lang = voice.first
    entries = list(book(game).entries[lang].values())
    at = next((i for i, entry in enumerate(entries) if entry.id == paragraph), 0)
    head = f"-# {titles.game_title(game, voice)}"
    if not entries:
        return (Page((head, voice.line("rules.empty"))),)
    entry = entries[at]
    leaf = at // MAX_CHOICES
    around = entries[leaf * MAX_CHOICES : (leaf + 1) * MAX_CHOICES]
    menu = Menu(
        for_help("rule", game.id),
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
                *_further(game, entries, at, voice),
            ),
        )
    lesson = first_turn_key(game, voice) if entry.id == IN_SHORT else None
    if lesson is not None:
        rows = (*rows, (lesson,))
    said = read_aloud(game, entry, lang)
    title = f"{head}\n## {entry_title(entry)}" + (f"\n-# {said}" if said else "")
    return in_full(title, entry.text, rows)


def found_page(typed: str | None, voice: Voice) -> Page:
    """Where no game is known: what was found in which, or (nothing was typed) the books that there are."""
    if typed is None:
        keys = [Key(for_help("turn", f"{game.id}."), titles.game_title(game, voice)) for game in games().values()]
        return Page((voice.line("rules.which_game"),), rows_of(keys))
    best: dict[str, tuple[Game[Any], Entry]] = {}
    for game, entry in found_anywhere(typed, voice.first):
        best.setdefault(game.id, (game, entry))
    if not best:
        return found_page(None, voice).with_notice(voice.line("rules.found_nowhere", got=cut(typed, 80)))
    keys = [
        Key(
            for_help("turn", f"{game.id}.{entry.id}"),
            f"{titles.game_title(game, voice)}{voice.colon}{entry_title(entry)}",
        )
        for game, entry in best.values()
    ]
    return Page((voice.line("rules.found_in", got=cut(typed, 80)),), tuple((key,) for key in keys[:MAX_FOUND]))


def _further(game: Game[Any], entries: list[Entry], at: int, voice: Voice) -> Iterator[Key]:
    """To where the menus before and after this one begin: a menu ends in the middle of a book without saying so."""
    leaf = at // MAX_CHOICES
    for first in ((leaf - 1) * MAX_CHOICES, (leaf + 1) * MAX_CHOICES):
        if 0 <= first < len(entries) and first != at + 1:  # that one is the next already
            entry = entries[first]
            yield Key(for_help("turn", f"{game.id}.{entry.id}"), voice.label("rules.on", title=entry_title(entry)))


def _neighbour(game: Game[Any], entries: list[Entry], at: int, label: str, voice: Voice) -> Key:
    inside = 0 <= at < len(entries)
    arg = f"{game.id}.{entries[at].id}" if inside else f"{game.id}.{'first' if at < 0 else 'last'}"
    return Key(for_help("turn", arg), voice.label(label), disabled=not inside)
