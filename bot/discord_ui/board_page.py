"""The board: one public picture at a time with a menu of the others, or all of it in words."""

from __future__ import annotations

from render import Look

from ..table import Live
from . import shots, titles
from .ids import at_table
from .page import MAX_CHOICES, Choice, Menu, Page, in_full
from .words import Voice

IN_WORDS = "text"
"""Stands among the pictures in the menu."""


def board_pages(live: Live, picture: str | None, voice: Voice) -> tuple[Page, ...]:
    """picture: a public picture's name, None for the overview, or `IN_WORDS`: that may take several pages."""
    head = f"-# {titles.table_title(live, voice)}"
    art = shots.art_of(live)
    if live.match is None:
        return (Page((head, voice.line("board.ended" if live.row.status == "ended" else "board.not_started"))),)
    if art is None:
        return (Page((head, voice.line("board.no_pictures"))),)
    names = shots.public_pictures(live)
    shown = picture if picture in names else names[0]
    lang = voice.first
    choices = [
        Choice(name, shots.picture_title(live, name, lang), chosen=name == shown and picture != IN_WORDS)
        for name in names
    ]
    choices = [*choices[: MAX_CHOICES - 1], Choice(IN_WORDS, voice.label("board.in_words"), chosen=picture == IN_WORDS)]
    menu = Menu(at_table(live.id, "picture"), voice.label("board.choose"), tuple(choices))
    if picture == IN_WORDS:
        return in_full(head, art.words(live.match.view(None), Look(lang, live.names)), (menu,))
    return (
        Page((head, f"### {shots.picture_title(live, shown, lang)}"), (menu,), shots.public_shot(live, shown, lang)),
    )


def board_page(live: Live, voice: Voice) -> Page:
    """The overview."""
    (page,) = board_pages(live, None, voice)
    return page
