"""Where a thing lies on a picture, and where the marks that belong to it may stand."""

from dataclasses import dataclass, replace
from typing import Self

Point = tuple[float, float]

COLUMN = 288  # of the grid of five
_LARGEST = 34  # radius of a badge


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle on the canvas, in px. A round thing is as wide as high, and `radius` is half of that.

    badge:    the centre of the first number of an option; None: on the upper left corner
    badge_r:  radius of the numbers
    centred:  the numbers stand around that centre, and not to the right of it
    upright:  several numbers stand below each other, around that centre
    room:     width in px for all numbers of this place
    point:    -1, 1: the number means the left or the right end of the thing, and points there
    rank:     options of a lower rank are numbered before those of a higher one
    outline:  a frame follows this closed line and not the rectangle
    counted:  a number: what changed is underlined, for a frame would cut the things beside it
    tick:     the centre of the tick of who changed it, or the point of the corner of what is new; None: on the upper
              right corner, of a round thing on its edge
    aside:    the centre of the large tick of the last turns, beside a larger thing: things with one share it
    led:      a line leads to it from that tick, for it could mean other things there, too
    core:     the middle of the piece in it, at which the large tick points; None: at the whole
    """

    x: float
    y: float
    w: float
    h: float
    radius: float = 8
    badge: Point | None = None
    badge_r: float = 24
    centred: bool = False
    upright: bool = False
    room: float = COLUMN
    point: int = 0
    rank: int = 0
    outline: tuple[Point, ...] = ()
    counted: bool = False
    tick: Point | None = None
    aside: Point | None = None
    led: bool = False
    core: Point | None = None

    @classmethod
    def disc(cls, x: float, y: float, r: float) -> Self:
        """The spot of a round thing around (x, y)."""
        return cls(x - r, y - r, 2 * r, 2 * r, r)

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def first(self) -> Point:
        """The centre of the first number."""
        return self.badge or (self.x + 8, self.y + 6)

    @property
    def ticked(self) -> Point:
        """The centre of the first tick."""
        if self.tick is not None:
            return self.tick
        if self.is_round:
            return self.x + self.w / 2 + 0.8 * self.radius, self.y + self.h / 2 - 0.8 * self.radius
        return self.x + self.w - 2, self.y + 2

    @property
    def is_round(self) -> bool:
        return self.w == self.h == 2 * self.radius

    def moved(self, dx: float, dy: float, k: float = 1) -> Self:
        """The same place on a picture that is drawn `k` times as large and then moved."""

        def there(point: Point) -> Point:
            return point[0] * k + dx, point[1] * k + dy

        x, y = there((self.x, self.y))
        return replace(
            self,
            x=x,
            y=y,
            w=self.w * k,
            h=self.h * k,
            radius=self.radius * k,
            badge=self.badge and there(self.badge),
            badge_r=min(_LARGEST, self.badge_r * k),
            room=self.room * k,
            outline=tuple(map(there, self.outline)),
            tick=self.tick and there(self.tick),
            aside=self.aside and there(self.aside),
            core=self.core and there(self.core),
        )
