"""Materials: what a box is made of, by name. Each is a function that draws a box at (0, 0) as a sprite.

The colour of a box stays the colour of its material: textures differ from it by a few percent, so that words on it keep
their contrast. Nothing is textured while a board is drawn: a sprite is made once for each size and colour.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from math import ceil

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.colour import WHITE, darken, mix_colours
from render.kit.painting.bevels import LIT_REACH, MARGIN, Bevel, Rule, list_edges, raise_texture
from render.kit.painting.image_cache import keep_images
from render.kit.painting.stamps import Stamp, stretch_image
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
from render.kit.surfaces.texture import draw_marble, draw_paper_clouds, draw_wear, draw_weave, draw_wood, tint_paper

GILT, GILT_DARK, GILT_LIGHT = "#D6A63A", "#8E6418", "#F2D27A"
_RULE_REACH = 7  # px beyond them that the lines along the edges of even materials may reach
_SHEET = 1600, 640  # px: of the paper from which smaller sheets are cut
_LOW_SHADOW = (1, 2, 2, 0.45)
_TOOTH = 7  # px that the teeth of a band stand out
_TOOTH_PITCH = 12
_SAMPLES = 3
_MIN_INNER_AREA = 4000  # px²
_RIVET_INSET, _KNOB_W = 11, 9  # px: of a rivet from the sides of its plate; of the knobs of a rod
_BARE_STONE = 320  # px: a narrower stone carries numbers, and has no veins

Sprite = Image.Image


def _draw_sheet(box: Box, cloud: float, worn: float = 0.5) -> Stamp:
    """Draw a sheet with clouds as strong as `cloud`, and a rim that is brown by the share `worn`."""
    colour = box.fill or WHITE
    w, h = int(box.w), int(box.h)
    paper = tint_paper(
        *_cut_sheet(w, h),
        mix_colours(colour, WHITE, 0.16 * cloud),
        mix_colours(colour, "#CBA86A", 0.16 * cloud),
        min(10, h // 8),
        mix_colours(colour, "#9A5A22", worn),
    )
    return raise_texture(box, paper, Bevel(1.6, 0.6, 0.3, 0.03), *list_edges(box))


def _cut_sheet(w: int, h: int) -> tuple[Image.Image, Image.Image]:
    """Return the clouds and the wear of a sheet, cut from a large one if that is large enough."""
    if w > _SHEET[0] or h > _SHEET[1]:
        return _make_sheet(w, h)
    x, y = 37 * w % (_SHEET[0] - w + 1), 53 * h % (_SHEET[1] - h + 1)
    clouds, wear = (mask.crop((x, y, x + w, y + h)) for mask in _make_sheet(*_SHEET))
    return clouds, wear


@keep_images
def _make_sheet(w: int, h: int) -> tuple[Image.Image, Image.Image]:
    return draw_paper_clouds(w, h, w + h), draw_wear(w, h, w + h)


def _draw_paper(box: Box) -> Stamp:
    """Card: paper of two near tones with a worn rim."""
    return _draw_sheet(box, 0.35)


def _draw_tablet(box: Box) -> Stamp:
    """Tablet: paper so even that it reads as plain, for rows and panels full of words."""
    return _draw_sheet(box, 0.12, 0.2)


def _draw_vellum(box: Box) -> Stamp:
    """Vellum: as even as a tablet, with a worn rim, for rows of old books and charts."""
    return _draw_sheet(box, 0.12)


def _draw_cloth(box: Box) -> Stamp:
    cloth = draw_weave(int(box.w), int(box.h), box.fill or WHITE, int(box.w + box.h), 9)
    return raise_texture(box, cloth, Bevel(1.2, 0.3, 0.34, 0.04), *list_edges(box))


def _draw_velvet(box: Box) -> Stamp:
    """Velvet: dark cloth within a double gold rule."""
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    cloth = draw_weave(w, h, colour, int(w + h), 7)
    rules = (
        Rule(inset, max(2, box.radius - 0.7 * inset), tone, width)
        for inset, tone, width in ((5, GILT, 2.2), (10, mix_colours(GILT, colour, 0.45), 1.0))
    )
    return raise_texture(box, cloth, Bevel(1.8, 0.35, 0.45, 0.04), *rules)


def _draw_enamel(box: Box) -> Stamp:
    """Enamel: lighter above, a bright upper rim, a dark line around it."""
    colour = box.fill or WHITE
    plate = mix_by_mask(mix_colours(colour, WHITE, 0.1), darken(colour, 0.1), draw_gradient(int(box.w), int(box.h)))
    rule = Rule(0, box.radius, darken(colour, 0.5), 1.5)
    return raise_texture(box, plate, Bevel(1.8, 0.55, 0.5, 0.03, _LOW_SHADOW), rule)


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
            lengths, depths = (
                [length * (i + share) / count for share in (0, 0.5, 1)],
                (depth - _TOOTH, depth - 0.5, depth - _TOOTH),
            )
            tooth = zip(depths, lengths, strict=True) if is_right else zip(lengths, depths, strict=True)
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


def _draw_hollow(box: Box, floor: float = 0.18) -> Stamp:
    """Hollow: an empty place, sunk into what it lies on, with a thin line; `floor` is the share of shade on it."""
    w, h = int(box.w), int(box.h)
    mask = draw_round_mask(w, h, box.radius, box.corners)
    upper = ImageChops.subtract(mask, move_mask(mask, 0, 4)).filter(ImageFilter.GaussianBlur(2))
    dark = ImageChops.lighter(scale_tones(upper, 0.5), scale_tones(mask, floor))
    sprite = Image.new("RGBA", (w, h), (0, 0, 0, 0))
    sprite.putalpha(ImageChops.multiply(dark, mask))
    if box.edge:
        draw_hairline(sprite, (0, 0, w, h), box.radius, box.edge, max(1.8, box.width), box.corners)
    return sprite, 0, 0


def _draw_pit(box: Box) -> Stamp:
    """Pit: a hollow so deep that its floor is dark, for pieces that are gone."""
    return _draw_hollow(box, 0.42)


def _draw_gilt(box: Box) -> Stamp:
    """Gilt: a frame of gold around a filled tablet, or around nothing."""
    w, h = int(box.w), int(box.h)
    if box.fill:
        sprite, left, top = _draw_tablet(Box(0, 0, w, h, box.radius, box.fill, corners=box.corners))
        sprite = sprite.copy()
    else:
        sprite, left, top = Image.new("RGBA", (w + 2 * MARGIN, h + 2 * MARGIN)), -MARGIN, -MARGIN
    for inset, tone, width in ((0, GILT_DARK, 6.5), (1, GILT, 4.5), (2, GILT_LIGHT, 1.4)):
        area = (MARGIN + inset, MARGIN + inset, w - 2 * inset, h - 2 * inset)
        draw_hairline(sprite, area, max(1, box.radius - inset), tone, width, box.corners)
    return sprite, left, top


def _draw_stone(box: Box) -> Stamp:
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    veins = 0 if w < _BARE_STONE else max(2, w * h // 12_000)
    light, dark = mix_colours(colour, WHITE, 0.12), mix_colours(colour, "#B9AE98", 0.1)
    stone = draw_marble(w, h, 3 * w + h, light, dark, mix_colours(colour, "#8A8272", 0.4), veins, 46)
    return raise_texture(box, stone, Bevel(2, 0.6, 0.3, 0.04), *list_edges(box))


def _draw_wooden(box: Box) -> Stamp:
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    wood = draw_wood(w, h, w + h, mix_colours(colour, WHITE, 0.12), darken(colour, 0.18))
    return raise_texture(box, wood, Bevel(2, 0.4, 0.4, 0.05), *list_edges(box))


def _draw_pill(box: Box) -> Stamp:
    """Pill: a plain raised field, for a number or a word."""
    plain = fill_colour((int(box.w), int(box.h)), box.fill or WHITE)
    return raise_texture(box, plain, Bevel(2, 0.6, 0.26, 0.07, _LOW_SHADOW), *list_edges(box))


def _draw_metal(box: Box) -> Stamp:
    """Metal: a cast plate that shines along its upper half, with a rivet in each corner."""
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    edge = box.edge or darken(colour, 0.5)
    plate = mix_by_mask(mix_colours(colour, WHITE, 0.2), mix_colours(colour, edge, 0.16), draw_gradient(w, h))
    groove = Rule(4, max(1, box.radius - 4), mix_colours(colour, edge, 0.45), 1.2)
    sprite, left, top = raise_texture(box, plate, Bevel(2, 0.6, 0.34, 0.04, _LOW_SHADOW), groove, *list_edges(box))
    rivet = _draw_rivet(colour)
    for x in (_RIVET_INSET, w - _RIVET_INSET):
        for y in (_RIVET_INSET, h - _RIVET_INSET):
            sprite.alpha_composite(rivet, (x - left - rivet.width // 2, y - top - rivet.height // 2))
    return sprite, left, top


def _draw_rivet(colour: str) -> Image.Image:
    """Return the round head of a rivet in this metal, lit from the upper left."""
    k, side = _SAMPLES, 12
    head = Image.new("RGBX", (side * k, side * k))
    draw = ImageDraw.Draw(head)
    for dx, r, tone in (
        (0.0, 4.4, darken(colour, 0.55)),
        (-0.3, 3.4, colour),
        (-1.0, 1.5, mix_colours(colour, WHITE, 0.7)),
    ):
        middle = (side / 2 + dx) * k
        draw.ellipse((middle - r * k, middle - r * k, middle + r * k, middle + r * k), fill=tone)
    return Image.merge("RGBa", head.reduce(k).split()).convert("RGBA")


def _draw_rod(box: Box) -> Stamp:
    """Rod: a turned shaft between two knobs of brass."""
    colour, w, h = box.fill or WHITE, int(box.w), int(box.h)
    shaft = mix_by_mask(mix_colours(colour, WHITE, 0.22), darken(colour, 0.16), draw_gradient(w, h))
    for left in (0, w - _KNOB_W):
        knob = mix_by_mask(GILT_LIGHT, GILT_DARK, draw_gradient(_KNOB_W, h))
        shaft.paste(knob, (left, 0))
        ImageDraw.Draw(shaft).line(((seam := _KNOB_W if not left else left - 1), 0, seam, h), fill=darken(colour, 0.5))
    return raise_texture(box, shaft, Bevel(1.2, 0.5, 0.4, 0.04, _LOW_SHADOW), *list_edges(box))


def _draw_lacquer(box: Box) -> Stamp:
    """Lacquer: a plain dark field with a gold hairline."""
    w, h = int(box.w), int(box.h)
    rule = Rule(3, max(1, box.radius - 3), GILT, 1.3)
    return raise_texture(box, fill_colour((w, h), box.fill or WHITE), Bevel(2, 0.4, 0.3, 0.04), rule, *list_edges(box))


def _draw_scroll(box: Box) -> Stamp:
    """Scroll: a ribbon with swallow tails that stick out at both sides; its edge is the colour of its inner rule."""
    w, h, k = int(box.w), int(box.h), _SAMPLES
    face, tail = box.fill or WHITE, mix_colours(box.fill or WHITE, "#6A4520", 0.45)
    line, reach = "#3C2818", max(12, round(0.33 * h))
    ribbon = Image.new("RGBX", ((w + 2 * reach + 2 * MARGIN) * k, (h + 16 + 2 * MARGIN) * k))
    draw = ImageDraw.Draw(ribbon)

    def place(*points: tuple[float, float]) -> list[tuple[float, float]]:
        return [((x + MARGIN) * k, (y + MARGIN) * k) for x, y in points]

    for x, sign in ((0, 1), (w + 2 * reach, -1)):
        inner, notch = x + sign * (reach + 8), x + sign * 0.45 * reach
        outline = place((x, 8), (inner, 8), (inner, h + 7), (x, h + 7), (notch, h / 2 + 8))
        draw.polygon(outline, fill=tail, outline=line)
        fold = place((x + sign * reach, h), (inner, h), (inner, h + 7))
        draw.polygon(fold, fill=darken(tail, 0.4))
    draw.rectangle(place((reach, 0), (reach + w, h)), fill=face, outline=line, width=4)
    rule = box.edge or mix_colours(face, "#6A4520", 0.6)
    draw.rectangle(place((reach + 4, 4), (reach + w - 4, h - 4)), outline=rule, width=round(k * (box.width or 0.7)))
    small = Image.merge("RGBa", ribbon.reduce(k).split()).convert("RGBA")  # nothing drawn is half transparent
    return cast_shadow(small, 2, 3, 3, 0.5), -reach - MARGIN, -MARGIN


def _draw_kilim(box: Box) -> Stamp:
    w, h = int(box.w), int(box.h)
    band = Image.new("RGBA", (w, h + 2 * MARGIN))
    band.paste(draw_kilim(w, h), (0, MARGIN))
    return cast_shadow(band, 0, 3, 5, 0.55), 0, -MARGIN


MATERIALS: Mapping[str, Callable[[Box], Stamp]] = {
    "band": _draw_band,
    "cloth": _draw_cloth,
    "enamel": _draw_enamel,
    "gilt": _draw_gilt,
    "hollow": _draw_hollow,
    "kilim": _draw_kilim,
    "lacquer": _draw_lacquer,
    "metal": _draw_metal,
    "paper": _draw_paper,
    "pill": _draw_pill,
    "pit": _draw_pit,
    "rod": _draw_rod,
    "scroll": _draw_scroll,
    "stone": _draw_stone,
    "tablet": _draw_tablet,
    "vellum": _draw_vellum,
    "velvet": _draw_velvet,
    "wood": _draw_wooden,
}
"""Name -> how a box of it is drawn; a box fills its material with its own colour."""


_EVEN_MATERIALS = {"enamel", "hollow", "lacquer", "metal", "pill", "pit", "rod"}
"""All columns between the corners are the same."""


def draw_material(box: Box) -> Stamp:
    """Draw a box at (0, 0) with whole sides. Raises KeyError for an unknown material."""
    middle = ceil(max(box.radius, box.width)) + _RULE_REACH + LIT_REACH
    extra_width = int(box.w) - 2 * middle - 1
    if box.material not in _EVEN_MATERIALS or extra_width <= 0:
        return MATERIALS[box.material](box)
    narrow, left, top = _draw_narrow(replace(box, w=2 * middle + 1))
    return stretch_image(narrow, middle - left, 0, extra_width, 0), left, top


@keep_images
def _draw_narrow(box: Box) -> Stamp:
    """Draw a box of an even material as narrow as can be: boxes of every width are stretched from it."""
    return MATERIALS[box.material](box)


@keep_images
def split_material(box: Box) -> tuple[Stamp, ...]:
    """Return the sprite of a box as its opaque inner part, an RGB image, and the strips around it.

    An image without a mask is pasted in a tenth of the time.
    """
    sprite, left, top = draw_material(box)
    inset = ceil(max(box.radius, box.width)) + 1
    x0, y0, x1, y1 = inset - left, inset - top, int(box.w) - inset - left, int(box.h) - inset - top
    is_small = x1 <= x0 or (x1 - x0) * (y1 - y0) < _MIN_INNER_AREA
    if is_small or sprite.getchannel("A").crop((x0, y0, x1, y1)).getextrema()[0] != 255:
        return ((sprite, left, top),)
    w, h = sprite.size
    strips = ((0, 0, w, y0), (0, y1, w, h), (0, y0, x0, y1), (x1, y0, w, y1))
    inner = sprite.crop((x0, y0, x1, y1)).convert("RGB"), left + x0, top + y0
    return inner, *((sprite.crop(strip), left + strip[0], top + strip[1]) for strip in strips)
