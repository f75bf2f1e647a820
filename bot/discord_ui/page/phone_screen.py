"""Estimate how high a page is on a phone, so that a question can leave out what would push its controls off the screen.

The figures are Discord's on a phone 390 px wide. `python -m tests.phone` measures the same pages in a browser.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import ceil

from bot.discord_ui.text.localizer import cut_end

from .pages import MAX_BUTTONS, SEPARATOR, ActionRow, Button, Link, Page, SelectMenu

SCREEN_HEIGHT = 640
"""Height in px between the bar above and the line for typing below."""
PICTURE_WIDTH = 342
"""Width in px of a picture."""
PICTURE_HEIGHT = 300
"""Height in px that is kept free for a picture that is chosen only when it is drawn."""
PADDING, GAP = 31, 8
"""Above and below everything, and between two parts."""
RULE_HEIGHT = 17
"""Height in px of the line between two languages."""
TEXT_WIDTH = 330
"""Width in px of a line of text or of a row of buttons."""
TEXT_SIZE, SMALL_SIZE, LABEL_SIZE = 16, 13, 14
"""Height in px of the letters of text, small print, and labels of buttons."""
LINE_SPACING = 1.5
NARROW, SMALL_NARROW = 0.62, 0.56
"""Width of a letter, in text and in small print, as a part of its height; a kana or kanji is as wide as high."""
BUTTON_HEIGHT, BUTTON_PADDING, BUTTON_LINE, MENU_HEIGHT = 40, 34, 19, 44
SIGN = re.compile(r"<a?:\w+:\d+>|.", re.DOTALL)
"""Text that a phone draws as one sign: a custom emoji in Discord's markup, or a character."""
PLACEHOLDER = "\ue000"
"""Stands for a custom emoji while a text is cut."""
TIMESTAMP = re.compile(r"<t:-?\d+:([tTdDfFR])>")
TIMESTAMP_LENGTHS = {"t": 8, "T": 11, "d": 10, "D": 18, "f": 29, "F": 40, "R": 14}
"""Number of letters of the longest text that Discord makes of a timestamp, by its style."""
SMALL, BOLD = "-# ", "**"
HEADING = "### "


def measure_page(page: Page, picture_height: float | None) -> float:
    """Return the height of a page's message in px. picture_height: None while its picture is missing."""
    texts = (*page.texts, page.legend if picture_height is None else "", page.footer)
    heights = [RULE_HEIGHT if text == SEPARATOR else measure_text(text) for text in texts if text]
    if picture_height is not None:
        heights.append(picture_height)
    return PADDING + sum(heights) + GAP * (len(heights) - 1) + measure_rows(page.rows)


def measure_text(text: str) -> float:
    """Return the height of a text in px. A heading below another line has a gap above it."""
    height = GAP * text.count(f"\n{HEADING}") + 0.0
    for line in text.split("\n"):
        size = SMALL_SIZE if line.startswith(SMALL) else TEXT_SIZE
        plain = line.removeprefix(SMALL).removeprefix(HEADING).replace(BOLD, "")
        plain = TIMESTAMP.sub(lambda found: "0" * TIMESTAMP_LENGTHS[found[1]], plain)
        width = _measure_width(plain, size, is_bold=BOLD in line)
        height += max(1, ceil(width / TEXT_WIDTH)) * size * LINE_SPACING
    return height


def cut_to_fit(text: str, lines: int, *, beside: str = "", is_small: bool = False) -> str:
    """Return the text, cut with an ellipsis so that it fits this many lines together with what stands beside it.

    A custom emoji counts as one sign and is never cut in two.
    """
    size = SMALL_SIZE if is_small else TEXT_SIZE
    return _cut_to_width(text, lines * TEXT_WIDTH - _measure_width(beside, size), size)


def cut_label_to_fit(label: str, lines: int, *, beside: str) -> str:
    """Return the label of a button, cut in the same way."""
    room = lines * (TEXT_WIDTH - BUTTON_PADDING) - _measure_width(beside, LABEL_SIZE)
    return _cut_to_width(label, room, LABEL_SIZE)


def _cut_to_width(text: str, room: float, size: float) -> str:
    signs, count = SIGN.findall(text), 0
    while count < len(signs) and (room := room - _measure_width(signs[count], size)) >= 0:
        count += 1
    emoji = iter([sign for sign in signs if len(sign) > 1])
    cut = cut_end("".join(sign if len(sign) == 1 else PLACEHOLDER for sign in signs), count)
    return "".join(next(emoji) if char == PLACEHOLDER else char for char in cut)


def measure_rows(rows: Sequence[ActionRow]) -> float:
    """Return the height of rows of controls in px, with the gaps above them."""
    return sum(GAP + _measure_row(row) for row in rows)


def arrange_buttons(buttons: Sequence[Button | Link]) -> tuple[tuple[Button | Link, ...], ...]:
    """Return the buttons in rows of at most five, none of which ends within a line of the phone's screen.

    Six buttons of which four fit a line take two lines; rows of five and one would take three.
    """
    rows = list[list[Button | Link]]()
    for line in break_lines(buttons):
        if not rows or len(rows[-1]) + len(line) > MAX_BUTTONS:
            rows.append([])
        rows[-1].extend(line)
    return tuple(map(tuple, rows))


def _measure_row(row: ActionRow) -> float:
    if isinstance(row, SelectMenu):
        return MENU_HEIGHT
    lines = [max(measure_button(button)[1] for button in line) for line in break_lines(row)]
    return sum(lines) + GAP * (len(lines) - 1)


def break_lines(buttons: Sequence[Button | Link]) -> list[list[Button | Link]]:
    """Return the buttons by lines of the phone's screen, at most five in each."""
    lines, line_width = list[list[Button | Link]](), 0.0
    for button in buttons:
        width, _ = measure_button(button)
        if not lines or len(lines[-1]) == MAX_BUTTONS or line_width + GAP + width > TEXT_WIDTH:
            lines.append([])
            line_width = -float(GAP)
        lines[-1].append(button)
        line_width += GAP + width
    return lines


def measure_button(button: Button | Link) -> tuple[float, float]:
    """Return width and height of a button in px."""
    width = _measure_width(button.label, LABEL_SIZE) + BUTTON_PADDING
    lines = ceil((width - BUTTON_PADDING) / (TEXT_WIDTH - BUTTON_PADDING))
    return min(width, TEXT_WIDTH), max(BUTTON_HEIGHT, lines * BUTTON_LINE + 12)


@lru_cache(maxsize=2000)
def _measure_width(text: str, size: float, *, is_bold: bool = False) -> float:
    narrow = SMALL_NARROW if size == SMALL_SIZE and not is_bold else NARROW
    return size * sum(_measure_sign(sign, narrow) for sign in SIGN.findall(text))


def _measure_sign(sign: str, narrow: float) -> float:
    """Return the width of a sign as a part of its height.

    A custom emoji counts as much as the shape and letter of a seat that stand in for it until it is uploaded: the page
    must not depend on that.
    """
    if len(sign) > 1:
        return 1 + 2 * narrow
    return 1 if unicodedata.east_asian_width(sign) in "WFA" else narrow
