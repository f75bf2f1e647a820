"""The board: one public picture at a time with a menu of the others, or all of it in words."""

from __future__ import annotations

from render import Look

from ..table import Live
from . import shots, titles
from .ids import at_table
from .page import MAX_CHOICES, Choice, Menu, Page
from .words import Voice

IN_WORDS = "text"
"""Stands among the pictures in the menu."""


def board_page(live: Live, picture: str | None, voice: Voice) -> Page:
    """picture: a public picture's name, `IN_WORDS`, or None for the overview."""
    head = f"-# {titles.table_title(live, voice)}"
    if live.match is None:
        return Page((head, voice.line("board.not_started")))
    names = shots.public_pictures(live)
    if not names:
        return Page((head, voice.line("board.no_pictures")))
    shown = picture if picture in names else names[0]
    lang = voice.first
    choices = [
        Choice(name, shots.picture_title(live, name, lang), chosen=name == shown and picture != IN_WORDS)
        for name in names
    ]
    choices = [*choices[: MAX_CHOICES - 1], Choice(IN_WORDS, voice.label("board.in_words"), chosen=picture == IN_WORDS)]
    menu = Menu(at_table(live.id, "picture"), voice.label("board.choose"), tuple(choices))
    if picture == IN_WORDS:
        return Page((head, words(live, voice)), (menu,))
    return Page((head, f"### {shots.picture_title(live, shown, lang)}"), (menu,), shots.public_shot(live, shown, lang))


def words(live: Live, voice: Voice) -> str:
    """The whole board in words, for screen readers and for people on a slow line."""
    art = shots.art_of(live)
    if art is None or live.match is None:
        return voice.line("board.no_pictures")
    return art.words(live.match.view(None), Look(voice.first, live.names))
