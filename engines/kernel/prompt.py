"""What a player is asked: choose min..max of these options. One shape serves every decision of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from .words import Lazy, Msg, Refused, Seat, Text, read

CHECKED = False
"""Whether every question is checked when it is put (`Prompt.check`). Tests switch it on: a shipped rule has passed."""


class Option(msgspec.Struct, frozen=True):
    """One legal choice.

    key:    stable for ever, unique in its prompt, at most 40 characters of `a-z0-9_:.+-` ("buy:41"); what the log keeps
    value:  what the rule receives: an id or frozen content, never a part of the State
    label:  a few words for a button, or a noun
    detail: the consequence in a few words ("costs 2, leaves 5"), shown below the label
    group:  the heading under which a long list shows it; if a function makes it, the same one for all of the group
    place:  where on the picture it lies ("city:roma"); the same number stands there
    limit:  how often it may be chosen in one answer (allocation of cubes); 1 elsewhere
    variant: one of few ways of doing what other options do in another way ("at the left end"): a question shows the
            options of one variant at a time, with a switch. None: it is there in all of them
    """

    key: str
    value: Any
    label: Lazy
    detail: Lazy | None = None
    group: Lazy | None = None
    place: str | None = None
    limit: int = 1
    variant: Text | None = None


Options = Sequence[Option] | Callable[[], Sequence[Option]]
"""The legal choices. A function where they come from what others cannot see (a hand): an imagined world in which that
was dealt anew asks it again; or where asides may change them. It reads the State and nothing that a rule computed from
it before."""


class Default(msgspec.Struct, frozen=True):
    """A time-out answer that is computed when the clock runs out, for questions whose options come from a hand.

    answer: the keys, from the options as they are when the clock runs out
    told:   the same in a few words that are true for every hand ("the first card of the hand")
    """

    answer: Callable[[tuple[Option, ...]], tuple[str, ...]]
    told: Msg


FIRST = Default(lambda options: (options[0].key,), Msg("kernel.default.first"))
"""The first option, whichever it is."""


class Aside(msgspec.Struct, frozen=True):
    """What `Prompt.read` returns when one of the asides was chosen instead of an answer (`Table.asides`)."""

    key: str
    value: Any


Kind = Literal["one", "some", "allocate", "each", "confirm"]


class Prompt(msgspec.Struct, frozen=True):
    """A question to one seat. Its answer is a tuple of option keys.

    Only the options and asides may come from what others cannot see. All the rest is public knowledge: everybody reads
    `text`, and an imagined world lists the options anew but keeps the arguments of `text`, about, min, max and default.

    text:    the question; the `**args` of the calls on Table are its arguments
    kind:    "one" (exactly one option), "some" (min..max different ones), "allocate" (keys may repeat up to `limit`,
             min..max in all), "each" (exactly one of each group), "confirm" (one button)
    default: the keys that a time-out answers, or the rule that finds them; None = the question waits for ever
    topic:   standing answers given for this topic may answer it
    rule:    the paragraph that asks, e.g. "R6.1"
    renew:   lists the options again; None = they come from what everybody sees
    about:   what is asked about, as typed data of the game, for whoever answers or draws it without reading sentences
    asides:  options beside the question: one of them, alone, is an answer too, and then the question comes again
    beside:  lists the asides again
    """

    seat: Seat
    text: Msg
    options: tuple[Option, ...]
    min: int = 1
    max: int = 1
    kind: Kind = "one"
    default: tuple[str, ...] | Default | None = None
    topic: str | None = None
    rule: str | None = None
    renew: Callable[[], Sequence[Option]] | None = None
    about: Any = None
    asides: tuple[Option, ...] = ()
    beside: Callable[[], Sequence[Option]] | None = None

    def check(self) -> None:
        """Raises RuntimeError for a question that a rule has put together wrongly, and says what is wrong.

        The characters of keys are left to the contract suite.
        """
        keys = {option.key for option in (*self.options, *self.asides)}
        if len(keys) < len(self.options) + len(self.asides):
            raise self._wrong(f"is offered a key twice: {[option.key for option in (*self.options, *self.asides)]}")
        if self.min > self.max:
            raise self._wrong(f"must choose {self.min} to {self.max}")
        if self.kind == "each" and len({str(group[0].group) for group in self.groups}) < len(self.groups):
            raise self._wrong(f"must choose one of each group, but a group is torn apart: {[*keys]}")
        self.check_enough()
        if (silence := self.silence) is not None:
            try:
                self.read(silence)
            except Refused as refused:
                raise self._wrong(f"cannot answer its default {silence}: {refused}") from refused

    def check_enough(self) -> None:
        """Raises RuntimeError if no answer is legal, because the game could never go on."""
        if len(self.options) < self.min and self.room < self.min:
            raise self._wrong(f"must choose {self.min} of {len(self.options)} legal options")

    def _wrong(self, what: str) -> RuntimeError:
        return RuntimeError(f"{self.text.key}: seat {self.seat} {what}")

    @property
    def name(self) -> str:
        """Which question of the game this is, whatever its numbers: what an answer to all of its kind is kept under."""
        return self.text.key

    @property
    def room(self) -> int:
        """How many keys an answer could have if `max` allowed it."""
        return sum([option.limit for option in self.options]) if self.kind == "allocate" else len(self.options)

    @property
    def groups(self) -> tuple[tuple[Option, ...], ...]:
        """The options group by group; those of one group stand together."""
        groups: list[list[Option]] = []
        for option in self.options:
            if groups and groups[-1][0].group == option.group:
                groups[-1].append(option)
            else:
                groups.append([option])
        return tuple(tuple(group) for group in groups)

    @property
    def variants(self) -> tuple[Text, ...]:
        """The ways in which options can be done, one of which is shown at a time; empty if there is no such choice.

        Only for one choice without asides: elsewhere all options stand there.
        """
        found: list[Text] = []
        for option in self.options:
            if option.variant is not None and option.variant not in found:
                found.append(option.variant)
        return tuple(found) if len(found) > 1 and self.kind == "one" and not self.asides else ()

    def shown(self, variant: int = 0) -> tuple[Option, ...]:
        """The options that stand there while this variant (by its number) is shown."""
        variants = self.variants
        if not variants:
            return self.options
        return tuple(option for option in self.options if option.variant in (None, variants[variant % len(variants)]))

    @property
    def silence(self) -> tuple[str, ...] | None:
        """What a time-out answers now; None = the question waits for ever."""
        return self.default.answer(self.options) if isinstance(self.default, Default) else self.default

    def read(self, keys: Sequence[str]) -> Any:
        """What a rule receives for these keys: value(s), or an Aside. Raises Refused: what was expected, what came."""
        if len(keys) == 1 and self.max == 1 and self.kind in ("one", "confirm"):
            for option in self.options:
                if option.key == keys[0]:
                    return option.value
        if self.asides and len(keys) == 1:
            for option in self.asides:
                if option.key == keys[0]:
                    return Aside(option.key, option.value)
        by_key = self._counted(keys)
        match self.kind:
            case "one" | "confirm":
                return by_key[keys[0]].value
            case "some":
                return tuple(option.value for option in self.options if option.key in keys)
            case "allocate":
                return {option.value: keys.count(option.key) for option in self.options if option.key in keys}
            case "each":
                return self._one_of_each(keys)

    def _counted(self, keys: Sequence[str]) -> dict[str, Option]:
        """The options by key. Raises Refused unless these are min..max keys of them, none too often."""
        by_key = {option.key: option for option in self.options}
        if not self.min <= len(keys) <= self.max:
            key = "kernel.refused.exactly" if self.min == self.max else "kernel.refused.count"
            raise Refused(key, rule=self.rule, min=self.min, max=self.max, got=len(keys))
        for key, times in Counter(keys).items():
            if key not in by_key:
                raise Refused("kernel.refused.no_such_option", rule=self.rule, key=key, options=tuple(by_key))
            if times > by_key[key].limit:
                raise Refused("kernel.refused.too_often", rule=self.rule, key=key, times=times, limit=by_key[key].limit)
        return by_key

    def _one_of_each(self, keys: Sequence[str]) -> tuple[Any, ...]:
        """The values in the order of the groups. Raises Refused unless each group has exactly one of these keys."""
        values = []
        for group in self.groups:
            chosen = [option for option in group if option.key in keys]
            if len(chosen) != 1:
                name = self.text if group[0].group is None else read(group[0].group)
                raise Refused("kernel.refused.one_of_each", rule=self.rule, group=name, got=len(chosen))
            values.append(chosen[0].value)
        return tuple(values)

    @property
    def sole_answer(self) -> tuple[str, ...] | None:
        """The one legal answer if there is only one; a confirmation never answers itself."""
        if self.kind == "confirm" or self.asides:
            return None
        if self.room == self.min:
            return tuple(option.key for option in self.options for _ in range(option.limit))
        if self.kind == "allocate" and len(self.options) == 1 and self.min == self.max:
            return (self.options[0].key,) * self.min
        return () if self.max == 0 else None


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What is logged: at `step` the seat answered with these option keys."""

    step: int
    seat: Seat
    keys: tuple[str, ...]


