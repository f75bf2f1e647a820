"""Lettering: which face and size a line of text gets, and its mask.

On pictures with materials, names, titles and numbers from 30 px up stand in the serif; running lines and small signs in
the sans. The layout measures everything in the sans, so the serif takes a size at which it is no wider.
"""

from functools import lru_cache
from math import ceil

from PIL import Image, ImageChops, ImageDraw

from render.kit import fonts
from render.kit.painting.stamps import Stamp, paste_colour
from render.kit.scene import Align, TextRun
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


@lru_cache(maxsize=512)
def draw_text_mask(text: str, size: int, face: fonts.Face, anchor: Align, stroke: int = 0) -> Stamp:
    """Return a line of text as a coverage mask, with its offset from the anchor point at optical mid-height."""
    if not stroke:
        mask, left, top = _set_line(text, size, face)
        width = round(measure_text(text, size, face))
        return mask, left - {"l": 0, "m": (width + 1) // 2, "r": width}[anchor], top
    x, y = ceil(measure_text(text, size, face)) + size, 2 * size  # enough space on every side for any anchor
    mask = Image.new("L", (2 * x, 3 * size + stroke))
    font = fonts.load_font(face, size)
    with fonts.LOCK:
        ImageDraw.Draw(mask).text((x, y), text, fill=255, font=font, anchor=anchor + "s", stroke_width=stroke)
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop((left, top, right, bottom)), left - x, top - y


def _set_line(text: str, size: int, face: fonts.Face) -> Stamp:
    """Set a line of drawn characters, with its offset from the left end of the baseline.

    The mask is that of FreeType: every character begins at a whole px, and there is no kerning.
    """
    glyphs: list[Stamp] = []
    pen = 0
    for char in text:
        glyph = draw_glyph(char, size, face)
        if glyph is not None:
            glyphs.append((glyph[0], pen + glyph[1], glyph[2]))
        pen += round(measure_text(char, size, face))
    left = min((x for _, x, _ in glyphs), default=0)
    top = min((y for _, _, y in glyphs), default=0)
    right = max((x + mask.width for mask, x, _ in glyphs), default=1)
    bottom = max((y + mask.height for mask, _, y in glyphs), default=1)
    line = Image.new("L", (right - left, bottom - top))
    end = left
    for mask, x, y in glyphs:
        box = x - left, y - top, x - left + mask.width, y - top + mask.height
        both = ImageChops.screen(mask, line.crop(box)) if x < end else mask  # it may reach into the one before
        line.im.paste(both.im, box)
        end = max(end, x + mask.width)
    return line, left, top


@lru_cache(maxsize=2048)
def draw_glyph(char: str, size: int, face: fonts.Face) -> Stamp | None:
    """Return the mask of a character, with its offset from the pen on the baseline; None for a space.

    Kept, as FreeType takes 20 times as long to draw a character as it takes to paste its mask.
    """
    with fonts.LOCK:
        drawn, (dx, dy) = fonts.load_font(face, size).getmask2(char, "L", anchor="ls")
    box = drawn.getbbox()
    if box is None:
        return None
    mask = Image.new("L", (box[2] - box[0], box[3] - box[1]))
    mask.im = drawn.crop(box)
    return mask, dx + box[0], dy + box[1]


def paste_text(canvas: Image.Image, run: TextRun, *, has_serif: bool) -> None:
    face, size = choose_face(run, has_serif=has_serif)
    x, y = round(run.x), round(run.y + BASELINE * size)
    if run.halo is not None:
        halo, dx, dy = draw_text_mask(run.text, size, face, run.anchor, max(2, round(_HALO_SHARE * size)))
        paste_colour(canvas, run.halo, x + dx, y + dy, halo)
    mask, dx, dy = draw_text_mask(run.text, size, face, run.anchor)
    paste_colour(canvas, run.colour, x + dx, y + dy, mask)
