"""Subject of each question as typed data (`Prompt.subject`), read by computer players and pictures."""

from typing import Literal

import msgspec

from engines.kilia.data.types import Good, Side, Thing, Zone


class Subject(msgspec.Struct, frozen=True):
    """Base class of subjects; the type of a subject is the question's kind."""


# ---------------------------------------------------------------------- actions (values of options)


class Expand(msgspec.Struct, frozen=True, tag=True):
    """Take the card of this slot (from 1) for an expansion."""

    slot: int
    """Slot of the council board, from 1."""


class PlaceMerchant(msgspec.Struct, frozen=True, tag=True):
    """Take the card of this slot as a merchant."""

    slot: int
    """Slot of the council board, from 1."""


class SpratExpand(msgspec.Struct, frozen=True, tag=True):
    """Put the player's sprat under this zone."""

    zone: Zone
    """A zone with fewer than four cards."""


Action = Expand | PlaceMerchant | SpratExpand


# ---------------------------------------------------------------------- the questions


class WhichAction(Subject, frozen=True):
    """R6.2 Choice of a card and its use."""

    is_extra: bool
    """True for an action after the main one, which may be left out."""


class HowToPay(Subject, frozen=True):
    """R11 Choice of a payment for an expansion or for a contract."""

    needs: tuple[str, ...]
    """Goods to pay, one entry per unit; "any" for any good."""
    coins: int
    """Price of the card, or coins in the cost of the contract."""
    zone: Zone | None = None
    """Zone that is expanded; None for a contract."""
    card: str | None = None
    """Action card that expands it; None for the sprat or a contract."""
    contract: str | None = None
    """Contract that is fulfilled; None for an expansion."""


class HowToCover(Subject, frozen=True):
    """R11 Choice of the source for one unit of a cost."""

    needs: tuple[str, ...]
    """All units of the cost, also those already covered."""
    unit_index: int
    """Index of the unit."""


class WhichMerchants(Subject, frozen=True):
    """R11 Choice of the merchants that deliver the units of one good."""

    good: Good
    """Good that they deliver."""
    count: int
    """Units to deliver; a merchant may deliver several, a coin each."""


class WhichSpace(Subject, frozen=True):
    """R8 Choice of the space for a merchant."""

    card: str
    """Action card that becomes the merchant."""
    slot: int
    """Slot of the offer, from 1, where it still lies."""


class WhichGood(Subject, frozen=True):
    """R8, R12 Choice of any one good."""


class WhichContract(Subject, frozen=True):
    """R9, R8, R12 Choice of a contract from the offer."""

    reason: Literal["castle", "market", "contract"]
    """Right to take it: a card under the castle, a bonus of the market, or the reward of a contract."""


class WhichAbility(Subject, frozen=True):
    """R9 Choice of a second card for the knowledge zone."""


class WhichWarehouse(Subject, frozen=True):
    """R9 Choice of a second card for the canal."""


class WhichOrientation(Subject, frozen=True):
    """R9 Choice of the orientation of a new warehouse."""

    card: str
    """Action card that becomes the warehouse."""
    segment: int
    """Segment proposed or chosen for it, from 1 at the left."""


class WhichSegment(Subject, frozen=True):
    """R9 Choice of the segment for a new warehouse."""

    card: str
    """Action card that becomes the warehouse."""


class SpratRelief(Subject, frozen=True):
    """R14 Choice of a coin or a good for the sprat."""


class RefreshOffer(Subject, frozen=True):
    """R7.3 Confirmation of five new cards."""


class EndOfTurn(Subject, frozen=True):
    """R6 Confirmation of the end of the turn."""


class WindowChoice(msgspec.Struct, frozen=True):
    """R16.2 A warehouse where two windows show different things."""

    segment: int
    """Segment of the warehouse, from 1 at the left."""
    windows: tuple[tuple[int, tuple[Thing, ...]], ...]
    """Pairs of a cell and the things it shows."""


class WhichWindows(Subject, frozen=True):
    """R16.2 Choice of one window for each warehouse."""

    destination: Side
    """End to which the ship sails."""
    certain_things: tuple[Thing, ...]
    """Things brought regardless of the choice."""
    choices: tuple[WindowChoice, ...]
    """In the order of the segments from the left."""
