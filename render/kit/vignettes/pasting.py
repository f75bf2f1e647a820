"""Pasting a vignette: its ink fades towards its own edge and before everything that must be read."""

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from render.kit.bounds import Bounds
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
    x, y, right = (round(side) for side in vignette.plate[:3])
    left, top = max(0, x), max(0, y)
    w, h = min(right, round(vignette.w)) - left, min(y + right - x, round(vignette.h)) - top
    kept_clear = tuple(
        (x0 - left, y0 - top, x1 - left, y1 - top)
        for x0, y0, x1, y1 in vignette.kept_clear
        if x0 - _FADE < left + w and x1 + _FADE > left and y0 - _FADE < top + h and y1 + _FADE > top
    )
    cut = (left - x, top - y, left - x + w, top - y + h)
    masks = draw_engraving(vignette.name, right - x, cut, kept_clear, vignette.strength, vignette.tint is not None)
    for colour, mask in zip((vignette.tint, vignette.ink)[vignette.tint is None :], masks, strict=True):
        assert colour is not None
        paste_colour(canvas, colour, round(vignette.x) + left, round(vignette.y) + top, mask)


@keep_images
def draw_engraving(
    name: str,
    side: int,
    cut: tuple[int, int, int, int],
    kept_clear: tuple[Bounds, ...],
    strength: float,
    has_tint: bool,
) -> Masks:
    """Return the masks of a part of a plate, faded before what must be read.

    side: of the plate, in px; cut: the part; kept_clear: bounds of words and small pieces, from its upper left corner

    Masks of tint and ink take half of the memory of a sprite, and need not be laid above each other first.
    """
    *tints, ink = (plate.crop(cut) for plate in load_faded_plate(name, side, has_tint))
    if not kept_clear:
        return (*tints, scale_tones(ink, strength))
    free = _draw_free_room(ink.width, ink.height, kept_clear)
    masks = (ImageChops.multiply(tint, free) for tint in tints)
    return (*masks, ImageChops.multiply(ink, scale_tones(free, strength)))


@keep_images
def load_faded_plate(name: str, side: int, has_tint: bool) -> Masks:
    """Return what the forms of a plate cover, if it is tinted, and its ink; both fade at the edge of the plate."""
    ink = ImageChops.multiply(load_ink(name, side), _draw_fade(side, 1))
    if not has_tint:
        return (ink,)
    return ImageChops.multiply(load_body(name, side), _draw_fade(side, _TINT_STRENGTH)), ink


@keep_images
def _draw_fade(side: int, strength: float) -> Image.Image:
    """Return the mask of a plate that is as white as `strength` within, and black at its edge."""
    fade = Image.new("L", (side, side))
    inset = max(1, round(side * _EDGE_SHARE / 2))
    ImageDraw.Draw(fade).rectangle((inset, inset, side - inset, side - inset), fill=round(255 * strength))
    return fade.filter(ImageFilter.BoxBlur(inset))


def _draw_free_room(w: int, h: int, kept_clear: tuple[Bounds, ...]) -> Image.Image:
    """Return a mask that fades to black where the ink must fade. It has no fine detail, so half its size is drawn."""
    free = Image.new("L", ((w + 1) // 2, (h + 1) // 2), 255)
    draw = ImageDraw.Draw(free)
    for x0, y0, x1, y1 in kept_clear:
        draw.rounded_rectangle((x0 / 2, y0 / 2, x1 / 2, y1 / 2), _FADE / 2, fill=0)
    soft = free.filter(ImageFilter.BoxBlur(_FADE / 4))
    return soft.resize((w, h), Image.Resampling.BILINEAR, (0, 0, w / 2, h / 2))
