"""One step of a game: when, what happened, how the board stood, and the ways to other steps."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.discord_ui.page import picture_requests
from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import GREY, MAX_CHOICES, Choice, Key, Menu, Page, Row
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import signs, titles
from bot.discord_ui.text.report import Report, told_of
from bot.discord_ui.text.voice import Voice, cut
from bot.table import LiveTable
from bot.table.history import Line
from bot.table.knowing.steps import Course, Step, at_or_before
from engines.kernel import Seat

ROOM = 2600
"""Characters of what happened at one step; the log has all of it."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a reader stands in a game. n: after this decision; turns: step by turns, not by decisions; seat: only that
    seat's; own: with the eyes of the reader's seat.
    """

    n: int
    turns: bool = True
    seat: Seat | None = None
    own: bool = False

    def encode(self, use: str = "") -> str:
        """`34.t.-.o`; use: what tells apart buttons that lead to one place."""
        seat = "-" if self.seat is None else str(self.seat)
        return f"{self.n}.{'t' if self.turns else 'd'}.{seat}.{'o' if self.own else '-'}.{use}"

    @classmethod
    def decode(cls, text: str) -> Place:
        n, how, seat, own, *_ = (*text.split("."), "", "", "")
        return cls(int(n or 0), how != "d", int(seat) if seat.isdigit() else None, own == "o")


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of a step. readable: the rules of today can read how the board stood."""

    place: Place
    step: Step
    lines: Sequence[Line]
    shot: PictureRequest | None
    readable: bool


def history_page(live: LiveTable, course: Course, shown: Shown, reader: Seat | None, voice: Voice) -> Page:
    """reader: the seat of whoever reads; None: they have none."""
    place, steps = shown.place, course.chosen(shown.place.turns, shown.place.seat)
    at = at_or_before(steps, shown.step.n)
    unit = "history.count" if place.turns else "history.count_decisions"
    count = voice.label(unit, nth=at, of=len(steps) - 1)
    head = f"-# {titles.table_title(live, voice)} · {count} · <t:{shown.step.at // 1000}:f>"
    texts = [head, f"### {_where(live, course, shown, voice)}", *_happened(live, shown, voice)]
    if not shown.readable:
        texts.append(voice.line("history.unreadable"))
    elif place.own and reader is not None and (shown.shot is None or shown.shot.look.viewer is None):
        texts.append("-# " + voice.line("history.not_yours_then"))
    rows = [_moves(live, steps, at, place, voice), *_ways(live, place, reader, voice)]
    rows += [menu for menu in (_seats(live, place, voice), _chapters(live, course, place, voice)) if menu is not None]
    return Page(tuple(texts), tuple(rows), shown.shot, GREY)


def _where(live: LiveTable, course: Course, shown: Shown, voice: Voice) -> str:
    chapter = course.chapter(shown.step.n)
    if shown.step.n == 0:
        return voice.label("history.beginning")
    if chapter is None:
        return voice.label("changed.history")
    return voice.msg_label(chapter.heading, live.words, live.names)


def _happened(live: LiveTable, shown: Shown, voice: Voice) -> list[str]:
    told = told_of(shown.lines)
    lines = Report(live, voice.first).lines(told)
    text = "\n".join(lines)
    if len(text) <= ROOM:
        return [text] if text else []
    kept: list[str] = []
    for line in lines:
        if sum(map(len, kept)) + len(kept) + len(line) > ROOM:
            break
        kept.append(line)
    return ["\n".join(kept), voice.line("turn.more", count=len(lines) - len(kept))]


def _moves(live: LiveTable, steps: Sequence[Step], at: int, place: Place, voice: Voice) -> Row:
    """First, before, after, last; and the other way of stepping."""
    last = len(steps) - 1
    ways = (
        ("first", 0, "|◀"),
        ("before", max(0, at - 1), "◀"),
        ("after", min(last, at + 1), "▶"),
        ("last", last, "▶|"),
    )
    keys = [
        Key(
            at_table(live.id, "history", replace(place, n=steps[to].n).encode(use)),
            sign,
            disabled=at == (0 if use in ("first", "before") else last),
        )
        for use, to, sign in ways
    ]
    other = replace(place, turns=not place.turns)
    label = voice.label("history.by_decisions" if place.turns else "history.by_turns")
    return (*keys, Key(at_table(live.id, "history", other.encode("mode")), label))


def _ways(live: LiveTable, place: Place, reader: Seat | None, voice: Voice) -> list[Row]:
    keys = []
    if reader is not None and picture_requests.art_of(live) is not None:
        label = voice.label("history.public" if place.own else "history.own")
        keys.append(Key(at_table(live.id, "history", replace(place, own=not place.own).encode("own")), label))
    keys.append(Key(at_table(live.id, "since", str(place.n)), voice.label("history.since")))
    if live.row.status in ("over", "ended"):
        keys.append(Key(at_table(live.id, "export"), voice.label("history.export")))
    if live.row.status == "over" and reader is not None and picture_requests.art_of(live) is not None:
        keys.append(Key(at_table(live.id, "replay"), voice.label("history.replay")))
    return [tuple(keys)]


def _seats(live: LiveTable, place: Place, voice: Voice) -> Menu | None:
    """Whose steps."""
    if len(live.seats) < 2:
        return None
    choices = [Choice("-", voice.label("history.everybody"), chosen=place.seat is None)]
    choices += [Choice(str(s.seat), f"{signs.plain(s.seat)} {s.name}", chosen=place.seat == s.seat) for s in live.seats]
    return Menu(at_table(live.id, "historyby", place.encode()), voice.label("history.whose"), tuple(choices))


def _chapters(live: LiveTable, course: Course, place: Place, voice: Voice) -> Menu | None:
    """To the beginning of a round or phase; with more than fit, the newest."""
    if len(course.chapters) < 2:
        return None
    here = course.chapter(place.n)
    choices = [
        Choice(
            str(chapter.after),
            cut(voice.msg_label(chapter.heading, live.words, live.names), 100),
            chosen=chapter == here,
        )
        for chapter in course.chapters[-MAX_CHOICES:]
    ]
    return Menu(at_table(live.id, "historyat", place.encode()), voice.label("history.chapter"), tuple(choices))
