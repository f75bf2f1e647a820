"""A picture as plain data: shapes, sprites and text runs in canvas px, y down. Independent of Pillow."""

from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from typing import Literal, Protocol

from render.kit.colour import WHITE, Theme
from render.kit.placement import Placement, Point

FontWeight = Literal["bold", "regular"]
Align = Literal["l", "m", "r"]

DISPLAY, HEAD, KEY, BODY, DETAIL, MICRO = SIZES = (76, 52, 40, 32, 26, 22)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle around (x, y); `width` is the line inside its edge."""

    x: float
    y: float
    r: float
    fill: str | None = None
    edge: str | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle from its upper left corner; `corners` says which of the four are round, clockwise from there."""

    x: float
    y: float
    w: float
    h: float
    radius: float = 0
    fill: str | None = None
    edge: str | None = None
    width: float = 0
    corners: tuple[bool, bool, bool, bool] = (True, True, True, True)


@dataclass(frozen=True, slots=True)
class Poly:
    """A polygon; `width` is the whole line, half of it outside, with round joints."""

    points: tuple[Point, ...]
    fill: str | None = None
    edge: str | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Polyline:
    """A polyline with round joints and ends."""

    points: tuple[Point, ...]
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Arc:
    """Part of a circle, degrees clockwise from three o'clock; `width` lies inside r."""

    x: float
    y: float
    r: float
    start: float
    end: float
    colour: str
    width: float


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing of `render/kit/icons.toml` centred on (x, y); its cut-outs show `background`.

    `edge` draws a line of `width` px around the whole silhouette.
    """

    name: str
    x: float
    y: float
    size: float
    fill: str
    background: str = "#FFFFFF"
    edge: str | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Numeral:
    """Figures or a letter inside a token, centred on (x, y): a drawing of any size, not a text run."""

    x: float
    y: float
    text: str
    size: float
    colour: str


Shape = Disc | Box | Poly | Polyline | Arc | Icon | Numeral


class Piece(Hashable, Protocol):
    """A small drawing around (0, 0), hashable and with a readable repr: a frozen dataclass with this method."""

    def shapes(self) -> tuple[Shape, ...]: ...


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece placed at (x, y)."""

    x: float
    y: float
    piece: Piece
    scale: float = 1


@dataclass(frozen=True, slots=True)
class TextRun:
    """One line of text of one of the six sizes. (x, y) is the left, middle or right end at optical mid-height."""

    x: float
    y: float
    text: str
    size: int
    colour: str
    anchor: Align = "l"
    weight: FontWeight = "bold"
    max_width: float | None = None
    """Width in px that the line must not exceed; tests check every line."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The name and place of a thing on the picture. It paints nothing; numbers of options and marks of changes are laid
    on it.
    """

    place: str
    """The thing's name: the place of an option (`market:4`), one option's own (`Mark.own_anchor`), or any other name
    that is unique on the picture.
    """
    placement: Placement
    """Its rectangle and the places of its marks; transformed together with the nodes around it."""
    shows: Hashable = None
    """The present content. If an earlier picture of the same name shows something else, the thing has changed. None: it
    may have a number as an option, but no mark of a change.
    """
    part: str = ""
    """The part of the picture (`map`, `seats`) that shares a budget of change frames."""
    container: str = ""
    """The place of the larger thing that is framed if much in it changed, or if this one has gone."""
    is_minor: bool = False
    """A number that repeats the content of other marks; it is framed only if frames are left."""
    age: Hashable = None
    """An earlier picture is compared only if it has the same age here: a new round resets this thing."""
    ghost: Sprite | None = None
    """The piece here: its empty outline marks its old place after it has gone."""
    background: str = WHITE
    """The background of that outline."""
    piece_kind: str = ""
    """Name of a kind of movable pieces; `shows` is their number: if one place lost as many as another gained, they
    moved.
    """
    is_from_deck: bool = False
    """It comes from a deck: no seat placed it, and a new one has a corner mark instead of an author badge."""
    holders: frozenset[int] = frozenset()
    """Seats with things here: a newcomer is the author of the change, regardless of the seat that decided it."""
    owner: int | None = None
    """The seat whose row this is: it is the author of changes here, regardless of the seat that decided last."""
    is_points: bool = False
    """Points: over a longer time a pill shows the gain, instead of an author badge."""
    has_drawn_path: bool = False
    """The picture itself draws the path by which it came here: no arrow."""


@dataclass(frozen=True, slots=True)
class FrameLayer:
    """The layer of change frames: below all following nodes. Without it they lie on top. Paints nothing."""


FRAME_LAYER = FrameLayer()

Drawable = Shape | Sprite | TextRun
Node = Drawable | Anchor | FrameLayer
Nodes = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. `static` is drawn once and cached (it is its own cache key), `live` is drawn over it each time.

    Anchors are among the live nodes, next to the nodes that they name.
    """

    theme: Theme
    width: int
    height: int
    background: str
    static_part: Nodes
    live_part: Nodes
    footer_height: int = 0
    """px at the lower end that are bare background and not part of the cached layer."""

    @property
    def anchors(self) -> dict[str, Anchor]:
        """The anchors by place; of several with one place the first."""
        anchors: dict[str, Anchor] = {}
        for node in self.live_part:
            if isinstance(node, Anchor):
                anchors.setdefault(node.place, node)
        return anchors

    def __str__(self) -> str:
        head = f"{self.theme.name} {self.width}x{self.height} on {self.background}"
        return "\n".join(
            [head, "-- static", *map(describe_node, self.static_part), "-- live", *map(describe_node, self.live_part)]
        )


def describe_node(node: Node) -> str:
    """Describe one node as readable text: its type and every field that differs from its default."""
    words = [type(node).__name__]
    for field in fields(node):
        value = getattr(node, field.name)
        if value != field.default:
            words.append(f"{field.name}={_format_value(value)}")
    return " ".join(words)


def _format_value(value: object) -> str:
    if isinstance(value, float | int) and not isinstance(value, bool):
        return f"{value:g}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_format_value, value)) + ")"
    return value if isinstance(value, str) and " " not in value and value else repr(value)


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
        case Box(x, y, w, h, radius, fill, edge, width, corners):
            return Box(x * k + dx, y * k + dy, w * k, h * k, radius * k, fill, edge, width * k, corners)
        case Icon(name, x, y, size, fill, background, edge, width):
            return Icon(name, x * k + dx, y * k + dy, size * k, fill, background, edge, width * k)
        case Numeral(x, y, text, size, colour):
            return Numeral(x * k + dx, y * k + dy, text, size * k, colour)
        case Sprite(x, y, piece, scale):
            return Sprite(x * k + dx, y * k + dy, piece, scale * k)
        case Anchor():
            ghost = node.ghost and transform_node(node.ghost, dx, dy, k)
            assert ghost is None or isinstance(ghost, Sprite)
            return replace(node, placement=node.placement.transform(dx, dy, k), ghost=ghost)
        case FrameLayer():
            return node
        case TextRun(x, y, text, text_size, colour, anchor, weight, max_width):
            scaled_width = None if max_width is None else max_width * k
            return TextRun(x * k + dx, y * k + dy, text, snap_size(text_size * k), colour, anchor, weight, scaled_width)


def snap_size(size: float) -> int:
    """Return the largest of the six sizes that is not much larger than `size`; never below micro."""
    return next((s for s in SIZES if s <= size * 1.04), MICRO)
