"""The button *Do ★*, which gives suggested answers, the star in labels, and the places kept for both."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.discord_ui.page import pages, phone_screen
from bot.discord_ui.text.localizer import cut_end
from engines.kernel.stars.suggestions import PlannedAnswer

from .control_styles import ControlStyle
from .planned_line import find_number, format_steps
from .question import PanelQuestion, hash_line

STAR, AWAITED_STAR = "★", "☆"
"""Marks suggested options and the menus that contain one; and what keeps their place."""
LABEL_LINES = 2
"""Maximum number of lines of the label of a single suggested answer."""
MAX_STEPS = 9
"""Suggested answers that the button gives at most in the place kept for it: their count has one digit."""


def build_star(is_suggested: bool) -> str:
    return f"{STAR} " if is_suggested else ""


def list_line_buttons(
    question: PanelQuestion, style: ControlStyle, line: Sequence[PlannedAnswer]
) -> list[pages.Button]:
    """Return the button that gives these suggested answers. It is last, since stars appear after the other controls.

    A single answer needs it only if its own control is no button with words; then the button says what it gives.
    """
    if not line or (len(line) == 1 and tuple(sorted(line[0].keys)) in _list_button_answers(question, style)):
        return []
    if len(line) == 1:
        label = format_steps(question, line) if line[0].labels else question.localizer.render_label("panel.none")
        label = phone_screen.cut_label_to_fit(cut_end(label, pages.MAX_LABEL - 2), LABEL_LINES, beside=f"{STAR} ")
    else:
        label = _name_steps(question, len(line))
    return [_build_line_button(question, hash_line(line), label)]


def build_steps_button(question: PanelQuestion) -> pages.Button:
    """Return a button that takes as much room as one that gives several answers."""
    return _build_line_button(question, "", _name_steps(question, 2))


def has_own_button(rows: Iterable[pages.ActionRow], question: PanelQuestion, answer: PlannedAnswer) -> bool:
    """Return whether a button among these controls gives the answer, which it or the legend says in words."""
    own_ids = {question.build_id("pick", key) for key in answer.keys}
    return len(own_ids) == 1 and any(control.id in own_ids for row in rows for control in _list_controls(row))


def _name_steps(question: PanelQuestion, count: int) -> str:
    return question.localizer.render_label("panel.do_line", count=count)


def _build_line_button(question: PanelQuestion, arg: str, label: str) -> pages.Button:
    return pages.Button(question.build_id("line", arg), f"{STAR} {label}", pages.PRIMARY)


def _list_button_answers(question: PanelQuestion, style: ControlStyle) -> set[tuple[str, ...]]:
    """Return the answers that have a button of their own with words, on it or, for a newcomer, in the legend.

    Each has its keys in the order of the alphabet: a suggestion may choose the same options in another order.
    """
    lists = (question.answers, question.build_answers(question.apart_side_lines))
    if style.is_one_list:
        return set()
    on_buttons = [answer for answers in lists if style.has_buttons(answers) for answer in answers]
    is_wordless = style.is_terse and not question.table.has_aids(question.seat)
    shown = {tuple(sorted(x.keys)) for x in on_buttons if not (is_wordless and question.is_shown_by_numbers(x))}
    return shown | ({(question.lines[0].option.key,)} if question.prompt.kind == "confirm" else set())


# ---------------------------------------------------------------------- places kept for stars that come later


def build_kept_button(question: PanelQuestion, line: Sequence[PlannedAnswer], *, is_awaited: bool) -> pages.Button:
    """Return the button in the place that is kept for it. Without suggested answers it cannot be pressed.

    is_awaited: they may still come
    """
    if not line:
        sign = f"{AWAITED_STAR} {'…' if is_awaited else '—'}"
        return pages.Button(question.build_id("line"), sign, is_disabled=True)
    if len(line) == 1:
        number = find_number(question, line[0])
        key = "panel.do_numbered_star" if number else "panel.do_star"  # beside two stars, the latter does not say which
        return _build_line_button(question, hash_line(line), question.localizer.render_label(key, number=number))
    return _build_line_button(question, hash_line(line), _name_steps(question, len(line)))


def arrange_with_kept_button(
    question: PanelQuestion, bottom: Sequence[pages.Button], button: pages.Button
) -> tuple[pages.ActionRow, ...]:
    """Return the bottom buttons and this one, in a row for each line of the screen: whatever label it gets, all stay in
    their lines, also on a phone that draws letters narrower than estimated.
    """
    labels = (_name_steps(question, MAX_STEPS), question.localizer.render_label("panel.do_star"))
    widest = max((_build_line_button(question, "", label) for label in labels), key=phone_screen.measure_button)
    *rows, last = phone_screen.break_lines([*bottom, widest])
    return (*map(tuple, rows), (*last[:-1], button))


def keep_places(
    shown_rows: Sequence[pages.ActionRow], starred_rows: Sequence[pages.ActionRow]
) -> tuple[pages.ActionRow, ...]:
    """Return the shown controls with the stars of the same ones, as far as no control moves: beside another one, a
    button has only the colour of its star. The last button, which gives the suggested answers, is the starred one.
    """
    starred_by_id = {control.id: control for row in starred_rows for control in _list_controls(row)}
    *rows, last = (_star_row(row, starred_by_id) for row in shown_rows)
    return (*rows, (*_list_controls(last)[:-1], _list_controls(starred_rows[-1])[-1]))


def _list_controls(row: pages.ActionRow) -> list[Any]:
    return [row] if isinstance(row, pages.SelectMenu) else list(row)


def _star_row(shown: pages.ActionRow, starred_by_id: Mapping[str, Any]) -> pages.ActionRow:
    """Return a row with the stars that move none of its controls."""
    if isinstance(shown, pages.SelectMenu):
        menu: pages.SelectMenu = starred_by_id.get(shown.id, shown)
        return menu
    is_alone, row = len(shown) == 1, list[pages.Button]()
    for button in _list_controls(shown):
        starred: pages.Button = starred_by_id.get(button.id, button)
        may_grow = is_alone and _is_one_line(starred)
        row.append(starred if may_grow else replace(starred, label=button.label))
    return tuple(row)


def _is_one_line(button: pages.Button) -> bool:
    return phone_screen.measure_button(button)[1] == phone_screen.BUTTON_HEIGHT
