"""Words about stars: why options have them, and what one press of *Do ★* does."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from bot.discord_ui.page import phone_screen
from engines.kernel.messages import Message, resolve_text
from engines.kernel.stars.shown_reasons import fit_to_line, iter_shorter
from engines.kernel.stars.suggestions import PlannedAnswer, find_reason

from .option_menus import OptionLine
from .planned_line import STEP_SEPARATOR, write_line
from .question import PanelQuestion
from .text_parts import (
    BLANK_LINE,
    FIRST_REASON_RANK,
    OTHER_REASON_RANK,
    SHARED_REASON_RANK,
    SMALL_LINE,
    TextPart,
    cut_part,
)

STAR_NAME = re.compile(r"^-# ★ (\*\*.+?\*\*)", re.MULTILINE)
"""The number or name of an option at the beginning of its star's reason."""
WORD_END = re.compile(
    rf"(?<=[ 、。；）」])(?!{STEP_SEPARATOR.strip()})|(?=[（「])|(?<=[ぁ-ん])(?=[^ぁ-んー 、。：；）」…])"
)
"""Ends of words, or in Japanese of phrases, whose last letters are mostly hiragana: there a line may end."""
THOUGHT_END = re.compile(
    r"(?:(?<=[:;] )(?<![*)]: )|(?<=[。；：])(?<![*）]：))(?![^（(]*[）)])|(?<!\*)(?=[（(])(?<!\* )"
)
"""Ends of sentences and of what stands before a colon or a bracket; none within a bracket or after an option's name."""
STEP_END = re.compile(f"(?<={STEP_SEPARATOR})")
"""Ends of the steps of a plan."""
MAX_REASON_LINES = 2
"""Lines of small print of the best star's reason, if it ends where a thought ends; of another one, one line."""


def list_reasons(question: PanelQuestion, line: Sequence[PlannedAnswer]) -> list[TextPart]:
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
        other_rank = SHARED_REASON_RANK if _shares_first_reason(option) else OTHER_REASON_RANK
        rank = FIRST_REASON_RANK if is_best else other_rank
        substitute = question.localizer.render_line("panel.star_reason", names=f"**{name}**") if is_best else ""
        parts.append(TextPart(words[0], rank, tuple(words[1:]), substitute))
    return parts


def count_star_lines(question: PanelQuestion, line: Sequence[PlannedAnswer], plan_lines: int) -> float:
    """Return how many lines of text are as high as the best star's reason in its fewest words and the lines of the
    plan, in small print. line: as in `write_text`; plan_lines: number of lines of the plan
    """
    heights = [phone_screen.measure_text(reason.list_words()[-1]) for reason in list_reasons(question, line)[:1]]
    reason_lines = min(MAX_REASON_LINES, round(max(heights, default=SMALL_LINE) / SMALL_LINE))
    return (plan_lines + reason_lines) * phone_screen.SMALL_SIZE / phone_screen.TEXT_SIZE


def keep_stars_with_reasons(question: PanelQuestion, words: str) -> PanelQuestion:
    """Return the question with the best star, and of the others with those whose reason is in these words."""
    best_keys = question.planned_line[0].keys if question.planned_line else ()
    lines, side_lines = (
        tuple(
            option
            if option.option.key in best_keys
            or _shares_first_reason(option)
            or f"**{option.number or option.label}**" in words
            else replace(option, is_suggested=False)
            for option in options
        )
        for options in (question.lines, question.side_lines)
    )
    return replace(question, lines=lines, side_lines=side_lines)


def _list_short(words: Sequence[str], max_lines: int) -> Sequence[str]:
    """Return those of the words that need no more lines of small print, at least the last ones."""
    return [text for text in words if phone_screen.measure_text(text) <= max_lines * SMALL_LINE] or words[-1:]


def join_reasons(question: PanelQuestion, reasons: Sequence[TextPart]) -> TextPart:
    """Return the reasons of all stars in few lines: those after the first in the fewest words, at last all in one
    sentence, whose end may be cut.
    """
    first, *others = reasons
    shortest = "".join(f"\n{part.list_words()[-1]}" for part in others)
    localizer, names = question.localizer, STAR_NAME.findall("\n".join(part.text for part in others))

    def name_others(why: str, key: str) -> str:
        bracket = localizer.bracket(localizer.render_label(key, names=localizer.join_names(names)))
        return STAR_NAME.sub(lambda found: f"{found[0]}{bracket}", why)

    joint_words = [
        name_others(why, key) for key in ("panel.also_good", "panel.also_good_short") for why in first.list_words()
    ]
    words = (*(f"{why}{shortest}" for why in first.list_words()), *_list_short(joint_words, MAX_REASON_LINES))
    all_names = localizer.join_names(STAR_NAME.findall("\n".join(part.text for part in reasons)))
    substitute = localizer.render_line("panel.star_reason", names=all_names)
    return TextPart(words[0], FIRST_REASON_RANK, words[1:], substitute)


def _shares_first_reason(option: OptionLine) -> bool:
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
    whole = reason if line is None else fit_to_line(reason, line, question.table.game.aids)
    for words in (whole, *iter_shorter(whole)):
        yield question.localizer.render_message_label(words, question.table.catalogue, question.table.names)


def find_late_line(
    question: PanelQuestion, plan: tuple[PlannedAnswer, ...], line_count: int
) -> tuple[PlannedAnswer, ...]:
    """Return the first suggested answers of a plan that fit the lines that the panel keeps for them, at least one.

    If the whole plan fits, it is returned, even if no line is left for the reason of the best star: *Details* shows
    that, too. Else the plan ends where the reason, in its fewest words, has room beside it. line_count: kept lines
    """
    counts = range(len(plan), 1, -1)
    plans = {count: _fit_plan(question, plan[:count], line_count) for count in counts}
    if plans.get(len(plan)):
        return plan
    beside_reason = (
        n for n in counts if _fit_plan(question, plan[:n], _count_plan_lines(question, plan[:n], line_count))
    )
    return plan[: next(beside_reason, next((n for n in counts if plans[n]), 1))]


