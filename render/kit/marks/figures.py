"""What is read on a picture: words, figures, pips and signs. A mark may cover the edge of a thing, never these."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from render.kit.extent import Bounds, extent, numeral_width
from render.kit.marks.ghost import Ghost
from render.kit.scene import Disc, Icon, Node, Numeral, Piece, Sprite, Text, place
from render.kit.text import BASELINE
from render.kit.tokens import PIPS, Badge, BadgeSpan, Cross, Die, Fresh, Tick

CAPITAL = 0.73
"""The height in em of capitals and figures."""
LETTER = 0.55
"""The width in em of an ordinary letter of a word."""
ORNAMENT = 100 * 100
"""px²: a drawing without figures that is larger is a ground."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A word, a number, a letter, a pip or a sign.

    box: what its ink covers, in px. letter: the area of one letter of it in px², of a pip or a sign the whole.
    of: the node that it is part of. is_sign: a drawing, which its outline tells even if a part is hidden
    """

    box: Bounds
    letter: float
    of: Node
    is_sign: bool = False


def figures(nodes: Iterable[Node]) -> Iterator[Figure]:
    """All of them in the order in which they are painted. Marks have none: rules of their own keep them apart."""
    for node in nodes:
        match node:
            case Text():
                left, _, right, _ = extent(node)
                base = node.y + BASELINE * node.size
                wide = 1.0 if any(ord(sign) > 0x2E7F for sign in node.text) else LETTER
                yield Figure((left, base - CAPITAL * node.size, right, base), wide * CAPITAL * node.size**2, node)
            case Numeral():
                yield _figure(node, node)
            case Icon():
                half = node.size / 2
                yield Figure((node.x - half, node.y - half, node.x + half, node.y + half), 4 * half * half, node, True)
            case Sprite(piece=Badge() | BadgeSpan() | Tick() | Cross() | Fresh() | Ghost()):
                pass
            case Sprite():
                told = _told(node.piece)
                for shape in told:
                    yield _figure(place(shape, node.x, node.y, node.scale), node)
                if not told and (sign := _figure(node, node)).letter < ORNAMENT:
                    yield sign
            case _:
                pass


@lru_cache(maxsize=1024)
def _told(piece: Piece) -> tuple[Numeral | Disc, ...]:
    """The figures of a piece, or the pips of a die."""
    shapes = piece.shapes()
    if isinstance(piece, Die):
        return tuple(shape for shape in shapes[-len(PIPS[piece.pips]) :] if isinstance(shape, Disc))
    return tuple(shape for shape in shapes if isinstance(shape, Numeral))


def _figure(shape: Node, of: Node) -> Figure:
    if isinstance(shape, Numeral):
        half, tall = numeral_width(shape.text) * shape.size / 2, CAPITAL * shape.size / 2
        box = shape.x - half, shape.y - tall, shape.x + half, shape.y + tall
        return Figure(box, 4 * tall * half / max(1, len(shape.text)), of)
    left, top, right, bottom = extent(shape)
    return Figure((left, top, right, bottom), (right - left) * (bottom - top), of, isinstance(shape, Sprite))
