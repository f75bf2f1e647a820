"""Types of questions: one class for each kind, with its subject as public data; and the answer values of the menu.

Code that answers or shows a question matches on them: preset answers, computer players, Wakhan, previews, pictures.
"""

from typing import Literal, NamedTuple

import msgspec

from engines.pax_pamir.data.types import Action, Coalition, Region

from .places import Block, Cylinder
from .state import CheckForecast


class ChooseLoyalty(msgspec.Struct, frozen=True):
    """R3.6 Choose the loyalty at the start."""


class Menu(msgspec.Struct, frozen=True):
    """R5 Choose what to start next."""

    actions: int
    """Actions left this turn."""


class BlackmailSpy(msgspec.Struct, frozen=True):
    """R11 Choose where blackmail places a spy, if anywhere."""


class EndTurn(msgspec.Struct, frozen=True):
    """R9 Confirm the end of the turn."""


# ---------------------------------------------------------------- pieces: R4.2, R6.2


class TakeBlock(msgspec.Struct, frozen=True):
    """R4.2 Choose the block to take from the map, because the supply is empty."""

    coalition: Coalition
    """Colour of the block, which is the one to be placed."""
    places: tuple[Block, ...]
    """Places from which a block may be taken."""


class TakeCylinder(msgspec.Struct, frozen=True):
    """R4.2 Choose the cylinder to take from the table, because the supply is empty."""

    places: tuple[Cylinder, ...]
    """Places from which a cylinder may be taken."""


class PlaceRoad(msgspec.Struct, frozen=True):
    """R6.2 Choose the border of a card's region for a road."""

    card: int
    """The card whose icon is carried out."""
    region: Region
    """The card's region, whose borders are the options."""
    nth: int
    """Number of roads that the card has placed before."""


class PlaceSpy(msgspec.Struct, frozen=True):
    """R6.2 Choose which of these court cards gets a spy."""

    card: int
    """The card whose icon is carried out."""
    cards: tuple[int, ...]
    """Court cards of its region, clockwise from the player's own court."""


class SafeHouse(msgspec.Struct, frozen=True):
    """R11 Choose the Safe House card of the player's court to which a removed spy goes, if any."""

    cards: tuple[int, ...]
    """The asked player's Safe House cards, from left to right."""


# ---------------------------------------------------------------- bribes: R7


class BribeAsked(msgspec.Struct, frozen=True):
    """R7.2 Choose how to settle a bribe (asked of the payer)."""

    payee: int
    """Player who would get the bribe."""
    full: int
    """Rupees without any reduction."""


class BribeOffered(msgspec.Struct, frozen=True):
    """R7.3 Reply to an offer (asked of the payee)."""

    payer: int
    """Player who makes the offer."""
    full: int
    """Rupees without any reduction."""
    offer: int
    """Rupees that the payer offers; less than `full`."""


class BribeAnswered(msgspec.Struct, frozen=True):
    """R7.4 Choose whether to pay the sum that the payee demands (asked of the payer)."""

    payee: int
    """Player who has replied."""
    full: int
    """Rupees without any reduction."""
    offer: int
    """Rupees that the payer had offered."""
    demanded: int
    """The sum that the payee demands: the full bribe or less."""


# ---------------------------------------------------------------- cards that go: R4.8, R9


class PayDebt(msgspec.Struct, frozen=True):
    """R4.8 Choose a card to discard for a rupee of debt."""

    rupees_owed: int
    """Rupees still owed; each costs one card."""


class DiscardFromCourt(msgspec.Struct, frozen=True):
    """R9.1 Choose a card to discard from a court over its limit."""

    excess: int
    """Number of cards over the limit."""


class DiscardFromHand(msgspec.Struct, frozen=True):
    """R9.2 Choose the cards to discard from a hand over its limit."""

    excess: int
    """Number of cards over the limit."""


