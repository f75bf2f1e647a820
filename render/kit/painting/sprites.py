"""Sprites: pieces in relief with one soft shadow, light from the upper left, cached."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageOps

from render.kit import fonts
from render.kit.bounds import Bounds, measure_bounds, measure_piece_bounds, unite_bounds
from render.kit.colour import WHITE, parse_rgb
from render.kit.illustration import FLAT, Relief
from render.kit.painting.image_cache import keep_images
from render.kit.painting.stamps import (
    SPRITE_SCALE,
    STATIC_SCALE,
    Stamp,
    draw_reduced,
    draw_shape,
    find_only_colour,
    is_many_coloured,
    paste_image,
    whiten_shape,
)
from render.kit.scene import Arc, Box, Disc, Icon, Numeral, Piece, Poly, Polyline, Shape
from render.kit.surfaces.noise import fill_colour
from render.kit.surfaces.relief import LIGHT, SHADE, cast_shadow, find_lit_edges

_LIGHT_MARGIN = 3  # px around a shape
_LARGE_AREA = 60_000  # px²: a larger sprite is drawn at 2x
_SMALL_PIECE = 36  # px: a smaller piece is half as high
_MIN_RAISED = 13  # px: a smaller shape stays flat
_OPAQUE = 255
_BLACK = "#000000"
_SERIF_LIFT = 0.02  # of the size: serif numerals stand higher than the middle of their line


class _Patch(NamedTuple):
    """A part of a sprite in which one shape is drawn, and how finely."""

    corner: tuple[int, int]
    """Its upper left corner, in px from the origin of the piece."""
    size: tuple[int, int]
    """Width and height in px."""
    scale: float
    """Px for one unit of the piece."""
    samples: int
    """Number of drawn px, in each direction, for one px."""
    shrink: int
    """Factor by which the drawing is reduced afterwards."""

    @property
    def drawn_size(self) -> tuple[int, int]:
        """Width and height in drawn px."""
        return self.size[0] * self.samples, self.size[1] * self.samples

    @property
    def drawn_scale(self) -> float:
        """Drawn px for one unit of the piece."""
        return self.scale * self.samples

    @property
    def offset(self) -> tuple[int, int]:
        """The origin of the piece, in drawn px from the corner."""
        return -self.corner[0] * self.samples, -self.corner[1] * self.samples


def find_relief(piece: Piece) -> Relief:
    """Return the relief that the class of a piece names in `relief`; without it the piece is flat."""
    relief: Relief = getattr(piece, "relief", FLAT)
    return relief


@keep_images
def draw_raised_piece(piece: Piece, scale: float, relief: Relief) -> Stamp:
    """Draw a piece: its body in light above its shadow, and the numbers and icons that are printed flat on it."""
    bounds = measure_piece_bounds(piece)
    if min(bounds[2] - bounds[0], bounds[3] - bounds[1]) * scale < _SMALL_PIECE:
        relief = replace(relief, depth=relief.depth / 2, drop=relief.drop / 2)
    shapes = piece.shapes()
    body, printed = _split_print(shapes, relief, bounds)
    sprite, left, top = _draw_body(body, scale, relief)
    if printed:
        sprite = sprite.copy()
        if not all(_print_shape(sprite, shape, scale, (left, top), relief) for shape in printed):
            return _draw_body(shapes, scale, relief)
    return sprite, left, top


def _split_print(
    shapes: tuple[Shape, ...], relief: Relief, bounds: Bounds
) -> tuple[tuple[Shape, ...], tuple[Shape, ...]]:
    """Return the shapes of the body, which pieces of one style share, and the numbers and icons on top of it."""
    count = len(shapes)
    while count > 1 and isinstance(shapes[count - 1], Numeral | Icon) and not _can_be_raised(shapes[count - 1], relief):
        count -= 1
    if unite_bounds(tuple(map(measure_bounds, shapes[:count]))) != bounds:
        count = len(shapes)
    return shapes[:count], shapes[count:]


def _print_shape(sprite: Image.Image, shape: Shape, scale: float, corner: tuple[int, int], relief: Relief) -> bool:
    """Print a flat shape on a sprite with this upper left corner. Return False if part of it lies beside the body."""
    x, y, w, h = _find_area((shape,), scale, (*corner, *sprite.size))
    patch = _Patch((corner[0] + x, corner[1] + y), (w, h), scale, SPRITE_SCALE, SPRITE_SCALE)
    layer, mask = _draw_layer(shape, patch, relief.has_serif_numerals)
    box = mask.getbbox()
    if box is None:
        return True
    below = sprite.getchannel("A").crop((x + box[0], y + box[1], x + box[2], y + box[3]))
    paste_image(sprite, layer, x, y, mask)
    return below.getextrema()[0] == _OPAQUE


@keep_images
def _draw_body(shapes: tuple[Shape, ...], scale: float, relief: Relief) -> Stamp:
    """Draw shapes one above the other, each filled one lit at its edges, and their shadow below."""
    margin = ceil(2.2 * relief.drop) + 2
    if relief.depth or relief.has_serif_numerals:
        sprite, left, top = _draw_in_light(shapes, scale, relief, margin)
    else:
        flat, left, top = draw_reduced(shapes, scale)  # all shapes in one image, as none of them is lit by itself
        sprite, left, top = ImageOps.expand(flat, margin), left - margin, top - margin
    if relief.drop:
        sprite = cast_shadow(sprite, 0.5 * relief.drop, 0.9 * relief.drop, 0.6 * relief.drop)
    box = sprite.getbbox() or (0, 0, 1, 1)
    return sprite.crop(box), left + box[0], top + box[1]


def _draw_in_light(shapes: tuple[Shape, ...], scale: float, relief: Relief, margin: int) -> Stamp:
    """Draw each filled shape lit at its edges, with room around them."""
    bounds = unite_bounds(tuple(map(measure_bounds, shapes)))
    left, top = floor(bounds[0] * scale) - margin, floor(bounds[1] * scale) - margin
    width, height = ceil(bounds[2] * scale) + margin - left, ceil(bounds[3] * scale) + margin - top
    k = STATIC_SCALE
    samples = SPRITE_SCALE if width * height < _LARGE_AREA else k
    depth = max(1, round(relief.depth * k))
    whole = Image.new("RGBX", (width * k, height * k))  # the fourth band is the coverage of all shapes
    for group in _group_lines(shapes):
        x, y, w, h = _find_area(group, scale, (left, top, width, height))
        patch = _Patch((left + x, top + y), (w, h), scale, samples, samples // k)
        if len(group) > 1:
            colour = find_only_colour(group[0])
            assert colour is not None
            mask = _draw_lines(tuple(map(whiten_shape, group)), patch)
            layer = fill_colour(mask.size, colour)
        else:
            shape_depth = depth if relief.depth and _can_be_raised(group[0], relief) else 0
            layer, mask = _draw_lit_layer(group[0], patch, relief.has_serif_numerals, shape_depth)
        paste_image(whole, layer, x * k, y * k, mask)
    return Image.merge("RGBa", whole.reduce(k).split()).convert("RGBA"), left, top


def _group_lines(shapes: tuple[Shape, ...]) -> Iterator[tuple[Shape, ...]]:
    """Yield lines of one colour that follow each other together, and all other shapes alone."""
    for colour, group in groupby(shapes, lambda shape: shape.colour if isinstance(shape, Polyline | Arc) else None):
        if colour is None:
            yield from ((shape,) for shape in group)
        else:
            yield tuple(group)


@keep_images
def _draw_lines(shapes: tuple[Shape, ...], patch: _Patch) -> Image.Image:
    """Return where one of these white lines is, at 2x: planks and waves are many, and drawn in the time of one."""
    mask = Image.new("L", patch.drawn_size)
    draw = ImageDraw.Draw(mask)
    for shape in shapes:
        draw_shape(draw, shape, patch.drawn_scale, *patch.offset)
    return mask.reduce(patch.shrink)


class _Form(NamedTuple):
    """A shape at 2x without its colours: pieces of all seats share it."""

    mask: Image.Image
    """Its coverage."""
    fill_share: Image.Image | None = None
    """How much of its colour is that of its fill; None: it has one colour."""
    light: tuple[Image.Image, Image.Image] | None = None
    """The light and the shade on it; None: it is flat."""
    light_corner: tuple[int, int] = 0, 0  # of the two images, from that of the mask, at 2x
    layer: Image.Image | None = None
    """The shape in its colours, if it has more than those of its fill and its edge."""


def _draw_lit_layer(shape: Shape, patch: _Patch, has_serif: bool, depth: int) -> tuple[Image.Image, Image.Image]:
    """Return one shape of a body at 2x, lit at its edges, and its coverage.

    depth: of its edges at 2x; 0 if it stays flat.
    """
    plain, fill, edge = _bleach_shape(shape)
    form = _draw_form(plain, patch, has_serif, depth)
    if form.layer is not None:
        layer = form.layer.copy() if form.light else form.layer
    else:
        layer = fill_colour(form.mask.size, edge)
    if form.fill_share is not None:
        paste_image(layer, fill_colour(layer.size, fill), 0, 0, form.fill_share)
    for tone, edges in zip((LIGHT, SHADE), form.light or (), strict=False):
        paste_image(layer, fill_colour(edges.size, tone), *form.light_corner, edges)
    return layer, form.mask


@keep_images
def _draw_form(shape: Shape, patch: _Patch, has_serif: bool, depth: int) -> _Form:
    """Draw a shape without its colours. Kept, as dice share faces and pips, and ships their hulls."""
    if find_only_colour(shape) is not None or is_many_coloured(shape):
        layer, mask = _draw_layer(shape, patch, has_serif)
        form = _Form(mask, layer=layer if is_many_coloured(shape) else None)
    else:
        assert isinstance(shape, Disc | Box | Poly | Icon)
        whole = replace(shape, edge=WHITE)
        mask, fill_share = (_draw_mask(drawn, patch) for drawn in (whole, shape))
        form = _Form(mask, fill_share)
    box = mask.getbbox()
    if not depth or box is None or min(box[2] - box[0], box[3] - box[1]) < _MIN_RAISED * STATIC_SCALE:
        return form  # a very small one stays flat
    lit, dark, light_corner = find_lit_edges(mask, depth)
    return form._replace(light=(lit, dark), light_corner=light_corner)


def _bleach_shape(shape: Shape) -> tuple[Shape, str, str]:
    """Return a shape in white, or with a white fill and a black edge, and the colours of its fill and its edge.

    A shape of more colours keeps them.
    """
    if is_many_coloured(shape):
        return shape, WHITE, WHITE
    colour = find_only_colour(shape)
    if colour is not None:
        return whiten_shape(shape), colour, colour
    if isinstance(shape, Icon):
        plain = replace(shape, fill=WHITE, background=WHITE, edge=shape.edge and _BLACK)
        return plain, shape.fill, shape.edge or shape.fill
    assert isinstance(shape, Disc | Box | Poly)
    bleached = replace(shape, fill=shape.fill and WHITE, edge=shape.edge and _BLACK)
    return bleached, shape.fill or _BLACK, shape.edge or shape.fill or _BLACK


def _find_area(shapes: tuple[Shape, ...], scale: float, canvas: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Return where on a canvas (left, top, width, height) shapes and their light are drawn: x, y, w, h in px."""
    left, top, width, height = canvas
    bounds = [side * scale for side in unite_bounds(tuple(map(measure_bounds, shapes)))]
    x, y = max(0, floor(bounds[0]) - _LIGHT_MARGIN - left), max(0, floor(bounds[1]) - _LIGHT_MARGIN - top)
    right, bottom = ceil(bounds[2]) + _LIGHT_MARGIN - left, ceil(bounds[3]) + _LIGHT_MARGIN - top
    return x, y, min(width, right) - x, min(height, bottom) - y


