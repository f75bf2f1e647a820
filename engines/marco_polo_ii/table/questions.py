"""Typed data of each question (`Prompt.about`). Its type is the kind of the question.

All of it is public. Pictures and computer players read it instead of the text of the question.
"""

import msgspec

from engines.marco_polo_ii.data.types import Cost, Good

MAX_OPTIONS = 25
"""Questions about places and payments with more options than this, which no menu of Discord can hold, are divided."""


class PickCharacter(msgspec.Struct, frozen=True):
    """R2.10 Which character?"""

    characters: tuple[str, ...]
    """Ids of those still to be chosen from, in the order of data.toml."""


class KeepGoal(msgspec.Struct, frozen=True):
    """R2.11 Which goal card to keep?"""


class Income(msgspec.Struct, frozen=True):
    """R4.3 Which form of each income?"""

    sources: tuple[str, ...]
    """Source of each group of options, in order ("bonus:kochi", "double")."""


class AfterRoll(msgspec.Struct, frozen=True):
    """R4.6 Which compensation for a low roll, and R12 what do Isabella's pairs bring?"""

    missing: int
    """Coins and camels of the compensation together."""
    pairs: tuple[tuple[int, int], ...]
    """(Value, number of pairs of it)."""


class MainAction(msgspec.Struct, frozen=True):
    """R5 Which action space?"""


class PlaceDice(msgspec.Struct, frozen=True):
    """R6 Which dice to place on the space?"""

    space: str
    """Id of the action space chosen before."""


class TurnEnd(msgspec.Struct, frozen=True):
    """R5 END_TURN: confirm the end of the turn."""


class Offer(msgspec.Struct, frozen=True):
    """R8.1 Which offer of the book?"""

    book: Good
    """Book of the market space chosen."""
    tile: str
    """Its current offer tile, with the two offers that cost jade."""


class TakeSeal(msgspec.Struct, frozen=True):
    """R8.3 Which seal?"""

    value: int
    """Value of the action (lowest die)."""


class TakeContracts(msgspec.Struct, frozen=True):
    """R8.4, R10 Which contracts to take?"""

    max_contracts: int
    """Maximum number of contracts."""


class DiscardContract(msgspec.Struct, frozen=True):
    """R8.4, R10 Which contract to discard?"""

    pile_contract: str | None = None
    """The contract just taken from the pile; it may be discarded as well."""


class Destination(msgspec.Struct, frozen=True):
    """R8.5 Where does a figure go?"""

    steps: int
    """Steps left."""
    spent: Cost
    """Costs besides the routes."""
    figure: int | None
    """None: either of two figures."""
    may_stay: bool
    """Whether the movement may be declined."""


class ChoosePath(msgspec.Struct, frozen=True):
    """R8.5 Which path does a figure take to this place?"""

    figure: int
    """Index in `Player.figures`."""
    end: str
    """Place chosen before, where all the paths end."""


class NextPlace(msgspec.Struct, frozen=True):
    """R8.5 Which place does a figure go to next, or does it stop where it is?"""

    steps: int
    """Steps left."""
    places: tuple[str, ...]
    """Its path so far; empty before the first step."""


class ExtraPost(msgspec.Struct, frozen=True):
    """R8.5 In which city is the extra post placed?"""


class Relocate(msgspec.Struct, frozen=True):
    """R11 Which post on the map is moved?"""

    city: str
    """Its new city."""


class OasisBonus(msgspec.Struct, frozen=True):
    """R12 Möngke: coins or a camel for each oasis?"""

    oases: int
    """Number of oases that count."""


class AnyGood(msgspec.Struct, frozen=True):
    """R10 Which n goods to gain?"""

    n: int
    """Number of goods, equal ones allowed."""


class TwoDifferent(msgspec.Struct, frozen=True):
    """R10 Which two different goods to gain?"""


class CopyBonus(msgspec.Struct, frozen=True):
    """R10 Which city bonus on the map to copy?"""


class OwnBonus(msgspec.Struct, frozen=True):
    """R8.7 Card k03: which city bonus of the player's own posts?"""

    is_second: bool
    """Whether this is the second use."""


class Exchanges(msgspec.Struct, frozen=True):
    """R8.7 How often to make the exchange?"""

    card: str
    """Id of the city card."""
    max_times: int
    """Maximum number of exchanges."""


class ExchangeLine(msgspec.Struct, frozen=True):
    """R8.7 Which of the two exchanges on the card?"""

    card: str
    """Id of the city card."""


class PayGoods(msgspec.Struct, frozen=True):
    """R8.7 Which goods to pay?"""

    max_goods: int
    """Maximum number of goods."""


class ShareOfJade(msgspec.Struct, frozen=True):
    """R7 How much jade to pay instead of coins and camels?"""

    cost: Cost
    """Cost as printed, before jade replaces any of it."""


class CoinsToPay(msgspec.Struct, frozen=True):
    """R7 How many coins to pay, before the share of jade for the camels is asked for?"""

    cost: Cost
    """Cost as printed, before jade replaces any of it."""


class MoveCaravan(msgspec.Struct, frozen=True):
    """R13 Where does the caravan go?"""

    caravan: int
    """Index in `Player.caravans`."""
    steps: int
    """Most steps, Tebaldo's included."""


class LoadCaravan(msgspec.Struct, frozen=True):
    """R13 Which goods to load?"""

    caravan: int
    """Index in `Player.caravans`."""


class StartRoute(msgspec.Struct, frozen=True):
    """R13 Which route tile, and in which city does the caravan start?"""

    caravan: int
    """Index in `Player.caravans`."""


class Unload(msgspec.Struct, frozen=True):
    """R13 Sell, upgrade or double each of the goods?"""

    caravan: int
    """Index in `Player.caravans`."""
    goods: tuple[Good, ...]
    """Goods on the caravan; each is one group of options, in this order."""


class ReturnTile(msgspec.Struct, frozen=True):
    """R12 Piedro: which of his two route tiles to return?"""


class UsePurse(msgspec.Struct, frozen=True):
    """R9.3 Which die to put in the purse, for which gain?"""


class Reroll(msgspec.Struct, frozen=True):
    """R9.4 Which die to roll again?"""


class Adjust(msgspec.Struct, frozen=True):
    """R9.5 Which die to change by 1, up or down?"""


class FreeContract(msgspec.Struct, frozen=True):
    """R12 Vidal: pay for a contract, or pay nothing?"""

    contract: str
    """Id of the contract to be fulfilled."""


class RollBlack(msgspec.Struct, frozen=True):
    """R10 Confirm that black dice are rolled."""

    dice: int
    """Number of black dice gained, of those that are left."""


class TakeFromPile(msgspec.Struct, frozen=True):
    """R10 Confirm that contracts are taken from the pile."""

    number: int
    """Number of contracts to be taken, if the pile has as many."""


class RollAgain(msgspec.Struct, frozen=True):
    """R9.4 Confirm that a die is rolled again."""

    value: int
    """The value it shows now."""
