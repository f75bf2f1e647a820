"""R9.4 The market closes up and is filled again; two dominance checks at once are instability."""

from __future__ import annotations

from engines.kernel import Msg, Table
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.table.market import withdraws
from engines.pax_pamir.table.names import card as card_words
from engines.pax_pamir.table.state import COLUMNS, Space, State

from .dominance_check import dominance_check

DRAWING_ORDER = tuple(row + column for column in range(COLUMNS) for row in (0, COLUMNS))
"""R9.4(b) Column 0 first, the top row before the bottom row."""


async def refill(t: Table[State]) -> None:
    """R9.4 Shift, draw, and again after each instability. The game may be over afterwards."""
    while True:
        shift(t.state)
        if not draw(t):
            return
        await instability(t)
        if t.state.phase == "over":
            return


def shift(s: State) -> None:
    """R9.4(a) In each row cards move left over vacancies, with their rupees and those of the space that they reach."""
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
                _withdraw(s, reached)
            vacant += 1


def draw(t: Table[State]) -> bool:
    """R9.4(b) Fill the vacant spaces. True if a second dominance check appeared and the drawing stopped."""
    s = t.state
    drawn: list[Msg] = []
    unstable = False
    for index in DRAWING_ORDER:
        space = s.market[index]
        if space.card is not None or not s.deck:
            continue
        space.card = t.draw(s.deck)
        _withdraw(s, space)
        drawn.append(card_words(space.card))
        if space.card in CONTENT.checks and len(checks_in_market(s)) > 1:
            unstable = True
            break
    if drawn:
        t.tell("market.drawn", cards=tuple(drawn), left=len(s.deck))
    return unstable


def _withdraw(s: State, space: Space) -> None:
    """R9.4(c) Rupees on event 111 are removed from the game, however they got there."""
    if space.rupees and withdraws(space.card):
        s.removed += space.rupees
        space.rupees = 0


def checks_in_market(s: State) -> list[Space]:
    """Spaces with a dominance check."""
    return [space for space in s.market if space.card in CONTENT.checks]


async def instability(t: Table[State]) -> None:
    """R9 Both checks leave, their rupees stay on the spaces, and one check is resolved."""
    s = t.state
    t.tell("market.instability")
    for space in checks_in_market(s):
        assert space.card is not None
        s.discards.append(space.card)
        space.card = None
    await dominance_check(t)
