"""Lettering: which face and size a line of text gets, and its mask.

On pictures with materials, names, titles and numbers from 30 px up stand in the serif; running lines and small signs in
the sans. The layout measures everything in the sans, so the serif takes a size at which it is no wider.
"""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from render.kit import fonts
from render.kit.painting.stamps import Stamp, paste_colour
from render.kit.scene import TextRun
from render.kit.text import BASELINE, has_glyph, measure_text

SERIF_FROM = 30
"""px; smaller text is easier to read without serifs."""
_HALO_SHARE = 0.09  # width of a halo as a share of the size
_SMALLEST = 14  # px


def choose_face(run: TextRun, *, has_serif: bool) -> tuple[fonts.Face, int]:
    """Return the face of a line of text and its size in px. has_serif: the picture uses the serif at all."""
    is_serif = run.face == "serif" or (run.face == "" and run.size >= SERIF_FROM)
    if not has_serif or not is_serif or not has_serif_glyphs(run.text):
        return run.weight, run.size
    return "serif", _find_serif_size(run.text, run.size, run.weight)


@lru_cache(maxsize=2048)
def has_serif_glyphs(text: str) -> bool:
    """Return whether the serif has every character: a name with a rarer one stands wholly in the sans."""
    return all(char.isspace() or has_glyph(char, "serif") for char in text)


@lru_cache(maxsize=2048)
def _find_serif_size(text: str, size: int, weight: fonts.Face) -> int:
    """Return the largest size, at most 1 px above the wanted one, at which the serif is no wider than the sans."""
    width = measure_text(text, size, weight) + 1
    serif_size = size + 1
    while serif_size > _SMALLEST and measure_text(text, serif_size, "serif") > width:
        serif_size -= 1
    return serif_size


@lru_cache(maxsize=1024)
def draw_text_mask(text: str, size: int, face: fonts.Face, anchor: str, stroke: int = 0) -> Stamp:
    """Return a line of text as a coverage mask, with its offset from the anchor point at optical mid-height."""
    if not stroke:
        with fonts.LOCK:
            glyphs, (dx, dy) = fonts.load_font(face, size).getmask2(text, "L", anchor=anchor + "s")
        box = glyphs.getbbox()
        if box is not None:
            line = Image.new("L", (box[2] - box[0], box[3] - box[1]))
            line.im = glyphs.crop(box)
            return line, dx + box[0], dy + box[1]
    x, y = ceil(measure_text(text, size, face)) + size, 2 * size  # enough space on every side for any anchor
    mask = Image.new("L", (2 * x, 3 * size + stroke))
    font = fonts.load_font(face, size)
    with fonts.LOCK:
        ImageDraw.Draw(mask).text((x, y), text, fill=255, font=font, anchor=anchor + "s", stroke_width=stroke)
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop((left, top, right, bottom)), left - x, top - y


def paste_text(canvas: Image.Image, run: TextRun, *, has_serif: bool) -> None:
    face, size = choose_face(run, has_serif=has_serif)
    x, y = round(run.x), round(run.y + BASELINE * size)
    if run.halo is not None:
        halo, dx, dy = draw_text_mask(run.text, size, face, run.anchor, max(2, round(_HALO_SHARE * size)))
        paste_colour(canvas, run.halo, x + dx, y + dy, halo)
    mask, dx, dy = draw_text_mask(run.text, size, face, run.anchor)
    paste_colour(canvas, run.colour, x + dx, y + dy, mask)
