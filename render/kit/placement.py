"""The place of a thing on a picture, and the places of its marks."""

from dataclasses import dataclass, replace
from typing import Self

Point = tuple[float, float]

COLUMN = 288  # px: a column of the grid of five
_MAX_NUMBER_RADIUS = 34  # maximum radius of a number badge


@dataclass(frozen=True, slots=True)
class Placement:
    """A rectangle on the canvas, in px."""

    x: float  # left side
    y: float  # upper side
    w: float  # width; a circle is twice its radius wide
    h: float  # height; a circle is twice its radius high
    radius: float = 8  # of its corners; for a circle, of the circle
    number_centre: Point | None = None
    """Centre of the first option number; None: on the upper left corner."""
    number_radius: float = 24
    """Radius of the option numbers."""
    is_centred: bool = False
    """The numbers are centred around `number_centre`, not to the right of it."""
    is_upright: bool = False
    """Several numbers are stacked vertically, around `number_centre`."""
    max_width: float = COLUMN
    """Width in px for all numbers of this place."""
    tip_side: int = 0
    """-1, 1: the number means the left or the right end of the thing, and points there."""
    rank: int = 0
    """Options of a lower rank are numbered before those of a higher one."""
    outline: tuple[Point, ...] = ()
    """A frame follows this closed line instead of the rectangle."""
    is_count: bool = False
    """The thing is a number: changes are underlined, because a frame would cut the things beside it."""
    author_badge_centre: Point | None = None
    """Centre of the author badge, or the tip of the corner of a new card; None: upper right corner; for circles, on the
    edge.
    """
    callout_centre: Point | None = None
    """Centre of the large author badge of the last turns, beside a larger thing: things with the same centre share it.
    """
    has_callout_line: bool = False
    """A line leads from that badge to the thing, because the badge could also mean other things there."""
    core: Point | None = None
    """The middle of the piece in it, at which the large badge points; None: at the whole."""

    @classmethod
    def from_circle(cls, x: float, y: float, r: float) -> Self:
        """Return the placement of a circle around (x, y)."""
        return cls(x - r, y - r, 2 * r, 2 * r, r)

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def first_number_centre(self) -> Point:
        """The centre of the first number."""
        return self.number_centre or (self.x + 8, self.y + 6)

    @property
    def first_badge_centre(self) -> Point:
        """The centre of the first author badge."""
        if self.author_badge_centre is not None:
            return self.author_badge_centre
        if self.is_round:
            return self.x + self.w / 2 + 0.8 * self.radius, self.y + self.h / 2 - 0.8 * self.radius
        return self.x + self.w - 2, self.y + 2

    @property
    def is_round(self) -> bool:
        return self.w == self.h == 2 * self.radius

    def transform(self, dx: float, dy: float, k: float = 1) -> Self:
        """Return the same place on a picture that is drawn `k` times as large and then moved."""

        def transform_point(point: Point) -> Point:
            return point[0] * k + dx, point[1] * k + dy

        x, y = transform_point((self.x, self.y))
        return replace(
            self,
            x=x,
            y=y,
            w=self.w * k,
            h=self.h * k,
            radius=self.radius * k,
            number_centre=self.number_centre and transform_point(self.number_centre),
            number_radius=min(_MAX_NUMBER_RADIUS, self.number_radius * k),
            max_width=self.max_width * k,
            outline=tuple(map(transform_point, self.outline)),
            author_badge_centre=self.author_badge_centre and transform_point(self.author_badge_centre),
            callout_centre=self.callout_centre and transform_point(self.callout_centre),
            core=self.core and transform_point(self.core),
        )
