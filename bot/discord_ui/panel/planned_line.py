"""Words of the planned line: the answers that one press of *Do ★* gives, short enough to be shown before the press.

A thing named `Name #12` is called by its number alone from its second mention on. Steps of one kind that follow one
another share the name with which they begin. A label with a short form (`brief.<key>`) continues the step before it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from bot.discord_ui.page import phone_screen
from engines.kernel.catalogue import BRIEF_PREFIX
from engines.kernel.messages import Message, NounRef, Text
from engines.kernel.stars.suggestions import PlannedAnswer

from .option_menus import format_count
from .question import PanelQuestion

MAX_LINES = 3
"""Lines of small print for the suggested answers that one press gives; fewer if there is no room for more."""
STEP_SEPARATOR = " ▸ "
"""Separates suggested answers; not an arrow, which some labels contain."""
ARROW = " → "
"""Separates the places of one move."""
CONTINUATION = re.compile("[ （]")
"""First sign of what an answer adds to the words of the one before it."""
NUMBERED_NAME = re.compile(r".+ (#\d+)")
BRACKETED = re.compile(r"（[^（）]*）| \([^()]*\)")
"""The brackets behind the name of a step, which a long line leaves out."""


class Step(NamedTuple):
    """One suggested answer in words."""

    keys: tuple[str, ...]
    """Keys of the messages that its words come from."""
    text: str
    """Label of the answer, with its count if it is given several times in a row."""
    continuation: str = ""
    """Short form of the label, for a place that a move reaches next; "" if it has none."""


def write_line(question: PanelQuestion, line: Sequence[PlannedAnswer], *, is_first_numbered: bool = False) -> str:
    """Return what one press does, without brackets if it is too long with them.

    is_first_numbered: the first step is its option's number, if it has one
    """
    steps = format_steps(question, line, is_first_numbered=is_first_numbered)
    text = question.localizer.render_line("panel.line", steps=steps)
    if phone_screen.measure_text(text) <= _measure_lines(MAX_LINES):
        return text
    return question.localizer.render_line("panel.line", steps=BRACKETED.sub("", steps))


def _measure_lines(count: int) -> float:
    """Return the height in px of lines of small print."""
    return count * phone_screen.SMALL_SIZE * phone_screen.LINE_SPACING


def find_shown_line(
    question: PanelQuestion, plan: tuple[PlannedAnswer, ...], max_lines: int
) -> tuple[PlannedAnswer, ...]:
    """Return as many suggested answers as fit completely into these lines of small print, but at least one."""
    height = _measure_lines(max_lines)
    counts = range(len(plan), 1, -1)
    fitting = (n for n in counts if phone_screen.measure_text(write_line(question, plan[:n])) <= height)
    return plan[: next(fitting, 1)]


def find_number(question: PanelQuestion, answer: PlannedAnswer) -> int:
    """Return the number of the option that is the whole answer; 0 if it has none, or the answer is of several."""
    return next((line.number for line in question.all_lines if (line.option.key,) == answer.keys), 0)


def format_steps(question: PanelQuestion, line: Sequence[PlannedAnswer], *, is_first_numbered: bool = False) -> str:
    """Return suggested answers in their order; equal ones in a row are one with its count."""
    number = find_number(question, line[0])
    known_names = {*_iter_numbered_names(question, [question.prompt.text])}
    steps = list[Step]()
    for labels, equal_answers in groupby(line, key=lambda answer: answer.labels):
        words = _write_labels(question, labels, known_names)
        is_numbered = is_first_numbered and bool(number) and not steps
        if is_numbered:
            words = f"{phone_screen.BOLD}{number}{phone_screen.BOLD}"
        text = f"{words}{format_count(len(list(equal_answers)))}"
        keys = tuple(label.key for label in labels if isinstance(label, Message))
        steps.append(Step(keys, text, _write_continuation(question, labels)))
        if not is_numbered:  # its names are not on the screen
            known_names |= {*_iter_numbered_names(question, labels)}
    separator = question.localizer.join_names(("", ""))
    return STEP_SEPARATOR.join(_join_like_steps(steps, question.localizer.colon, separator))


def _write_labels(question: PanelQuestion, labels: Sequence[Text], known_names: Iterable[str]) -> str:
    """Return the words of an answer. known_names: things of which the number is enough."""
    localizer, table = question.localizer, question.table
    names = [localizer.render_message_label(label, table.catalogue, table.names) for label in labels]
    text = localizer.join_names(names) if names else localizer.render_label("panel.none")
    for name in known_names:
        text = text.replace(name, NUMBERED_NAME.sub(r"\1", name))
    return text


def _write_continuation(question: PanelQuestion, labels: Sequence[Text]) -> str:
    """Return the short form of an answer's only label; "" if it has none, or there are several labels."""
    catalogue = question.table.catalogue
    match labels:
        case (Message() as label,) if catalogue.find_related(label, BRIEF_PREFIX) is not None:
            short_form = replace(label, key=BRIEF_PREFIX + label.key)
            return question.localizer.render_message_label(short_form, catalogue, question.table.names)
    return ""


def _iter_numbered_names(question: PanelQuestion, texts: Iterable[Text]) -> Iterator[str]:
    """Yield the names with a number in these texts."""
    for text in texts:
        words = question.localizer.render_message_label(text, question.table.catalogue, question.table.names)
        parts = [] if isinstance(text, NounRef) else [*text.args.values()]
        inner = [part for arg in parts for part in (arg if isinstance(arg, tuple) else (arg,))]
        messages = [part for part in inner if isinstance(part, (Message, NounRef))]
        if messages:
            yield from _iter_numbered_names(question, messages)
        elif NUMBERED_NAME.fullmatch(words):
            yield words


def _join_like_steps(steps: Iterable[Step], colon: str, separator: str) -> list[str]:
    """Return the words of all steps, a step joined to the one before it if both begin with the same name and a colon.

    A move that begins where the one before it ended continues from there. A list is joined to nothing, since nobody
    would see where it ends; a step that only begins the words of the next one is left out.
    """
    joined_steps: list[str] = []
    before = Step((), "")
    for step in steps:
        head, found, rest = step.text.partition(colon)
        head_before, _, rest_before = before.text.partition(colon)
        first_place, arrow, goals = rest.partition(ARROW)
        if joined_steps and step.continuation:
            joined_steps[-1] += ARROW + step.continuation
        elif (
            joined_steps and before.text == joined_steps[-1] and CONTINUATION.match(step.text.removeprefix(before.text))
        ):
            joined_steps[-1] = step.text
        elif not found or step.keys != before.keys or head != head_before or separator in f"{rest_before}{rest}":
            joined_steps.append(step.text)
        elif arrow and f"{ARROW}{rest_before}".endswith((f"{ARROW}{first_place}", f" {first_place}")):
            joined_steps[-1] += ARROW + goals
        else:
            joined_steps[-1] += separator + rest
        before = step
    return joined_steps
