"""The parts of a private picture, and fields of equal size that fill one: few are large, many are small."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Field:
    """A rectangle in px."""

    x: float
    y: float
    w: float
    h: float

    @property
    def middle(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def foot(self) -> float:
        return self.y + self.h


WHOLE = Field(44, 142, 1512, 814)
"""A private picture below its question."""
MAIN = Field(44, 142, 1110, 814)
"""The same beside what is the reader's own."""
ASIDE = Field(1172, 142, 384, 814)
"""What is the reader's own."""


def fields(
    number: int, area: Field, columns: int, gap: float = 12, tallest: float = 400, widest: float = 540
) -> tuple[Field, ...]:
    """So many fields row by row in so many columns, at most `tallest` px high."""
    columns = max(1, min(columns, number))
    rows = -(-number // columns)
    w = min(widest, (area.w - gap * (columns - 1)) / columns)
    h = min(tallest, (area.h - gap * (rows - 1)) / max(1, rows))
    return tuple(
        Field(area.x + (w + gap) * (i % columns), area.y + (h + gap) * (i // columns), w, h) for i in range(number)
    )


def left_over(number: int, area: Field, columns: int, gap: float = 12, tallest: float = 400) -> Field | None:
    """What `fields` with the same arguments leave empty: below a single row, else at the right of the last one; None if
    that is full.
    """
    if number <= columns:
        return Field(area.x, area.y + tallest + gap, area.w, area.h - tallest - gap)
    if not number % columns:
        return None
    last = fields(number, area, columns, gap, tallest)[-1]
    x = last.right + gap
    return Field(x, last.y, area.right - x, last.h)
