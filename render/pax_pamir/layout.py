"""Where everything stands on the overview, in px of its canvas: the measures of the picture guide."""

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import View
from render.kit.spot import Spot
from render.pax_pamir import lands

COLUMNS = CONTENT.data.setup.market_columns
WIDTH, HEIGHT = 1600, 1200
LEFT = 44
HEADER_MID = 64
SEATS_X, SEATS_W = 1052, 504
MARKET_TOP, MARKET_H, MARKET_COSTS = 760, 420, 797
CARD_W, CARD_H, CARD_PITCH = 244, 184, 254
SPACE_H, SPACE_TOP, SPACE_ROW = 168, 822, 178  # of cards in the market
PLATE_H = 46
FEW, LOWER = 3, 84  # up to so many seats the guide's 1200 px are enough; for more the market begins so much lower


def lower(view: View) -> int:
    """So much lower than the guide has it does the market stand: rows of four and five are read on a phone then, and
    the race has the strip below the map.
    """
    return 0 if len(view.ring) <= FEW else LOWER


def card(index: int) -> Spot:
    """Market space 0 to 11: the top row, then the bottom row, where the guide has them."""
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
    x, y = lands.pill(name)
    badge = x, y + 8 * (name in lands.STACKED)
    return Spot(x - 46, y - 30, 92, 60, 30, badge, 20, centred=True, room=110, rank=1)


def winners(view: View) -> tuple[int, ...]:
    """R10.1 Who has won; several share a victory if nothing tells them apart. Nobody before the end."""
    return tuple(score.seat for score in view.scores if score.place == 1)


def rows(view: View) -> tuple[int, ...]:
    """The players from the first row to the last: in turn order, at the end by place."""
    return tuple(score.seat for score in view.scores) if view.phase == "over" else view.ring
