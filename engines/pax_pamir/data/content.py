"""The printed facts of the game, checked and indexed by id: `CONTENT` is data.toml.

An error raises WrongData with key, expected and actual value. Types and shapes are checked first (msgspec), then
consistency (`checks.py`).
"""

from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import get_args

from engines.kernel import WrongData, load_catalogue
from engines.kernel.data_files import parse_data

from .checks import iter_data_errors
from .types import Coalition, CourtCard, Data, EventCard, Region, Suit

COALITIONS: tuple[Coalition, ...] = get_args(Coalition)
SUITS: tuple[Suit, ...] = get_args(Suit)
REGIONS: tuple[Region, ...] = get_args(Region)
SUIT_ICONS: dict[str, Suit] = {f"suit_{suit}": suit for suit in SUITS}
FAVORS: dict[str, Suit] = {f"favor_{suit}": suit for suit in SUITS}
"""Sides of events that change the favored suit -> the suit."""
RIOTS: dict[str, Region] = {f"riots_in_{region}": region for region in REGIONS}
"""Sides of events that are riots -> their region."""


class Content:
    """The data of data.toml, indexed by id."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.cards: dict[int, CourtCard] = {card.id: card for card in data.court_card}
        """Court cards only; `events` has the others."""
        self.events: dict[int, EventCard] = {card.id: card for card in data.event_card}
        """Event cards, dominance checks too."""
        self.checks = tuple(card.id for card in data.event_card if card.is_check)
        """Ids of the dominance checks."""
        self.ai = {card.id: card for card in data.wakhan_card}
        """Cards of the automated player Wakhan."""
        self.regions = tuple(region.key for region in data.region)
        """Keys, in the order of data.toml."""
        self.borders = {border.key: border.regions for border in data.border}
        """Border -> the two regions on it."""
        self.borders_of = {
            region: tuple(key for key, ends in self.borders.items() if region in ends) for region in self.regions
        }
        """Region -> its borders."""
        self.neighbours: Mapping[str, dict[Region, str]] = {
            region: {
                (ends[1] if ends[0] == region else ends[0]): key for key, ends in self.borders.items() if region in ends
            }
            for region in self.regions
        }
        """Region -> adjacent region -> the border between them."""


def parse_content(text: str, source: str) -> Content:
    """Parse and check the text of a data file. Raises WrongData with `source`, key, expected and actual value."""
    data = parse_data(text, Data, source)
    for key, expected, got in iter_data_errors(data, load_catalogue("engines.pax_pamir").nouns):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = parse_content(
    files("engines.pax_pamir").joinpath("data.toml").read_text("utf-8"), "engines/pax_pamir/data.toml"
)


def compute_least_cost(action: str, gifts: Collection[int] = ()) -> int:
    """R8.2, R8.3, R8.5 Return the minimum cost of an action.

    The minimum buys one block, a betrayal, or the cheapest gift space not in `gifts`. Other actions cost nothing.
    """
    costs = CONTENT.data.costs
    match action:
        case "gift":
            return min((price for price in costs.gift_spaces if price not in gifts), default=0)
        case "build":
            return costs.build_per_block
        case "betray":
            return costs.betray
    return 0
