"""Words above a question's picture: as many as leave the choices on a phone's screen, the most important first."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bot.discord_ui.page import phone_screen
from bot.discord_ui.page.pages import MAX_LABEL, ActionRow
from bot.discord_ui.page.phone_screen import SMALL
from bot.discord_ui.text import seat_icons
from bot.discord_ui.text.localizer import cut_end
from bot.discord_ui.text.waiting import describe_timeout
from bot.table.terms.first_use_glosses import find_gloss, is_first_use
from engines.kernel.messages import Message, resolve_text
from engines.kernel.stars.shown_reasons import iter_shorter, omit_told_parts, separate_later_steps
from engines.kernel.stars.suggestions import PlannedAnswer, find_reason

from .option_menus import OptionLine
from .planned_line import write_line
from .question import PanelQuestion

QUESTION_MARKS = re.compile(r"[?？]|か。|ください。")
"""Ends of sentences that ask."""
STAR_NAME = re.compile(r"^-# ★ (\*\*.+?\*\*)", re.MULTILINE)
"""The number or name of an option at the beginning of its star's reason."""
SENTENCE_END = re.compile(r"(?<=[.?!])\s+|(?<=[。？！])|\n")
HEADING_LINES, MAX_HEADING_LINES = 2, 4
"""Lines of a heading that is shortened, and of one that need not be."""
MAX_LEGEND_LINES = 10
"""Up to so many options have a line each where words stand in for the picture; more follow one another."""
NEWS_LINE = "-# "
"""Stands for the line of what happened meanwhile."""
MAX_REASON_LINES = 2
"""Lines of small print of the best star's reason, if it ends where a thought ends; of another one, one line."""
LEGEND_RANK, NOTICE_RANK, FIRST_REASON_RANK, OTHER_REASON_RANK, TOLD_REASON_RANK = 2, 3, 4, 7, 8
SPARE_NEWS_RANK, EXPLANATION_RANK = 7, 1000
SHORT_LABELS = (38, 24, 12)
"""Characters of each label of a legend for which there is no room otherwise."""
SMALL_LINE = phone_screen.SMALL_SIZE * phone_screen.LINE_SPACING
"""Height in px of a line of small print."""