class ConfidenceFailure(msgspec.Struct, frozen=True):
    """R12 Event 114, discarded side: choose the hand card to discard."""


# ---------------------------------------------------------------- events: R12


class Rumor(msgspec.Struct, frozen=True):
    """Event 108: choose the player whose patriots count nothing."""


class SwapHands(msgspec.Struct, frozen=True):
    """Event 114: choose the player to swap hands with."""


class SetFavored(msgspec.Struct, frozen=True):
    """Event 115: choose the favored suit."""


class Rebuke(msgspec.Struct, frozen=True):
    """Event 116: choose the region to rebuke."""


# ---------------------------------------------------------------- card actions: R8


class Tax(msgspec.Struct, frozen=True):
    """R8.1 Choose the sources from which rupees are taken."""

    card: int
    """The card used; its rank is the most rupees to take."""


class GiveGift(msgspec.Struct, frozen=True):
    """R8.2 Choose the gift space to fill."""


class DeclaredPieces(msgspec.Struct, frozen=True):
    """R7.1 The pieces as the part of an action that is declared so far leaves them, while a bribe for it is due."""

    armies: dict[Region, dict[Coalition, int]]
    """Region -> number by coalition."""
    roads: dict[str, dict[Coalition, int]]
    """Border -> number by coalition."""
    tribes: dict[Region, list[int]]
    """Region -> number by player."""
    rulers: dict[Region, int | None]
    """Region -> its ruler, if any (R4.5)."""
    spies: dict[int, list[int]]
    """Court card -> number by player."""
    captors: dict[int, int]
    """Hostage -> the player who holds it (R4.6)."""
    forecast: CheckForecast
    """The result of a dominance check with these pieces."""
    rupees: tuple[int, ...]
    """Rupees that the declared part leaves each player, in the order of players."""


class BuildBlock(msgspec.Struct, frozen=True):
    """R8.3 Choose the place for a block of a build."""

    nth: int | None
    """Index of the block in the build, from 0; None: the free block (R11 Infrastructure)."""
    declared: DeclaredPieces | None = None
    """None if the blocks are built at once."""


class MovePiece(msgspec.Struct, frozen=True):
    """R8.4 Choose the next step of a move."""

    card: int
    """The card used; its rank is the number of steps."""
    steps_left: int
    """Steps that the card still allows, the one asked for included."""
    declared: DeclaredPieces | None = None
    """None if the steps are taken at once."""


def find_declared_pieces(subject: object) -> DeclaredPieces | None:
    """R7.1 Return the pieces as a question of a build or move shows them, while a part of it is only declared."""
    return subject.declared if isinstance(subject, (BuildBlock, MovePiece)) else None


class Betray(msgspec.Struct, frozen=True):
    """R8.5 Choose the card to betray."""


class TakePrize(msgspec.Struct, frozen=True):
    """R8.5 Choose whether the betrayed card becomes a prize."""

    card: int
    """The betrayed card."""


class BattleSite(msgspec.Struct, frozen=True):
    """R8.6 Choose the site of a battle."""

    card: int
    """The card used; its rank limits the pieces removed."""


class BattleRemoval(msgspec.Struct, frozen=True):
    """R8.6 Choose the pieces that a battle removes."""

    site: Region | int
    """A region, or a court card."""


End = Literal["left", "right"]
"""An end of a court."""
ENDS: tuple[End, End] = ("left", "right")


class Buy(NamedTuple):
    """R6.1 Purchase of the card of a market space."""

    space: int
    """Market space, 0-11."""


class Play(NamedTuple):
    """R6.2 Play of a hand card at an end of the court."""

    card: int
    """A card of the player's hand."""
    end: End
    """The card becomes the outermost one there."""


class Use(NamedTuple):
    """R8 Use of an action of a card in the player's court."""

    card: int
    """A card of the player's court."""
    action: Action
    """One of the actions printed on it."""


Start = Buy | Play | Use | Literal["end"]
