"""Verifiable randomness: a keyed hash of (seed, counter), the same on every version of Python.

The caller (`bot.table.state.fairness_proof`) creates the seed and commits to it; with the seed anybody can replay the
shuffle. The counter is stored with the State and goes back with an undo: the same die falls again.
"""

from collections.abc import MutableSequence, Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")

SEED_BYTES = 32


def compute_commitment(secret: bytes) -> str:
    """Return the SHA-256 of a secret in hexadecimal, which is posted before the first shuffle."""
    return sha256(secret).hexdigest()


class Rng:
    """A random stream, determined by `seed` (32 bytes); `counter` is how many numbers have been picked from it."""

    __slots__ = ("_keyed_hash", "counter", "seed")

    def __init__(self, seed: bytes, counter: int = 0) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, got {len(seed)}")
        self.seed = seed
        self.counter = counter
        self._keyed_hash: blake2b | None = None
        """The hash keyed with the seed, created with the first number: copying it is faster than creating it."""

    def pick_below(self, n: int) -> int:
        """Pick a number 0 .. n-1. The bias of the modulo is below n / 2**128."""
        if n < 1:
            raise ValueError(f"a random number below n needs n >= 1, got {n}")
        if n == 1:  # counts, but need not be computed
            self.counter += 1
            return 0
        if self._keyed_hash is None:
            self._keyed_hash = blake2b(digest_size=16, key=self.seed)
        keyed = self._keyed_hash.copy()
        keyed.update(self.counter.to_bytes(8, "big"))
        self.counter += 1
        return int.from_bytes(keyed.digest(), "big") % n

    def pick(self, items: Sequence[T]) -> T:
        """Pick one of the items. Raises ValueError if there are none."""
        return items[self.pick_below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle in place (Fisher and Yates, from the end)."""
        for i in range(len(items) - 1, 0, -1):
            j = self.pick_below(i + 1)
            items[i], items[j] = items[j], items[i]

    def sample(self, items: Sequence[T], k: int) -> list[T]:
        """Return k different items in random order."""
        if not 0 <= k <= len(items):
            raise ValueError(f"cannot take {k} of {len(items)} items")
        pool = list(items)
        for i in range(k):
            j = i + self.pick_below(len(pool) - i)
            pool[i], pool[j] = pool[j], pool[i]
        return pool[:k]

    def pick_seed(self) -> bytes:
        """Pick a seed for another stream (a computer player's imagined world)."""
        return b"".join(self.pick_below(2**64).to_bytes(8, "big") for _ in range(SEED_BYTES // 8))
