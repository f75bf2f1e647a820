"""Decisions of any player: a person is asked, Wakhan answers by her rules (R14).

Rules call `decide` for both, so only this module knows how Wakhan answers.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from engines.kernel import Arg, GameContext, Message, Option, Options, message
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Region
from engines.pax_pamir.table import questions as q
from engines.pax_pamir.table.bribes import Decline, GiveUp, Pay, may_decline
from engines.pax_pamir.table.derived import is_favored
from engines.pax_pamir.table.places import Army, Block, Cylinder, Road, Spy, Tribe
from engines.pax_pamir.table.scoring import find_dominant_coalition
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan_cards import find_red_seat, list_regions_in_order, order_borders, require_wakhan


async def decide(
    ctx: GameContext[State],
    player: int,
    key: str,
    options: Options,
    subject: object,
    /,
    *,
    rule: str,
    default: str,
    **args: Arg,
) -> Any:
    """Return the value of the option that the player chooses.

    subject: the question as a class of `questions`; other arguments as in `GameContext.choose`
    """
    if player == ctx.state.wakhan:
        return choose_for_wakhan(ctx.state, subject).value
    return await ctx.choose(
        player, key, options, rule=rule, default=default, topic=None, subject=subject, asks_always=False, **args
    )


async def decide_with_reason(
    ctx: GameContext[State],
    player: int,
    key: str,
    options: Options,
    subject: object,
    /,
    *,
    rule: str,
    default: str,
    **args: Arg,
) -> Answer:
    """Return the same as `decide`, with Wakhan's reason."""
    if player == ctx.state.wakhan:
        return choose_for_wakhan(ctx.state, subject)
    return Answer(await decide(ctx, player, key, options, subject, rule=rule, default=default, **args))


class Answer(NamedTuple):
    """Wakhan's answer to a question, or a person's."""

    value: Any
    """Value of the chosen option."""
    why: Message | None = None
    """Wakhan's reason, unless the log shows it anyway."""


def choose_for_wakhan(s: State, question: object) -> Answer:
    """R14 Return Wakhan's answer. Raises TypeError for a question that she is never asked."""
    match question:
        case q.TakeBlock(_, places):
            return Answer(choose_block_to_take(s, places))
        case q.TakeCylinder(places):
            return Answer(choose_cylinder_to_take(s, places))
        case q.PlaceRoad(_, region, nth):
            return Answer(choose_road_target(s, region, nth))
        case q.PlaceSpy(_, cards):
            return choose_spy_target(s, cards)
        case q.SafeHouse(cards):
            return Answer(choose_by_priority(s, cards))
        case q.BribeAsked(_, full):
            return Answer(choose_settlement(s, full))
        case q.DiscardFromCourt():
            return choose_court_discard(s)
        case q.TakePrize():
            return Answer(True)
        case q.Rumor() | q.SwapHands():
            return Answer(find_red_seat(s))
        case q.SetFavored():
            return Answer(s.favored)
        case q.Rebuke():
            return Answer(choose_rebuked_region(s))
        case _:
            raise TypeError(f"Wakhan is never asked {question}")


def choose_settlement(s: State, full: int) -> Pay | Decline | GiveUp:
    """R7.8 Return how Wakhan settles a bribe: she declines if she may (#107), else pays in full if she can."""
    if may_decline(s, require_wakhan(s)):
        return Decline()
    return Pay(full) if full <= s.players[require_wakhan(s)].rupees else GiveUp()


# ---------------------------------------------------------------- targets of pieces


def choose_spy_target(s: State, cards: Sequence[int]) -> Answer:
    """R14.5 Return the card for a spy: preferably one on which she does not yet lead every other player."""
    candidates = [card for card in cards if not _is_ahead(s, card)] or cards
    return Answer(choose_by_priority(s, candidates), explain_priority(s, candidates))


def _is_ahead(s: State, card: int) -> bool:
    me, spies = require_wakhan(s), s.spies.get(card, [])
    return bool(spies) and all(spies[me] > n for player, n in enumerate(spies) if player != me)


def choose_road_target(s: State, region: Region, nth: int) -> str:
    """R14.5 Return the border for the nth road (0 = first) of one card: one road each, then round again."""
    borders = order_borders(s, region)
    return borders[nth % len(borders)]


