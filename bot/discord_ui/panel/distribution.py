"""Controls of a distribution of things that has more answers than one list holds (`complete_answers`).

If one menu has room for every amount of every slot, the person ticks all amounts at once, and is told if they make no
answer. Otherwise, and if an exact sum goes to few slots, the answer is assembled press by press: the press that leaves
nothing to add gives it, and *OK* gives one to which more could be added.
"""

from collections.abc import Sequence

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.page import pages
from bot.discord_ui.text.localizer import cut_end
from engines.kernel import Option, Prompt

from .complete_answers import format_amounts
from .draft import Draft
from .option_menus import OptionLine
from .question import PLUS_MINUS_SLOTS, PanelQuestion

HANDFUL = 5
"""Number of things that the button "+5" places."""
TAKE_BACK = "-1"
"""Change of a count that a menu offers for a slot from which something can be taken."""


def build_distribution_rows(
    question: PanelQuestion, lines: tuple[OptionLine, ...], *, has_buttons: bool
) -> tuple[pages.ActionRow, ...]:
    """Return the controls that place things on the slots of these lines, at most 25. has_buttons:
    whether a phone has room for buttons, which only few slots have
    """
    if has_buttons and len(question.lines) <= PLUS_MINUS_SLOTS:
        return tuple(_build_slot_buttons(question, line) for line in lines)
    for max_deltas in (3, 2, 1):
        choices = tuple(choice for line in lines for choice in _list_slot_choices(question, line)[:max_deltas])
        if len(choices) <= pages.MAX_CHOICES:
            break
    title = question.localizer.render_label("panel.place")
    return (pages.SelectMenu(question.build_id("put", question.draft_code), title, choices),) if choices else ()


def build_amounts_menu(question: PanelQuestion) -> pages.SelectMenu:
    """Return a menu of every amount of every slot; closing it gives the amounts that are ticked, one for each slot."""
    prompt = question.prompt
    choices = tuple(
        pages.Choice(
            f"{line.number - 1}.{amount}",
            format_amounts([(line, amount)], question.localizer.colon),
            cut_end(line.brief, pages.MAX_CHOICE_TEXT),
            amount == question.count_selected(line),
        )
        for line in question.lines
        for amount in range(1, min(line.option.limit, prompt.max) + 1)
    )
    verb = "lookamounts" if question.state.is_preview else "amounts"
    title = question.localizer.render_label("panel.tick")
    return pages.SelectMenu(question.build_id(verb), title, choices, 1, min(prompt.max, len(choices)))


def read_amounts(prompt: Prompt, values: Sequence[str]) -> Draft:
    """Return the draft that these choices of the menu of amounts make; of two amounts of one slot the larger counts."""
    counts = [0] * len(prompt.options)
    for value in values:
        slot, _, amount = value.partition(".")
        index = read_number(slot, below=len(counts))
        counts[index] = max(counts[index], min(read_number(amount), prompt.options[index].limit))
    return Draft(tuple(counts))


def find_doubled_option(prompt: Prompt, values: Sequence[str]) -> Option | None:
    """Return the first option of which these choices of the menu of amounts have two amounts."""
    slots = [value.partition(".")[0] for value in values]
    return next((option for index, option in enumerate(prompt.options) if slots.count(str(index)) > 1), None)


def count_addable(question: PanelQuestion, line: OptionLine) -> int:
    """Return how many more the slot can take now."""
    total_left = question.prompt.max - question.selection.total
    return max(0, min(total_left, line.option.limit - question.count_selected(line)))


def is_full(prompt: Prompt, draft: Draft) -> bool:
    """Return whether the draft is an answer to which nothing can be added, so that it can be given at once."""
    if prompt.kind in ("one", "confirm") or not draft.is_answer(prompt):  # single options have buttons of their own
        return False
    return prompt.kind == "each" or draft.total == min(prompt.max, prompt.capacity)


def _build_slot_buttons(question: PanelQuestion, line: OptionLine) -> pages.ActionRow:
    count, addable, index = question.count_selected(line), count_addable(question, line), line.number - 1
    arg = f"{index}.{question.draft_code}"
    plus = f"＋ {line.numbered_label}{question.localizer.bracket(str(count))}"
    buttons = [
        pages.Button(question.build_id("minus", arg), f"− {line.number}", pages.SECONDARY, is_disabled=not count),
        pages.Button(question.build_id("plus", arg), plus, pages.PRIMARY, is_disabled=not addable),
    ]
    if addable > HANDFUL:
        buttons.append(pages.Button(question.build_id("handful", arg), f"＋{HANDFUL}", pages.PRIMARY))
    if addable > 1:
        buttons.append(
            pages.Button(
                question.build_id("rest", arg),
                question.localizer.render_label("panel.rest", count=addable),
                pages.PRIMARY,
            )
        )
    return tuple(buttons)


def _list_slot_choices(question: PanelQuestion, line: OptionLine) -> list[pages.Choice]:
    """Return what can be done with a slot next, the most useful first: one more, all that fit, one less."""
    count, addable = question.count_selected(line), count_addable(question, line)
    label = f"{line.numbered_label}{question.localizer.bracket(f'{count}/{line.option.limit}')}"
    deltas = [*(["1"] if addable else []), *([str(addable)] if addable > 1 else []), *([TAKE_BACK] if count else [])]
    return [
        pages.Choice(
            f"{line.number - 1}.{delta}", f"{'−1' if delta == TAKE_BACK else f'＋{delta}'} {label}", line.brief
        )
        for delta in deltas
    ]
