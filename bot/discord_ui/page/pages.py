"""A message as plain data: texts, rows of buttons or a menu, and at most one picture.

Builders return a `Page`; `build_view` turns it into the one kind of discord.py view that the bot sends.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
import msgspec
from discord import ButtonStyle, ui

from bot.discord_ui.text.localizer import Localizer, cut_text, split_text
from bot.table import QuestionRef, SuggestionRequest, Table

from .pictures import DrawingRequest, Picture

MAX_TEXT = 4000
"""Characters of all texts of one message together (Discord's limit)."""
MAX_BYTES = 9_000
"""Bytes of a message's components (`measure_view`). Discord fails beyond about 10,170 (discord-api-docs issue 8554)."""
MAX_PAGE_BYTES = 7_000
"""Bytes of a page's text in a split text, which leaves room for controls and for denser parts. A kanji has three."""
MAX_SHORT_TEXT = 1000
"""Characters of a shortened page."""
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
    """Cut at MAX_LABEL characters."""
    style: ButtonStyle = SECONDARY
    """Colour: SECONDARY is grey, PRIMARY blue, SUCCESS green, DANGER red."""
    is_disabled: bool = False
    """Shown, but cannot be pressed."""


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens a URL."""

    url: str
    """Opened by Discord, without an interaction."""
    label: str
    """Cut at MAX_LABEL characters."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a menu."""

    value: str
    """Sent with the interaction, at most 100 characters."""
    label: str
    """Cut at MAX_CHOICE_TEXT characters."""
    detail: str = ""
    """Description below the label."""
    is_selected: bool = False
    """Preselected."""


@dataclass(frozen=True, slots=True)
class SelectMenu:
    """A menu of 1..25 choices, of which min..max are selected at a time."""

    id: str
    """The custom_id, at most 100 characters."""
    placeholder: str
    """Shown while nothing is selected; cut at MAX_PLACEHOLDER characters."""
    choices: tuple[Choice, ...]
    """In the order shown, all values different."""
    min: int = 1
    """Fewest choices that must be selected."""
    max: int = 1
    """Most choices that may be selected."""


ActionRow = tuple[Button | Link, ...] | SelectMenu


@dataclass(frozen=True, slots=True)
class ShownTable:
    """The part of a table that its panel shows; the panel is shown anew when that is no longer true."""

    seat: int
    """Seat of the reader."""
    question: QuestionRef | None
    """The question that the panel puts: while it is open, the reader may be about to answer it, and nothing else is
    shown. None: the panel says "nothing to do now".
    """
    given_keys: tuple[str, ...]
    """Option keys of the answer already given to a question that others still answer."""
    waiting: tuple[int, ...]
    """Seats that the table waits for."""
    lines: tuple[Any, ...]
    """Decisions since the reader's answer (`history.LogLine`)."""
    last_n: int
    """Number of the last decision shown."""
    epoch: int
    """`GameRow.epoch` of the table; a different value means that decisions were undone or replayed."""


@dataclass(frozen=True, slots=True)
class FilledPlaces:
    """Words and controls of a page that was shown without its stars, once they are found or known to be missing.

    Nothing on it moves.
    """

    kept_words: str
    """The words that keep the place of those about stars."""
    words: str
    """The words about stars, in as many lines."""
    rows: tuple[ActionRow, ...]
    """All controls, each in its place."""

    def add_to(self, page: Page) -> Page:
        """Return the shown page with what stands in its places now."""
        texts = tuple(text.replace(self.kept_words, self.words, 1) for text in page.texts)
        return replace(page, texts=texts, rows=self.rows)


@dataclass(frozen=True, slots=True)
class PendingSuggestions:
    """Suggestions still to be computed for a page's question."""

    request: SuggestionRequest
    """Names the question, so that suggestions to an older one are not shown."""
    rebuild: Callable[[Table], Page]
    """Builds the page again, with the suggestions."""
    fill_places: Callable[[Table], FilledPlaces]
    """Puts the suggestions into the places that the page keeps for them."""
    leave_places: Callable[[], FilledPlaces]
    """Says in these places that there are none, if the search has failed."""

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
    """0xRRGGBB of the bar at its left edge."""
    panel_table: int | None = None
    """Table whose panel this is; a person has one open panel per table (`panel.tracking`)."""
    shown_table: ShownTable | None = None
    """Set if the page is refreshed when the table changes."""
    footer: str = ""
    """Small print at the end."""
    legend: str = ""
    """The meaning of the numbers on buttons; shown while the picture that shows it is missing."""
    pending_suggestions: PendingSuggestions | None = None
    """Set if the page is shown again once its suggestions are computed (`InteractionContext`)."""

    def with_notice(self, text: str) -> Page:
        """Return the page with a sentence on top."""
        pending = None if self.pending_suggestions is None else self.pending_suggestions.with_notice(text)
        return replace(self, texts=(text, *self.texts), pending_suggestions=pending)


def split_pages(head: str, text: str, rows: tuple[ActionRow, ...] = ()) -> tuple[Page, ...]:
    """Return a text of any length on as many pages as needed. The head and the controls are on the first."""
    bytes_per_character = len(text.encode()) / max(1, len(text))
    max_length = min(MAX_TEXT, int(MAX_PAGE_BYTES / max(1.0, bytes_per_character)))
    first, *further = split_text(text, max_length - len(head))
    return (Page((head, first), rows), *(Page((piece,)) for piece in further))


def build_in_each_language(localizer: Localizer, build_page: Callable[[Localizer], Page]) -> Page:
    """Return a public post with its whole text in one language and then in the other.

    Controls exist once, so their labels show both languages side by side.
    """
    page = build_page(localizer)
    if len(localizer.langs) == 1:
        return page
    wholes = [build_page(Localizer((lang,))) for lang in localizer.langs]
    texts = dict.fromkeys(tuple(filter(None, whole.texts)) for whole in wholes)
    parts = tuple(text for whole in texts if whole for text in (SEPARATOR, *whole))[1:]
    return replace(page, texts=parts, footer="\n".join(dict.fromkeys(whole.footer for whole in wholes)))


def shorten_page(page: Page) -> Page:
    """Return the page with its first texts and its first row of buttons, for when Discord cannot take the whole."""
    texts = split_text("\n".join(text for text in page.texts if text != SEPARATOR), MAX_SHORT_TEXT)[:1]
    rows = tuple(row for row in page.rows if not isinstance(row, SelectMenu))[:1]
    return replace(page, texts=tuple(texts), rows=rows, footer="")


class PageView(ui.LayoutView):
    """A view that discord.py does not store.

    Every interaction is handled from its custom_id by `controls`. A stored view would cost memory for every message
    and, on its time-out, remove the registration of the controls (`ViewStore.remove_view`).
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        return True


class PlainView(ui.View):
    """Buttons below plain text; discord.py does not store it (`PageView`)."""

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        return True


def build_view(page: Page, picture: str | None = None, alt: str = "", row_code: int | None = None) -> PageView:
    """Return the discord.py view of a page, small enough for Discord.

    picture: name of the attached file with the drawn picture; None: not drawn yet. alt: its description. row_code:
    number stored in the message (component id) by which it can be found again.
    """
    view = _build_view(page, picture, alt, row_code, MAX_TEXT)
    if measure_view(view) <= MAX_BYTES:
        return view
    page, max_text = replace(page, rows=tuple(_drop_details(row) for row in page.rows)), MAX_TEXT
    view = _build_view(page, picture, alt, row_code, max_text)
    while (excess := measure_view(view) - MAX_BYTES) > 0 and max_text > MAX_SHORT_TEXT:
        max_text = max(MAX_SHORT_TEXT, max_text - max(excess // 3, 100))  # a kanji has three bytes
        view = _build_view(page, picture, alt, row_code, max_text)
    return view


def build_message(
    page: Page, picture: Picture | None, row_code: int | None = None
) -> tuple[PageView, list[discord.File]]:
    """Return the view of a page and its files. row_code: number stored in the message (`build_view`)."""
    if picture is None:
        return build_view(page, row_code=row_code), []
    file = discord.File(io.BytesIO(picture.content), picture.file)
    return build_view(page, picture.file, picture.alt, row_code), [file]


def build_plain_view(page: Page) -> ui.View:
    """Return the buttons of a page for a message of plain text, the form before components had texts."""
    view = PlainView()
    for row in page.rows:
        for button in () if isinstance(row, SelectMenu) else row:
            view.add_item(_build_button(button))
    return view


def measure_view(view: PageView) -> int:
    """Return the size of a message's components in bytes, as Discord counts them: UTF-8 without escapes."""
    return len(msgspec.json.encode(view.to_components()))  # type: ignore[no-untyped-call]


def _drop_details(row: ActionRow) -> ActionRow:
    """Return a menu without the descriptions of its choices."""
    if not isinstance(row, SelectMenu):
        return row
    return replace(row, choices=tuple(replace(choice, detail="") for choice in row.choices))


def _build_view(page: Page, picture: str | None, alt: str, row_code: int | None, max_text: int) -> PageView:
    box: ui.Container[PageView] = ui.Container(accent_colour=discord.Colour(page.colour), id=row_code)
    texts = page.texts if picture is not None else (*page.texts, page.legend)
    for text in _fit_texts(texts, max_text - len(page.footer)):
        box.add_item(ui.Separator() if text == SEPARATOR else ui.TextDisplay(text))
    if picture is not None:
        box.add_item(
            ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{picture}", description=cut_text(alt, 1024) or None)
            )
        )
    for row in page.rows:
        box.add_item(_build_row(row))
    if page.footer:
        box.add_item(ui.TextDisplay(page.footer))
    view = PageView()
    view.add_item(box)
    return view


def build_file_view(page: Page, name: str) -> PageView:
    """Return the view of a page with an attached file of this name below the text."""
    view = build_view(page)
    view.add_item(ui.File(f"attachment://{name}"))
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
    return ui.Button(custom_id=key.id, label=cut_text(key.label, MAX_LABEL), style=key.style, disabled=key.is_disabled)


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
