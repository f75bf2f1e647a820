"""A picture as plain data: shapes, sprites and text runs in canvas px, y down. Nothing here knows Pillow."""

from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from typing import Literal, Protocol

from render.kit.colour import WHITE, Theme
from render.kit.spot import Point, Spot

Weight = Literal["bold", "regular"]
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
class Line:
    """A broken line with round joints and ends."""

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
    """A drawing of `render/kit/icons.toml` centred on (x, y); `ground` is the colour that its cut-outs show.

    `edge` draws a line of `width` px around the whole silhouette.
    """

    name: str
    x: float
    y: float
    size: float
    fill: str
    ground: str = "#FFFFFF"
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


Shape = Disc | Box | Poly | Line | Arc | Icon | Numeral


class Piece(Hashable, Protocol):
    """A small drawing around (0, 0), hashable and with a readable repr: a frozen dataclass with this method."""

    def shapes(self) -> tuple[Shape, ...]: ...


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece put at (x, y)."""

    x: float
    y: float
    piece: Piece
    scale: float = 1


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text of one of the six sizes. (x, y) is the left, middle or right end at optical mid-height.

    `room` is the width in px that the line must not exceed; tests hold every line to it.
    """

    x: float
    y: float
    text: str
    size: int
    colour: str
    anchor: Align = "l"
    weight: Weight = "bold"
    room: float | None = None


@dataclass(frozen=True, slots=True)
class Anchor:
    """Says which thing lies here. It paints nothing itself; numbers of options and marks of changes are laid on it.

    place:  the thing's name: the place of an option (`market:4`), one option's own (`Mark.own`), or any other that is
            unique on the picture
    spot:   where it lies; it moves along when the nodes around it are drawn larger or elsewhere
    shows:  what is to be seen there now. If an earlier picture of the same name shows something else, it changed.
            None: it has a number if it is an option, but never a mark
    part:   the part of the picture (`map`, `seats`) with which it shares the frames of what changed
    within: the place of the larger thing that is framed when much in it changed, or when this one has gone
    minor:  a number that repeats what other marks tell; it is framed if there is room left
    age:    an earlier picture is compared only if it has the same age here: a new round resets this thing
    ghost:  the piece that stands here: its empty outline marks where it stood when it has gone
    paper:  the ground on which the ghost is seen
    own:    the seat whose row this is: what changes there was its doing, whoever decided last
    holders: seats whose things lie here: those who came to it are told to have changed it, whoever's decision it was
    gains:  points: over a longer time a pill on them says how many were gained, and no tick who acted then
    drawn:  it comes from a deck: nobody brought a new one, and it has a corner in the place of a tick
    mover:  things of one mover are one kind of piece and `shows` is their number: what one place lost and another
            gained has moved
    told:   the picture itself draws the way on which it came here: no arrow
    """

    place: str
    spot: Spot
    shows: Hashable = None
    part: str = ""
    within: str = ""
    minor: bool = False
    age: Hashable = None
    ghost: Sprite | None = None
    paper: str = WHITE
    mover: str = ""
    drawn: bool = False
    holders: frozenset[int] = frozenset()
    own: int | None = None
    gains: bool = False
    told: bool = False


@dataclass(frozen=True, slots=True)
class Frames:
    """Paints nothing: the frames of what changed lie here, below all that follows. Without it they lie on top."""


FRAMES = Frames()

Drawn = Shape | Sprite | Text
Node = Drawn | Anchor | Frames
Nodes = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture. `static` is drawn once and kept (it is its own cache key), `live` is drawn over it each time.

    Anchors stand among the live nodes, beside what they name. foot: so many px at the lower end are bare ground, not
    part of what is kept.
    """

    theme: Theme
    width: int
    height: int
    ground: str
    static: Nodes
    live: Nodes
    foot: int = 0

    @property
    def anchors(self) -> dict[str, Anchor]:
        """By place; of several with one place the first."""
        found: dict[str, Anchor] = {}
        for node in self.live:
            if isinstance(node, Anchor):
                found.setdefault(node.place, node)
        return found

    def __str__(self) -> str:
        head = f"{self.theme.name} {self.width}x{self.height} on {self.ground}"
        return "\n".join([head, "-- static", *map(line, self.static), "-- live", *map(line, self.live)])


def line(node: Node) -> str:
    """One node as readable text: its kind and every field that is not at its default."""
    words = [type(node).__name__]
    for field in fields(node):
        value = getattr(node, field.name)
        if value != field.default:
            words.append(f"{field.name}={_value(value)}")
    return " ".join(words)


def _value(value: object) -> str:
    if isinstance(value, float | int) and not isinstance(value, bool):
        return f"{value:g}"
    if isinstance(value, tuple):
        return "(" + ",".join(map(_value, value)) + ")"
    return value if isinstance(value, str) and " " not in value and value else repr(value)


def place(node: Node, dx: float, dy: float, k: float = 1) -> Node:
    """The node drawn `k` times as large around the origin, then moved by (dx, dy). Text snaps to the six sizes."""
    match node:  # constructors, not `replace`: a board that is drawn for its anchors spends most of its time here
        case Poly(points, fill, edge, width):
            return Poly(tuple((x * k + dx, y * k + dy) for x, y in points), fill, edge, width * k)
        case Line(points, colour, width):
            return Line(tuple((x * k + dx, y * k + dy) for x, y in points), colour, width * k)
        case Disc(x, y, r, fill, edge, width):
            return Disc(x * k + dx, y * k + dy, r * k, fill, edge, width * k)
        case Arc(x, y, r, start, end, colour, width):
            return Arc(x * k + dx, y * k + dy, r * k, start, end, colour, width * k)
        case Box(x, y, w, h, radius, fill, edge, width, corners):
            return Box(x * k + dx, y * k + dy, w * k, h * k, radius * k, fill, edge, width * k, corners)
        case Icon(name, x, y, size, fill, ground, edge, width):
            return Icon(name, x * k + dx, y * k + dy, size * k, fill, ground, edge, width * k)
        case Numeral(x, y, text, size, colour):
            return Numeral(x * k + dx, y * k + dy, text, size * k, colour)
        case Sprite(x, y, piece, scale):
            return Sprite(x * k + dx, y * k + dy, piece, scale * k)
        case Anchor():
            ghost = node.ghost and place(node.ghost, dx, dy, k)
            assert ghost is None or isinstance(ghost, Sprite)
            return replace(node, spot=node.spot.moved(dx, dy, k), ghost=ghost)
        case Frames():
            return node
        case Text(x, y, text, text_size, colour, anchor, weight, room):
            wide = None if room is None else room * k
            return Text(x * k + dx, y * k + dy, text, snap(text_size * k), colour, anchor, weight, wide)


def snap(size: float) -> int:
    """The largest of the six sizes that is not much larger than `size`; never below micro."""
    return next((s for s in SIZES if s <= size * 1.04), MICRO)
