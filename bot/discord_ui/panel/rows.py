"""Controls of a panel: options, side actions, and the bottom row."""

from collections.abc import Iterator, Sequence

from discord import ButtonStyle

from bot.discord_ui.page import layout
from bot.discord_ui.rulebook.lookup import build_rule_button
from bot.discord_ui.text.localizer import cut_distinct, cut_end

from . import distribution, option_menus
from .draft import Draft
from .option_menus import MenuBlock, OptionLine
from .preview import can_preview
from .question import PanelQuestion

STAR = "★"
"""Marks suggested options and the menus that contain one."""

MAX_HEADING = 34
"""Maximum characters of a group name appended to a label."""


def build_rows(
    question: PanelQuestion, page_number: int, extra_keys: tuple[layout.Button, ...] = ()
) -> tuple[layout.ActionRow, ...]:
    """Return all controls of a page of the options. extra_keys: additional buttons for the bottom row."""
    return (
        *_build_option_rows(question, page_number),
        *_build_variant_row(question),
        *_build_side_action_rows(question),
        *_build_bottom_row(question, page_number, extra_keys),
        *_build_line_row(question),
    )


def _build_line_row(question: PanelQuestion) -> tuple[layout.ActionRow, ...]:
    """Return the button that gives all suggested answers. It is last, since stars appear after the other controls."""
    count = len(question.planned_line)
    if not count or question.is_preview:
        return ()
    label = f"{STAR} {question.localizer.render_label('panel.do_line', count=count)}"
    return ((layout.Button(question.build_id("line", question.planned_line_hash), label, layout.PRIMARY),),)


def _build_variant_row(question: PanelQuestion) -> tuple[layout.ActionRow, ...]:
    """Return the button that switches to the next variant; with a star if a hidden option is suggested."""
    localizer, table, variants = question.localizer, question.table, question.prompt.variants
    if not variants:
        return ()
    variant_name = localizer.render_message_label(variants[question.variant % len(variants)], table.words, table.names)
    next_variant = (question.variant + 1) % len(variants)
    verb = "looking" if question.is_preview else "variant"
    label = f"{_build_star(*question.hidden_lines)}{localizer.render_label('panel.variant', shown=variant_name)}"
    return ((layout.Button(question.build_id(verb, f"0.{next_variant}"), label),),)


def _build_option_rows(question: PanelQuestion, page_number: int) -> tuple[layout.ActionRow, ...]:
    first = page_number * option_menus.max_blocks_per_page(question.prompt)
    page_blocks = list(enumerate(question.blocks))[first : first + option_menus.max_blocks_per_page(question.prompt)]
    match question.prompt.kind:
        case "confirm":
            return ()  # its single button is in the bottom row, beside Back
        case "allocate" if question.is_drafted:
            return distribution.build_distribution_rows(question, page_blocks)
        case "some" | "each" if question.is_drafted:
            return tuple(_build_option_menu(question, "tick", n, block) for n, block in page_blocks)
        case _:
            return tuple(_yield_answer_rows(question, "choose", page_blocks))


def _yield_answer_rows(
    question: PanelQuestion, verb: str, page_blocks: Sequence[tuple[int, MenuBlock]]
) -> Iterator[layout.ActionRow]:
    """Yield the buttons and menus that answer immediately; neighbouring blocks of one option share a row."""
    single_keys: list[layout.Button] = []
    for n, block in page_blocks:
        if len(block.lines) == 1 and question.is_shown_as_buttons(block):
            single_keys.append(_build_option_button(question, *block.lines, heading=block.title))
            continue
        yield from layout.arrange_buttons(single_keys)
        single_keys = []
        if question.is_shown_as_buttons(block):
            yield from layout.arrange_buttons([_build_option_button(question, line) for line in block.lines])
        else:
            yield _build_option_menu(question, verb, n, block)
    yield from layout.arrange_buttons(single_keys)


