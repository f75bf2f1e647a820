"""R14.5 Radicalize: Wakhan's choice of a market card, and the reason. Nothing here changes the State."""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

import msgspec

from engines.kernel import Message, NounRef, message
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import CourtCard, Icon, Suit
from engines.pax_pamir.table.derived import compute_court_limit, find_ruler
from engines.pax_pamir.table.market import can_buy, compute_cost, is_locked, removes_rupees
from engines.pax_pamir.table.names import name_space, name_space_range
from engines.pax_pamir.table.scoring import find_dominant_coalition
from engines.pax_pamir.table.state import COLUMNS, State
from engines.pax_pamir.table.wakhan_cards import (
    find_pragmatic_loyalty,
    is_red_arrow_left,
    read_black_arrow,
    require_wakhan,
)

POOR_BELOW = 2
"""R14.5 With fewer rupees than this she is poor."""
PERSIAN_ARISTOCRACY, PERSIAN_RUPEES = 113, 3

BLOCKS: tuple[Icon, ...] = ("army", "road")
CYLINDERS: tuple[Icon, ...] = ("spy", "tribe")


class MarketPick(NamedTuple):
    """R14.5 The market card that Wakhan takes."""

    space: int
    """Market space, 0-11."""
    why: Message
    """The rule of her card by which she takes it, for the log."""


# ---------------------------------------------------------------- candidates


def list_candidates(s: State) -> list[int]:
    """R14.5 Return the spaces with a card that she may take: affordable, and no dominance check."""
    me = require_wakhan(s)
    return [index for index, space in enumerate(s.market) if space.card not in CONTENT.checks and can_buy(s, me, index)]


def choose_best_space(s: State, spaces: Sequence[int], score: Callable[[State, int], int]) -> int:
    """R14.5 Return the space with the highest score, ties by lowest cost, then by highest card number."""
    return max(
        spaces, key=lambda index: (score(s, index), -compute_cost(s, require_wakhan(s), index), _require_card(s, index))
    )


def _require_card(s: State, index: int) -> int:
    card = s.market[index].card
    assert card is not None
    return card


def _find_court_card(s: State, index: int) -> CourtCard | None:
    return CONTENT.cards.get(_require_card(s, index))


def _has_check_in_market(s: State) -> bool:
    return any(space.card in CONTENT.checks for space in s.market)


# ---------------------------------------------------------------- scores of market spaces


def _score_icons(*icons: Icon) -> Callable[[State, int], int]:
    """Return a score: the number of icons of these kinds; 0 for events."""

    def score(s: State, index: int) -> int:
        card = _find_court_card(s, index)
        return sum(icon in icons for icon in card.impact) if card else 0

    return score


def _score_rank(suit: Suit) -> Callable[[State, int], int]:
    """Return a score: the rank of a card of that suit, else 0."""

    def score(s: State, index: int) -> int:
        card = _find_court_card(s, index)
        return card.rank if card and card.suit == suit else 0

    return score


def _score_intelligence(s: State, index: int) -> int:
    card = _find_court_card(s, index)
    return int(card is not None and card.suit == "intelligence")


def _score_move(s: State, index: int) -> int:
    card = _find_court_card(s, index)
    return int(card is not None and "move" in card.actions)


def _score_dominant_patriot(s: State, index: int) -> int:
    card = _find_court_card(s, index)
    return int(card is not None and card.patriot == find_dominant_coalition(s))


def _score_net_rupees(s: State, index: int) -> int:
    """Score the rupees that she gains by taking the card. Only this score may favor an event."""
    card = _find_court_card(s, index)
    gain = CONTENT.data.costs.leverage_gain if card and card.has_leverage else 0
    if _require_card(s, index) == PERSIAN_ARISTOCRACY:
        gain += PERSIAN_RUPEES
    return s.market[index].rupees - compute_cost(s, require_wakhan(s), index) + gain


def _score_region_gain(s: State, index: int) -> int:
    """Score 1 if the armies and tribes of the card's icons would make her the ruler of its region."""
    card, me = _find_court_card(s, index), require_wakhan(s)
    if card is None or s.rulers[card.region] == me:
        return 0
    armies, tribes = dict(s.armies[card.region]), list(s.tribes[card.region])
    armies[find_pragmatic_loyalty(s)] = armies.get(find_pragmatic_loyalty(s), 0) + card.impact.count("army")
    tribes[me] += card.impact.count("tribe")
    after = msgspec.structs.replace(
        s, armies={**s.armies, card.region: armies}, tribes={**s.tribes, card.region: tribes}
    )
    return int(find_ruler(after, card.region) == me)


# ---------------------------------------------------------------- instructions


class Instruction(NamedTuple):
    """A radicalize entry of her cards: the card that it wants, and its condition."""

    score: Callable[[State, int], int]
    """Score of a market space. Spaces with score 0 are not considered."""
    explain_unmet: Callable[[State], Message | None] = lambda s: None
    """Return the reason why the condition does not hold; None if it holds."""


def _require_favored(suit: Suit) -> Callable[[State], Message | None]:
    return lambda s: None if s.favored == suit else message("wakhan.unless.favored")


def _require_poor(s: State) -> Message | None:
    rupees = s.players[require_wakhan(s)].rupees
    return None if rupees < POOR_BELOW else message("wakhan.unless.poor", rupees=rupees)


def _require_no_dominance(s: State) -> Message | None:
    coalition = find_dominant_coalition(s)
    return message("wakhan.unless.none_dominant", coalition=NounRef(f"coalition.{coalition}")) if coalition else None


def _require_dominance(s: State) -> Message | None:
    return None if find_dominant_coalition(s) else message("wakhan.unless.dominant")


