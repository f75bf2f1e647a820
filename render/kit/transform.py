"""Moving and scaling nodes."""

from dataclasses import replace

from render.kit.illustration import Ground, Vignette
from render.kit.scene import (
    MICRO,
    SIZES,
    Anchor,
    Arc,
    Box,
    Disc,
    FrameLayer,
    Icon,
    Inset,
    Node,
    Numeral,
    Poly,
    Polyline,
    Sprite,
    TextRun,
)


def transform_node(node: Node, dx: float, dy: float, k: float = 1) -> Node:
    """Return the node scaled by `k` around the origin, then moved by (dx, dy). Text snaps to the six sizes."""
    match node:  # constructors, not `replace`: the bottleneck of a board drawn for its anchors
        case Poly(points, fill, edge, width):
            return Poly(tuple((x * k + dx, y * k + dy) for x, y in points), fill, edge, width * k)
        case Polyline(points, colour, width):
            return Polyline(tuple((x * k + dx, y * k + dy) for x, y in points), colour, width * k)
        case Disc(x, y, r, fill, edge, width):
            return Disc(x * k + dx, y * k + dy, r * k, fill, edge, width * k)
        case Arc(x, y, r, start, end, colour, width):
            return Arc(x * k + dx, y * k + dy, r * k, start, end, colour, width * k)
        case Box(x, y, w, h, radius, fill, edge, width, corners, material):
            return Box(x * k + dx, y * k + dy, w * k, h * k, radius * k, fill, edge, width * k, corners, material)
        case Icon(name, x, y, size, fill, background, edge, width):
            return Icon(name, x * k + dx, y * k + dy, size * k, fill, background, edge, width * k)
        case Numeral(x, y, text, size, colour):
            return Numeral(x * k + dx, y * k + dy, text, size * k, colour)
        case Sprite(x, y, piece, scale):
            return Sprite(x * k + dx, y * k + dy, piece, scale * k)
        case Anchor():
            sprite = node.sprite and transform_node(node.sprite, dx, dy, k)
            assert sprite is None or isinstance(sprite, Sprite)
            return replace(node, placement=node.placement.transform(dx, dy, k), sprite=sprite)
        case FrameLayer():
            return node
        case TextRun(x, y, text, text_size, colour, anchor, weight, max_width, face, halo):
            scaled_width = None if max_width is None else max_width * k
            size = snap_size(text_size * k)
            return TextRun(x * k + dx, y * k + dy, text, size, colour, anchor, weight, scaled_width, face, halo)
        case Vignette() if node.plate is not None or node.kept_clear:
            raise ValueError("a vignette is placed on the finished picture, and not transformed after that")
        case Ground() | Vignette() | Inset():
            return replace(node, x=node.x * k + dx, y=node.y * k + dy, w=node.w * k, h=node.h * k)


def snap_size(size: float) -> int:
    """Return the largest of the six sizes that is not much larger than `size`; never below micro."""
    return next((s for s in SIZES if s <= size * 1.04), MICRO)
