"""Measure text, break it by Japanese and Latin rules, and fit it into boxes with the six sizes."""

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from render.kit.scene import MICRO, SIZES, Align, FontWeight, TextRun

from . import fonts

LEADING = 1.12  # line height as a multiple of the size
BASELINE = 0.365  # of the size: distance of the baseline below the optical middle, in all scripts

_GRID = 1000  # units of a font to its size
_OPENING = "「『(（[【"
_NOT_FIRST = ":。、，．・：；？！」』)）]】ー～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々%％"


@lru_cache(maxsize=8192)
def measure_text(text: str, size: int, face: fonts.Face = "bold") -> float:
    """Return the width of one line in px. No font is opened at this size: lines are measured at more sizes than they
    are drawn at.

    Every character takes a whole number of px, rounded as FreeType does: its scale has 16 binary places, a width 6.
    """
    scale = ((size << 22) + _GRID // 2) // _GRID
    return sum((((_measure_char(char, face) * scale + (1 << 15)) >> 16) + 32 >> 6 for char in text), 0.0)


@lru_cache(maxsize=8192)
def _measure_char(char: str, face: fonts.Face) -> int:
    """Return the width of a character in units of its font: a px each at the size of the grid."""
    with fonts.LOCK:
        return round(fonts.load_font(face, _GRID).getlength(char))


@lru_cache(maxsize=4096)
def has_glyph(char: str, face: fonts.Face = "bold") -> bool:
    """Return whether the font draws this character itself, by comparing it with the box for missing ones."""
    if char.isspace():
        return char == " "
    font = fonts.load_font(face, MICRO)
    with fonts.LOCK:
        mask, missing = font.getmask(char), font.getmask("\U0010ffff")
        return mask.size != missing.size or bytes(mask) != bytes(missing)


@lru_cache(maxsize=4096)
def drop_missing_glyphs(text: str) -> str:
    """Return the text without characters that the font cannot draw; if nothing is left, one sign in its place."""
    cleaned = "".join(char for char in text if has_glyph(char)).strip()
    if cleaned or not text.strip():
        return cleaned
    return "〓" if has_glyph("〓") else "?"


class TextTooWide(UserWarning):
    """A label that is drawn although not even its short word fits into its box. Tests turn this warning into an error:
    the label needs a `short` word or more room. Only names of people are cut.
    """


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines of one size that fit their box."""

    lines: tuple[str, ...]  # at least one, from the top
    size: int  # px of the font, one of `SIZES`
    is_too_wide: bool = False
    """Whether it does not fit, so that it must be drawn in another way."""

    def build_runs(
        self,
        x: float,
        y: float,
        colour: str,
        anchor: Align = "l",
        max_width: float | None = None,
        weight: FontWeight = "bold",
        face: Literal["", "sans", "serif"] = "",
    ) -> tuple[TextRun, ...]:
        """Build the text runs of the lines around the middle height y. Warns if they do not fit (`TextTooWide`)."""
        if self.is_too_wide:
            warnings.warn(f"{' / '.join(self.lines)} at {self.size}", TextTooWide, stacklevel=2)
        pitch = self.size * LEADING
        top = y - pitch * (len(self.lines) - 1) / 2
        return tuple(
            TextRun(x, top + pitch * i, line, self.size, colour, anchor, weight, max_width, face)
            for i, line in enumerate(self.lines)
        )


def fit_text(
    text: str, max_width: float, size: int, max_lines: int = 1, short: str | None = None, weight: FontWeight = "bold"
) -> FittedText:
    """Fit one label into `max_width` px: wanted size, two lines, smaller sizes, and finally the short label."""
    return fit_texts([text], max_width, size, max_lines, [short], weight)[0]


def fit_texts(
    texts: Sequence[str],
    max_width: float,
    size: int,
    max_lines: int = 1,
    shorts: Sequence[str | None] | None = None,
    weight: FontWeight = "bold",
) -> tuple[FittedText, ...]:
    """Fit related labels: all of them use the smallest size that one of them needs."""
    return _fit_texts(
        tuple(map(drop_missing_glyphs, texts)),
        max_width,
        size,
        max_lines,
        tuple(shorts) if shorts else (None,) * len(texts),
        weight,
    )


@lru_cache(maxsize=2048)
def _fit_texts(
    texts: tuple[str, ...],
    max_width: float,
    size: int,
    max_lines: int,
    shorts: tuple[str | None, ...],
    weight: FontWeight,
) -> tuple[FittedText, ...]:
    sizes = [s for s in SIZES if s <= size]
    for candidate in sizes:
        broken = [_break_lines(text, max_width, candidate, max_lines, weight) for text in texts]
        if all(broken):
            return tuple(FittedText(b, candidate) for b in broken if b)
    for candidate in sizes:
        broken = [
            _break_lines(text, max_width, candidate, max_lines, weight)
            or _break_lines(short or text, max_width, candidate, max_lines, weight)
            for text, short in zip(texts, shorts, strict=True)
        ]
        if all(broken):
            return tuple(FittedText(b, candidate) for b in broken if b)
    return tuple(
        FittedText(b or (short or text,), MICRO, is_too_wide=b is None)
        for b, short, text in zip(broken, shorts, texts, strict=True)
    )


_EXTRA_LINE_COST = 2.5  # cheaper than a break inside a word, see _rate_break


@lru_cache(maxsize=512)
def wrap_paragraph(text: str, max_width: float, size: int) -> FittedText:
    """Wrap a text in as few lines of at most `max_width` px as possible, of similar length, broken
    at the best places.
    """
    breaks = [0, *(i for i in range(1, len(text)) if _may_break(text[i - 1], text[i], text[i:])), len(text)]
    pieces = [text[start:end] for start, end in pairwise(breaks)]
    widths = [measure_text(piece, size) for piece in pieces]  # there is no kerning across a break, so widths add up
    end_widths = [measure_text(piece.rstrip(), size) for piece in pieces]
    best: dict[int, tuple[float, tuple[str, ...]]] = {0: (0, ())}  # by end: cost of the text up to there, its lines
    for j, end in enumerate(breaks):
        width = 0.0
        for i in reversed(range(j)):
            width += end_widths[i] if i == j - 1 else widths[i]
            if width > max_width:
                break  # an earlier start makes it even longer
            if breaks[i] not in best:
                continue
            line = text[breaks[i] : end].strip(" ")
            cost, previous_lines = best[breaks[i]]
            cost += _EXTRA_LINE_COST + (1 - width / max_width) ** 2
            cost += _rate_break(previous_lines[-1], line) if previous_lines else 0
            if end not in best or cost <= best[end][0]:
                best[end] = cost, (*previous_lines, line)
    return FittedText(best[len(text)][1], size) if len(text) in best else FittedText((text,), size, is_too_wide=True)


def _break_lines(text: str, max_width: float, size: int, max_lines: int, weight: FontWeight) -> tuple[str, ...] | None:
    """Return the text in one line, or in two if allowed; None if it does not fit."""
    if measure_text(text, size, weight) <= max_width:
        return (text,)
    if max_lines < 2:
        return None
    fitting = [
        (first, second)
        for first, second in _list_breaks(text)
        if measure_text(first, size, weight) <= max_width and measure_text(second, size, weight) <= max_width
    ]
    if not fitting:
        return None
    return min(fitting, key=lambda pair: (_rate_break(*pair), max(measure_text(line, size, weight) for line in pair)))


def _list_breaks(text: str) -> list[tuple[str, str]]:
    """Return every possible split of a text into two lines."""
    return [
        (text[:i].rstrip(), text[i:].lstrip())
        for i in range(1, len(text))
        if _may_break(text[i - 1], text[i], text[i:])
    ]


def _may_break(before: str, after: str, rest: str) -> bool:
    if before == " ":
        return bool(rest.strip())
    if after in " \u00a0" or after in _NOT_FIRST or before in _OPENING:
        return False
    if _is_number(before) and _is_number(after):
        return False
    return _is_wide(before) or _is_wide(after)


def _rate_break(first: str, second: str) -> int:
    """Rate a break: 0 before a bracket, behind a comma or colon or at a space, 1 at a change of script, 2 before a
    possible particle, 3 inside a word.
    """
    before, after = _classify_script(first[-1]), _classify_script(second[0])
    if second[0] in _OPENING or first[-1] in "、。：":
        return 0
    if "latin" in (before, after):
        return 2 if after == "hiragana" and first[-1] != " " else 0
    counter = before == "digit"  # a number is not separated from its counter
    ending = before == "kanji" and after == "hiragana"
    if before == after or counter or ending:
        return 3
    return 2 if after == "hiragana" else 1


def _classify_script(char: str) -> str:
    if _is_number(char):
        return "digit"
    if not _is_wide(char):
        return "latin"
    if "\u3041" <= char <= "\u309f":
        return "hiragana"
    return "katakana" if "\u30a0" <= char <= "\u30ff" else "kanji"


def _is_number(char: str) -> bool:
    return char.isdigit() or char in "+-×/.,"


def _is_wide(char: str) -> bool:
    return ord(char) >= 0x2E80


def choose_ellipsis(text: str) -> str:
    """Return three low dots for Latin text; the Japanese sign, which stands at mid-height, for Japanese."""
    return "…" if text and _is_wide(text.rstrip()[-1:] or " ") else "..."


def fit_name(name: str, max_width: float, size: int, max_lines: int = 1) -> FittedText:
    """Fit a person's name: smaller sizes first, then a second line, with a hyphen if necessary, finally an ellipsis."""
    fitted = fit_text(name, max_width, size)
    if not fitted.is_too_wide:
        return fitted
    whole = drop_missing_glyphs(name)
    if max_lines >= 2:
        if (lines := _break_lines(whole, max_width, MICRO, 2, "bold")) is not None:
            return FittedText(lines, MICRO)
        for end in range(len(whole) - 2, 1, -1):
            first, second = whole[:end] + "-", whole[end:]
            if measure_text(first, MICRO) <= max_width:
                if measure_text(second, MICRO) <= max_width:
                    return FittedText((first, second), MICRO)
                break
    return fit_name_in(str, name, max_width, size)


def fit_name_in(
    build_text: Callable[[str], str], name: str, max_width: float, size: int, max_lines: int = 1
) -> FittedText:
    """Fit the text that `build_text` makes of a person's name. If it is too wide, the name in it gets an ellipsis."""
    whole = drop_missing_glyphs(name)
    fitted = fit_text(build_text(whole), max_width, size, max_lines)
    for end in range(len(whole) - 1, 0, -1):
        if not fitted.is_too_wide:
            break
        fitted = fit_text(build_text(_shorten_name(whole, end)), max_width, size, max_lines)
    return fitted


def fit_names(names: Sequence[str], max_width: float, size: int) -> tuple[FittedText, ...]:
    """Fit names of people, all in the size that the longest one needs."""
    size_of_all = min(fit_name(name, max_width, size).size for name in names)
    return tuple(fit_name(name, max_width, size_of_all) for name in names)


def _shorten_name(name: str, end: int) -> str:
    shortened = name[:end].rstrip()
    return shortened + choose_ellipsis(shortened)
