"""Controls of a panel: options, side actions, and the bottom row.

- 2 to 5 answers: buttons, or a menu if they leave no line for the question.
- Up to 15: buttons, if there is room.
- Up to 20: buttons with bare numbers, after first games, if the picture shows the numbers.
- Up to 25: one menu.
- More: first a choice of the kind, then its options.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.discord_ui.page import pages, phone_screen
from bot.discord_ui.page.phone_screen import arrange_buttons
from bot.discord_ui.text.localizer import cut_end
from engines.kernel.stars.suggestions import PlannedAnswer

from . import distribution
from .complete_answers import CompleteAnswer
from .control_styles import KIND_STYLE, STYLES, TERSE_STYLE, ControlStyle
from .draft import Draft
from .option_menus import OptionLine
from .planned_line import MAX_LINES, find_shown_line
from .question import PanelQuestion
from .question_text import fits_screen, has_room_for_question
from .star_button import (
    arrange_with_kept_button,
    build_kept_button,
    build_star,
    build_steps_button,
    keep_places,
    list_line_buttons,
)
from .star_text import count_star_lines

STAR_LINES = 3
"""Height of the planned line, its text and its button, in lines of text."""


class Controls(NamedTuple):
    """All controls of a panel."""

    rows: tuple[pages.ActionRow, ...]  # from top to bottom
    planned_line: tuple[PlannedAnswer, ...]
    """Suggested answers given by one press. The panel names each: in its text, or a single one on the button."""
    is_terse: bool
    """Whether buttons show only numbers if the picture shows the options by these numbers."""


def build_controls(question: PanelQuestion) -> Controls:
    """Return all controls, in the best style that fits the screen."""
    style = _choose_style(question)
    choices, bottom = _build_choice_rows(question, style), _list_bottom_buttons(question)
    plan = () if question.state.is_preview else question.planned_line
    for plan_lines in range(MAX_LINES if plan else 0, -1, -1):
        line = find_shown_line(question, plan, plan_lines)
        rows = (*choices, *arrange_buttons([*bottom, *list_line_buttons(question, style, line)]))
        star_lines = count_star_lines(question, line, plan_lines)
        if fits_screen(question, rows, star_lines, is_terse=style.is_terse, has_short_heading=True):
            break
    return Controls(rows, line, style.is_terse)


def build_controls_before_stars(question: PanelQuestion) -> Controls:
    """Return all controls, with a place for stars that come later."""
    return _build_controls_with_place(question, build_kept_button(question, (), is_awaited=True), ())


def fill_kept_places(
    question: PanelQuestion, shown: Sequence[pages.ActionRow], line: tuple[PlannedAnswer, ...]
) -> tuple[pages.ActionRow, ...]:
    """Return the shown controls with the stars that have come, and the button that gives these suggested answers."""
    starred_rows = _build_controls_with_place(question, build_kept_button(question, line, is_awaited=False), line)
    return keep_places(shown, starred_rows.rows)


def _build_controls_with_place(
    question: PanelQuestion, button: pages.Button, line: tuple[PlannedAnswer, ...]
) -> Controls:
    style = _choose_style(question)
    bottom = arrange_with_kept_button(question, _list_bottom_buttons(question), button)
    return Controls((*_build_choice_rows(question, style), *bottom), line, style.is_terse)


def _choose_style(question: PanelQuestion) -> ControlStyle:
    """Return the best style that fits the screen with and without stars, which come later and must not change it.

    A preview has no stars. If no style fits, return one that leaves a line for a star's reason, else the style of least
    height, else one menu.
    """
    starred_question, shows_stars = (
        question.with_widest_controls(),
        question.has_stars and not question.state.is_preview,
    )
    bottom: tuple[pages.ActionRow, ...] = arrange_buttons(_list_bottom_buttons(starred_question))
    if shows_stars:
        bottom = arrange_with_kept_button(
            starred_question, _list_bottom_buttons(starred_question), build_steps_button(starred_question)
        )
    star_lines = STAR_LINES if shows_stars else 0

    def build_rows(style: ControlStyle) -> tuple[pages.ActionRow, ...]:
        return (*_build_choice_rows(starred_question, style), *bottom)

    for style in (styles := tuple(_iter_styles(question))):
        if fits_screen(starred_question, build_rows(style), style.spare_lines + star_lines):
            return style
    may_be_terse = question.table.has_aids(question.seat) and question.numbers_on_picture
    prompt_kind, has_many_side_lines = question.prompt.kind, len(question.side_lines) >= pages.MAX_BUTTONS
    may_be_listed = question.kinds or prompt_kind == "allocate" or (prompt_kind == "confirm" and has_many_side_lines)
    last_styles = [STYLES[-1], *([KIND_STYLE] if may_be_listed else []), *([TERSE_STYLE] if may_be_terse else [])]
    for style in last_styles:
        if fits_screen(starred_question, build_rows(style), min(star_lines, 1), is_terse=style.is_terse):
            return style
    lowest = min([*last_styles, *reversed(styles)], key=lambda last: phone_screen.measure_rows(build_rows(last)))
    small_lines = min(star_lines, 1) + lowest.is_terse  # the reason, and what the numbers stand for
    is_too_high = not has_room_for_question(starred_question, build_rows(lowest), small_lines)
    return KIND_STYLE if is_too_high and prompt_kind == "one" and not question.side_lines else lowest


def _iter_styles(question: PanelQuestion) -> Iterator[ControlStyle]:
    """Yield the styles that give the shown list buttons, then the others, the best first.

    Bare numbers are only for players past their first games, and only if the picture shows most answers. Styles without
    buttons for answers of several options are only for more than MAX_BUTTONS answers, side actions included.
    """
    answers, menus, has_aids = _list_answers(question), list[ControlStyle](), question.table.has_aids(question.seat)
    side_answers = question.build_answers(question.apart_side_lines)
    for style in STYLES:
        if style.is_terse and (has_aids or not question.has_most_on_picture((*answers, *side_answers))):
            continue
        if style.is_one_list and not question.fits_one_list:
            continue
        if not style.max_joint_buttons and len(answers) + len(side_answers) <= pages.MAX_BUTTONS:
            continue
        if style.has_buttons(answers):
            yield style
        else:
            menus.append(style)
    yield from menus


def _build_choice_rows(question: PanelQuestion, style: ControlStyle) -> tuple[pages.ActionRow, ...]:
    """Return the controls of options and side actions."""
    if style.is_one_list:
        return _build_answer_rows(question, question.build_answers(question.all_lines), "choose", style)
    side_answers, answers = question.build_answers(question.apart_side_lines), question.answers
    is_plain = not (question.kinds or question.is_drafted or question.is_one_menu)
    if style.is_terse and is_plain and style.has_buttons([*answers, *side_answers]):  # numbers need few rows
        return arrange_buttons([_build_answer_button(question, x, style) for x in (*answers, *side_answers)])
    side_style = STYLES[-1] if style == KIND_STYLE and question.kinds else style
    return (*_build_option_rows(question, style), *_build_answer_rows(question, side_answers, "aside", side_style))


def _build_option_rows(question: PanelQuestion, style: ControlStyle) -> tuple[pages.ActionRow, ...]:
    kinds, page_number, is_each = question.kinds, question.state.page_number, question.prompt.kind == "each"
    if kinds and is_each:
        return _build_group_rows(question)
    if kinds and not 0 < page_number <= len(kinds):
        return _build_kind_rows(question, style)
    lines = kinds[page_number - 1].lines if kinds else (*question.lines, *question.menu_side_lines)
    if question.is_drafted and question.prompt.kind == "allocate":
        return distribution.build_distribution_rows(question, lines, has_buttons=style.max_buttons > 0)
    if question.is_drafted:
        return (_build_draft_menu(question, page_number - 1, lines),)
    if question.is_one_menu:
        build_menu = distribution.build_amounts_menu if question.prompt.kind == "allocate" else _build_menu_of_several
        return (build_menu(question),)
    return _build_answer_rows(question, _list_answers(question), "choose", style)


def _list_answers(question: PanelQuestion) -> Sequence[CompleteAnswer]:
    """Return the answers of the shown list: those of a kind, if one is shown, else all."""
    kinds, page_number = question.kinds, question.state.page_number
    return question.build_answers(kinds[page_number - 1].lines) if 0 < page_number <= len(kinds) else question.answers


def _build_answer_rows(
    question: PanelQuestion, answers: Sequence[CompleteAnswer], verb: str, style: ControlStyle
) -> tuple[pages.ActionRow, ...]:
    """Return buttons for few answers, else a menu. verb: that of a menu of single options."""
    if not answers:
        return ()
    if style.has_buttons(answers):
        return arrange_buttons([_build_answer_button(question, answer, style) for answer in answers])
    localizer, is_aside, is_joint = question.localizer, verb == "aside", answers[0].draft_code is not None
    if question.state.is_preview:
        verb = "lookway" if is_joint else "lookmenu"
    elif is_joint:
        verb = "way"
    choices = tuple(
        pages.Choice(
            answer.keys[0] if answer.draft_code is None else answer.draft_code,
            f"{build_star(answer.is_suggested)}{answer.label}",
            cut_end(answer.detail, pages.MAX_CHOICE_TEXT),
            answer.keys == question.given_keys,
        )
        for answer in answers[: pages.MAX_CHOICES]
    )
    title = localizer.render_label("panel.beside" if is_aside else "panel.pick", count=len(choices))
    has_star = any(answer.is_suggested for answer in answers)
    return (pages.SelectMenu(question.build_id(verb), f"{build_star(has_star)}{title}", choices),)


def _build_answer_button(question: PanelQuestion, answer: CompleteAnswer, style: ControlStyle) -> pages.Button:
    """Return the button of an answer. With suggestions on, only suggested answers have the colour."""
    single_verb, joint_verb = ("look", "lookdraft") if question.state.is_preview else ("pick", "ok")
    verb = single_verb if answer.draft_code is None else joint_verb
    is_side_action = answer.keys[0:1] and answer.keys[0] in {line.option.key for line in question.side_lines}
    is_highlighted = answer.is_suggested if question.has_stars else not is_side_action
    colour = (
        pages.SUCCESS
        if question.given_keys and answer.keys == question.given_keys
        else pages.PRIMARY
        if is_highlighted and not question.state.is_preview
        else pages.SECONDARY
    )
    words = answer.label
    if style.is_terse:
        is_number_enough = question.is_shown_by_numbers(answer)
        words = answer.number_label if is_number_enough else answer.label.removeprefix(f"{answer.number_label}. ")
    label = f"{build_star(answer.is_suggested and not question.state.is_preview)}{words}"
    if style.has_details and answer.detail and len(label) + len(answer.detail) + 3 <= pages.MAX_LABEL:
        label = f"{label} · {answer.detail}"
    arg = answer.keys[0] if answer.draft_code is None else answer.draft_code
    return pages.Button(question.build_id(verb, arg), label, colour)


def _is_any_suggested(lines: Sequence[OptionLine]) -> bool:
    return any(line.is_suggested for line in lines)


# ---------------------------------------------------------------------- long lists and assembled answers


def _build_kind_rows(question: PanelQuestion, style: ControlStyle) -> tuple[pages.ActionRow, ...]:
    """Return buttons or a menu by which the kind of option is chosen first."""
    options = question.localizer.render_label("panel.options")
    labels = [
        f"{build_star(_is_any_suggested(kind.lines))}{kind.number_range}. {kind.menu_title or options}"
        for kind in question.kinds
    ]
    if len(labels) <= style.max_buttons:
        return arrange_buttons(
            [
                _build_answer_button(question, question.build_answers(kind.lines)[0], style)
                if len(kind.lines) == 1 and not question.takes_several
                else _build_page_button(question, number, label)
                for number, (kind, label) in enumerate(zip(question.kinds, labels, strict=True), 1)
            ]
        )
    choices = tuple(pages.Choice(str(number), label) for number, label in enumerate(labels, 1))
    custom_id = question.build_id("lookkind" if question.state.is_preview else "kind", question.draft_code)
    return (pages.SelectMenu(custom_id, question.localizer.render_label("panel.kind"), choices),)


def _build_page_button(question: PanelQuestion, page_number: int, label: str) -> pages.Button:
    """Return the button to the kinds (page 0) or the options of a kind, in the shown variant."""
    variant = question.state.variant
    if question.state.is_preview:
        return pages.Button(question.build_id("looking", f"{page_number}.{variant}"), label)
    verb, code = ("variant", str(variant)) if question.prompt.variants else ("leaf", question.draft_code)
    return pages.Button(question.build_id(verb, f"{page_number}.{code}"), label)


def _build_group_rows(question: PanelQuestion) -> tuple[pages.ActionRow, ...]:
    """Return the options of the first group of which nothing is chosen yet; the last choice gives the answer."""
    for number, kind in enumerate(question.kinds):
        group = next(group for group in question.prompt.groups if kind.lines[0].option in group)
        counts = zip(question.prompt.options, question.selection.counts, strict=True)
        if not any(count for option, count in counts if option in group):
            return (_build_draft_menu(question, number, kind.lines),)
    return ()


def _build_draft_menu(question: PanelQuestion, number: int, lines: Sequence[OptionLine]) -> pages.SelectMenu:
    """Return a menu that changes the draft."""
    is_each = question.prompt.kind == "each"
    title = question.localizer.render_label("panel.group" if is_each else "panel.tick", name=lines[0].heading)
    max_selected = 1 if is_each else min(question.prompt.max, len(lines))
    return pages.SelectMenu(
        question.build_id("tick", f"{number}.{question.draft_code}"),
        title,
        tuple(_build_choice(line, is_selected=bool(question.count_selected(line))) for line in lines),
        1 if is_each else 0,
        max_selected,
    )


def _build_menu_of_several(question: PanelQuestion) -> pages.SelectMenu:
    """Return a menu in which all options of the answer are ticked; closing it gives the answer."""
    prompt = question.prompt
    return pages.SelectMenu(
        question.build_id("lookmenu" if question.state.is_preview else "choose"),
        question.localizer.render_label("panel.tick"),
        tuple(_build_choice(line, is_selected=line.option.key in question.given_keys) for line in question.lines),
        max(1, prompt.min),
        min(prompt.max, len(question.lines)),
    )


def _build_choice(line: OptionLine, *, is_selected: bool) -> pages.Choice:
    label = f"{build_star(line.is_suggested)}{line.numbered_label}"
    return pages.Choice(line.option.key, label, cut_end(line.brief, pages.MAX_CHOICE_TEXT), is_selected)


# ---------------------------------------------------------------------- other controls


def _list_variant_buttons(question: PanelQuestion) -> list[pages.Button]:
    """Return the button that switches to the next variant, which it names; with a star if a hidden option is
    suggested.
    """
    localizer, table, variants = question.localizer, question.table, question.prompt.variants
    if not variants:
        return []
    next_variant = (question.state.variant + 1) % len(variants)
    variant_name = localizer.render_message_label(variants[next_variant], table.catalogue, table.names)
    verb = "looking" if question.state.is_preview else "variant"
    star = build_star(_is_any_suggested(question.hidden_lines))
    label = f"{star}{localizer.render_label('panel.variant', name=variant_name)}"
    return [pages.Button(question.build_id(verb, f"0.{next_variant}"), label)]


def _list_bottom_buttons(question: PanelQuestion) -> list[pages.Button]:
    """Return the buttons below the choices: confirm, the variant, Back, the kinds of a long list, details."""
    buttons = [*_list_completing_buttons(question), *_list_variant_buttons(question)]
    localizer = question.localizer
    if question.is_acting:
        buttons.append(pages.Button(question.build_id("back"), localizer.render_label("panel.back")))
    if question.kinds and question.prompt.kind != "each" and question.state.page_number:
        buttons.append(_build_page_button(question, 0, localizer.render_label("panel.kinds")))
    if question.state.is_preview:
        verb, code = ("variant", question.state.variant) if question.prompt.variants else ("leaf", question.draft_code)
        label = localizer.render_label("preview.leave")
        buttons.append(pages.Button(question.build_id(verb, f"0.{code}"), label, pages.PRIMARY))
    else:
        arg = f"{question.state.variant}.{question.draft_code}"
        buttons.append(pages.Button(question.build_id("details", arg), localizer.render_label("panel.details")))
    return buttons


def _list_completing_buttons(question: PanelQuestion) -> list[pages.Button]:
    """Return the confirmation, or the button that gives an assembled or an empty answer."""
    prompt, localizer = question.prompt, question.localizer
    if prompt.kind == "confirm":
        (line,) = question.lines
        is_side_action_suggested = _is_any_suggested(question.side_lines)  # it must not be overlooked
        colour = pages.SECONDARY if is_side_action_suggested else pages.SUCCESS
        label = f"{build_star(line.is_suggested)}{line.label}"
        return [pages.Button(question.build_id("pick", line.option.key), label, colour)]
    if question.is_drafted:
        buttons = []
        if not distribution.is_full(prompt, question.selection) and prompt.kind != "each":
            code, is_answer = question.draft_code, question.selection.is_answer(prompt)
            ok = localizer.render_label("panel.ok")
            buttons.append(pages.Button(question.build_id("ok", code), ok, pages.SUCCESS, is_disabled=not is_answer))
        if question.selection != Draft.build_initial(prompt, ()):
            buttons.append(pages.Button(question.build_id("leaf", "0."), localizer.render_label("panel.clear")))
        return buttons
    if question.may_choose_none:
        verb = "lookdraft" if question.state.is_preview else "ok"
        return [pages.Button(question.build_id(verb), localizer.render_label("panel.none"))]
    return []
