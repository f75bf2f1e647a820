"""Stamps: pieces and shapes as small images, drawn large and reduced, and cached by what they show.

Large pieces are drawn at 2x, all others at 4x.
"""

from dataclasses import replace
from functools import lru_cache
from math import ceil, floor

from PIL import Image, ImageDraw

from render.kit import fonts
from render.kit.bounds import measure_bounds, unite_bounds
from render.kit.colour import WHITE
from render.kit.icons import load_icons, unfold_icon
from render.kit.painting.image_cache import keep_images
from render.kit.scene import Arc, Box, Disc, Icon, Numeral, Piece, Poly, Polyline, Shape
from render.kit.surfaces.noise import fill_colour
from render.kit.text import BASELINE

STATIC_SCALE, SPRITE_SCALE = 2, 4
LARGE_PIECE_AREA = 200 * 200
"""px². A larger piece is drawn at STATIC_SCALE."""
_MIN_STRETCH = 32  # px: minimum length beyond the corners of a box for drawing only the corners

Stamp = tuple[Image.Image, int, int]  # image or mask, and the offset of its upper left corner


def paste_image(canvas: Image.Image, image: Image.Image, left: int, top: int, mask: Image.Image | None = None) -> None:
    """Paste an image onto an RGB canvas: RGBA through its alpha, RGB through `mask`.

    This skips the checks of `Image.paste`, a tenth of the time of a picture with cached stamps.
    """
    if mask is None and image.mode == "RGBA":
        mask = image
    box = left, top, left + image.width, top + image.height
    if mask is None:
        canvas.im.paste(image.im, box)
    else:
        canvas.im.paste(image.im, box, mask.im)


def paste_colour(canvas: Image.Image, colour: str, left: int, top: int, mask: Image.Image) -> None:
    """Blend a colour into an RGB canvas with the strength of the mask (white: full).

    A filled image is pasted because that is faster than a plain colour.
    """
    paste_image(canvas, fill_colour(mask.size, colour), left, top, mask)


def align_box(box: Box) -> Box:
    """Move the box to the origin with every side on a whole px: sharper, and cards in a row with a fractional pitch
    mostly share one drawing.
    """
    w, h = round(box.x + box.w) - round(box.x), round(box.y + box.h) - round(box.y)
    return Box(0, 0, w, h, box.radius, box.fill, box.edge, box.width, box.corners, box.material)


