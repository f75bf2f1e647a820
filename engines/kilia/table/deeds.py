"""What a player did in a turn beside the main action, for the sentence at its end and for the pictures.

A State keeps each as a text: "expand:castle", "merchant:wood", "fulfil:C01", "sprat".
"""

from __future__ import annotations

from typing import assert_never

import msgspec

from engines.kilia.data.types import GOODS, ZONES, Good, Zone


class Expanded(msgspec.Struct, frozen=True, tag="expand"):
    """A card was laid under a zone."""

    zone: Zone


class Placed(msgspec.Struct, frozen=True, tag="merchant"):
    """A merchant for this good came to the market."""

    good: Good


class Fulfilled(msgspec.Struct, frozen=True, tag="fulfil"):
    """A contract was turned face down."""

    contract: str


class Relieved(msgspec.Struct, frozen=True, tag="sprat"):
    """The smoke sprat left for a coin or a good."""


Deed = Expanded | Placed | Fulfilled | Relieved


def write(deed: Deed) -> str:
    """As the State keeps it."""
    match deed:
        case Expanded(zone):
            return f"expand:{zone}"
        case Placed(good):
            return f"merchant:{good}"
        case Fulfilled(contract):
            return f"fulfil:{contract}"
        case Relieved():
            return "sprat"
    assert_never(deed)


def read(text: str) -> Deed:
    """The way back. Raises ValueError if it is no deed."""
    kind, _, of = text.partition(":")
    for zone in ZONES:
        if (kind, of) == ("expand", zone):
            return Expanded(zone)
    for good in GOODS:
        if (kind, of) == ("merchant", good):
            return Placed(good)
    if kind == "fulfil" and of:
        return Fulfilled(of)
    if text == "sprat":
        return Relieved()
    raise ValueError(f"expected a deed such as expand:castle, not {text!r}")
