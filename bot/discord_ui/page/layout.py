"""A message as plain data, before it is Discord's: texts, rows of buttons or a menu, and at most one picture.

Builders return a `Page`; `sheet` makes the one kind of view out of it that the bot ever sends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote, urlsplit

import discord
from discord import ButtonStyle, ui

from bot.discord_ui.text.voice import cut, parts
from bot.table import LiveTable, Wanted

from .pictures import Drawing

MAX_TEXT = 4000
"""Characters of all texts of one message together (Discord's limit)."""
MAX_BUTTONS = 5
"""Buttons in one row (Discord's limit)."""
MAX_CHOICES = 25
"""Choices of one menu (Discord's limit)."""
MAX_LABEL, MAX_CHOICE, MAX_PLACEHOLDER = 80, 100, 150

QUIET, STRONG, GOOD, BAD = ButtonStyle.secondary, ButtonStyle.primary, ButtonStyle.success, ButtonStyle.danger

RULE = "\0rule"
"""In the place of a text: a line between two halves."""

VERDE = 0x2C5A4E
GOLD = 0xE2B23A
GREY = 0x8D9194


@dataclass(frozen=True, slots=True)
class Key:
    """A button. id: what comes back when it is pressed (at most 100 characters)."""

    id: str
    label: str
    style: ButtonStyle = QUIET
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu. detail stands below the label; chosen: ticked when the menu opens."""

    value: str
    label: str
    detail: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1..25 choices, min..max of which are chosen at a time."""

    id: str
    placeholder: str
    choices: tuple[Choice, ...]
    min: int = 1
    max: int = 1


Row = tuple[Key | Link, ...] | Menu


@dataclass(frozen=True, slots=True)
class Follow:
    """A page that waits for others at a table: it says what a seat can do, and that is nothing now.

    waiting: the seats that are waited for; told: what was decided since the answer (`history.Line`); upto:
    the last decision that it tells; epoch: of the table (`games.epoch`): with another one something was taken back.
    """

    seat: int
    waiting: tuple[int, ...]
    told: tuple[Any, ...]
    upto: int
    epoch: int


@dataclass(frozen=True, slots=True)
class Unadvised:
    """A page whose question has suggestions that are still to be thought out. again: the page with them"""

    wanted: Wanted
    again: Callable[[LiveTable], Page]

    def with_notice(self, text: str) -> Unadvised:
        return replace(self, again=lambda live: self.again(live).with_notice(text))


@dataclass(frozen=True, slots=True)
class Page:
    """texts: blocks of Markdown; rows: what can be pressed, from top to bottom; shot: the picture between them; foot:
    small print at the end.

    panel_of: the table that asks here, of which a person has one page (`panel.followed`); follows: it is shown anew
    when the table changes; unadvised: and when its suggestions are thought out (`interaction.click`).
    """

    texts: tuple[str, ...]
    rows: tuple[Row, ...] = ()
    shot: Drawing | None = None
    colour: int = VERDE
    panel_of: int | None = None
    follows: Follow | None = None
    foot: str = ""
    unadvised: Unadvised | None = None

    def with_notice(self, text: str) -> Page:
        """The same page with a sentence on top."""
        later = None if self.unadvised is None else self.unadvised.with_notice(text)
        return replace(self, texts=(text, *self.texts), unadvised=later)


def in_full(head: str, text: str, rows: tuple[Row, ...] = ()) -> tuple[Page, ...]:
    """A text of any length, whole: on as many pages as it takes. The head and the controls are on the first."""
    first, *more = parts(text, MAX_TEXT - len(head))
    return (Page((head, first), rows), *(Page((piece,)) for piece in more))


class Sheet(ui.LayoutView):
    """A view that discord.py shall not keep.

    Everything a press needs is in its custom_id, and `controls` receives it. A kept view would cost memory for every
    message and, when it times out, take the registration of the controls with it (`ViewStore.remove_view`).
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        return True


def sheet(page: Page, picture: str | None = None, alt: str = "", mark: int | None = None) -> Sheet:
    """The view of a page. picture: the name of the attached file that shows its shot; None: not drawn yet. mark: a
    number that the message keeps, by which it can be found again.
    """
    box: ui.Container[Sheet] = ui.Container(accent_colour=discord.Colour(page.colour), id=mark)
    for text in _within(page.texts, MAX_TEXT - len(page.foot)):
        box.add_item(ui.Separator() if text == RULE else ui.TextDisplay(text))
    if picture is not None:
        box.add_item(
            ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}", description=cut(alt, 1024) or None))
        )
    for row in page.rows:
        box.add_item(_row(row))
    if page.foot:
        box.add_item(ui.TextDisplay(page.foot))
    return _with(box)


def file_sheet(page: Page, name: str) -> Sheet:
    """The view of a page with an attached file of this name below its words."""
    view = sheet(page)
    view.add_item(ui.File(f"attachment://{name}"))
    return view


def picture_of(message: discord.Message) -> tuple[str, str] | None:
    """What the file of the picture is called that the message shows, and what it says in words; None without one."""
    for component in _walk(message.components):
        if isinstance(component, discord.MediaGalleryComponent) and component.items:
            item = component.items[0]
            return unquote(PurePosixPath(urlsplit(item.media.url).path).name), item.description or ""
    return None


def _walk(components: Iterable[Any]) -> Iterator[Any]:
    for component in components:
        yield component
        yield from _walk(getattr(component, "children", ()))


def _with(box: ui.Container[Any]) -> Sheet:
    view = Sheet()
    view.add_item(box)
    return view


def _row(row: Row) -> ui.ActionRow[Any]:
    if isinstance(row, Menu):
        select: ui.Select[Any] = ui.Select(
            custom_id=row.id,
            placeholder=cut(row.placeholder, MAX_PLACEHOLDER),
            min_values=row.min,
            max_values=min(row.max, len(row.choices)),
            options=[
                discord.SelectOption(
                    label=cut(choice.label, MAX_CHOICE),
                    value=choice.value,
                    description=cut(choice.detail, MAX_CHOICE) or None,
                    default=choice.chosen,
                )
                for choice in row.choices
            ],
        )
        return ui.ActionRow(select)
    return ui.ActionRow(*map(_button, row))


def _button(key: Key | Link) -> ui.Button[Any]:
    if isinstance(key, Link):
        return ui.Button(url=key.url, label=cut(key.label, MAX_LABEL))
    return ui.Button(custom_id=key.id, label=cut(key.label, MAX_LABEL), style=key.style, disabled=key.disabled)


def _within(texts: Sequence[str], room: int) -> list[str]:
    """The longest texts are cut to one length at which all fit together."""
    kept = [text for text in texts if text]
    longest = room
    for n, length in enumerate(sorted(map(len, kept))):
        longest = room // (len(kept) - n)
        if length > longest:
            return [cut(text, longest) for text in kept]
        room -= length
    return kept


def rows_of(keys: Sequence[Key | Link]) -> tuple[Row, ...]:
    """Buttons in rows of five."""
    return tuple(tuple(keys[i : i + MAX_BUTTONS]) for i in range(0, len(keys), MAX_BUTTONS))
