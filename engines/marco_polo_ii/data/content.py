"""The printed facts of the game, validated and indexed by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, the expected and the actual value. Types and shapes are checked first
(msgspec), then consistency between the lines (`checks.py`).
"""

from importlib.resources import files
from typing import NamedTuple, get_args

from engines.kernel import WrongData, load_catalogue
from engines.kernel.data_files import parse_data

from .checks import iter_data_errors
from .types import Data, Good, Guild

GOODS: tuple[Good, ...] = get_args(Good)
GUILDS: tuple[Guild, ...] = get_args(Guild)


class Road(NamedTuple):
    """A route as seen from one of its ends."""

    destination: str
    """Place at the other end, a city or an oasis."""
    coins: int
    """Printed price of each use (R8.5)."""
    camels: int
    """Printed price of each use."""
    jade: int
    """Printed price of each use, which Gantulga pays as well (R12)."""
    guild: Guild | None
    """Guild whose seal is needed; None: open to all."""


class Content:
    """data.toml and the indexes derived from it."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.contracts = {**data.starting_contracts, **data.contracts}
        """All, those of the start first."""
        self.characters = tuple(data.characters.__struct_fields__)
        """Ids, in the order of data.toml."""
        self.caravan_characters = tuple(
            ident for ident in self.characters if getattr(data.characters, ident).set == "caravan"
        )
        """Ids of those that are played with the caravans only."""
        self.roads: dict[str, tuple[Road, ...]] = {
            place: tuple(
                Road(route.b if route.a == place else route.a, route.coins, route.camels, route.jade, route.guild)
                for route in data.routes.values()
                if place in (route.a, route.b)
            )
            for place in (*data.cities, *data.oases)
        }
        """Place -> routes that leave it."""
        cities = data.cities.items()
        self.start = next(ident for ident, city in cities if city.kind == "start")
        """The one city of this kind."""
        self.trade_cities = tuple(ident for ident, city in cities if city.kind != "start")
        """Cities where a trading post may stand."""
        self.contract_cities = tuple(ident for ident, city in cities if city.contract_slots)
        """Cities where contracts are offered."""
        self.outpost_cities = tuple(ident for ident, city in cities if city.outpost_slot)
        """Cities with a slot for an outpost."""
        self.bonus_cities = tuple(ident for ident, city in cities if city.city_bonus_slot)
        """Cities with a slot for a city bonus."""
        self.card_spaces = tuple(ident for ident, space in data.spaces.items() if space.action == "city_card")
        """Action spaces on city cards."""
        self.khan_spaces = tuple(ident for ident, space in data.spaces.items() if space.action == "khan")
        """Action spaces of the khan, in their order."""
        self.special_spaces = {
            city: tuple(
                ident for ident, space in data.spaces.items() if space.action == "special" and space.city == city
            )
            for city in data.special_cities
        }
        """City -> its own action spaces."""
        self.cities_with = {
            crest: tuple(ident for ident, city in cities if city.crest == crest) for crest in data.crests
        }
        """Crest -> the cities that show it."""


def parse_content(text: str, source: str) -> Content:
    """Parse and check the text of a data file.

    Raises WrongData with `source`, the key, the expected and the actual value.
    """
    data = parse_data(text, Data, source)
    for key, expected, got in iter_data_errors(data, load_catalogue("engines.marco_polo_ii").nouns):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = parse_content(
    files("engines.marco_polo_ii").joinpath("data.toml").read_text("utf-8"), "engines/marco_polo_ii/data.toml"
)