def _can_be_raised(shape: Shape, relief: Relief) -> bool:
    if isinstance(shape, Icon):
        return relief.raises_icons
    return isinstance(shape, Disc | Box | Poly) and shape.fill is not None


def _draw_layer(shape: Shape, patch: _Patch, has_serif: bool) -> tuple[Image.Image, Image.Image]:
    """Return one shape as an image and its coverage.

    Light is laid on it at 2x, which takes a quarter of the time of 4x. Around the shape the image has the colour of its
    edge, so that it can be reduced without its coverage.
    """
    colour = find_only_colour(shape)
    if colour is not None:
        mask = _draw_mask(whiten_shape(shape), patch, has_serif=has_serif)
        return fill_colour(mask.size, colour), mask
    assert not isinstance(shape, Numeral | Polyline | Arc)
    rim = shape.edge or shape.fill
    whole = Image.new("RGBX", patch.drawn_size, (*parse_rgb(rim or "#000000"), 0))
    draw_shape(ImageDraw.Draw(whole), shape, patch.drawn_scale, *patch.offset)
    whole = whole.reduce(patch.shrink)
    return whole.convert("RGB"), whole.getchannel(3)


def _draw_mask(shape: Shape, patch: _Patch, *, has_serif: bool = False) -> Image.Image:
    """Return where a shape is white: a quarter of the memory of an image in colour."""
    mask = Image.new("L", patch.drawn_size)
    draw = ImageDraw.Draw(mask)
    if isinstance(shape, Numeral) and has_serif:
        _draw_serif_numeral(draw, shape, patch.drawn_scale, patch.offset)
    else:
        draw_shape(draw, shape, patch.drawn_scale, *patch.offset)
    return mask.reduce(patch.shrink)


