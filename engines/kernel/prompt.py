"""Questions to players: choose min..max of these options. One shape serves every decision of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec

from .messages import LazyText, Message, Refused, Seat, Text, Wording, resolve_text

CHECKS_PROMPTS = False
"""Whether every question is checked when it is put (`Prompt.check`). Tests switch it on; shipped rules have passed."""


class Option(msgspec.Struct, frozen=True):
    """One legal choice."""

    key: str
    """Never changes, unique in its prompt, at most 40 characters of `a-z0-9_:.+-` ("buy:41"); logs store it."""
    value: Any
    """The result that the rule receives: an id or frozen content, never a part of the State."""
    label: LazyText
    """A few words for a button, or a noun."""
    detail: LazyText | None = None
    """The consequence in a few words ("costs 2, leaves 5"), shown below the label."""
    group: LazyText | None = None
    """The heading of the option in a long list; if a function makes it, the same one for the whole group."""
    place: str | None = None
    """Its anchor on the picture ("city:roma"), where the same number is drawn."""
    limit: int = 1
    """Maximum number of times it may be chosen in one answer (allocation of cubes); 1 elsewhere."""
    variant: Text | None = None
    """The variant of the options it belongs to ("at the left end"): a question shows one variant at a time, with a
    switch. None: it is shown in all of them.
    """


Options = Sequence[Option] | Callable[[], Sequence[Option]]
"""The legal choices. A function if they depend on hidden information (a hand), because an imagined world with another
deal lists them again, or if side actions may change them. It reads only the State, nothing that a rule computed from it
before.
"""


class ComputedDefault(msgspec.Struct, frozen=True):
    """A time-out answer that is computed when the clock runs out, for questions whose options depend on a hand."""

    compute_answer: Callable[[tuple[Option, ...]], tuple[str, ...]]
    """(options when the clock runs out) -> keys."""
    description: Message
    """The same in a few words that are true for every hand ("the first card of the hand")."""


FIRST_OPTION = ComputedDefault(lambda options: (options[0].key,), Message("kernel.default.first"))
"""The first option of any list."""


class SideAction(msgspec.Struct, frozen=True):
    """The result of `Prompt.parse_answer` if a side action was chosen instead of an answer
    (`GameContext.side_actions`).
    """

    key: str
    """Of the chosen option, by which its handler is found."""
    value: Any
    """`Option.value` of the chosen option, for the handler."""


PromptKind = Literal["one", "some", "allocate", "each", "confirm"]


class Prompt(msgspec.Struct, frozen=True):
    """A question to one seat. Its answer is a tuple of option keys.

    Only the options and side actions may depend on hidden information; an imagined world lists them again and keeps the
    rest. All functions read the State of the open question.
    """

    seat: Seat
    """The seat that is asked. A question to several seats is one prompt for each (`PromptSet`)."""
    question: Message | Wording
    """The sentence of the question; the `**args` of the asking method are its arguments, values or functions of public
    knowledge. Readers take `text`.
    """
    options: tuple[Option, ...]
    """In the order in which they are numbered; those of one group stand together."""
    min: int = 1
    """Fewest keys in an answer; the number of groups for "each"."""
    max: int = 1
    """Most keys in an answer; equal to `min` for "each"."""
    kind: PromptKind = "one"
    """Number of options in an answer: "one" (exactly one), "some" (min..max different ones), "allocate" (keys may
    repeat up to `limit`, min..max in all), "each" (exactly one of each group), "confirm" (one button).
    """
    default: tuple[str, ...] | ComputedDefault | None = None
    """The keys of the time-out answer, or the rule that computes them; None = the question waits without limit."""
    topic: str | None = None
    """Preset answers for this topic may answer it."""
    rule: str | None = None
    """The paragraph that asks, e.g. "R6.1"."""
    renew_options: Callable[[], Sequence[Option]] | None = None
    """Lists the options again; None = they depend on public information only."""
    subject: Any = None
    """The subject of the question as typed data of the game, for code that answers or draws it without reading
    sentences.
    """
    side_actions: tuple[Option, ...] = ()
    """Options beside the question: one of them, alone, is an answer too, and then the question comes again."""
    renew_side_actions: Callable[[], Sequence[Option]] | None = None
    """Lists the side actions again."""

    def check(self) -> None:
        """Raise RuntimeError with the reason if a rule has built an impossible question.

        The characters of keys are left to the contract suite.
        """
        keys = {option.key for option in (*self.options, *self.side_actions)}
        if len(keys) < len(self.options) + len(self.side_actions):
            raise self._build_error(
                f"is offered a key twice: {[option.key for option in (*self.options, *self.side_actions)]}"
            )
        if self.min > self.max:
            raise self._build_error(f"must choose {self.min} to {self.max}")
        if self.kind == "each" and len({str(group[0].group) for group in self.groups}) < len(self.groups):
            raise self._build_error(f"must choose one of each group, but a group is torn apart: {[*keys]}")
        self.check_enough()
        if (timeout_answer := self.timeout_answer) is not None:
            try:
                self.parse_answer(timeout_answer)
            except Refused as refused:
                raise self._build_error(f"cannot answer its default {timeout_answer}: {refused}") from refused

    def check_reachable(self) -> None:
        """Raise RuntimeError if the numbers of a question among side actions do not fit what is offered now."""
        if self.kind in ("some", "allocate") and self.max > self.capacity:
            raise self._build_error(f"may choose up to {self.max}, but only {self.capacity} are offered")

    def check_enough(self) -> None:
        """Raise RuntimeError if no answer is legal, because the game could never continue."""
        if len(self.options) < self.min and self.capacity < self.min:
            raise self._build_error(f"must choose {self.min} of {len(self.options)} legal options")

    def _build_error(self, problem: str) -> RuntimeError:
        return RuntimeError(f"{self.question_key}: seat {self.seat} {problem}")

    @property
    def text(self) -> Message:
        """The question in words, with arguments that are computed now if they are functions."""
        return self.question if isinstance(self.question, Message) else self.question.build_message()

    @property
    def question_key(self) -> str:
        """The kind of question regardless of its numbers: the key of an answer to all questions of the kind."""
        return self.question.key

    @property
    def capacity(self) -> int:
        """Maximum number of keys in an answer, apart from `max`."""
        return sum([option.limit for option in self.options]) if self.kind == "allocate" else len(self.options)

    @property
    def groups(self) -> tuple[tuple[Option, ...], ...]:
        """The options group by group; those of one group are adjacent."""
        groups: list[list[Option]] = []
        for option in self.options:
            if groups and groups[-1][0].group == option.group:
                groups[-1].append(option)
            else:
                groups.append([option])
        return tuple(tuple(group) for group in groups)

    @property
    def variants(self) -> tuple[Text, ...]:
        """The variants of the options, of which one is shown at a time; empty if there is no such choice.

        Only for a choice of one option without side actions: other questions show all options.
        """
        variants: list[Text] = []
        for option in self.options:
            if option.variant is not None and option.variant not in variants:
                variants.append(option.variant)
        return tuple(variants) if len(variants) > 1 and self.kind == "one" and not self.side_actions else ()

    @property
    def first_number(self) -> int:
        """Number of the first option; 0 for a confirmation beside side actions, which begin with 1."""
        return 0 if self.kind == "confirm" and self.side_actions else 1

    def list_options(self, variant: int = 0) -> tuple[Option, ...]:
        """Return the options that are shown with this variant (by its number)."""
        variants = self.variants
        if not variants:
            return self.options
        return tuple(option for option in self.options if option.variant in (None, variants[variant % len(variants)]))

    @property
    def timeout_answer(self) -> tuple[str, ...] | None:
        """The present time-out answer; None = the question waits without limit."""
        return self.default.compute_answer(self.options) if isinstance(self.default, ComputedDefault) else self.default

    def parse_answer(self, keys: Sequence[str]) -> Any:
        """Return the result for these keys: value(s), or a SideAction. Raises Refused with the expected and the given
        keys.
        """
        if len(keys) == 1 and self.max == 1 and self.kind in ("one", "confirm"):
            for option in self.options:
                if option.key == keys[0]:
                    return option.value
        if self.side_actions and len(keys) == 1:
            for option in self.side_actions:
                if option.key == keys[0]:
                    return SideAction(option.key, option.value)
        by_key = self._check_keys(keys)
        match self.kind:
            case "one" | "confirm":
                return by_key[keys[0]].value
            case "some":
                return tuple(option.value for option in self.options if option.key in keys)
            case "allocate":
                return {option.value: keys.count(option.key) for option in self.options if option.key in keys}
            case "each":
                return self._parse_one_of_each(keys)

    def _check_keys(self, keys: Sequence[str]) -> dict[str, Option]:
        """Return the options by key. Raises Refused unless these are min..max keys of them, none too often."""
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

    def _parse_one_of_each(self, keys: Sequence[str]) -> tuple[Any, ...]:
        """Return the values in the order of the groups. Raises Refused unless each group has
        exactly one of these keys.
        """
        values = []
        for group in self.groups:
            chosen = [option for option in group if option.key in keys]
            if len(chosen) != 1:
                name = self.text if group[0].group is None else resolve_text(group[0].group)
                raise Refused("kernel.refused.one_of_each", rule=self.rule, group=name, got=len(chosen))
            values.append(chosen[0].value)
        return tuple(values)

    @property
    def sole_answer(self) -> tuple[str, ...] | None:
        """The one legal answer if there is only one; None for confirmations, which never answer themselves."""
        if self.kind == "confirm" or self.side_actions:
            return None
        if self.capacity == self.min:
            return tuple(option.key for option in self.options for _ in range(option.limit))
        if self.kind == "allocate" and len(self.options) == 1 and self.min == self.max:
            return (self.options[0].key,) * self.min
        return () if self.max == 0 else None


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A logged answer of one seat to one question."""

    step: int
    """Number of questions before the answered one, from 0; all answers to one `PromptSet` have the same."""
    seat: Seat
    """The one that was asked."""
    keys: tuple[str, ...]
    """Option keys, each as often as it was chosen (`allocate`); empty if the answer is "nothing"."""


