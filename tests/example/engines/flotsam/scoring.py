"""The end (R6), and what must always be true."""

from collections import Counter

from engines.kernel import Score, say

from .content import CONTENT
from .state import State


def over(s: State) -> bool:
    return s.round == s.rounds


def scores(s: State) -> tuple[Score, ...]:
    """R6 A point for each coin, and each crate at its price; of equals, who has more crates in the hold."""
    totals = []
    for seat, m in enumerate(s.merchants):
        quay, hold = (sum(s.prices[good] for good in crates) for crates in (m.quay, m.hold))
        parts = ((say("score.coins"), m.coins), (say("score.quay"), quay), (say("score.hold"), hold))
        totals.append((m.coins + quay + hold, len(m.hold), seat, parts))
    totals.sort(key=lambda t: (-t[0], -t[1], t[2]))
    ranks = [total[:2] for total in totals]
    return tuple(Score(seat, ranks.index((total, n)) + 1, total, parts) for total, n, seat, parts in totals)


def problems(s: State) -> list[str]:
    """Which invariant is broken."""
    found = [f"seat {i} has {m.coins} coins" for i, m in enumerate(s.merchants) if m.coins < 0]
    found += [f"{good} costs {price}" for good, price in s.prices.items() if not 0 < price <= CONTENT.top_price]
    lot = [s.lot] if s.lot else []
    places = [s.pile, s.sea, *(m.hold for m in s.merchants), *(m.quay for m in s.merchants), lot]
    crates = Counter(good for place in places for good in place)
    found += [f"{crates[good]} crates of {good}" for good in CONTENT.goods if crates[good] != CONTENT.crates]
    return found