def _require_no_move(s: State) -> Message | None:
    has_move = any("move" in CONTENT.cards[card].actions for card in s.players[require_wakhan(s)].court)
    return message("wakhan.unless.no_move") if has_move else None


def _require_full_court(s: State) -> Message | None:
    me = require_wakhan(s)
    return None if len(s.players[me].court) >= compute_court_limit(s, me) else message("wakhan.unless.court_full")


def _require_fewer_spies(s: State) -> Message | None:
    spies = [s.count_spies(player) for player in range(len(s.players))]
    return None if max(spies) > spies[require_wakhan(s)] else message("wakhan.unless.fewer_spies")


INSTRUCTIONS: dict[str, Instruction] = {
    "rad_if_military_favored_best_military": Instruction(_score_rank("military"), _require_favored("military")),
    "rad_if_political_favored_best_economic": Instruction(_score_rank("economic"), _require_favored("political")),
    "rad_best_political": Instruction(_score_rank("political")),
    "rad_best_intelligence": Instruction(_score_rank("intelligence")),
    "rad_any_intelligence": Instruction(_score_intelligence),
    "rad_if_poor_most_net_rupees": Instruction(_score_net_rupees, _require_poor),
    "rad_gain_region": Instruction(_score_region_gain),
    "rad_most_blocks": Instruction(_score_icons(*BLOCKS)),
    "rad_if_none_dominant_most_cylinders": Instruction(_score_icons(*CYLINDERS), _require_no_dominance),
    "rad_if_no_move_card_with_move": Instruction(_score_move, _require_no_move),
    "rad_if_dominant_matching_patriot": Instruction(_score_dominant_patriot, _require_dominance),
    "rad_if_court_full_best_political": Instruction(_score_rank("political"), _require_full_court),
    "rad_if_fewer_spies_best_intelligence": Instruction(_score_rank("intelligence"), _require_fewer_spies),
}
"""R14.5 The radicalize entries of her cards, except the plain one."""


def choose_pick(s: State, entry: str) -> MarketPick | Message:
    """R14.5 Return the card that she takes by an entry of her card, or the reason why the entry is invalid."""
    if entry == "radicalize":
        return _pick_by_check(s) if _has_check_in_market(s) else _pick_by_arrows(s)
    instruction = INSTRUCTIONS[entry]
    if (reason := instruction.explain_unmet(s)) is not None:
        return reason
    spaces = [index for index in list_candidates(s) if instruction.score(s, index) > 0]
    if not spaces:
        return message("wakhan.unable.no_card")
    index = choose_best_space(s, spaces, instruction.score)
    card = _find_court_card(s, index)
    region_args = {} if card is None else {"region": NounRef(f"region.{card.region}")}
    return MarketPick(index, Message(f"wakhan.why.{entry}", {"n": instruction.score(s, index), **region_args}))


def _pick_by_check(s: State) -> MarketPick | Message:
    """R14.5 Return the card of a plain radicalize that prepares for the dominance check in the market."""
    spaces, coalition = list_candidates(s), find_dominant_coalition(s)
    if not spaces:
        return message("wakhan.unable.market")
    if coalition is None:
        index = choose_best_space(s, spaces, _score_icons(*CYLINDERS))
        return MarketPick(index, message("wakhan.why.check_cylinders", n=_score_icons(*CYLINDERS)(s, index)))
    side = NounRef(f"coalition.{coalition}")
    patriots = [index for index in spaces if _score_dominant_patriot(s, index)]
    if patriots:
        return MarketPick(
            choose_best_space(s, patriots, _score_dominant_patriot), message("wakhan.why.check_patriot", coalition=side)
        )
    index = choose_best_space(s, spaces, _score_icons(*BLOCKS))
    return MarketPick(index, message("wakhan.why.check_blocks", coalition=side, n=_score_icons(*BLOCKS)(s, index)))


# ---------------------------------------------------------------- the arrows


def _pick_by_arrows(s: State) -> MarketPick | Message:
    """R14.5 Return the card of a plain radicalize: at the arrows, else to the left, else the same in the other row."""
    path, valid = list_path(s), list_candidates(s)
    index = next((index for index in path if index in valid), None)
    if index is None:
        return message("wakhan.unable.market")
    passed_spaces = path[: path.index(index)]
    if not passed_spaces:
        return MarketPick(index, message("wakhan.why.arrows"))
    rupees = s.players[require_wakhan(s)].rupees
    reasons = tuple(
        message(f"wakhan.passed.{reason}", spaces=_list_space_words([*spaces]), rupees=rupees)
        for (reason, _), spaces in groupby(passed_spaces, lambda i: (find_obstacle(s, i), i // COLUMNS))
    )
    return MarketPick(index, message("wakhan.why.arrows_on", space=name_space(path[0]), passed=reasons))


def list_path(s: State) -> list[int]:
    """R14.5 Return the spaces in the order in which she considers them."""
    rows = (0, 1) if is_red_arrow_left(s) else (1, 0)
    return [row * COLUMNS + column for row in rows for column in range(read_black_arrow(s), -1, -1)]


def _list_space_words(spaces: Sequence[int]) -> tuple[Message, ...]:
    """Return names of neighbouring spaces in one row; of more than two only the range."""
    if len(spaces) > 2:
        return (name_space_range(spaces[0], spaces[-1]),)
    return tuple(map(name_space, spaces))


def find_obstacle(s: State, index: int) -> str:
    """Return why she passes over a space: "vacant", "locked", "unpurchasable" or "dear" (too expensive)."""
    card = s.market[index].card
    if card is None:
        return "vacant"
    if is_locked(s, index):
        return "locked"
    return "unpurchasable" if removes_rupees(card) else "dear"
