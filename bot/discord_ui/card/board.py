"""The board: one public picture at a time with a menu of the others, or all of it in words."""

from __future__ import annotations

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import MAX_CHOICES, Choice, Menu, Page, in_full
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from render import Look

IN_WORDS = "text"
"""Stands among the pictures in the menu."""


def board_pages(live: LiveTable, picture: str | None, voice: Voice) -> tuple[Page, ...]:
    """picture: a public picture's name, None for the overview, or `IN_WORDS`: that may take several pages."""
    head = f"-# {titles.table_title(live, voice)}"
    art = picture_requests.art_of(live)
    if live.match is None:
        return (Page((head, voice.line("board.ended" if live.row.status == "ended" else "board.not_started"))),)
    if art is None:
        return (Page((head, voice.line("board.no_pictures"))),)
    names = picture_requests.public_pictures(live)
    shown = picture if picture in names else names[0]
    lang = voice.first
    choices = [
        Choice(name, picture_requests.picture_title(live, name, lang), chosen=name == shown and picture != IN_WORDS)
        for name in names
    ]
    choices = [*choices[: MAX_CHOICES - 1], Choice(IN_WORDS, voice.label("board.in_words"), chosen=picture == IN_WORDS)]
    menu = Menu(at_table(live.id, "picture"), voice.label("board.choose"), tuple(choices))
    if picture == IN_WORDS:
        return in_full(head, art.words(live.match.view(None), Look(lang, live.names)), (menu,))
    return (
        Page(
            (head, f"### {picture_requests.picture_title(live, shown, lang)}"),
            (menu,),
            picture_requests.public_shot(live, shown, lang),
        ),
    )


def board_page(live: LiveTable, voice: Voice) -> Page:
    """The overview."""
    (page,) = board_pages(live, None, voice)
    return page
