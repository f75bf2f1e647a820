"""Controls of a distribution of things over slots: plus and minus, five at once, all the rest.

A menu offers all distributions at once if there are few, else the simple ones.
"""

from collections.abc import Iterator
from itertools import islice

from bot.discord_ui.page import layout
from engines.kernel import Prompt

from .draft import Draft
from .option_menus import MenuBlock, OptionLine, format_count
from .question import PanelQuestion

PLUS_MINUS_SLOTS = 5
"""Up to this many slots get a row with minus and plus; more are chosen in menus."""
SEVERAL = 5
"""Number of things that the button "+5" places."""


def build_distribution_rows(
    question: PanelQuestion, numbered_blocks: list[tuple[int, MenuBlock]]
) -> tuple[layout.ActionRow, ...]:
    """Return the controls of a distribution. numbered_blocks: (number, block) of this page's blocks."""
    controls: list[layout.ActionRow] = [] if (answers_menu := _build_answers_menu(question)) is None else [answers_menu]
    if len(question.lines) <= PLUS_MINUS_SLOTS:
        return (*controls, *(_build_slot_buttons(question, line) for line in question.lines))
    for number, block in numbered_blocks:
        more = tuple(line for line in block.lines if count_addable(question, line))
        several = tuple(line for line in more if count_addable(question, line) > 1)
        less = tuple(line for line in block.lines if question.count_selected(line))
        if more:
            controls.append(_build_slot_menu(question, "plus", "panel.one_more", number, more))
        if several:
            controls.append(_build_slot_menu(question, "rest", "panel.rest_where", number, several))
        if less:
            controls.append(_build_slot_menu(question, "minus", "panel.one_less", number, less))
    return tuple(controls)


def count_addable(question: PanelQuestion, line: OptionLine) -> int:
    """Return how many more the slot can take now."""
    total_left = question.prompt.max - question.selection.total
    return max(0, min(total_left, line.option.limit - question.count_selected(line)))


def _build_slot_buttons(question: PanelQuestion, line: OptionLine) -> layout.ActionRow:
    count, addable, index = question.count_selected(line), count_addable(question, line), line.number - 1
    arg = f"{index}.{question.draft_code}"
    plus = f"＋ {line.numbered_label}{question.localizer.bracket(str(count))}"
    keys = [
        layout.Button(question.build_id("minus", arg), f"− {line.number}", layout.SECONDARY, disabled=not count),
        layout.Button(question.build_id("plus", arg), plus, layout.PRIMARY, disabled=not addable),
    ]
    if addable > SEVERAL:
        keys.append(layout.Button(question.build_id("handful", arg), f"＋{SEVERAL}", layout.PRIMARY))
    if addable > 1:
        keys.append(
            layout.Button(
                question.build_id("rest", arg),
                question.localizer.render_label("panel.rest", count=addable),
                layout.PRIMARY,
            )
        )
    return tuple(keys)


def _build_slot_menu(
    question: PanelQuestion, verb: str, title: str, number: int, slots: tuple[OptionLine, ...]
) -> layout.SelectMenu:
    choices = []
    for line in slots:
        suffix = f" ＋{count_addable(question, line)}" if verb == "rest" else ""
        count = question.localizer.bracket(f"{question.count_selected(line)}/{line.option.limit}")
        label = f"{line.numbered_label}{count}{suffix}"
        choices.append(layout.Choice(str(line.number - 1), label, line.detail))
    custom_id = question.build_id(verb, f"m{number}.{question.draft_code}")
    return layout.SelectMenu(custom_id, question.localizer.render_label(title), tuple(choices))


def _build_answers_menu(question: PanelQuestion) -> layout.SelectMenu | None:
    """Return a menu of complete answers: all distributions or, if too many, the simple ones.

    None if there are too many of those, or one does not fit a menu line.
    """
    drafts = list(islice(_yield_all_drafts(question.prompt), layout.MAX_CHOICES + 1))
    if len(drafts) > layout.MAX_CHOICES:
        drafts = list(islice(_yield_simple_drafts(question.prompt), layout.MAX_CHOICES + 1))
    if question.is_preview or not 1 < len(drafts) <= layout.MAX_CHOICES:
        return None
    nothing = question.localizer.render_label("panel.nothing")
    choices = []
    for draft in drafts:
        placed = [
            f"{x.numbered_label}{format_count(n)}" for x, n in zip(question.lines, draft.counts, strict=True) if n
        ]
        value, label = draft.encode(question.prompt) or "-", " + ".join(placed) or nothing
        if len(label) > layout.MAX_CHOICE_TEXT or len(value) > layout.MAX_CHOICE_TEXT:
            return None
        choices.append(
            layout.Choice(value, label, is_selected=bool(question.given_keys) and draft == question.selection)
        )
    return layout.SelectMenu(question.build_id("way"), question.localizer.render_label("panel.ways"), tuple(choices))


def _yield_simple_drafts(prompt: Prompt) -> Iterator[Draft]:
    """Yield the simple distributions: the maximum in a single slot and, if any slot takes it, nothing at all."""
    nothing, max_total = Draft((0,) * len(prompt.options)), min(prompt.max, prompt.capacity)
    alone = [index for index, option in enumerate(prompt.options) if option.limit >= max_total]
    yield from (nothing.with_change(index, max_total, max_total) for index in alone)
    if alone and not prompt.min:
        yield nothing


def _yield_all_drafts(prompt: Prompt) -> Iterator[Draft]:
    """Yield all distributions, those with the most in the first slots first."""

    def distribute(slots: tuple[int, ...], min_total: int, max_total: int) -> Iterator[tuple[int, ...]]:
        if not slots:
            if min_total <= 0:
                yield ()
            return
        if sum(slots) < min_total:
            return
        for count in range(min(slots[0], max_total), -1, -1):
            for rest_counts in distribute(slots[1:], min_total - count, max_total - count):
                yield (count, *rest_counts)

    return map(Draft, distribute(tuple(option.limit for option in prompt.options), prompt.min, prompt.max))
