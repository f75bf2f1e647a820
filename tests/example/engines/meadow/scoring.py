"""The end (R7), what a State is worth on the way there, and what must always be true."""

from collections import Counter

from engines.kernel import Score, Seat, say

from .content import CONTENT, FLOWER
from .state import State


def over(s: State) -> bool:
    return s.phase == "over"


def scores(s: State) -> tuple[Score, ...]:
    """R7 A point for each honey and each flower in hand; who has the same shares the place."""
    totals = sorted((keeper.honey + len(keeper.hand) for keeper in s.keepers), reverse=True)
    found = []
    for seat, keeper in enumerate(s.keepers):
        total = keeper.honey + len(keeper.hand)
        parts = ((say("score.honey"), keeper.honey), (say("score.hand"), len(keeper.hand)))
        found.append(Score(seat, totals.index(total) + 1, total, parts))
    return tuple(sorted(found, key=lambda score: (score.place, score.seat)))


def worth(s: State, seat: Seat) -> float:
    """Honey, and the flowers in hand at what they may still fetch: less the later it is, and the more of a kind."""
    keeper = s.keepers[seat]
    if over(s):
        return keeper.honey + len(keeper.hand)
    rounds_left = CONTENT.rounds - s.round + (s.served <= s.order.index(seat))
    hopes = 0.0
    for flower, n in Counter(FLOWER[card] for card in keeper.hand).items():
        hopes += sum(max(1.0, s.demand[flower] - 0.4 * i) for i in range(n)) * (0.8 if rounds_left else 0.5)
    return keeper.honey + hopes


def problems(s: State) -> list[str]:
    """Which invariant is broken; also: a card lies where a seat has seen that it does not."""
    found = [f"seat {seat} has {keeper.honey} honey" for seat, keeper in enumerate(s.keepers) if keeper.honey < 0]
    found += [f"{flower} fetches {n}" for flower, n in s.demand.items() if not 0 < n <= CONTENT.top_demand]
    zones = s.zones()
    cards = Counter([*s.pile.discard, *(card for cards in zones.values() for card in cards)])
    found += [f"{cards[card]} times {card}" for card in FLOWER if cards[card] != 1]
    colors = [keeper.color for keeper in s.keepers if keeper.color]
    found += [f"hives {colors}"] * (len(set(colors)) < len(colors))
    return found + s.seen.problems(zones)