class Event(msgspec.Struct, frozen=True, gc=False):
    """A sentence of the log. `to` None: for everybody; else only for those seats.

    joins: it goes on in the line of the sentence before it (`Table.line`)
    reason: why what is told around it was done: the log sets it apart in small print
    """

    text: Msg
    to: tuple[Seat, ...] | None = None
    joins: bool = False
    reason: bool = False

    def visible_to(self, seat: Seat | None) -> bool:
        return self.to is None or (seat is not None and seat in self.to)

    @property
    def is_deed(self) -> bool:
        """Whether it tells everybody what was done."""
        return self.to is None and not self.reason


class Ask(msgspec.Struct, frozen=True):
    """What a rule waits for: one prompt, or several that are hidden from each other until all are answered."""

    prompts: tuple[Prompt, ...]
    together: bool = False

    def of(self, seat: Seat) -> Prompt | None:
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    @property
    def seats(self) -> tuple[Seat, ...]:
        if len(self.prompts) == 1:
            return (self.prompts[0].seat,)
        return tuple([prompt.seat for prompt in self.prompts])

    def like(self, other: Ask) -> bool:
        """Whether these are the same questions with the same options, whoever lists them."""
        return self.together == other.together and [_told(p) for p in self.prompts] == [_told(p) for p in other.prompts]

    def renewed(self) -> Ask:
        """The same questions after what some seat does not know was dealt anew.

        Raises RuntimeError if the new options do not fit what is kept: min, max or default came from a hand.
        """
        prompts = tuple(_renewed(prompt) for prompt in self.prompts)
        for prompt in prompts:
            prompt.check()
        return msgspec.structs.replace(self, prompts=prompts)


def _renewed(prompt: Prompt) -> Prompt:
    if prompt.renew is None and prompt.beside is None:
        return prompt
    options = prompt.options if prompt.renew is None else tuple(prompt.renew())
    asides = () if prompt.beside is None else tuple(prompt.beside())
    return msgspec.structs.replace(prompt, options=options, asides=asides)


def _told(prompt: Prompt) -> tuple[object, ...]:
    keys = [[(option.key, option.value) for option in options] for options in (prompt.options, prompt.asides)]
    return prompt.seat, prompt.text, prompt.kind, prompt.min, prompt.max, prompt.about, keys
