"""What a player is asked: choose min..max of these options. One shape serves every decision of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from .words import Lazy, Msg, Refused, Seat


class Option(msgspec.Struct, frozen=True):
    """One legal choice.

    key:    stable for ever, unique in its prompt, at most 40 characters of `a-z0-9_:.+-` ("buy:41"); what the log keeps
    value:  what the rule receives: an id or frozen content, never a part of the State
    label:  a few words for a button
    detail: the consequence in a few words ("costs 2, leaves 5"), shown below the label
    group:  the heading under which a long list shows it
    place:  where on the picture it lies ("city:roma"); the same number stands there
    limit:  how often it may be chosen in one answer (allocation of cubes); 1 elsewhere
    """

    key: str
    value: Any
    label: Lazy
    detail: Lazy | None = None
    group: Msg | None = None
    place: str | None = None
    limit: int = 1


Options = Sequence[Option] | Callable[[], Sequence[Option]]
"""The legal choices. A function where they come from what others cannot see (a hand): an imagined world in which that
was dealt anew asks it again. It reads the State and nothing that a rule computed from it before."""


class Prompt(msgspec.Struct, frozen=True):
    """A question to one seat. Its answer is a tuple of option keys.

    Only the options may come from what others cannot see. All the rest is public knowledge: everybody reads `text`,
    and an imagined world lists the options anew but keeps `text` with its arguments, min, max and default.

    text:    the question; the `**args` of the calls on Table are its arguments
    kind:    "one" (exactly one option), "some" (min..max different ones), "allocate" (keys may repeat up to `limit`),
             "confirm" (one button)
    default: the keys that a time-out answers, legal whatever is in the hand; None = the question waits for ever
    topic:   standing answers given for this topic may answer it
    rule:    the paragraph that asks, e.g. "R6.1"
    renew:   lists the options again; None = they come from what everybody sees
    """

    seat: Seat
    text: Msg
    options: tuple[Option, ...]
    min: int = 1
    max: int = 1
    kind: Literal["one", "some", "allocate", "confirm"] = "one"
    default: tuple[str, ...] | None = None
    topic: str | None = None
    rule: str | None = None
    renew: Callable[[], Sequence[Option]] | None = None

    def check(self) -> None:
        """Raises RuntimeError for a question that a rule has put together wrongly, and says what is wrong.

        The characters of keys are left to the tests: this runs whenever a question is put.
        """
        keys = {option.key for option in self.options}
        if len(keys) < len(self.options):
            raise self._wrong(f"is offered a key twice: {[option.key for option in self.options]}")
        if self.room < self.min:
            raise self._wrong(f"must choose {self.min} of {len(self.options)} legal options")
        if self.min > self.max:
            raise self._wrong(f"must choose {self.min} to {self.max}")
        if self.default is not None and not (self.max == len(self.default) == 1 and self.default[0] in keys):
            try:
                self.read(self.default)
            except Refused as refused:
                raise self._wrong(f"cannot answer its default {self.default}: {refused}") from refused

    def _wrong(self, what: str) -> RuntimeError:
        return RuntimeError(f"{self.text.key}: seat {self.seat} {what}")

    @property
    def room(self) -> int:
        """How many keys an answer could have if `max` allowed it."""
        return sum([option.limit for option in self.options]) if self.kind == "allocate" else len(self.options)

    def read(self, keys: Sequence[str]) -> Any:
        """The value(s) that a rule receives for these keys. Raises Refused, saying what was expected and what came."""
        by_key = {option.key: option for option in self.options}
        if not self.min <= len(keys) <= self.max:
            key = "kernel.refused.exactly" if self.min == self.max else "kernel.refused.count"
            raise Refused(key, rule=self.rule, min=self.min, max=self.max, got=len(keys))
        counts = Counter(keys) if len(keys) > 1 else dict.fromkeys(keys, 1)
        for key, times in counts.items():
            if key not in by_key:
                raise Refused("kernel.refused.no_such_option", rule=self.rule, key=key, options=tuple(by_key))
            if times > by_key[key].limit:
                raise Refused("kernel.refused.too_often", rule=self.rule, key=key, times=times, limit=by_key[key].limit)
        match self.kind:
            case "one" | "confirm":
                return by_key[keys[0]].value
            case "some":
                chosen = set(keys)
                return tuple(option.value for option in self.options if option.key in chosen)
            case "allocate":
                return {option.value: counts[option.key] for option in self.options if option.key in counts}

    @property
    def sole_answer(self) -> tuple[str, ...] | None:
        """The one legal answer if there is only one; a confirmation never answers itself."""
        if self.kind == "confirm":
            return None
        if self.room == self.min:
            return tuple(option.key for option in self.options for _ in range(option.limit))
        if self.kind == "allocate" and len(self.options) == 1 and self.min == self.max:
            return (self.options[0].key,) * self.min
        return () if self.max == 0 else None


class Decision(msgspec.Struct, frozen=True):
    """What is logged: at `step` the seat answered with these option keys."""

    step: int
    seat: Seat
    keys: tuple[str, ...]


class Event(msgspec.Struct, frozen=True):
    """A sentence of the log. `to` None: for everybody; else only for those seats.

    joins: it goes on in the line of the sentence before it (`Table.line`)
    """

    text: Msg
    to: tuple[Seat, ...] | None = None
    joins: bool = False

    def visible_to(self, seat: Seat | None) -> bool:
        return self.to is None or (seat is not None and seat in self.to)


class Ask(msgspec.Struct, frozen=True):
    """What a rule waits for: one prompt, or several that are hidden from each other until all are answered."""

    prompts: tuple[Prompt, ...]
    together: bool = False

    def of(self, seat: Seat) -> Prompt | None:
        return next((prompt for prompt in self.prompts if prompt.seat == seat), None)

    @property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(prompt.seat for prompt in self.prompts)

    def renewed(self) -> Ask:
        """The same questions after what some seat does not know was dealt anew.

        Raises RuntimeError if the new options do not fit what is kept: min, max or default came from a hand.
        """
        prompts = tuple(
            prompt if prompt.renew is None else msgspec.structs.replace(prompt, options=tuple(prompt.renew()))
            for prompt in self.prompts
        )
        for prompt in prompts:
            prompt.check()
        return msgspec.structs.replace(self, prompts=prompts)
