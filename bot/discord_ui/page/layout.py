"""A message as plain data: texts, rows of buttons or a menu, and at most one picture.

Builders return a `Page`; `build_view` turns it into the one kind of discord.py view that the bot sends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import discord
from discord import ButtonStyle, ui

from bot.discord_ui.text.localizer import cut_text, split_text
from bot.table import SuggestionRequest, Table

from .pictures import DrawingRequest

MAX_TEXT = 4000
"""Characters of all texts of one message together (Discord's limit)."""
MAX_BUTTONS = 5
"""Buttons in one row (Discord's limit)."""
MAX_CHOICES = 25
"""Choices of one menu (Discord's limit)."""
MAX_LABEL, MAX_CHOICE_TEXT, MAX_PLACEHOLDER = 80, 100, 150

SECONDARY, PRIMARY, SUCCESS, DANGER = (
    ButtonStyle.secondary,
    ButtonStyle.primary,
    ButtonStyle.success,
    ButtonStyle.danger,
)

SEPARATOR = "\0rule"
"""Used in place of a text: a separator line."""

GREEN = 0x2C5A4E
GOLD = 0xE2B23A
GREY = 0x8D9194


@dataclass(frozen=True, slots=True)
class Button:
    """A button that sends an interaction."""

    id: str
    """The custom_id, at most 100 characters."""
    label: str
    style: ButtonStyle = SECONDARY
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens a URL."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    value: str
    label: str
    detail: str = ""
    """Description below the label."""
    is_selected: bool = False
    """Preselected."""


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """A menu of 1..25 choices, of which min..max are selected at a time."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...]
    min: int = 1
    max: int = 1


ActionRow = tuple[Button | Link, ...] | SelectMenu


@dataclass(frozen=True, slots=True)
class WaitState:
    """Data of a page that says "nothing to do now" and is refreshed when the table changes."""

    seat: int
    waiting: tuple[int, ...]
    """Seats that the table waits for."""
    lines: tuple[Any, ...]
    """Decisions since the reader's answer (`history.LogLine`)."""
    last_n: int
    """Number of the last decision shown."""
    epoch: int
    """The table's undo counter (`games.epoch`); a different value means that decisions were undone."""


@dataclass(frozen=True, slots=True)
class PendingSuggestions:
    """Suggestions still to be computed for a page's question."""

    request: SuggestionRequest
    rebuild: Callable[[Table], Page]
    """Builds the page again, with the suggestions."""

    def with_notice(self, text: str) -> PendingSuggestions:
        return replace(self, rebuild=lambda table: self.rebuild(table).with_notice(text))


@dataclass(frozen=True, slots=True)
class Page:
    """One message as plain data."""

    texts: tuple[str, ...]
    """Blocks of Markdown."""
    rows: tuple[ActionRow, ...] = ()
    """Controls, from top to bottom."""
    picture_request: DrawingRequest | None = None
    """Picture between the texts and the controls, still to be drawn."""
    colour: int = GREEN
    panel_table: int | None = None
    """Table whose panel this is; a person has one open panel per table (`panel.tracking`)."""
    wait_state: WaitState | None = None
    """Set if the page is refreshed when the table changes."""
    foot: str = ""
    """Small print at the end."""
    pending_suggestions: PendingSuggestions | None = None
    """Set if the page is shown again once its suggestions are computed (`InteractionContext`)."""

    def with_notice(self, text: str) -> Page:
        """Return the page with a sentence on top."""
        pending = None if self.pending_suggestions is None else self.pending_suggestions.with_notice(text)
        return replace(self, texts=(text, *self.texts), pending_suggestions=pending)


def split_pages(head: str, text: str, rows: tuple[ActionRow, ...] = ()) -> tuple[Page, ...]:
    """Return a text of any length on as many pages as needed. The head and the controls are on the first."""
    first, *further = split_text(text, MAX_TEXT - len(head))
    return (Page((head, first), rows), *(Page((piece,)) for piece in further))


class PageView(ui.LayoutView):
    """A view that discord.py does not store.

    Every interaction is handled from its custom_id by `controls`. A stored view would cost memory for every message
    and, on its time-out, remove the registration of the controls (`ViewStore.remove_view`).
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        return True


def build_view(page: Page, picture: str | None = None, alt: str = "", mark: int | None = None) -> PageView:
    """Return the discord.py view of a page.

    picture: name of the attached file with the drawn picture; None: not drawn yet. alt: its description. mark: number
    stored in the message (component id) by which it can be found again.
    """
    box: ui.Container[PageView] = ui.Container(accent_colour=discord.Colour(page.colour), id=mark)
    for text in _fit_texts(page.texts, MAX_TEXT - len(page.foot)):
        box.add_item(ui.Separator() if text == SEPARATOR else ui.TextDisplay(text))
    if picture is not None:
        box.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{picture}", description=cut_text(alt, 1024) or None)
            )
        )
    for row in page.rows:
        box.add_item(_build_row(row))
    if page.foot:
        box.add_item(ui.TextDisplay(page.foot))
    return _build_page_view(box)


def build_file_view(page: Page, name: str) -> PageView:
    """Return the view of a page with an attached file of this name below the text."""
    view = build_view(page)
    view.add_item(ui.File(f"attachment://{name}"))
    return view


def find_picture(message: discord.Message) -> tuple[str, str] | None:
    """Return (file name, description) of the picture in a message, or None if it has none."""
    for component in _walk_components(message.components):
        if isinstance(component, discord.MediaGalleryComponent) and component.items:
            item = component.items[0]
            return unquote(PurePosixPath(urlsplit(item.media.url).path).name), item.description or ""
    return None


def _walk_components(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _walk_components(getattr(component, "children", ()))


def _build_page_view(box: ui.Container[Any]) -> PageView:
    view = PageView()
    view.add_item(box)
    return view


def _build_row(row: ActionRow) -> ui.ActionRow[Any]:
    if isinstance(row, SelectMenu):
        select: ui.Select[Any] = ui.Select(
            custom_id=row.id,
            placeholder=cut_text(row.placeholder, MAX_PLACEHOLDER),
            min_values=row.min,
            max_values=min(row.max, len(row.choices)),
            options=[
                discord.SelectOption(
                    label=cut_text(choice.label, MAX_CHOICE_TEXT),
                    value=choice.value,
                    description=cut_text(choice.detail, MAX_CHOICE_TEXT) or None,
                    default=choice.is_selected,
                )
                for choice in row.choices
            ],
        )
        return ui.ActionRow(select)
    return ui.ActionRow(*map(_build_button, row))


def _build_button(key: Button | Link) -> ui.Button[Any]:
    if isinstance(key, Link):
        return ui.Button(url=key.url, label=cut_text(key.label, MAX_LABEL))
    return ui.Button(custom_id=key.id, label=cut_text(key.label, MAX_LABEL), style=key.style, disabled=key.disabled)


def _fit_texts(texts: Sequence[str], max_length: int) -> list[str]:
    """Return the non-empty texts; if too long together, cut the longest ones to the same length so that all fit."""
    non_empty = [text for text in texts if text]
    longest = max_length
    for n, length in enumerate(sorted(map(len, non_empty))):
        longest = max_length // (len(non_empty) - n)
        if length > longest:
            return [cut_text(text, longest) for text in non_empty]
        max_length -= length
    return non_empty


def arrange_buttons(keys: Sequence[Button | Link]) -> tuple[ActionRow, ...]:
    """Return the buttons in rows of five."""
    return tuple(tuple(keys[i : i + MAX_BUTTONS]) for i in range(0, len(keys), MAX_BUTTONS))