class LogEvent(msgspec.Struct, frozen=True, gc=False):
    """A sentence of the log."""

    text: Message
    """One sentence, or several joined to a line (`LINE_KEY`)."""
    to: tuple[Seat, ...] | None = None
    """The seats that may read it; None: everybody."""
    continues_line: bool = msgspec.field(default=False, name="joins")
    """It continues the line of the sentence before it (`GameContext.log_line`)."""
    is_reason: bool = msgspec.field(default=False, name="reason")
    """It gives the reason for the events around it: the log sets it apart in small print."""

    def is_visible_to(self, seat: Seat | None) -> bool:
        return self.to is None or (seat is not None and seat in self.to)

    @property
    def is_action(self) -> bool:
        """Whether it reports an action to everybody."""
        return self.to is None and not self.is_reason


class PromptSet(msgspec.Struct, frozen=True):
    """The questions that a rule waits for: one prompt, or several that are hidden from each other until all are
    answered.
    """

    prompts: tuple[Prompt, ...]
    """One for each asked seat, in the order given by the rule."""
    is_simultaneous: bool = False
    """True: answers are hidden until the last one is in, even if only one seat is asked."""

    def find_prompt(self, seat: Seat) -> Prompt | None:
        for prompt in self.prompts:
            if prompt.seat == seat:
                return prompt
        return None

    @property
    def seats(self) -> tuple[Seat, ...]:
        if len(self.prompts) == 1:
            return (self.prompts[0].seat,)
        return tuple([prompt.seat for prompt in self.prompts])

    def is_same_as(self, other: PromptSet) -> bool:
        """Return whether these are the same questions with the same options, regardless of the functions that list
        them or compute an argument.
        """
        return self.is_simultaneous == other.is_simultaneous and [_build_comparison_key(p) for p in self.prompts] == [
            _build_comparison_key(p) for p in other.prompts
        ]

    def renew_options(self) -> PromptSet:
        """Return the same questions after hidden information was redealt.

        Raises RuntimeError if the new options do not fit the parts that stay: min, max or default came from a hand.
        """
        prompts = tuple(_renew_prompt(prompt) for prompt in self.prompts)
        for prompt in prompts:
            prompt.check()
        return msgspec.structs.replace(self, prompts=prompts)


def _renew_prompt(prompt: Prompt) -> Prompt:
    if prompt.renew_options is None and prompt.renew_side_actions is None:
        return prompt
    options = prompt.options if prompt.renew_options is None else tuple(prompt.renew_options())
    side_actions = () if prompt.renew_side_actions is None else tuple(prompt.renew_side_actions())
    return msgspec.structs.replace(prompt, options=options, side_actions=side_actions)


def _build_comparison_key(prompt: Prompt) -> tuple[object, ...]:
    keys = [[(option.key, option.value) for option in options] for options in (prompt.options, prompt.side_actions)]
    args = {name: arg for name, arg in prompt.question.args.items() if not callable(arg)}
    return prompt.seat, prompt.question_key, args, prompt.kind, prompt.min, prompt.max, prompt.subject, keys
