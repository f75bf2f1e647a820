"""Read the reasons of stars as a player does, and list those that are untrue.

Nothing of the gate (`engines/kernel/stars/claims.py`) is used: answers are given to copies of the match, positions are
evaluated anew, and numbers are compared in the words that people read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, combinations_with_replacement, islice, permutations, product
from typing import Any

from engines.kernel import Aids, Answer, AnswerLine, Decision, Match, Message, Option, Prompt, SearchBudget
from engines.kernel.messages import LazyText, Text, resolve_text
from engines.kernel.simulation import copy_state
from engines.kernel.stars.suggestions import Advice, add_advice, find_reason, is_suggested, strip_reason
from tests.reasons.accounts import SAVINGS

Fact = Callable[[Any, Prompt, str, Message], bool]
"""(State, question, option key, reason) -> whether the reason is true. A game has one per superlative of its own."""
SUPERLATIVE = re.compile(r"\b(most|best|least|cheapest|highest|lowest|worst|none is better|alike)\b")
AMOUNT = re.compile(r"(\+?)(?<![#\d])(\d+) ((\w+)[^,;:·()“”→+]*)")
"""A number with what it counts, not that of a card. A gain (`+2 VP`) counts its first word, any other number the whole
phrase.
"""
DIGIT = re.compile(r"\d")
MAX_COMPARED = 1000
"""A comparison among more combinations than this is proven by nobody."""
TOLERANCE = 0.1
"""Values of positions that differ by less are equally good to a reader."""
RANKS = {"kernel.aid.steady": 0.5, "kernel.aid.other": 1.0}
"""Reason -> share of the other options that must be worse."""
PARENTHESES = re.compile(r"\(.*?\)")
NOT_OF_OPTION = frozenset(f"kernel.aid.{name}" for name in ("then", "then_more", "in_all", "together", "shared"))
"""Reasons whose numbers are not those of the option alone."""
UNSURPASSED = ("kernel.aid.ahead", "kernel.aid.stop", "kernel.aid.stop_sure", "kernel.aid.alike")


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
    naming_labels: Collection[str] = ()
    """Keys of labels whose numbers belong to the name of a thing, and are not what the option brings."""

    def list_untrue_reasons(self) -> list[str]:
        """Return a line for each reason that is untrue."""
        shown = add_advice(self.prompt, self.advice, self.aids)
        found = []
        for option in (*shown.options, *shown.side_actions):
            reason = None if option.detail is None else find_reason(resolve_text(option.detail))
            if isinstance(reason, Message):
                found += [
                    f"{self.render(option.label)}: {self.render(reason)} ({fault})"
                    for fault in (*self.iter_faults(option, reason), *self.iter_unproven_parts(option, reason))
                ]
        return found

    def render(self, text: LazyText) -> str:
        return self.render_text(resolve_text(text))

    def iter_faults(self, option: Option, reason: Message) -> Iterator[str]:
        for part in iter_parts(reason):
            yield from self.iter_wrong_comparisons(option, part)
            if part.key in self.facts:
                if not self.facts[part.key](self.match.state, self.prompt, option.key, part):
                    yield "not so"
            elif not part.key.startswith("kernel.") and SUPERLATIVE.search(self.render(part)):
                yield "a superlative without a fact"
        for gain in iter_gains(reason, NOT_OF_OPTION):
            yield from self.iter_wrong_numbers(option, gain)

    def iter_unproven_parts(self, option: Option, reason: Message) -> Iterator[str]:
        """Yield the gains and costs that the plan of the option does not bring, a gain that it brings once and that is
        named twice, and numbers that nothing proves.
        """
        parts = list(iter_gains(reason))
        plan = next((plan for plan in self.advice.plans if option.key in plan[0]), None)
        if plan is None:
            for part in parts:
                if part.key not in self.facts and DIGIT.search(self.render(part)):
                    yield f"a number without a fact: {self.render(part)}"
            return
        states, told = self.play_plan(plan)
        brought_once = {str(gain) for gain in self.aids.explain_gains(states[0], states[-1], self.prompt.seat)}
        for part in parts:
            if str(part) not in told:
                yield f"not brought: {self.render(part)}"
            elif str(part) in brought_once and parts.count(part) > 1:
                yield f"named twice: {self.render(part)}"

    def play_plan(self, plan: AnswerLine) -> tuple[list[Any], set[str]]:
        """Play a plan in the true match. Return the States, and all its gains, costs and hopes as strings."""
        match, seat, aids = self.match.fork(), self.prompt.seat, self.aids
        states, told = [self.copy_shown_state(match)], set[str]()
        for keys in plan:
            if match.find_prompt(seat) is None:
                break
            match.apply(Decision(match.step, seat, keys))
            states.append(self.copy_shown_state(match))
            if (after := match.find_prompt(seat)) is not None:
                told |= {str(hope) for hope in aids.explain_hopes(match.state, after)}
        for before, after_state in combinations(states, 2):
            for explain in (aids.explain_gains, aids.explain_dangers):
                told |= {str(message) for message in explain(before, after_state, seat)}
        return states, told

    def copy_shown_state(self, match: Match[Any]) -> Any:
        """Return the State as the seat's open question shows it."""
        return self.aids.show_declared(copy_state(match.state), match.find_prompt(self.prompt.seat))

    def iter_wrong_numbers(self, option: Option, part: Message) -> Iterator[str]:
        """Yield the numbers of a gain that the option itself tells otherwise."""
        assert option.detail is not None
        own_detail = strip_reason(resolve_text(option.detail))
        label = resolve_text(option.label)
        is_name = isinstance(label, Message) and label.key in self.naming_labels
        texts = [*(() if is_name else (label,)), *(() if is_suggested(own_detail) else (own_detail,))]
        told = defaultdict[str, set[int]](set)
        for text in texts:
            for plus, number, thing in iter_amounts(self.render(text)):
                told[thing].add(number)
                told[plus + thing].add(number)
        for plus, number, thing in iter_amounts(PARENTHESES.sub("", self.render(part))):
            amounts = told[plus + thing]
            nets = {more - less for more, less in permutations(amounts, 2)}  # "1 camel → 3 camels" are +2 camels
            if amounts and number not in amounts | nets:
                yield f"the option tells {'/'.join(map(str, sorted(amounts)))} {thing}"

    # ------------------------------------------------------------ comparisons

    def iter_wrong_comparisons(self, option: Option, part: Message) -> Iterator[str]:
        own = next((plan[0] for plan in self.advice.plans if option.key in plan[0]), (option.key,))
        if part.key in (*RANKS, *UNSURPASSED, "kernel.aid.spares"):
            answers = self.list_answers()
            if part.key == "kernel.aid.stop_sure":
                answers = [answer for answer in answers if answer == own or self.is_foreseeable(answer)]
            if len(answers) > MAX_COMPARED:
                yield "nobody compares so many combinations"
            elif unknown := [answer for answer in answers if answer != own and not self.is_foreseeable(answer)]:
                yield f"nobody knows what {unknown} bring"
            elif part.key in RANKS or part.key in UNSURPASSED:
                share = RANKS.get(part.key)
                if not any(is_ranked(values, own, share) for values in self.evaluate_answers(answers)):
                    yield "others are as good"
        if part.key == "kernel.aid.rather":
            own_state = self.find_state_after(own)
            contrasts = {
                str(contrast)
                for other in self.list_answers_with_labels(part.args["what"])
                for contrast in self.aids.explain_contrast(self.find_state_after(other), own_state, self.prompt.seat)
            }
            if not {str(leaf) for leaf in iter_parts(part) if not leaf.key.startswith("kernel.")} & contrasts:
                yield "the two options do not differ by that"

    def list_answers(self) -> list[Answer]:
        """Return the answers that a player sees, all combinations; of too many, one more than are compared."""
        prompt, found = self.prompt, list[Answer]()
        keys = [option.key for option in prompt.options]
        match prompt.kind:
            case "one" | "confirm":
                return [(option.key,) for option in (*prompt.options, *prompt.side_actions)]
            case "each":
                answers: Iterator[Answer] = product(*([option.key for option in group] for group in prompt.groups))
            case _:
                sizes = range(prompt.min, prompt.max + 1)
                limits = {option.key: option.limit for option in prompt.options}
                answers = (
                    answer
                    for answer in chain.from_iterable(combinations_with_replacement(keys, size) for size in sizes)
                    if all(answer.count(key) <= limits[key] for key in answer)
                )
        found += islice(answers, MAX_COMPARED + 1)
        return [*found, *((option.key,) for option in prompt.side_actions)]

    def list_answers_with_labels(self, labels: Any) -> list[Answer]:
        options = (*self.prompt.options, *self.prompt.side_actions)
        return [
            answer
            for answer in self.list_answers()
            if tuple(resolve_text(option.label) for option in options if option.key in answer) == labels
        ]

    def is_foreseeable(self, answer: Answer) -> bool:
        """Return whether nothing is revealed, and nobody else asked, before the seat goes on or its turn ends.

        A confirmation changes nothing: it is worth what the position is worth.
        """
        if self.prompt.kind == "confirm" and answer == (self.prompt.options[0].key,):
            return True
        fork = self.match.fork()
        applied = fork.apply(Decision(fork.step, self.prompt.seat, answer))
        return not applied.has_revealed and (
            self.prompt.seat in fork.waiting_seats or bool(applied.frames) or fork.is_over
        )

    def find_state_after(self, answer: Answer) -> Any:
        fork = self.match.fork()
        fork.apply(Decision(fork.step, self.prompt.seat, answer))
        return self.copy_shown_state(fork)

    def evaluate_answers(self, answers: Sequence[Answer]) -> Iterator[dict[Answer, float]]:
        """Yield the values of these answers, by a search and at once; the search need not have tried them all."""
        player, seat = self.aids.player, self.prompt.seat
        world = self.match.imagine_world(seat, self.match.derive_rng("aids", seat))
        for tries, plan in ((self.aids.tries, self.plan), (0, ())):
            root = player.explore(world, seat, SearchBudget(tries), plan)
            values = {
                child.line[-1]: child.foreseeable_end.value_now if child.is_certain else root.value_now
                for child in root.children
            }
            untried = [answer for answer in answers if answer not in values]
            yield values | {
                answer: player.find_arrival(world, seat, answer, SearchBudget(tries)).value_now for answer in untried
            }


