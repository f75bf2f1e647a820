"""R4.3, R8 Payments: gains from the bank, payments for actions (which go to the market), and actions spent."""

from engines.kernel import GameContext, Message, NounRef
from engines.pax_pamir.data.types import Action
from engines.pax_pamir.table.bribes import find_hostage_bribe
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.market import removes_rupees
from engines.pax_pamir.table.names import name_card
from engines.pax_pamir.table.state import COLUMNS, State

from . import bribes

COIN_LIMIT = "coin_limit"
"""Table option that limits the number of coins."""

ROWS_FROM_RIGHT = (range(COLUMNS - 1, -1, -1), range(2 * COLUMNS - 1, COLUMNS - 1, -1))
"""The spaces of each row, rightmost first."""


def limit_to_bank(s: State, wanted: int) -> int:
    """R4.3 Return how many of the wanted rupees the bank can give."""
    return min(wanted, max(0, s.count_bank_rupees())) if COIN_LIMIT in s.options else wanted


def gain_from_bank(ctx: GameContext[State], player: int, rupees: int) -> int:
    """R4.3 Give the player rupees, as many as the bank has. Return the number."""
    s = ctx.state
    gained = limit_to_bank(s, rupees)
    s.players[player].rupees += gained
    if gained < rupees:
        ctx.log_event("money.bank_short", who=s.name_player(player), rupees=gained, wanted=rupees)
    else:
        ctx.log_event("money.bank", who=s.name_player(player), rupees=gained)
    return gained


def drop_rupees(s: State, index: int | None, rupees: int) -> None:
    """R6.1, R8 Put rupees on the card of a market space and lock it. index None: remove them from the game."""
    if index is None:
        s.removed += rupees
        return
    space = s.market[index]
    space.rupees += rupees
    if space.card is not None and space.card not in s.current_turn.locked_cards:
        s.current_turn.locked_cards.append(space.card)


def list_action_spaces(s: State, pairs: int, first: int = 0) -> list[int | None]:
    """R8 Return the spaces that get the rupees of an action: cards first+1 .. first+pairs from the right in each row.

    None: the rupee leaves the game, because the row has no card left or by event 111.
    """
    spaces: list[int | None] = []
    for row in ROWS_FROM_RIGHT:
        cards: list[int | None] = [index for index in row if s.market[index].card is not None]
        reached = cards[first : first + pairs]
        spaces += reached + [None] * (pairs - len(reached))
    return [None if index is None or removes_rupees(s.market[index].card) else index for index in spaces]


def pay_for_action(ctx: GameContext[State], player: int, pairs: int, first: int = 0) -> None:
    """R8 Pay 2 * pairs rupees, half of them to each row. first: pairs already paid for the same action."""
    s = ctx.state
    spaces = list_action_spaces(s, pairs, first)
    s.players[player].rupees -= 2 * pairs
    for index in spaces:
        drop_rupees(s, index, 1)
    if removed := spaces.count(None):
        ctx.log_event("money.paid_removed", who=s.name_player(player), rupees=2 * pairs, removed=removed)
    else:
        ctx.log_event("money.paid", who=s.name_player(player), rupees=2 * pairs)


async def commit_action(
    ctx: GameContext[State], player: int, card: int, action: Action, plan: Message, cost: int = 0
) -> bool:
    """R8 Commit the declared action: settle the bribe for a hostage, then mark the card as used.

    Return False if the bribe was not settled, so that nothing has happened (R7). cost: rupees of the action itself.
    """
    due = find_hostage_bribe(ctx.state, player, card)
    if due is not None:
        words = Message("use.plan", {"card": name_card(card), "plan": plan})
        if not await bribes.settle_bribe(ctx, player, due, "hostage", card, words, cost):
            return False
    use_card(ctx, player, card, action)
    return True


def use_card(ctx: GameContext[State], player: int, card: int, action: Action) -> None:
    """R4.7, R5 Mark the card as used for the action, and log it."""
    s = ctx.state
    key = "use.done" if mark_card_used(s, player, card) else "use.bonus"
    ctx.log_event(key, who=s.name_player(player), card=name_card(card), action=NounRef(f"action.{action}"))


def mark_card_used(s: State, player: int, card: int) -> bool:
    """R4.7, R5 Mark the card as used, and spend an action unless it is favored now. Return whether one was spent."""
    s.current_turn.used_cards.append(card)
    if is_favored(s, player, card):
        return False
    s.current_turn.actions -= 1
    return True
