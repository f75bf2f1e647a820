"""The market on the overview: costs above two rows of six cards."""

from collections.abc import Iterator
from dataclasses import replace

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.view import MarketSpace, View
from render import kit
from render.pax_pamir import layout, theme
from render.pax_pamir.cards import market
from render.pax_pamir.layout import COLUMNS

_NEW_CORNER_GAP = 8  # px by which the corner of a new card stands out, so that the name below it can be read


def draw_cards(view: View, lang: kit.Lang, strip: int = 0) -> kit.Nodes:
    """Draw the costs of the columns and the cards, on a board with a strip of this height."""
    nodes: list[kit.Node] = []
    for column in range(COLUMNS):
        x = layout.build_card_placement(column).centre[0]
        nodes += draw_column_price(view, column, x, layout.MARKET_COSTS + strip)
    for space in view.market:
        placement = layout.build_card_placement(space.index, strip)
        nodes += build_anchors(space, placement, _find_rupees_centre(space, placement))
        if space.card is None:
            nodes += market.draw_vacant_space(placement.x, placement.y)
        else:
            nodes += market.draw_market_card(space.card, placement.x, placement.y, lang, build_card_state(view, space))
    return tuple(nodes)


def build_anchors(
    space: MarketSpace, placement: kit.Placement, rupees_centre: kit.Point | None = None
) -> Iterator[kit.Anchor]:
    """Build the anchors of a market space: the space as an option, its card, and the rupees on it.

    The card's anchor is named after the card, so that it is the same thing when the market moves up.
    """
    yield kit.Anchor(f"market:{space.index}", placement)
    if space.card is not None:
        card_placement = replace(
            placement, author_badge_centre=(placement.x + placement.w + _NEW_CORNER_GAP, placement.y - _NEW_CORNER_GAP)
        )
        yield kit.Anchor(f"card:{space.card}", card_placement, "open", "market", is_from_deck=True)
    if space.rupees:
        rupees_place = f"rupees:{space.index}:vacant" if space.card is None else f"rupees:{space.card}"
        rupees_placement = placement
        if rupees_centre:  # the author badge leaves the number free
            x, y = rupees_centre
            rupees_placement = replace(
                kit.Placement.from_circle(x, y, market.COIN_R - 6), author_badge_centre=(x + 16, y - 32)
            )
        yield kit.Anchor(
            rupees_place, rupees_placement, space.rupees, "market", "" if space.card is None else f"card:{space.card}"
        )


def _find_rupees_centre(space: MarketSpace, placement: kit.Placement) -> kit.Point:
    return (
        market.find_waiting_centre(placement.x, placement.y)
        if space.card is None
        else market.find_coin_centre(placement.x, placement.y, space.card)
    )


def draw_tokens(view: View, has_own_price: bool = True, strip: int = 0) -> kit.Nodes:
    """Draw the rupees and locks on the cards of the market, on a board with a strip of this height.

    has_own_price: draw also prices that differ for the player on turn (R11), which are public knowledge.
    """
    nodes: list[kit.Node] = []
    for space in view.market:
        placement = layout.build_card_placement(space.index, strip)
        if space.card is None:
            nodes += market.draw_waiting_rupees(placement.x, placement.y, space.rupees)
        else:
            nodes += market.draw_things_on_card(
                placement.x, placement.y, build_card_state(view, space, has_own_price), space.card
            )
    return tuple(nodes)


def build_card_state(view: View, space: MarketSpace, has_own_price: bool = False) -> market.CardState:
    """Return the state of a space as its card shows it.

    has_own_price: including the price for the player on turn, if it differs.
    """
    price = (
        space.cost
        if has_own_price and view.turn is not None and space.cost != find_column_price(view, space.index % COLUMNS)
        else None
    )
    return market.CardState(
        space.rupees, price, space.is_locked, view.checks_left, can_be_bought(view, space), is_due_check(view, space)
    )


def is_due_check(view: View, space: MarketSpace) -> bool:
    """R9.3 Tell whether the space holds a dominance check that is scored at the end of this turn."""
    return view.turn is not None and space.card in CONTENT.checks and space.index % COLUMNS == 0


def can_be_bought(view: View, space: MarketSpace) -> bool:
    """Tell whether the player on turn can buy the card of a space now, which is public knowledge."""
    if view.turn is None or not view.turn.actions or space.card is None or space.is_locked:
        return False
    event = CONTENT.events.get(space.card)
    if event is not None and not event.is_purchasable:  # R6.1
        return False
    return view.players[view.turn.player].rupees >= space.cost


def find_column_price(view: View, column: int) -> int:
    """R6.1, R4.7 Return the price of the cards in a column: doubled while military is favored."""
    costs = CONTENT.data.costs
    return costs.purchase_per_column[column] * (
        costs.purchase_multiplier_military_favored if view.has_double_prices else 1
    )


def draw_column_price(view: View, column: int, x: float, y: float) -> kit.Nodes:
    """Draw the price of a column around (x, y)."""
    return (
        kit.Icon("rupee", x - 20, y, 38, theme.CREAM, theme.MARKET),
        kit.TextRun(x + 6, y, str(find_column_price(view, column)), kit.KEY, theme.CREAM, max_width=60),
    )
