"""Measures text, breaks it by Japanese and Latin rules, and fits it into boxes with the six sizes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from render.kit import fonts
from render.kit.scene import MICRO, SIZES, Align, Text, Weight

LEADING = 1.12  # line height of two-line labels
BASELINE = 0.365  # of the size below the optical middle, for Latin, figures and kana alike

_OPENING = "「『(（[【"
_NOT_FIRST = ":。、，．・：；？！」』)）]】ー～ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ々%％"


@lru_cache(maxsize=8192)
def measure(text: str, size: int, weight: Weight = "bold") -> float:
    """Width of one line in px."""
    with fonts.LOCK:
        return fonts.font(weight, size).getlength(text)


@lru_cache(maxsize=4096)
def has_glyph(char: str) -> bool:
    """Whether the font draws this character itself, told by comparing it with the box for missing ones."""
    if char.isspace():
        return char == " "
    face = fonts.font("bold", MICRO)
    with fonts.LOCK:
        mask, missing = face.getmask(char), face.getmask("\U0010ffff")
        return mask.size != missing.size or bytes(mask) != bytes(missing)


@lru_cache(maxsize=4096)
def legible(text: str) -> str:
    """The text without characters the font cannot draw; if nothing is left, one sign that something stood there."""
    kept = "".join(char for char in text if has_glyph(char)).strip()
    if kept or not text.strip():
        return kept
    return "〓" if has_glyph("〓") else "?"


@dataclass(frozen=True, slots=True)
class Fitted:
    """Lines of one size that fit their box. cut: shortened with an ellipsis, which only names of people may be."""

    lines: tuple[str, ...]
    size: int
    cut: bool = False

    def runs(
        self, x: float, y: float, colour: str, anchor: Align = "l", room: float | None = None, weight: Weight = "bold"
    ) -> tuple[Text, ...]:
        """The lines as text runs around the middle height y."""
        pitch = self.size * LEADING
        top = y - pitch * (len(self.lines) - 1) / 2
        return tuple(
            Text(x, top + pitch * i, line, self.size, colour, anchor, weight, room) for i, line in enumerate(self.lines)
        )


def fit(text: str, room: float, size: int, lines: int = 1, short: str | None = None, weight: Weight = "bold") -> Fitted:
    """Fit one label into `room` px: wanted size, two lines, smaller sizes, the short label, and at last a cut."""
    return fit_all([text], room, size, lines, [short], weight)[0]


def fit_all(
    texts: Sequence[str],
    room: float,
    size: int,
    lines: int = 1,
    shorts: Sequence[str | None] | None = None,
    weight: Weight = "bold",
) -> tuple[Fitted, ...]:
    """Fit siblings: all of them use the smallest size that one of them needs."""
    return _fit_all(
        tuple(map(legible, texts)), room, size, lines, tuple(shorts) if shorts else (None,) * len(texts), weight
    )


@lru_cache(maxsize=2048)
def _fit_all(
    texts: tuple[str, ...], room: float, size: int, lines: int, shorts: tuple[str | None, ...], weight: Weight
) -> tuple[Fitted, ...]:
    sizes = [s for s in SIZES if s <= size]
    for candidate in sizes:
        broken = [_break(text, room, candidate, lines, weight) for text in texts]
        if all(broken):
            return tuple(Fitted(b, candidate) for b in broken if b)
    for candidate in sizes:
        broken = [
            _break(text, room, candidate, lines, weight) or _break(short or text, room, candidate, lines, weight)
            for text, short in zip(texts, shorts, strict=True)
        ]
        if all(broken):
            return tuple(Fitted(b, candidate) for b in broken if b)
    return tuple(_cut(text, room, MICRO, lines, weight) for text in texts)


_ANOTHER_LINE = 2.5  # costs less than a break inside a word, see _roughness


@lru_cache(maxsize=512)
def paragraph(text: str, room: float, size: int) -> Fitted:
    """As few lines of at most `room` px as possible, of similar length, broken at the best places."""
    breaks = [0, *(i for i in range(1, len(text)) if _may_break(text[i - 1], text[i], text[i:])), len(text)]
    pieces = [text[start:end] for start, end in pairwise(breaks)]
    wide = [measure(piece, size) for piece in pieces]  # at a break no letter moves nearer to the other: widths add up
    ends = [measure(piece.rstrip(), size) for piece in pieces]
    best: dict[int, tuple[float, tuple[str, ...]]] = {0: (0, ())}  # the cost of the text up to there, and its lines
    for j, end in enumerate(breaks):
        width = 0.0
        for i in reversed(range(j)):
            width += ends[i] if i == j - 1 else wide[i]
            if width > room:
                break  # an earlier start makes it longer still
            if breaks[i] not in best:
                continue
            line = text[breaks[i] : end].strip()
            cost, before = best[breaks[i]]
            cost += _ANOTHER_LINE + (1 - width / room) ** 2
            cost += _roughness(before[-1], line) if before else 0
            if end not in best or cost <= best[end][0]:
                best[end] = cost, (*before, line)
    return Fitted(best[len(text)][1], size) if len(text) in best else _cut(text, room, size, 1, "bold")


def _break(text: str, room: float, size: int, lines: int, weight: Weight) -> tuple[str, ...] | None:
    """One line, or two where allowed; None if the text does not fit so."""
    if measure(text, size, weight) <= room:
        return (text,)
    if lines < 2:
        return None
    fitting = [
        (first, second)
        for first, second in _breaks(text)
        if measure(first, size, weight) <= room and measure(second, size, weight) <= room
    ]
    if not fitting:
        return None
    return min(fitting, key=lambda pair: (_roughness(*pair), max(measure(line, size, weight) for line in pair)))


def _breaks(text: str) -> list[tuple[str, str]]:
    """Every way to break a text into two lines."""
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


def _roughness(first: str, second: str) -> int:
    """How much a break hurts: 0 before a bracket, behind a comma or colon or at a space, 1 where the script changes,
    2 before what may be a particle, 3 inside a word.
    """
    before, after = _script(first[-1]), _script(second[0])
    if second[0] in _OPENING or first[-1] in "、。：":
        return 0
    if "latin" in (before, after):
        return 2 if after == "hiragana" and first[-1] != " " else 0
    counter = before == "digit"  # a number stays with what it counts
    ending = before == "kanji" and after == "hiragana"
    if before == after or counter or ending:
        return 3
    return 2 if after == "hiragana" else 1


def _script(char: str) -> str:
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


def _cut(text: str, room: float, size: int, lines: int, weight: Weight) -> Fitted:
    if (whole := _break(text, room, size, lines, weight)) is not None:
        return Fitted(whole, size)
    kept = text
    while kept and measure(kept + ellipsis(kept), size, weight) > room:
        kept = kept[:-1]
    return Fitted((kept.rstrip() + ellipsis(kept),), size, cut=True)


def ellipsis(kept: str) -> str:
    """Three low dots after Latin text; the Japanese sign, which stands at mid-height, after Japanese."""
    return "…" if kept and _is_wide(kept.rstrip()[-1:] or " ") else "..."


def fit_name(name: str, room: float, size: int, lines: int = 1) -> Fitted:
    """Fit a person's name: smaller sizes first, then a second line, if need be with a hyphen, at last an ellipsis."""
    fitted = fit(name, room, size)
    if not fitted.cut or lines < 2:
        return fitted
    whole = legible(name)
    if (broken := _break(whole, room, MICRO, 2, "bold")) is not None:
        return Fitted(broken, MICRO)
    for end in range(len(whole) - 2, 1, -1):
        first, second = whole[:end] + "-", whole[end:]
        if measure(first, MICRO) <= room:
            return Fitted((first, second), MICRO) if measure(second, MICRO) <= room else fitted
    return fitted
