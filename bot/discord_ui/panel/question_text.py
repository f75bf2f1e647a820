"""Words above a question's picture: as many as leave the choices on a phone's screen, the most important first."""

from collections.abc import Sequence

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import MAX_LABEL, ActionRow
from bot.discord_ui.page.phone_screen import SMALL
from bot.discord_ui.text import seat_icons
from bot.discord_ui.text.localizer import QUESTION_MARKS, cut_end, join_sentences, split_sentences
from bot.discord_ui.text.waiting import describe_timeout
from bot.table.terms.first_use_glosses import find_gloss, is_first_use
from engines.kernel.stars.suggestions import PlannedAnswer

from .planned_line import write_line
from .question import PanelQuestion
from .star_text import join_reasons, list_reasons
from .text_parts import (
    BLANK_LINE,
    EXPLANATION_RANK,
    FIRST_REASON_RANK,
    LEGEND_RANK,
    NOTICE_RANK,
    OTHER_REASON_RANK,
    SMALL_LINE,
    SPARE_NEWS_RANK,
    TextPart,
    join_fitting,
)

LINE_HEIGHT = phone_screen.TEXT_SIZE * phone_screen.LINE_SPACING
"""Height in px of a line of the question."""
HEADING_LINES, MAX_HEADING_LINES = 2, 4
"""Lines of a heading that is shortened, and of one that need not be."""
MAX_LEGEND_LINES = 10
"""Maximum number of options that have a line each where words stand in for the picture; more follow one another."""
MAX_KEPT_LINES = 4
"""Lines of small print that keep the place of what is said about stars."""
NEWS_LINE = "-# "
"""Stands for the line of what happened meanwhile."""
SHORT_LABELS = (38, 24, 12)
"""Characters of each label of a legend for which there is no room otherwise."""


def write_text(
    question: PanelQuestion,
    news: str,
    own_steps: Sequence[str],
    rows: Sequence[ActionRow],
    line: Sequence[PlannedAnswer],
    legend: str = "",
    kept_words: str = "",
) -> str:
    """Return the words of a panel with these controls.

    news: one line of what happened meanwhile; own_steps: what the reader did in this turn, which the picture marks;
    line: suggested answers that one press gives; legend: what bare numbers stand for, for those who learn the game;
    kept_words: lines that keep the place of what is said about stars, "" if these are known
    """
    room = _measure_room(question, rows)
    reasons = [TextPart(kept_words, 0)] if kept_words else list_reasons(question, line)
    plan = [TextPart(write_line(question, line), 1)] if len(line) > 1 and not question.state.is_preview else []
    progress = [TextPart(text, 1) for text in write_progress(question)]
    whole_legend = [TextPart(legend, LEGEND_RANK)] if legend else []  # only a question that leaves room for it is whole
    always_shown = [*progress, *reasons[:1], *plan, *whole_legend]
    has_room_for_news = room >= LINE_HEIGHT + _measure_fewest(always_shown) + SMALL_LINE + phone_screen.GAP
    news_parts = _list_news_parts(question, news, own_steps, is_news_spare=bool(legend) or not has_room_for_news)
    always_shown += (part for part in news_parts if part.rank <= FIRST_REASON_RANK)
    before = [
        *news_parts,
        *_list_heading(question, 0 if legend else room, room - _measure_fewest(always_shown)),
        *progress,
    ]
    after = [
        *plan,
        *([TextPart(legend, LEGEND_RANK, _list_shorter_legends(question))] if legend else []),
        *(TextPart(text, EXPLANATION_RANK) for text in list_explanations(question)),
    ]
    text = join_fitting([*before, *reasons, *after], room)
    others = [part for part in reasons if part.rank == OTHER_REASON_RANK]
    if all(any(words in text for words in part.list_words()) for part in others):
        return text
    return join_fitting([*before, join_reasons(question, [reasons[0], *others]), *after], room)


def write_kept_words(question: PanelQuestion, rows: Sequence[ActionRow], *, is_terse: bool) -> str:
    """Return the lines that keep the place of what is said about stars: two, or one if there is no room for more, or up
    to four if there is room for all else. A planned line of many steps needs these.
    """
    explanations = sum(map(phone_screen.measure_text, list_explanations(question))) / LINE_HEIGHT

    def has_room(count: int) -> bool:
        lines = count * SMALL_LINE / LINE_HEIGHT + (explanations if count > 2 else 0)
        return fits_screen(question, rows, lines, is_terse=is_terse, has_short_heading=True)

    count = next((count for count in range(MAX_KEPT_LINES, 1, -1) if has_room(count)), 1)
    sentences = [question.localizer.render_line(key) for key in ("panel.star_awaited", "panel.star_optional")]
    return "\n".join([*sentences, *[BLANK_LINE] * MAX_KEPT_LINES][:count])


