"""Seeded noise and the mixing of tones, from which every texture is made. A mask is an image of mode L."""

from functools import lru_cache
from itertools import pairwise
from random import Random

from PIL import Image, ImageChops

from render.kit.colour import parse_rgb

Seed = int | str


def draw_grain(width: int, height: int, seed: Seed, cell: int, cell_height: int | None = None) -> Image.Image:
    """Return a mask of smooth noise with one random value per cell."""
    columns, rows = max(2, width // cell), max(2, height // (cell_height or cell))
    values = Image.frombytes("L", (columns, rows), Random(seed).randbytes(columns * rows))
    return values.resize((width, height), Image.Resampling.BICUBIC)


def draw_clouds(
    width: int, height: int, seed: int, cells: tuple[int, ...] = (420, 200, 90, 34, 12), share: float = 0.33
) -> Image.Image:
    """Return a mask of noise in several sizes: each size is blended into the larger ones by `share`."""
    clouds = draw_grain(width, height, seed, cells[0])
    for i, cell in enumerate(cells[1:], 1):
        clouds = Image.blend(clouds, draw_grain(width, height, seed + i, cell), share)
    return clouds


def stretch_tones(mask: Image.Image, low: int, high: int) -> Image.Image:
    """Map the tones from `low` to `high` to 0 to 255; tones beyond them become black or white."""
    k = 255 / max(1, high - low)
    return mask.point(_build_tone_table(k, -low * k))


def scale_tones(mask: Image.Image, factor: float, offset: float = 0) -> Image.Image:
    """Multiply every tone by a factor and add an offset."""
    return mask.point(_build_tone_table(factor, offset))


@lru_cache(maxsize=256)
def _build_tone_table(factor: float, offset: float) -> list[int]:
    return [max(0, min(255, int(value * factor + offset))) for value in range(256)]


def mix_by_mask(first: str, second: str, mask: Image.Image) -> Image.Image:
    """Return an image with the first colour where the mask is black, and the second where it is white.

    Looking up its tones takes a tenth of the time of laying one colour over the other.
    """
    toned = mask.copy()
    toned.putpalette(_mix_tones(first, second))
    return toned.convert("RGB")


@lru_cache(maxsize=256)
def _mix_tones(first: str, second: str) -> bytes:
    """Return the mixtures of two colours for all tones of a mask, as a palette."""
    ramp = Image.frombytes("L", (256, 1), bytes(range(256)))
    return cover_by_mask(fill_colour(ramp.size, first), second, ramp).tobytes()


def fill_colour(size: tuple[int, int], colour: str) -> Image.Image:
    return Image.new("RGB", size, parse_rgb(colour))


def cover_by_mask(image: Image.Image, colour: str, mask: Image.Image) -> Image.Image:
    """Lay a colour over an image as strongly as the mask is white."""
    return Image.composite(fill_colour(image.size, colour), image, mask)


def multiply_by_mask(image: Image.Image, colour: str, mask: Image.Image) -> Image.Image:
    """Wash a colour over an image, as a transparent ink does, as strongly as the mask is white."""
    return Image.composite(ImageChops.multiply(image, fill_colour(image.size, colour)), image, mask)


def draw_gradient(width: int, height: int) -> Image.Image:
    """Return a mask from black above to white below."""
    column = Image.linear_gradient("L").crop((0, 0, 1, 256)).resize((1, height), Image.Resampling.BILINEAR)
    return column.resize((width, height), Image.Resampling.NEAREST)


def draw_sky(width: int, height: int, stops: tuple[tuple[float, str], ...]) -> Image.Image:
    """Return a gradient through several colours; each stop is a share of the height and the colour there."""
    column = Image.new("RGB", (1, 256))
    for y in range(256):
        share = y / 255
        (start, above), (end, below) = next(
            (stop, following) for stop, following in pairwise(stops) if stop[0] <= share <= following[0]
        )
        part = (share - start) / (end - start)
        first, second = parse_rgb(above), parse_rgb(below)
        column.putpixel((0, y), tuple(round(a + (b - a) * part) for a, b in zip(first, second, strict=True)))
    return column.resize((width, height), Image.Resampling.BICUBIC)


@lru_cache(maxsize=16)
def draw_phase(width: int, height: int, period: int, angle: float = 0) -> Image.Image:
    """Return a mask whose tone rises from black to white every `period` px: with noise added, it makes waves."""
    side = int((width**2 + height**2) ** 0.5) + 4
    column = bytes(int(256 * (y % period) / period) & 255 for y in range(side))
    ramp = Image.frombytes("L", (1, side), column).resize((side, side), Image.Resampling.NEAREST)
    if angle:
        ramp = ramp.rotate(angle, Image.Resampling.NEAREST)
    x, y = (side - width) // 2, (side - height) // 2
    return ramp.crop((x, y, x + width, y + height))
