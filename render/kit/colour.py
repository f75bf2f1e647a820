"""Colours: the shared tokens, mixing, contrast, and the theme of a game with its fixed palette."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

INK = "#1E2226"
WHITE = "#FFFFFF"
GOLD = "#E2B23A"
SIGNAL = "#007D75"
SIGNAL_NIGHT = "#3FC7BB"

Rgb = tuple[int, int, int]


@lru_cache(maxsize=1024)
def rgb(colour: str) -> Rgb:
    """The channels of `#RRGGBB`, 0 to 255. ValueError for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"a colour is written #RRGGBB, got {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mix(colour: str, other: str, share: float) -> str:
    """Linear mix in sRGB: `share` 0 gives `colour`, 1 gives `other`. All are `#RRGGBB`."""
    channels = (round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*channels)


def darker(colour: str, share: float) -> str:
    return mix(colour, "#000000", share)


def _luminance(colour: str) -> float:
    def linear(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.03928 else float(((c + 0.055) / 1.055) ** 2.4)

    r, g, b = (linear(c) for c in rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: str, b: str) -> float:
    """Contrast ratio of WCAG 2.1 between two colours, 1 to 21."""
    bright, dark = sorted((_luminance(a), _luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=256)
def on(fill: str) -> str:
    """Ink or white: the one with the higher contrast on `fill`."""
    return INK if contrast(INK, fill) >= contrast(WHITE, fill) else WHITE


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one game, those that must be exact in the picture's palette first.

    `grounds` are the large areas; pieces and text are anti-aliased against them. `flats` are all other fills and
    lines. Both hold `#RRGGBB`.
    """

    name: str
    grounds: tuple[str, ...]
    flats: tuple[str, ...]


PALETTE_SIZE = 256
_SPREAD = 10  # smallest largest-channel distance between two palette entries; Pillow looks up cells of four levels


@lru_cache(maxsize=16)
def palette(theme: Theme) -> tuple[Rgb, ...]:
    """The fixed palette of a theme: its flat colours first (exact), then their anti-aliasing steps while room lasts."""
    kept = list(dict.fromkeys(rgb(c) for c in (*theme.grounds, *theme.flats, INK, WHITE, GOLD, SIGNAL, SIGNAL_NIGHT)))
    if len(kept) > PALETTE_SIZE:
        raise ValueError(f"theme {theme.name!r} has {len(kept)} flat colours, a palette holds {PALETTE_SIZE}")
    cells: dict[Rgb, list[Rgb]] = {}
    for colour in kept:
        cells.setdefault(_cell(colour), []).append(colour)
    for colour in _steps(theme):
        if len(kept) == PALETTE_SIZE:
            break
        if not _near(colour, cells):
            kept.append(colour)
            cells.setdefault(_cell(colour), []).append(colour)
    return tuple(kept)


def _cell(colour: Rgb) -> Rgb:
    """Where a colour is looked for: closer ones lie in the same cell or one beside it."""
    r, g, b = colour
    return r // _SPREAD, g // _SPREAD, b // _SPREAD


def _near(colour: Rgb, cells: Mapping[Rgb, Sequence[Rgb]]) -> bool:
    """Whether all channels of some other colour are closer than the spread."""
    r, g, b = colour
    i, j, k = _cell(colour)
    for at in product((i, i - 1, i + 1), (j, j - 1, j + 1), (k, k - 1, k + 1)):
        for x, y, z in cells.get(at, ()):
            if -_SPREAD < r - x < _SPREAD and -_SPREAD < g - y < _SPREAD and -_SPREAD < b - z < _SPREAD:
                return True
    return False


def _steps(theme: Theme) -> Iterator[Rgb]:
    """Colours between the flat ones, the most frequent kinds of edges first: text, then pieces on their grounds."""
    for share in (0.5, 0.25, 0.75, 0.12, 0.88):
        for ground in theme.grounds:
            yield rgb(mix(ground, INK, share))
    for share in (0.5, 0.25, 0.75):
        for ground in theme.grounds:
            yield rgb(mix(ground, WHITE, share))
    for share in (0.5, 0.3, 0.7):
        for flat in (GOLD, SIGNAL, *theme.flats):
            yield rgb(mix(theme.grounds[0], flat, share))
            yield rgb(mix(INK, flat, share))
    for share in (0.5, 0.3, 0.7):
        for ground in theme.grounds[1:]:
            for flat in theme.flats:
                yield rgb(mix(ground, flat, share))