def write_given_answer(question: PanelQuestion, news: str, own_steps: Sequence[str], rows: Sequence[ActionRow]) -> str:
    """Return the words of a panel whose question the reader has answered while others have not."""
    answer = question.localizer.render_line("panel.given", answer=question.format_labels(question.given_keys))
    room = _measure_room(question, rows)
    parts = [
        *_list_news_parts(question, news, own_steps),
        *_list_heading(question, room, room - phone_screen.measure_text(answer)),
        TextPart(answer, 1),
    ]
    return join_fitting(parts, room)


def _list_news_parts(
    question: PanelQuestion, news: str, own_steps: Sequence[str], *, is_news_spare: bool = False
) -> list[TextPart]:
    """Return the notice, what happened meanwhile, and the reader's own steps. A long notice is cut for want of room.

    is_news_spare: news are shown only if they fit, as beside a notice
    """
    notice = _write_notice(question)
    return [
        *([TextPart(notice, NOTICE_RANK)] if notice else []),
        *([TextPart(news, SPARE_NEWS_RANK if notice or is_news_spare else 0)] if news else []),
        *(TextPart(step, 8 + len(own_steps) - nth) for nth, step in enumerate(own_steps)),
    ]


def _write_notice(question: PanelQuestion) -> str:
    return phone_screen.SMALL + question.state.notice if question.state.notice else ""


def fits_screen(
    question: PanelQuestion,
    rows: Sequence[ActionRow],
    spare_lines: float,
    *,
    is_terse: bool = False,
    has_short_heading: bool = False,
) -> bool:
    """Return whether these controls leave room for the words that are always shown, and for `spare_lines` more.

    is_terse: they have bare numbers; news give way to what these stand for. has_short_heading: of a long question only
    the sentence that asks must be shown.
    """
    legend = write_short_legend(question) if is_terse else ""
    news = _write_notice(question) or ("" if question.is_acting or legend else NEWS_LINE)
    small_print = [*([news] if news else []), *write_progress(question), *([legend] if legend else [])]
    others = sum(phone_screen.measure_text(line) for line in small_print) + (phone_screen.GAP if news else 0)
    heading = _measure_heading(question)
    if has_short_heading:
        heading = min(heading, phone_screen.measure_text(_split_question(question)[1]))
    return _measure_room(question, rows) >= heading + others + spare_lines * LINE_HEIGHT


def has_room_for_question(question: PanelQuestion, rows: Sequence[ActionRow], small_lines: int) -> bool:
    """Return whether these controls leave room for a line of the question and `small_lines` of small print."""
    return _measure_room(question, rows) >= LINE_HEIGHT + small_lines * SMALL_LINE


def _measure_heading(question: PanelQuestion) -> float:
    """Return the height in px of the question as a heading, at most that of a shortened one."""
    return min(phone_screen.measure_text(_write_heading(question)), HEADING_LINES * LINE_HEIGHT)


def _measure_room(question: PanelQuestion, rows: Sequence[ActionRow]) -> float:
    """Return the height that controls and picture leave for words."""
    room = phone_screen.SCREEN_HEIGHT - phone_screen.PADDING - phone_screen.measure_rows(rows)
    return room if question.picture is None else room - phone_screen.GAP - question.picture_height


def write_question(question: PanelQuestion) -> str:
    """Return the whole question."""
    return question.localizer.render_message(question.prompt.text, question.table.catalogue, question.table.names)


def _write_heading(question: PanelQuestion) -> str:
    """Return the whole question as a heading."""
    icon = seat_icons.format_icon(question.table, question.seat)
    return f"### {icon} {write_question(question)}".replace("\n", "\n### ")


def _list_heading(question: PanelQuestion, room: float, room_beside: float) -> list[TextPart]:
    """Return the question: the sentence that asks, and before and after it the rest if there is room.

    room: height in px, up to half of which a whole question may take; room_beside: height that the other words leave
    """
    heading = _write_heading(question)
    max_height = max(HEADING_LINES * LINE_HEIGHT, min(room / 2, MAX_HEADING_LINES * LINE_HEIGHT))
    if phone_screen.measure_text(heading) <= min(max_height, room_beside):
        return [TextPart(heading, 0)]
    before, heading_part, after = _split_question(question)
    if phone_screen.measure_text(heading_part) > room_beside:
        before, heading_part, after = _split_question(question, 1)
    return [part for part in (TextPart(before, 6), TextPart(heading_part, 0), TextPart(after, 5)) if part.text]


