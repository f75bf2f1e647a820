"""Where everything stands on a player mat, in px of its 1600 x 1000 canvas: the measures of the picture guide."""

from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import HelperId
from render.kit.spot import Spot
from render.signorie.layout import COLORS

WIDTH, HEIGHT = 1600, 1000
ROWS = CONTENT.data.plan_rule.rows


def column(color: str) -> Spot:
    x = 236 + 172 * COLORS.index(color)
    return Spot(x, 140, 162, 826, 12, (x + 8, 148))


def die_slot(color: str) -> Spot:
    spot = column(color)
    return Spot(spot.x, spot.y, spot.w, 172, 12, (spot.x + 8, spot.y + 8))


def signoria(color: str) -> Spot:
    x = column(color).x + 8
    return Spot(x, 320, 146, 136, 10, (x + 18, 338), 18, room=146)


def helper(helper_id: HelperId) -> Spot:
    slot = CONTENT.helpers[helper_id]
    x, y = column(slot.column).x + 8, 466 + 166 * CONTENT.data.helper_grid.rows.index(slot.row)
    return Spot(x, y, 146, 156, 10, (x + 18, y + 18), 18, room=146)


def family(index: int) -> Spot:
    """0 = the lord, 1 to 4 = the son slots from the top."""
    y = 176 + 157 * index
    return Spot(44, y, 170, 147, 10, (52, y + 8), 22, room=170)


def plan_row(row: str) -> Spot:
    y = 176 + 199 * ROWS.index(row)
    return Spot(1112, y, 444, 191, 12, (1134, y + 12))