def _count_plan_lines(question: PanelQuestion, line: Sequence[PlannedAnswer], line_count: int) -> int:
    """Return how many of `line_count` lines are left for the plan by the best star's reason in its fewest words."""
    fewest = [_break_into_lines(part.list_words()[-1], WORD_END) for part in list_reasons(question, line)[:1]]
    return line_count - max(1, min(MAX_REASON_LINES, line_count - 1, *map(len, fewest)))


def write_star_words(
    question: PanelQuestion, line: Sequence[PlannedAnswer], kept_words: str, *, is_on_button: bool = False
) -> str:
    """Return why options have a star and what one press does, in as many lines as were kept for it. Words that do not
    fit are left out, not cut.

    line: suggested answers that one press gives; is_on_button: a single one has a button of its own, with its words
    """
    line_count = kept_words.count("\n") + 1
    reasons = list_reasons(question, line)
    details = question.localizer.render_line("panel.star_details")
    if not reasons:
        return _fill_lines(question, [question.localizer.render_line("panel.star_none"), details], line_count)
    others = [part for part in reasons[1:] if part.rank == OTHER_REASON_RANK]
    plan = []
    if len(line) > 1:
        room = _count_plan_lines(question, line, line_count)
        plan = _fit_plan(question, line, room) or _fit_plan(question, line, line_count)
    why, reason_lines = reasons[0], min(MAX_REASON_LINES, line_count - len(plan))
    joint_reason = join_reasons(question, [why, *others]) if others else why
    lines = []
    if reason_lines:
        lines = _find_lines(joint_reason.list_words(), reason_lines) or _choose_lines(why, reason_lines)
    if plan:
        lines += plan
    elif len(lines) < line_count:
        step = write_line(question, line) if line and not is_on_button else details
        lines += _choose_lines(TextPart(step, 0, substitute=details), 1)
    return _fill_lines(question, lines, line_count)


def _fill_lines(question: PanelQuestion, lines: Sequence[str], line_count: int) -> str:
    """Return `line_count` lines: these, below them what everybody knows of the game, and at last empty ones.

    With fewer lines the controls would move under a finger, and several empty ones look like a fault.
    """
    known = _list_known_lines(question) if len(lines) < line_count else []
    return "\n".join([*lines, *known, *[BLANK_LINE] * line_count][:line_count])


def _list_known_lines(question: PanelQuestion) -> list[str]:
    """Return a line of small print with the round or phase, and one with who comes next, as far as the game says."""
    table, localizer = question.table, question.localizer
    info = None if table.match is None else table.match.find_turn_info()
    if info is None:
        return []
    texts = [localizer.render_message_label(info.heading, table.catalogue, table.names)]
    names = localizer.join_names(table.names[seat] for seat in info.following if seat < len(table.names))
    texts += [localizer.render_label("panel.next_seats", names=names)] if names else []
    cut = (phone_screen.cut_to_fit(text, 1, beside="…", is_small=True) for text in texts)  # the sign of a cut is wide
    return [phone_screen.SMALL + text for text in cut]


def _fit_plan(question: PanelQuestion, line: Sequence[PlannedAnswer], line_count: int) -> list[str]:
    """Return what one press does in at most `line_count` lines, broken between steps if that fits; [] if nothing fits.
    For want of room, the first step is its number alone.
    """
    texts = [write_line(question, line), write_line(question, line, is_first_numbered=True)]
    candidates = (_break_into_lines(text, end) for end in (STEP_END, WORD_END) for text in texts)
    return _find_fitting(lines for lines in candidates if len(lines) <= line_count) or []


def _choose_lines(part: TextPart, line_count: int) -> list[str]:
    """Return a part in the most words that fit `line_count` lines of small print, else its substitute.

    They end where a thought ends, since a wide screen shows the breaks, too; within one only if nothing else fits.
    """
    fitting = _find_lines(part.list_words(), line_count) or _find_lines([part.substitute], line_count)
    return fitting or [cut_part(TextPart(part.substitute, part.rank), SMALL_LINE).text]


def _find_lines(texts: Sequence[str], line_count: int) -> list[str] | None:
    """Return the first of these texts that fits `line_count` lines of small print, if any does."""
    candidates = (_break_into_lines(text, end) for end in (THOUGHT_END, WORD_END) for text in texts)
    return _find_fitting(lines for lines in candidates if len(lines) <= line_count)


def _find_fitting(candidates: Iterable[list[str]]) -> list[str] | None:
    """Return the first of these texts whose lines all fit the screen's width."""
    return next((lines for lines in candidates if all(map(_is_one_line, lines))), None)


def _break_into_lines(text: str, end: re.Pattern[str]) -> list[str]:
    """Return small print in lines of the screen that end so: letters may be narrower than estimated, and a paragraph
    that a phone shows in fewer lines than expected moves the controls.
    """
    lines = []
    for paragraph in text.split("\n"):
        lines.append(phone_screen.SMALL)
        for word in end.split(paragraph.removeprefix(phone_screen.SMALL)):
            is_in_bold = lines[-1].count(phone_screen.BOLD) % 2 == 1
            if lines[-1] == phone_screen.SMALL or is_in_bold or _is_one_line(f"{lines[-1]}{word}".rstrip()):
                lines[-1] += word
            else:
                lines.append(phone_screen.SMALL + word)
    return lines


def _is_one_line(text: str) -> bool:
    return phone_screen.measure_text(text) <= SMALL_LINE
