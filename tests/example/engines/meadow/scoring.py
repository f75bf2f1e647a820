"""The end of the game (R7), the evaluation of a State for computer players, and the invariants of the State."""

from collections import Counter

from engines.kernel import Score, Seat, message

from .content import CONTENT, FLOWER
from .state import State


def is_over(s: State) -> bool:
    return s.phase == "over"


def compute_scores(s: State) -> tuple[Score, ...]:
    """R7 Return the ranked scores: a point for each honey and each flower in hand. Equal scores share a place."""
    totals = sorted((keeper.honey + len(keeper.hand) for keeper in s.keepers), reverse=True)
    ranked = []
    for seat, keeper in enumerate(s.keepers):
        total = keeper.honey + len(keeper.hand)
        parts = ((message("score.honey"), keeper.honey), (message("score.hand"), len(keeper.hand)))
        ranked.append(Score(seat, totals.index(total) + 1, total, parts))
    return tuple(sorted(ranked, key=lambda score: (score.place, score.seat)))


def evaluate(s: State, seat: Seat) -> float:
    """Return honey plus the expected income of the flowers in hand: less in the last round, and for more of a kind."""
    keeper = s.keepers[seat]
    if is_over(s):
        return keeper.honey + len(keeper.hand)
    rounds_left = CONTENT.rounds - s.round + (s.served_seats <= s.order.index(seat))
    hopes = 0.0
    for flower, n in Counter(FLOWER[card] for card in keeper.hand).items():
        hopes += sum(max(1.0, s.demand[flower] - 0.4 * i) for i in range(n)) * (0.8 if rounds_left else 0.5)
    return keeper.honey + hopes


def list_problems(s: State) -> list[str]:
    """Return a description of each broken invariant, including knowledge of seats that is wrong."""
    errors = [f"seat {seat} has {keeper.honey} honey" for seat, keeper in enumerate(s.keepers) if keeper.honey < 0]
    errors += [f"{flower} fetches {n}" for flower, n in s.demand.items() if not 0 < n <= CONTENT.top_demand]
    zones = s.list_hidden_zones()
    cards = Counter([*s.pile.discard, *(card for cards in zones.values() for card in cards)])
    errors += [f"{cards[card]} times {card}" for card in FLOWER if cards[card] != 1]
    colors = [keeper.color for keeper in s.keepers if keeper.color]
    errors += [f"hives {colors}"] * (len(set(colors)) < len(colors))
    return errors + s.knowledge.list_problems(zones)
