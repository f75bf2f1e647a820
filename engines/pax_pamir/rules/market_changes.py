"""R6.1, R9.4 Changes of the market: purchase of a card, and refill with instability."""

from engines.kernel import GameContext, Message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.facts import Bought
from engines.pax_pamir.table.market import compute_cost, plan_payment, removes_rupees
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.state import COLUMNS, Space, State

from . import events
from .dominance_check import resolve_dominance_check
from .payments import drop_rupees


async def purchase_card(ctx: GameContext[State], player: int, index: int) -> None:
    """R6.1 Spend an action, pay, and take the card with the rupees on it. An event is resolved and may end the game."""
    s = ctx.state
    s.current_turn.actions -= 1
    card = take_market_card(ctx, player, index)
    if card in CONTENT.cards:
        s.players[player].hand.append(card)
    else:
        await events.apply_purchased_event(ctx, player, card)


def take_market_card(ctx: GameContext[State], player: int, index: int) -> int:
    """R6.1 Pay for the card of a space and take the rupees on it. Return the card, which the caller must place."""
    s = ctx.state
    buyer, space, cost = s.players[player], s.market[index], compute_cost(s, player, index)
    card = space.card
    if card is None:
        raise RuntimeError(f"no card lies in market space {index}")
    removed = 0
    for receiver, rupees in plan_payment(s, player, index):
        drop_rupees(s, receiver, rupees)
        removed += rupees if receiver is None else 0
    buyer.rupees -= cost
    card_rupees, space.card, space.rupees = space.rupees, None, 0
    buyer.rupees += card_rupees
    ctx.log_fact(Bought(s.name_player(player), card, index, cost, card_rupees))
    if removed:
        ctx.log_event("market.removed", rupees=removed)
    return card


FILL_ORDER = tuple(row + column for column in range(COLUMNS) for row in (0, COLUMNS))
"""R9.4(b) Column 0 first, the top row before the bottom row."""


async def refill_market(ctx: GameContext[State]) -> None:
    """R9.4 Shift cards and add new ones, again after each instability. The game may be over afterwards."""
    while True:
        shift_market(ctx.state)
        if not fill_spaces(ctx):
            return
        await resolve_instability(ctx)
        if ctx.state.phase == "over":
            return


def shift_market(s: State) -> None:
    """R9.4(a) Move the cards of each row left into vacant spaces, with their rupees, and add those on these spaces."""
    for row in (0, COLUMNS):
        vacant = row
        for index in range(row, row + COLUMNS):
            space = s.market[index]
            if space.card is None:
                continue
            if index > vacant:
                reached = s.market[vacant]
                reached.card = space.card
                reached.rupees += space.rupees
                space.card, space.rupees = None, 0
                _remove_rupees(s, reached)
            vacant += 1


def fill_spaces(ctx: GameContext[State]) -> bool:
    """R9.4(b) Fill the vacant spaces. Return True if a second dominance check appeared and stopped the refill."""
    s = ctx.state
    new_cards: list[Message] = []
    is_unstable = False
    for index in FILL_ORDER:
        space = s.market[index]
        if space.card is not None or not s.deck:
            continue
        space.card = ctx.take_from(s.deck)
        _remove_rupees(s, space)
        new_cards.append(name_card(space.card))
        if space.card in CONTENT.checks and len(list_checks_in_market(s)) > 1:
            is_unstable = True
            break
    if new_cards:
        ctx.log_event("market.drawn", cards=tuple(new_cards), left=len(s.deck))
    return is_unstable


def _remove_rupees(s: State, space: Space) -> None:
    """R9.4(c) Remove the rupees on event 111 from the game."""
    if space.rupees and removes_rupees(space.card):
        s.removed += space.rupees
        space.rupees = 0


def list_checks_in_market(s: State) -> list[Space]:
    """Return the market spaces with a dominance check."""
    return [space for space in s.market if space.card in CONTENT.checks]


async def resolve_instability(ctx: GameContext[State]) -> None:
    """R9 Discard both check cards, leave their rupees on the spaces, and resolve one check."""
    s = ctx.state
    ctx.log_event("market.instability")
    for space in list_checks_in_market(s):
        assert space.card is not None
        s.discards.append(space.card)
        space.card = None
    await resolve_dominance_check(ctx)
