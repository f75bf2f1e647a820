"""The rulebook: a paragraph, card, tile or helper, and a menu of what stands around it."""

from __future__ import annotations

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
    first = at - at % MAX_CHOICES
    around = entries[first : first + MAX_CHOICES]
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
                Key(for_help("contents", game.id), voice.label("rules.contents")),
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


def contents_page(game: Game[Any], voice: Voice) -> Page:
    """All entries of a book, in as many menus as it takes, each named after its first and its last one."""
    entries = list(book(game).entries[voice.first].values())
    menus = tuple(
        Menu(
            for_help("rule", f"{game.id}.{first}"),
            f"{entry_title(part[0])} – {entry_title(part[-1])}",
            tuple(Choice(one.id, entry_title(one)) for one in part),
        )
        for first in range(0, len(entries), MAX_CHOICES)
        for part in [entries[first : first + MAX_CHOICES]]
    )
    return Page((f"-# {titles.game_title(game, voice)}\n## {voice.label('rules.contents')}",), menus)


def _neighbour(game: Game[Any], entries: list[Entry], at: int, label: str, voice: Voice) -> Key:
    inside = 0 <= at < len(entries)
    arg = f"{game.id}.{entries[at].id}" if inside else f"{game.id}.{'first' if at < 0 else 'last'}"
    return Key(for_help("turn", arg), voice.label(label), disabled=not inside)
