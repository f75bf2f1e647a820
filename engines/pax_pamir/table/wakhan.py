"""R14 What Wakhan's cards say.

The face-up card is *the front*, the back of the next one *the back*; both are there from her first turn on, and
nothing is asked of her before.
"""

from __future__ import annotations

from typing import Literal

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Region, WakhanCard

from .state import Automa, State


def automa(s: State) -> Automa:
    """Her cards. Raises RuntimeError where she does not play."""
    if s.automa is None:
        raise RuntimeError("Wakhan does not play at this table")
    return s.automa


def her(s: State) -> int:
    """Her number among the players. Raises RuntimeError where she does not play."""
    if s.wakhan is None:
        raise RuntimeError("Wakhan does not play at this table")
    return s.wakhan


def front(s: State) -> WakhanCard:
    """R14.3 Her face-up card."""
    return CONTENT.ai[automa(s).discards[-1]]


def back(s: State) -> WakhanCard:
    """R14.3 The card now on top of her deck; only its back is seen."""
    return CONTENT.ai[automa(s).deck[-1]]


def pragmatic(s: State) -> Coalition:
    """R14.2 Pragmatic loyalty: the first coalition of the front to which no person is loyal now."""
    taken = [player.loyalty for player in s.players[: s.people]]
    return next(coalition for coalition in front(s).loyalty_order if coalition not in taken)


def region_order(s: State) -> tuple[Region, ...]:
    """R14.3 The regions as the front lists them."""
    return front(s).region_order


# ---------------------------------------------------------------- arrows


def black_arrow(s: State) -> int:
    """R14.3 The market column, 0 .. 5."""
    return back(s).back_columns[front(s).column_arrow]


def red_arrow(s: State) -> Literal["top_left", "bottom_right"]:
    """R14.3"""
    return back(s).back_rows[front(s).row_arrow]


def points_left(s: State) -> bool:
    """R14.3 Whether the red arrow points at the top row, the left end, the previous seat."""
    return red_arrow(s) == "top_left"


def people_by_arrow(s: State) -> list[int]:
    """R14.5 The people, the one first at whom the red arrow points: the previous seat, or the next."""
    clockwise = s.clockwise(her(s))[1:]
    return clockwise[::-1] if points_left(s) else clockwise


def red_seat(s: State) -> int:
    """R14.5 Whom rumor and other persuasive methods concern when she buys them."""
    return people_by_arrow(s)[0]


def borders_in_order(s: State, region: Region) -> list[str]:
    """R14.5 The borders of a region, by the place of the neighbour in her order of regions."""
    neighbours = CONTENT.neighbours[region]
    return [neighbours[there] for there in region_order(s) if there in neighbours]
