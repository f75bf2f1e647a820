"""R14 How Wakhan answers the questions that people are asked. Everything here reads the State and changes nothing."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from engines.kernel import Msg
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Region
from engines.pax_pamir.table import questions as q
from engines.pax_pamir.table.bribes import Decline, GiveUp, Pay, may_decline
from engines.pax_pamir.table.places import Army, Block, Cylinder, Road, Spy, Tribe
from engines.pax_pamir.table.priority import by_priority, why_first
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan import borders_in_order, her, red_seat, region_order


class Answer(NamedTuple):
    """The value that she chooses, and the reason where the log does not show it anyway."""

    value: Any
    why: Msg | None = None


def answer(s: State, question: object) -> Answer:
    """R14 What she answers. Raises TypeError for a question that is never hers."""
    match question:
        case q.TakeBlock(_, places):
            return Answer(block_to_take(s, places))
        case q.TakeCylinder(places):
            return Answer(cylinder_to_take(s, places))
        case q.PlaceRoad(_, region, nth):
            return Answer(road_target(s, region, nth))
        case q.PlaceSpy(_, cards):
            return spy_target(s, cards)
        case q.SafeHouse(cards):
            return Answer(by_priority(s, cards))
        case q.BribeAsked(_, full):
            return Answer(settlement(s, full))
        case q.DiscardFromCourt():
            return court_discard(s)
        case q.TakePrize():
            return Answer(True)
        case q.Rumor() | q.SwapHands():
            return Answer(red_seat(s))
        case q.SetFavored():
            return Answer(s.favored)
        case q.Rebuke():
            return Answer(rebuked(s))
        case _:
            raise TypeError(f"Wakhan is never asked {question}")


def settlement(s: State, full: int) -> Pay | Decline | GiveUp:
    """R7.8 She pays in full, and declines where she may (#107)."""
    if may_decline(s, her(s)):
        return Decline()
    return Pay(full) if full <= s.players[her(s)].rupees else GiveUp()


# ---------------------------------------------------------------- where her pieces go


def spy_target(s: State, cards: Sequence[int]) -> Answer:
    """R14.5 Where a spy goes: a card on which she is not ahead of every other player, else any."""
    candidates = [card for card in cards if not _ahead(s, card)] or cards
    return Answer(by_priority(s, candidates), why_first(s, candidates))


def _ahead(s: State, card: int) -> bool:
    me, spies = her(s), s.spies.get(card, [])
    return bool(spies) and all(spies[me] > n for player, n in enumerate(spies) if player != me)


def road_target(s: State, region: Region, nth: int) -> str:
    """R14.5 The border for the nth road (0 = first) of one card: one each, then round again."""
    borders = borders_in_order(s, region)
    return borders[nth % len(borders)]


def rebuked(s: State) -> Region:
    """R14.5 The region that she rebukes: the first with a tribe or an army; her first one if all are empty."""
    order = region_order(s)
    return next((region for region in order if any(s.tribes[region]) or any(s.armies[region].values())), order[0])


# ---------------------------------------------------------------- piece limits: R14.7


def block_to_take(s: State, places: Collection[Block]) -> Block:
    """R14.7 Of these places the first army in her order of regions, else the first road."""
    order = region_order(s)
    armies: list[Block] = [Army(region) for region in order]
    roads: list[Block] = [Road(border) for region in order for border in borders_in_order(s, region)]
    return next(place for place in (*armies, *roads) if place in places)


def cylinder_to_take(s: State, places: Collection[Cylinder]) -> Cylinder | None:
    """R14.7 Of these places the first tribe in her order, else the spy on the card that comes first; never a gift."""
    tribe = next((place for region in region_order(s) if (place := Tribe(region)) in places), None)
    if tribe is not None:
        return tribe
    spies = [place.card for place in places if isinstance(place, Spy)]
    return Spy(by_priority(s, spies)) if spies else None


# ---------------------------------------------------------------- discards: R14.8

WEAKNESSES = ("suit", "patriot", "leveraged", "spies", "rivals", "rank", "favored", "number")
"""R14.8 In their order; sentences say them by these names."""


def court_discard(s: State) -> Answer:
    """R14.8 The card that leaves her court while it is over its limit, and by what it is behind the next one.

    Here the suit itself counts, not R4.7.
    """
    me = her(s)

    def strength(number: int) -> tuple[int, ...]:
        card, spies = CONTENT.cards[number], s.spies.get(number, [0] * len(s.players))
        return (
            card.suit == "political",
            card.patriot in COALITIONS,
            card.leveraged,
            spies[me] - (sum(spies) - spies[me]),
            sum(spies),
            card.rank,
            card.suit == s.favored,
            number,
        )

    ranked = sorted(s.players[me].court, key=strength)
    first, second = strength(ranked[0]), strength(ranked[1])
    weakness = next(name for name, a, b in zip(WEAKNESSES, first, second, strict=True) if a != b)
    return Answer(ranked[0], Msg(f"wakhan.weakness.{weakness}"))