class TextPart(NamedTuple):
    """A part of the text."""

    text: str
    """One paragraph of Markdown."""
    rank: int
    """Parts of a lower rank are kept first; of those that do not fit only *Details* tells."""
    shorter: tuple[str, ...] = ()
    """The same in fewer and fewer words, which take its place if it does not fit."""

    def list_words(self) -> tuple[str, ...]:
        """Return all words that it may be told in, the most first."""
        return (self.text, *self.shorter)


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
    kept_words: lines that keep the place of what is told about stars, "" if these are known
    """
    room = _measure_room(question, rows)
    reasons = [TextPart(kept_words, 0)] if kept_words else _list_reasons(question, line)
    plan = [TextPart(write_line(question, line), 1)] if len(line) > 1 and not question.state.is_preview else []
    before = [
        *_list_news_parts(question, news, own_steps, has_legend=bool(legend)),
        *_list_heading(question, 0 if legend else room),
        *(TextPart(text, 1) for text in write_progress(question)),
    ]
    after = [
        *plan,
        *([TextPart(legend, LEGEND_RANK, _list_shorter_legends(question))] if legend else []),
        *(TextPart(text, EXPLANATION_RANK) for text in list_explanations(question)),
    ]
    text = _join_fitting([*before, *reasons, *after], room)
    others = [part for part in reasons if part.rank == OTHER_REASON_RANK]
    if all(any(words in text for words in part.list_words()) for part in others):
        return text
    return _join_fitting([*before, _join_reasons(question, [reasons[0], *others]), *after], room)


def write_kept_words(question: PanelQuestion, rows: Sequence[ActionRow], *, is_terse: bool) -> str:
    """Return the lines that keep the place of what is told about stars: two, or one if there is no room for more."""
    room_needed = 2 * phone_screen.SMALL_SIZE / phone_screen.TEXT_SIZE
    lines = ("panel.star_awaited", "panel.star_optional")
    count = 2 if fits_screen(question, rows, room_needed, is_terse=is_terse) else 1
    return "\n".join(question.localizer.render_line(key) for key in lines[:count])


def write_star_words(question: PanelQuestion, line: Sequence[PlannedAnswer], kept_words: str) -> str:
    """Return why options have a star and what one press does, in as many lines as were kept for it.

    line: suggested answers that one press gives
    """
    reasons = _list_reasons(question, line)
    if reasons:
        others = [part for part in reasons[1:] if part.rank == OTHER_REASON_RANK]
        first = _join_reasons(question, [reasons[0], *others]) if others else reasons[0]
        plan = write_line(question, line) if line else question.localizer.render_line("panel.star_details")
        lines = [_write_in_one_line(first), _write_in_one_line(TextPart(plan, 1))]
    else:
        lines = [question.localizer.render_line(key) for key in ("panel.star_none", "panel.star_details")]
    return "\n".join(lines[: kept_words.count("\n") + 1])


def _write_in_one_line(part: TextPart) -> str:
    """Return a part in the most words that fit one line of small print; if none do, the fewest are cut."""
    fitting = (words for words in part.list_words() if phone_screen.measure_text(words) <= SMALL_LINE)
    return next(fitting, "") or _cut_part(part._replace(text=part.list_words()[-1]), SMALL_LINE).text


def write_given_answer(question: PanelQuestion, news: str, own_steps: Sequence[str], rows: Sequence[ActionRow]) -> str:
    """Return the words of a panel whose question the reader has answered while others have not."""
    answer = question.localizer.render_line("panel.given", answer=question.format_labels(question.given_keys))
    room = _measure_room(question, rows)
    parts = [
        *_list_news_parts(question, news, own_steps),
        *_list_heading(question, room),
        TextPart(answer, 1),
    ]
    return _join_fitting(parts, room)


def _list_news_parts(
    question: PanelQuestion, news: str, own_steps: Sequence[str], *, has_legend: bool = False
) -> list[TextPart]:
    """Return the notice, what happened meanwhile, and the reader's own steps. A long notice is cut for want of room;
    news give way to it and to a legend.
    """
    notice = _write_notice(question)
    return [
        *([TextPart(notice, NOTICE_RANK)] if notice else []),
        *([TextPart(news, SPARE_NEWS_RANK if notice or has_legend else 0)] if news else []),
        *(TextPart(step, 8 + len(own_steps) - nth) for nth, step in enumerate(own_steps)),
    ]


def _write_notice(question: PanelQuestion) -> str:
    return phone_screen.SMALL + question.state.notice if question.state.notice else ""


def _join_fitting(parts: list[TextPart], room: float) -> str:
    """Return the parts that fit into so many px; of those that must be shown, one that does not fit is cut, to leave a
    line for each that comes later.
    """
    kept: dict[int, str] = {}
    for index, whole in sorted(enumerate(parts), key=lambda item: item[1].rank):
        later = sum(whole.rank < part.rank <= FIRST_REASON_RANK for part in parts)
        left = room - _measure_kept(kept, index, whole.text) - later * SMALL_LINE
        part = _choose_words(whole, left)
        height = phone_screen.measure_text(part.text)
        if 0 < part.rank <= FIRST_REASON_RANK and height > left:
            part = _cut_part(part, left)
        if part.rank <= FIRST_REASON_RANK or height <= left:
            kept[index] = part.text
    return "\n".join(kept[index] for index in sorted(kept))


def _measure_kept(kept: Mapping[int, str], index: int, text: str) -> float:
    """Return the height of the parts kept so far, and of the gap that this text at its index makes among them."""
    if not kept:
        return 0
    has_text_above = min(kept) < index
    heading = text if has_text_above else kept[min(kept)]
    gap = phone_screen.GAP if heading.startswith(phone_screen.HEADING) else 0
    return phone_screen.measure_text("\n".join(kept[n] for n in sorted(kept))) + gap


def _choose_words(part: TextPart, room: float) -> TextPart:
    """Return a part in the most words that fit; if none do, the fewest are cut."""
    fitting = (words for words in part.list_words() if phone_screen.measure_text(words) <= room)
    return part._replace(text=next(fitting, part.list_words()[-1]))


def _cut_part(part: TextPart, room: float) -> TextPart:
    """Return a part as small print of as many lines as there is room for, but at least one."""
    lines = max(1, int(room / SMALL_LINE))
    text = phone_screen.cut_to_fit(part.text.removeprefix(phone_screen.SMALL), lines, is_small=True)
    return TextPart(phone_screen.SMALL + text + phone_screen.BOLD * (text.count(phone_screen.BOLD) % 2), part.rank)


def fits_screen(
    question: PanelQuestion, rows: Sequence[ActionRow], spare_lines: float, *, is_terse: bool = False
) -> bool:
    """Return whether these controls leave room for the words that are always shown, and so many lines more.

    is_terse: they have bare numbers; news give way to what these stand for
    """
    legend = write_short_legend(question) if is_terse else ""
    line_height = phone_screen.TEXT_SIZE * phone_screen.LINE_SPACING
    heading = min(phone_screen.measure_text(_write_heading(question)), HEADING_LINES * line_height)
    news = _write_notice(question) or ("" if question.is_acting or legend else NEWS_LINE)
    small_print = [*([news] if news else []), *write_progress(question), *([legend] if legend else [])]
    others = sum(phone_screen.measure_text(line) for line in small_print) + (phone_screen.GAP if news else 0)
    return _measure_room(question, rows) >= heading + others + spare_lines * line_height


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


def _list_heading(question: PanelQuestion, room: float) -> list[TextPart]:
    """Return the question: the sentence that asks, and before and after it the rest if there is room.

    room: height in px, up to half of which a whole question may take
    """
    whole, icon = write_question(question), seat_icons.format_icon(question.table, question.seat)
    heading = _write_heading(question)
    line_height = phone_screen.TEXT_SIZE * phone_screen.LINE_SPACING
    max_height = max(HEADING_LINES * line_height, min(room / 2, MAX_HEADING_LINES * line_height))
    if phone_screen.measure_text(heading) <= max_height:
        return [TextPart(heading, 0)]
    sentences = [sentence for sentence in SENTENCE_END.split(whole) if sentence.strip()]
    asked = next((n for n, sentence in enumerate(sentences) if QUESTION_MARKS.search(sentence)), len(sentences) - 1)
    text = phone_screen.cut_to_fit(sentences[asked].strip(), HEADING_LINES, beside=f"{icon} ")
    gap = "" if question.localizer.first_lang == "ja" else " "
    before, after = (gap.join(part.strip() for part in parts) for parts in (sentences[:asked], sentences[asked + 1 :]))
    parts = [TextPart(before, 6), TextPart(f"### {icon} {text}", 0), TextPart(after, 5)]
    return [part for part in parts if part.text]


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


def _list_reasons(question: PanelQuestion, line: Sequence[PlannedAnswer]) -> list[TextPart]:
    """Return why options have a star, by their numbers, the best first. line: as in `write_text`"""
    if question.state.is_preview:
        return []
    colon = question.localizer.colon
    best_keys = question.planned_line[0].keys if question.planned_line else ()
    shown = [option for option in (*question.lines, *question.side_lines) if option.reason]
    hidden = [option for option in question.hidden_lines if option.reason and option.option.key in best_keys]
    best = next((option for option in (*shown, *hidden) if option.option.key in best_keys), next(iter(shown), None))
    named = [
        *((option, str(option.number or option.label)) for option in shown),
        *((option, option.label) for option in hidden),
    ]
    named.sort(key=lambda item: item[0] is not best)
    parts = []
    for option, name in named:
        is_best = option is best
        reasons = _iter_reasons(question, option, line if is_best else None)
        words = _list_short([f"-# ★ **{name}**{colon}{why}" for why in reasons], MAX_REASON_LINES if is_best else 1)
        is_told = _is_told_by_first(option)
        rank = FIRST_REASON_RANK if is_best else TOLD_REASON_RANK if is_told else OTHER_REASON_RANK
        parts.append(TextPart(words[0], rank, tuple(words[1:])))
    return parts


def count_star_lines(question: PanelQuestion, line: Sequence[PlannedAnswer], plan_lines: int) -> float:
    """Return how many lines of text are as high as the best star's reason in its fewest words and so many lines of
    small print. line: as in `write_text`
    """
    heights = [phone_screen.measure_text(reason.list_words()[-1]) for reason in _list_reasons(question, line)[:1]]
    reason_lines = min(MAX_REASON_LINES, round(max(heights, default=SMALL_LINE) / SMALL_LINE))
    return (plan_lines + reason_lines) * phone_screen.SMALL_SIZE / phone_screen.TEXT_SIZE


def _list_short(words: Sequence[str], max_lines: int) -> Sequence[str]:
    """Return those of the words that need no more lines of small print, at least the last ones."""
    return [text for text in words if phone_screen.measure_text(text) <= max_lines * SMALL_LINE] or words[-1:]


def _join_reasons(question: PanelQuestion, reasons: Sequence[TextPart]) -> TextPart:
    """Return the reasons of all stars in few lines: those after the first in the fewest words, at last all in one
    sentence, whose end may be cut.
    """
    first, *others = reasons
    shortest = "".join(f"\n{part.list_words()[-1]}" for part in others)
    names = question.localizer.join_names(STAR_NAME.findall("\n".join(part.text for part in others)))
    also = question.localizer.render_label("panel.also_strong", names=names)
    bracket = question.localizer.bracket(also)
    together = [STAR_NAME.sub(lambda found: f"{found[0]}{bracket}", why) for why in first.list_words()]
    words = (*(f"{why}{shortest}" for why in first.list_words()), *_list_short(together, MAX_REASON_LINES))
    return TextPart(words[0], FIRST_REASON_RANK, words[1:])


def _is_told_by_first(option: OptionLine) -> bool:
    """Return whether the star belongs to one answer with another star, whose reason speaks of all."""
    reason = None if option.option.detail is None else find_reason(resolve_text(option.option.detail))
    return isinstance(reason, Message) and reason.key == "kernel.aid.along"


def _iter_reasons(question: PanelQuestion, option: OptionLine, line: Sequence[PlannedAnswer] | None) -> Iterator[str]:
    """Yield why the option has its star, then the same in fewer words.

    line: the answers that one press gives from this option on; None: no press gives more than the option itself
    """
    detail = None if option.option.detail is None else resolve_text(option.option.detail)
    reason = None if detail is None else find_reason(detail)
    if not isinstance(reason, Message):
        yield option.reason
        return
    whole = reason if line is None else _fit_reason_to_line(question, reason, line)
    for words in (whole, *iter_shorter(whole)):
        yield question.localizer.render_message_label(words, question.table.catalogue, question.table.names)


def _fit_reason_to_line(question: PanelQuestion, reason: Message, line: Sequence[PlannedAnswer]) -> Message:
    """Return the reason without what the panel tells as the answers that one press gives."""
    reason = separate_later_steps(reason, line, is_whole=len(line) == len(question.planned_line))
    aids = question.table.game.aids
    return reason if aids is None or len(line) < 2 else omit_told_parts(reason, line, aids.is_repeat)


def write_short_legend(question: PanelQuestion) -> str:
    """Return the options that only the picture tells, in one paragraph, if the reader has the aids of first games; else
    "".
    """
    return SMALL + " · ".join(_list_legend(question)) if question.table.has_aids(question.seat) else ""


def _list_shorter_legends(question: PanelQuestion) -> tuple[str, ...]:
    return tuple(SMALL + " · ".join(_list_legend(question, length)) for length in SHORT_LABELS)


def write_legend(question: PanelQuestion) -> str:
    """Return, in small print for the time until the picture comes, the options that it tells, in no more room."""
    named = _list_legend(question)
    if len(named) <= MAX_LEGEND_LINES:
        return SMALL + f"\n{SMALL}".join(named)
    legends = (SMALL + " · ".join(named), *_list_shorter_legends(question))
    fitting = (legend for legend in legends if phone_screen.measure_text(legend) <= question.picture_height)
    return next(fitting, legends[-1])


def _list_legend(question: PanelQuestion, max_length: int = MAX_LABEL) -> list[str]:
    """Return the options that only the picture tells by their numbers. max_length: characters of each label"""
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
