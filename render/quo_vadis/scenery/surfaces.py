"""Surfaces of the five terrains: relief of seeded heights, in any size."""

from collections.abc import Callable, Mapping
from random import Random

from PIL import Image, ImageChops, ImageFilter

from render.kit.surfaces.noise import (
    cover_by_mask,
    draw_clouds,
    draw_phase,
    mix_by_mask,
    scale_tones,
    stretch_tones,
)
from render.kit.surfaces.relief import apply_shade, shade_heights
from render.kit.surfaces.texture import draw_waves

_SHARE = 0.4
"""Weight of each finer noise."""
_CREST = 208
"""Tone at the crest of a dune: slopes rise slowly to it and fall quickly behind it."""


def _draw_noise(size: tuple[int, int], seed: int, side: float, *cells: float, share: float = _SHARE) -> Image.Image:
    """Return a mask of noise; cells: sizes of its cells in hex sides."""
    return draw_clouds(*size, seed, tuple(max(2, int(side * cell)) for cell in cells), share)


def _blur(mask: Image.Image, radius: float) -> Image.Image:
    return mask.filter(ImageFilter.GaussianBlur(radius))


def draw_desert(size: tuple[int, int], side: float, seed: int) -> Image.Image:
    """Draw dunes with steep lee sides, and grains of sand."""
    noise = scale_tones(stretch_tones(_draw_noise(size, seed, side, 2.2, 1.1, 0.5), 50, 200), 1.5)
    phase = ImageChops.add_modulo(draw_phase(*size, max(14, int(side * 0.40)), 24), noise)
    fall = _CREST / (255 - _CREST)
    dunes = phase.point([int(tone if tone < _CREST else (255 - tone) * fall) for tone in range(256)])
    sand = mix_by_mask("#F3DD8C", "#E8C864", _draw_noise(size, seed + 4, side, 2, 0.6))
    heights = shade_heights(_blur(dunes, side * 0.018), max(1, int(side * 0.03)), 1.0)
    lit = apply_shade(sand, heights, 0.95)
    small = size[0] // 3, size[1] // 3
    specks = Image.frombytes("L", small, Random(seed).randbytes(small[0] * small[1])).resize(size)
    return cover_by_mask(lit, "#966C2C", specks.point([70 if tone > 246 else 0 for tone in range(256)]))


def draw_mountain(size: tuple[int, int], side: float, seed: int) -> Image.Image:
    """Draw bare rock with ridges."""
    noise = _draw_noise(size, seed, side, 1.3, 0.6, 0.28, 0.12, share=0.38)
    ridges = noise.point([255 - min(255, abs(2 * tone - 255)) for tone in range(256)])
    rock = mix_by_mask("#968A9C", "#B0A4B0", _draw_noise(size, seed + 3, side, 1.5, 0.5))
    heights = shade_heights(_blur(ridges, side * 0.012), max(1, int(side * 0.04)), 1.9)
    return apply_shade(rock, _blur(heights, 0.012 * side), 0.85)


def draw_tundra(size: tuple[int, int], side: float, seed: int) -> Image.Image:
    """Draw snow fields with cracks in the ice."""
    noise = _draw_noise(size, seed, side, 1.8, 0.8, 0.3)
    snow = mix_by_mask("#8EC0E2", "#BADAF0", stretch_tones(noise, 90, 170))
    heights = shade_heights(_blur(stretch_tones(noise, 80, 180), 0.027 * side), max(1, int(side * 0.04)), 1.6)
    cracks = _draw_noise(size, seed + 7, side, 0.9, 0.4, share=0.35)
    lines = cracks.point([max(0, 230 - abs(tone - 128) * 120) for tone in range(256)])
    shade = ImageChops.offset(lines, 0, max(1, int(side * 0.02)))
    ice = cover_by_mask(apply_shade(snow, heights, 0.7), "#E2F2FC", lines)
    return cover_by_mask(ice, "#588AB0", scale_tones(shade, 0.4))


def draw_plains(size: tuple[int, int], side: float, seed: int) -> Image.Image:
    """Draw gentle grassland."""
    noise = _draw_noise(size, seed, side, 1.9, 0.9, 0.45)
    grass = mix_by_mask("#A4BE8E", "#C4D4A6", stretch_tones(noise, 96, 168))
    heights = shade_heights(_blur(stretch_tones(noise, 70, 190), 0.04 * side), max(2, int(side * 0.06)), 1.5)
    return apply_shade(grass, heights, 0.8)


def draw_sea(size: tuple[int, int], side: float, seed: int) -> Image.Image:
    """Draw shallow water with engraved waves."""
    water = mix_by_mask("#306CAE", "#4888CA", stretch_tones(_draw_noise(size, seed, side, 2, 1), 90, 170))
    waves = draw_waves(*size, seed + 2, max(9, int(side * 0.17)), 0.15, 1.0)
    lit = cover_by_mask(water, "#96C4E8", scale_tones(waves, 0.6))
    return cover_by_mask(lit, "#18427C", scale_tones(ImageChops.offset(waves, 0, max(2, int(side * 0.035))), 0.5))


SURFACES: Mapping[str, Callable[[tuple[int, int], float, int], Image.Image]] = {
    "plains": draw_plains,
    "mountain": draw_mountain,
    "desert": draw_desert,
    "tundra": draw_tundra,
    "sea": draw_sea,
}
"""Terrain -> (size, side of a hex, seed) -> its surface."""
