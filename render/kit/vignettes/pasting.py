"""Pasting a vignette: its ink fades towards its own edge and before everything that must be read."""

from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.illustration import Vignette
from render.kit.painting.image_cache import keep_images
from render.kit.painting.stamps import paste_colour
from render.kit.surfaces.noise import scale_tones
from render.kit.vignettes.sheet import load_body, load_ink

_FADE = 8  # px around every word over which the ink fades
_EDGE_SHARE = 1 / 12  # share of the plate over which the ink fades at its edge
_TINT_STRENGTH = 0.13

Masks = tuple[Image.Image, ...]
"""Masks of the tint, if there is one, and of the ink."""


def paste_vignette(canvas: Image.Image, vignette: Vignette) -> None:
    """Paste a placed vignette, its tint and its ink; one without a place is not shown."""
    if vignette.plate is None:
        return
    masks, dx, dy = draw_engraving(replace(vignette, x=0, y=0, ink="", tint=vignette.tint and ""))
    for colour, mask in zip((vignette.tint, vignette.ink)[vignette.tint is None :], masks, strict=True):
        assert colour is not None
        paste_colour(canvas, colour, round(vignette.x) + dx, round(vignette.y) + dy, mask)


@keep_images
def draw_engraving(vignette: Vignette) -> tuple[Masks, int, int]:
    """Cut the masks of a placed vignette to its room, which begins at (0, 0), and fade them before words.

    Masks of both take half of the memory of a sprite, and need not be laid above each other first.
    """
    assert vignette.plate is not None
    x, y, right = (round(side) for side in vignette.plate[:3])
    side, strengths = right - x, (_TINT_STRENGTH, vignette.strength)[vignette.tint is None :]
    left, top = max(0, x), max(0, y)
    w, h = min(right, round(vignette.w)) - left, min(y + side, round(vignette.h)) - top
    box = (left - x, top - y, left - x + w, top - y + h)
    plates = load_faded_plate(vignette.name, side, vignette.tint is not None)
    masks = [scale_tones(plate.crop(box), strength) for plate, strength in zip(plates, strengths, strict=True)]
    if vignette.kept_clear:
        free = Image.new("L", (w, h), 255)
        draw = ImageDraw.Draw(free)
        for x0, y0, x1, y1 in vignette.kept_clear:
            draw.rounded_rectangle((x0 - left, y0 - top, x1 - left, y1 - top), _FADE, fill=0)
        free = free.filter(ImageFilter.BoxBlur(_FADE / 2))
        masks = [ImageChops.multiply(mask, free) for mask in masks]
    return tuple(masks), left, top


@keep_images
def load_faded_plate(name: str, side: int, has_tint: bool) -> Masks:
    """Return what the forms of a plate cover, if it is tinted, and its ink; both fade at the edge of the plate."""
    loaders = (load_body, load_ink) if has_tint else (load_ink,)
    return tuple(ImageChops.multiply(load(name, side), _draw_fade(side)) for load in loaders)


@keep_images
def _draw_fade(side: int) -> Image.Image:
    """Return the mask of a plate that is white within and black at its edge."""
    fade = Image.new("L", (side, side))
    inset = max(1, round(side * _EDGE_SHARE / 2))
    ImageDraw.Draw(fade).rectangle((inset, inset, side - inset, side - inset), fill=255)
    return fade.filter(ImageFilter.BoxBlur(inset))
