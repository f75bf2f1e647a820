"""The backdrop of the pictures: the front of the palazzo, dark stone by night, and the measures of enlarged parts."""

from dataclasses import dataclass

from render import kit
from render.signorie import theme
from render.signorie.layout import LANE_W, LEFT, ROW_H, SLOTS_X, TRACKS, WIDTH
from render.signorie.palazzo.mouldings import Arcade

PUBLIC_H, NIGHT_H = 1000, 1320
HEADER_H = 124
RANK_TOP, RANK_H = 131, 38
"""Upper edge of the tablets of the ranks on the overview, and their height: a kanji of 32 px has air on both sides."""
PART_H = PUBLIC_H - HEADER_H
"""Height of an enlarged part of the board, below the header."""
FRIEZE_H, HORIZON = 150, 676
"""y on the poster of the end: the foot of its frieze, and of its wall, below which are the points."""
CAPTIONS_H = 340
"""px of stone below a public picture, for the lines of the news."""
_CORNICE_H = 18
LARGE_ARCADE = Arcade(26, (268, 330), 236, 792, 1.3)
LARGE_TRAY = 26, 276, 816
"""Upper edge of the trays of the enlarged table, height of their felt, and of all."""


def draw_front(height: int, is_night: bool) -> kit.Nodes:
    """Draw the front of the overview of this height."""
    name = "signorie/night_board" if is_night else "signorie/board"
    full_h = height + CAPTIONS_H
    return (kit.Ground(0, 0, WIDTH, full_h, name, (0, 0, WIDTH, full_h)),)


def draw_wall() -> kit.Nodes:
    """Draw white marble below the header, and room for the lines of the news."""
    full_h = PUBLIC_H + CAPTIONS_H
    return (kit.Ground(0, 0, WIDTH, full_h, "signorie/wall", (0, 0, WIDTH, full_h)),)


def draw_night(height: int) -> kit.Nodes:
    """Draw dark stone between two cornices."""
    foot = height - _CORNICE_H
    return (
        kit.Ground(0, 0, WIDTH, foot, "signorie/night", (0, 0, WIDTH, foot)),
        kit.Ground(0, foot, WIDTH, _CORNICE_H, "signorie/night", (0, NIGHT_H - _CORNICE_H, WIDTH, NIGHT_H)),
    )


def draw_part(name: str, is_night: bool) -> kit.Nodes:
    """Draw an enlarged part of the front below the header: `loggia`, `table`, `tracks` or `night_tracks`."""
    part = kit.Ground(0, HEADER_H, WIDTH, PART_H, f"signorie/{name}")
    if not is_night:
        return (*draw_wall(), part)
    cornice_top = HEADER_H - _CORNICE_H
    cornice = kit.Ground(0, cornice_top, WIDTH, _CORNICE_H, "signorie/wall", (0, cornice_top, WIDTH, HEADER_H))
    return (*draw_night(PUBLIC_H), cornice, part)


@dataclass(frozen=True, slots=True)
class EnlargedTracks:
    """The enlarged tracks, one below the other."""

    ranks: int
    """px of the overview for the ranks above the tracks."""
    gap: int
    """px of the overview between two tracks."""
    scale: float = 1.72  # canvas px for a px of the overview

    @property
    def left(self) -> float:
        """The x of the left edge of the overview."""
        return (WIDTH - (SLOTS_X + LANE_W - LEFT) * self.scale) / 2 - LEFT * self.scale

    @property
    def ranks_top(self) -> float:
        height = (self.ranks + len(TRACKS) * (ROW_H + self.gap) - self.gap) * self.scale
        return HEADER_H + (PUBLIC_H - HEADER_H - 20 - height) / 2

    def find_top(self, name: str) -> float:
        """Return the upper edge of a track."""
        return self.ranks_top + (self.ranks + (ROW_H + self.gap) * TRACKS.index(name)) * self.scale


TRACKS_SHOWN, TRACKS_ASKED = EnlargedTracks(43, 18), EnlargedTracks(60, 28)
"""With option numbers there is more space above the slots."""


def draw_tray(x: float, y: float, w: float, h: float, felt: str) -> kit.Nodes:
    """Draw a walnut tray around a field of felt."""
    return (
        kit.Box(x - 7, y - 7, w + 14, h + 14, 14, theme.WALNUT, kit.darken(theme.WALNUT, 0.5), 2, material="wood"),
        kit.Box(x, y, w, h, 9, felt, kit.darken(felt, 0.4), 2, material="cloth"),
    )
