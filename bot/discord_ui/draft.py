"""Ticks that are not yet an answer: which options of one question are chosen, and how often. They travel
in the buttons.

One digit per option, in base 36, as far as the last one chosen: "0102" = the second once, the fourth twice.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.kernel import Option, Prompt

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Draft:
    """How often each option of a prompt is chosen, in the order of its options."""

    counts: tuple[int, ...]

    @classmethod
    def read(cls, prompt: Prompt, text: str = "") -> Draft:
        """Whatever does not fit the prompt counts as not chosen: the text comes from outside."""
        counts = [DIGITS.find(sign) for sign in text[: len(prompt.options)]]
        counts += [0] * (len(prompt.options) - len(counts))
        return cls(tuple(max(0, min(n, o.limit)) for n, o in zip(counts, prompt.options, strict=True)))

    @classmethod
    def of(cls, prompt: Prompt, keys: tuple[str, ...]) -> Draft:
        return cls(tuple(min(keys.count(option.key), option.limit) for option in prompt.options))

    def __str__(self) -> str:
        return "".join(DIGITS[n] for n in self.counts).rstrip("0")

    @property
    def total(self) -> int:
        return sum(self.counts)

    def keys(self, prompt: Prompt) -> tuple[str, ...]:
        """The answer that it would be."""
        return tuple(o.key for n, o in zip(self.counts, prompt.options, strict=True) for _ in range(n))

    def changed(self, index: int, by: int, limit: int) -> Draft:
        """One option more or less often, within 0..limit."""
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
        return prompt.min <= self.total <= prompt.max
