"""Estimate how high a page is on a phone, so that a question can leave out what would push its controls off the screen.

The figures are Discord's on a phone 390 px wide. `python -m tests.phone` measures the same pages in a browser.
"""

import re
import unicodedata
from bisect import bisect_right
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
LETTER_WIDTH = 0.62
"""Width of an ordinary letter as a part of its height; a kana or kanji is as wide as high."""
LETTER_WIDTHS = {
    letter: width
    for letters, width in ((" !',.:;Iijl|", 0.32), ("()-/[]frt", 0.42), ("ABCDGHKNOPQRU&", 0.78), ("%@MWmw", 0.96))
    for letter in letters
}
"""Widths of other letters. Those of the playground's page are narrower by at least a tenth in most sentences."""
BREAK_BEFORE, BREAK_AFTER = "（「『", "、。，．：；！？）」』・ー…"
"""Wide signs that begin, and that end, what stays in one line of Japanese."""
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
        height += _count_lines(plain, size, TEXT_WIDTH) * size * LINE_SPACING
    return height


def cut_to_fit(text: str, lines: int, *, beside: str = "", is_small: bool = False) -> str:
    """Return the text, cut with an ellipsis so that it fits this many lines together with what stands beside it.

    A custom emoji counts as one sign and is never cut in two.
    """
    size = SMALL_SIZE if is_small else TEXT_SIZE
    return _cut_to_lines(text, lines, TEXT_WIDTH, size, beside)


def cut_label_to_fit(label: str, lines: int, *, beside: str) -> str:
    """Return the label of a button, cut in the same way."""
    return _cut_to_lines(label, lines, TEXT_WIDTH - BUTTON_PADDING, LABEL_SIZE, beside)


def _cut_to_lines(text: str, lines: int, width: float, size: float, beside: str) -> str:
    """Return the text, cut so that it fits this many lines of this width."""
    if _count_lines(beside + text, size, width) <= lines:
        return text
    signs = SIGN.findall(text)

    def count_lines_of_start(count: int) -> int:
        return _count_lines("".join((beside, *signs[:count], "…")), size, width)

    count = bisect_right(range(len(signs)), lines, key=count_lines_of_start)
    if not count:
        return ""
    emoji = iter([sign for sign in signs if len(sign) > 1])
    start = cut_end("".join(sign if len(sign) == 1 else PLACEHOLDER for sign in signs), count)
    return "".join(next(emoji) if char == PLACEHOLDER else char for char in start)


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
    lines = _count_lines(button.label, LABEL_SIZE, TEXT_WIDTH - BUTTON_PADDING)
    return min(width, TEXT_WIDTH), max(BUTTON_HEIGHT, lines * BUTTON_LINE + 12)


@lru_cache(maxsize=2000)
def _count_lines(text: str, size: float, width: float) -> int:
    """Return the number of lines of this width that a text takes, at least one. Words and Japanese signs are whole."""
    count, used = 1, 0.0
    for word in _split_words(text):
        room_needed = _measure_width(word.rstrip(" "), size)
        if used and used + room_needed > width:
            count, used = count + 1, 0.0
        count += max(0, ceil(room_needed / width) - 1)
        used += _measure_width(word, size)
        used -= width * int(used / width) if room_needed > width else 0
    return count


def _split_words(text: str) -> list[str]:
    """Return the parts of a text that a line keeps whole, each with the spaces behind it."""
    words = [""]
    for sign in SIGN.findall(text):
        last = words[-1][-1:]
        is_wide = len(sign) == 1 and _is_wide(sign)
        may_break = bool(last) and (last == " " or is_wide or _is_wide(last))
        if may_break and sign != " " and sign not in BREAK_AFTER and last not in BREAK_BEFORE:
            words.append("")
        words[-1] += sign
    return words


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WFA"


def _measure_width(text: str, size: float) -> float:
    return size * sum(map(_measure_sign, SIGN.findall(text)))


def _measure_sign(sign: str) -> float:
    """Return the width of a sign as a part of its height.

    A custom emoji counts as much as the shape and letter of a seat that stand in for it until it is uploaded: the page
    must not depend on that.
    """
    if len(sign) > 1:
        return 1 + LETTER_WIDTHS[" "] + LETTER_WIDTHS["C"]
    return 1 if _is_wide(sign) else LETTER_WIDTHS.get(sign, LETTER_WIDTH)
