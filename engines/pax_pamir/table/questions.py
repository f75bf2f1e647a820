"""What is asked: one type for each kind of question, with what it is about.

All of it is public. Whoever answers without reading sentences goes by these: standing answers, computer players,
Wakhan, previews, pictures.
"""

from __future__ import annotations

import msgspec

from engines.pax_pamir.data.types import Coalition, Region

from .places import Block, Cylinder


class ChooseLoyalty(msgspec.Struct, frozen=True):
    """R3.6"""


class Menu(msgspec.Struct, frozen=True):
    """R5 What to start next, with so many actions left."""

    actions: int


class BlackmailSpy(msgspec.Struct, frozen=True):
    """R11 Where a blackmail places a spy, if anywhere."""


class EndTurn(msgspec.Struct, frozen=True):
    """R9 The last confirmation of a turn."""


# ---------------------------------------------------------------- pieces: R4.2, R6.2


class TakeBlock(msgspec.Struct, frozen=True):
    """R4.2 Which block is placed, as none is left in supply."""

    coalition: Coalition
    places: tuple[Block, ...]


class TakeCylinder(msgspec.Struct, frozen=True):
    """R4.2 Which cylinder is placed, as none is left in supply."""

    places: tuple[Cylinder, ...]


class PlaceRoad(msgspec.Struct, frozen=True):
    """R6.2 On which border of a card's region a road is placed. nth: roads of the card that lie already."""

    card: int
    region: Region
    nth: int


class PlaceSpy(msgspec.Struct, frozen=True):
    """R6.2 On which of these court cards a spy is placed."""

    card: int
    cards: tuple[int, ...]


class SafeHouse(msgspec.Struct, frozen=True):
    """R11 To which of these cards of the own court a removed spy goes, if to any."""

    cards: tuple[int, ...]


# ---------------------------------------------------------------- bribes: R7


class BribeAsked(msgspec.Struct, frozen=True):
    """R7.2 How the payer wants to settle a bribe."""

    payee: int
    full: int


class BribeOffered(msgspec.Struct, frozen=True):
    """R7.3 What the payee says to an offer."""

    payer: int
    full: int
    offer: int


class BribeAnswered(msgspec.Struct, frozen=True):
    """R7.4 Whether the payer pays what the payee has named, the full bribe or less."""

    payee: int
    full: int
    offer: int
    named: int


# ---------------------------------------------------------------- cards that go: R4.8, R9


class PayDebt(msgspec.Struct, frozen=True):
    """R4.8 Which card is discarded for a rupee; so many are still owed."""

    rupees: int


class DiscardFromCourt(msgspec.Struct, frozen=True):
    """R9.1 Which card leaves a court that is so many over its limit."""

    over: int


class DiscardFromHand(msgspec.Struct, frozen=True):
    """R9.2 Which cards leave a hand that is so many over its limit."""

    over: int


class ConfidenceFailure(msgspec.Struct, frozen=True):
    """R12 Event 114, discarded: which hand card is discarded."""


# ---------------------------------------------------------------- events: R12


class Rumor(msgspec.Struct, frozen=True):
    """Event 108: whose patriots are worth nothing."""


class SwapHands(msgspec.Struct, frozen=True):
    """Event 114: with whom hands are swapped."""


class SetFavored(msgspec.Struct, frozen=True):
    """Event 115: which suit is favored."""


class Rebuke(msgspec.Struct, frozen=True):
    """Event 116: which region is rebuked."""


# ---------------------------------------------------------------- card actions: R8


class Tax(msgspec.Struct, frozen=True):
    """R8.1 From where rupees are taken."""

    card: int


class GiveGift(msgspec.Struct, frozen=True):
    """R8.2 Which gift space is filled."""


class BuildBlock(msgspec.Struct, frozen=True):
    """R8.3 Where block `nth` (from 0) of a build goes; None: the one that costs nothing (R11 Infrastructure)."""

    nth: int | None


class MovePiece(msgspec.Struct, frozen=True):
    """R8.4 The next step of a move, of so many that are left."""

    card: int
    left: int


class Betray(msgspec.Struct, frozen=True):
    """R8.5 Which card is betrayed."""


class TakePrize(msgspec.Struct, frozen=True):
    """R8.5 Whether the betrayed card becomes a prize."""

    card: int


class BattleSite(msgspec.Struct, frozen=True):
    """R8.6 Where a battle is fought."""

    card: int


class BattleRemoval(msgspec.Struct, frozen=True):
    """R8.6 Which pieces a battle in a region, or on a court card, removes."""

    site: Region | int
