"""Page *Details* of a question: all that its panel leaves out for want of room."""

from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import GREEN, PRIMARY, Button, Page
from bot.discord_ui.page.phone_screen import arrange_buttons
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.rulebook.lookup import build_rule_button
from bot.discord_ui.text import seat_icons, titles
from bot.discord_ui.text.names import list_latin_names
from bot.table.terms.first_use_glosses import is_first_use

from .option_menus import OptionLine
from .planned_line import format_steps
from .preview import can_preview
from .question import PanelQuestion
from .question_text import list_explanations, write_question


def build_details_page(
    question: PanelQuestion, recent_actions: str, picture: PictureRequest | None, *, has_omitted: bool
) -> Page:
    """Return the page: what explains the question, then the rest.

    recent_actions: what happened meanwhile; picture: the question's; has_omitted: the log has more
    """
    table, localizer, plan = question.table, question.localizer, question.planned_line
    head = f"-# {titles.name_table(table, localizer)} · {seat_icons.format_icon(table, question.seat)}"
    texts = (
        head,
        "### " + write_question(question).replace("\n", "\n### "),
        "\n".join(list_explanations(question)),
        localizer.render_line("panel.plan", steps=format_steps(question, plan)) if len(plan) > 1 else "",
        "\n".join(_write_line(line) for line in (*question.lines, *question.side_lines)),
        write_readings(question),
        recent_actions,
    )
    return Page(texts, arrange_buttons(_list_buttons(question, has_omitted)), picture, GREEN, table.id)


def _write_line(line: OptionLine) -> str:
    """Return an option with all that is known about it."""
    heading = line.heading if line.heading not in line.label else ""
    detail = " · ".join(filter(None, (line.detail, heading)))
    name = f"**{line.number}.** {line.label}" if line.number else f"**{line.label}**"
    return name + (f" — {detail}" if detail else "")


def write_readings(question: PanelQuestion) -> str:
    """Return kana readings of Latin names that a Japanese reader sees for the first time; "" if there are none."""
    if question.localizer.first_lang != "ja":
        return ""
    all_lines = (*question.lines, *question.hidden_lines, *question.side_lines)
    kana_by_name = list_latin_names(
        question.table.catalogue.readings, "\n".join(f"{line.label} {line.detail}" for line in all_lines)
    )
    new = [
        f"{name}＝{kana}"
        for name, kana in kana_by_name.items()
        if is_first_use(question.table, question.seat, f"name.{name}")
    ]
    return question.localizer.render_line("panel.readings", names="、".join(new)) if new else ""


def _list_buttons(question: PanelQuestion, has_omitted: bool) -> list[Button]:
    """Return the buttons: the preview, the rule, the log, and last, where *Details* was, back to the question."""
    table, localizer, prompt = question.table, question.localizer, question.prompt
    verb, code = ("variant", question.state.variant) if prompt.variants else ("leaf", question.draft_code)
    buttons: list[Button] = []
    if can_preview(table, prompt) and prompt.kind != "confirm" and not question.is_drafted:
        buttons.append(
            Button(question.build_id("looking", f"0.{question.state.variant}"), localizer.render_label("preview.open"))
        )
    elif can_preview(table, prompt) and question.is_drafted and question.selection.is_answer(prompt):
        buttons.append(
            Button(question.build_id("lookdraft", question.draft_code), localizer.render_label("preview.open"))
        )
    rule = build_rule_button(table.game, prompt.rule, localizer)
    if rule is not None:
        buttons.append(rule)
    if has_omitted:
        buttons.append(Button(build_table_id(table.key, "log"), localizer.render_label("changed.log")))
    return [*buttons, Button(question.build_id(verb, f"0.{code}"), localizer.render_label("panel.answer"), PRIMARY)]
