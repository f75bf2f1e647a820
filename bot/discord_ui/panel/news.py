"""Memory of the log lines shown above a question, so that its other pages, Back and Play can show them again.

Kept in memory only: after a restart a panel shows just the question, and *What changed* has the rest.
"""

import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

from bot.discord_ui.page.phone_screen import cut_to_fit
from bot.discord_ui.text import seat_icons
from bot.discord_ui.text.event_report import BULLET, ReportWriter, list_events
from bot.discord_ui.text.localizer import Localizer
from bot.table import Table
from bot.table.history.game_log import LogLine
from bot.table.history.summary import filter_news, find_acting_seat, iter_named_seats, summarize_lines
from engines.kernel import Catalogue, Lang, LogEvent, Seat, summarize_log
from engines.kernel.catalogue import Importance
from engines.kernel.short_log import ActionSummary, drop_bare_heading

MAX_ENTRIES = 512
"""Maximum number of stored (table, person) entries; the oldest is dropped."""


class PanelNews:
    """Decisions since the last answer of each person at each table."""

    def __init__(self) -> None:
        self._lines: OrderedDict[tuple[int, int], tuple[Seat, int, tuple[LogLine, ...]]] = OrderedDict()
        """(table, person) -> their seat, the table's `public_n` then, and the lines; the newest entry is at the end."""

    def store_lines(self, table: Table, seat: Seat, person: int, lines: Sequence[LogLine]) -> Sequence[LogLine]:
        """Store the lines shown above the seat's question and return them.

        During the person's own unpublished steps the earlier lines are kept.
        """
        if table.match is not None and table.match.acting_seat != seat:
            key = (table.id, person)
            self._lines[key] = (seat, table.public_n, tuple(lines))
            self._lines.move_to_end(key)
            while len(self._lines) > MAX_ENTRIES:
                self._lines.popitem(last=False)
        return lines

    def load_lines(self, table: Table, seat: Seat, person: int) -> tuple[LogLine, ...]:
        """Return the stored lines, or () if anything was published or undone at the table since."""
        stored_seat, stored_n, lines = self._lines.get((table.id, person), (None, None, ()))
        return lines if (stored_seat, stored_n) == (seat, table.public_n) else ()


FULL_STOPS = ".。"
"""Signs at the end of a sentence, which a line of news does without."""
CLAUSE_END = re.compile(r"[、：]|。(?=.)|[,;:] | · |（| [(]")
"""Ends of clauses: a line that is too long loses its last ones."""
PHRASE_END = re.compile(r"[をにがで](?![ぁ-ん])")
"""Ends of the parts of a Japanese clause: a particle before the next word."""
BRACKETED = re.compile("「([^「」]+)」")
SEAT_MARK = re.compile(r"(?:<a?:\w+:\d+>|\S \S) ")
"""A seat's icon, or its sign and letter, at the beginning of a line."""
MAX_SENTENCES = 5
"""Number of sentences, exceeded if all are important; the players' names are headings and not counted."""


def summarize_news(
    table: Table, seat: Seat, localizer: Localizer, since: Sequence[LogLine], max_sentences: int = MAX_SENTENCES
) -> tuple[str, int]:
    """Return the most relevant events for the reader (first of all, actions against them) and the number omitted."""
    news = [filter_news(line, seat, table.catalogue) for line in since]
    summary = summarize_lines([line for line in news if line.events], seat, table.catalogue, max_sentences)
    return "\n".join(
        ReportWriter(table, localizer.first_lang, has_reasons=False).write_lines(list_events(summary.lines))
    ), summary.omitted_count


def summarize_in_one_line(table: Table, seat: Seat, localizer: Localizer, since: Sequence[LogLine]) -> str:
    """Return the most relevant event for the reader in one line of small print on a phone, and how many more there are.

    A sentence that is too long is replaced by its short form, and a new round, which the picture shows, gives way to
    what somebody did, as does a roll to what came of it. "" if there is nothing new.
    """
    news = [filter_news(line, seat, table.catalogue) for line in since]
    action_lines = [_drop_headings(line, table.catalogue) for line in news]
    news = action_lines if any(line.events for line in action_lines) else news
    summary = summarize_lines([line for line in news if line.events], seat, table.catalogue, 1)
    events = list_events(summary.lines)
    line = ""
    main = [item for item in events if table.catalogue.rate_importance(item.event.text) != Importance.LATER]
    for shown in (events, (main or events)[:1]):
        omitted_count = summary.omitted_count + len(events) - len(shown)
        more = f" {localizer.render_label('panel.more_news', count=omitted_count)}" if omitted_count else ""
        if not shown:
            return ""
        addresses_reader = shown[0].event.to == (seat,) and not any(iter_named_seats(shown[0].event.text))
        texts, short_texts = (
            ReportWriter(table, localizer.first_lang, has_reasons=False, has_capitals=has_names).write_lines(shown)
            for has_names in (True, False)
        )
        if not texts:
            return ""
        if addresses_reader:
            del texts[:-1], short_texts[:-1]  # the sentence says "you": without a heading it needs no name
        line = _join_texts(texts, localizer.colon, has_names=True).rstrip(FULL_STOPS)
        short_line = _join_texts(short_texts, localizer.colon, has_names=False).rstrip(FULL_STOPS)
        for fitting in (line, short_line):
            if _fits_line(fitting, more):
                return f"-# {fitting}{more}"
        brief = None if addresses_reader else _find_short_form(table, shown[0].event, news, localizer.first_lang)
        line = short_line if brief is None else _write_fitting_brief(table, texts, brief, more, localizer.first_lang)
        line = f"-# {cut_after_clause(line, more)}{more}"
    return line


