"""Pasting a vignette: its ink fades towards its own edge and before everything that must be read."""

from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.illustration import Vignette
from render.kit.painting.image_cache import keep_images
from render.kit.painting.stamps import Stamp, paste_stamp
from render.kit.surfaces.noise import scale_tones
from render.kit.surfaces.relief import cover_with
from render.kit.vignettes.sheet import load_body, load_ink

_FADE = 8  # px: the ink fades over as much around every word
_EDGE_SHARE = 1 / 12  # of the plate: over which it fades at its own edge
_TINT_STRENGTH = 0.13


def paste_vignette(canvas: Image.Image, vignette: Vignette) -> None:
    """Paste a placed vignette; one without a place is not shown."""
    if vignette.plate is None:
        return
    sprite, dx, dy = draw_engraving(replace(vignette, x=0, y=0))
    paste_stamp(canvas, sprite, round(vignette.x) + dx, round(vignette.y) + dy)


@keep_images
def draw_engraving(vignette: Vignette) -> Stamp:
    """Cut the printed plate of a placed vignette to its room, which begins at (0, 0), and fade it before words."""
    assert vignette.plate is not None
    x, y, right = (round(side) for side in vignette.plate[:3])
    plate = print_plate(vignette.name, right - x, vignette.ink, vignette.tint, vignette.strength)
    left, top = max(0, x), max(0, y)
    w, h = min(right, round(vignette.w)) - left, min(y + plate.height, round(vignette.h)) - top
    sprite = plate.crop((left - x, top - y, left - x + w, top - y + h))
    if vignette.kept_clear:
        free = Image.new("L", (w, h), 255)
        draw = ImageDraw.Draw(free)
        for x0, y0, x1, y1 in vignette.kept_clear:
            draw.rounded_rectangle((x0 - left, y0 - top, x1 - left, y1 - top), _FADE, fill=0)
        free = free.filter(ImageFilter.BoxBlur(_FADE / 2))
        sprite.putalpha(ImageChops.multiply(sprite.getchannel("A"), free))
    return sprite, left, top


@keep_images
def print_plate(name: str, side: int, ink_colour: str, tint: str | None, strength: float) -> Image.Image:
    """Return a plate as a sprite that fades at its own edge: its ink over its tint."""
    fade = _draw_fade(side)
    printed = cover_with(ink_colour, scale_tones(ImageChops.multiply(load_ink(name, side), fade), strength))
    if tint is None:
        return printed
    sprite = cover_with(tint, scale_tones(ImageChops.multiply(load_body(name, side), fade), _TINT_STRENGTH))
    sprite.alpha_composite(printed)
    return sprite


@keep_images
def _draw_fade(side: int) -> Image.Image:
    """Return the mask of a plate that is white within and black at its edge."""
    fade = Image.new("L", (side, side))
    inset = max(1, round(side * _EDGE_SHARE / 2))
    ImageDraw.Draw(fade).rectangle((inset, inset, side - inset, side - inset), fill=255)
    return fade.filter(ImageFilter.BoxBlur(inset))
