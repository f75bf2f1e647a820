"""Layout of the overview, in px of its 1600 px wide canvas: the measures of the picture guide."""

from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render import kit

from . import lands

COLUMNS = CONTENT.data.setup.market_columns
WIDTH, HEIGHT = 1600, 1200
BOARD_HEIGHT = 1240
POSTER_H = 1236
LEFT = 44
HEADER_MID = 64
SEATS_X, SEATS_W = 1052, 504
MARKET_TOP, MARKET_H, MARKET_COSTS = 800, 420, 837
CARD_W, CARD_H, CARD_PITCH = 244, 184, 254
SPACE_H, SPACE_TOP, SPACE_PITCH = 168, 862, 178  # height, first y and pitch of cards in the market
PLATE_H = 46
CAPTIONS_H, CLOTH_H = 340, 1760
"""px of bare cloth below a board, for the lines of the latest turn; height of the cloth below any other picture."""


@dataclass(frozen=True, slots=True)
class RowSizes:
    """Measures of a player's row, in px from its upper edge."""

    h: float  # px of the whole row, without the gap below it
    pitch: float
    """From one row to the next."""
    token_r: float
    """Radius of the seat token."""
    seal_r: float
    """Radius of the seal with the victory points."""
    loyalty_size: float
    """Size of the loyalty icon."""
    name_y: float
    """Middle y of the first line: name and totals."""
    tiles_y: float
    """Upper edge of the suit tiles."""
    tile_h: float
    """Height of the suit tiles."""
    spy_r: float
    """Radius of the spies below the tiles."""
    court_y: float = 0
    """Upper edge of the cards of the court at the foot of the row; 0: there is no room for them."""


@dataclass(frozen=True, slots=True)
class BoardSizes:
    """Measures of the overview that depend on the number of players."""

    row: RowSizes  # measures that all rows of players share
    top: float
    """Upper edge of the first row."""
    score_track: tuple[float, float, float]
    """Left end, right end and y of the score track."""
    track_margin: float = 42
    """Distance before the left end in which tokens with the fewest points may stand."""
    strip_h: int = 0
    """Height of the strip below the map that holds the score track, if it has one; the market moves down by it."""

    @property
    def height(self) -> int:
        return BOARD_HEIGHT + self.strip_h


_TRACK_ABOVE_ROWS = SEATS_X + 64, SEATS_X + SEATS_W - 64, 209
STRIP_H, TRACK_BELOW_MAP = 110, (LEFT + 124, LEFT + 908, 860)
SCORE_TABLET, SCORE_STRIP = (1052, 129, 1556, 256), (36, 786, 1032, 902)
"""The paper below the score track, above the rows or below the map: left, top, right, bottom."""
_TWO = BoardSizes(RowSizes(250, 259, 29, 44, 56, 36, 64, 62, 28, 188), 266, _TRACK_ABOVE_ROWS)
_THREE = BoardSizes(RowSizes(245, 254, 29, 44, 56, 36, 64, 60, 28, 184), 136, TRACK_BELOW_MAP, 104, STRIP_H)
_FOUR = BoardSizes(RowSizes(184, 191, 29, 40, 56, 28, 54, 62, 28), 136, TRACK_BELOW_MAP, 104, STRIP_H)
_FIVE = BoardSizes(RowSizes(147, 153, 28, 36, 50, 23, 42, 46, 24), 136, TRACK_BELOW_MAP, 104, STRIP_H)
_BOARDS = {1: _TWO, 2: _TWO, 3: _THREE, 4: _FOUR, 5: _FIVE}
"""Number of rows -> measures. Three rows and more need the whole height beside the map, so the score track is below the
map (decision 035)."""


def find_board_sizes(view: View) -> BoardSizes:
    return _BOARDS[len(view.ring)]


def build_card_placement(index: int, strip: int = 0) -> kit.Placement:
    """Return the placement of market space 0 to 11, top row first, on a board with a strip of this height."""
    row, column = divmod(index, COLUMNS)
    x, y = LEFT + CARD_PITCH * column, strip + SPACE_TOP + SPACE_PITCH * row
    return kit.Placement(x, y, CARD_W, SPACE_H, 12, (x + 8, y + 6), max_width=190)


def build_region_placement(name: str, plate_w: float) -> kit.Placement:
    """Return the placement of a region's name plate. Its badges touch the upper left corner, clear of name and tab."""
    x, y = lands.find_anchor(name)
    left, top = x - plate_w / 2, y - 81
    return kit.Placement(left, top, plate_w, PLATE_H, 8, (left - 6, top - 23), 20, max_width=110)


def build_border_placement(name: str) -> kit.Placement:
    """Return the placement of a border's roads; without roads its badges are inside it, clear of the regions' badges.

    Borders are numbered after the regions.
    """
    x, y = lands.find_road_centre(name)
    badge = x, y + 8 * (name in lands.BETWEEN_NAMES)
    return kit.Placement(x - 46, y - 30, 92, 60, 30, badge, 20, is_centred=True, max_width=110, rank=1)


def list_winners(view: View) -> tuple[int, ...]:
    """R10.1 Return the winners: several if the tie breakers do not decide, none before the end."""
    return tuple(score.seat for score in view.scores if score.place == 1)


def list_row_players(view: View) -> tuple[int, ...]:
    """Return the players from the first row to the last: in turn order, at the end by place."""
    return tuple(score.seat for score in view.scores) if view.phase == "over" else view.ring
