"""Pages of the rulebook: an entry with a menu of the entries around it, search results, contents."""

from typing import Any

from bot.discord_ui.page import pages, phone_screen
from bot.discord_ui.page.custom_ids import build_help_id
from bot.discord_ui.text import titles
from bot.discord_ui.text.localizer import Localizer, cut_text
from engines.kernel import Entry, Game, load_games

from . import lookup

CONTENTS_MENUS = 2
"""Menus on one page of the contents, for the size of the message."""
MAX_GAMES = 8
"""Maximum number of games for which a search result is shown."""


def build_rule_pages(game: Game[Any], paragraph: str | None, localizer: Localizer) -> tuple[pages.Page, ...]:
    """Return an entry (None: the first) in full, in the reader's language, with a menu of its neighbours."""
    lang = localizer.first_lang
    entries = list(lookup.load_game_rulebook(game).entries[lang].values())
    index = next((i for i, entry in enumerate(entries) if entry.id == paragraph), 0)
    head = f"-# {titles.name_game(game, localizer)}"
    if not entries:
        return (pages.Page((head, localizer.render_line("rules.empty"))),)
    entry = entries[index]
    first = index - index % pages.MAX_CHOICES
    neighbours = entries[first : first + pages.MAX_CHOICES]
    menu = pages.SelectMenu(
        build_help_id("rule", game.id),
        localizer.render_label("rules.choose"),
        tuple(
            pages.Choice(neighbour.id, lookup.format_entry_title(neighbour), is_selected=neighbour.id == entry.id)
            for neighbour in neighbours
        ),
    )
    rows: tuple[pages.ActionRow, ...] = (menu,)
    if len(entries) > pages.MAX_CHOICES:
        rows = (
            menu,
            (
                _build_neighbour_button(game, entries, index - 1, "rules.before", localizer),
                _build_neighbour_button(game, entries, index + 1, "rules.after", localizer),
                pages.Button(build_help_id("contents", game.id), localizer.render_label("rules.contents")),
            ),
        )
    lesson = lookup.build_lesson_button(game, localizer) if entry.id == lookup.SUMMARY else None
    if lesson is not None:
        rows = (*rows, (lesson,))
    reading = lookup.join_readings(game, entry, lang)
    title = f"{head}\n## {lookup.format_entry_title(entry)}" + (f"\n-# {reading}" if reading else "")
    return pages.split_pages(title, entry.text, rows)


def build_search_page(typed_text: str | None, localizer: Localizer) -> pages.Page:
    """Return the search results in all games or, if nothing was typed, the list of books."""
    if typed_text is None:
        buttons = [
            pages.Button(build_help_id("turn", f"{game.id}."), titles.name_game(game, localizer))
            for game in load_games().values()
        ]
        return pages.Page((localizer.render_line("rules.which_game"),), phone_screen.arrange_buttons(buttons))
    best: dict[str, tuple[Game[Any], Entry]] = {}
    for game, entry in lookup.search_all_books(typed_text, localizer.first_lang):
        best.setdefault(game.id, (game, entry))
    if not best:
        return build_search_page(None, localizer).with_notice(
            localizer.render_line("rules.found_nowhere", got=cut_text(typed_text, 80))
        )
    buttons = [
        pages.Button(
            build_help_id("turn", f"{game.id}.{entry.id}"),
            f"{titles.name_game(game, localizer)}{localizer.colon}{lookup.format_entry_title(entry)}",
        )
        for game, entry in best.values()
    ]
    return pages.Page(
        (localizer.render_line("rules.found_in", got=cut_text(typed_text, 80)),),
        tuple((key,) for key in buttons[:MAX_GAMES]),
    )


def build_contents_page(game: Game[Any], localizer: Localizer, page_number: int = 0) -> pages.Page:
    """Return a page of the book's contents: menus titled by their first and last entry, and a button for each page."""
    entries = list(lookup.load_game_rulebook(game).entries[localizer.first_lang].values())
    parts = [entries[first : first + pages.MAX_CHOICES] for first in range(0, len(entries), pages.MAX_CHOICES)]
    menu_pages = [parts[first : first + CONTENTS_MENUS] for first in range(0, len(parts), CONTENTS_MENUS)]
    page_number = min(page_number, len(menu_pages) - 1)
    menus = tuple(
        pages.SelectMenu(
            build_help_id("rule", f"{game.id}.{part[0].id}"),
            f"{lookup.format_entry_title(part[0])} – {lookup.format_entry_title(part[-1])}",
            tuple(pages.Choice(entry.id, lookup.format_entry_title(entry)) for entry in part),
        )
        for part in menu_pages[page_number]
    )
    buttons = [
        pages.Button(
            build_help_id("contents", f"{game.id}.{number}"),
            f"{lookup.format_entry_title(page_parts[0][0])} –",
            pages.PRIMARY if number == page_number else pages.SECONDARY,
        )
        for number, page_parts in enumerate(menu_pages)
    ]
    rows = phone_screen.arrange_buttons(buttons) if len(menu_pages) > 1 else ()
    return pages.Page(
        (f"-# {titles.name_game(game, localizer)}\n## {localizer.render_label('rules.contents')}",), (*menus, *rows)
    )


def _build_neighbour_button(
    game: Game[Any], entries: list[Entry], index: int, label: str, localizer: Localizer
) -> pages.Button:
    is_entry = 0 <= index < len(entries)
    arg = f"{game.id}.{entries[index].id}" if is_entry else f"{game.id}.{'first' if index < 0 else 'last'}"
    return pages.Button(build_help_id("turn", arg), localizer.render_label(label), is_disabled=not is_entry)
