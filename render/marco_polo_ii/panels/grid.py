"""Fields of equal size that fill an area: few are large, many are small."""

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