def cut_after_clause(line: str, more: str) -> str:
    """Return the line without its last clauses; if the first one is too long, without phrases, or cut."""
    if _fits_line(line, more):
        return line
    ends = [match.start() for match in CLAUSE_END.finditer(line) if not _is_in_brackets(line[: match.start()])]
    for end in reversed(ends):
        shown = f"{line[:end]}…"
        if _fits_line(shown, more):
            return shown
    shorter = _leave_phrases_out(line[: ends[0]] if ends else line, more)
    return shorter or cut_to_fit(line, 1, beside=more, is_small=True)


def _leave_phrases_out(clause: str, more: str) -> str:
    """Return a Japanese clause without phrases in its middle, since its verb is at its end; "" if that is too long."""
    ends = [match.end() for match in PHRASE_END.finditer(clause) if not _is_in_brackets(clause[: match.end()])]
    mark = SEAT_MARK.match(clause)
    heads = [mark.end() if mark else 0, *ends]
    gaps = [(head, tail) for head in heads for tail in ends if head < tail < len(clause)]
    gaps = [gap for gap in gaps if gap != (heads[0], ends[-1])]  # a verb alone says nothing
    gaps += [match.span(1) for match in BRACKETED.finditer(clause)]
    shorter = [f"{clause[:start]}…{clause[end:]}" for start, end in gaps]
    return max((shown for shown in shorter if _fits_line(shown, more)), key=len, default="")


def _fits_line(text: str, more: str) -> bool:
    return cut_to_fit(text, 1, beside=more, is_small=True) == text


def _is_in_brackets(beginning: str) -> bool:
    """Return whether a line that begins so has an open bracket."""
    return any(beginning.count(opening) > beginning.count(closing) for opening, closing in ("（）", "()", "「」"))


def _drop_headings(line: LogLine, catalogue: Catalogue) -> LogLine:
    return replace(line, events=tuple(event for event in line.events if not catalogue.is_heading(event.text)))


def _find_short_form(table: Table, event: LogEvent, news: Sequence[LogLine], lang: Lang) -> ActionSummary | None:
    """Return the event as it is said in the lines below a picture; None if the game has no short form for it.

    A short form may only begin an action, which the sentences after it complete.
    """
    texts = [shown_event.text for line in news for shown_event in line.events]
    action = texts[texts.index(event.text) :]
    letters = [seat_icons.format_icon(table, seat) for seat in range(len(table.seats))]
    summaries = summarize_log(action, find_acting_seat(event.text), table.catalogue, lang, table.names, letters)
    return next(iter(summaries), None)


def _write_fitting_brief(table: Table, texts: Sequence[str], brief: ActionSummary, more: str, lang: Lang) -> str:
    """Return a short form; one that is too long begins with what was done, since its heading alone says nothing."""
    line = _write_brief(texts, brief).rstrip(FULL_STOPS)
    if _fits_line(line, more):
        return line
    bare = brief._replace(words=drop_bare_heading(brief.words, table.catalogue, lang))
    return _write_brief(texts, bare).rstrip(FULL_STOPS)


def _write_brief(texts: Sequence[str], brief: ActionSummary) -> str:
    """Return a short form after the mark of its seat; one about the whole table has the marks of its seats itself."""
    if brief.seat is None:
        return brief.words
    mark = next((text.partition(" **")[0] for text in reversed(texts) if _is_named(text)), "")
    return f"{mark} {brief.words}".strip()


def _is_named(text: str) -> bool:
    """Return whether a text is the heading with a player's mark and name."""
    return " **" in text and not text.startswith(("**", BULLET))


def _join_texts(texts: Sequence[str], colon: str, *, has_names: bool) -> str:
    """Return headings and sentences in one line; without names a player's heading is the mark of the seat alone."""
    line = ""
    for text in texts:
        is_named = _is_named(text)
        plain = text.replace("**", "").removeprefix(BULLET)
        gap = colon[1:] if plain.endswith(tuple(FULL_STOPS)) else colon  # only a space, if the language has any
        line += text.partition("**")[0] if is_named and not has_names else plain + gap
    return line.removesuffix(colon).rstrip()
