"""The hint that a page still has the picture of before, within the height of a phone's screen."""

from collections.abc import Iterator
from dataclasses import replace

from bot.discord_ui.text.localizer import Localizer

from . import picture_requests
from .pages import Page
from .phone_screen import (
    LINE_SPACING,
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    SCREEN_HEIGHT,
    SMALL,
    SMALL_SIZE,
    measure_page,
    measure_text,
)
from .pictures import PictureRequest


def add_picture_hint(page: Page, localizer: Localizer) -> Page | None:
    """Return the page with a hint that its picture is still the old one, and what numbers on buttons mean now.

    Both stand below the buttons, so that these do not move when the new picture comes. For want of room the hint takes
    the place of a line of news, or is left out. None: there is no room for what the numbers mean; without the old
    picture these words take its place.
    """
    hint = localizer.render_line("panel.picture_follows")
    hinted = replace(page, footer="\n".join(filter(None, (hint, page.legend, page.footer))))
    if not _fits_screen(page):  # it is read by scrolling
        return hinted
    unhinted = replace(page, footer="\n".join(filter(None, (page.legend, page.footer))))
    candidates = (hinted, *_iter_in_place_of_news(unhinted, hint), unhinted)
    return next((candidate for candidate in candidates if _fits_screen(candidate)), None)


def _fits_screen(page: Page) -> bool:
    """Return whether a page with the picture that it asks for needs no scrolling on a phone."""
    request = page.picture_request
    aspect = picture_requests.measure_aspect(request) if isinstance(request, PictureRequest) else None
    height = PICTURE_HEIGHT if aspect is None else aspect * PICTURE_WIDTH
    return measure_page(page, height) <= SCREEN_HEIGHT


def _iter_in_place_of_news(page: Page, hint: str) -> Iterator[Page]:
    """Yield the page with the hint as its first line, if that was a line of small print of the same height."""
    first_text, *others = page.texts or ("",)
    line, separator, rest = first_text.partition("\n")
    if separator and line.startswith(SMALL) and measure_text(line) == measure_text(hint) == SMALL_SIZE * LINE_SPACING:
        yield replace(page, texts=(f"{hint}\n{rest}", *others))