def _split_question(question: PanelQuestion, max_lines: int = HEADING_LINES) -> tuple[str, str, str]:
    """Return the sentence that asks, as a heading of few lines, with the sentences before and after it around it."""
    whole, icon = write_question(question), seat_icons.format_icon(question.table, question.seat)
    sentences = split_sentences(whole)
    index = next((n for n, sentence in enumerate(sentences) if QUESTION_MARKS.search(sentence)), len(sentences) - 1)
    text = phone_screen.cut_to_fit(sentences[index], max_lines, beside=f"{icon} ")
    others, lang = (sentences[:index], sentences[index + 1 :]), question.localizer.first_lang
    before, after = (join_sentences(parts, lang) for parts in others)
    return before, f"### {icon} {text}", after


def _measure_fewest(parts: Sequence[TextPart]) -> float:
    """Return the height in px of parts in their fewest words."""
    return sum(phone_screen.measure_text(part.list_words()[-1]) for part in parts)


def write_progress(question: PanelQuestion) -> list[str]:
    """Return the answer that may still be changed, that this is a preview, how many options are to be chosen, and the
    ones chosen so far.
    """
    texts, localizer = _write_draft(question), question.localizer
    if question.state.is_preview:
        texts.insert(0, localizer.render_line("preview.hint"))
    if question.given_keys:
        answer = question.format_labels(question.given_keys)
        texts.insert(0, f"-# {localizer.render_line('panel.given', answer=answer)}")
    return texts


def _write_draft(question: PanelQuestion) -> list[str]:
    prompt, localizer, chosen = question.prompt, question.localizer, question.selection.total
    match prompt.kind:
        case "confirm":
            return [question.lines[0].brief] if question.lines[0].brief else []
        case "some" if question.takes_several and not question.joint_answers:
            key = "panel.choose_exactly" if prompt.min == prompt.max else "panel.choose"
            texts = [localizer.render_line(key, min=prompt.min, max=prompt.max, chosen=chosen)]
            return [*texts, f"**{question.format_labels(question.selection.list_keys(prompt))}**"] if chosen else texts
        case "allocate" if question.takes_several and not question.joint_answers:
            key = "panel.allocate" if prompt.min == prompt.max else "panel.allocate_range"
            texts = [localizer.render_line(key, chosen=chosen, min=prompt.min, max=prompt.max, total=prompt.max)]
            return [*texts, f"**{question.format_labels(question.selection.list_keys(prompt))}**"] if chosen else texts
        case "each" if question.is_drafted:
            lines = [line for line in question.lines if question.count_selected(line)]
            return [f"**{line.heading}** — {line.label}" for line in lines]
        case _:
            return []


def write_short_legend(question: PanelQuestion) -> str:
    """Return the options that only the picture shows, in one paragraph, if the reader has the aids of first games; else
    "".
    """
    return SMALL + " · ".join(_list_legend(question)) if question.table.has_aids(question.seat) else ""


def _list_shorter_legends(question: PanelQuestion) -> tuple[str, ...]:
    return tuple(SMALL + " · ".join(_list_legend(question, length)) for length in SHORT_LABELS)


def write_legend(question: PanelQuestion) -> str:
    """Return, in small print for the time until the picture comes, the options that it shows, in no more room."""
    named = _list_legend(question)
    if len(named) <= MAX_LEGEND_LINES:
        return SMALL + f"\n{SMALL}".join(named)
    legends = (SMALL + " · ".join(named), *_list_shorter_legends(question))
    fitting = (legend for legend in legends if phone_screen.measure_text(legend) <= question.picture_height)
    return next(fitting, legends[-1])


def _list_legend(question: PanelQuestion, max_length: int = MAX_LABEL) -> list[str]:
    """Return the options that only the picture shows by their numbers. max_length: characters of each label"""
    lines = (line for line in question.all_lines if line.number in question.numbers_on_picture)
    return [f"**{line.number}.** {cut_end(question.labels[line.number], max_length)}" for line in lines]


def list_explanations(question: PanelQuestion) -> list[str]:
    """Return, in small print, what explains the question: a gloss, stars, the consequence of silence."""
    table, localizer, seat = question.table, question.localizer, question.seat
    texts = []
    gloss = find_gloss(table, seat, question.prompt)
    if gloss is not None:
        texts.append("-# " + localizer.render_message(gloss, table.catalogue, table.names).replace("\n", "\n-# "))
    if any(line.is_suggested for line in question.lines) and is_first_use(table, seat, "panel.advised"):
        texts.append(localizer.render_line("panel.advised"))
    if table.has_outgrown_aids(seat) and is_first_use(table, seat, "panel.unaided"):
        texts.append(localizer.render_line("panel.unaided"))
    texts.append(describe_timeout(table, question.prompt, localizer, is_public=False))
    return [text for text in texts if text]
