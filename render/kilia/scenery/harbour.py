"""The harbour at dawn: engraved clouds, two rows of houses, the quay, and the town's reflection in the canal."""

from random import Random

from PIL import Image, ImageChops, ImageFilter

from render.kilia.scenery.town import (
    AWNINGS,
    GABLES,
    WALLS,
    Sketch,
    draw_barrel,
    draw_crane,
    draw_house,
    draw_person,
    draw_quay_wall,
    draw_spire,
    draw_stall,
)
from render.kit.colour import mix_colours
from render.kit.surfaces.noise import (
    cover_by_mask,
    draw_grain,
    draw_sky,
    fill_colour,
    scale_tones,
    stretch_tones,
)
from render.kit.surfaces.texture import draw_waves

_HIGH_SKY, _HORIZON, _CLOUD = "#2C4C62", "#E8C69A", "#FAE2BE"
_WATER, _CREST, _TROUGH = "#1E4E60", "#96C4C8", "#0E2A3A"
_SPIRES = ((0.13, 26, 146), (0.155, 26, 138), (0.52, 30, 151), (0.86, 24, 129))
"""x of each spire as a share of the picture's width, and its width and height in units of houses."""
_STALLS = (0.07, 0.30, 0.44, 0.80, 0.93)
"""x of each stall as a share of the picture's width."""
_SAMPLES = 2
"""The town is drawn as many times larger, and reduced."""
_GAP_SHARE = 0.13  # of the places for houses in the front row
_QUAY_H = 20


def draw_harbour(width: int, height: int, quay: int, scale: float, seed: int) -> Image.Image:
    """Draw the harbour; quay: y of the upper edge of the quay; scale: px per unit of houses, stalls and waves."""
    random = Random(seed)
    harbour = _draw_clouded_sky(width, height, quay, scale, seed)
    large = harbour.resize((width * _SAMPLES, height * _SAMPLES))
    town = Sketch(large, _SAMPLES).move(0, quay, scale)
    _draw_town(town, width / scale, random)
    _draw_quay_life(town, width / scale, random)
    draw_quay_wall(town, width / scale, _QUAY_H)
    harbour = large.reduce(_SAMPLES)
    water_top = quay + int(_QUAY_H * scale)
    harbour.paste(_draw_canal(harbour, quay, height - water_top, scale, seed + 8), (0, water_top))
    return harbour


def _draw_clouded_sky(width: int, height: int, quay: int, scale: float, seed: int) -> Image.Image:
    stops = tuple((i / 8, mix_colours(_HIGH_SKY, _HORIZON, (i / 8) ** 1.7)) for i in range(9))
    sky = fill_colour((width, height), _HORIZON)
    sky.paste(draw_sky(width, quay, stops), (0, 0))
    lines = draw_waves(width, height, seed, max(9, int(11 * scale)), 0.16, 1.3)
    large = draw_grain(width, height, seed + 2, int(420 * scale), int(70 * scale))
    small = draw_grain(width, height, seed + 3, int(160 * scale), int(30 * scale))
    banks = stretch_tones(Image.blend(large, small, 0.4), 120, 200)
    return cover_by_mask(sky, _CLOUD, scale_tones(ImageChops.multiply(lines, banks), 0.66))


def _draw_town(town: Sketch, width: float, random: Random) -> None:
    """Draw the houses behind in haze, the spires, and the front row, from left to right."""
    x = -20.0
    while x < width:
        w = random.uniform(30, 52)
        size = w, random.uniform(70, 104)
        draw_house(town.move(x, -6), size, random.choice(GABLES), random.choice(WALLS), random, 0.52)
        x += w
    for share, w, h in _SPIRES:
        draw_spire(town.move(share * width, -6), w, h, mix_colours("#965C4A", _HORIZON, 0.4))
    x = -8.0
    while x < width:
        w = random.uniform(40, 66)
        if random.random() < _GAP_SHARE:
            x += 22
            continue
        size = w, random.uniform(64, 98)
        gable = random.choice(("stepped", *GABLES))
        draw_house(town.move(x, 0), size, gable, random.choice(WALLS), random)
        x += w + random.choice((0, 0, 0, 3))


def _draw_quay_life(town: Sketch, width: float, random: Random) -> None:
    draw_crane(town.move(0.66 * width, 0, 0.92))
    for share, awning in zip(_STALLS, AWNINGS, strict=True):
        draw_stall(town.move(share * width, 0, 0.92), awning)
    for _ in range(16):
        draw_barrel(town.move(random.uniform(0, width), 0, random.uniform(0.7, 1.0)))
    for _ in range(26):
        draw_person(town.move(random.uniform(0, width), 0), random)


def _draw_canal(harbour: Image.Image, quay: int, height: int, scale: float, seed: int) -> Image.Image:
    """Draw water that mirrors what stands above the quay, with engraved waves."""
    width = harbour.width
    town = harbour.crop((0, max(0, quay - height), width, quay)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    mirrored = town.resize((width, height)).filter(ImageFilter.GaussianBlur(2.2 * scale))
    water = Image.blend(mirrored, fill_colour(mirrored.size, _WATER), 0.66)
    waves = draw_waves(width, height, seed, max(7, int(10 * scale)), 0.24, 1.1)
    water = cover_by_mask(water, _CREST, scale_tones(waves, 0.43))
    lower = ImageChops.offset(waves, 0, max(2, int(3 * scale)))
    return cover_by_mask(water, _TROUGH, scale_tones(lower, 0.33))
