"""R14.6 What Wakhan's card actions do by themselves. Everything here reads the State and changes nothing.

A target is None, or empty, where the action has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from engines.pax_pamir.actions.battle import Blocks, Cylinders, Site, Target, removable, strength
from engines.pax_pamir.actions.betray import targets as betrayable
from engines.pax_pamir.actions.build import blocks_per_payment
from engines.pax_pamir.actions.move import Step
from engines.pax_pamir.actions.tax import Purse, Source, Space, taxable
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Region
from engines.pax_pamir.table.derived import NATIONALISM
from engines.pax_pamir.table.places import Army, Road, Spy, Tribe
from engines.pax_pamir.table.priority import by_priority
from engines.pax_pamir.table.ruling import ruler
from engines.pax_pamir.table.state import COLUMNS, State
from engines.pax_pamir.table.wakhan import (
    borders_in_order,
    her,
    people_by_arrow,
    points_left,
    pragmatic,
    region_order,
)

COSTS, LIMITS = CONTENT.data.costs, CONTENT.data.limits


W = TypeVar("W")


def portion(there: Mapping[W, int], order: Iterable[W], most: int) -> dict[W, int]:
    """Up to `most` of what is there, the first in the order as far as they go."""
    taken: dict[W, int] = {}
    for what in order:
        n = min(there.get(what, 0), most)
        if n:
            taken[what] = n
            most -= n
    return taken


# ---------------------------------------------------------------- tax, gift, build, betray


def taxes(s: State, card: int) -> dict[Source, int]:
    """R14.6 From whom and where she takes up to the card's rank, in rupees.

    The richest people first, of equals the red arrow's; then the market from the left, the red arrow's row first.
    """
    people = sorted(people_by_arrow(s), key=lambda player: -s.players[player].rupees)
    rows = (0, COLUMNS) if points_left(s) else (COLUMNS, 0)
    market = [Space(row + column) for column in range(COLUMNS) for row in rows]
    order: list[Source] = [*(Purse(player) for player in people), *market]
    return portion(taxable(s, her(s)), order, CONTENT.cards[card].rank)


def gift_space(s: State) -> int | None:
    """R14.6 The cheapest empty space, by its price."""
    return min((price for price in COSTS.gift_spaces if price not in s.players[her(s)].gifts), default=None)


def build_region(s: State) -> Region | None:
    """R14.6 The first region in her order that she rules."""
    return next((region for region in region_order(s) if s.rulers[region] == her(s)), None)


def payments(s: State) -> int:
    """R14.6 How many times she pays for building."""
    return min(LIMITS.build_blocks_max, s.players[her(s)].rupees // COSTS.build_per_block)


def paid_blocks(s: State) -> int:
    """R14.6 How many armies she pays for; R12 Nation Building (#112) doubles them."""
    return payments(s) * blocks_per_payment(s, her(s))


def betrayed(s: State) -> int | None:
    """R14.6 Of the cards with her spy and a prize that nobody protects, the one of highest priority."""
    cards = betrayable_prizes(s)
    return by_priority(s, cards) if cards else None


def betrayable_prizes(s: State) -> list[int]:
    """R14.6 Cards with her spy and a prize that nobody protects."""
    return [card for card in betrayable(s, her(s)) if CONTENT.cards[card].prize != "none"]


# ---------------------------------------------------------------- battle


class Fight(NamedTuple):
    """Where she fights, and what she removes."""

    site: Site
    removed: dict[Target, int]


def fight(s: State, card: int) -> Fight | None:
    """R14.6 In the first region of her order, else on the court card of highest priority."""
    region = next((fight for region in region_order(s) if (fight := _fight(s, card, region))), None)
    if region is not None:
        return region
    cards = contested(s)
    return _fight(s, card, by_priority(s, cards)) if cards else None


def fight_most_spies(s: State, card: int) -> Fight | None:
    """R14.6 Of the court cards with her spy and a removable one, those with most spies; the one of highest priority."""
    cards = with_most_spies(s)
    return _fight(s, card, by_priority(s, cards)) if cards else None


def with_most_spies(s: State) -> list[int]:
    """R14.6 Of the contested court cards those with most spies."""
    cards = contested(s)
    most = max((sum(s.spies[card]) for card in cards), default=0)
    return [number for number in cards if sum(s.spies[number]) == most]


def contested(s: State) -> list[int]:
    """R14.6 Court cards with a spy of hers and a removable one of the people."""
    me = her(s)
    return [card for card, spies in s.spies.items() if spies[me] and removable(s, me, card)]


def _fight(s: State, card: int, site: Site) -> Fight | None:
    """R14.6 Tribes, then armies, then roads, as far as the rank and her strength go; None where there are none."""
    me = her(s)
    most = min(CONTENT.cards[card].rank, strength(s, me, site))
    removed = portion(removable(s, me, site), _rivals(s, site), most)
    return Fight(site, removed) if removed else None


def _rivals(s: State, site: Site) -> list[Target]:
    """R14.6 Pieces of the people, kind after kind; within a kind first whom the red arrow shows, or whose coalition."""
    people = people_by_arrow(s)
    if isinstance(site, int):
        return [Cylinders(Spy(site), player) for player in people]
    sides = list(dict.fromkeys(side for player in people if (side := s.players[player].loyalty) is not None))
    tribes = [Cylinders(Tribe(site), player) for player in people]
    armies = [Blocks(Army(site), side) for side in sides]
    return [*tribes, *armies, *(Blocks(Road(border), side) for side in sides for border in borders_in_order(s, site))]


# ---------------------------------------------------------------- move


def step(s: State) -> Step | None:
    """R14.6 From the first region in her order that a piece may leave, to the first neighbour that is worth it.

    Armies ignore roads.
    """
    order = region_order(s)
    for origin in order:
        kind = _mover(s, origin)
        if kind is not None and not _costs_ruler(s, kind, origin):
            for there in order:
                if there in CONTENT.neighbours[origin] and _worth_going(s, there):
                    return Step(kind(origin), kind(there))
    return None


def _mover(s: State, region: Region) -> type[Army | Tribe] | None:
    """R14.6 An army of her pragmatic loyalty; R12 Nationalism (#110): a tribe where there is no such army."""
    me = her(s)
    if s.armies[region].get(pragmatic(s)):
        return Army
    return Tribe if NATIONALISM in s.players[me].events and s.tribes[region][me] else None


def _costs_ruler(s: State, kind: type[Army | Tribe], region: Region) -> bool:
    """R14.6 Whether its departure would cost her the ruler token of the region."""
    me = her(s)
    if s.rulers[region] != me:
        return False
    armies, tribes = dict(s.armies[region]), list(s.tribes[region])
    if kind is Army:
        armies[pragmatic(s)] -= 1
    else:
        tribes[me] -= 1
    after = msgspec.structs.replace(s, armies={**s.armies, region: armies}, tribes={**s.tribes, region: tribes})
    return ruler(after, region) != me


def _worth_going(s: State, region: Region) -> bool:
    """R14.6 At least one tribe of the people, and more tribes than armies of her pragmatic loyalty."""
    tribes = s.tribes[region]
    return any(tribes[: s.people]) and sum(tribes) > s.armies[region].get(pragmatic(s), 0)
