"""The impact icons of a card in words."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from engines.kernel import Msg, Term
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Icon


@lru_cache(256)
def icons(card: int, sentence: str = "menu.icons") -> Msg:
    """The icons of a card, top to bottom, equal ones counted. sentence: what says them"""
    return Msg(sentence, {"icons": tuple(_icon(*icon) for icon in Counter(CONTENT.cards[card].impact).items())})


def _icon(icon: Icon, number: int) -> Msg | Term:
    match icon:
        case "road" | "army" | "tribe" | "spy":
            return Msg(f"menu.icon.{icon}", {"n": number})
        case "leverage":
            return Msg("menu.icon.leverage", {"rupees": number * CONTENT.data.costs.leverage_gain})
        case _:
            return Term(f"impact.{icon}")
