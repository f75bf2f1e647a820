"""Pasting a vignette: its ink fades towards its own edge and before everything that must be read."""

from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.illustration import Vignette
from render.kit.painting.stamps import Stamp
from render.kit.surfaces.noise import fill_colour, scale_tones
from render.kit.vignettes.sheet import load_plate

_FADE = 8  # px: the ink fades over as much around every word
_EDGE_SHARE = 1 / 12  # of the plate: over which it fades at its own edge
_TINT_STRENGTH = 0.13


def paste_vignette(canvas: Image.Image, vignette: Vignette) -> None:
    """Paste a placed vignette; one without a place is not shown."""
    if vignette.plate is None:
        return
    sprite, dx, dy = _draw_engraving(replace(vignette, x=0, y=0))
    canvas.paste(sprite, (round(vignette.x) + dx, round(vignette.y) + dy), sprite)


@lru_cache(maxsize=128)
def _draw_engraving(vignette: Vignette) -> Stamp:
    """Draw a placed vignette whose room begins at (0, 0): its ink over its tint, cut to what is visible."""
    assert vignette.plate is not None
    left, top, right = (round(side) for side in vignette.plate[:3])
    side = right - left
    ink, body = load_plate(vignette.name, side)
    fade = Image.new("L", (side, side))
    inset = max(1, round(side * _EDGE_SHARE / 2))
    ImageDraw.Draw(fade).rectangle((inset, inset, side - inset, side - inset), fill=255)
    fade = fade.filter(ImageFilter.BoxBlur(inset))
    free = Image.new("L", (round(vignette.w), round(vignette.h)), 255)
    draw = ImageDraw.Draw(free)
    for box in vignette.kept_clear:
        draw.rounded_rectangle(box, _FADE, fill=0)
    free = free.filter(ImageFilter.BoxBlur(_FADE / 2))
    sprite = Image.new("RGBA", free.size)
    for mask, colour, share in ((body, vignette.tint, _TINT_STRENGTH), (ink, vignette.ink, vignette.strength)):
        if colour is not None:
            whole = Image.new("L", free.size)
            whole.paste(ImageChops.multiply(mask, fade), (left, top))
            layer = fill_colour(free.size, colour).convert("RGBA")
            layer.putalpha(scale_tones(ImageChops.multiply(whole, free), share))
            sprite.alpha_composite(layer)
    visible = sprite.getchannel("A").getbbox() or (0, 0, 1, 1)
    return sprite.crop(visible), visible[0], visible[1]
