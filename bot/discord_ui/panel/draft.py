"""Ticks that are not yet an answer: which options of one question are chosen, and how often. They travel
in the buttons.

An id has room for some 60 characters, a prompt up to 200 options. So the counts are a Golomb-Rice code (Rice and
Plaunt 1971): n = q * 2^k + r is q ones, a zero and k bits of r, in base 64. The first character is k, the one that
makes the text shortest. As nothing is chosen more than `limit` times, a q as large as it can be needs no zero: an
option that can only be chosen once is one bit.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import Option, Prompt

SIGNS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
BITS = 6
"""Of one sign."""
LARGEST_K = 7


@dataclass(frozen=True, slots=True)
class Draft:
    """How often each option of a prompt is chosen, in the order of its options."""

    counts: tuple[int, ...]

    @classmethod
    def read(cls, prompt: Prompt, text: str = "") -> Draft:
        """Decode a draft. What does not fit the prompt is ignored, because the text comes from a button of any age."""
        k = max(0, SIGNS.find(text[:1])) % (LARGEST_K + 1) if text else 0
        bits = iter("".join(f"{max(0, SIGNS.find(sign)):0{BITS}b}" for sign in text[1:]))
        return cls(tuple(_decoded(bits, k, option.limit) for option in prompt.options))

    @classmethod
    def of(cls, prompt: Prompt, keys: tuple[str, ...]) -> Draft:
        return cls(tuple(min(keys.count(option.key), option.limit) for option in prompt.options))

    @classmethod
    def start(cls, prompt: Prompt, given: tuple[str, ...]) -> Draft:
        """The answer already given; else, where one of each group is chosen, what is the only one of its group."""
        if not given and prompt.kind == "each":
            given = tuple(group[0].key for group in prompt.groups if len(group) == 1)
        return cls.of(prompt, given)

    def packed(self, prompt: Prompt) -> str:
        """Encode the draft for an id (the inverse of `read`); "" if nothing is chosen."""
        if not self.total:
            return ""
        return min((self._packed(prompt, k) for k in range(LARGEST_K + 1)), key=len)

    def _packed(self, prompt: Prompt, k: int) -> str:
        bits = "".join(_coded(n, k, o.limit) for n, o in zip(self.counts, prompt.options, strict=True)).rstrip("0")
        signs = (SIGNS[int(bits[at : at + BITS].ljust(BITS, "0"), 2)] for at in range(0, len(bits), BITS))
        return SIGNS[k] + "".join(signs)

    @property
    def total(self) -> int:
        return sum(self.counts)

    def keys(self, prompt: Prompt) -> tuple[str, ...]:
        """The option keys, as an answer."""
        return tuple(o.key for n, o in zip(self.counts, prompt.options, strict=True) for _ in range(n))

    def changed(self, index: int, by: int, limit: int) -> Draft:
        """A draft with option `index` chosen more or less often, within 0..limit."""
        counts = list(self.counts)
        counts[index] = max(0, min(counts[index] + by, limit))
        return Draft(tuple(counts))

    def ticked(self, prompt: Prompt, among: tuple[Option, ...], chosen: tuple[str, ...]) -> Draft:
        """Of the options `among`, exactly the chosen ones."""
        shown = {option.key for option in among}
        return Draft(
            tuple(
                int(o.key in chosen) if o.key in shown else n for n, o in zip(self.counts, prompt.options, strict=True)
            )
        )

    def is_answer(self, prompt: Prompt) -> bool:
        if prompt.kind == "each":
            chosen = set(self.keys(prompt))
            return all(sum(option.key in chosen for option in group) == 1 for group in prompt.groups)
        return prompt.min <= self.total <= prompt.max


def _coded(n: int, k: int, limit: int) -> str:
    q, r = n >> k, n & ((1 << k) - 1)
    end = "0" if q < limit >> k else ""
    return "1" * q + end + (f"{r:0{k}b}" if k else "")


def _decoded(bits: Iterator[str], k: int, limit: int) -> int:
    """Where the bits end, zeros follow."""
    q = 0
    while q < limit >> k and next(bits, "0") == "1":
        q += 1
    r = int("".join(next(bits, "0") for _ in range(k)) or "0", 2)
    return min((q << k) + r, limit)
