"""Messages that name cards, market spaces, pieces and event effects."""

from functools import cache

from engines.kernel import Arg, Message, NounRef, SeatRef
from engines.pax_pamir.data.content import CONTENT, FAVORS, RIOTS

COLUMNS = CONTENT.data.setup.market_columns


@cache
def name_card(number: int) -> Message:
    """Return the name of a card: a court card's printed name, or the names of both sides of an event."""
    if number in CONTENT.cards:
        return Message("card.court", {"name": CONTENT.cards[number].name, "id": number})
    event = CONTENT.events[number]
    if event.is_check:
        return Message("card.check", {"check": NounRef("event.dominance_check")})
    sides = {"bought": NounRef(f"event.{event.purchased}"), "discarded": NounRef(f"event.{event.discarded}")}
    return Message("card.event", {**sides, "id": number})


@cache
def describe_printed_card(number: int, omits_patriot: bool = False) -> Message:
    """Return the printed facts of a court card: suit, rank, region and patriot.

    omits_patriot: True if another text says it
    """
    court_card = CONTENT.cards[number]
    args: dict[str, Arg] = {
        "suit": NounRef(f"suit.{court_card.suit}"),
        "rank": court_card.rank,
        "region": NounRef(f"region.{court_card.region}"),
    }
    if omits_patriot or court_card.patriot == "none":
        return Message("card.printed", args)
    return Message("card.printed_patriot", {**args, "coalition": NounRef(f"coalition.{court_card.patriot}")})


@cache
def name_space(index: int) -> Message:
    """Return the name of a market space by row and column: "top 0" .. "bottom 5" for 0 .. 11."""
    return Message(f"space.{_find_row_key(index)}", {"column": index % COLUMNS})


def name_space_range(first: int, last: int) -> Message:
    """Return the name of a range of spaces in one row: "top 5–2"."""
    return Message(f"space.{_find_row_key(first)}_range", {"first": first % COLUMNS, "last": last % COLUMNS})


def _find_row_key(index: int) -> str:
    return "top" if index < COLUMNS else "bottom"


def describe_armies(number: int, coalition: str) -> Message:
    """Return e.g. "2 Russian armies"."""
    return Message("battle.army", {"number": number, "coalition": NounRef(f"coalition.{coalition}")})


def describe_tribes(number: int, owner: SeatRef | NounRef) -> Message:
    """Return e.g. "1 tribe of Bela"."""
    return Message("battle.tribe", {"number": number, "whose": owner})


def describe_spies(number: int, owner: SeatRef | NounRef) -> Message:
    """Return e.g. "1 spy of Bela"."""
    return Message("battle.spy", {"number": number, "whose": owner})


LIMITS, COSTS = CONTENT.data.limits, CONTENT.data.costs
_FIGURES: dict[str, dict[str, Arg]] = {
    "conflict_fatigue": {"lead": LIMITS.dominance_lead_required_conflict_fatigue},
    "nation_building": {"cost": COSTS.build_per_block},
}


@cache
def describe_effect(side: str) -> Message:
    """R12 Return a short text of the effect of an event side (purchased or discarded), e.g. of `riots_in_herat`."""
    if side in RIOTS:
        return Message("effect.riots", {"region": NounRef(f"region.{RIOTS[side]}")})
    if side in FAVORS:
        return Message("effect.favor", {"suit": NounRef(f"suit.{FAVORS[side]}")})
    return Message(f"effect.{side}", _FIGURES.get(side, {}))
