"""Materials: what a box is made of, by name. Each is a function that draws a box at (0, 0) as a sprite.

The colour of a box stays the colour of its material: textures differ from it by a few percent, so that words on it keep
their contrast. Nothing is textured while a board is drawn: a sprite is made once for each size and colour.
"""

from collections.abc import Callable, Mapping
from math import ceil

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.colour import WHITE, darken, mix_colours
from render.kit.painting.image_cache import keep_images
from render.kit.painting.stamps import Stamp
from render.kit.scene import Box
from render.kit.surfaces.noise import draw_gradient, fill_colour, mix_by_mask, scale_tones
from render.kit.surfaces.ornament import draw_kilim
from render.kit.surfaces.relief import (
    bevel_image,
    cast_shadow,
    draw_hairline,
    draw_round_mask,
    move_mask,
    parse_rgba,
)
from render.kit.surfaces.texture import draw_marble, draw_paper, draw_weave, draw_wood

GILT, GILT_DARK, GILT_LIGHT = "#D6A63A", "#8E6418", "#F2D27A"
_MARGIN = 12  # px around a sprite for its shadow
_TOOTH = 7  # px that the teeth of a band stand out
_TOOTH_PITCH = 12
_SAMPLES = 3
_LEAST_INNER_AREA = 4000  # px²
_BARE_STONE = 320  # px: a narrower stone carries numbers, and has no veins

Sprite = Image.Image


def _start_sprite(box: Box, texture: Image.Image, depth: float, *lights: float) -> tuple[Sprite, tuple[int, ...]]:
    """Return a texture as a bevelled sprite with margins, and its place (x, y, w, h) in it."""
    w, h = texture.size
    mask = Image.new("L", (w + 2 * _MARGIN, h + 2 * _MARGIN))
    mask.paste(draw_round_mask(w, h, box.radius, box.corners), (_MARGIN, _MARGIN))
    body = fill_colour(mask.size, box.fill or WHITE)
    body.paste(texture, (_MARGIN, _MARGIN))
    sprite = bevel_image(body, mask, depth, *lights).convert("RGBA")
    sprite.putalpha(mask)
    return sprite, (_MARGIN, _MARGIN, w, h)


def _finish_sprite(box: Box, sprite: Sprite, *shadow: float) -> Stamp:
    if box.edge and box.width:
        area = (_MARGIN, _MARGIN, sprite.width - 2 * _MARGIN, sprite.height - 2 * _MARGIN)
        draw_hairline(sprite, area, box.radius, box.edge, box.width, box.corners)
    return cast_shadow(sprite, *shadow), -_MARGIN, -_MARGIN


