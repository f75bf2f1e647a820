"""What others did since the reader's answer, above the next question: short, since the table's posts tell all of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.discord_ui.text.report import Report, told_of
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.history import Line
from bot.table.knowing.digest import digest, named
from engines.kernel import Event, Seat

MOST = 5
"""Sentences, more if they all count; each player's name stands above theirs."""


def meanwhile(live: LiveTable, seat: Seat, voice: Voice, since: Sequence[Line]) -> tuple[str, int]:
    """What matters most to the reader, above all what was done to them; how many sentences are left to the log."""
    news = [replace(line, events=tuple(e for e in line.events if _is_news(seat, line, e))) for line in since]
    found = digest([line for line in news if line.events], seat, live.words, MOST)
    return "\n".join(Report(live, voice.first, reasons=False).lines(told_of(found.lines))), found.left


def _is_news(seat: Seat, line: Line, event: Event) -> bool:
    """Of their own answer they know what they did; not what chance or the rules made of it, nor what only they may
    know: that stands in no post.
    """
    if event.reason:
        return False
    by_themselves = line.seat == seat and not (line.relieved or line.pressed or line.automatic)
    return not by_themselves or event.to is not None or seat not in named(event.text)
