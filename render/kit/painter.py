"""The one painter: Scenes in, PNG bytes out.

The static layer and large pieces are drawn at 2x and reduced, other pieces and single shapes at 4x, text is set once at
size as masks; all three are cached. The finished picture is mapped to the theme's fixed palette without dither and
packed as PNG. Every cache is a pure function of its key, so two threads may paint at once: at worst both do the same
work.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from math import ceil, floor

from PIL import Image, ImageDraw

from render.kit import fonts
from render.kit.colour import Theme, palette
from render.kit.extent import Band, Bounds, extent, piece_extent, union
from render.kit.icons import unfold
from render.kit.scene import (
    Anchor,
    Arc,
    Box,
    Disc,
    Frames,
    Icon,
    Line,
    Node,
    Nodes,
    Numeral,
    Piece,
    Poly,
    Scene,
    Shape,
    Sprite,
    Text,
    Weight,
    place,
)
from render.kit.text import BASELINE, measure

STATIC_SCALE, SPRITE_SCALE = 2, 4
LARGE = 200 * 200
"""px²: a piece that covers more is part of the ground, and drawn at its scale."""
COMPRESS_LEVEL = 3
GAP = 10
"""px between two bands of one picture."""
FIELD = 4000
"""px²: a box that covers more is laid down in parts."""
_STRETCHED = 32  # px that a field must be longer than its corners before they alone are drawn

Stamp = tuple[Image.Image, int, int]  # picture or mask, and the offset of its upper left corner


def paint(scene: Scene) -> bytes:
    """The scene as PNG. The same scene gives the same bytes."""
    return _packed(in_palette(image(scene), scene.theme))


def paint_piece(piece: Piece, size: int) -> bytes:
    """A piece alone on nothing, as a square PNG of `size` px."""
    stamp, _, _ = _stamp(piece, 1)
    whole = Image.new("RGBA", (max(stamp.size),) * 2)
    whole.paste(stamp, ((whole.width - stamp.width) // 2, (whole.height - stamp.height) // 2))
    return _packed(whole.resize((size, size), Image.Resampling.LANCZOS))


def paint_column(scenes: Sequence[Scene], parts: Sequence[Sequence[Band]] = ()) -> bytes:
    """Several scenes of one width and theme below each other, as one PNG.

    parts: which bands of each one are kept, a little apart from each other; of those without any, all.
    """
    drawn = []
    for i, scene in enumerate(scenes):
        whole = in_palette(image(scene), scene.theme)
        bands = parts[i] if i < len(parts) and parts[i] else ((0, whole.height),)
        for j, (top, bottom) in enumerate(bands):
            if j:
                drawn.append(_gap(scene))
            drawn.append(whole.crop((0, top, whole.width, bottom)))
    column = Image.new("P", (scenes[0].width, sum(one.height for one in drawn)))
    column.putpalette(drawn[0].getpalette() or [])
    top = 0
    for one in drawn:
        column.paste(one, (0, top))
        top += one.height
    return _packed(column)


def _gap(scene: Scene) -> Image.Image:
    return in_palette(Image.new("RGB", (scene.width, GAP), scene.ground), scene.theme)


def image(scene: Scene) -> Image.Image:
    """The scene as an RGB image, before its palette is applied: for films made of many pictures."""
    height = scene.height - scene.foot
    canvas = _layer(scene.theme, scene.width, height, scene.ground, scene.static).convert("RGB")
    if scene.foot:
        board, canvas = canvas, Image.new("RGB", (scene.width, scene.height), scene.ground)
        canvas.paste(board)
    for node in scene.live:
        _put(canvas, node)
    return canvas


def _packed(picture: Image.Image) -> bytes:
    out = BytesIO()
    picture.save(out, "PNG", compress_level=COMPRESS_LEVEL)
    return out.getvalue()


def forget() -> None:
    """Empty all caches of the painter, to measure a cold start."""
    for cached in (_layer, _stamp, _field, _mask, _master, _numeral, _palette_image):
        cached.cache_clear()


@lru_cache(maxsize=24)
def _layer(theme: Theme, width: int, height: int, ground: str, nodes: Nodes) -> Image.Image:
    """A static layer, kept as palette indices: a quarter of the memory of RGB (2 MB).

    The fields at its beginning are laid down at size; at 2x only that part is drawn on which more is than fields.
    """
    canvas = Image.new("RGB", (width, height), ground)
    shapes = [node for node in nodes if not isinstance(node, Text | Sprite | Anchor | Frames)]
    first = next((i for i, shape in enumerate(shapes) if not isinstance(shape, Box)), len(shapes))
    for field in shapes[:first]:
        _put(canvas, field)
    if shapes[first:]:
        left, top, right, bottom = _whole_px(union(tuple(map(extent, shapes[first:]))), width, height)
        k = STATIC_SCALE
        big = Image.new("RGB", ((right - left) * k, (bottom - top) * k), ground)
        draw = ImageDraw.Draw(big)
        for shape in shapes:
            _draw(draw, shape, k, -left * k, -top * k)
        canvas.paste(big.reduce(k), (left, top))
    for node in nodes:
        if isinstance(node, Text | Sprite):
            _put(canvas, node)
    return in_palette(canvas, theme)


def _whole_px(around: Bounds, width: int, height: int) -> tuple[int, int, int, int]:
    """The same part of a canvas and a px more on every side; where it lies beside the canvas one px at its edge."""
    left, top = min(max(0, floor(around[0]) - 1), width - 1), min(max(0, floor(around[1]) - 1), height - 1)
    return left, top, max(left + 1, min(width, ceil(around[2]) + 1)), max(top + 1, min(height, ceil(around[3]) + 1))


@lru_cache(maxsize=16)
def _palette_image(theme: Theme) -> Image.Image:
    image = Image.new("P", (1, 1))
    colours = palette(theme)
    padded = (*colours, *([colours[0]] * (256 - len(colours))))
    image.putpalette([channel for colour in padded for channel in colour])
    return image


def in_palette(canvas: Image.Image, theme: Theme) -> Image.Image:
    """In the fixed palette of the theme, without dither."""
    return canvas.quantize(palette=_palette_image(theme), dither=Image.Dither.NONE)


def _put(canvas: Image.Image, node: Node) -> None:
    """Paste one node from the caches."""
    match node:
        case Text():
            mask, dx, dy = _mask(node.text, node.size, node.weight, node.anchor)
            ink = Image.new("RGB", mask.size, node.colour)  # through a mask it is laid twice as fast as a bare colour
            canvas.paste(ink, (round(node.x) + dx, round(node.y + BASELINE * node.size) + dy), mask)
        case Sprite():
            stamp, dx, dy = _stamp(node.piece, node.scale)
            canvas.paste(stamp, (round(node.x) + dx, round(node.y) + dy), stamp)
        case Anchor() | Frames():
            pass
        case Box():
            left, top, box = round(node.x), round(node.y), _on_whole_px(node)
            inner, strips = _field(box) if box.w * box.h > FIELD else (None, (_stamp(box, 1),))
            if inner is not None and box.fill is not None:
                canvas.paste(box.fill, (left + inner[0], top + inner[1], left + inner[2], top + inner[3]))
            for stamp, dx, dy in strips:
                canvas.paste(stamp, (left + dx, top + dy), stamp)
        case _:
            x, y = node.points[0] if isinstance(node, Poly | Line) else (node.x, node.y)
            left, top = floor(x), floor(y)
            moved = place(node, -left, -top)
            assert isinstance(moved, Shape)
            stamp, dx, dy = _stamp(moved, 1)
            canvas.paste(stamp, (left + dx, top + dy), stamp)


def _on_whole_px(box: Box) -> Box:
    """With every side on a whole px, at the origin: sharper, and of cards in a row with a broken pitch most are drawn
    once.
    """
    w, h = round(box.x + box.w) - round(box.x), round(box.y + box.h) - round(box.y)
    return Box(0, 0, w, h, box.radius, box.fill, box.edge, box.width, box.corners)


@lru_cache(maxsize=512)
def _field(box: Box) -> tuple[tuple[int, int, int, int] | None, tuple[Stamp, ...]]:
    """A large box as its inner part, which is all fill or nothing, and the strips around it.

    To fill the inner part takes a fraction of what it takes to lay a picture of it there through its mask.
    """
    side, edge = (
        ceil(max(box.radius, box.width)) + 3,
        ceil(box.width) + 3,
    )  # 1 px around it, 1 for its place, 1 to spare
    wide, high = (max(0, int(length) - 2 * side - 2) for length in (box.w, box.h))
    small, dx, dy = _stamp(replace(box, w=box.w - wide, h=box.h - high), 1)
    w, h = small.size
    if w <= 2 * side or h <= 2 * edge:
        return None, ((_stretched(small, w // 2, h // 2, wide, high), dx, dy),)
    above, below = (_stretched(small.crop((0, y, w, y + edge)), w // 2, 0, wide, 0) for y in (0, h - edge))
    middle = h // 2 - edge
    left, right = (_stretched(small.crop((x, edge, x + side, h - edge)), 0, middle, 0, high) for x in (0, w - side))
    w, h = w + wide, h + high
    strips = ((above, dx, dy), (below, dx, dy + h - edge), (left, dx, dy + edge), (right, dx + w - side, dy + edge))
    return (dx + side, dy + edge, dx + w - side, dy + h - edge), strips


@lru_cache(maxsize=2048)
def _stamp(drawing: Piece | Shape, scale: float) -> Stamp:
    """A piece or shape drawn at 4x around its origin and reduced; of a box only corners and edges are drawn, once for
    boxes of every size.
    """
    if isinstance(drawing, Box) and scale == 1:
        corner = ceil(drawing.radius + drawing.width) + 3
        wide, high = (max(0, int(side) - 2 * corner - 2) for side in (drawing.w, drawing.h))
        if wide + high > _STRETCHED:
            small, left, top = _stamp(replace(drawing, w=drawing.w - wide, h=drawing.h - high), scale)
            return _stretched(small, corner - left, corner - top, wide, high), left, top
    return _reduced(drawing, scale)


def _stretched(small: Image.Image, x: int, y: int, wide: int, high: int) -> Image.Image:
    """The picture with its column x repeated `wide` times more, and its row y `high` times more."""
    w, h = small.size
    if wide:
        across = Image.new(small.mode, (w + wide, h))
        across.paste(small.crop((0, 0, x, h)), (0, 0))
        across.paste(small.crop((x, 0, x + 1, h)).resize((wide + 1, h), Image.Resampling.NEAREST), (x, 0))
        across.paste(small.crop((x + 1, 0, w, h)), (x + 1 + wide, 0))
        small, w = across, w + wide
    if high:
        down = Image.new(small.mode, (w, h + high))
        down.paste(small.crop((0, 0, w, y)), (0, 0))
        down.paste(small.crop((0, y, w, y + 1)).resize((w, high + 1), Image.Resampling.NEAREST), (0, y))
        down.paste(small.crop((0, y + 1, w, h)), (0, y + 1 + high))
        small = down
    return small


def _reduced(drawing: Piece | Shape, scale: float) -> Stamp:
    shapes: tuple[Shape, ...]
    bounds: Bounds
    if isinstance(drawing, Shape):
        shapes, bounds = (drawing,), extent(drawing)
    else:
        shapes, bounds = drawing.shapes(), piece_extent(drawing)
    left, top = floor(bounds[0] * scale) - 1, floor(bounds[1] * scale) - 1
    width, height = ceil(bounds[2] * scale) + 1 - left, ceil(bounds[3] * scale) + 1 - top
    is_ground = not isinstance(drawing, Shape) and width * height > LARGE
    k = STATIC_SCALE if is_ground else SPRITE_SCALE
    # Nothing drawn is half transparent, so colour and coverage are averaged as they are: reducing RGBA would first turn
    # all of the large picture into such values, which took longer than drawing it.
    big = Image.new("RGBX", (width * k, height * k))
    draw = ImageDraw.Draw(big)
    for shape in shapes:
        _draw(draw, shape, k * scale, -left * k, -top * k)
    return Image.merge("RGBa", big.reduce(k).split()).convert("RGBA"), left, top


@lru_cache(maxsize=1024)
def _mask(text: str, size: int, weight: Weight, anchor: str) -> Stamp:
    """A line of text as coverage, with its offset from the anchor point on the baseline."""
    x, y = ceil(measure(text, size, weight)) + size, 2 * size  # room on every side, whatever the anchor
    mask = Image.new("L", (2 * x, 3 * size))
    face = fonts.font(weight, size)
    with fonts.LOCK:
        ImageDraw.Draw(mask).text((x, y), text, fill=255, font=face, anchor=anchor + "s")
    left, top, right, bottom = mask.getbbox() or (0, 0, 1, 1)
    return mask.crop((left, top, right, bottom)), left - x, top - y


@lru_cache(maxsize=256)
def _master(text: str) -> Image.Image:
    """A numeral at master size, centred on its advance width, cap height around the middle row."""
    face = fonts.font("bold", fonts.MASTER)
    with fonts.LOCK:
        width = ceil(face.getlength(text))
        mask = Image.new("L", (width, fonts.MASTER))
        baseline = fonts.MASTER / 2 + BASELINE * fonts.MASTER
        ImageDraw.Draw(mask).text((width / 2, baseline), text, fill=255, font=face, anchor="ms")
    return mask


@lru_cache(maxsize=256)
def _numeral(text: str, ratio: float) -> Image.Image:
    """A numeral so many times its master size: letters of seats and small numbers stand on many pieces."""
    mask = _master(text)
    size = max(1, round(mask.width * ratio)), max(1, round(mask.height * ratio))
    return mask.resize(size, Image.Resampling.BICUBIC)


def _draw(draw: ImageDraw.ImageDraw, shape: Shape, k: float, dx: float, dy: float) -> None:
    """Draw one shape `k` times as large, then moved by (dx, dy) px of the large picture."""

    def points(of: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(x * k + dx, y * k + dy) for x, y in of]

    def square(x: float, y: float, r: float) -> tuple[float, float, float, float]:
        # The right and lower bounds of Pillow are inclusive.
        return (x - r) * k + dx, (y - r) * k + dy, (x + r) * k + dx - 1, (y + r) * k + dy - 1

    match shape:
        case Disc():
            draw.ellipse(square(shape.x, shape.y, shape.r), shape.fill, shape.edge, round(shape.width * k))
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
            corners = points(shape.points)
            if shape.fill:
                draw.polygon(corners, shape.fill)
            if shape.edge:
                _stroke(draw, [*corners, corners[0]], shape.edge, shape.width * k)
        case Line():
            _stroke(draw, points(shape.points), shape.colour, shape.width * k)
        case Arc():
            bounds = square(shape.x, shape.y, shape.r)
            draw.arc(bounds, shape.start, shape.end, shape.colour, round(shape.width * k))
        case Icon():
            for part in unfold(shape):
                _draw(draw, part, k, dx, dy)
        case Numeral():
            mask = _numeral(shape.text, shape.size * k / fonts.MASTER)
            x, y = shape.x * k + dx - mask.width / 2, shape.y * k + dy - mask.height / 2
            draw.bitmap((round(x), round(y)), mask, fill=shape.colour)


def _stroke(draw: ImageDraw.ImageDraw, points: list[tuple[float, float]], colour: str, width: float) -> None:
    """A broken line with round joints and ends."""
    draw.line(points, colour, round(width))
    r = width / 2
    if r >= 1:
        for x, y in points:
            draw.ellipse((x - r, y - r, x + r, y + r), colour)
