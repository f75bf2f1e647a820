"""What happened, newest last, as far as the reader may know it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import Key, Page, Row
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.report import Report, told_of
from bot.discord_ui.text.voice import Voice, parts
from bot.table import LiveTable
from bot.table.history import Line

PAUSE_MS = 1_800_000
"""Half an hour between two decisions of the same player is worth a heading."""
ROOM = 3000
"""Characters of sentences on one page; the rest of the message is for headings."""


def report(live: LiveTable, lines: Sequence[Line], voice: Voice) -> str:
    """What was told, with the time above the first and wherever some has passed."""
    writer = Report(live, voice.first)
    found: list[str] = []
    before: Line | None = None
    for line in lines:
        if before is None or line.at - before.at > PAUSE_MS:
            found.append(f"-# <t:{line.at // 1000}:f>")
        found += writer.lines(told_of([line]))
        before = line
    return "\n".join(found)


def log_page(live: LiveTable, lines: Sequence[Line], voice: Voice, leaf: int = 0) -> Page:
    """Leaf 0 is the newest page."""
    leaves = _leaves(live, lines, voice)
    leaf = max(0, min(leaf, len(leaves) - 1))
    text = leaves[leaf] if leaves else voice.line("log.empty")
    rows: tuple[Row, ...] = ()
    if len(leaves) > 1:
        rows = (
            (
                Key(
                    at_table(live.id, "log", str(leaf + 1)), voice.label("log.older"), disabled=leaf == len(leaves) - 1
                ),
                Key(at_table(live.id, "log", str(leaf - 1)), voice.label("log.newer"), disabled=leaf == 0),
            ),
        )
    head = f"## {titles.table_title(live, voice)}"
    if len(leaves) > 1:
        head += f"\n-# {len(leaves) - leaf} / {len(leaves)}"
    return Page((head, text), rows)


def changed_page(live: LiveTable, lines: Sequence[Line], voice: Voice, shot: PictureRequest | None) -> Page:
    """What changed since the reader's last look; with more than fits, the newest."""
    leaves = _leaves(live, lines, voice)
    head = f"## {voice.label('changed.head')}\n-# {titles.table_title(live, voice)}"
    rows: tuple[Row, ...] = ()
    if len(leaves) > 1:
        rows = ((Key(at_table(live.id, "log", "1"), voice.label("log.older")),),)
    return Page((head, leaves[0] if leaves else voice.line("changed.nothing")), rows, shot)


def _leaves(live: LiveTable, lines: Sequence[Line], voice: Voice) -> list[str]:
    """Pages of at most ROOM characters, the newest first; within a page the oldest comes first. What does not fit one
    page alone goes over several.
    """
    leaves: list[str] = []
    page: list[Line] = []
    for line in reversed(lines):
        if page and len(report(live, [line, *page], voice)) > ROOM:
            leaves += reversed(parts(report(live, page, voice), ROOM))
            page = []
        page.insert(0, line)
    if page:
        leaves += reversed(parts(report(live, page, voice), ROOM))
    return leaves
