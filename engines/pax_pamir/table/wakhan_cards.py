"""R14 Reading Wakhan's cards.

The *front* is the face-up card, the *back* is the back of the top card of the deck. Both exist from her first turn on;
the functions here must not be called before.
"""

from typing import Literal

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Coalition, Region, WakhanCard

from .state import Automa, State


def require_automa(s: State) -> Automa:
    """Return Wakhan's cards. Raises RuntimeError if she does not play."""
    if s.automa is None:
        raise RuntimeError("Wakhan does not play at this table")
    return s.automa


def require_wakhan(s: State) -> int:
    """Return Wakhan's number among the players. Raises RuntimeError if she does not play."""
    if s.wakhan is None:
        raise RuntimeError("Wakhan does not play at this table")
    return s.wakhan


def find_front_card(s: State) -> WakhanCard:
    """R14.3 Return the face-up card."""
    return CONTENT.ai[require_automa(s).discards[-1]]


def find_back_card(s: State) -> WakhanCard:
    """R14.3 Return the top card of the deck, of which only the back is visible."""
    return CONTENT.ai[require_automa(s).deck[-1]]


def find_pragmatic_loyalty(s: State) -> Coalition:
    """R14.2 Return the pragmatic loyalty: the first coalition of the front to which no person is loyal now."""
    taken_coalitions = [player.loyalty for player in s.players[: s.people]]
    return next(coalition for coalition in find_front_card(s).loyalty_order if coalition not in taken_coalitions)


def list_regions_in_order(s: State) -> tuple[Region, ...]:
    """R14.3 Return the regions in the order of the front."""
    return find_front_card(s).region_order


# ---------------------------------------------------------------- arrows


def read_black_arrow(s: State) -> int:
    """R14.3 Return the market column of the black arrow, 0 .. 5."""
    return find_back_card(s).back_columns[find_front_card(s).column_arrow]


def read_red_arrow(s: State) -> Literal["top_left", "bottom_right"]:
    """R14.3 Return the direction of the red arrow."""
    return find_back_card(s).back_rows[find_front_card(s).row_arrow]


def is_red_arrow_left(s: State) -> bool:
    """R14.3 Return whether the red arrow selects the top row, the left end of the court, and the previous seat."""
    return read_red_arrow(s) == "top_left"


def order_people_by_arrow(s: State) -> list[int]:
    """R14.5 Return the people in the direction of the red arrow: from the previous seat on, or from the next."""
    clockwise = s.list_clockwise(require_wakhan(s))[1:]
    return clockwise[::-1] if is_red_arrow_left(s) else clockwise


def find_red_seat(s: State) -> int:
    """R14.5 Return the person whom Wakhan targets with Rumor and Other Persuasive Methods."""
    return order_people_by_arrow(s)[0]


def order_borders(s: State, region: Region) -> list[str]:
    """R14.5 Return the borders of a region in the order of the neighbours in Wakhan's list of regions."""
    neighbours = CONTENT.neighbours[region]
    return [neighbours[neighbour] for neighbour in list_regions_in_order(s) if neighbour in neighbours]
