"""R14 What Wakhan's cards say, and how she chooses. Everything here reads the State and changes nothing.

The face-up card is *the front*, the back of the next one *the back*; both are there from her first turn on, and
nothing is asked of her before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition, WakhanCard
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.dominance import dominant
from engines.pax_pamir.table.state import Automa, State


def automa(s: State) -> Automa:
    """Her cards. Raises RuntimeError where she does not play."""
    if s.automa is None:
        raise RuntimeError("Wakhan does not play at this table")
    return s.automa


def her(s: State) -> int:
    """Her number among the players. Raises RuntimeError where she does not play."""
    if s.wakhan is None:
        raise RuntimeError("Wakhan does not play at this table")
    return s.wakhan


def front(s: State) -> WakhanCard:
    """R14.3 Her face-up card."""
    return CONTENT.ai[automa(s).discards[-1]]


def back(s: State) -> WakhanCard:
    """R14.3 The card now on top of her deck; only its back is seen."""
    return CONTENT.ai[automa(s).deck[-1]]


def pragmatic(s: State) -> Coalition:
    """R14.2 Pragmatic loyalty: the first coalition of the front to which no person is loyal now."""
    taken = [player.loyalty for player in s.players[: s.people]]
    return next(coalition for coalition in front(s).loyalty_order if coalition not in taken)


def region_order(s: State) -> tuple[str, ...]:
    """R14.3 The regions as the front lists them."""
    return front(s).region_order


# ---------------------------------------------------------------- arrows


def black_arrow(s: State) -> int:
    """R14.3 The market column, 0 .. 5."""
    return back(s).back_columns[front(s).column_arrow]


def red_arrow(s: State) -> Literal["top_left", "bottom_right"]:
    """R14.3"""
    return back(s).back_rows[front(s).row_arrow]


def points_left(s: State) -> bool:
    """R14.3 Whether the red arrow points at the top row, the left end, the previous seat."""
    return red_arrow(s) == "top_left"


def people_by_arrow(s: State) -> list[int]:
    """R14.5 The people, the one first at whom the red arrow points: the previous seat, or the next."""
    clockwise = s.clockwise(her(s))[1:]
    return clockwise[::-1] if points_left(s) else clockwise


def red_seat(s: State) -> int:
    """R14.5 Whom rumor and other persuasive methods concern when she buys them."""
    return people_by_arrow(s)[0]


# ---------------------------------------------------------------- court cards


def by_priority(s: State, cards: Iterable[int]) -> int:
    """R14.4 The court card of highest priority. Raises ValueError without candidates.

    Filters that are skipped where they would leave none are the same as comparing yes and no, filter after filter.
    """
    best = dominant(s)

    def rank(id: int) -> tuple[bool, bool, bool, bool, bool, bool, int, int]:
        card, owner = CONTENT.cards[id], s.owner(id)
        return (
            owner != s.wakhan,
            owner is not None and is_favored(s, owner, id),
            best is not None and card.patriot == best,
            best is not None and card.prize == best,
            card.patriot in COALITIONS,
            card.leveraged,
            card.rank,
            id,
        )

    return max(cards, key=rank)


def court_discard(s: State) -> int:
    """R14.8 The card that leaves her court while it is over its limit. Here the suit itself counts, not R4.7."""
    me = her(s)

    def weakest(id: int) -> tuple[bool, bool, bool, int, int, int, bool, int]:
        card, spies = CONTENT.cards[id], s.spies.get(id, [0] * len(s.players))
        return (
            card.suit == "political",
            card.patriot in COALITIONS,
            card.leveraged,
            spies[me] - (sum(spies) - spies[me]),
            sum(spies),
            card.rank,
            card.suit == s.favored,
            id,
        )

    return min(s.players[me].court, key=weakest)


# ---------------------------------------------------------------- where her pieces go


def cards_of(s: State, region: str) -> list[int]:
    """R6.2 Cards of a region in all courts."""
    return [id for player in s.players for id in player.court if CONTENT.cards[id].region == region]


def spy_target(s: State, cards: Sequence[int]) -> int | None:
    """R14.5 Where a spy goes: a card on which she is not ahead of every other player, else any; None without cards."""
    if not cards:
        return None
    return by_priority(s, [id for id in cards if not _ahead(s, id)] or cards)


def _ahead(s: State, card: int) -> bool:
    me, spies = her(s), s.spies.get(card, [])
    return bool(spies) and all(spies[me] > n for player, n in enumerate(spies) if player != me)


def borders_in_order(s: State, region: str) -> list[str]:
    """R14.5 The borders of a region, by the place of the neighbour in her order of regions."""
    neighbours = CONTENT.neighbours[region]
    return [neighbours[there] for there in region_order(s) if there in neighbours]


def road_target(s: State, region: str, nth: int) -> str:
    """R14.5 The border for the nth road (0 = first) of one card: one each, then round again."""
    borders = borders_in_order(s, region)
    return borders[nth % len(borders)]


def rebuked(s: State) -> str:
    """R14.5 The region that she rebukes: the first with a tribe or an army; her first one if all are empty."""
    order = region_order(s)
    return next((region for region in order if any(s.tribes[region]) or any(s.armies[region].values())), order[0])


# ---------------------------------------------------------------- piece limits


def block_to_take(s: State, places: Sequence[str]) -> str | None:
    """R14.7 Of these places of blocks: the first army in her order of regions, else the first road; None of nothing.

    places: "army:<region>", "road:<border>"
    """
    order = region_order(s)
    armies = [f"army:{region}" for region in order]
    roads = [f"road:{border}" for region in order for border in borders_in_order(s, region)]
    return next((place for place in (*armies, *roads) if place in places), None)


def cylinder_to_take(s: State, places: Sequence[str]) -> str | None:
    """R14.7 Of these places of her cylinders: the first tribe in her order, else the spy on the card that comes first.

    places: "tribe:<region>", "spy:<card>"; also "gift:<price>", but a gift is never taken: then None
    """
    tribe = next((place for region in region_order(s) if (place := f"tribe:{region}") in places), None)
    if tribe is not None:
        return tribe
    spies = [int(place.removeprefix("spy:")) for place in places if place.startswith("spy:")]
    return f"spy:{by_priority(s, spies)}" if spies else None
