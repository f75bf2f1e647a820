"""The View (everything that a seat may see), and the redeal of everything hidden from it."""

from msgspec import Struct

from engines.kernel import Rng, Score, Seat

from .scoring import compute_scores, is_over
from .state import State


class MerchantView(Struct, frozen=True):
    """A merchant."""

    color: str
    coins: int
    quay: tuple[str, ...]
    hold_size: int
    """Number of crates in the hold."""
    hold: tuple[str, ...] | None
    """Only in the owner's View, and for all after the end."""


class View(Struct, frozen=True):
    """The table as one seat sees it."""

    seat: Seat | None
    """None: a spectator."""
    merchants: tuple[MerchantView, ...]
    prices: dict[str, int]
    round: int
    """From 1 up to `rounds`, also after the end."""
    rounds: int
    crier: Seat | None
    """None after the end."""
    lot: str | None
    pile: int
    """Number of crates left."""
    sea: tuple[str, ...]
    scores: tuple[Score, ...]
    """Empty before the end."""


def build_view(s: State, seat: Seat | None) -> View:
    """Build the View of a seat (None: a spectator)."""
    is_ended = is_over(s)
    return View(
        seat=seat,
        merchants=tuple(
            MerchantView(m.color, m.coins, tuple(m.quay), len(m.hold), tuple(m.hold) if is_ended or i == seat else None)
            for i, m in enumerate(s.merchants)
        ),
        prices=dict(s.prices),
        round=min(s.round + 1, s.rounds),
        rounds=s.rounds,
        crier=None if is_ended else s.crier,
        lot=s.lot,
        pile=len(s.pile),
        sea=tuple(s.sea),
        scores=compute_scores(s) if is_ended else (),
    )


def redeal_hidden(s: State, seat: Seat | None, rng: Rng) -> None:
    """Redeal everything hidden from the seat: shuffle the pile and the other holds together and deal them again."""
    if is_over(s):
        return
    others = [m for i, m in enumerate(s.merchants) if i != seat]
    unseen = [*s.pile, *(good for m in others for good in m.hold)]
    rng.shuffle(unseen)
    for m in others:
        m.hold[:] = sorted(unseen.pop() for _ in m.hold)
    s.pile[:] = unseen