@lru_cache(maxsize=512)
def split_box(box: Box) -> tuple[tuple[int, int, int, int] | None, tuple[Stamp, ...]]:
    """Split a large box into its inner part, which is all fill or nothing, and the strips around it.

    Filling the inner part takes a fraction of the time of pasting an image of it through a mask.
    """
    # 1 px around it, 1 for rounding its position, 1 spare
    side, edge = ceil(max(box.radius, box.width)) + 3, ceil(box.width) + 3
    extra_width, extra_height = (max(0, int(length) - 2 * side - 2) for length in (box.w, box.h))
    small, dx, dy = draw_stamp(replace(box, w=box.w - extra_width, h=box.h - extra_height), 1)
    w, h = small.size
    if w <= 2 * side or h <= 2 * edge:
        return None, ((stretch_image(small, w // 2, h // 2, extra_width, extra_height), dx, dy),)
    above, below = (stretch_image(small.crop((0, y, w, y + edge)), w // 2, 0, extra_width, 0) for y in (0, h - edge))
    middle = h // 2 - edge
    left, right = (
        stretch_image(small.crop((x, edge, x + side, h - edge)), 0, middle, 0, extra_height) for x in (0, w - side)
    )
    w, h = w + extra_width, h + extra_height
    strips = ((above, dx, dy), (below, dx, dy + h - edge), (left, dx, dy + edge), (right, dx + w - side, dy + edge))
    return (dx + side, dy + edge, dx + w - side, dy + h - edge), strips


@keep_images
def draw_stamp(drawing: Piece | Shape, scale: float) -> Stamp:
    """Return a piece or shape drawn enlarged around its origin and reduced; for a box only corners and edges are drawn,
    once for boxes of every size.
    """
    if isinstance(drawing, Box) and scale == 1:
        corner = ceil(drawing.radius + drawing.width) + 3
        extra_width, extra_height = (max(0, int(side) - 2 * corner - 2) for side in (drawing.w, drawing.h))
        if extra_width + extra_height > _MIN_STRETCH:
            small, left, top = draw_stamp(
                replace(drawing, w=drawing.w - extra_width, h=drawing.h - extra_height), scale
            )
            return stretch_image(small, corner - left, corner - top, extra_width, extra_height), left, top
    shapes = (drawing,) if isinstance(drawing, Shape) else drawing.shapes()
    return draw_reduced(shapes, scale, is_piece=not isinstance(drawing, Shape))


def stretch_image(small: Image.Image, x: int, y: int, extra_width: int, extra_height: int) -> Image.Image:
    """Return the image with its column x repeated `extra_width` times more, and its row y `extra_height` times more."""
    w, h = small.size
    if extra_width:
        widened = Image.new(small.mode, (w + extra_width, h))
        column = small.resize((extra_width, h), Image.Resampling.NEAREST, (x, 0, x + 1, h))
        _copy_over(widened, small, extra_width, 0)
        _copy_over(widened, column, x + 1, 0)
        _copy_over(widened, small.crop((0, 0, x + 1, h)), 0, 0)
        small, w = widened, w + extra_width
    if extra_height:
        heightened = Image.new(small.mode, (w, h + extra_height))
        row = small.resize((w, extra_height), Image.Resampling.NEAREST, (0, y, w, y + 1))
        _copy_over(heightened, small, 0, extra_height)
        _copy_over(heightened, row, 0, y + 1)
        _copy_over(heightened, small.crop((0, 0, w, y + 1)), 0, 0)
        small = heightened
    return small


def _copy_over(image: Image.Image, part: Image.Image, left: int, top: int) -> None:
    """Copy a part over an image of its mode, without the checks of `Image.paste`, which take longer than that."""
    image.im.paste(part.im, (left, top, left + part.width, top + part.height))


def draw_reduced(shapes: tuple[Shape, ...], scale: float, *, is_piece: bool = True) -> Stamp:
    """Draw shapes in one image and reduce it. is_piece: if large, they are drawn at the scale of the background."""
    bounds = unite_bounds(tuple(map(measure_bounds, shapes)))
    left, top = floor(bounds[0] * scale) - 1, floor(bounds[1] * scale) - 1
    width, height = ceil(bounds[2] * scale) + 1 - left, ceil(bounds[3] * scale) + 1 - top
    k = STATIC_SCALE if is_piece and width * height > LARGE_PIECE_AREA else SPRITE_SCALE
    # Nothing drawn is half transparent, so colour and coverage can be averaged directly. Reducing RGBA first converts
    # the large image to premultiplied values, which took longer than drawing it.
    big = Image.new("RGBX", (width * k, height * k))
    draw = ImageDraw.Draw(big)
    for shape in shapes:
        draw_shape(draw, shape, k * scale, -left * k, -top * k)
    return Image.merge("RGBa", big.reduce(k).split()).convert("RGBA"), left, top


@keep_images
def draw_shape_mask(shape: Shape) -> Stamp:
    """Return the coverage of a shape.

    A mask takes a quarter of the memory and time of a stamp and serves every colour of a one-coloured shape.
    """
    bounds, k = measure_bounds(shape), SPRITE_SCALE
    left, top = floor(bounds[0]) - 1, floor(bounds[1]) - 1
    mask = Image.new("L", ((ceil(bounds[2]) + 1 - left) * k, (ceil(bounds[3]) + 1 - top) * k))
    draw_shape(ImageDraw.Draw(mask), shape, k, -left * k, -top * k)
    return mask.reduce(k), left, top


def find_only_colour(shape: Shape) -> str | None:
    """Return the colour that all drawn parts of a shape have; None if they differ."""
    if isinstance(shape, Numeral | Polyline | Arc):
        return shape.colour
    if isinstance(shape, Icon) and (shape.edge not in {None, shape.fill} or is_many_coloured(shape)):
        return None
    return shape.fill or shape.edge if shape.fill is None or shape.edge in {None, shape.fill} else None


def is_many_coloured(shape: Shape) -> bool:
    """Return whether an icon has tones besides its fill and its edge."""
    return isinstance(shape, Icon) and any(stroke.tone for stroke in load_icons()[shape.name])


def whiten_shape(shape: Shape) -> Shape:
    if isinstance(shape, Numeral | Polyline | Arc):
        return replace(shape, colour=WHITE)
    if isinstance(shape, Icon):
        return replace(shape, fill=WHITE, background=WHITE, edge=shape.edge and WHITE)
    return replace(shape, fill=shape.fill and WHITE, edge=shape.edge and WHITE)


@lru_cache(maxsize=256)
def draw_master_numeral(text: str) -> Image.Image:
    """Return a numeral at master size, centred on its advance width, cap height around the middle row."""
    face = fonts.load_font("bold", fonts.MASTER)
    with fonts.LOCK:
        width = ceil(face.getlength(text))
        mask = Image.new("L", (width, fonts.MASTER))
        baseline = fonts.MASTER / 2 + BASELINE * fonts.MASTER
        ImageDraw.Draw(mask).text((width / 2, baseline), text, fill=255, font=face, anchor="ms")
    return mask


@lru_cache(maxsize=256)
def scale_numeral(text: str, ratio: float) -> Image.Image:
    """Return a numeral scaled from master size. Cached: letters of seats and small numbers appear on many pieces."""
    mask = draw_master_numeral(text)
    size = max(1, round(mask.width * ratio)), max(1, round(mask.height * ratio))
    return mask.resize(size, Image.Resampling.BICUBIC)


def draw_shape(draw: ImageDraw.ImageDraw, shape: Shape, k: float, dx: float, dy: float) -> None:
    """Draw one shape scaled by `k`, then moved by (dx, dy) px of the large picture."""

    def scale_points(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(x * k + dx, y * k + dy) for x, y in points]

    def find_circle_box(x: float, y: float, r: float) -> tuple[float, float, float, float]:
        # The right and lower bounds of Pillow are inclusive.
        return (x - r) * k + dx, (y - r) * k + dy, (x + r) * k + dx - 1, (y + r) * k + dy - 1

    match shape:
        case Disc():
            draw.ellipse(find_circle_box(shape.x, shape.y, shape.r), shape.fill, shape.edge, round(shape.width * k))
        case Box():
            bounds = (
                shape.x * k + dx,
                shape.y * k + dy,
                (shape.x + shape.w) * k + dx - 1,
                (shape.y + shape.h) * k + dy - 1,
            )
            draw.rounded_rectangle(
                bounds, shape.radius * k, shape.fill, shape.edge, round(shape.width * k), corners=shape.corners
            )
        case Poly():
            corners = scale_points(shape.points)
            if shape.fill:
                draw.polygon(corners, shape.fill)
            if shape.edge:
                _draw_polyline(draw, [*corners, corners[0]], shape.edge, shape.width * k)
        case Polyline():
            _draw_polyline(draw, scale_points(shape.points), shape.colour, shape.width * k)
        case Arc():
            bounds = find_circle_box(shape.x, shape.y, shape.r)
            draw.arc(bounds, shape.start, shape.end, shape.colour, round(shape.width * k))
        case Icon():
            for part in unfold_icon(shape):
                draw_shape(draw, part, k, dx, dy)
        case Numeral():
            mask = scale_numeral(shape.text, shape.size * k / fonts.MASTER)
            x, y = shape.x * k + dx - mask.width / 2, shape.y * k + dy - mask.height / 2
            draw.bitmap((round(x), round(y)), mask, fill=shape.colour)


def _draw_polyline(draw: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str, width: float) -> None:
    """Draw a polyline with round joints and ends."""
    draw.line(points, colour, round(width))
    r = width / 2
    if r >= 1:
        for x, y in points:
            draw.ellipse((x - r, y - r, x + r, y + r), colour)
