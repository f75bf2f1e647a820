"""Things distributed over slots: one more, one less, five at once, all that is left; every way at once if few, else
the usual ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from bot.discord_ui.page.layout import MAX_CHOICE, MAX_CHOICES, QUIET, STRONG, Choice, Key, Menu, Row
from engines.kernel import Prompt

from .draft import Draft
from .menus import Block, Line, times
from .question import Question

PLUS_MINUS_SLOTS = 5
"""Up to this many slots get a row with minus and plus; more are chosen in menus."""
HANDFUL = 5
"""How many are placed by one press where there are many."""


def rows(question: Question, shown: list[tuple[int, Block]]) -> tuple[Row, ...]:
    """The controls of a distribution; `shown`: the blocks of this page with their numbers."""
    found: list[Row] = [] if (ways := _ways(question)) is None else [ways]
    if len(question.lines) <= PLUS_MINUS_SLOTS:
        return (*found, *(_buttons(question, line) for line in question.lines))
    for number, block in shown:
        more = tuple(line for line in block.lines if free(question, line))
        several = tuple(line for line in more if free(question, line) > 1)
        less = tuple(line for line in block.lines if question.count(line))
        if more:
            found.append(_menu(question, "plus", "panel.one_more", number, more))
        if several:
            found.append(_menu(question, "rest", "panel.rest_where", number, several))
        if less:
            found.append(_menu(question, "minus", "panel.one_less", number, less))
    return tuple(found)


def free(question: Question, line: Line) -> int:
    """How many more the slot could take now."""
    left = question.prompt.max - question.ticks.total
    return max(0, min(left, line.option.limit - question.count(line)))


def _buttons(question: Question, line: Line) -> Row:
    count, room, index = question.count(line), free(question, line), line.number - 1
    arg = f"{index}.{question.draft}"
    keys = [
        Key(question.id("minus", arg), f"− {line.number}", QUIET, disabled=not count),
        Key(question.id("plus", arg), f"＋ {line.numbered} ({count})", STRONG, disabled=not room),
    ]
    if room > HANDFUL:
        keys.append(Key(question.id("handful", arg), f"＋{HANDFUL}", STRONG))
    if room > 1:
        keys.append(Key(question.id("rest", arg), question.voice.label("panel.rest", count=room), STRONG))
    return tuple(keys)


def _menu(question: Question, verb: str, title: str, number: int, among: tuple[Line, ...]) -> Menu:
    choices = []
    for line in among:
        by = f" ＋{free(question, line)}" if verb == "rest" else ""
        label = f"{line.numbered} ({question.count(line)}/{line.option.limit}){by}"
        choices.append(Choice(str(line.number - 1), label, line.detail))
    custom_id = question.id(verb, f"m{number}.{question.draft}")
    return Menu(custom_id, question.voice.label(title), tuple(choices))


def _ways(question: Question) -> Menu | None:
    """A menu of all answers that it holds, or of the simple ones, if each can be read; None otherwise. One press is the
    answer: a simple one leaves nothing undone that could be had.
    """
    found = list(islice(_answers(question.prompt), MAX_CHOICES + 1))
    if len(found) > MAX_CHOICES:
        found = list(islice(_simple(question.prompt), MAX_CHOICES + 1))
    if question.looking or not 1 < len(found) <= MAX_CHOICES:
        return None
    nothing = question.voice.label("panel.nothing")
    choices = []
    for draft in found:
        placed = [f"{x.numbered}{times(n)}" for x, n in zip(question.lines, draft.counts, strict=True) if n]
        value, label = draft.packed(question.prompt) or "-", " + ".join(placed) or nothing
        if len(label) > MAX_CHOICE or len(value) > MAX_CHOICE:
            return None
        choices.append(Choice(value, label, chosen=bool(question.given) and draft == question.ticks))
    return Menu(question.id("way"), question.voice.label("panel.ways"), tuple(choices))


def _simple(prompt: Prompt) -> Iterator[Draft]:
    """As much as there may be, where it fits one kind alone; nothing, if there is such a one."""
    nothing, most = Draft((0,) * len(prompt.options)), min(prompt.max, prompt.room)
    alone = [index for index, option in enumerate(prompt.options) if option.limit >= most]
    yield from (nothing.changed(index, most, most) for index in alone)
    if alone and not prompt.min:
        yield nothing


def _answers(prompt: Prompt) -> Iterator[Draft]:
    """All distributions, those that place the most in the first slots first."""

    def spread(slots: tuple[int, ...], least: int, most: int) -> Iterator[tuple[int, ...]]:
        if not slots:
            if least <= 0:
                yield ()
            return
        if sum(slots) < least:
            return
        for count in range(min(slots[0], most), -1, -1):
            for others in spread(slots[1:], least - count, most - count):
                yield (count, *others)

    return map(Draft, spread(tuple(option.limit for option in prompt.options), prompt.min, prompt.max))
