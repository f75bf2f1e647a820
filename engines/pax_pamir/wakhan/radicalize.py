"""R14.5 Radicalize: which card of the market Wakhan takes, and why. All of it reads the State and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from engines.kernel import Msg, Term, say
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard, Icon, Suit
from engines.pax_pamir.table.derived import court_limit
from engines.pax_pamir.table.dominance import dominant
from engines.pax_pamir.table.market import can_buy, cost_of, is_locked, withdraws
from engines.pax_pamir.table.names import space as space_words
from engines.pax_pamir.table.names import spaces as space_range
from engines.pax_pamir.table.ruling import ruler
from engines.pax_pamir.table.state import COLUMNS, State
from engines.pax_pamir.table.wakhan import black_arrow, her, points_left, pragmatic

POOR = 2
"""R14.5 She is poor with fewer rupees than this."""
PERSIAN_ARISTOCRACY, PERSIAN_RUPEES = 113, 3

BLOCKS: tuple[Icon, ...] = ("army", "road")
CYLINDERS: tuple[Icon, ...] = ("spy", "tribe")


class Pick(NamedTuple):
    """The market space from which she takes a card, and the reason."""

    space: int
    why: Msg


# ---------------------------------------------------------------- candidates


def candidates(s: State) -> list[int]:
    """R14.5 Spaces with a card that she may take: she can buy it, and it is no dominance check."""
    me = her(s)
    return [index for index, space in enumerate(s.market) if space.card not in CONTENT.checks and can_buy(s, me, index)]


def best(s: State, spaces: Sequence[int], score: Callable[[State, int], int]) -> int:
    """R14.5 The space of the highest score, of equals the cheapest, then the one of the highest card."""
    return max(spaces, key=lambda index: (score(s, index), -cost_of(s, her(s), index), _card(s, index)))


def _card(s: State, index: int) -> int:
    card = s.market[index].card
    assert card is not None
    return card


def _court_card(s: State, index: int) -> CourtCard | None:
    return CONTENT.cards.get(_card(s, index))


def _check_in_market(s: State) -> bool:
    return any(space.card in CONTENT.checks for space in s.market)


# ---------------------------------------------------------------- what is wanted


def _icons(*wanted: Icon) -> Callable[[State, int], int]:
    """Icons of these kinds; events have none."""

    def score(s: State, index: int) -> int:
        card = _court_card(s, index)
        return sum(icon in wanted for icon in card.impact) if card else 0

    return score


def _rank(suit: Suit) -> Callable[[State, int], int]:
    """The rank of a card of that suit."""

    def score(s: State, index: int) -> int:
        card = _court_card(s, index)
        return card.rank if card and card.suit == suit else 0

    return score


def _intelligence(s: State, index: int) -> int:
    card = _court_card(s, index)
    return int(card is not None and card.suit == "intelligence")


def _with_move(s: State, index: int) -> int:
    card = _court_card(s, index)
    return int(card is not None and "move" in card.actions)


def _patriot_of_dominant(s: State, index: int) -> int:
    card = _court_card(s, index)
    return int(card is not None and card.patriot == dominant(s))


def _net_rupees(s: State, index: int) -> int:
    """Rupees that taking the card brings her; of all wishes only this one may be met by an event."""
    card = _court_card(s, index)
    gain = CONTENT.data.costs.leverage_gain if card and card.leveraged else 0
    if _card(s, index) == PERSIAN_ARISTOCRACY:
        gain += PERSIAN_RUPEES
    return s.market[index].rupees - cost_of(s, her(s), index) + gain


def _gains_region(s: State, index: int) -> int:
    """Whether the card's own armies and tribes would make her the ruler of its region."""
    card, me = _court_card(s, index), her(s)
    if card is None or s.rulers[card.region] == me:
        return 0
    armies, tribes = dict(s.armies[card.region]), list(s.tribes[card.region])
    armies[pragmatic(s)] = armies.get(pragmatic(s), 0) + card.impact.count("army")
    tribes[me] += card.impact.count("tribe")
    after = msgspec.structs.replace(
        s, armies={**s.armies, card.region: armies}, tribes={**s.tribes, card.region: tribes}
    )
    return int(ruler(after, card.region) == me)


# ---------------------------------------------------------------- instructions


class Instruction(NamedTuple):
    """score: of a market space; a card of score 0 is no candidate. unless: why the condition does not hold, or None."""

    score: Callable[[State, int], int]
    unless: Callable[[State], Msg | None] = lambda s: None


def _favored(suit: Suit) -> Callable[[State], Msg | None]:
    return lambda s: None if s.favored == suit else say("wakhan.unless.favored")


def _poor(s: State) -> Msg | None:
    rupees = s.players[her(s)].rupees
    return None if rupees < POOR else say("wakhan.unless.poor", rupees=rupees)


def _none_dominant(s: State) -> Msg | None:
    coalition = dominant(s)
    return say("wakhan.unless.none_dominant", coalition=Term(f"coalition.{coalition}")) if coalition else None


def _some_dominant(s: State) -> Msg | None:
    return None if dominant(s) else say("wakhan.unless.dominant")


