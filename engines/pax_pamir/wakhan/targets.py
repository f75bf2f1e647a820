"""R14.6 Targets of Wakhan's card actions. Nothing here changes the State.

A target is None, or empty, if the action has none.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeVar

import msgspec

from engines.pax_pamir.actions.battle import Blocks, Cylinders, Site, Target, compute_battle_strength, list_removable
from engines.pax_pamir.actions.betray import list_targets as list_betrayal_targets
from engines.pax_pamir.actions.build import count_blocks_per_payment
from engines.pax_pamir.actions.move import Step
from engines.pax_pamir.actions.tax import MarketSource, PlayerSource, Source, list_taxable
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Region
from engines.pax_pamir.rules.decisions import choose_by_priority
from engines.pax_pamir.table import wakhan_cards
from engines.pax_pamir.table.derived import NATIONALISM, find_ruler
from engines.pax_pamir.table.places import Army, Road, Spy, Tribe
from engines.pax_pamir.table.state import COLUMNS, State

COSTS, LIMITS = CONTENT.data.costs, CONTENT.data.limits


W = TypeVar("W")


def take_portion(available: Mapping[W, int], order: Iterable[W], max_number: int) -> dict[W, int]:
    """Return key -> number for at most `max_number` of the available things, taken in the given order."""
    taken: dict[W, int] = {}
    for key in order:
        n = min(available.get(key, 0), max_number)
        if n:
            taken[key] = n
            max_number -= n
    return taken


# ---------------------------------------------------------------- tax, gift, build, betray


def plan_taxes(s: State, card: int) -> dict[Source, int]:
    """R14.6 Return source -> rupees of her taxes, up to the card's rank.

    The richest people come first, ties by the red arrow; then the market from the left, the row of the red arrow first.
    """
    people = sorted(wakhan_cards.order_people_by_arrow(s), key=lambda player: -s.players[player].rupees)
    rows = (0, COLUMNS) if wakhan_cards.is_red_arrow_left(s) else (COLUMNS, 0)
    market = [MarketSource(row + column) for column in range(COLUMNS) for row in rows]
    order: list[Source] = [*(PlayerSource(player) for player in people), *market]
    return take_portion(list_taxable(s, wakhan_cards.require_wakhan(s)), order, CONTENT.cards[card].rank)


def choose_gift_space(s: State) -> int | None:
    """R14.6 Return the price of her cheapest empty gift space."""
    return min(
        (price for price in COSTS.gift_spaces if price not in s.players[wakhan_cards.require_wakhan(s)].gifts),
        default=None,
    )


def choose_build_region(s: State) -> Region | None:
    """R14.6 Return the first region in her order that she rules."""
    return next(
        (
            region
            for region in wakhan_cards.list_regions_in_order(s)
            if s.rulers[region] == wakhan_cards.require_wakhan(s)
        ),
        None,
    )


def count_payments(s: State) -> int:
    """R14.6 Return how many times she pays for building."""
    return min(LIMITS.build_blocks_max, s.players[wakhan_cards.require_wakhan(s)].rupees // COSTS.build_per_block)


def count_paid_blocks(s: State) -> int:
    """R14.6 Return how many armies she pays for; R12 Nation Building (#112) doubles them."""
    return count_payments(s) * count_blocks_per_payment(s, wakhan_cards.require_wakhan(s))


def choose_betrayed_card(s: State) -> int | None:
    """R14.6 Return the card to betray: the one of highest priority with her spy, a prize and no protection."""
    cards = list_betrayable_prizes(s)
    return choose_by_priority(s, cards) if cards else None


def list_betrayable_prizes(s: State) -> list[int]:
    """R14.6 Return the unprotected cards with her spy and a prize."""
    return [
        card for card in list_betrayal_targets(s, wakhan_cards.require_wakhan(s)) if CONTENT.cards[card].prize != "none"
    ]


# ---------------------------------------------------------------- battle


class Fight(NamedTuple):
    """R14.6 A battle of Wakhan."""

    site: Site
    """Region or court card on which she battles."""
    removed: dict[Target, int]
    """Pieces to remove -> number of each, at least one in total."""


def choose_fight(s: State, card: int) -> Fight | None:
    """R14.6 Return a battle in the first possible region of her order, else on the court card of highest priority."""
    for region in wakhan_cards.list_regions_in_order(s):
        fight = _plan_fight_at(s, card, region)
        if fight is not None:
            return fight
    cards = list_contested_cards(s)
    return _plan_fight_at(s, card, choose_by_priority(s, cards)) if cards else None


def choose_fight_most_spies(s: State, card: int) -> Fight | None:
    """R14.6 Return a battle on the contested court card with most spies, ties by priority."""
    cards = list_cards_with_most_spies(s)
    return _plan_fight_at(s, card, choose_by_priority(s, cards)) if cards else None


def list_cards_with_most_spies(s: State) -> list[int]:
    """R14.6 Return the contested court cards with most spies."""
    cards = list_contested_cards(s)
    max_spies = max((sum(s.spies[card]) for card in cards), default=0)
    return [number for number in cards if sum(s.spies[number]) == max_spies]


def list_contested_cards(s: State) -> list[int]:
    """R14.6 Return the contested court cards: those with a spy of hers and a removable spy of a person."""
    me = wakhan_cards.require_wakhan(s)
    return [card for card, spies in s.spies.items() if spies[me] and list_removable(s, me, card)]


def _plan_fight_at(s: State, card: int, site: Site) -> Fight | None:
    """R14.6 Return a battle at a site: tribes, then armies, then roads, up to rank and strength. None if impossible."""
    me = wakhan_cards.require_wakhan(s)
    max_removed = min(CONTENT.cards[card].rank, compute_battle_strength(s, me, site))
    removed = take_portion(list_removable(s, me, site), _order_targets(s, site), max_removed)
    return Fight(site, removed) if removed else None


def _order_targets(s: State, site: Site) -> list[Target]:
    """R14.6 Return pieces of the people in order of removal: by kind, then by the red arrow's order of their owners."""
    people = wakhan_cards.order_people_by_arrow(s)
    if isinstance(site, int):
        return [Cylinders(Spy(site), player) for player in people]
    sides = list(dict.fromkeys(side for player in people if (side := s.players[player].loyalty) is not None))
    tribes = [Cylinders(Tribe(site), player) for player in people]
    armies = [Blocks(Army(site), side) for side in sides]
    return [
        *tribes,
        *armies,
        *(Blocks(Road(border), side) for side in sides for border in wakhan_cards.order_borders(s, site)),
    ]


# ---------------------------------------------------------------- move


def choose_step(s: State) -> Step | None:
    """R14.6 Return a step from the first region in her order that a piece may leave, to the first suitable neighbour.

    Armies ignore roads.
    """
    order = wakhan_cards.list_regions_in_order(s)
    for origin in order:
        kind = _find_mover(s, origin)
        if kind is not None and not _loses_ruler(s, kind, origin):
            for goal in order:
                if goal in CONTENT.neighbours[origin] and _is_suitable_goal(s, goal):
                    return Step(kind(origin), kind(goal))
    return None


def _find_mover(s: State, region: Region) -> type[Army | Tribe] | None:
    """R14.6 Return the kind of piece to move: an army of her pragmatic loyalty, else by Nationalism (#110) a tribe."""
    me = wakhan_cards.require_wakhan(s)
    if s.armies[region].get(wakhan_cards.find_pragmatic_loyalty(s)):
        return Army
    return Tribe if NATIONALISM in s.players[me].events and s.tribes[region][me] else None


def _loses_ruler(s: State, kind: type[Army | Tribe], region: Region) -> bool:
    """R14.6 Return whether the departure of such a piece would cost her the ruler token of the region."""
    me = wakhan_cards.require_wakhan(s)
    if s.rulers[region] != me:
        return False
    armies, tribes = dict(s.armies[region]), list(s.tribes[region])
    if kind is Army:
        armies[wakhan_cards.find_pragmatic_loyalty(s)] -= 1
    else:
        tribes[me] -= 1
    after = msgspec.structs.replace(s, armies={**s.armies, region: armies}, tribes={**s.tribes, region: tribes})
    return find_ruler(after, region) != me


def _is_suitable_goal(s: State, region: Region) -> bool:
    """R14.6 Return whether a region has a tribe of a person, and more tribes than armies of her pragmatic loyalty."""
    tribes = s.tribes[region]
    return any(tribes[: s.people]) and sum(tribes) > s.armies[region].get(wakhan_cards.find_pragmatic_loyalty(s), 0)
