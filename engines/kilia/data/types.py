"""Types of data.toml: one Struct per table. `checks.py` checks that the values fit together."""

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
"""Contents of one cell of a warehouse; () for an empty cell."""


class _DataTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base class of the tables. Unknown keys are refused, so that a correction under a wrong key does not pass
    unnoticed."""

    provenance: str


class Meta(_DataTable, frozen=True):
    """Facts about the game as a product."""

    players_min: Positive
    players_max: Positive
    age: Positive
    publisher: str
    designer: str
    illustrator: str
    minutes_seed: Positive
    minutes_public: str


class Components(_DataTable, frozen=True):
    """Numbers of cards in the box."""

    start_contracts: Positive
    normal_contracts: Positive
    action_cards: Positive
    smoke_sprat_cards: Positive


class ZoneData(_DataTable, frozen=True):
    """A zone of the player board."""

    good: Good
    start_symbols: Positive
    """Number of symbols printed on the board."""
    costs: tuple[Positive, ...]
    """Goods for the first card, the second card, and so on."""


class PlayerColor(_DataTable, frozen=True):
    """A player colour with its own good, zone and start contract."""

    good: Good
    zone: Zone
    contract: str
    warehouse: tuple[Cell, ...]
    """The warehouse printed on the board, its cells left to right."""


class SetupData(_DataTable, frozen=True):
    """Numbers for the setup (R3)."""

    coins: Natural
    goods_each_other_colour: Natural
    goods_own_colour: Natural
    scoring_chips: Positive
    ship_side: Side
    two_player_cover_rank: Positive
    """Rank of the number that is covered on each wheel with two players; 2 for the second highest."""


class SlotData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slot of the council board."""

    keys: Natural
    price: Natural


class CouncilBoard(_DataTable, frozen=True):
    """The council board."""

    slots: tuple[SlotData, ...]
    refresh_cost: Positive
    """Coins for five new action cards."""


class RulesData(_DataTable, frozen=True):
    """Numbers of the rules that belong to no component."""

    own_zone_points_per_card: Natural
    three_to_one: Positive
    """Goods of one kind that cover one unit of another kind."""
    merchant_cost: Positive
    """Coins for each delivery by a merchant."""
    coins_achievement_cost: Positive
    """Coins for a marker on the fifteen-coins achievement."""
    contracts_per_chip: Positive
    """Fulfilled contracts for each marker."""
    bonus_coins: Positive
    """Coins from the coins bonus of a market space."""


class WheelData(_DataTable, frozen=True):
    """A ship's wheel."""

    wheel: tuple[Natural, ...]
    """Its numbers, the centre first."""


class MarketSpaceData(_DataTable, frozen=True):
    """A space of the market."""

    row: Literal["bottom", "middle", "top"]
    supports: tuple[Space, ...]
    """Spaces below it that must be occupied first."""
    bonus: Bonus
    uses: Positive
    """Number of times its merchant may be activated in a turn."""


class CanalData(_DataTable, frozen=True):
    """The canal of a player board."""

    segments: Positive
    start_warehouse_segment: Positive
    """Segment with the printed warehouse, from 1."""
    cells_per_warehouse: Positive


class ShipData(_DataTable, frozen=True):
    """A ship of one size."""

    windows: tuple[Positive, ...]
    """Open cells with the bow to the right; 1 is the leftmost."""
    take: Literal["all", "one"]
    """Whether it takes from all open cells, or from one per warehouse."""


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods, goods of any kind, coins, and new contracts: the cost or the reward of a contract."""

    salt: Natural = 0
    brick: Natural = 0
    wood: Natural = 0
    wheat: Natural = 0
    any: Natural = 0
    coin: Natural = 0
    new_contract: Natural = 0


class ContractData(_DataTable, frozen=True):
    """A contract card."""

    cost: Bundle
    reward: Bundle
    points: Natural


class Exchange(msgspec.Struct, frozen=True, tag_field="kind", tag="exchange", forbid_unknown_fields=True):
    """Ability: own goods of these two kinds stand for each other in a direct payment."""

    goods: tuple[Good, Good]


class ExtraAction(msgspec.Struct, frozen=True, tag_field="kind", tag="extra_action", forbid_unknown_fields=True):
    """Ability: one more action after each expansion of the zone."""

    zone: Zone


class PointsAbility(msgspec.Struct, frozen=True, tag_field="kind", tag="points", forbid_unknown_fields=True):
    """Ability: a point for each unit of the good at the end."""

    good: Good


Ability = Exchange | ExtraAction | PointsAbility


class ActionCard(_DataTable, frozen=True):
    """An action card. Its zone also gives its colour and the good on its back."""

    zone: Zone
    warehouse: tuple[Cell, ...]
    """Cells left to right as printed."""
    ability: Ability


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    sources: dict[str, str]
    components: Components
    zones: dict[Zone, ZoneData]
    player_colors: dict[Color, PlayerColor]
    setup: SetupData
    council_board: CouncilBoard
    rules: RulesData
    achievements: dict[Achievement, WheelData]
    extra_wheels: dict[str, WheelData]
    market_spaces: dict[Space, MarketSpaceData]
    canal: CanalData
    ships: dict[int, ShipData]
    start_contracts: dict[str, ContractData]
    contracts: dict[str, ContractData]
    action_cards: dict[str, ActionCard]
