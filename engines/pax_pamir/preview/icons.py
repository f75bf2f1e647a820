"""The impact icons of a card in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from engines.kernel import Msg, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Icon


@lru_cache(128)
def icons(card: int) -> Msg:
    """The icons of a card, top to bottom, equal ones counted."""
    return Msg("menu.icons", {"icons": tuple(_icon(*icon, "leverage") for icon in _counted(card))})


@lru_cache(128)
def when_played(card: int) -> Msg:
    """The same before it is bought: beside its price, and short, so that a menu can show all of it."""
    return Msg("menu.when_played", {"icons": tuple(_icon(*icon, "loan") for icon in _counted(card))})


def _counted(card: int) -> Iterable[tuple[Icon, int]]:
    return Counter(CONTENT.cards[card].impact).items()


def _icon(icon: Icon, number: int, leverage: str) -> Msg | Term:
    match icon:
        case "road" | "army" | "tribe" | "spy":
            return Msg(f"menu.icon.{icon}", {"n": number})
        case "leverage":
            return Msg(f"menu.icon.{leverage}", {"rupees": number * CONTENT.data.costs.leverage_gain})
        case _:
            return Term(f"impact.{icon}")
