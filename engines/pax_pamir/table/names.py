"""How sentences call a card, a market space, pieces, and what an event does."""

from __future__ import annotations

from functools import cache

from engines.kernel import Arg, Msg, Term, Who
from engines.pax_pamir.data.content import CONTENT, FAVORS, RIOTS

COLUMNS = CONTENT.data.setup.market_columns


@cache
def card(number: int) -> Msg:
    """A court card by its printed name, an event card by both of its sides."""
    if number in CONTENT.cards:
        return Msg("card.court", {"name": CONTENT.cards[number].name, "id": number})
    event = CONTENT.events[number]
    if event.is_check:
        return Msg("card.check", {"check": Term("event.dominance_check")})
    sides = {"bought": Term(f"event.{event.purchased}"), "discarded": Term(f"event.{event.discarded}")}
    return Msg("card.event", {**sides, "id": number})


@cache
def printed(number: int, told: bool = False) -> Msg:
    """What is printed on a court card: suit, rank, region, and whose patriot it is, unless that is told."""
    facts = CONTENT.cards[number]
    found: dict[str, Arg] = {
        "suit": Term(f"suit.{facts.suit}"), "rank": facts.rank, "region": Term(f"region.{facts.region}")
    }  # fmt: skip
    if told or facts.patriot == "none":
        return Msg("card.printed", found)
    return Msg("card.printed_patriot", {**found, "coalition": Term(f"coalition.{facts.patriot}")})


@cache
def space(index: int) -> Msg:
    """Market space 0 .. 11 by its row and the number of its column: "top 0" .. "bottom 5"."""
    return Msg(f"space.{_row(index)}", {"column": index % COLUMNS})


def spaces(first: int, last: int) -> Msg:
    """Neighbours of one row: "top 5–2"."""
    return Msg(f"space.{_row(first)}_range", {"first": first % COLUMNS, "last": last % COLUMNS})


def _row(index: int) -> str:
    return "top" if index < COLUMNS else "bottom"


def armies(number: int, coalition: str) -> Msg:
    """ "2 Russian armies\""""
    return Msg("battle.army", {"number": number, "coalition": Term(f"coalition.{coalition}")})


def tribes(number: int, whose: Who | Term) -> Msg:
    """ "1 tribe of Bela\""""
    return Msg("battle.tribe", {"number": number, "whose": whose})


def spies(number: int, whose: Who | Term) -> Msg:
    """ "1 spy of Bela\""""
    return Msg("battle.spy", {"number": number, "whose": whose})


LIMITS, COSTS = CONTENT.data.limits, CONTENT.data.costs
_FIGURES: dict[str, dict[str, Arg]] = {
    "conflict_fatigue": {"lead": LIMITS.dominance_lead_required_conflict_fatigue},
    "nation_building": {"cost": COSTS.build_per_block},
}


@cache
def effect(side: str) -> Msg:
    """R12 What a purchased or discarded side of an event does, in a few words, e.g. `riots_in_herat`."""
    if side in RIOTS:
        return Msg("effect.riots", {"region": Term(f"region.{RIOTS[side]}")})
    if side in FAVORS:
        return Msg("effect.favor", {"suit": Term(f"suit.{FAVORS[side]}")})
    return Msg(f"effect.{side}", _FIGURES.get(side, {}))