def _draw_serif_numeral(draw: ImageDraw.ImageDraw, numeral: Numeral, k: float, offset: tuple[float, float]) -> None:
    px = numeral.size * k
    mask = _scale_serif_numeral(numeral.text, px)
    x, y = numeral.x * k + offset[0] - mask.width / 2, numeral.y * k + offset[1] - mask.height / 2 - _SERIF_LIFT * px
    draw.bitmap((round(x), round(y)), mask, fill=numeral.colour)


@lru_cache(maxsize=256)
def _scale_serif_numeral(text: str, px: float) -> Image.Image:
    """Return a serif numeral scaled from master size. Cached: the same number appears on chips of many styles."""
    master = _draw_master_serif_numeral(text)
    size = max(1, round(master.width * px / fonts.MASTER)), max(1, round(px))
    return master.resize(size, Image.Resampling.BICUBIC)


@lru_cache(maxsize=128)
def _draw_master_serif_numeral(text: str) -> Image.Image:
    """Return a serif numeral at master size, centred on its advance width."""
    with fonts.LOCK:
        font = fonts.load_font("serif", fonts.MASTER)
        width = font.getlength(text)
        mask = Image.new("L", (ceil(width), fonts.MASTER))
        ImageDraw.Draw(mask).text((width / 2, fonts.MASTER / 2), text, fill=255, font=font, anchor="mm")
    return mask