def is_ranked(values: Mapping[Answer, float], own: Answer, share: float | None) -> bool:
    """Return whether an answer has its place: unsurpassed, or better than this share of the others."""
    others = [value for answer, value in values.items() if answer != own]
    if share is None:
        return all(value <= values[own] + TOLERANCE for value in others)
    worse = sum(value < values[own] for value in others)
    return worse == len(others) if share == 1 else worse > share * len(others)


def iter_amounts(words: str) -> Iterator[tuple[str, int, str]]:
    """Yield (sign, number, what is counted) of each number in these words."""
    for plus, number, phrase, word in AMOUNT.findall(words):
        things = (word, phrase) if plus or word == phrase.strip() else (phrase,)
        yield from ((plus, int(number), thing.strip().removesuffix("s")) for thing in {*things})


def iter_parts(reason: Message) -> Iterator[Message]:
    """Yield the parts of a reason."""
    yield reason
    for arg in reason.args.values():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if isinstance(part, Message):
                yield from iter_parts(part)


def iter_gains(reason: Message, without: Collection[str] = ()) -> Iterator[Message]:
    """Yield the gains and dangers in a reason, without labels of options, and costs (`accounts`).

    without: keys of parts whose gains are left out
    """
    if reason.key in ("kernel.aid.rather", "kernel.aid.along", "kernel.aid.spares", *SAVINGS, *without):
        return
    if not reason.key.startswith("kernel."):
        yield reason
        return
    for name, arg in reason.args.items():
        for part in arg if isinstance(arg, tuple) else (arg,):
            if name not in ("what", "costs") and isinstance(part, Message):
                yield from iter_gains(part, without)
