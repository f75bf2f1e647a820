"""Where everything stands on the overview, in px of its canvas, 1600 wide: the measures of the picture guide."""

from dataclasses import dataclass

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.spot import Spot
from render.pax_pamir import lands

COLUMNS = CONTENT.data.setup.market_columns
WIDTH, HEIGHT = 1600, 1200
BOARD_HEIGHT = 1240
LEFT = 44
HEADER_MID = 64
SEATS_X, SEATS_W = 1052, 504
MARKET_TOP, MARKET_H, MARKET_COSTS = 800, 420, 837
CARD_W, CARD_H, CARD_PITCH = 244, 184, 254
SPACE_H, SPACE_TOP, SPACE_ROW = 168, 862, 178  # of cards in the market
PLATE_H = 46


@dataclass(frozen=True, slots=True)
class Row:
    """Measures of a player's row: its height and pitch, radii of token and seal, size of the sign of the loyalty, the
    middle of the line with name and sums, upper edge and height of the tiles of the suits, radius of the spies below
    them.
    """

    h: float
    pitch: float
    token: float
    seal: float
    loyalty: float
    name: float
    tiles: float
    tile: float
    spy: float


@dataclass(frozen=True, slots=True)
class Board:
    """Measures that depend on how many play. top: of the first row; race: left end, right end and height of the line of
    points; margin: so far before it tokens of the fewest points may stand; strip: it has one of its own below the map,
    and the market lies so much lower.
    """

    row: Row
    top: float
    race: tuple[float, float, float]
    margin: float = 48
    strip: int = 0

    @property
    def height(self) -> int:
        return BOARD_HEIGHT + self.strip


_ABOVE_ROWS = SEATS_X + 64, SEATS_X + SEATS_W - 64, 202
_STRIP, BELOW_MAP = 110, (LEFT + 124, LEFT + 908, 860)
_TWO = Board(Row(255, 265, 29, 46, 56, 36, 72, 118, 28), 256, _ABOVE_ROWS)
_THREE = Board(Row(168, 176, 29, 38, 56, 28, 52, 56, 25), 256, _ABOVE_ROWS)
_FOUR = Board(Row(184, 191, 29, 40, 56, 28, 54, 62, 28), 136, BELOW_MAP, 104, _STRIP)
_FIVE = Board(Row(147, 153, 28, 36, 50, 23, 42, 46, 24), 136, BELOW_MAP, 104, _STRIP)
_BOARDS = {1: _TWO, 2: _TWO, 3: _THREE, 4: _FOUR, 5: _FIVE}
"""By the number of rows. Four and five need all the height beside the map: the race stands below it (decision 035)."""


def board(view: View) -> Board:
    return _BOARDS[len(view.ring)]


def card(index: int) -> Spot:
    """Market space 0 to 11: the top row, then the bottom row; on a board without a strip."""
    row, column = divmod(index, COLUMNS)
    x, y = LEFT + CARD_PITCH * column, SPACE_TOP + SPACE_ROW * row
    return Spot(x, y, CARD_W, SPACE_H, 12, (x + 8, y + 6), room=190)


def region(name: str, plate_w: float) -> Spot:
    """A region's plate. Its badges touch the upper left corner, clear of the name and of who rules."""
    x, y = lands.anchor(name)
    left, top = x - plate_w / 2, y - 81
    return Spot(left, top, plate_w, PLATE_H, 8, (left - 6, top - 23), 20, room=110)


def border(name: str) -> Spot:
    """The place of a border's roads, also while it has none: then its badges stand in it, clear of those of regions.

    Borders are numbered after the regions.
    """
    x, y = lands.road(name)
    badge = x, y + 8 * (name in lands.BETWEEN_NAMES)
    return Spot(x - 46, y - 30, 92, 60, 30, badge, 20, centred=True, room=110, rank=1)


def winners(view: View) -> tuple[int, ...]:
    """R10.1 Who has won; several share a victory if nothing tells them apart. Nobody before the end."""
    return tuple(score.seat for score in view.scores if score.place == 1)


def rows(view: View) -> tuple[int, ...]:
    """The players from the first row to the last: in turn order, at the end by place."""
    return tuple(score.seat for score in view.scores) if view.phase == "over" else view.ring
