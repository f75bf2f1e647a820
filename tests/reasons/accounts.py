"""Count again what a star's reason tells, from Views only, and in the words of both languages.

Neither the reasons of the game (`explain_gains`) nor its costs are used: an `Account` of a game says in the test's own
code which numbers a kind of reason must tell about two Views of the seat.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engines.kernel import Decision, GreedyPlayer, Match, Message, Prompt
from engines.kernel.catalogue import Lang
from engines.kernel.messages import LazyText, NounRef, Text, resolve_text
from engines.kernel.policy import AnswerLine
from engines.kernel.stars.shown_reasons import MERITS, fit_to_line, iter_shorter
from engines.kernel.stars.suggestions import Advice, PlannedAnswer, add_advice, find_reason, iter_parts

Units = tuple[str, str]
"""A word in English, as a regular expression, and in Japanese."""
Amounts = Mapping[Units, int]
NUMBER_WORDS = {"once(?= a turn)": "1", "two": "2"}
NAMES_WITH_DIGITS = re.compile(r"“.*?”|「.*?」|#\d+|(?<![A-Za-z])M\d|\d-\d")
"""Names of things in a sentence, whose digits count nothing."""
SAVINGS = ("kernel.aid.saves", "kernel.aid.unworthy")
"""Reasons that compare what two answers leave."""
LANGS: tuple[Lang, ...] = ("en", "ja")
AFTER_NAMES = ("after_that", "after_that_more")
LATER_NAMES = ("then", "then_more", "next", "later", *AFTER_NAMES)
"""Reasons about later answers: of these, some are said to come after those that one press gives."""
WRAPPERS = frozenset(("alike", "in_all", "together", "shared", "careful", "some", *LATER_NAMES))
"""Reasons about the gains in their `why`."""


class Account(NamedTuple):
    """The contents that one kind of reason must tell."""

    units: Units
    """The thing that its number counts: a word without which the sentence tells something else."""
    recount: Callable[[Any, Any, int, Message], set[int] | Amounts | None]
    """(View before, View after, seat, reason) -> the numbers that it tells, or amounts by name; None: it did
    not happen. A single one may be told without its number.
    """


class Group(NamedTuple):
    """Gains that are told together, with what they cost."""

    gains: tuple[Message, ...]
    costs: tuple[Message, ...]
    is_later: bool
    """They come after gains that the same reason tells first, or that a panel tells as the answers of its press."""
    is_planned: bool = False
    """Later answers bring them, not the answer with the star itself."""
    what: object = None
    """Labels of the later answer that is said to bring them; None: none is named."""
    is_whole: bool = True
    """That answer brings all of them, not only some."""
    is_danger: bool = False
    """They are dangers, which come somewhere in the plan and have no costs."""
    press: int = 0
    """Number of the answers that one press gives, after which they are said to come; 0: they are not."""
    has_all_costs: bool = True
    """All costs are named, not only one of them."""
    is_cut: bool = False
    """More could be said of them: some of their merits may be left out."""


class PlanStep(NamedTuple):
    """One answer of a plan."""

    labels: tuple[Text, ...]
    """Labels of the chosen options."""
    is_free: bool
    """Whether it was a choice, or a side action; else nothing else was worth trying."""


@dataclass
class Retelling:
    """The stars of a question, with the Views of their plans."""

    match: Match[Any]
    prompt: Prompt
    advice: Advice
    render: Callable[[LazyText, Lang], str]
    accounts: Mapping[str, Account]
    list_losses: Callable[[Any, Any, int], Amounts]
    """(View before, View after, seat) -> what the seat has less of."""
    player: GreedyPlayer
    """The computer player, which knows which answers are worth trying."""
    fit: Callable[[Message, Sequence[PlannedAnswer], Any], Message] = fit_to_line
    """The words that a panel makes of a reason."""

    def iter_false_sentences(self, aids: Any) -> Iterator[str]:
        """Yield the parts of reasons that the Views do not bear out."""
        for option in (*(shown := add_advice(self.prompt, self.advice, aids)).options, *shown.side_actions):
            reason = None if option.detail is None else find_reason(resolve_text(option.detail))
            plan = next((plan for plan in self.advice.plans if option.key in plan[0]), None)
            if not isinstance(reason, Message) or plan is None:
                continue
            views, steps = self.play_plan(plan)
            yield from self.iter_false_savings(reason, plan[0])
            for group in self.iter_groups_shown(reason, plan, aids):
                spans = iter_spans(group, steps)
                is_true = any(self.is_true(group, views[start], views[end]) for start, end in spans)
                if not is_true or (group.press and self.is_brought(group, views, steps)):
                    yield f"{self.render(option.label, 'en')}: the Views do not bear out: {self.tell(group)}"

    def iter_groups_shown(self, reason: Message, plan: AnswerLine, aids: Any) -> Iterator[Group]:
        """Yield the gains of a reason as it is advised, and of all forms in which a panel shows it; each only once."""
        found = list[Group]()
        for told, press in self.iter_shown(reason, plan, aids):
            is_rest = _has_part(told, *LATER_NAMES) and _has_part(reason, "both") and not _has_part(told, "both")
            for group in iter_groups(told, Group((), (), is_later=is_rest)):
                dated = group._replace(press=press if group.press else 0)
                if dated not in found:
                    found.append(dated)
        yield from found

    def iter_shown(self, reason: Message, plan: AnswerLine, aids: Any) -> Iterator[tuple[Message, int]]:
        """Yield a reason, then as a panel shows it, in more and in fewer words: that of the best star beside the
        answers that one press gives. Each with the number of these answers.
        """
        yield reason, 1
        line = self.advice.line
        if not line or plan != self.advice.plans[0]:
            yield from ((shown, 1) for shown in iter_shorter(reason))
            return
        for count in sorted({1, max(1, len(line) - 1), len(line)}):
            whole = self.fit(reason, line[:count], aids)
            yield from ((shown, count) for shown in (whole, *iter_shorter(whole)))

    def is_brought(self, group: Group, views: Sequence[Any], steps: Sequence[PlanStep]) -> bool:
        """Return whether the answers of one press bring some of these gains, or are the answer that is said to. An
        account that needs no change to be met, since it counts what there is, dates nothing.
        """
        if group.what in [step.labels for step in steps[1 : group.press]]:
            return True
        at_once = _find_next_choice(steps)
        start, pressed = views[at_once], views[at_once + 1 : group.press + 1]
        dated = [gain for gain in group.gains if gain.key in self.accounts and not self.tells_gain(gain, start, start)]
        return any(self.tells_gain(gain, start, view) for gain in dated for view in pressed)

    def iter_false_savings(self, reason: Message, own: tuple[str, ...]) -> Iterator[str]:
        """Yield the part that says that the answer leaves more than another one, or that this one is not worth its
        costs, if the Views after both differ by anything else.
        """
        if reason.key not in SAVINGS:
            for part in reason.args.values():
                if isinstance(part, Message):
                    yield from self.iter_false_savings(part, own)
            return
        options = (*self.prompt.options, *self.prompt.side_actions)
        texts = {lang: self.render(reason, lang) for lang in LANGS}
        others = [option for option in options if (resolve_text(option.label),) == reason.args["what"]]
        views = [self.play_plan([keys])[0][-1] for keys in (own, *((option.key,) for option in others))]
        losses = [self.list_losses(views[0], view, self.prompt.seat) for view in views[1:]]
        if not any(lost and _tells_amounts(texts, lost) for lost in losses):
            yield f"the Views do not bear out: {texts['en']} / {texts['ja']}"

    def tell(self, group: Group) -> str:
        """Return a group in both languages."""
        return " / ".join(self.render(part, lang) for lang in LANGS for part in (*group.gains, *group.costs))

    def play_plan(self, plan: Sequence[tuple[str, ...]]) -> tuple[list[Any], list[PlanStep]]:
        """Return the Views of the seat before the plan and after each of its answers, and these answers."""
        match, seat = self.match.fork(), self.prompt.seat
        views, steps = [match.build_view(seat)], list[PlanStep]()
        for keys in plan:
            if (prompt := match.find_prompt(seat)) is None:
                break
            side_actions = [option for option in prompt.side_actions if option.key in keys]
            chosen = [*(option for option in prompt.options if option.key in keys), *side_actions]
            is_choice = prompt.kind != "confirm" and len(self.player.prune(match.state, prompt)) > 1
            steps.append(PlanStep(tuple(resolve_text(x.label) for x in chosen), bool(side_actions) or is_choice))
            match.apply(Decision(match.step, seat, keys))
            views.append(match.build_view(seat))
        return views, steps

    def is_true(self, group: Group, before: Any, after: Any) -> bool:
        """Return whether the change between the Views is what both languages tell."""
        seat = self.prompt.seat
        if group.is_danger:
            return all(self.tells_gain(danger, before, after) for danger in group.gains)
        losses = self.list_losses(before, after, seat)
        texts = {lang: " ".join(self.render(part, lang) for part in group.costs) for lang in LANGS}
        told = [losses] if group.has_all_costs else [{unit: n} for unit, n in losses.items()]
        has_costs = any(_tells_amounts(texts, lost) for lost in told)
        return has_costs and all(self.tells_gain(gain, before, after, is_cut=group.is_cut) for gain in group.gains)

    def tells_gain(self, gain: Message, before: Any, after: Any, *, is_cut: bool = False) -> bool:
        """Return whether both languages tell what happened. Kinds without an account are taken on trust.

        is_cut: some merits of a gain are left out; the account is that of all, which are told first
        """
        account = self.accounts.get(gain.key)
        if account is None or (is_cut and MERITS in gain.args):
            return True
        told, texts = (
            account.recount(before, after, self.prompt.seat, gain),
            {lang: self.render(gain, lang) for lang in LANGS},
        )
        if told is None or not _has_units(texts, account.units):
            return False
        if isinstance(told, Mapping):
            return _tells_amounts(texts, told)
        found = [list_numbers(text) for text in texts.values()]
        return all(numbers <= told and told - {1} <= numbers for numbers in found)


def list_numbers(text: str) -> set[int]:
    """Return the numbers that a sentence tells, without those in names."""
    plain = NAMES_WITH_DIGITS.sub("", text)
    for word, digit in NUMBER_WORDS.items():
        plain = re.sub(rf"\b{word}\b", digit, plain)
    return {int(number) for number in re.findall(r"\d+", plain)}


def _has_units(texts: Mapping[Lang, str], units: Units) -> bool:
    return all(re.search(unit, text) is not None for unit, text in zip(units, texts.values(), strict=True))


def _tells_amounts(texts: Mapping[Lang, str], amounts: Amounts) -> bool:
    """Return whether both languages tell each of these amounts, and no other number."""
    english, japanese = texts["en"], texts["ja"]
    return all(
        re.search(rf"\b{n} (more )?{en}", english) and re.search(rf"(?<!\d){n}{ja}|{ja}\+?{n}(?!\d)", japanese)
        for (en, ja), n in amounts.items()
    ) and all(len(re.findall(r"\d+", NAMES_WITH_DIGITS.sub("", text))) == len(amounts) for text in texts.values())


def iter_spans(group: Group, steps: Sequence[PlanStep]) -> Iterator[tuple[int, int]]:
    """Yield (start, end), numbers of answers given, between which the gains of a group may have come.

    A gain at once comes before the next choice; a later one, not before the answer that is said to bring it.
    """
    end = len(steps)
    if group.is_danger:
        yield from ((0, n) for n in range(1, end + 1))
        return
    at_once = _find_next_choice(steps)
    start = at_once if group.is_later else 0
    if group.what is None:
        ends = range(at_once + 1, end + 1) if group.is_planned else range(1, at_once + 1)
        yield from ((start, n) for n in ends)
        return
    for number, step in enumerate(steps):
        if number >= at_once and step.labels == group.what:
            first = number + 1 if group.is_whole else at_once + 1
            yield from ((start, n) for n in range(first, end + 1))


def _find_next_choice(steps: Sequence[PlanStep]) -> int:
    """Return the number of answers that are given before the next choice."""
    return next((n for n in range(1, len(steps)) if steps[n].is_free), len(steps))


def _has_part(reason: Message, *names: str) -> bool:
    return any(part.key.removeprefix("kernel.aid.") in names for part in iter_parts(reason))


def iter_groups(reason: Message, told: Group) -> Iterator[Group]:
    """Yield the gains of a reason, together as they are told, and the dangers that it names. told: where they come"""
    why, costs, name = reason.args.get("why"), reason.args.get("costs", ()), reason.key.removeprefix("kernel.aid.")
    if name in ("careful", "warns") and isinstance(dangers := reason.args["dangers"], tuple):
        yield told._replace(gains=tuple(danger for danger in dangers if isinstance(danger, Message)), is_danger=True)
    if "what" in reason.args and name in LATER_NAMES:
        is_whole = not name.endswith("_more")
        told = told._replace(what=reason.args["what"], is_whole=is_whole, press=int(name in AFTER_NAMES))
    elif name in LATER_NAMES:
        told = told._replace(is_planned=True)
    if name == "both":
        for part_name in ("now", "then"):
            part, is_later = reason.args[part_name], part_name == "then"
            assert isinstance(part, Message)
            yield from iter_groups(part, Group((), (), is_later, is_planned=is_later))
    elif name in ("priced", "paid"):
        assert isinstance(why, Message) and isinstance(costs, tuple)
        parts = tuple(part for part in (*costs, reason.args.get("cost")) if isinstance(part, Message))
        is_cut = why.key == "kernel.aid.some"
        yield told._replace(gains=_list_gains(why), costs=parts, has_all_costs=name == "priced", is_cut=is_cut)
    elif name in WRAPPERS and isinstance(why, Message):
        yield from iter_groups(why, told._replace(is_cut=told.is_cut or name == "some"))
    elif name == "gains" or not reason.key.startswith("kernel."):
        yield told._replace(gains=_list_gains(reason))


def _list_gains(why: Message) -> tuple[Message, ...]:
    if why.key == "kernel.aid.gains":
        gains = why.args["gains"]
        assert isinstance(gains, tuple)
        return tuple(leaf for gain in gains if isinstance(gain, Message) for leaf in _list_gains(gain))
    if why.key in ("kernel.aid.in_all", "kernel.aid.some"):
        inner = why.args["why"]
        assert isinstance(inner, Message)
        return _list_gains(inner)
    return (why,)


def name_argument(reason: Message, name: str) -> str:
    """Return the last part of the noun that an argument names: "kashgar" of `cities.kashgar`."""
    noun = reason.args[name]
    return noun.path.rpartition(".")[2] if isinstance(noun, NounRef) else str(noun)
