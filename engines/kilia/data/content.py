"""Every printed fact of the game, checked and by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came: first its type and shape (msgspec), then
what the lines mean together (`checks.py`).
"""

from __future__ import annotations

from importlib.resources import files

from engines.kernel import WrongData, catalogue
from engines.kernel.content import parse

from .checks import mistakes
from .types import Data, Good, Zone

NAME = "engines.kilia"


class Content:
    """data.toml, and its tables by id."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.cards = data.action_cards
        self.contracts = {**data.start_contracts, **data.contracts}
        # R2.1 Each zone has its good, each good its zone.
        self.good_of: dict[Zone, Good] = {zone: line.good for zone, line in data.zones.items()}
        self.zone_of: dict[Good, Zone] = {good: zone for zone, good in self.good_of.items()}

    def good(self, card: str) -> Good:
        """R2.2 The good on the back of an action card: always that of its zone."""
        return self.good_of[self.cards[card].zone]


def read(text: str, source: str) -> Content:
    """The content of a data file's text. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse(text, Data, source)
    for key, expected, got in mistakes(data, catalogue(NAME).terms):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = read(files(NAME).joinpath("data.toml").read_text("utf-8"), "engines/kilia/data.toml")
