"""What others did since the reader's answer, above the next question: short, since the table's posts tell all of it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.text.report import Report, told_of
from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable
from bot.table.history import Line
from bot.table.knowing.concerns import came_of
from bot.table.knowing.digest import digest
from engines.kernel import Seat

MOST = 5
"""Sentences, more if they all count; each player's name stands above theirs."""


def meanwhile(live: LiveTable, seat: Seat, voice: Voice, since: Sequence[Line]) -> tuple[str, int]:
    """What matters most to the reader, above all what was done to them; how many sentences are left to the log."""
    news = [came_of(line, seat, live.words) for line in since]
    found = digest([line for line in news if line.events], seat, live.words, MOST)
    return "\n".join(Report(live, voice.first, reasons=False).lines(told_of(found.lines))), found.left
