"""R4.3, R8 Rupees: what the bank has, what an action costs, and the rupees that end up on the market."""

from __future__ import annotations

from engines.kernel import Table
from engines.pax_pamir.table.market import withdraws
from engines.pax_pamir.table.state import COLUMNS, State

COIN_LIMIT = "coin_limit"
"""The table option by which the number of coins is a limit."""

ROWS = (range(COLUMNS - 1, -1, -1), range(2 * COLUMNS - 1, COLUMNS - 1, -1))
"""The spaces of each row, rightmost first."""


def bank(s: State, wanted: int) -> int:
    """R4.3 How many of the wanted rupees the bank can give."""
    return min(wanted, max(0, s.bank())) if COIN_LIMIT in s.options else wanted


def gain_from_bank(t: Table[State], player: int, rupees: int) -> int:
    """R4.3 The player gets what the bank has of them; how many that is."""
    s = t.state
    gained = bank(s, rupees)
    s.players[player].rupees += gained
    if gained < rupees:
        t.tell("money.bank_short", who=s.named(player), rupees=gained, wanted=rupees)
    else:
        t.tell("money.bank", who=s.named(player), rupees=gained)
    return gained


def drop(s: State, index: int | None, rupees: int) -> None:
    """R6.1, R8 Rupees onto the card of a market space, which is then locked; None: out of the game."""
    if index is None:
        s.removed += rupees
        return
    space = s.market[index]
    space.rupees += rupees
    if space.card is not None and space.card not in s.playing.locked:
        s.playing.locked.append(space.card)


def action_spaces(s: State, pairs: int, first: int = 0) -> list[int | None]:
    """R8 Where the rupees of an action go: in each row the (first+1)-th .. (first+pairs)-th card from the right.

    None: out of the game, because the row has no card left or by event 111.
    """
    spaces: list[int | None] = []
    for row in ROWS:
        cards: list[int | None] = [index for index in row if s.market[index].card is not None]
        there = cards[first : first + pairs]
        spaces += there + [None] * (pairs - len(there))
    return [None if index is None or withdraws(s.market[index].card) else index for index in spaces]


def pay_action(t: Table[State], player: int, pairs: int, first: int = 0) -> None:
    """R8 Pay 2 * pairs rupees, half of them to each row; `first` pairs of the same action were paid before."""
    s = t.state
    spaces = action_spaces(s, pairs, first)
    s.players[player].rupees -= 2 * pairs
    for index in spaces:
        drop(s, index, 1)
    if removed := spaces.count(None):
        t.tell("money.paid_removed", who=s.named(player), rupees=2 * pairs, removed=removed)
    else:
        t.tell("money.paid", who=s.named(player), rupees=2 * pairs)
