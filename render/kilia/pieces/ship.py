"""The ship: a cog in the colour of its owner, with windows where it is open."""

from dataclasses import dataclass

from render.kilia import theme
from render.kit.colour import GOLD, INK, WHITE, darker, on
from render.kit.scene import Box, Line, Numeral, Poly, Shape
from render.kit.spot import Point


@dataclass(frozen=True, slots=True)
class Cog:
    """288 px wide, its waterline at 0. windows: open cells 1 to 4 from the left; right: its bow points there."""

    colour: str
    number: int
    windows: tuple[int, ...]
    right: bool

    def shapes(self) -> tuple[Shape, ...]:
        def at(*points: Point) -> tuple[Point, ...]:
            return tuple((x if self.right else 288 - x, y) for x, y in points)

        hull = at((-10, -58), (250, -58), (314, -88), (280, 0), (16, 0))
        castle = at((0, -58), (0, -74), (8, -74), (8, -82), (22, -82), (22, -74), (30, -74), (30, -82), (44, -82))
        castle += at((44, -74), (52, -74), (52, -82), (66, -82), (66, -58))
        sail = at((84, -128), (210, -128), (206, -74), (88, -74))
        edge = WHITE if self.colour == theme.SEATS["brown"] else darker(self.colour, 0.45)
        ports: list[Shape] = []
        for cell in range(1, 5):
            x = 12 + 73 * (cell - 1)
            if cell in self.windows:
                ports.append(Box(x + 6, -52, 48, 42, 8, GOLD))
                ports.append(Box(x + 12, -46, 36, 30, 5, theme.LAMP))
            else:
                ports.append(Box(x + 10, -48, 40, 34, 6, theme.HULL_EDGE))
        middle = 147 if self.right else 141
        return (
            Line(at((147, -62), (147, -140)), theme.HULL_EDGE, 7),
            Poly(castle, theme.HULL),
            Poly(sail, self.colour, edge, 4),
            Line(at((80, -130), (214, -130)), theme.HULL_EDGE, 7),
            Poly(hull, theme.HULL),
            Line(at((-10, -58), (250, -58), (314, -88)), theme.HULL_EDGE, 6),
            *ports,
            Numeral(middle, -101, str(self.number), 44, on(self.colour) if self.colour else INK),
        )