def _without_move(s: State) -> Msg | None:
    has_move = any("move" in CONTENT.cards[card].actions for card in s.players[her(s)].court)
    return say("wakhan.unless.no_move") if has_move else None


def _court_full(s: State) -> Msg | None:
    me = her(s)
    return None if len(s.players[me].court) >= court_limit(s, me) else say("wakhan.unless.court_full")


def _fewer_spies(s: State) -> Msg | None:
    spies = [s.spies_of(player) for player in range(len(s.players))]
    return None if max(spies) > spies[her(s)] else say("wakhan.unless.fewer_spies")


INSTRUCTIONS: dict[str, Instruction] = {
    "rad_if_military_favored_best_military": Instruction(_rank("military"), _favored("military")),
    "rad_if_political_favored_best_economic": Instruction(_rank("economic"), _favored("political")),
    "rad_best_political": Instruction(_rank("political")),
    "rad_best_intelligence": Instruction(_rank("intelligence")),
    "rad_any_intelligence": Instruction(_intelligence),
    "rad_if_poor_most_net_rupees": Instruction(_net_rupees, _poor),
    "rad_gain_region": Instruction(_gains_region),
    "rad_most_blocks": Instruction(_icons(*BLOCKS)),
    "rad_if_none_dominant_most_cylinders": Instruction(_icons(*CYLINDERS), _none_dominant),
    "rad_if_no_move_card_with_move": Instruction(_with_move, _without_move),
    "rad_if_dominant_matching_patriot": Instruction(_patriot_of_dominant, _some_dominant),
    "rad_if_court_full_best_political": Instruction(_rank("political"), _court_full),
    "rad_if_fewer_spies_best_intelligence": Instruction(_rank("intelligence"), _fewer_spies),
}
"""R14.5 Her cards' radicalize entries with a condition or a wish."""


def pick(s: State, entry: str) -> Pick | Msg:
    """R14.5 The card that an entry of her card makes her take; or the reason why it is invalid."""
    if entry == "radicalize":
        return _by_check(s) if _check_in_market(s) else _by_arrows(s)
    instruction = INSTRUCTIONS[entry]
    if (reason := instruction.unless(s)) is not None:
        return reason
    spaces = [index for index in candidates(s) if instruction.score(s, index) > 0]
    if not spaces:
        return say("wakhan.unable.no_card")
    index = best(s, spaces, instruction.score)
    card = _court_card(s, index)
    where = {} if card is None else {"region": Term(f"region.{card.region}")}
    return Pick(index, Msg(f"wakhan.why.{entry}", {"n": instruction.score(s, index), **where}))


def _by_check(s: State) -> Pick | Msg:
    """R14.5 Plain radicalize with a dominance check in the market: she prepares for it."""
    spaces, coalition = candidates(s), dominant(s)
    if not spaces:
        return say("wakhan.unable.market")
    if coalition is None:
        index = best(s, spaces, _icons(*CYLINDERS))
        return Pick(index, say("wakhan.why.check_cylinders", n=_icons(*CYLINDERS)(s, index)))
    side = Term(f"coalition.{coalition}")
    patriots = [index for index in spaces if _patriot_of_dominant(s, index)]
    if patriots:
        return Pick(best(s, patriots, _patriot_of_dominant), say("wakhan.why.check_patriot", coalition=side))
    index = best(s, spaces, _icons(*BLOCKS))
    return Pick(index, say("wakhan.why.check_blocks", coalition=side, n=_icons(*BLOCKS)(s, index)))


# ---------------------------------------------------------------- the arrows


def _by_arrows(s: State) -> Pick | Msg:
    """R14.5 Plain radicalize: the card at the arrows, else to the left, else the same in the other row."""
    path, valid = walk(s), candidates(s)
    index = next((index for index in path if index in valid), None)
    if index is None:
        return say("wakhan.unable.market")
    passed = path[: path.index(index)]
    if not passed:
        return Pick(index, say("wakhan.why.arrows"))
    rupees = s.players[her(s)].rupees
    reasons = tuple(
        say(f"wakhan.passed.{reason}", spaces=_named([*spaces]), rupees=rupees)
        for (reason, _), spaces in groupby(passed, lambda i: (obstacle(s, i), i // COLUMNS))
    )
    return Pick(index, say("wakhan.why.arrows_on", space=space_words(path[0]), passed=reasons))


def walk(s: State) -> list[int]:
    """R14.5 The spaces in the order in which she looks at them."""
    rows = (0, 1) if points_left(s) else (1, 0)
    return [row * COLUMNS + column for row in rows for column in range(black_arrow(s), -1, -1)]


def _named(spaces: Sequence[int]) -> tuple[Msg, ...]:
    """Neighbours of one row, from right to left: more than two by the first and the last."""
    if len(spaces) > 2:
        return (space_range(spaces[0], spaces[-1]),)
    return tuple(map(space_words, spaces))


def obstacle(s: State, index: int) -> str:
    """Why she passes over a space on her way: it is "vacant", "locked", "unpurchasable" or too "dear"."""
    card = s.market[index].card
    if card is None:
        return "vacant"
    if is_locked(s, index):
        return "locked"
    return "unpurchasable" if withdraws(card) else "dear"
