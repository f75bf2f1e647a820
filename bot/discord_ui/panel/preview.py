"""Pages about one answer before it is given: its effect in words and on the picture, and that it ends the game."""

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.custom_ids import build_question_id
from bot.discord_ui.page.pages import DANGER, GOLD, SECONDARY, SUCCESS, Button, Page
from bot.discord_ui.text import seat_icons, titles
from bot.discord_ui.text.event_report import ReportEvent, ReportWriter
from bot.discord_ui.text.localizer import Localizer
from bot.table import QuestionRef, Table
from engines.kernel import Preview, Prompt, Seat, ends_game, preview_answer

from . import option_menus
from .draft import Draft
from .option_menus import format_answer


def can_preview(table: Table, prompt: Prompt) -> bool:
    """Return whether answers of this question can be previewed.

    Not while others are asked too, when simultaneous answers are revealed next, or when dice decide next.
    """
    match, aids = table.match, table.game.aids
    if (
        match is None
        or match.open_prompts is None
        or match.open_prompts.is_simultaneous
        or table.waiting != (prompt.seat,)
    ):
        return False
    return aids is None or not aids.player.is_last(prompt)


def build_preview_page(
    table: Table, seat: Seat, localizer: Localizer, prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...]
) -> Page:
    """Return the preview of an answer with these option keys. Raises Refused if it is illegal."""
    assert table.match is not None
    prediction = preview_answer(table.match, seat, keys)
    answer = format_answer(option_menus.build_all_lines(table, prompt, localizer), keys, localizer)
    question_text = localizer.render_line("preview.head", answer=answer).replace("\n", "\n### ")
    texts = [_write_head(table, seat, localizer), f"### {question_text}"]
    buttons = (
        Button(_build_answer_id(prompt, ref, keys, "pick", "ok"), localizer.render_label("preview.do"), SUCCESS),
        Button(_build_back_id(prompt, ref, keys), localizer.render_label("preview.leave")),
        _build_other_button(localizer, ref),
    )
    if prediction is None:
        return Page((*texts, localizer.render_line("preview.hidden")), (buttons,), colour=GOLD, panel_table=table.id)
    if prediction.events:
        events = [ReportEvent(event, seat) for event in prediction.events]
        texts.append("\n".join(ReportWriter(table, localizer.first_lang).write_lines(events)))
    texts.append(_describe_next_question(table, localizer, prediction))
    picture_request = picture_requests.build_preview_picture(table, seat, localizer.first_lang, prediction, keys)
    return Page(tuple(texts), (buttons,), picture_request, GOLD, table.id, footer=localizer.render_line("preview.foot"))


def _describe_next_question(table: Table, localizer: Localizer, prediction: Preview) -> str:
    """Return the question that follows the previewed answer."""
    text = prediction.later_question if prediction.next_prompt is None else prediction.next_prompt.text
    if text is None:
        return localizer.render_line("preview.over")
    question_text = localizer.render_message(text, table.catalogue, table.names)
    return f"{localizer.render_line('preview.asked')}\n> " + question_text.replace("\n", "\n> ")


def asks_before_end(table: Table, ref: QuestionRef, keys: tuple[str, ...]) -> bool:
    """Return whether an answer ends the game, so that its person is asked first. The confirmation of a turn asks
    already.
    """
    if not table.is_playing or table.match is None or ref != table.build_question_ref(ref.seat):
        return False
    return table.require_prompt(ref).kind != "confirm" and ends_game(table.match, ref.seat, keys)


def build_end_page(table: Table, localizer: Localizer, prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...]) -> Page:
    """Return the question whether to give an answer that ends the game."""
    answer = format_answer(option_menus.build_all_lines(table, prompt, localizer), keys, localizer)
    texts = (_write_head(table, ref.seat, localizer), localizer.render_line("panel.ends_game", answer=answer))
    buttons = (
        Button(_build_answer_id(prompt, ref, keys, "end", "enddraft"), localizer.render_label("confirm.do"), DANGER),
        Button(_build_back_id(prompt, ref, keys), localizer.render_label("panel.back")),
    )
    picture_request = picture_requests.build_private_picture(table, ref.seat, localizer.first_lang, prompt, keys)
    return Page(texts, (buttons,), picture_request, GOLD, table.id)


def _write_head(table: Table, seat: Seat, localizer: Localizer) -> str:
    return f"-# {titles.name_table(table, localizer)} · {seat_icons.format_icon(table, seat)}"


def _build_answer_id(prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...], option_verb: str, draft_verb: str) -> str:
    """Return the custom_id of a button that gives the answer: by its only option, else by a draft."""
    if len(keys) == 1 and (
        prompt.kind in ("one", "confirm") or keys[0] in {side_action.key for side_action in prompt.side_actions}
    ):
        return build_question_id(ref, option_verb, keys[0])
    return build_question_id(ref, draft_verb, Draft.from_keys(prompt, keys).encode(prompt))


def _build_back_id(prompt: Prompt, ref: QuestionRef, keys: tuple[str, ...]) -> str:
    """Return the custom_id of the button back to the question, keeping the draft of an answer with several choices."""
    option_keys = {option.key for option in prompt.options}
    keeps_draft = min(prompt.max, prompt.capacity) > 1 and all(key in option_keys for key in keys)
    draft_code = Draft.from_keys(prompt, keys if keeps_draft else ()).encode(prompt)
    if prompt.variants:
        return build_question_id(ref, "variant", "0.0")
    return build_question_id(ref, "leaf", f"0.{draft_code}")


def _build_other_button(localizer: Localizer, ref: QuestionRef) -> Button:
    """Return the button to preview another option."""
    return Button(build_question_id(ref, "looking", "0.0"), localizer.render_label("preview.other"), SECONDARY)