def _draw_sheet(box: Box, cloud: float) -> Stamp:
    colour = box.fill or WHITE
    w, h = int(box.w), int(box.h)
    paper = draw_paper(
        *(w, h, w + h),
        mix_colours(colour, WHITE, 0.16 * cloud),
        mix_colours(colour, "#CBA86A", 0.16 * cloud),
        min(10, h // 8),
        mix_colours(colour, "#8A5A2E", 0.2),
    )
    return _finish_sprite(box, _start_sprite(box, paper, 1.6, 0.6, 0.3, 0.03)[0])


def _draw_paper(box: Box) -> Stamp:
    """Card: paper of two near tones with a worn rim."""
    return _draw_sheet(box, 0.35)


def _draw_tablet(box: Box) -> Stamp:
    """Tablet: paper so even that it reads as plain, for rows and panels full of words."""
    return _draw_sheet(box, 0.12)


def _draw_cloth(box: Box) -> Stamp:
    cloth = draw_weave(int(box.w), int(box.h), box.fill or WHITE, int(box.w + box.h), 9)
    return _finish_sprite(box, _start_sprite(box, cloth, 1.2, 0.3, 0.34, 0.04)[0])


def _draw_velvet(box: Box) -> Stamp:
    """Velvet: dark cloth within a double gold rule."""
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    cloth = draw_weave(w, h, colour, int(w + h), 7)
    sprite, _ = _start_sprite(box, cloth, 1.8, 0.35, 0.45, 0.04)
    for inset, tone, width in ((5, GILT, 2.2), (10, mix_colours(GILT, colour, 0.45), 1.0)):
        area = (_MARGIN + inset, _MARGIN + inset, w - 2 * inset, h - 2 * inset)
        draw_hairline(sprite, area, max(2, box.radius - 0.7 * inset), tone, width)
    return cast_shadow(sprite), -_MARGIN, -_MARGIN


def _draw_enamel(box: Box) -> Stamp:
    """Enamel: lighter above, a bright upper rim, a dark line around it."""
    colour = box.fill or WHITE
    plate = mix_by_mask(mix_colours(colour, WHITE, 0.1), darken(colour, 0.1), draw_gradient(int(box.w), int(box.h)))
    sprite, area = _start_sprite(box, plate, 1.8, 0.55, 0.5, 0.03)
    draw_hairline(sprite, (area[0], area[1], area[2], area[3]), box.radius, darken(colour, 0.5), 1.5, box.corners)
    return cast_shadow(sprite, 1, 2, 2, 0.45), -_MARGIN, -_MARGIN


def _draw_band(box: Box) -> Stamp:
    """Band: woven cloth with teeth along the side without round corners, the right or the lower one."""
    colour, w, h, k = box.fill or WHITE, int(box.w), int(box.h), _SAMPLES
    mask = Image.new("L", (w * k, h * k))
    draw = ImageDraw.Draw(mask)
    draw.rounded_rectangle((0, 0, w * k - 1, h * k - 1), box.radius * k, fill=255, corners=box.corners)
    is_right = not box.corners[1] and not box.corners[2]
    has_teeth = is_right or (not box.corners[2] and not box.corners[3])
    if has_teeth:
        length, depth = (h, w) if is_right else (w, h)
        draw.rectangle(
            (0 if not is_right else (w - _TOOTH) * k, (h - _TOOTH) * k if not is_right else 0, w * k, h * k), 0
        )
        count = max(1, round(length / _TOOTH_PITCH))
        for i in range(count):
            along, out = (
                [length * (i + share) / count for share in (0, 0.5, 1)],
                (depth - _TOOTH, depth - 0.5, depth - _TOOTH),
            )
            tooth = zip(out, along, strict=True) if is_right else zip(along, out, strict=True)
            draw.polygon([(x * k, y * k) for x, y in tooth], fill=255)
    small = mask.reduce(k)
    cloth = bevel_image(draw_weave(w, h, colour, w + h, 11), small, 1.2, 0.4, 0.34, 0.05).convert("RGBA")
    cloth.putalpha(small)
    if has_teeth:
        seam = parse_rgba(darken(colour, 0.38))
        end = w - _TOOTH - 4 if is_right else h - _TOOTH - 4
        line = (end, 3, end, h - 4) if is_right else (3, end, w - 4, end)
        ImageDraw.Draw(cloth).line(line, fill=seam, width=1)
    return cloth, 0, 0


def _draw_hollow(box: Box) -> Stamp:
    """Hollow: an empty place, sunk into what it lies on, with a thin line."""
    w, h = int(box.w), int(box.h)
    mask = draw_round_mask(w, h, box.radius, box.corners)
    upper = ImageChops.subtract(mask, move_mask(mask, 0, 4)).filter(ImageFilter.GaussianBlur(2))
    dark = ImageChops.lighter(scale_tones(upper, 0.5), scale_tones(mask, 0.18))
    sprite = Image.new("RGBA", (w, h), (0, 0, 0, 0))
    sprite.putalpha(ImageChops.multiply(dark, mask))
    if box.edge:
        draw_hairline(sprite, (0, 0, w, h), box.radius, box.edge, max(1.8, box.width), box.corners)
    return sprite, 0, 0


def _draw_gilt(box: Box) -> Stamp:
    """Gilt: a frame of gold around a filled tablet, or around nothing."""
    w, h = int(box.w), int(box.h)
    if box.fill:
        sprite, left, top = _draw_tablet(Box(0, 0, w, h, box.radius, box.fill, corners=box.corners))
        sprite = sprite.copy()
    else:
        sprite, left, top = Image.new("RGBA", (w + 2 * _MARGIN, h + 2 * _MARGIN)), -_MARGIN, -_MARGIN
    for inset, tone, width in ((0, GILT_DARK, 6.5), (1, GILT, 4.5), (2, GILT_LIGHT, 1.4)):
        area = (_MARGIN + inset, _MARGIN + inset, w - 2 * inset, h - 2 * inset)
        draw_hairline(sprite, area, max(1, box.radius - inset), tone, width, box.corners)
    return sprite, left, top


def _draw_stone(box: Box) -> Stamp:
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    veins = 0 if w < _BARE_STONE else max(2, w * h // 12_000)
    light, dark = mix_colours(colour, WHITE, 0.12), mix_colours(colour, "#B9AE98", 0.1)
    stone = draw_marble(w, h, 3 * w + h, light, dark, mix_colours(colour, "#8A8272", 0.4), veins, 46)
    return _finish_sprite(box, _start_sprite(box, stone, 2, 0.6, 0.3, 0.04)[0])


def _draw_wooden(box: Box) -> Stamp:
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    wood = draw_wood(w, h, w + h, mix_colours(colour, WHITE, 0.12), darken(colour, 0.18))
    return _finish_sprite(box, _start_sprite(box, wood, 2, 0.4, 0.4, 0.05)[0])


def _draw_pill(box: Box) -> Stamp:
    """Pill: a plain raised field, for a number or a word."""
    plain = fill_colour((int(box.w), int(box.h)), box.fill or WHITE)
    return _finish_sprite(box, _start_sprite(box, plain, 2, 0.6, 0.26, 0.07)[0], 1, 2, 2, 0.45)


def _draw_lacquer(box: Box) -> Stamp:
    """Lacquer: a plain dark field with a gold hairline."""
    w, h = int(box.w), int(box.h)
    sprite, _ = _start_sprite(box, fill_colour((w, h), box.fill or WHITE), 2, 0.4, 0.3, 0.04)
    draw_hairline(sprite, (_MARGIN + 3, _MARGIN + 3, w - 6, h - 6), max(1, box.radius - 3), GILT, 1.3, box.corners)
    return _finish_sprite(box, sprite)


def _draw_scroll(box: Box) -> Stamp:
    """Scroll: a ribbon with swallow tails that stick out at both sides; its edge is the colour of its inner rule."""
    w, h, k = int(box.w), int(box.h), _SAMPLES
    face, tail = box.fill or WHITE, mix_colours(box.fill or WHITE, "#6A4520", 0.45)
    line, reach = "#3C2818", max(12, round(0.33 * h))
    ribbon = Image.new("RGBA", ((w + 2 * reach + 2 * _MARGIN) * k, (h + 16 + 2 * _MARGIN) * k))
    draw = ImageDraw.Draw(ribbon)

    def place(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [((x + _MARGIN) * k, (y + _MARGIN) * k) for x, y in points]

    for x, sign in ((0, 1), (w + 2 * reach, -1)):
        inner, notch = x + sign * (reach + 8), x + sign * 0.45 * reach
        outline = place((x, 8), (inner, 8), (inner, h + 7), (x, h + 7), (notch, h / 2 + 8))
        draw.polygon(outline, fill=tail, outline=line)
        fold = place((x + sign * reach, h), (inner, h), (inner, h + 7))
        draw.polygon(fold, fill=darken(tail, 0.4))
    draw.rectangle(place((reach, 0), (reach + w, h)), fill=face, outline=line, width=4)
    rule = box.edge or mix_colours(face, "#6A4520", 0.6)
    draw.rectangle(place((reach + 4, 4), (reach + w - 4, h - 4)), outline=rule, width=round(k * (box.width or 0.7)))
    small = ribbon.convert("RGBa").reduce(k).convert("RGBA")
    return cast_shadow(small, 2, 3, 3, 0.5), -reach - _MARGIN, -_MARGIN


def _draw_kilim(box: Box) -> Stamp:
    w, h = int(box.w), int(box.h)
    band = Image.new("RGBA", (w, h + 2 * _MARGIN))
    band.paste(draw_kilim(w, h), (0, _MARGIN))
    return cast_shadow(band, 0, 3, 5, 0.55), 0, -_MARGIN


MATERIALS: Mapping[str, Callable[[Box], Stamp]] = {
    "band": _draw_band,
    "cloth": _draw_cloth,
    "enamel": _draw_enamel,
    "gilt": _draw_gilt,
    "hollow": _draw_hollow,
    "kilim": _draw_kilim,
    "lacquer": _draw_lacquer,
    "paper": _draw_paper,
    "pill": _draw_pill,
    "scroll": _draw_scroll,
    "stone": _draw_stone,
    "tablet": _draw_tablet,
    "velvet": _draw_velvet,
    "wood": _draw_wooden,
}
"""Name -> how a box of it is drawn; a box fills its material with its own colour."""


def draw_material(box: Box) -> Stamp:
    """Draw a box at (0, 0) with whole sides. Raises KeyError for an unknown material."""
    return MATERIALS[box.material](box)


@keep_images
def split_material(box: Box) -> tuple[Stamp, ...]:
    """Return the sprite of a box as its opaque inner part, an RGB image, and the strips around it.

    An image without a mask is pasted in a tenth of the time.
    """
    sprite, left, top = draw_material(box)
    inset = ceil(max(box.radius, box.width)) + 1
    x0, y0, x1, y1 = inset - left, inset - top, int(box.w) - inset - left, int(box.h) - inset - top
    is_small = x1 <= x0 or (x1 - x0) * (y1 - y0) < _LEAST_INNER_AREA
    if is_small or sprite.getchannel("A").crop((x0, y0, x1, y1)).getextrema()[0] != 255:
        return ((sprite, left, top),)
    w, h = sprite.size
    strips = ((0, 0, w, y0), (0, y1, w, h), (0, y0, x0, y1), (x1, y0, w, y1))
    inner = sprite.crop((x0, y0, x1, y1)).convert("RGB"), left + x0, top + y0
    return inner, *((sprite.crop(strip), left + strip[0], top + strip[1]) for strip in strips)
