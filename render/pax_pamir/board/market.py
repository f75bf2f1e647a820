"""The market on the overview: costs above two rows of six cards."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import MarketSpace, View
from render.kit.colour import INK, WHITE
from render.kit.look import Lang
from render.kit.scene import KEY, Anchor, Box, Icon, Node, Nodes, Text
from render.kit.spot import Point, Spot
from render.pax_pamir import layout, theme
from render.pax_pamir.cards.market import (
    COIN_R,
    OnCard,
    coin_at,
    on_small_card,
    small_card,
    vacant,
    waiting,
    waiting_at,
)
from render.pax_pamir.layout import COLUMNS
from render.pax_pamir.pieces import kilim

_BEYOND = 8  # px that the corner of a new card stands out: the name below it is read


@cache
def printed() -> Nodes:
    """The lapis ground with its woven edge."""
    y, h = layout.MARKET_TOP, layout.MARKET_H
    ground = Box(20, y + 8, 1560, h - 8, 22, theme.MARKET, corners=(False, False, True, True))
    return (ground, *kilim(y, 10, theme.MADDER))


def cards(view: View, lang: Lang) -> Nodes:
    """Costs and cards."""
    nodes: list[Node] = []
    for column in range(COLUMNS):
        nodes += cost(view, column, layout.card(column).centre[0], layout.MARKET_COSTS)
    for space in view.market:
        spot = layout.card(space.index)
        nodes += anchors(space, spot, _rupees_at(space, spot))
        if space.card is None:
            nodes += vacant(spot.x, spot.y)
        else:
            nodes += small_card(space.card, spot.x, spot.y, lang, on_card(view, space))
    return tuple(nodes)


def anchors(space: MarketSpace, spot: Spot, rupees_at: Point | None = None) -> Iterator[Anchor]:
    """The space as an option; its card, which takes its name along when the market moves up; the rupees on it."""
    yield Anchor(f"market:{space.index}", spot)
    if space.card is not None:
        fresh = replace(spot, tick=(spot.x + spot.w + _BEYOND, spot.y - _BEYOND))
        yield Anchor(f"card:{space.card}", fresh, "open", "market", drawn=True)
    if space.rupees:
        what = f"rupees:{space.index}:vacant" if space.card is None else f"rupees:{space.card}"
        there = spot
        if rupees_at:  # a tick leaves the number free
            x, y = rupees_at
            there = replace(Spot.disc(x, y, COIN_R - 6), tick=(x + 16, y - 32))
        yield Anchor(what, there, space.rupees, "market", "" if space.card is None else f"card:{space.card}")


def _rupees_at(space: MarketSpace, spot: Spot) -> Point:
    return waiting_at(spot.x, spot.y) if space.card is None else coin_at(spot.x, spot.y, space.card)


def tokens(view: View, own: bool = True) -> Nodes:
    """Rupees and locks; own: and what a card costs the player on turn alone (R11), which follows from what all see."""
    nodes: list[Node] = []
    for space in view.market:
        spot = layout.card(space.index)
        if space.card is None:
            nodes += waiting(spot.x, spot.y, space.rupees)
        else:
            nodes += on_small_card(spot.x, spot.y, on_card(view, space, own), space.card)
    return tuple(nodes)


def on_card(view: View, space: MarketSpace, own: bool = False) -> OnCard:
    """What a card shows of this space; own: with the price of the player on turn, where it is another."""
    price = (
        space.cost if own and view.turn is not None and space.cost != price_of(view, space.index % COLUMNS) else None
    )
    return OnCard(space.rupees, price, space.locked, view.checks_left, payable(view, space), due(view, space))


def due(view: View, space: MarketSpace) -> bool:
    """R9.3 Whether a dominance check lies there that takes place at the end of this turn."""
    return view.turn is not None and space.card in CONTENT.checks and space.index % COLUMNS == 0


def payable(view: View, space: MarketSpace) -> bool:
    """Whether the player on turn can buy the card of a space now. The price follows from what everybody sees."""
    if view.turn is None or not view.turn.actions or space.card is None or space.locked:
        return False
    event = CONTENT.events.get(space.card)
    if event is not None and not event.purchasable:  # R6.1
        return False
    return view.players[view.turn.player].rupees >= space.cost


def price_of(view: View, column: int) -> int:
    """R6.1, R4.7 What the cards of a column cost: doubled while military is favored."""
    costs = CONTENT.data.costs
    return costs.purchase_per_column[column] * (costs.purchase_multiplier_military_favored if view.doubled else 1)


def cost(view: View, column: int, x: float, y: float) -> Nodes:
    """The price of a column, around (x, y)."""
    return (
        Icon("rupee", x - 20, y, 38, INK, theme.MARKET),
        Text(x + 6, y, str(price_of(view, column)), KEY, WHITE, room=60),
    )
