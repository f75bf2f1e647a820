"""The painter: Scenes in, PNG bytes out.

The static layer and large pieces are drawn at 2x and reduced, other pieces and single shapes at 4x, text is set once at
its size as masks; all three are cached. The finished picture is mapped to the theme's fixed palette without dither and
encoded as PNG. Every cache is a pure function of its key, so two threads may paint at once: at worst both do the same
work.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageDraw

from render.kit.bounds import Band, Bounds, measure_bounds, measure_piece_bounds, unite_bounds
from render.kit.colour import Theme, build_palette
from render.kit.icons import unfold_icon
from render.kit.scene import (
    Anchor,
    Arc,
    Box,
    Disc,
    FontWeight,
    FrameLayer,
    Icon,
    Node,
    Nodes,
    Numeral,
    Piece,
    Poly,
    Polyline,
    Scene,
    Shape,
    Sprite,
    TextRun,
    transform_node,
)
from render.kit.text import BASELINE, measure_text

from . import fonts

STATIC_SCALE, SPRITE_SCALE = 2, 4
LARGE_PIECE_AREA = 200 * 200
"""px²: a larger piece is part of the background, and drawn at its scale."""
COMPRESS_LEVEL = 3
BAND_GAP = 10
"""px between two bands of one picture."""
LARGE_BOX_AREA = 4000
"""px²: a larger box is pasted in parts."""
_MIN_STRETCH = 32  # px: minimum length beyond the corners of a box for drawing only the corners

Stamp = tuple[Image.Image, int, int]  # image or mask, and the offset of its upper left corner


def paint(scene: Scene) -> bytes:
    """Return the scene as PNG. The same scene gives the same bytes."""
    return _encode_png(apply_palette(paint_image(scene), scene.theme))


def paint_piece(piece: Piece, size: int) -> bytes:
    """Return a piece alone on a transparent background, as a square PNG of `size` px."""
    stamp, _, _ = _draw_stamp(piece, 1)
    whole = Image.new("RGBA", (max(stamp.size),) * 2)
    whole.paste(stamp, ((whole.width - stamp.width) // 2, (whole.height - stamp.height) // 2))
    return _encode_png(whole.resize((size, size), Image.Resampling.LANCZOS))


def paint_column(scenes: Sequence[Scene], parts: Sequence[Sequence[Band]] = ()) -> bytes:
    """Return several scenes of one width and theme below each other, as one PNG.

    parts: the bands to keep of each scene, a little apart from each other; a scene without any is kept whole.
    """
    band_images = []
    for i, scene in enumerate(scenes):
        whole = apply_palette(paint_image(scene), scene.theme)
        bands = parts[i] if i < len(parts) and parts[i] else ((0, whole.height),)
        for j, (top, bottom) in enumerate(bands):
            if j:
                band_images.append(_paint_gap(scene))
            band_images.append(whole.crop((0, top, whole.width, bottom)))
    column = Image.new("P", (scenes[0].width, sum(band_image.height for band_image in band_images)))
    column.putpalette(band_images[0].getpalette() or [])
    top = 0
    for band_image in band_images:
        column.paste(band_image, (0, top))
        top += band_image.height
    return _encode_png(column)


def _paint_gap(scene: Scene) -> Image.Image:
    return apply_palette(Image.new("RGB", (scene.width, BAND_GAP), scene.background), scene.theme)


def paint_image(scene: Scene) -> Image.Image:
    """Return the scene as an RGB image, before its palette is applied: for films made of many pictures."""
    height = scene.height - scene.footer_height
    canvas = _paint_layer(scene.theme, scene.width, height, scene.background, scene.static_part).convert("RGB")
    if scene.footer_height:
        board, canvas = canvas, Image.new("RGB", (scene.width, scene.height), scene.background)
        canvas.paste(board)
    for node in scene.live_part:
        _paste_node(canvas, node)
    return canvas


def _encode_png(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=COMPRESS_LEVEL)
    return out.getvalue()


def clear_caches() -> None:
    """Clear all caches of the painter, to measure a cold start."""
    for cached_function in (
        _paint_layer,
        _draw_stamp,
        _split_box,
        _draw_text_mask,
        _draw_master_numeral,
        _scale_numeral,
        _build_palette_image,
    ):
        cached_function.cache_clear()


@lru_cache(maxsize=24)
def _paint_layer(theme: Theme, width: int, height: int, background: str, nodes: Nodes) -> Image.Image:
    """Return a static layer, kept as palette indices: a quarter of the memory of RGB (2 MB).

    The boxes at its beginning are painted at size; at 2x only the part is drawn that contains other shapes.
    """
    canvas = Image.new("RGB", (width, height), background)
    shapes = [node for node in nodes if not isinstance(node, TextRun | Sprite | Anchor | FrameLayer)]
    first = next((i for i, shape in enumerate(shapes) if not isinstance(shape, Box)), len(shapes))
    for field in shapes[:first]:
        _paste_node(canvas, field)
    if shapes[first:]:
        left, top, right, bottom = _round_outwards(
            unite_bounds(tuple(map(measure_bounds, shapes[first:]))), width, height
        )
        k = STATIC_SCALE
        big = Image.new("RGB", ((right - left) * k, (bottom - top) * k), background)
        draw = ImageDraw.Draw(big)
        for shape in shapes:
            _draw_shape(draw, shape, k, -left * k, -top * k)
        canvas.paste(big.reduce(k), (left, top))
    for node in nodes:
        if isinstance(node, TextRun | Sprite):
            _paste_node(canvas, node)
    return apply_palette(canvas, theme)


def _round_outwards(bounds: Bounds, width: int, height: int) -> tuple[int, int, int, int]:
    """Round bounds outwards with a margin of 1 px, clipped to the canvas; outside the canvas one px at its edge
    remains.
    """
    left, top = min(max(0, floor(bounds[0]) - 1), width - 1), min(max(0, floor(bounds[1]) - 1), height - 1)
    return left, top, max(left + 1, min(width, ceil(bounds[2]) + 1)), max(top + 1, min(height, ceil(bounds[3]) + 1))


@lru_cache(maxsize=16)
def _build_palette_image(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    colours = build_palette(theme)
    padded = (*colours, *([colours[0]] * (256 - len(colours))))
    image.putpalette([channel for colour in padded for channel in colour])
    return image


def apply_palette(canvas: Image.Image, theme: Theme) -> Image.Image:
    """Map the image to the fixed palette of the theme, without dither."""
    return canvas.quantize(palette=_build_palette_image(theme), dither=Image.Dither.NONE)


def _paste_node(canvas: Image.Image, node: Node) -> None:
    """Paste one node from the caches."""
    match node:
        case TextRun():
            mask, dx, dy = _draw_text_mask(node.text, node.size, node.weight, node.anchor)
            ink = Image.new("RGB", mask.size, node.colour)  # twice as fast as pasting a plain colour
            canvas.paste(ink, (round(node.x) + dx, round(node.y + BASELINE * node.size) + dy), mask)
        case Sprite():
            stamp, dx, dy = _draw_stamp(node.piece, node.scale)
            canvas.paste(stamp, (round(node.x) + dx, round(node.y) + dy), stamp)
        case Anchor() | FrameLayer():
            pass
        case Box():
            left, top, box = round(node.x), round(node.y), _align_box(node)
            inner, strips = _split_box(box) if box.w * box.h > LARGE_BOX_AREA else (None, (_draw_stamp(box, 1),))
            if inner is not None and box.fill is not None:
                canvas.paste(box.fill, (left + inner[0], top + inner[1], left + inner[2], top + inner[3]))
            for stamp, dx, dy in strips:
                canvas.paste(stamp, (left + dx, top + dy), stamp)
        case _:
            x, y = node.points[0] if isinstance(node, Poly | Polyline) else (node.x, node.y)
            left, top = floor(x), floor(y)
            shape = transform_node(node, -left, -top)
            assert isinstance(shape, Shape)
            stamp, dx, dy = _draw_stamp(shape, 1)
            canvas.paste(stamp, (left + dx, top + dy), stamp)


def _align_box(box: Box) -> Box:
    """Move the box to the origin with every side on a whole px: sharper, and cards in a row with a fractional pitch
    mostly share one drawing.
    """
    w, h = round(box.x + box.w) - round(box.x), round(box.y + box.h) - round(box.y)
    return Box(0, 0, w, h, box.radius, box.fill, box.edge, box.width, box.corners)


@lru_cache(maxsize=512)
def _split_box(box: Box) -> tuple[tuple[int, int, int, int] | None, tuple[Stamp, ...]]:
    """Split a large box into its inner part, which is all fill or nothing, and the strips around it.

    Filling the inner part takes a fraction of the time of pasting an image of it through a mask.
    """
    side, edge = (
        ceil(max(box.radius, box.width)) + 3,
        ceil(box.width) + 3,
    )  # 1 px around it, 1 for rounding its position, 1 spare
    extra_width, extra_height = (max(0, int(length) - 2 * side - 2) for length in (box.w, box.h))
    small, dx, dy = _draw_stamp(replace(box, w=box.w - extra_width, h=box.h - extra_height), 1)
    w, h = small.size
    if w <= 2 * side or h <= 2 * edge:
        return None, ((_stretch_image(small, w // 2, h // 2, extra_width, extra_height), dx, dy),)
    above, below = (_stretch_image(small.crop((0, y, w, y + edge)), w // 2, 0, extra_width, 0) for y in (0, h - edge))
    middle = h // 2 - edge
    left, right = (
        _stretch_image(small.crop((x, edge, x + side, h - edge)), 0, middle, 0, extra_height) for x in (0, w - side)
    )
    w, h = w + extra_width, h + extra_height
    strips = ((above, dx, dy), (below, dx, dy + h - edge), (left, dx, dy + edge), (right, dx + w - side, dy + edge))
    return (dx + side, dy + edge, dx + w - side, dy + h - edge), strips


@lru_cache(maxsize=2048)
def _draw_stamp(drawing: Piece | Shape, scale: float) -> Stamp:
    """Return a piece or shape drawn at 4x around its origin and reduced; for a box only corners and edges are drawn,
    once for boxes of every size.
    """
    if isinstance(drawing, Box) and scale == 1:
        corner = ceil(drawing.radius + drawing.width) + 3
        extra_width, extra_height = (max(0, int(side) - 2 * corner - 2) for side in (drawing.w, drawing.h))
        if extra_width + extra_height > _MIN_STRETCH:
            small, left, top = _draw_stamp(
                replace(drawing, w=drawing.w - extra_width, h=drawing.h - extra_height), scale
            )
            return _stretch_image(small, corner - left, corner - top, extra_width, extra_height), left, top
    return _draw_reduced(drawing, scale)


def _stretch_image(small: Image.Image, x: int, y: int, extra_width: int, extra_height: int) -> Image.Image:
    """Return the image with its column x repeated `extra_width` times more, and its row y `extra_height` times more."""
    w, h = small.size
    if extra_width:
        widened = Image.new(small.mode, (w + extra_width, h))
        widened.paste(small.crop((0, 0, x, h)), (0, 0))
        widened.paste(small.crop((x, 0, x + 1, h)).resize((extra_width + 1, h), Image.Resampling.NEAREST), (x, 0))
        widened.paste(small.crop((x + 1, 0, w, h)), (x + 1 + extra_width, 0))
        small, w = widened, w + extra_width
    if extra_height:
        heightened = Image.new(small.mode, (w, h + extra_height))
        heightened.paste(small.crop((0, 0, w, y)), (0, 0))
        heightened.paste(small.crop((0, y, w, y + 1)).resize((w, extra_height + 1), Image.Resampling.NEAREST), (0, y))
        heightened.paste(small.crop((0, y + 1, w, h)), (0, y + 1 + extra_height))
        small = heightened
    return small


def _draw_reduced(drawing: Piece | Shape, scale: float) -> Stamp:
    shapes: tuple[Shape, ...]
    bounds: Bounds
    if isinstance(drawing, Shape):
        shapes, bounds = (drawing,), measure_bounds(drawing)
    else:
        shapes, bounds = drawing.shapes(), measure_piece_bounds(drawing)
    left, top = floor(bounds[0] * scale) - 1, floor(bounds[1] * scale) - 1
    width, height = ceil(bounds[2] * scale) + 1 - left, ceil(bounds[3] * scale) + 1 - top
    is_background = not isinstance(drawing, Shape) and width * height > LARGE_PIECE_AREA
    k = STATIC_SCALE if is_background else SPRITE_SCALE
    # Nothing drawn is half transparent, so colour and coverage can be averaged directly. Reducing RGBA first converts
    # the large image to premultiplied values, which took longer than drawing it.
    big = Image.new("RGBX", (width * k, height * k))
    draw = ImageDraw.Draw(big)
    for shape in shapes:
        _draw_shape(draw, shape, k * scale, -left * k, -top * k)
    return Image.merge("RGBa", big.reduce(k).split()).convert("RGBA"), left, top


@lru_cache(maxsize=1024)
def _draw_text_mask(text: str, size: int, weight: FontWeight, anchor: str) -> Stamp:
    """Return a line of text as a coverage mask, with its offset from the anchor point on the baseline."""
    x, y = ceil(measure_text(text, size, weight)) + size, 2 * size  # enough space on every side for any anchor
    mask = Image.new("L", (2 * x, 3 * size))
    face = fonts.load_font(weight, size)
    with fonts.LOCK:
        ImageDraw.Draw(mask).text((x, y), text, fill=255, font=face, anchor=anchor + "s")
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop((left, top, right, bottom)), left - x, top - y


@lru_cache(maxsize=256)
def _draw_master_numeral(text: str) -> Image.Image:
    """Return a numeral at master size, centred on its advance width, cap height around the middle row."""
    face = fonts.load_font("bold", fonts.MASTER)
    with fonts.LOCK:
        width = ceil(face.getlength(text))
        mask = Image.new("L", (width, fonts.MASTER))
        baseline = fonts.MASTER / 2 + BASELINE * fonts.MASTER
        ImageDraw.Draw(mask).text((width / 2, baseline), text, fill=255, font=face, anchor="ms")
    return mask


@lru_cache(maxsize=256)
def _scale_numeral(text: str, ratio: float) -> Image.Image:
    """Return a numeral scaled from master size. Cached: letters of seats and small numbers appear on many pieces."""
    mask = _draw_master_numeral(text)
    size = max(1, round(mask.width * ratio)), max(1, round(mask.height * ratio))
    return mask.resize(size, Image.Resampling.BICUBIC)


def _draw_shape(draw: ImageDraw.ImageDraw, shape: Shape, k: float, dx: float, dy: float) -> None:
    """Draw one shape scaled by `k`, then moved by (dx, dy) px of the large picture."""

    def scale_points(of: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(x * k + dx, y * k + dy) for x, y in of]

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
                _draw_shape(draw, part, k, dx, dy)
        case Numeral():
            mask = _scale_numeral(shape.text, shape.size * k / fonts.MASTER)
            x, y = shape.x * k + dx - mask.width / 2, shape.y * k + dy - mask.height / 2
            draw.bitmap((round(x), round(y)), mask, fill=shape.colour)


def _draw_polyline(draw: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str, width: float) -> None:
    """Draw a polyline with round joints and ends."""
    draw.line(points, colour, round(width))
    r = width / 2
    if r >= 1:
        for x, y in points:
            draw.ellipse((x - r, y - r, x + r, y + r), colour)
