"""Every printed fact of the game, checked and by id: `CONTENT` is data.toml.

A wrong line raises WrongData with its key, what was expected and what came: first its type and shape (msgspec), then
what the lines mean together (`checks.py`).
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple, get_args

from engines.kernel import WrongData, catalogue
from engines.kernel.content import parse

from .checks import mistakes
from .types import Data, Good, Guild

GOODS: tuple[Good, ...] = get_args(Good)
GUILDS: tuple[Guild, ...] = get_args(Guild)


class Road(NamedTuple):
    """A route as seen from one of its ends."""

    to: str
    coins: int
    camels: int
    jade: int
    guild: Guild | None


class Content:
    """data.toml, and what can be read off it."""

    def __init__(self, data: Data) -> None:
        self.data = data
        self.contracts = {**data.starting_contracts, **data.contracts}
        self.characters = tuple(data.characters.__struct_fields__)
        self.caravan_characters = tuple(
            ident for ident in self.characters if getattr(data.characters, ident).set == "caravan"
        )
        self.roads: dict[str, tuple[Road, ...]] = {
            place: tuple(
                Road(route.b if route.a == place else route.a, route.coins, route.camels, route.jade, route.guild)
                for route in data.routes.values()
                if place in (route.a, route.b)
            )
            for place in (*data.cities, *data.oases)
        }
        """Place -> the routes that leave it."""
        cities = data.cities.items()
        self.start = next(ident for ident, city in cities if city.kind == "start")
        self.trade_cities = tuple(ident for ident, city in cities if city.kind != "start")
        """Cities in which a post may stand."""
        self.contract_cities = tuple(ident for ident, city in cities if city.contract_slots)
        self.outpost_cities = tuple(ident for ident, city in cities if city.outpost_slot)
        self.bonus_cities = tuple(ident for ident, city in cities if city.city_bonus_slot)
        self.card_spaces = tuple(ident for ident, space in data.spaces.items() if space.action == "city_card")
        self.khan_spaces = tuple(ident for ident, space in data.spaces.items() if space.action == "khan")
        self.special_spaces = {
            city: tuple(
                ident for ident, space in data.spaces.items() if space.action == "special" and space.city == city
            )
            for city in data.special_cities
        }
        self.cities_with = {
            crest: tuple(ident for ident, city in cities if city.crest == crest) for crest in data.crests
        }


def read(text: str, source: str) -> Content:
    """The content of a data file's text. Raises WrongData naming `source`, the key, what was expected and what came."""
    data = parse(text, Data, source)
    for key, expected, got in mistakes(data, catalogue("engines.marco_polo_ii").terms):
        raise WrongData(f"{source}: {key}: expected {expected}, got {got}")
    return Content(data)


CONTENT = read(
    files("engines.marco_polo_ii").joinpath("data.toml").read_text("utf-8"), "engines/marco_polo_ii/data.toml"
)
