"""What is asked about, as typed data (`Prompt.about`): a question's kind is the type of this.

All of it is public knowledge. Pictures and computer players read it instead of sentences.
"""

from __future__ import annotations

import msgspec

from engines.marco_polo_ii.data.types import Cost, Good


class PickCharacter(msgspec.Struct, frozen=True):
    """R2.10"""

    offered: tuple[str, ...]


class KeepGoal(msgspec.Struct, frozen=True):
    """R2.11"""


class Income(msgspec.Struct, frozen=True):
    """R4.3 sources: of the groups of the question, in order ("bonus:kochi", "double")."""

    sources: tuple[str, ...]


class AfterRoll(msgspec.Struct, frozen=True):
    """R4.6 missing: coins and camels of the compensation together; pairs: value of a pair -> how many there are."""

    missing: int
    pairs: tuple[tuple[int, int], ...]


class MainAction(msgspec.Struct, frozen=True):
    """R5 Which action space."""


class PlaceDice(msgspec.Struct, frozen=True):
    """R6 Which dice on the space."""

    space: str


class TurnEnd(msgspec.Struct, frozen=True):
    """R5 END_TURN"""


class Offer(msgspec.Struct, frozen=True):
    """R8.1"""

    book: Good
    tile: str


class TakeSeal(msgspec.Struct, frozen=True):
    """R8.3 value: of the action."""

    value: int


class TakeContracts(msgspec.Struct, frozen=True):
    """R8.4, R10 most: how many may be taken."""

    most: int


class DiscardContract(msgspec.Struct, frozen=True):
    """R8.4, R10 drawn: the contract that was drawn from the pile and may be discarded as well."""

    drawn: str | None = None


class Destination(msgspec.Struct, frozen=True):
    """R8.5 steps: that are left; spent: what is paid besides the routes; figure: None = either of two figures."""

    steps: int
    spent: Cost
    figure: int | None
    may_stay: bool


class ChooseWay(msgspec.Struct, frozen=True):
    """R8.5 The ways of a figure to one place."""

    figure: int
    end: str


class ExtraPost(msgspec.Struct, frozen=True):
    """R8.5"""


class Relocate(msgspec.Struct, frozen=True):
    """R11 city: where the post goes."""

    city: str


class OasisBonus(msgspec.Struct, frozen=True):
    """R12 Möngke: oases for which he gets coins or a camel."""

    oases: int


class AnyGood(msgspec.Struct, frozen=True):
    """R10 n goods of the player's choice."""

    n: int


class TwoDifferent(msgspec.Struct, frozen=True):
    """R10"""


class CopyBonus(msgspec.Struct, frozen=True):
    """R10"""


class OwnBonus(msgspec.Struct, frozen=True):
    """R8.7 k03; second: the other use."""

    second: bool


class Exchanges(msgspec.Struct, frozen=True):
    """R8.7 How often."""

    card: str
    most: int


class ExchangeLine(msgspec.Struct, frozen=True):
    """R8.7 Which of the two lines."""

    card: str


class PayGoods(msgspec.Struct, frozen=True):
    """R8.7 Goods of the player's choice that are paid."""

    most: int


class ShareOfJade(msgspec.Struct, frozen=True):
    """R7"""

    cost: Cost


class MoveCaravan(msgspec.Struct, frozen=True):
    """R13"""

    caravan: int
    steps: int


class LoadCaravan(msgspec.Struct, frozen=True):
    """R13 What is loaded."""

    caravan: int


class StartRoute(msgspec.Struct, frozen=True):
    """R13 Which tile, and in which city the caravan begins."""

    caravan: int


class Unload(msgspec.Struct, frozen=True):
    """R13 What becomes of each of the goods."""

    caravan: int
    goods: tuple[Good, ...]


class ReturnTile(msgspec.Struct, frozen=True):
    """R12 Piedro: which of his two route tiles goes back."""


class UsePurse(msgspec.Struct, frozen=True):
    """R9.3"""


class Reroll(msgspec.Struct, frozen=True):
    """R9.4"""


class Adjust(msgspec.Struct, frozen=True):
    """R9.5"""


class Free(msgspec.Struct, frozen=True):
    """R12 Vidal: pay a contract, or pay nothing."""

    contract: str


class RollBlack(msgspec.Struct, frozen=True):
    """R10 Black dice about to be rolled."""

    dice: int


class DrawContracts(msgspec.Struct, frozen=True):
    """R10 Contracts about to be drawn."""

    number: int


class RollAgain(msgspec.Struct, frozen=True):
    """R9.4 A die about to be rolled again, and what it shows now."""

    value: int
