"""Colours: the shared constants, mixing, contrast, and the theme of a game with its fixed palette."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

INK = "#1E2226"
WHITE = "#FFFFFF"
GOLD = "#E2B23A"
SIGNAL = "#007D75"
"""Everything that has changed since the reader looked, on light grounds."""
SIGNAL_NIGHT = "#3FC7BB"
"""The same on dark grounds."""

Rgb = tuple[int, int, int]


@lru_cache(maxsize=1024)
def parse_rgb(colour: str) -> Rgb:
    """Return the channels of `#RRGGBB`, 0 to 255. Raises ValueError for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"a colour is written #RRGGBB, got {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@lru_cache(maxsize=4096)
def mix_colours(colour: str, other: str, share: float) -> str:
    """Mix linearly in sRGB: `share` 0 gives `colour`, 1 gives `other`. All are `#RRGGBB`."""
    channels = (round(a + (b - a) * share) for a, b in zip(parse_rgb(colour), parse_rgb(other), strict=True))
    return "#{:02X}{:02X}{:02X}".format(*channels)


def darken(colour: str, share: float) -> str:
    return mix_colours(colour, "#000000", share)


def _compute_luminance(colour: str) -> float:
    def linearize(channel: int) -> float:
        c = channel / 255
        return c / 12.92 if c <= 0.03928 else float(((c + 0.055) / 1.055) ** 2.4)

    r, g, b = (linearize(c) for c in parse_rgb(colour))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def compute_contrast(a: str, b: str) -> float:
    """Return the WCAG 2.1 contrast ratio of two colours, 1 to 21."""
    bright, dark = sorted((_compute_luminance(a), _compute_luminance(b)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@lru_cache(maxsize=256)
def pick_ink(fill: str) -> str:
    """Return ink or white: the one with the higher contrast on `fill`."""
    return INK if compute_contrast(INK, fill) >= compute_contrast(WHITE, fill) else WHITE


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of one game as `#RRGGBB`; the most important ones for the palette come first."""

    name: str  # id of the game, or of another picture (`chart`); errors name it
    backgrounds: tuple[str, ...]
    """The large areas; pieces and text are anti-aliased against them."""
    flat_colours: tuple[str, ...]
    """All other fills and lines."""
    has_materials: bool = False
    """The game's pictures have materials, relief and the serif, and are stored as JPEG: no palette holds them."""


PALETTE_SIZE = 256
_SPREAD = 10  # minimum distance of two palette entries in some channel; Pillow looks up cells of four levels


@lru_cache(maxsize=16)
def build_palette(theme: Theme) -> tuple[Rgb, ...]:
    """Return the fixed palette of a theme: its flat colours first (exact), then anti-aliasing steps up to the size
    limit.
    """
    colours = list(
        dict.fromkeys(
            parse_rgb(c) for c in (*theme.backgrounds, *theme.flat_colours, INK, WHITE, GOLD, SIGNAL, SIGNAL_NIGHT)
        )
    )
    if len(colours) > PALETTE_SIZE:
        raise ValueError(f"theme {theme.name!r} has {len(colours)} flat colours, a palette holds {PALETTE_SIZE}")
    cells: dict[Rgb, list[Rgb]] = {}
    for colour in colours:
        cells.setdefault(_find_cell(colour), []).append(colour)
    for colour in _iter_blends(theme):
        if len(colours) == PALETTE_SIZE:
            break
        if not _is_near(colour, cells):
            colours.append(colour)
            cells.setdefault(_find_cell(colour), []).append(colour)
    return tuple(colours)


def _find_cell(colour: Rgb) -> Rgb:
    """Return the cell of a colour: colours within the minimum distance are in the same cell or an adjacent one."""
    r, g, b = colour
    return r // _SPREAD, g // _SPREAD, b // _SPREAD


def _is_near(colour: Rgb, cells: Mapping[Rgb, Sequence[Rgb]]) -> bool:
    """Return whether some other colour is closer than the minimum distance in all channels."""
    r, g, b = colour
    i, j, k = _find_cell(colour)
    for cell in product((i, i - 1, i + 1), (j, j - 1, j + 1), (k, k - 1, k + 1)):
        for x, y, z in cells.get(cell, ()):
            if -_SPREAD < r - x < _SPREAD and -_SPREAD < g - y < _SPREAD and -_SPREAD < b - z < _SPREAD:
                return True
    return False


def _iter_blends(theme: Theme) -> Iterator[Rgb]:
    """Yield colours between the flat ones, the most frequent kinds of edges first: text, then pieces on their
    backgrounds.
    """
    for share in (0.5, 0.25, 0.75, 0.12, 0.88):
        for background in theme.backgrounds:
            yield parse_rgb(mix_colours(background, INK, share))
    for share in (0.5, 0.25, 0.75):
        for background in theme.backgrounds:
            yield parse_rgb(mix_colours(background, WHITE, share))
    for share in (0.5, 0.3, 0.7):
        for flat in (GOLD, SIGNAL, *theme.flat_colours):
            yield parse_rgb(mix_colours(theme.backgrounds[0], flat, share))
            yield parse_rgb(mix_colours(INK, flat, share))
    for share in (0.5, 0.3, 0.7):
        for background in theme.backgrounds[1:]:
            for flat in theme.flat_colours:
                yield parse_rgb(mix_colours(background, flat, share))
