"""What a seat may see, built up from nothing; and what it cannot see, dealt anew."""

from msgspec import Struct

from engines.kernel import Rng, Score, Seat

from .scoring import over, scores
from .state import State


class Purse(Struct, frozen=True):
    """A merchant as others see them. hold: only in the owner's View; held: how many crates are in it."""

    color: str
    coins: int
    quay: tuple[str, ...]
    held: int
    hold: tuple[str, ...] | None


class View(Struct, frozen=True):
    """The table for one seat (None: a spectator).

    pile: crates left; round counts from 1 and stops at the last; scores: empty before the end.
    """

    seat: Seat | None
    merchants: tuple[Purse, ...]
    prices: dict[str, int]
    round: int
    rounds: int
    crier: Seat | None
    lot: str | None
    pile: int
    sea: tuple[str, ...]
    scores: tuple[Score, ...]


def view(s: State, seat: Seat | None) -> View:
    """The View of a seat."""
    ended = over(s)
    return View(
        seat=seat,
        merchants=tuple(
            Purse(m.color, m.coins, tuple(m.quay), len(m.hold), tuple(m.hold) if ended or i == seat else None)
            for i, m in enumerate(s.merchants)
        ),
        prices=dict(s.prices),
        round=min(s.round + 1, s.rounds),
        rounds=s.rounds,
        crier=None if ended else s.crier,
        lot=s.lot,
        pile=len(s.pile),
        sea=tuple(s.sea),
        scores=scores(s) if ended else (),
    )


def redeal(s: State, seat: Seat | None, rng: Rng) -> None:
    """Gather what the seat cannot see (the pile and the other holds), shuffle, deal it out again."""
    if over(s):
        return
    others = [m for i, m in enumerate(s.merchants) if i != seat]
    unseen = [*s.pile, *(good for m in others for good in m.hold)]
    rng.shuffle(unseen)
    for m in others:
        m.hold[:] = sorted(unseen.pop() for _ in m.hold)
    s.pile[:] = unseen
