"""The shape of data.toml: one Struct for each of its tables. `checks.py` says what they must mean together."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec

Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]

Good = Literal["salt", "brick", "wood", "wheat"]
Need = Literal["salt", "brick", "wood", "wheat", "any"]
"""A unit of a cost: a good, or any one good."""
Zone = Literal["castle", "university", "shipyard", "warehouse"]
Color = Literal["white", "red", "brown", "yellow"]
Thing = Literal["salt", "brick", "wood", "wheat", "coin"]
Achievement = Literal["one_zone_4", "two_zones_3", "four_zones_2", "full_market", "three_contracts", "fifteen_coins"]
Space = Literal["M1", "M2", "M3", "M4", "M5", "M6"]
Bonus = Literal["any_good", "coins", "smoke_sprat", "new_contract"]
Side = Literal["left", "right"]

GOODS: tuple[Good, ...] = get_args(Good)
ZONES: tuple[Zone, ...] = get_args(Zone)
THINGS: tuple[Thing, ...] = get_args(Thing)
ACHIEVEMENTS: tuple[Achievement, ...] = get_args(Achievement)
SPACES: tuple[Space, ...] = get_args(Space)
"""Bottom row first, as in the rules."""

Cell = tuple[Thing, ...]
"""What one cell of a warehouse holds; () is an empty cell."""


class _Table(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line that nobody reads is refused, so whoever corrects a figure sees that it counts."""

    provenance: str


class Meta(_Table, frozen=True):
    players_min: Positive
    players_max: Positive
    age: Positive
    publisher: str
    designer: str
    illustrator: str
    minutes_seed: Positive
    minutes_public: str


class Components(_Table, frozen=True):
    start_contracts: Positive
    normal_contracts: Positive
    action_cards: Positive
    smoke_sprat_cards: Positive


class ZoneData(_Table, frozen=True):
    """costs: goods for the first card, the second ...; start_symbols: printed on the board."""

    good: Good
    start_symbols: Positive
    costs: tuple[Positive, ...]


class PlayerColor(_Table, frozen=True):
    """warehouse: the one printed on the board, its cells left to right."""

    good: Good
    zone: Zone
    contract: str
    warehouse: tuple[Cell, ...]


class SetupData(_Table, frozen=True):
    """two_player_cover_rank: which number of each wheel is covered with two players, 2 = the second highest."""

    coins: Natural
    goods_each_other_colour: Natural
    goods_own_colour: Natural
    scoring_chips: Positive
    ship_side: Side
    two_player_cover_rank: Positive


class Slot(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    keys: Natural
    price: Natural


class CouncilBoard(_Table, frozen=True):
    slots: tuple[Slot, ...]
    refresh_cost: Positive


class Rules(_Table, frozen=True):
    own_zone_points_per_card: Natural
    three_to_one: Positive
    merchant_cost: Positive
    coins_achievement_cost: Positive
    contracts_per_chip: Positive
    bonus_coins: Positive


class Wheel(_Table, frozen=True):
    """wheel: its numbers, the centre first."""

    wheel: tuple[Natural, ...]


class MarketSpace(_Table, frozen=True):
    """supports: the spaces below that must be occupied; uses: activations of its merchant in a turn."""

    row: Literal["bottom", "middle", "top"]
    supports: tuple[Space, ...]
    bonus: Bonus
    uses: Positive


class Canal(_Table, frozen=True):
    segments: Positive
    start_warehouse_segment: Positive
    cells_per_warehouse: Positive


class Ship(_Table, frozen=True):
    """windows: open cells with the bow to the right, 1 = left; take: all of them, or one for each warehouse."""

    windows: tuple[Positive, ...]
    take: Literal["all", "one"]


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods, goods of any kind, and coins: what a contract costs, or brings (then also new contracts)."""

    salt: Natural = 0
    brick: Natural = 0
    wood: Natural = 0
    wheat: Natural = 0
    any: Natural = 0
    coin: Natural = 0
    new_contract: Natural = 0


class Contract(_Table, frozen=True):
    cost: Bundle
    reward: Bundle
    points: Natural


class Exchange(msgspec.Struct, frozen=True, tag_field="kind", tag="exchange", forbid_unknown_fields=True):
    """Own goods of these two kinds stand for each other in a direct payment."""

    goods: tuple[Good, Good]


class ExtraAction(msgspec.Struct, frozen=True, tag_field="kind", tag="extra_action", forbid_unknown_fields=True):
    """One more action after each expansion of the zone."""

    zone: Zone


class Points(msgspec.Struct, frozen=True, tag_field="kind", tag="points", forbid_unknown_fields=True):
    """A point for each such good at the end."""

    good: Good


Ability = Exchange | ExtraAction | Points


class ActionCard(_Table, frozen=True):
    """Its zone is its colour and the good on its back. warehouse: cells left to right as printed."""

    zone: Zone
    warehouse: tuple[Cell, ...]
    ability: Ability


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    meta: Meta
    sources: dict[str, str]
    components: Components
    zones: dict[Zone, ZoneData]
    player_colors: dict[Color, PlayerColor]
    setup: SetupData
    council_board: CouncilBoard
    rules: Rules
    achievements: dict[Achievement, Wheel]
    extra_wheels: dict[str, Wheel]
    market_spaces: dict[Space, MarketSpace]
    canal: Canal
    ships: dict[int, Ship]
    start_contracts: dict[str, Contract]
    contracts: dict[str, Contract]
    action_cards: dict[str, ActionCard]
