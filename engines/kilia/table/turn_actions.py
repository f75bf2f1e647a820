"""Actions of a player in a turn, for the log line at its end and for the pictures.

A State stores each as a text: "expand:castle", "merchant:wood", "fulfil:C01", "sprat".
"""

from typing import assert_never

import msgspec

from engines.kilia.data.types import GOODS, ZONES, Good, Zone


class ZoneExpanded(msgspec.Struct, frozen=True, tag="expand"):
    """A card was laid under a zone."""

    zone: Zone
    """Zone of the card, or the one chosen for the sprat."""


class MerchantPlaced(msgspec.Struct, frozen=True, tag="merchant"):
    """A merchant for this good was placed on the market."""

    good: Good
    """Good on the back of the card."""


class ContractFulfilled(msgspec.Struct, frozen=True, tag="fulfil"):
    """A contract was turned face down."""

    contract: str
    """Id in data.toml, of a start contract or another one."""


class SpratTraded(msgspec.Struct, frozen=True, tag="sprat"):
    """The smoke sprat was returned for a coin or a good."""


TurnAction = ZoneExpanded | MerchantPlaced | ContractFulfilled | SpratTraded


def format_turn_action(action: TurnAction) -> str:
    """Format an action as the State stores it."""
    match action:
        case ZoneExpanded(zone):
            return f"expand:{zone}"
        case MerchantPlaced(good):
            return f"merchant:{good}"
        case ContractFulfilled(contract):
            return f"fulfil:{contract}"
        case SpratTraded():
            return "sprat"
    assert_never(action)


def parse_turn_action(text: str) -> TurnAction:
    """Parse a stored action. Raises ValueError if the text is not an action."""
    kind, _, argument = text.partition(":")
    for zone in ZONES:
        if (kind, argument) == ("expand", zone):
            return ZoneExpanded(zone)
    for good in GOODS:
        if (kind, argument) == ("merchant", good):
            return MerchantPlaced(good)
    if kind == "fulfil" and argument:
        return ContractFulfilled(argument)
    if text == "sprat":
        return SpratTraded()
    raise ValueError(f"expected an action such as expand:castle, not {text!r}")
