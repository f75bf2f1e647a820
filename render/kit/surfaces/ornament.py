"""Ornament: bands of kilim, dentils, brick, and silk with a cloud scroll."""

from random import Random

from PIL import Image, ImageChops, ImageDraw

from render.kit.colour import mix_colours
from render.kit.surfaces.noise import cover_by_mask, fill_colour, scale_tones
from render.kit.surfaces.texture import draw_weave

_SAMPLES = 3


def draw_kilim(
    width: int,
    height: int,
    field: str = "#8A2824",
    lozenges: tuple[str, str] = ("#284E3E", "#243A68"),
    border: str = "#CD963E",
    light: str = "#F6ECD4",
    gap: str = "#181E32",
) -> Image.Image:
    """Draw a band of stepped lozenges between two rows of triangles, woven."""
    k = _SAMPLES
    w, h = width * k, height * k
    band = fill_colour((w, h), field)
    draw = ImageDraw.Draw(band)
    count = max(1, round(w / (1.6 * h)))
    pitch = w / count
    for i in range(count + 1):
        for share, colour in ((0.40, light), (0.32, lozenges[i % 2]), (0.20, border), (0.10, field)):
            draw.polygon(_build_lozenge(i * pitch, h / 2, share * h), fill=colour)
        middle = (i + 0.5) * pitch
        for edge, sign in ((0, 1), (h, -1)):
            for size, colour in ((0.30 * h, gap), (0.15 * h, light)):
                draw.polygon([(middle - size, edge), (middle + size, edge), (middle, edge + sign * size)], fill=colour)
    for y in (0, h - 6):
        draw.rectangle((0, y, w, y + 5), fill=border)
    threads = draw_weave(width, height, "#808080", 1, 26).convert("L").point([min(255, v + 118) for v in range(256)])
    return ImageChops.multiply(band.reduce(k), Image.merge("RGB", (threads, threads, threads)))


def _build_lozenge(x: float, y: float, size: float) -> list[tuple[float, float]]:
    """Return the outline of a lozenge with five steps on each side, `size` high above its middle."""
    steps, quarter = 5, []
    for step in range(steps):
        above = -size * (steps - step) / steps
        quarter += [(size * step / steps * 1.5, above), (size * (step + 1) / steps * 1.5, above)]
    right = [*quarter, *((dx, -dy) for dx, dy in reversed(quarter))]
    return [(x + dx, y + dy) for dx, dy in (*right, *((-dx, dy) for dx, dy in reversed(right)))]


def draw_dentils(width: int, height: int, face: str, light: str, shade: str, pitch: int = 18) -> Image.Image:
    """Draw a cornice: a lit upper moulding, a row of dentils with their shadows, a lower moulding."""
    k = _SAMPLES
    w, h, step = width * k, height * k, pitch * k
    cornice = fill_colour((w, h), face)
    draw = ImageDraw.Draw(cornice)
    draw.rectangle((0, 0, w, h * 0.22), fill=light)
    draw.rectangle((0, h * 0.30, w, h * 0.72), fill=shade)
    for x in range(0, w, step):
        draw.rectangle((x, h * 0.30, x + step * 0.58, h * 0.66), fill=face)
        draw.line((x, h * 0.30, x, h * 0.66), fill=light, width=k)
    draw.rectangle((0, h * 0.76, w, h * 0.86), fill=light)
    draw.line((0, h - 1, w, h - 1), fill=shade, width=2 * k)
    return cornice.reduce(k)


def draw_brick(
    width: int, height: int, seed: int, colour: str, joint: str, brick: tuple[int, int] = (34, 13)
) -> Image.Image:
    """Draw a wall of bricks of slightly different tones."""
    random, wall, (w, h) = Random(seed), fill_colour((width, height), joint), brick
    draw = ImageDraw.Draw(wall)
    for row in range(height // h + 1):
        for column in range(-1, width // w + 2):
            x, y = column * w + (w // 2 if row % 2 else 0), row * h
            tone = mix_colours(colour, random.choice(("#000000", "#FFFFFF")), random.uniform(0, 0.12))
            draw.rectangle((x + 1, y + 1, x + w - 2, y + h - 2), fill=tone)
    return wall


def draw_silk(width: int, height: int, colour: str, thread: str, seed: int = 2, strength: float = 0.25) -> Image.Image:
    """Draw silk with a woven cloud scroll, one tone lighter than the cloth."""
    scroll = Image.new("L", (width * 2, height * 2))
    draw = ImageDraw.Draw(scroll)
    for row in range(-1, height // 60 + 2):
        for column in range(-1, width // 110 + 2):
            x, y = 2 * (column * 110 + (55 if row % 2 else 0)), 2 * (row * 60 + 20)
            for dx, dy, r in ((0, 0, 26), (34, 6, 18), (-32, 8, 16)):
                draw.arc((x + dx - r, y + dy - r, x + dx + r, y + dy + r), 150, 400, fill=255, width=4)
                half = r // 2
                draw.arc((x + dx - half, y + dy - half, x + dx + half, y + dy + half), 20, 300, fill=255, width=3)
            draw.line((x - 60, y + 30, x + 62, y + 30), fill=255, width=3)
    return cover_by_mask(draw_weave(width, height, colour, seed, 11), thread, scale_tones(scroll.reduce(2), strength))
