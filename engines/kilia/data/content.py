"""Printed facts of the game, checked and indexed by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came. msgspec checks types and shape first, then
`checks.py` checks that the lines fit together.
"""

from importlib.resources import files

from engines.kernel import WrongData, load_catalogue
from engines.kernel.data_files import parse_data

from .checks import iter_data_errors
from .types import Data, Good, Zone

PACKAGE = "engines.kilia"


class Content:
    """The data of data.toml, with its tables indexed by id."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.cards = data.action_cards
        """Action cards."""
        self.contracts = {**data.start_contracts, **data.contracts}
        """All, those of the start first."""
        # R2.1 Each zone has its good, each good its zone.
        self.good_of: dict[Zone, Good] = {zone: line.good for zone, line in data.zones.items()}
        self.zone_of: dict[Good, Zone] = {good: zone for zone, good in self.good_of.items()}
        """The same, the other way round."""

    def find_good(self, card: str) -> Good:
        """R2.2 Return the good on the back of an action card: always that of its zone."""
        return self.good_of[self.cards[card].zone]


def parse_content(text: str, source: str) -> Content:
    """Parse the text of a data file. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse_data(text, Data, source)
    for key, expected, got in iter_data_errors(data, load_catalogue(PACKAGE).nouns):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = parse_content(files(PACKAGE).joinpath("data.toml").read_text("utf-8"), "engines/kilia/data.toml")
