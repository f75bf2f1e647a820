"""Parts of a picture beside shapes and words: prerendered grounds, engravings, and the relief of pieces, as data."""

from collections.abc import Hashable
from dataclasses import dataclass

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A prerendered picture of a game. It is cut off at the edges of the canvas."""

    x: float  # left side, in canvas px
    y: float  # upper side
    w: float  # canvas px to which the window, or the whole of it, is scaled
    h: float  # canvas px
    name: str
    """Game and picture: `<game>/board`. It is shipped as `render/<game>/grounds/board.webp`."""
    window: Rectangle | None = None
    """The part of the prerendered picture that is shown, in its px; None: the whole of it."""
    subject: Hashable = None
    """The data on which the picture depends, if it is scenery of one game: it is drawn when it is first needed."""


@dataclass(frozen=True, slots=True)
class Vignette:
    """An engraving somewhere in a rectangle: as large as it can be without lying behind a word.

    `compose` finds its place when the picture is complete; without enough free room it is not shown.
    """

    x: float  # left side of that rectangle, in canvas px
    y: float  # its upper side
    w: float  # px of its width, which the engraving need not fill
    h: float  # px of its height
    name: str
    """Game and subject: `<game>/camel`. The game's sheet of vignettes holds it."""
    ink: str  # colour of the lines
    tint: str | None = None
    """Colour behind the lines, where the engraving shows a body."""
    strength: float = 1
    """Share of the full ink."""
    core: Rectangle = (0.24, 0.42, 0.80, 0.90)
    """The part of the plate that must be seen, as shares of its side: a face, the middle of a scene."""
    focus: Rectangle = (0.08, 0.28, 0.94, 0.96)
    """The part that should be seen."""
    plate: Rectangle | None = None
    """Where the plate lies, relative to (x, y); None: not placed yet."""
    kept_clear: tuple[Rectangle, ...] = ()
    """Rectangles, relative to (x, y), before which the lines fade."""


@dataclass(frozen=True, slots=True)
class Relief:
    """How far a piece stands out of the picture; a small one stands out half as far."""

    depth: float = 1
    """px of the canvas, at any scale, of its lit and dark edges; 0: flat."""
    drop: float = 2
    """px of the canvas, at any scale, to which its shadow reaches; 0: none."""
    has_serif_numerals: bool = False  # figures and letters on it stand in the serif
    raises_icons: bool = False
    """Its body is an icon, which is lit like other shapes."""


FLAT = Relief(0, 0)
