"""Every printed fact of the game, checked and by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came: first its type and shape (msgspec), then
what the lines mean together (`checks.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from importlib.resources import files
from typing import get_args

from engines.kernel import WrongData, catalogue
from engines.kernel.content import parse

from .checks import mistakes
from .types import Coalition, CourtCard, Data, EventCard, Region, Suit

COALITIONS: tuple[Coalition, ...] = get_args(Coalition)
SUITS: tuple[Suit, ...] = get_args(Suit)
REGIONS: tuple[Region, ...] = get_args(Region)
SUIT_ICONS: dict[str, Suit] = {f"suit_{suit}": suit for suit in SUITS}
FAVORS: dict[str, Suit] = {f"favor_{suit}": suit for suit in SUITS}
"""Sides of events that make a suit favored."""
RIOTS: dict[str, Region] = {f"riots_in_{region}": region for region in REGIONS}
"""Sides of events: riots, and where."""


class Content:
    """data.toml, and its tables by id."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.cards: dict[int, CourtCard] = {card.id: card for card in data.court_card}
        self.events: dict[int, EventCard] = {card.id: card for card in data.event_card}
        self.checks = tuple(card.id for card in data.event_card if card.is_check)
        self.ai = {card.id: card for card in data.wakhan_card}
        self.regions = tuple(region.key for region in data.region)
        self.borders = {border.key: border.regions for border in data.border}
        self.borders_of = {
            region: tuple(key for key, ends in self.borders.items() if region in ends) for region in self.regions
        }
        self.neighbours: Mapping[str, dict[Region, str]] = {
            region: {
                (ends[1] if ends[0] == region else ends[0]): key for key, ends in self.borders.items() if region in ends
            }
            for region in self.regions
        }
        """Region -> adjacent region -> the border between them."""


def read(text: str, source: str) -> Content:
    """The content of a data file's text. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse(text, Data, source)
    for key, expected, got in mistakes(data, catalogue("engines.pax_pamir").terms):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = read(files("engines.pax_pamir").joinpath("data.toml").read_text("utf-8"), "engines/pax_pamir/data.toml")


def least_cost(action: str, gifts: Collection[int] = ()) -> int:
    """R8.2, R8.3, R8.5 What an action costs at least: one block, a betrayal, the cheapest space without one of these
    gifts; most cost nothing.
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
