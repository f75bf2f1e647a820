"""Pasting a vignette: its ink fades towards its own edge and before everything that must be read."""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.colour import parse_rgb
from render.kit.illustration import Rectangle, Vignette
from render.kit.surfaces.noise import scale_tones
from render.kit.vignettes.sheet import Masks, load_plate

_FADE = 8  # px: the ink fades over as much around every word
_EDGE_SHARE = 1 / 12  # of the plate: over which it fades at its own edge
_TINT_STRENGTH = 0.13


def paste_vignette(canvas: Image.Image, vignette: Vignette) -> None:
    """Paste a placed vignette; one without a place is not shown."""
    if vignette.plate is None:
        return
    room = (round(vignette.w), round(vignette.h))
    ink, body = _draw_masks(vignette.name, room, vignette.plate, vignette.kept_clear, vignette.strength)
    corner = round(vignette.x), round(vignette.y)
    if vignette.tint is not None:
        canvas.paste(parse_rgb(vignette.tint), corner, body)
    canvas.paste(parse_rgb(vignette.ink), corner, ink)


@lru_cache(maxsize=96)
def _draw_masks(
    name: str, room: tuple[int, int], plate: Rectangle, kept_clear: tuple[Rectangle, ...], strength: float
) -> Masks:
    """Return the masks of ink and tint for the whole room of a vignette."""
    left, top, right = (round(side) for side in plate[:3])
    side = right - left
    ink, body = load_plate(name, side)
    fade = Image.new("L", (side, side))
    inset = max(1, round(side * _EDGE_SHARE / 2))
    ImageDraw.Draw(fade).rectangle((inset, inset, side - inset, side - inset), fill=255)
    fade = fade.filter(ImageFilter.GaussianBlur(inset))
    free = Image.new("L", room, 255)
    draw = ImageDraw.Draw(free)
    for box in kept_clear:
        draw.rounded_rectangle(box, _FADE, fill=0)
    free = free.filter(ImageFilter.GaussianBlur(_FADE / 2))
    masks = []
    for mask, share in ((ink, strength), (body, _TINT_STRENGTH)):
        whole = Image.new("L", room)
        whole.paste(ImageChops.multiply(mask, fade), (left, top))
        masks.append(scale_tones(ImageChops.multiply(whole, free), share))
    return masks[0], masks[1]
