"""The measures of a row of arches."""

from dataclasses import dataclass

from render.signorie.layout import BAY_W


@dataclass(frozen=True, slots=True)
class Arcade:
    """Measures of the loggia, in px from the upper edge of its wall."""

    crown: int
    """Top of the arches."""
    tablet: tuple[int, int]
    """Upper and lower edge of the tablets with the names."""
    base: int
    """px from the crown to the ground on which the cities stand."""
    foot: int
    """Floor of the arches."""
    scale: float = 1
    """Size of the cities, 1 on the poster of the end."""

    @property
    def spring(self) -> float:
        """The height at which the round part of the arches begins."""
        return self.crown + BAY_W / 2
