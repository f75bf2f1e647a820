"""A picture as plain data: shapes, sprites and text runs in canvas px, y down. Independent of Pillow."""

from collections.abc import Hashable
from dataclasses import dataclass, fields
from typing import Literal, Protocol

from render.kit.colour import WHITE, Theme
from render.kit.illustration import Ground, Vignette
from render.kit.placement import Placement, Point

FontWeight = Literal["bold", "regular"]
Align = Literal["l", "m", "r"]

DISPLAY, HEAD, KEY, BODY, DETAIL, MICRO = SIZES = (76, 52, 40, 32, 26, 22)


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    x: float  # of the centre, in canvas px
    y: float  # of the centre
    r: float  # px, to the outer side of its edge
    fill: str | None = None  # colour inside, #RRGGBB; None: transparent
    edge: str | None = None  # colour of a line along the rim, inside r; None: no line
    width: float = 0  # px of that line


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, with round corners where wanted."""

    x: float  # left side, in canvas px
    y: float  # upper side
    w: float  # px, edge included
    h: float  # px, edge included
    radius: float = 0  # px of its round corners
    fill: str | None = None  # colour inside; None: transparent
    edge: str | None = None  # colour of a line along the sides, inside them; None: no line
    width: float = 0  # px of that line
    corners: tuple[bool, bool, bool, bool] = (True, True, True, True)
    """Whether each is round, clockwise from the upper left one."""
    material: str = ""
    """Its material (`render.kit.painting.materials`) if the theme has materials; empty: a flat colour."""


@dataclass(frozen=True, slots=True)
class Poly:
    """A polygon."""

    points: tuple[Point, ...]  # corners in order, in canvas px; the last side leads back to the first
    fill: str | None = None  # colour inside; None: transparent
    edge: str | None = None  # colour of a line along the sides, with round joints; None: no line
    width: float = 0  # px of that line, half of it outside


@dataclass(frozen=True, slots=True)
class Polyline:
    """A polyline with round joints and ends."""

    points: tuple[Point, ...]  # in the order of the line, in canvas px
    colour: str  # of the line, #RRGGBB
    width: float  # px, half of it on either side of the points


@dataclass(frozen=True, slots=True)
class Arc:
    """A line along part of a circle."""

    x: float  # centre of the circle, in canvas px
    y: float  # centre of the circle
    r: float  # px, to the outer side of the line
    start: float  # degrees clockwise from three o'clock
    end: float  # degrees; if it is at most `start`, the arc passes three o'clock
    colour: str  # of the line
    width: float  # px of the line, from r inwards


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing of `render/kit/icons.toml`."""

    name: str  # key in that file
    x: float  # centre of its grid, in canvas px
    y: float  # centre of its grid
    size: float  # px of a side of its grid, which the drawing may not fill
    fill: str  # main colour, from which its other tones are mixed
    background: str = "#FFFFFF"  # colour of its cut-outs: that of the surface below
    edge: str | None = None  # colour of a line around the whole silhouette; None: no line
    width: float = 0  # px of that line, all of it outside


@dataclass(frozen=True, slots=True)
class Numeral:
    """Figures or a letter inside a token: a drawing of any size, not a text run."""

    x: float  # middle of the text, in canvas px
    y: float  # middle of the height of its figures
    text: str  # number, letter of a seat, or short sign
    size: float  # px of the font; the figures are 0.73 as high
    colour: str  # of the figures


Shape = Disc | Box | Poly | Polyline | Arc | Icon | Numeral


class Piece(Hashable, Protocol):
    """A small drawing around (0, 0), hashable and with a readable repr: a frozen dataclass with this method."""

    def shapes(self) -> tuple[Shape, ...]: ...


@dataclass(frozen=True, slots=True)
class Sprite:
    """A piece placed at (x, y)."""

    x: float  # canvas px at which the (0, 0) of the piece lies, from the left
    y: float  # the same from the top
    piece: Piece  # drawn around its own (0, 0)
    scale: float = 1  # canvas px for a px of the piece


@dataclass(frozen=True, slots=True)
class TextRun:
    """One line of text."""

    x: float  # the end or the middle of the line that `anchor` names, in canvas px
    y: float  # optical mid-height of the letters
    text: str  # without line breaks
    size: int  # px of the font, one of `SIZES`
    colour: str  # of the letters
    anchor: Align = "l"  # part of the line that stands at x: its left end, its middle or its right end
    weight: FontWeight = "bold"  # of the sans; the serif has but one
    max_width: float | None = None
    """Width in px that the line must not exceed; tests check every line."""
    face: Literal["", "sans", "serif"] = ""
    """The face on pictures with materials; empty: the serif from 30 px up."""
    halo: str | None = None
    """Colour of a line around the letters, for words that stand on a landscape."""


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
    sprite: Sprite | None = None
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


@dataclass(frozen=True, slots=True)
class Inset:
    """Another picture, shown small within a rectangle."""

    x: float  # left side, in canvas px
    y: float  # upper side
    w: float  # px of the canvas to which the other picture is scaled
    h: float  # px of the canvas
    scene: "Scene"  # painted at its own size first


Illustration = Ground | Vignette | Inset
Drawable = Shape | Sprite | TextRun | Illustration
Node = Drawable | Anchor | FrameLayer
Nodes = tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """One picture."""

    theme: Theme  # its colours, and whether it has materials
    width: int  # px of the canvas, and of the picture as it is sent
    height: int  # px, with the footer
    background: str  # colour where no node lies
    static_part: Nodes
    """Painted once and cached; these nodes are the cache key."""
    live_part: Nodes
    """Painted over it each time. The anchors are here, next to the nodes that they name."""
    footer_height: int = 0
    """px at the lower end that are bare background and not part of the cached layer."""
    is_private: bool = False
    """Its file is kept smaller, because it is sent with every answer."""

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
