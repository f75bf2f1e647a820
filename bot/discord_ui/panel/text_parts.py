"""Parts of a panel's text, of which as many are kept as leave the choices on a phone's screen."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.discord_ui.page import phone_screen

LEGEND_RANK, NOTICE_RANK, FIRST_REASON_RANK = 2, 3, 4
"""Parts up to the best star's reason are always shown, cut if there is no room; later ones only if they fit."""
OTHER_REASON_RANK, SHARED_REASON_RANK, SPARE_NEWS_RANK, EXPLANATION_RANK = 7, 8, 7, 1000
SMALL_LINE = phone_screen.SMALL_SIZE * phone_screen.LINE_SPACING
"""Height in px of a line of small print."""
BLANK_LINE = f"{phone_screen.SMALL}\u200b"
"""A line of small print that shows nothing, in a place that is kept for words."""


class TextPart(NamedTuple):
    """A part of the text."""

    text: str
    """One paragraph of Markdown."""
    rank: int
    """Parts of a lower rank are kept first; the others are on the page *Details* alone."""
    shorter: tuple[str, ...] = ()
    """The same in fewer and fewer words, which take its place if it does not fit."""
    substitute: str = ""
    """One line that takes its place if not even the fewest words fit; "": the end of these is cut."""

    def list_words(self) -> tuple[str, ...]:
        """Return all wordings that it may have, the longest first."""
        return (self.text, *self.shorter)


def join_fitting(parts: Sequence[TextPart], room: float) -> str:
    """Return the parts that fit into a room in px. Of those that must be shown, one that does not fit is cut, to leave
    a line for each that comes later.
    """
    kept_texts: dict[int, str] = {}
    for index, whole in sorted(enumerate(parts), key=lambda item: item[1].rank):
        later = sum(whole.rank < part.rank <= FIRST_REASON_RANK for part in parts)
        left = room - _measure_kept(kept_texts, index, whole.text) - later * SMALL_LINE
        part = choose_words(whole, left)
        height = phone_screen.measure_text(part.text)
        if 0 < part.rank <= FIRST_REASON_RANK and height > left:
            part = cut_part(part, left)
        if part.rank <= FIRST_REASON_RANK or height <= left:
            kept_texts[index] = part.text
    return "\n".join(kept_texts[index] for index in sorted(kept_texts))


def _measure_kept(kept_texts: Mapping[int, str], index: int, text: str) -> float:
    """Return the height of the parts kept so far, and of the gap that this text at its index makes among them."""
    if not kept_texts:
        return 0
    has_text_above = min(kept_texts) < index
    heading = text if has_text_above else kept_texts[min(kept_texts)]
    gap = phone_screen.GAP if heading.startswith(phone_screen.HEADING) else 0
    return phone_screen.measure_text("\n".join(kept_texts[n] for n in sorted(kept_texts))) + gap


def choose_words(part: TextPart, room: float) -> TextPart:
    """Return a part in the most words that fit; if none do, what takes its place or else the fewest."""
    fitting = (words for words in part.list_words() if phone_screen.measure_text(words) <= room)
    return part._replace(text=next(fitting, part.substitute or part.list_words()[-1]))


def cut_part(part: TextPart, room: float) -> TextPart:
    """Return a part as small print of as many lines as there is room for, but at least one."""
    lines = max(1, int(room / SMALL_LINE))
    text = phone_screen.cut_to_fit(part.text.removeprefix(phone_screen.SMALL), lines, is_small=True)
    return TextPart(phone_screen.SMALL + text + phone_screen.BOLD * (text.count(phone_screen.BOLD) % 2), part.rank)
