"""Draft of an answer: how often each option of a question is chosen so far, encoded in the buttons' custom_ids.

An id has space for about 60 characters, a prompt up to 200 options. So the counts are Golomb-Rice coded (Rice and
Plaunt 1971): n = q * 2^k + r is q ones, a zero and k bits of r, in base 64. The first character is k, chosen for the
shortest text. As no option is chosen more than `limit` times, the largest possible q needs no zero: an option that can
be chosen only once takes one bit.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass

from engines.kernel import Option, Prompt

CHARS = string.ascii_uppercase + string.ascii_lowercase + string.digits + "-_"
BITS_PER_CHAR = 6
"""Bits per character."""
LARGEST_K = 7


@dataclass(frozen=True, slots=True)
class Draft:
    """Number of times each option of a prompt is chosen, in the order of its options."""

    counts: tuple[int, ...]
    """Each 0 up to the option's `limit`."""

    @classmethod
    def decode(cls, prompt: Prompt, text: str = "") -> Draft:
        """Decode a draft. Anything that does not fit the prompt is ignored, as the text may come from an old button."""
        k = max(0, CHARS.find(text[:1])) % (LARGEST_K + 1) if text else 0
        bits = iter("".join(f"{max(0, CHARS.find(char)):0{BITS_PER_CHAR}b}" for char in text[1:]))
        return cls(tuple(_decode_count(bits, k, option.limit) for option in prompt.options))

    @classmethod
    def from_keys(cls, prompt: Prompt, keys: tuple[str, ...]) -> Draft:
        return cls(tuple(min(keys.count(option.key), option.limit) for option in prompt.options))

    @classmethod
    def build_initial(cls, prompt: Prompt, given_keys: tuple[str, ...]) -> Draft:
        """Return the initial draft: the given answer; else, for kind "each", the options alone in their group."""
        if not given_keys and prompt.kind == "each":
            given_keys = tuple(group[0].key for group in prompt.groups if len(group) == 1)
        return cls.from_keys(prompt, given_keys)

    def encode(self, prompt: Prompt) -> str:
        """Encode the draft for a custom_id (the inverse of `decode`); "" if nothing is chosen."""
        if not self.total:
            return ""
        return min((self._encode(prompt, k) for k in range(LARGEST_K + 1)), key=len)

    def _encode(self, prompt: Prompt, k: int) -> str:
        bits = "".join(_encode_count(n, k, o.limit) for n, o in zip(self.counts, prompt.options, strict=True)).rstrip(
            "0"
        )
        chars = (
            CHARS[int(bits[start : start + BITS_PER_CHAR].ljust(BITS_PER_CHAR, "0"), 2)]
            for start in range(0, len(bits), BITS_PER_CHAR)
        )
        return CHARS[k] + "".join(chars)

    @property
    def total(self) -> int:
        return sum(self.counts)

    def list_keys(self, prompt: Prompt) -> tuple[str, ...]:
        """Return the chosen option keys in the form of an answer."""
        return tuple(o.key for n, o in zip(self.counts, prompt.options, strict=True) for _ in range(n))

    def with_change(self, index: int, delta: int, limit: int) -> Draft:
        """Return a draft with the count of option `index` changed by `delta`, within 0..limit."""
        counts = list(self.counts)
        counts[index] = max(0, min(counts[index] + delta, limit))
        return Draft(tuple(counts))

    def with_selection(self, prompt: Prompt, shown_options: tuple[Option, ...], chosen_keys: tuple[str, ...]) -> Draft:
        """Return a draft in which exactly the chosen keys of the options `shown_options` are selected."""
        shown_keys = {option.key for option in shown_options}
        return Draft(
            tuple(
                int(o.key in chosen_keys) if o.key in shown_keys else n
                for n, o in zip(self.counts, prompt.options, strict=True)
            )
        )

    def is_answer(self, prompt: Prompt) -> bool:
        if prompt.kind == "each":
            chosen = set(self.list_keys(prompt))
            return all(sum(option.key in chosen for option in group) == 1 for group in prompt.groups)
        return prompt.min <= self.total <= prompt.max


def _encode_count(n: int, k: int, limit: int) -> str:
    q, r = n >> k, n & ((1 << k) - 1)
    end = "0" if q < limit >> k else ""
    return "1" * q + end + (f"{r:0{k}b}" if k else "")


def _decode_count(bits: Iterator[str], k: int, limit: int) -> int:
    """Decode one count; missing bits at the end are zeros."""
    q = 0
    while q < limit >> k and next(bits, "0") == "1":
        q += 1
    r = int("".join(next(bits, "0") for _ in range(k)) or "0", 2)
    return min((q << k) + r, limit)
