"""The painter: Scenes in, bytes out.

The static layer is drawn at 2x and reduced, pieces and shapes are stamps, text is set once at its size as masks; all
are cached. A picture of flat colours is mapped to the theme's fixed palette; one with materials lies on a prerendered
ground, its boxes and pieces are sprites in relief. Every cache is a pure function of its key, so two threads may paint
at once: at worst both do the same work.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, floor
from threading import local

from PIL import Image, ImageDraw

from render.kit.bounds import Band, Bounds, measure_bounds, unite_bounds
from render.kit.colour import Theme
from render.kit.illustration import FLAT, Ground, Vignette
from render.kit.painting import encoding, grounds, lettering, materials, sprites, stamps
from render.kit.painting.encoding import apply_palette, convert_colours, encode_picture, encode_png
from render.kit.painting.image_cache import CACHES, keep_images
from render.kit.painting.lettering import paste_text
from render.kit.painting.stamps import (
    STATIC_SCALE,
    align_box,
    draw_shape,
    draw_stamp,
    paste_colour,
    paste_image,
    split_box,
)
from render.kit.scene import (
    Anchor,
    Box,
    FrameLayer,
    Inset,
    Node,
    Nodes,
    Piece,
    Poly,
    Polyline,
    Scene,
    Shape,
    Sprite,
    TextRun,
)
from render.kit.transform import transform_node
from render.kit.vignettes.pasting import paste_vignette

BAND_GAP = 10
"""px between two bands of one picture."""
LARGE_BOX_AREA = 4000
"""px²: a larger box is pasted in parts."""
_REACH = 16
"""px around a node that its shadow may darken."""
_MAX_CANVASES = 2
_thread_canvases = local()
"""`by_size`: the last images on which a thread painted, 6 to 10 MB each; boards and details often alternate."""


def paint(scene: Scene) -> bytes:
    """Return the scene as PNG, or as JPEG if it has materials. The same scene gives the same bytes."""
    max_bytes = encoding.MAX_PRIVATE_BYTES if scene.is_private else encoding.MAX_PUBLIC_BYTES
    if scene.theme.has_materials:
        canvas = _find_canvas(scene.width, scene.height)
        _paint_materials(canvas, scene)
    else:
        canvas = paint_image(scene)
    return encode_picture(canvas, scene.theme, max_bytes)


def _find_canvas(width: int, height: int) -> Image.Image:
    """Return an image of this thread to paint on, with anything on it. New memory for it takes some ms."""
    by_size: dict[tuple[int, int], Image.Image] = _thread_canvases.__dict__.setdefault("by_size", {})
    canvas = by_size.pop((width, height), None)
    while canvas is None and len(by_size) >= _MAX_CANVASES:
        del by_size[next(iter(by_size))]  # the one that was not used for longest
    if canvas is None:
        canvas = Image.new("RGB", (width, height))
    by_size[width, height] = canvas
    return canvas


def paint_piece(piece: Piece, size: int) -> bytes:
    """Return a piece alone on a transparent background, as a square PNG of `size` px."""
    stamp, _, _ = draw_stamp(piece, 1)
    whole = Image.new("RGBA", (max(stamp.size),) * 2)
    whole.paste(stamp, ((whole.width - stamp.width) // 2, (whole.height - stamp.height) // 2))
    return encode_png(whole.resize((size, size), Image.Resampling.LANCZOS))


def paint_column(scenes: Sequence[Scene], parts: Sequence[Sequence[Band]] = ()) -> bytes:
    """Return several scenes of one width and theme below each other, as one picture.

    parts: the bands to keep of each scene, a little apart from each other; a scene without any is kept whole.
    """
    band_images = []
    for i, scene in enumerate(scenes):
        whole = convert_colours(paint_image(scene), scene.theme)
        bands = parts[i] if i < len(parts) and parts[i] else ((0, whole.height),)
        for j, (top, bottom) in enumerate(bands):
            if j:
                band_images.append(_paint_gap(scene))
            band_images.append(whole.crop((0, top, whole.width, bottom)))
    theme = scenes[0].theme
    column = Image.new(band_images[0].mode, (scenes[0].width, sum(band_image.height for band_image in band_images)))
    if not theme.has_materials:
        column.putpalette(band_images[0].getpalette() or [])
    top = 0
    for band_image in band_images:
        column.paste(band_image, (0, top))
        top += band_image.height
    return encode_picture(column, theme)


def _paint_gap(scene: Scene) -> Image.Image:
    return convert_colours(Image.new("RGB", (scene.width, BAND_GAP), scene.background), scene.theme)


def paint_image(scene: Scene) -> Image.Image:
    """Return the scene as an RGB image, before its palette is applied: for animations of many pictures."""
    if scene.theme.has_materials:
        canvas = Image.new("RGB", (scene.width, scene.height))
        _paint_materials(canvas, scene)
        return canvas
    height = scene.height - scene.footer_height
    canvas = _paint_layer(scene.theme, scene.width, height, scene.background, scene.static_part).convert("RGB")
    if scene.footer_height:
        board, canvas = canvas, Image.new("RGB", (scene.width, scene.height), scene.background)
        canvas.paste(board)
    for node in scene.live_part:
        _paste_node(canvas, node)
    return canvas


def _paint_materials(canvas: Image.Image, scene: Scene) -> None:
    """Paint a scene with materials on an image of its size; whatever was on it is covered."""
    wordless_part, words = _split_words(scene.static_part)
    canvas.frombytes(_paint_ground_layer(scene.width, scene.height, scene.background, wordless_part))
    for node in (*words, *scene.live_part):
        _paste_in_relief(canvas, node)


def clear_caches() -> None:
    """Clear all caches of the painter, to measure a cold start."""
    for image_cache in CACHES:
        image_cache.cache_clear()
    for cached_function in (
        *(_paint_layer, _split_words, _move_to_origin),
        *(stamps.split_box, stamps.draw_master_numeral, stamps.scale_numeral),
        *(lettering.draw_text_mask, lettering.draw_glyph, encoding.build_palette_image),
    ):
        cached_function.cache_clear()


@lru_cache(maxsize=24)
def _paint_layer(theme: Theme, width: int, height: int, background: str, nodes: Nodes) -> Image.Image:
    """Return a static layer, kept as palette indices: a quarter of the memory of RGB (2 MB).

    The boxes at its beginning are painted at size; at 2x only the part is drawn that contains other shapes.
    """
    canvas = Image.new("RGB", (width, height), background)
    shapes = [node for node in nodes if isinstance(node, Shape)]
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
            draw_shape(draw, shape, k, -left * k, -top * k)
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


def _paste_node(canvas: Image.Image, node: Node) -> None:
    """Paste one node from the caches."""
    match node:
        case TextRun():
            paste_text(canvas, node, has_serif=False)
        case Sprite():
            stamp, dx, dy = draw_stamp(node.piece, node.scale)
            paste_image(canvas, stamp, round(node.x) + dx, round(node.y) + dy)
        case Anchor() | FrameLayer():
            pass
        case Ground():
            grounds.paste_ground(canvas, node)
        case Vignette():
            paste_vignette(canvas, node)
        case Inset():
            small = paint_image(node.scene).resize((round(node.w), round(node.h)), Image.Resampling.LANCZOS)
            canvas.paste(small, (round(node.x), round(node.y)))
        case Box():
            left, top, box = round(node.x), round(node.y), align_box(node)
            inner, strips = split_box(box) if box.w * box.h > LARGE_BOX_AREA else (None, (draw_stamp(box, 1),))
            if inner is not None and box.fill is not None:
                canvas.paste(box.fill, (left + inner[0], top + inner[1], left + inner[2], top + inner[3]))
            for stamp, dx, dy in strips:
                paste_image(canvas, stamp, left + dx, top + dy)
        case _:
            shape, colour, left, top = _move_to_origin(node)
            if colour is not None:
                mask, dx, dy = stamps.draw_shape_mask(shape)
                paste_colour(canvas, colour, left + dx, top + dy, mask)
                return
            stamp, dx, dy = draw_stamp(shape, 1)
            paste_image(canvas, stamp, left + dx, top + dy)


@lru_cache(maxsize=4096)
def _move_to_origin(shape: Shape) -> tuple[Shape, str | None, int, int]:
    """Return a shape as its stamp is kept: less than a px from the origin, and white if it has only one colour; that
    colour, and the whole px by which it was moved. Kept, as most shapes of a picture are on the next one as well.
    """
    x, y = shape.points[0] if isinstance(shape, Poly | Polyline) else (shape.x, shape.y)
    left, top = floor(x), floor(y)
    moved = transform_node(shape, -left, -top)
    assert isinstance(moved, Shape)
    colour = stamps.find_only_colour(moved)
    return moved if colour is None else stamps.whiten_shape(moved), colour, left, top


@lru_cache(maxsize=64)
def _split_words(nodes: Nodes) -> tuple[Nodes, Nodes]:
    """Return the nodes of a static layer without its words, and the words that nothing is painted over.

    Pictures in both languages share a layer without words, which takes 5 MB.
    """
    others: list[Node] = []
    words: list[Node] = []
    covers: list[Bounds] = []
    for node in reversed(nodes):
        left, top, right, bottom = bounds = measure_bounds(node)
        if isinstance(node, TextRun) and not any(
            left < cover[2] and cover[0] < right and top < cover[3] and cover[1] < bottom for cover in covers
        ):
            words.append(node)
            continue
        others.append(node)
        if not isinstance(node, Anchor | FrameLayer):
            covers.append((bounds[0] - _REACH, bounds[1] - _REACH, bounds[2] + _REACH, bounds[3] + _REACH))
    return tuple(reversed(others)), tuple(reversed(words))


@keep_images
def _paint_ground_layer(width: int, height: int, background: str, nodes: Nodes) -> bytes:
    """Return the px of a static layer with materials, as RGB (6 MB). It covers the lines below the board as well.

    Bytes take a quarter less memory than an image, and become one in less time than it is copied.
    """
    canvas = Image.new("RGB", (width, height), background)
    for node in nodes:
        _paste_in_relief(canvas, node)
    return canvas.tobytes()


def _paste_in_relief(canvas: Image.Image, node: Node) -> None:
    """Paste one node of a picture with materials."""
    match node:
        case TextRun():
            paste_text(canvas, node, has_serif=True)
        case Sprite() if (relief := sprites.find_relief(node.piece)) is not FLAT:
            stamp, dx, dy = sprites.draw_raised_piece(node.piece, node.scale, relief)
            paste_image(canvas, stamp, round(node.x) + dx, round(node.y) + dy)
        case Box() if node.material and node.w >= 1 and node.h >= 1:
            for stamp, dx, dy in materials.split_material(align_box(node)):
                paste_image(canvas, stamp, round(node.x) + dx, round(node.y) + dy)
        case _:
            _paste_node(canvas, node)