def choose_rebuked_region(s: State) -> Region:
    """R14.5 Return the region to rebuke: her first with a tribe or an army; her first one if all are empty."""
    order = list_regions_in_order(s)
    return next((region for region in order if any(s.tribes[region]) or any(s.armies[region].values())), order[0])


# ---------------------------------------------------------------- piece limits: R14.7


def choose_block_to_take(s: State, places: Collection[Block]) -> Block:
    """R14.7 Return the place to take a block from: the first army in her order of regions, else the first road."""
    order = list_regions_in_order(s)
    armies: list[Block] = [Army(region) for region in order]
    roads: list[Block] = [Road(border) for region in order for border in order_borders(s, region)]
    return next(place for place in (*armies, *roads) if place in places)


def choose_cylinder_to_take(s: State, places: Collection[Cylinder]) -> Cylinder | None:
    """R14.7 Return the place to take a cylinder from: her first tribe, else a spy by card priority; never a gift."""
    tribe = next((place for region in list_regions_in_order(s) if (place := Tribe(region)) in places), None)
    if tribe is not None:
        return tribe
    spies = [place.card for place in places if isinstance(place, Spy)]
    return Spy(choose_by_priority(s, spies)) if spies else None


# ---------------------------------------------------------------- discards: R14.8

WEAKNESSES = ("suit", "patriot", "leveraged", "spies", "rivals", "rank", "favored", "number")
"""R14.8 Names of the criteria in their order; also parts of catalogue keys."""


def choose_court_discard(s: State) -> Answer:
    """R14.8 Return the card to discard from her court over its limit, and the criterion by which it is the weakest.

    Criterion "favored" compares the suit itself with the favored suit, unlike R4.7.
    """
    me = require_wakhan(s)

    def sort_key(number: int) -> tuple[int, ...]:
        card, spies = CONTENT.cards[number], s.spies.get(number, [0] * len(s.players))
        return (
            card.suit == "political",
            card.patriot in COALITIONS,
            card.has_leverage,
            spies[me] - (sum(spies) - spies[me]),
            sum(spies),
            card.rank,
            card.suit == s.favored,
            number,
        )

    ranked = sorted(s.players[me].court, key=sort_key)
    first, second = sort_key(ranked[0]), sort_key(ranked[1])
    weakness = next(name for name, a, b in zip(WEAKNESSES, first, second, strict=True) if a != b)
    return Answer(ranked[0], Message(f"wakhan.weakness.{weakness}"))


CRITERIA = ("outside", "favored", "patriot_dominant", "prize_dominant", "patriot", "leveraged", "rank", "number")
"""R14.4 Names of the criteria in their order; also parts of catalogue keys."""


def choose_by_priority(s: State, cards: Collection[int]) -> int:
    """R14.4 Return the court card of highest priority. Raises ValueError without candidates."""
    return max(cards, key=lambda card: rank_card(s, card))


def explain_priority(s: State, cards: Collection[int]) -> Message:
    """R14.4 Return a text of the criterion by which the card of highest priority beats the next one."""
    if len(cards) == 1:
        return message("wakhan.priority.only")
    first, second = sorted((rank_card(s, card) for card in cards), reverse=True)[:2]
    return Message(
        f"wakhan.priority.{next(name for name, a, b in zip(CRITERIA, first, second, strict=True) if a != b)}"
    )


def rank_card(s: State, number: int) -> tuple[int, ...]:
    """R14.4 Return a card's values for all criteria, the most important first, for comparison.

    The rules filter the candidates and skip a filter that would leave none. Comparing these tuples gives the same card.
    """
    card, owner, dominant_coalition = CONTENT.cards[number], s.find_owner(number), find_dominant_coalition(s)
    return (
        owner != s.wakhan,
        owner is not None and is_favored(s, owner, number),
        dominant_coalition is not None and card.patriot == dominant_coalition,
        dominant_coalition is not None and card.prize == dominant_coalition,
        card.patriot in COALITIONS,
        card.has_leverage,
        card.rank,
        number,
    )


def choose_max_portion(options: Sequence[Option], max_count: int) -> tuple[str, ...]:
    """Return the keys of as many things as may be taken, the first options first."""
    return tuple([option.key for option in options for _ in range(option.limit)][:max_count])
