"""Read the reasons of stars as a player does, and list those that are untrue.

Nothing of the gate (`engines/kernel/stars/claims.py`) is used: answers are given to copies of the match, positions are
evaluated anew, and numbers are compared in the words that people read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engines.kernel import Aids, Answer, AnswerLine, Decision, Match, Message, Option, Prompt, SearchBudget
from engines.kernel.messages import LazyText, Text, resolve_text
from engines.kernel.simulation import copy_state
from engines.kernel.stars.suggestions import Advice, add_advice, find_reason, strip_reason

Fact = Callable[[Any, Prompt, str, Message], bool]
"""(State, question, option key, reason) -> whether the reason is true. A game has one per superlative of its own."""
SUPERLATIVE = re.compile(r"\b(most|best|least|cheapest|highest|lowest|worst|none is better|alike)\b")
GAIN = re.compile(r"\+(\d+) (\w+)")
TOLERANCE = 0.1
"""Values of positions that differ by less are equally good to a reader."""
RANKS = {"kernel.aid.steady": 0.5, "kernel.aid.other": 1.0}
"""Reason -> share of the other options that must be worse."""
UNSURPASSED = ("kernel.aid.ahead", "kernel.aid.stop", "kernel.aid.alike")


@dataclass
class StarredQuestion:
    """A question with its stars, as a player sees it."""

    match: Match[Any]
    prompt: Prompt
    aids: Aids
    advice: Advice
    render_text: Callable[[Text], str]
    """Words of a text in English."""
    facts: Mapping[str, Fact]
    plan: AnswerLine = ()
    """The plan that the advice may continue."""

    def list_untrue_reasons(self) -> list[str]:
        """Return a line for each reason that is untrue."""
        shown = add_advice(self.prompt, self.advice, self.aids)
        found = []
        for option in (*shown.options, *shown.side_actions):
            reason = None if option.detail is None else find_reason(resolve_text(option.detail))
            if isinstance(reason, Message):
                found += [
                    f"{self.render(option.label)}: {self.render(reason)} ({fault})"
                    for fault in self.find_faults(option, reason)
                ]
        return found

    def render(self, text: LazyText) -> str:
        return self.render_text(resolve_text(text))

    def find_faults(self, option: Option, reason: Message) -> Iterator[str]:
        for part, is_own in iter_parts(reason):
            yield from self.find_wrong_comparison(option, part)
            if part.key in self.facts:
                if not self.facts[part.key](self.match.state, self.prompt, option.key, part):
                    yield "not so"
            elif not part.key.startswith("kernel.") and SUPERLATIVE.search(self.render(part)):
                yield "a superlative without a fact"
            if is_own and not part.key.startswith("kernel."):
                yield from self.find_wrong_number(option, part)

    def find_wrong_number(self, option: Option, part: Message) -> Iterator[str]:
        """Yield the numbers of a gain that the option itself tells otherwise."""
        assert option.detail is not None
        told = defaultdict(set)
        for number, unit in GAIN.findall(
            f"{self.render(option.label)} {self.render(strip_reason(resolve_text(option.detail)))}"
        ):
            told[unit.removesuffix("s")].add(number)
        for number, unit in GAIN.findall(self.render(part)):
            if told[unit.removesuffix("s")] and number not in told[unit.removesuffix("s")]:
                yield f"the option tells +{'/'.join(told[unit.removesuffix('s')])}"

    # ------------------------------------------------------------ comparisons

    def find_wrong_comparison(self, option: Option, part: Message) -> Iterator[str]:
        others = [key for key in self.list_keys() if key != option.key]
        if part.key in (*RANKS, *UNSURPASSED, "kernel.aid.spares") and self.prompt.max == 1:
            if unknown := [key for key in others if not self.is_foreseeable(key)]:
                yield f"nobody knows what {unknown} bring"
            elif part.key in RANKS or part.key in UNSURPASSED:
                share = RANKS.get(part.key)
                if not any(is_ranked(values, (option.key,), share) for values in self.evaluate_answers()):
                    yield "others are as good"
        if part.key == "kernel.aid.rather":
            own = self.find_state_after((option.key,))
            contrasts = {
                str(contrast)
                for other in self.find_answers(part.args["what"])
                for contrast in self.aids.explain_contrast(self.find_state_after(other), own, self.prompt.seat)
            }
            if not {str(leaf) for leaf, _ in iter_parts(part) if not leaf.key.startswith("kernel.")} & contrasts:
                yield "the two options do not differ by that"

    def list_keys(self) -> list[str]:
        return [option.key for option in (*self.prompt.options, *self.prompt.side_actions)]

    def find_answers(self, labels: Any) -> list[Answer]:
        return [
            (option.key,)
            for option in (*self.prompt.options, *self.prompt.side_actions)
            if (resolve_text(option.label),) == labels
        ]

    def is_foreseeable(self, key: str) -> bool:
        """Return whether nothing is revealed, and nobody else asked, before the seat goes on or its turn ends.

        A confirmation changes nothing: it is worth what the position is worth.
        """
        if self.prompt.kind == "confirm" and key == self.prompt.options[0].key:
            return True
        fork = self.match.fork()
        applied = fork.apply(Decision(fork.step, self.prompt.seat, (key,)))
        return not applied.has_revealed and (
            self.prompt.seat in fork.waiting_seats or bool(applied.frames) or fork.is_over
        )

    def find_state_after(self, answer: Answer) -> Any:
        fork = self.match.fork()
        fork.apply(Decision(fork.step, self.prompt.seat, answer))
        return fork.state

    def evaluate_answers(self) -> Iterator[dict[Answer, float]]:
        """Yield the values of all answers, by a search and at once."""
        world = self.match.imagine_world(self.prompt.seat, self.match.derive_rng("aids", self.prompt.seat))
        for tries, plan in ((self.aids.tries, self.plan), (0, ())):
            root = self.aids.player.explore(world, self.prompt.seat, SearchBudget(tries), plan)
            yield {
                child.line[-1]: child.foreseeable_end.value_now if child.is_certain else root.value_now
                for child in root.children
            }


def is_ranked(values: Mapping[Answer, float], own: Answer, share: float | None) -> bool:
    """Return whether an answer has its place: unsurpassed, or better than this share of the others."""
    others = [value for answer, value in values.items() if answer != own]
    if share is None:
        return all(value <= values[own] + TOLERANCE for value in others)
    worse = sum(value < values[own] for value in others)
    return worse == len(others) if share == 1 else worse > share * len(others)


def iter_parts(reason: Message, is_own: bool = True) -> Iterator[tuple[Message, bool]]:
    """Yield the parts of a reason, each with whether its numbers are those of the option alone."""
    yield reason, is_own
    is_own = is_own and reason.key not in {
        f"kernel.aid.{name}" for name in ("then", "then_more", "in_all", "together", "along", "shared", "rather")
    }
    for arg in reason.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Message):
                yield from iter_parts(part, is_own)


def list_untold_gains(question: StarredQuestion) -> list[str]:
    """Return the gains named by the best reason that its plan does not bring in the true match."""
    match, seat, aids = question.match.fork(), question.prompt.seat, question.aids
    if not question.advice.plans or not question.advice.best:
        return []
    states, hopes = [copy_state(match.state)], set[str]()
    for keys in question.advice.plans[0]:
        prompt = match.find_prompt(seat)
        if prompt is None:
            break
        match.apply(Decision(match.step, seat, keys))
        states.append(copy_state(match.state))
        if (after := match.find_prompt(seat)) is not None:
            hopes |= {str(hope) for hope in aids.explain_hopes(match.state, after)}
    told = hopes | {
        str(message)
        for before, after in combinations(states, 2)
        for explain in (aids.explain_gains, aids.explain_costs)
        for message in explain(before, after, seat)
    }
    own = [key for key in question.advice.best if key in question.advice.plans[0][0]]
    named = [
        leaf for key in own for leaf in iter_gains(question.advice.best[key]) if not leaf.key.startswith("kernel.")
    ]
    return [question.render(leaf) for leaf in named if str(leaf) not in told]


def iter_gains(reason: Message) -> Iterator[Message]:
    """Yield the gains and costs in a reason, without the labels of options."""
    if reason.key in ("kernel.aid.rather", "kernel.aid.along", "kernel.aid.spares"):
        return
    if not reason.key.startswith("kernel."):
        yield reason
        return
    for name, arg in reason.args.items():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if name != "what" and isinstance(part, Message):
                yield from iter_gains(part)
