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
    """Source of the values: seed, public, derived or ours, as the head of data.toml explains."""


class Meta(_DataTable, frozen=True):
    players_min: Positive
    """Fewest seats of a game."""
    players_max: Positive
    """Most seats of a game."""


class Components(_DataTable, frozen=True):
    """Numbers of cards in the box."""

    start_contracts: Positive
    """One for each colour."""
    normal_contracts: Positive
    """The contract deck."""
    action_cards: Positive
    """The action deck."""
    smoke_sprat_cards: Positive
    """At least one for each player, since each board has one space that gives it."""


class ZoneData(_DataTable, frozen=True):
    """A zone of the player board."""

    good: Good
    """Good that pays its expansions, also on the backs of its cards (R2.1)."""
    start_symbols: Positive
    """Number of symbols printed on the board."""
    costs: tuple[Positive, ...]
    """Goods for the first card, the second card, and so on."""


class PlayerColor(_DataTable, frozen=True):
    """A player colour with its own good, zone and start contract."""

    good: Good
    """Own good; more markers than chips are goods of this kind (R13)."""
    zone: Zone
    """Own zone, which scores points for each of its cards (R17)."""
    contract: str
    """Id in `start_contracts`."""
    warehouse: tuple[Cell, ...]
    """The warehouse printed on the board, its cells left to right."""


class SetupData(_DataTable, frozen=True):
    """Numbers for the setup (R3)."""

    coins: Natural
    """Coins of each player."""
    goods_each_other_colour: Natural
    """Units of each good that is not of the player's colour."""
    goods_own_colour: Natural
    """Units of the good of the player's colour."""
    scoring_chips: Positive
    """Chips of each player; a round after the last one is placed the game ends (R17)."""
    ship_side: Side
    """End of the canal where every ship lies; its bow points to the other one."""
    two_player_cover_rank: Positive
    """Rank of the number that is covered on each wheel with two players; 2 for the second highest."""


class SlotData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A slot of the council board."""

    keys: Natural
    """Keys with which its cards are free (R7.1)."""
    price: Natural
    """Coins for a player with fewer keys, however many are missing (R7.1)."""


class CouncilBoard(_DataTable, frozen=True):
    """The council board."""

    slots: tuple[SlotData, ...]
    """From left to right; each holds an action card and a contract."""
    refresh_cost: Positive
    """Coins for five new action cards."""


class RulesData(_DataTable, frozen=True):
    """Numbers of the rules that belong to no component."""

    own_zone_points_per_card: Natural
    """Points at the end for each card under the zone of the player's own colour (R17)."""
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

    supports: tuple[Space, ...]
    """Spaces below it that must be occupied first."""
    bonus: Bonus
    """Gain of the first merchant on the space; one stacked later gets none (R8)."""
    uses: Positive
    """Number of times its merchant may be activated in a turn."""


class CanalData(_DataTable, frozen=True):
    """The canal of a player board."""

    segments: Positive
    """Places for warehouses in a row, the printed one included."""
    start_warehouse_segment: Positive
    """Segment with the printed warehouse, from 1."""
    cells_per_warehouse: Positive
    """As many as a ship covers (R16.1)."""


class ShipData(_DataTable, frozen=True):
    """A ship of one size."""

    windows: tuple[Positive, ...]
    """Open cells with the bow to the right; 1 is the leftmost."""
    take: Literal["all", "one"]
    """Whether it takes from all open cells, or from one per warehouse."""


class Bundle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Goods, goods of any kind, coins, and new contracts: the cost or the reward of a contract."""

    salt: Natural = 0
    """Units of salt."""
    brick: Natural = 0
    """Units of brick."""
    wood: Natural = 0
    """Units of wood."""
    wheat: Natural = 0
    """Units of wheat."""
    any: Natural = 0
    """Units of any good, chosen one by one."""
    coin: Natural = 0
    """Coins."""
    new_contract: Natural = 0
    """Contracts that may be taken from the offer, by keys and price; in rewards only (R12)."""


class ContractData(_DataTable, frozen=True):
    """A contract card."""

    cost: Bundle
    """Upper half, paid in full at once."""
    reward: Bundle
    """Lower half, received when it is paid."""
    points: Natural
    """Points at the end if it is fulfilled; otherwise none."""


class Exchange(msgspec.Struct, frozen=True, tag_field="kind", tag="exchange", forbid_unknown_fields=True):
    """Ability: own goods of these two kinds stand for each other in a direct payment."""

    goods: tuple[Good, Good]
    """Each of them may be spent as the other one (R10)."""


class ExtraAction(msgspec.Struct, frozen=True, tag_field="kind", tag="extra_action", forbid_unknown_fields=True):
    """Ability: one more action after each expansion of the zone."""

    zone: Zone
    """Zone whose expansions give the action; it may differ from the zone of the card."""


class PointsAbility(msgspec.Struct, frozen=True, tag_field="kind", tag="points", forbid_unknown_fields=True):
    """Ability: a point for each unit of the good at the end."""

    good: Good
    """Goods of this kind in the supply count, and deliveries by merchants for it (R17)."""


Ability = Exchange | ExtraAction | PointsAbility


class ActionCard(_DataTable, frozen=True):
    """An action card. Its zone also gives its colour and the good on its back."""

    zone: Zone
    """Zone that the card can expand."""
    warehouse: tuple[Cell, ...]
    """Cells left to right as printed."""
    ability: Ability
    """Used only if the card is taken for the knowledge zone (R10)."""


class Data(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    meta: Meta
    """Possible numbers of players."""
    components: Components
    """Numbers of cards."""
    zones: dict[Zone, ZoneData]
    """In printed order."""
    player_colors: dict[Color, PlayerColor]
    """In printed order."""
    setup: SetupData
    """Setup of each player (R3)."""
    council_board: CouncilBoard
    """Slots of the offer, and the price of new cards."""
    rules: RulesData
    """Numbers of the rules that belong to no component."""
    achievements: dict[Achievement, WheelData]
    """Achievement -> its printed wheel."""
    extra_wheels: dict[str, WheelData]
    """Wheels of which one may cover a printed one (R3)."""
    market_spaces: dict[Space, MarketSpaceData]
    """Bottom row first."""
    canal: CanalData
    """The same for all players."""
    ships: dict[int, ShipData]
    """By number; the number grows with each card under the shipyard (R9)."""
    start_contracts: dict[str, ContractData]
    """Contracts with which players begin, one for each colour."""
    contracts: dict[str, ContractData]
    """Contracts of the deck."""
    action_cards: dict[str, ActionCard]
    """Cards of the deck."""