def _build_option_button(question: PanelQuestion, line: OptionLine, heading: str = "") -> layout.Button:
    """Return the button of an option.

    With suggestions on, only suggested options are highlighted; otherwise all main options are, but not options beside
    menus nor side actions ("End the turn").
    """
    is_highlighted = line.is_suggested if _has_stars(question) else len(question.blocks) == 1 and line in question.lines
    style = (
        layout.SUCCESS
        if line.option.key in question.given_keys
        else layout.PRIMARY
        if is_highlighted and not question.is_preview
        else layout.SECONDARY
    )
    other_labels = [other_line.label for other_line in (*question.lines, *question.side_lines)]
    short = cut_distinct(line.label, other_labels, option_menus.MAX_BUTTON_LABEL)
    text = _format_with_heading(question, short, "" if heading in line.label else heading)
    label = f"{_build_star(line)}{line.number}. {text}"
    return layout.Button(question.build_id("look" if question.is_preview else "pick", line.option.key), label, style)


def _format_with_heading(question: PanelQuestion, label: str, heading: str) -> str:
    """Return the label with its group name before it; if both are too long for a button, label first, name cut."""
    colon = question.localizer.colon
    if not heading or len(heading) + len(colon) + len(label) <= option_menus.MAX_BUTTON_LABEL:
        return f"{heading}{colon}{label}" if heading else label
    heading_name, has_colon, rest = heading.partition(colon)
    heading_text = rest if has_colon and heading_name in label else heading  # "Light blue 4" already names the colour
    return f"{label} · {cut_end(heading_text, MAX_HEADING)}"


def _has_stars(question: PanelQuestion) -> bool:
    return question.table.has_aids(question.seat) or any(
        x.is_suggested for x in (*question.lines, *question.side_lines)
    )


def _build_star(*lines: OptionLine) -> str:
    return f"{STAR} " if any(line.is_suggested for line in lines) else ""


def _build_option_menu(question: PanelQuestion, verb: str, number: int, block: MenuBlock) -> layout.SelectMenu:
    """Return a menu that answers (verb `choose`) or changes the draft (verb `tick`)."""
    prompt, is_draft = question.prompt, verb == "tick"
    choices = tuple(
        layout.Choice(
            line.option.key,
            f"{_build_star(line)}{line.numbered_label}",
            cut_end(block.build_detail(line, brief=True), layout.MAX_CHOICE_TEXT),
            bool(question.count_selected(line)) if is_draft else line.option.key in question.given_keys,
        )
        for line in block.lines
    )
    arg = f"{number}.{question.draft_code}" if is_draft else str(number)
    is_multiple = prompt.kind == "some" and is_draft
    max_selected = min(prompt.max, len(choices)) if is_multiple else 1
    custom_id = question.build_id("lookmenu" if question.is_preview and not is_draft else verb, arg)
    title = _build_menu_title(question, block, "panel.tick" if is_multiple else "panel.pick")
    return layout.SelectMenu(custom_id, title, choices, 0 if is_multiple else 1, max(1, max_selected))


def _build_menu_title(question: PanelQuestion, block: MenuBlock, key: str) -> str:
    """Return a menu's placeholder: purpose, option numbers, and last the groups, as a narrow screen cuts the end."""
    purpose = question.localizer.render_label(key, range=block.number_range)
    return f"{_build_star(*block.lines)}{purpose}{f' · {block.menu_title}' if block.menu_title else ''}"


def _build_side_action_rows(question: PanelQuestion) -> tuple[layout.ActionRow, ...]:
    """Return the controls of the side actions: a button for a single one, else menus."""
    if len(question.side_lines) == 1 and option_menus.fits_buttons(question.side_lines):
        return ((_build_option_button(question, *question.side_lines),),)
    return tuple(
        layout.SelectMenu(
            question.build_id("lookmenu" if question.is_preview else "aside", f"b{number}"),
            _build_menu_title(question, block, "panel.beside"),
            tuple(
                layout.Choice(
                    line.option.key,
                    f"{_build_star(line)}{line.numbered_label}",
                    cut_end(block.build_detail(line, brief=True), layout.MAX_CHOICE_TEXT),
                )
                for line in block.lines
            ),
        )
        for number, block in enumerate(option_menus.build_blocks(question.side_lines) if question.side_lines else ())
    )


