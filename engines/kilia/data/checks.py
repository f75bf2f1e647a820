"""Checks that the lines of data.toml fit together. Each error has a key, what was expected and what came."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import get_args

from .types import ACHIEVEMENTS, SPACES, ZONES, Color, Data, Exchange, WheelData

DataError = tuple[str, str, object]
"""Key, what was expected, what came."""


def iter_data_errors(data: Data, nouns: Container[str]) -> Iterator[DataError]:
    """Yield every error in a file whose lines have the right types. `nouns`: the paths of terms.toml."""
    yield from _check_keys("zones", data.zones, ZONES)
    yield from _check_keys("player_colors", data.player_colors, get_args(Color))
    yield from _check_keys("achievements", data.achievements, ACHIEVEMENTS)
    yield from _check_keys("market_spaces", data.market_spaces, SPACES)
    for key, path in _iter_required_nouns(data):
        if path not in nouns:
            yield key, f"a noun {path} in terms.toml", "none"
    yield from _check_counts(data)
    yield from _check_zones(data)
    yield from _check_wheels(data)
    yield from _check_canal(data)
    yield from _check_cards(data)


def _check_keys(key: str, table: Iterable[str], expected: tuple[str, ...]) -> Iterator[DataError]:
    if (keys := tuple(table)) != expected:
        yield key, f"{', '.join(expected)}, in this order", keys


def _iter_required_nouns(data: Data) -> Iterator[tuple[str, str]]:
    """Yield pairs of a line's key and the noun that it needs."""
    for zone, line in data.zones.items():
        yield f"zones.{zone}", f"zones.{zone}"
        yield f"zones.{zone}.good", f"goods.{line.good}"
    yield from ((f"player_colors.{color}", f"player_colors.{color}") for color in data.player_colors)
    yield from ((f"achievements.{name}", f"achievements.{name}") for name in data.achievements)
    yield from ((f"extra_wheels.{name}", f"extra_wheels.{name}") for name in data.extra_wheels)


def _check_counts(data: Data) -> Iterator[DataError]:
    expected: dict[str, tuple[int, Mapping[str, object]]] = {
        "action_cards": (data.components.action_cards, data.action_cards),
        "contracts": (data.components.normal_contracts, data.contracts),
        "start_contracts": (data.components.start_contracts, data.start_contracts),
    }
    for key, (number, table) in expected.items():
        if len(table) != number:
            yield key, f"{number} lines", len(table)
    if data.meta.players_max > len(data.player_colors):
        yield "meta.players_max", f"at most {len(data.player_colors)}, the number of colours", data.meta.players_max
    if data.components.smoke_sprat_cards < data.meta.players_max:
        yield "components.smoke_sprat_cards", "one for each player", data.components.smoke_sprat_cards


def _check_zones(data: Data) -> Iterator[DataError]:
    goods = [zone.good for zone in data.zones.values()]
    if len(set(goods)) != len(goods):
        yield "zones", "a good for each", goods
    for zone, line in data.zones.items():
        if list(line.costs) != sorted(line.costs):
            yield f"zones.{zone}.costs", "rising numbers", list(line.costs)
    for color, player in data.player_colors.items():
        if data.zones[player.zone].good != player.good:
            yield f"player_colors.{color}.good", f"the good of its zone, {data.zones[player.zone].good}", player.good
        if player.contract not in data.start_contracts:
            yield f"player_colors.{color}.contract", "a start contract", player.contract
        if len(player.warehouse) != data.canal.cells_per_warehouse:
            yield f"player_colors.{color}.warehouse", f"{data.canal.cells_per_warehouse} cells", len(player.warehouse)
    if data.council_board.slots[0].keys > data.zones["castle"].start_symbols:
        yield "council_board.slots", "a first slot that is free for everybody", data.council_board.slots[0].keys
    for space, space_data in data.market_spaces.items():
        if any(SPACES.index(below) >= SPACES.index(space) for below in space_data.supports):
            yield f"market_spaces.{space}.supports", "spaces below it", list(space_data.supports)


def _check_wheels(data: Data) -> Iterator[DataError]:
    wheels: dict[str, WheelData] = {f"achievements.{name}": wheel for name, wheel in data.achievements.items()}
    wheels |= {f"extra_wheels.{name}": wheel for name, wheel in data.extra_wheels.items()}
    for key, line in wheels.items():
        if list(line.wheel) != sorted(line.wheel, reverse=True) or len(line.wheel) < data.setup.two_player_cover_rank:
            yield f"{key}.wheel", "falling numbers, the highest first", list(line.wheel)


def _check_canal(data: Data) -> Iterator[DataError]:
    if data.canal.start_warehouse_segment > data.canal.segments:
        yield "canal.start_warehouse_segment", f"1 to {data.canal.segments}", data.canal.start_warehouse_segment
    shipyard = data.zones["shipyard"]
    ships = range(shipyard.start_symbols, shipyard.start_symbols + len(shipyard.costs) + 1)
    if list(data.ships) != list(ships):
        yield "ships", f"{ships[0]} to {ships[-1]}", list(data.ships)
    for number, ship in data.ships.items():
        if not set(ship.windows) <= set(range(1, data.canal.cells_per_warehouse + 1)):
            yield f"ships.{number}.windows", f"cells 1 to {data.canal.cells_per_warehouse}", list(ship.windows)


def _check_cards(data: Data) -> Iterator[DataError]:
    contracts = {f"contracts.{name}": line for name, line in data.contracts.items()}
    contracts |= {f"start_contracts.{name}": line for name, line in data.start_contracts.items()}
    for key, contract in contracts.items():
        if contract.cost.new_contract:
            yield f"{key}.cost", "goods and coins", "new_contract"
    for name, card in data.action_cards.items():
        if len(card.warehouse) != data.canal.cells_per_warehouse:
            yield f"action_cards.{name}.warehouse", f"{data.canal.cells_per_warehouse} cells", len(card.warehouse)
        if isinstance(card.ability, Exchange) and len(set(card.ability.goods)) != 2:
            yield f"action_cards.{name}.ability", "two different goods", list(card.ability.goods)
    names = Counter([*data.action_cards, *data.contracts, *data.start_contracts])
    duplicates = [name for name, number in names.items() if number > 1]
    if duplicates:
        yield "action_cards", "ids of their own", duplicates
