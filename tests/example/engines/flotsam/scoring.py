"""The end of the game (R6), and the invariants of the State."""

from collections import Counter

from engines.kernel import Score, message

from .content import CONTENT
from .state import State


def is_over(s: State) -> bool:
    return s.round == s.rounds


def compute_scores(s: State) -> tuple[Score, ...]:
    """R6 Return the ranked scores: a point per coin, each crate at its price. Ties: more crates in the hold."""
    totals = []
    for seat, m in enumerate(s.merchants):
        quay, hold = (sum(s.prices[good] for good in crates) for crates in (m.quay, m.hold))
        parts = ((message("score.coins"), m.coins), (message("score.quay"), quay), (message("score.hold"), hold))
        totals.append((m.coins + quay + hold, len(m.hold), seat, parts))
    totals.sort(key=lambda t: (-t[0], -t[1], t[2]))
    ranks = [total[:2] for total in totals]
    return tuple(Score(seat, ranks.index((total, n)) + 1, total, parts) for total, n, seat, parts in totals)


def list_problems(s: State) -> list[str]:
    """Return a description of each broken invariant."""
    errors = [f"seat {i} has {m.coins} coins" for i, m in enumerate(s.merchants) if m.coins < 0]
    errors += [f"{good} costs {price}" for good, price in s.prices.items() if not 0 < price <= CONTENT.top_price]
    lot = [s.lot] if s.lot else []
    places = [s.pile, s.sea, *(m.hold for m in s.merchants), *(m.quay for m in s.merchants), lot]
    crates = Counter(good for place in places for good in place)
    errors += [f"{crates[good]} crates of {good}" for good in CONTENT.goods if crates[good] != CONTENT.crates]
    return errors
