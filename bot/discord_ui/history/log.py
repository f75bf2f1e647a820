"""What happened, newest last, as far as the reader may know it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import MAX_CHOICES, Choice, Key, Menu, Page, Row, in_full
from bot.discord_ui.text import signs, titles
from bot.discord_ui.text.report import BULLET, SMALL, Report, told_of
from bot.discord_ui.text.voice import Voice, cut, parts
from bot.table import LiveTable
from bot.table.history import Line
from bot.table.knowing.chapters import Chapter
from engines.kernel import Lang, Seat

PAUSE_MS = 1_800_000
"""Half an hour between two decisions of the same player is worth a heading."""
ROOM: dict[Lang, int] = {"en": 1400, "ja": 700}
"""Characters of what was told on one page, a screen of a phone: however it is scrolled, the newest lines are seen."""


def report(
    live: LiveTable, lines: Sequence[Line], voice: Voice, only: Seat | None = None, chapters: Sequence[Chapter] = ()
) -> str:
    """What was told (only: of this player), with the time above the first and wherever some has passed. chapters: the
    first line, and each with which one begins, stands below its heading, unless what was told last is one.
    """
    writer = Report(live, voice.first, only=only)
    found: list[str] = []
    before: Line | None = None
    within: Chapter | None = None
    name = ""
    for line in lines:
        told = writer.lines(told_of([line]))
        chapter = next((one for one in chapters if one.has(line.n)), None)
        if told and chapter is not None and chapter != within:
            if before is None or only is not None or not any(live.words.is_heading(text) for text in before.texts):
                found.append(f"### {voice.msg_label(chapter.heading, live.words, live.names)}")
                found += [name] if told[0].startswith(BULLET) and name else []  # whose it is, once more
            within = chapter
        if told and (before is None or line.at - before.at > PAUSE_MS):
            found.append(f"-# <t:{line.at // 1000}:f>")
        found += told
        name = next((one for one in reversed(told) if not one.startswith((BULLET, SMALL))), name)
        before = line if told else before
    return "\n".join(found)


@dataclass(frozen=True, slots=True)
class Extract:
    """Which part of the log is read. leaf 0: its newest page; seat: what one player decided, or what is told of them;
    after: the chapter that begins after this decision.
    """

    leaf: int = 0
    seat: Seat | None = None
    after: int | None = None

    def encode(self) -> str:
        """`0.1.34`"""
        return ".".join("" if part is None else str(part) for part in (self.leaf, self.seat, self.after))

    @classmethod
    def decode(cls, text: str) -> Extract:
        leaf, seat, after, *_ = (*text.split("."), "", "")
        return cls(int(leaf or 0), int(seat) if seat else None, int(after) if after else None)


def log_page(
    live: LiveTable, lines: Sequence[Line], voice: Voice, extract: Extract, chapters: Sequence[Chapter] = ()
) -> Page:
    """lines: those of the extract's chapter, of everybody."""
    leaves = _leaves(live, lines, voice, extract.seat, chapters)
    leaf = max(0, min(extract.leaf, len(leaves) - 1))
    text = leaves[leaf] if leaves else voice.line("log.empty" if extract == Extract() else "log.none")
    rows: list[Row] = []
    if len(leaves) > 1:
        older, newer = replace(extract, leaf=leaf + 1), replace(extract, leaf=leaf - 1)
        rows.append(
            (
                Key(
                    at_table(live.id, "log", older.encode()),
                    voice.label("log.older"),
                    disabled=leaf == len(leaves) - 1,
                ),
                Key(at_table(live.id, "log", newer.encode()), voice.label("log.newer"), disabled=leaf == 0),
            )
        )
    head = f"## {titles.table_title(live, voice)}"
    if len(leaves) > 1:
        head += f"\n-# {len(leaves) - leaf} / {len(leaves)}"
    rows += [menu for menu in (_players(live, extract, voice), _rounds(live, extract, chapters, voice)) if menu]
    return Page((head, text), tuple(rows))


def why_pages(live: LiveTable, lines: Sequence[Line], voice: Voice) -> tuple[Page, ...]:
    """What was told of one turn with all its reasons: on as many pages as it takes."""
    text = report(live, lines, voice) or voice.line("log.none")
    return in_full(f"## {titles.table_title(live, voice)}", text)


def _players(live: LiveTable, extract: Extract, voice: Voice) -> Menu | None:
    if len(live.seats) < 2:
        return None
    choices = [Choice("-", voice.label("log.everybody"), chosen=extract.seat is None)]
    choices += [
        Choice(str(s.seat), f"{signs.plain(s.seat)} {s.name}", chosen=extract.seat == s.seat) for s in live.seats
    ]
    return Menu(at_table(live.id, "logby", extract.encode()), voice.label("log.whose"), tuple(choices))


def _rounds(live: LiveTable, extract: Extract, chapters: Sequence[Chapter], voice: Voice) -> Menu | None:
    """With more rounds than a menu holds, the newest."""
    if len(chapters) < 2:
        return None
    choices = [Choice("-", voice.label("log.all_rounds"), chosen=extract.after is None)]
    choices += [
        Choice(
            str(chapter.after),
            cut(voice.msg_label(chapter.heading, live.words, live.names), 100),
            chosen=chapter.after == extract.after,
        )
        for chapter in chapters[1 - MAX_CHOICES :]
    ]
    return Menu(at_table(live.id, "login", extract.encode()), voice.label("log.round"), tuple(choices))


def _leaves(
    live: LiveTable, lines: Sequence[Line], voice: Voice, only: Seat | None, chapters: Sequence[Chapter]
) -> list[str]:
    """Pages of at most a ROOM, the newest first; within a page the oldest comes first. What does not fit one
    page alone goes over several.
    """
    leaves: list[str] = []
    rest, room = list(lines), ROOM[voice.first]

    def told(n: int) -> str:
        return report(live, rest[-n:], voice, only, chapters)

    while rest:
        page = max(1, bisect_right(range(1, len(rest) + 1), room, key=lambda n: len(told(n))))
        leaves += reversed(parts(told(page), room))
        del rest[-page:]
    return [leaf for leaf in leaves if leaf]
