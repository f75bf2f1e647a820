"""Where something that an option may mean lies on a picture."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from render.kit.look import Mark
from render.kit.marks import badges
from render.kit.scene import Nodes

COLUMN = 288  # of the grid of five
_LARGEST = 34  # radius of a badge


@dataclass(frozen=True, slots=True)
class Spot:
    """A rectangle on the canvas, and the first of its option badges: centre, radius, and room for all of them."""

    x: float
    y: float
    w: float
    h: float
    radius: float
    badge: tuple[float, float]
    badge_r: float = 24
    centred: bool = False
    room: float = COLUMN

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def moved(self, dx: float, dy: float, k: float) -> Self:
        """The same place on a picture that is drawn `k` times as large and moved."""
        x, y = self.badge
        return replace(
            self,
            x=self.x * k + dx,
            y=self.y * k + dy,
            w=self.w * k,
            h=self.h * k,
            radius=self.radius * k,
            badge=(x * k + dx, y * k + dy),
            badge_r=min(_LARGEST, self.badge_r * k),
            room=self.room * k,
        )

    def numbers(self, marks: Sequence[Mark]) -> Nodes:
        """The badges of all options that mean this place."""
        return badges(marks, *self.badge, self.badge_r, self.centred, self.room)
