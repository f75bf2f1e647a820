"""What each question is about, as typed data (`Prompt.about`): computer players and pictures read these."""

from __future__ import annotations

from typing import Literal

import msgspec

from engines.kilia.data.types import Side, Thing, Zone


class About(msgspec.Struct, frozen=True):
    """A question's kind is the type of its `about`."""


# ---------------------------------------------------------------------- what an action can be (values of options)


class Expand(msgspec.Struct, frozen=True, tag=True):
    """Take the card of this slot (from 1) for an expansion."""

    slot: int


class PlaceMerchant(msgspec.Struct, frozen=True, tag=True):
    """Take the card of this slot as a merchant."""

    slot: int


class SpratExpand(msgspec.Struct, frozen=True, tag=True):
    """Put the own sprat under this zone."""

    zone: Zone


Action = Expand | PlaceMerchant | SpratExpand


# ---------------------------------------------------------------------- the questions


class WhichAction(About, frozen=True):
    """R6.2 Which card, and what for. extra: an action after the main one, which may be left out."""

    extra: bool


class HowToPay(About, frozen=True):
    """R11 What is paid: an expansion (card None: the sprat) or a contract. coins: its price or coin cost."""

    needs: tuple[str, ...]
    coins: int
    zone: Zone | None = None
    card: str | None = None
    contract: str | None = None


class HowToCover(About, frozen=True):
    """R11 One unit of a cost. unit: its number from 0."""

    needs: tuple[str, ...]
    unit: int


class WhichSpace(About, frozen=True):
    """R8 Where a merchant goes."""

    card: str
    slot: int


class WhichGood(About, frozen=True):
    """R8, R12 Any one good."""


class WhichContract(About, frozen=True):
    """R9, R8, R12 A contract from the offer."""

    reason: Literal["castle", "market", "contract"]


class WhichAbility(About, frozen=True):
    """R9 A second card for the knowledge zone."""


class WhichWarehouse(About, frozen=True):
    """R9 A second card for the canal."""


class WhichWay(About, frozen=True):
    """R9 The orientation of a new warehouse."""

    card: str
    segment: int


class WhichSegment(About, frozen=True):
    """R9 Where on the canal a new warehouse stands."""

    card: str


class SpratRelief(About, frozen=True):
    """R14 A coin or a good for the sprat."""


class RefreshOffer(About, frozen=True):
    """R7.3 Five new cards."""


class EndOfTurn(About, frozen=True):
    """R6 The turn, before it is over."""


class WindowChoice(msgspec.Struct, frozen=True):
    """R16.2 A warehouse where two windows show different things. windows: cell -> what it shows."""

    segment: int
    windows: tuple[tuple[int, tuple[Thing, ...]], ...]


class WhichWindows(About, frozen=True):
    """R16.2 One window for each warehouse. to: where the ship sails; sure: what it brings whatever is chosen."""

    to: Side
    sure: tuple[Thing, ...]
    choices: tuple[WindowChoice, ...]
