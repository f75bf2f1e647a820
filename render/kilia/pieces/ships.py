"""The cogs: clinker hulls with castles, windows that are lit where they are open, and the seat's flag as a sail."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from render import kit
from render.kilia import theme
from render.kilia.pieces.flags import SeatMarker, build_charge

_LIT, _LIT_EDGE, _SHUT = "#FFD878", "#DEA43C", "#28180F"
_ROPE, _SPRAY = "#46342A", "#CEE6E8"
_MOORING = "#D8C49A"
_SAIL_TOP, _SAIL_FOOT = -124, -66
JETTY_W, POST_H = 30, 34


@dataclass(frozen=True, slots=True)
class Ship:
    """A cog without its windows, longer the higher its number, with its waterline at 0 and its middle at x = 0."""

    relief: ClassVar[kit.Relief] = kit.Relief(0.8, 3)  # hull, castles and sail are lit one by one

    seat: int  # owner; decides the charge on the sail
    colour: str  # of the owner: sail and pennant
    number: int  # number of the ship, 1 to 5: one more than the cards in the shipyard (R9)
    is_bow_right: bool  # True if it sails from left to right; mirrors hull, mast and sail
    scale: float = 1  # 1: the smallest hull is 130 px long

    @property
    def length(self) -> float:
        """Length of the hull in px."""
        return (96 + 34 * self.number) * self.scale

    def shapes(self) -> tuple[kit.Shape, ...]:
        return *self._build_rig(), *self._build_hull(), *self._build_waves()

    def _place(self, *points: kit.Point) -> tuple[kit.Point, ...]:
        """Return points of a cog that sails to the right, in px from the middle of the hull."""
        s, mirrored = self.scale, 1 if self.is_bow_right else -1
        return tuple((mirrored * x * s, y * s) for x, y in points)

    def _build_rig(self) -> Iterator[kit.Shape]:
        half, s = self.length / self.scale / 2, self.scale
        mast, reach = 0.04 * half, min(0.6 * half, 52) + 12
        yield kit.Polyline(self._place((mast, -30), (mast, -136)), theme.HULL_EDGE, 5 * s)
        for sign in (-1, 1):
            stay = self._place((mast, -130), (mast + 0.88 * sign * half, -40))
            yield kit.Polyline(stay, _ROPE, max(1.0, 1.4 * s))
        middle, h = (_SAIL_TOP + _SAIL_FOOT) / 2, _SAIL_FOOT - _SAIL_TOP
        sail = self._place(
            (mast - reach, _SAIL_TOP),
            (mast + reach, _SAIL_TOP),
            (mast + 0.94 * reach, middle),
            (mast + reach, _SAIL_FOOT),
            (mast, _SAIL_FOOT - 4),
            (mast - reach, _SAIL_FOOT),
            (mast - 0.94 * reach, middle),
        )
        yield kit.Poly(sail, self.colour)
        for bar in build_charge(self.seat, 1.88 * reach, h - 4):
            moved = tuple((x + mast, y + middle - 1) for x, y in bar.points)
            yield kit.Poly(self._place(*moved), bar.fill)
        yield kit.Poly(sail, None, theme.HULL_EDGE, 2 * s)
        yard = self._place((mast - reach - 5, _SAIL_TOP - 1), (mast + reach + 5, _SAIL_TOP - 1))
        yield kit.Polyline(yard, theme.HULL_EDGE, 5 * s)
        pennant = self._place((mast, -137), (mast - 30, -133), (mast, -128))
        yield kit.Poly(pennant, self.colour, theme.NAVY, max(1.0, s))

    def _build_hull(self) -> Iterator[kit.Shape]:
        half, s = self.length / self.scale / 2, self.scale
        rail = (
            (-half, -34),
            (-half + 10, -30),
            (-0.4 * half, -26),
            (0.4 * half, -26),
            (half - 12, -32),
            (half + 8, -44),
        )
        keel = ((half - 6, -12), (half - 24, 0), (20 - half, 0), (4 - half, -14))
        yield kit.Poly(self._place(*rail, *keel), theme.HULL, theme.HULL_EDGE, 2.4 * s)
        for i in range(1, 5):
            y = 6 * i - 27
            plank = self._place((3 + 2 * i - half, y), (0, y + 3), (half - 2 - 4 * i, y))
            yield kit.Polyline(plank, theme.HULL_PLANK, max(1.0, 1.6 * s))
        yield kit.Polyline(self._place(*rail), theme.BRAID, max(1.0, 1.6 * s))
        timber = kit.mix_colours(theme.HULL, kit.WHITE, 0.12)
        for left, w, top in ((-half - 4, 46, -50), (half - 34, 34, -54)):
            corners = self._place((left, top), (left + w, top), (left + w, top + 15), (left, top + 15))
            for points in (self._build_merlons(left, top, w), corners):
                yield kit.Poly(points, timber, theme.HULL_EDGE, max(1.0, self.scale))

    def _build_merlons(self, left: float, top: float, w: float) -> tuple[kit.Point, ...]:
        """Return the outline of the merlons on a castle. They are joined where the castle hides their feet."""
        count = w // 8
        pitch = w / count
        return self._place(
            *(
                (left + (i + share) * pitch, y)
                for i in range(int(count))
                for share, y in ((0, top), (0, top - 5), (0.6, top - 5), (0.6, top))
            )
        )

    def _build_waves(self) -> Iterator[kit.Shape]:
        s = self.scale
        count = int(self.length / s / 22) + 1
        for i in range(count):
            x = (22 * (i - (count - 1) / 2)) * s
            yield kit.Arc(x, 2 * s, 11 * s, 200, 340, _SPRAY, max(1.0, 1.8 * s))


@dataclass(frozen=True, slots=True)
class ShipWindows:
    """The windows of a cog: a piece of their own, because they change every round and the ship hardly ever."""

    relief: ClassVar[kit.Relief] = kit.Relief(0.8, 0)  # large ones stand out; the hull below them casts the shadow

    length: float  # of the hull in px
    windows: tuple[int, ...]
    """Open cells, 1 to 4 from the left, wherever the ship sails."""
    scale: float  # of the ship

    def shapes(self) -> tuple[kit.Shape, ...]:
        return tuple(map(self._build_window, range(1, 5)))

    def _build_window(self, cell: int) -> kit.Box:
        s, x = self.scale, (0.2 * (cell - 2.5)) * self.length
        fill, edge = (_LIT, _LIT_EDGE) if cell in self.windows else (_SHUT, theme.HULL_EDGE)
        return kit.Box(x - 6.5 * s, -20 * s, 13 * s, 12 * s, 3 * s, fill, edge, max(1.0, 1.8 * s))


def draw_plain_ship(ship: Ship, windows: tuple[int, ...], x: float, y: float) -> Iterator[kit.Node]:
    """Draw a ship with its waterline at y, without the token of its seat. windows: open cells."""
    yield kit.Sprite(x, y, ship)
    yield kit.Sprite(x, y, ShipWindows(ship.length, windows, ship.scale))


def draw_ship(ship: Ship, windows: tuple[int, ...], x: float, y: float) -> Iterator[kit.Node]:
    """Draw a ship with its waterline at y, and the token of its seat on the sail. windows: open cells."""
    yield from draw_plain_ship(ship, windows, x, y)
    side = 1 if ship.is_bow_right else -1
    mast, middle = 0.02 * side * ship.length, (_SAIL_TOP + _SAIL_FOOT) / 2 * ship.scale
    yield kit.Sprite(x + mast, y + middle, SeatMarker(ship.seat, ship.colour, 21 * ship.scale))


@dataclass(frozen=True, slots=True)
class Jetty:
    """A jetty from the quay into the water, with its foot at y = 0: ships between two of them lie in their berths."""

    relief: ClassVar[kit.Relief] = kit.Relief(0.8, 3)  # its planks are printed on the deck

    height: float  # px at scale 1, from the foot in the water to the quay

    def shapes(self) -> tuple[kit.Shape, ...]:
        h, half = self.height, JETTY_W / 2
        deck = kit.Poly(((-0.7 * half, -h), (0.7 * half, -h), (half, 0), (-half, 0)), theme.JETTY, theme.HULL_EDGE, 2)
        seams = (h * share for share in (0.17, 0.35, 0.52, 0.68, 0.84))
        planks = (kit.Polyline(((-0.8 * half, -y), (0.8 * half, -y)), theme.HULL_PLANK, 2) for y in seams)
        posts = (
            kit.Box(side * half - 5, -POST_H, 10, POST_H + 8, 3, theme.HULL, theme.HULL_EDGE, 2) for side in (-1, 1)
        )
        return (deck, *planks, *posts)


def draw_moorings(ship: Ship, x: float, y: float, left: float, right: float) -> Iterator[kit.Node]:
    """Draw the slack ropes from both ends of a ship at (x, y) to the posts of the jetties on its left and right."""
    half, deck = ship.length / 2 - 4, y - 24 * ship.scale
    for end, post in ((x - half, left + JETTY_W / 2), (x + half, right - JETTY_W / 2)):
        top = y - POST_H + 8
        middle = ((end + post) / 2, max(deck, top) + 9)
        yield kit.Polyline(((end, deck), middle, (post, top)), _MOORING, 2.5)


@dataclass(frozen=True, slots=True)
class Cog:
    """A cog as wide as a segment of the canal, 288 px, without its windows; its waterline is at 0."""

    relief: ClassVar[kit.Relief] = kit.Relief(1, 3)  # hull, castle and sail stand out

    seat: int  # owner; decides the charge on the sail
    colour: str  # of the owner: the sail
    number: int  # number of the ship, 1 to 5, written on the sail
    is_bow_right: bool
    """True if the bow points to the right."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        hull = self._mirror((-10, -58), (250, -58), (314, -88), (280, 0), (16, 0))
        castle = self._mirror(
            *((0, -58), (0, -74), (8, -74), (8, -82), (22, -82), (22, -74), (30, -74), (30, -82), (44, -82)),
            *((44, -74), (52, -74), (52, -82), (66, -82), (66, -58)),
        )
        sail = self._mirror((84, -128), (210, -128), (206, -101), (208, -74), (147, -70), (86, -74), (88, -101))
        ((x, y),) = self._mirror((147, -101))
        charge = (
            kit.Poly(tuple((x + dx, y + dy) for dx, dy in bar.points), bar.fill)
            for bar in build_charge(self.seat, 120, 52)
        )
        return (
            kit.Polyline(self._mirror((147, -62), (147, -140)), theme.HULL_EDGE, 7),
            kit.Poly(castle, theme.HULL, theme.HULL_EDGE, 2),
            kit.Poly(sail, self.colour),
            *charge,
            kit.Poly(sail, None, theme.HULL_EDGE, 3),
            kit.Polyline(self._mirror((80, -130), (214, -130)), theme.HULL_EDGE, 7),
            kit.Poly(hull, theme.HULL, theme.HULL_EDGE, 3),
            *(kit.Polyline(self._mirror((4, y), (274, y)), theme.HULL_PLANK, 2) for y in (-56, -6)),
            kit.Polyline(self._mirror((-10, -58), (250, -58), (314, -88)), theme.BRAID, 4),
            kit.Disc(x, y, 27, theme.NAVY),
            kit.Disc(x, y, 24, theme.FLAG_CREAM),
            kit.Numeral(x, y, str(self.number), 40, theme.INK),
        )

    def _mirror(self, *points: kit.Point) -> tuple[kit.Point, ...]:
        return tuple((x if self.is_bow_right else 288 - x, y) for x, y in points)


@dataclass(frozen=True, slots=True)
class CogWindows:
    """The windows of a `Cog` above the cells of its segment, and like `ShipWindows` a piece of their own."""

    relief: ClassVar[kit.Relief] = kit.Relief(1, 0)  # panes and shutters stand out; the hull casts the shadow

    windows: tuple[int, ...]
    """Open cells, 1 to 4 from the left."""

    def shapes(self) -> tuple[kit.Shape, ...]:
        return tuple(shape for cell in range(1, 5) for shape in self._build_window(cell))

    def _build_window(self, cell: int) -> tuple[kit.Shape, ...]:
        x = 12 + 73 * (cell - 1)
        if cell in self.windows:
            return kit.Box(x + 6, -52, 48, 42, 8, kit.GOLD), kit.Box(x + 12, -46, 36, 30, 5, theme.LAMP)
        return (kit.Box(x + 10, -48, 40, 34, 6, theme.HULL_EDGE),)


def draw_cog(cog: Cog, windows: tuple[int, ...], x: float, y: float) -> Iterator[kit.Node]:
    """Draw a cog with its left end at x and its waterline at y. windows: open cells."""
    yield kit.Sprite(x, y, cog)
    yield kit.Sprite(x, y, CogWindows(windows))
