"""Bevels: how a texture becomes a sprite that stands out from what it lies on, with lines along its edges."""

from math import ceil
from typing import NamedTuple

from PIL import Image

from render.kit.painting.image_cache import keep_images
from render.kit.painting.stamps import Stamp, stretch_image
from render.kit.scene import Box
from render.kit.surfaces.relief import (
    LIGHT,
    SHADE,
    cover_with,
    draw_hairline,
    draw_round_mask,
    draw_shadow,
    find_lit_edges,
    shade_slope,
)

MARGIN = 12  # px around a sprite for its shadow
LIT_REACH = 16  # px beyond its corners within which a box is lit, and its shadow changes


class Rule(NamedTuple):
    """A line along the edge of a box."""

    inset: int
    """px from the edge."""
    radius: float  # px of its own round corners
    colour: str  # of the line
    width: float  # px, from the inset inwards


class Bevel(NamedTuple):
    """How a box stands out from what it lies on."""

    depth: float  # px of its lit and dark edges
    highlight: float  # share of light on the lit edges
    shade: float  # share of shade on the dark edges
    gradient: float
    """Share of light and shade by the height of the box."""
    shadow: tuple[float, float, float, float] = (2, 4, 4, 0.52)
    """Offset to the right and down, blur, and share of its shadow."""


def raise_texture(box: Box, texture: Image.Image, bevel: Bevel, *rules: Rule) -> Stamp:
    """Return a texture as a bevelled sprite with these lines on it, above its shadow.

    All but the texture is drawn for a small box, once for boxes of every size, and stretched.
    """
    reach = ceil(max(box.radius, *(rule.inset + max(rule.radius, rule.width) for rule in rules), 0)) + LIT_REACH
    w, h = texture.size
    wide, high = max(0, w - 2 * reach - 2), max(0, h - 2 * reach - 2)
    frame = _draw_frame(w - wide, h - high, box.radius, box.corners, bevel, rules)
    shade_slope(texture, bevel.gradient)
    body = Image.new("RGB", (w + 2 * MARGIN, h + 2 * MARGIN))
    body.paste(texture, (MARGIN, MARGIN))
    if not wide + high:
        return _lay_frame(body, *frame), -MARGIN, -MARGIN
    whole, (right, bottom) = body.convert("RGBA"), frame[1].size
    x, y = (MARGIN + reach if wide else right // 2), (MARGIN + reach if high else bottom // 2)
    for strip, place, extra in (
        ((0, 0, right, y), (0, 0), (wide, 0)),
        ((0, y + 1, right, bottom), (0, y + 1 + high), (wide, 0)),
        ((0, y, x, y + 1), (0, y), (0, high)),
        ((x + 1, y, right, y + 1), (x + 1 + wide, y), (0, high)),
    ):
        layers = [stretch_image(layer.crop(strip), x, 0, *extra) for layer in frame]
        part = body.crop((*place, place[0] + layers[0].width, place[1] + layers[0].height))
        whole.paste(_lay_frame(part, *layers), place)
    return whole, -MARGIN, -MARGIN


def _lay_frame(body: Image.Image, lines: Image.Image, mask: Image.Image, shadow: Image.Image) -> Image.Image:
    """Return the body as far as its mask is white, with lines on it, above the shadow."""
    body.paste(lines, (0, 0), lines)
    body.putalpha(mask)
    whole = shadow.copy()
    whole.alpha_composite(body)
    return whole


@keep_images
def _draw_frame(
    w: int, h: int, radius: float, corners: tuple[bool, bool, bool, bool], bevel: Bevel, rules: tuple[Rule, ...]
) -> tuple[Image.Image, Image.Image, Image.Image]:
    """Return the light and the lines that lie on a box, its mask, and its shadow, with margins."""
    mask = Image.new("L", (w + 2 * MARGIN, h + 2 * MARGIN))
    mask.paste(draw_round_mask(w, h, radius, corners), (MARGIN, MARGIN))
    lit, dark, place = find_lit_edges(mask, bevel.depth, bevel.highlight, bevel.shade, 0)
    lines = Image.new("RGBA", mask.size)
    lines.alpha_composite(cover_with(LIGHT, lit), place)
    lines.alpha_composite(cover_with(SHADE, dark), place)
    for inset, rule_radius, colour, width in rules:
        area = (MARGIN + inset, MARGIN + inset, w - 2 * inset, h - 2 * inset)
        draw_hairline(lines, area, rule_radius, colour, width, corners)
    return lines, mask, draw_shadow(mask, *bevel.shadow)


def list_edges(box: Box) -> tuple[Rule, ...]:
    """Return the line at the edge of a box that has one."""
    return (Rule(0, box.radius, box.edge, box.width),) if box.edge and box.width else ()
