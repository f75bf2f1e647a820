"""The market on the overview: costs above two rows of six cards."""

from collections.abc import Iterator
from functools import cache

from engines.pax_pamir.content import CONTENT
from engines.pax_pamir.view import MarketSpace, View
from render.colour import INK, WHITE
from render.look import Lang
from render.pax_pamir import layout, theme
from render.pax_pamir.cards import OnCard, small_card, vacant
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.pieces import Pointer, kilim
from render.scene import BODY, Box, Icon, Node, Nodes, Sprite, Text


@cache
def printed() -> Nodes:
    """The lapis ground with its woven edge."""
    y, h = layout.MARKET_TOP, layout.MARKET_H
    ground = Box(20, y + 8, 1560, h - 8, 22, theme.LAPIS, corners=(False, False, True, True))
    return (ground, *kilim(y, 10, theme.MADDER))


def pieces(view: View, lang: Lang) -> Nodes:
    """Costs, cards, and the rupees on them."""
    nodes: list[Node] = []
    for column in range(COLUMNS):
        nodes += cost(view, column, layout.card(column).centre[0], layout.MARKET_COSTS)
    for space in view.market:
        spot = layout.card(space.index)
        if space.card is None:
            nodes += vacant(spot.x, spot.y, space.rupees)
        else:
            nodes += small_card(space.card, spot.x, spot.y, lang, on_card(view, space))
    return (*nodes, *pointers(view, layout.MARKET_COSTS, (layout.card(0).centre[1], layout.card(COLUMNS).centre[1])))


def pointers(view: View, costs: float, rows: tuple[float, float]) -> Iterator[Node]:
    """Column and row that the arrows of Wakhan's cards point at (R14.3); the heights of the costs and of both rows."""
    if view.wakhan is None or view.wakhan.column is None or view.wakhan.row is None:
        return
    yield Sprite(layout.card(view.wakhan.column).x + 60, costs, Pointer(INK, down=True))
    middle = rows[0] if view.wakhan.row == "top_left" else rows[1]
    yield Sprite(layout.LEFT - 14, middle, Pointer(theme.SUITS["military"], down=False))


def on_card(view: View, space: MarketSpace) -> OnCard:
    """What a card shows of this space."""
    price = None if space.cost == price_of(view, space.index % COLUMNS) else space.cost
    return OnCard(space.rupees, price, space.locked, view.checks_left)


def price_of(view: View, column: int) -> int:
    """R6.1, R4.7 What the cards of a column cost: doubled while military is favored."""
    costs = CONTENT.data.costs
    return costs.purchase_per_column[column] * (costs.purchase_multiplier_military_favored if view.doubled else 1)


def cost(view: View, column: int, x: float, y: float) -> Nodes:
    """The price of a column, around (x, y)."""
    return (
        Icon("rupee", x - 20, y, 34, INK, theme.LAPIS),
        Text(x + 6, y, str(price_of(view, column)), BODY, WHITE, room=60),
    )