def _build_bottom_row(
    question: PanelQuestion, page_number: int, extra_keys: tuple[layout.Button, ...]
) -> tuple[layout.ActionRow, ...]:
    """Return the bottom row: confirm, Back, pages of a long list, preview, rule."""
    keys: list[layout.Button] = []
    prompt, localizer, match = question.prompt, question.localizer, question.table.match
    ready = question.selection.is_answer(prompt)
    if prompt.kind == "confirm":
        (line,) = question.lines
        has_suggested_side = any(
            side_line.is_suggested for side_line in question.side_lines
        )  # a suggested side action must not be overlooked
        label = line.numbered_label if question.side_lines else line.label  # the side actions are numbered from 2
        keys.append(
            layout.Button(
                question.build_id("pick", line.option.key),
                label,
                layout.SECONDARY if has_suggested_side else layout.SUCCESS,
            )
        )
    if question.is_drafted:
        keys.append(
            layout.Button(
                question.build_id("ok", question.draft_code),
                localizer.render_label("panel.ok"),
                layout.SUCCESS,
                disabled=not ready,
            )
        )
    elif question.may_choose_none:
        verb = "lookdraft" if question.is_preview else "ok"
        keys.append(
            layout.Button(
                question.build_id(verb, Draft.from_keys(prompt, ()).encode(prompt)),
                localizer.render_label("panel.none"),
            )
        )
    if match is not None and match.acting_seat == question.seat:
        keys.append(layout.Button(question.build_id("back"), localizer.render_label("panel.back"), layout.SECONDARY))
    last = (len(question.blocks) - 1) // option_menus.max_blocks_per_page(prompt)
    if last > 0:
        keys.append(_build_page_button(question, page_number - 1, "panel.earlier", page_number == 0))
        keys.append(_build_page_button(question, page_number + 1, "panel.later", page_number == last))
    if question.is_preview:
        keys.append(_build_page_link(question, page_number, localizer.render_label("preview.leave"), layout.PRIMARY))
    elif can_preview(question.table, prompt):
        if question.is_drafted:
            keys.append(
                layout.Button(
                    question.build_id("lookdraft", question.draft_code),
                    localizer.render_label("preview.open"),
                    disabled=not ready,
                )
            )
        elif prompt.kind != "confirm":
            keys.append(
                layout.Button(
                    question.build_id("looking", f"{page_number}.{question.variant}"),
                    localizer.render_label("preview.open"),
                )
            )
    rule = build_rule_button(question.table.game, prompt.rule, localizer)
    if rule is not None:
        keys.append(rule)
    return layout.arrange_buttons([*keys, *extra_keys])


def _build_page_button(question: PanelQuestion, page_number: int, label: str, disabled: bool) -> layout.Button:
    if question.is_preview:
        custom_id = question.build_id("looking", f"{page_number}.{question.variant}")
        return layout.Button(custom_id, question.localizer.render_label(label), layout.SECONDARY, disabled)
    return _build_page_link(question, page_number, question.localizer.render_label(label), layout.SECONDARY, disabled)


def _build_page_link(
    question: PanelQuestion, page_number: int, label: str, style: ButtonStyle, disabled: bool = False
) -> layout.Button:
    """Return the button to another page of the options, in the shown variant."""
    verb, state_code = ("variant", str(question.variant)) if question.prompt.variants else ("leaf", question.draft_code)
    return layout.Button(question.build_id(verb, f"{page_number}.{state_code}"), label, style, disabled)
