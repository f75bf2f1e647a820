"""Textures: paper, weave, marble, wood and water. Each is a function of its size, seed and colours."""

from math import cos, sin
from random import Random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.colour import WHITE, darken, mix_colours
from render.kit.painting.stamps import stretch_image
from render.kit.surfaces.noise import (
    Seed,
    cover_by_mask,
    draw_clouds,
    draw_grain,
    draw_phase,
    fill_colour,
    mix_by_mask,
    scale_tones,
    stretch_tones,
)

_RIM_REACH = 4
"""Of the rim of paper, for each px of its width: how far it fades."""
_WEAVE_TILE = bytes((0, 90, 160, 90, 90, 255, 90, 0, 160, 90, 0, 90, 90, 0, 90, 255))


def draw_paper(
    width: int, height: int, seed: int, light: str, dark: str, rim: int = 46, rim_colour: str = "#966836"
) -> Image.Image:
    """Draw paper with clouds of two tones and a worn rim of `rim` px; 0: no rim."""
    clouds = draw_paper_clouds(width, height, seed)
    return tint_paper(clouds, draw_wear(width, height, seed) if rim else None, light, dark, rim, rim_colour)


def draw_paper_clouds(width: int, height: int, seed: int) -> Image.Image:
    """Return the mask of where paper has its second tone."""
    return stretch_tones(draw_clouds(width, height, seed).filter(ImageFilter.GaussianBlur(2)), 96, 246)


def draw_wear(width: int, height: int, seed: int) -> Image.Image:
    """Return the mask of how worn paper is near its rim."""
    return draw_clouds(width, height, seed + 9, (90, 30, 9))


def tint_paper(
    clouds: Image.Image, wear: Image.Image | None, light: str, dark: str, rim: int, rim_colour: str
) -> Image.Image:
    """Return paper with these clouds of two tones, and with wear on `rim` px at its sides."""
    paper = mix_by_mask(light, dark, clouds)
    if wear is None:
        return paper
    worn = ImageChops.multiply(_draw_rim(*paper.size, rim), wear)
    width, height, reach = *paper.size, min(_RIM_REACH * rim, *paper.size)
    for strip in (
        (0, 0, width, reach),
        (0, reach, reach, max(reach, height - reach)),
        (max(reach, width - reach), reach, width, max(reach, height - reach)),
        (0, max(reach, height - reach), width, height),
    ):
        mask = worn.crop(strip)
        paper.paste(fill_colour(mask.size, rim_colour), strip[:2], mask)
    return paper


def _draw_rim(width: int, height: int, rim: int) -> Image.Image:
    """Return the mask of a soft rim: of a small sheet, stretched."""
    reach = _RIM_REACH * rim
    wide, high = max(0, width - 2 * reach - 2), max(0, height - 2 * reach - 2)
    w, h = width - wide, height - high
    edge = Image.new("L", (w, h), 255)
    inner = (rim // 2, rim // 2, max(rim // 2, w - rim // 2), max(rim // 2, h - rim // 2))
    ImageDraw.Draw(edge).rectangle(inner, fill=0)
    return stretch_image(edge.filter(ImageFilter.GaussianBlur(rim * 0.7)), reach, reach, wide, high)


def draw_weave(width: int, height: int, colour: str, seed: int, strength: int = 16) -> Image.Image:
    """Draw plain woven cloth of one colour."""
    rows = b"".join((_WEAVE_TILE[i : i + 4] * (width // 4 + 1))[:width] for i in range(0, len(_WEAVE_TILE), 4))
    threads = Image.frombytes("L", (width, height), (rows * (height // 4 + 1))[: width * height])
    mask = Image.blend(threads, draw_clouds(width, height, seed, (300, 120, 40)), 0.8)
    return mix_by_mask(darken(colour, strength / 60), mix_colours(colour, WHITE, strength / 120), mask)


def draw_marble(
    width: int, height: int, seed: int, light: str, dark: str, vein: str, veins: int = 26, strength: int = 150
) -> Image.Image:
    """Draw polished stone: clouds, and veins that wander as a drunkard walks."""
    stone = mix_by_mask(light, dark, stretch_tones(draw_clouds(width, height, seed, (360, 170, 70, 26)), 80, 210))
    random, mask = Random(seed), Image.new("L", (width, height))
    draw = ImageDraw.Draw(mask)
    for _ in range(veins):
        start = random.uniform(-60, width), random.uniform(-40, height + 40)
        _draw_vein(draw, start, random, strength)
    glow = scale_tones(mask.filter(ImageFilter.GaussianBlur(3)), 0.5)
    return cover_by_mask(cover_by_mask(stone, vein, glow), vein, mask.filter(ImageFilter.GaussianBlur(0.7)))


def _draw_vein(draw: ImageDraw.ImageDraw, start: tuple[float, float], random: Random, strength: int) -> None:
    (x, y), angle, points = start, random.gauss(0.55, 0.35), [start]
    line_width = random.choice((1, 1, 1, 2, 3))
    for _ in range(random.randint(12, 46)):
        angle = (angle + random.gauss(0, 0.26)) * 0.93 + 0.55 * 0.07
        step = random.uniform(8, 26)
        x, y = x + cos(angle) * step, y + sin(angle) * step * random.choice((1, 1, -0.2))
        points.append((x, y))
        if random.random() < 0.12:
            branch_angle, branch = angle + random.choice((-0.9, 0.9)), [(x, y)]
            for _ in range(random.randint(3, 9)):
                branch_angle += random.gauss(0, 0.3)
                branch.append((branch[-1][0] + cos(branch_angle) * 12, branch[-1][1] + sin(branch_angle) * 12))
            draw.line(branch, fill=strength // 2, width=1, joint="curve")
    draw.line(points, fill=random.randint(strength // 2, strength), width=line_width, joint="curve")


def draw_wood(width: int, height: int, seed: Seed, light: str = "#966238", dark: str = "#5C361C") -> Image.Image:
    """Draw planed wood with a grain that runs from left to right."""
    first, second, third = (f"{seed}:{i}" for i in range(3))
    grain = Image.blend(draw_grain(width, height, first, 180, 3), draw_grain(width, height, second, 60, 2), 0.4)
    grain = Image.blend(grain, draw_grain(width, height, third, 500, 14), 0.35)
    return mix_by_mask(light, dark, stretch_tones(grain.filter(ImageFilter.GaussianBlur(0.6)), 70, 190))


def draw_waves(
    width: int, height: int, seed: int, period: int, line: float = 0.2, warp: float = 0.9, angle: float = 0
) -> Image.Image:
    """Return a mask of engraved wavy lines, one every `period` px; `line` is the share that a line takes of it."""
    noise = scale_tones(stretch_tones(draw_clouds(width, height, seed, (140, 70, 35), 0.4), 60, 190), warp)
    phase = ImageChops.add_modulo(draw_phase(width, height, period, angle), noise)
    return phase.point([max(0, 255 - int(abs(tone - 128) * 2 / line)) for tone in range(256)])


def draw_water(width: int, height: int, seed: int, deep: str, shallow: str, line: str, period: int = 14) -> Image.Image:
    """Draw engraved water: clouds of two tones, and wavy lines at a quarter of their strength."""
    water = mix_by_mask(deep, shallow, stretch_tones(draw_clouds(width, height, seed), 70, 200))
    return Image.composite(
        fill_colour(water.size, line), water, scale_tones(draw_waves(width, height, seed + 5, period), 0.25)
    )
