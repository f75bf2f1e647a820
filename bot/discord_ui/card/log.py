"""What happened, newest last, as far as the reader may know it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.discord_ui.page.ids import at_table
from bot.discord_ui.page.layout import Key, Page, Row
from bot.discord_ui.page.pictures import PictureRequest
from bot.discord_ui.text import titles
from bot.discord_ui.text.voice import Voice, parts
from bot.table import LiveTable
from bot.table.history import Line

PAUSE_MS = 1_800_000
"""Half an hour between two decisions of the same player is worth a heading."""
ROOM = 3000
"""Characters of sentences on one page; the rest of the message is for headings."""


def sentences(live: LiveTable, lines: Sequence[Line], voice: Voice) -> list[str]:
    """One text per decision, with the lines that the rules made (`Table.line`); a heading where somebody else decides
    or time has passed. Sentences name who acts: what follows by itself is nobody's.
    """
    texts = []
    before: Line | None = None
    for line in lines:
        text = voice.passage(line.texts, live.words, live.names)
        if before is None or line.seat != before.seat or line.at - before.at > PAUSE_MS:
            who = "" if line.seat is None else f"{titles.seat_name(live.seats[line.seat])} · "
            text = f"-# {who}<t:{line.at // 1000}:f>\n{text}"
        texts.append(text)
        before = line
    return texts


def log_page(live: LiveTable, lines: Sequence[Line], voice: Voice, leaf: int = 0) -> Page:
    """Leaf 0 is the newest page."""
    leaves = _leaves(sentences(live, lines, voice))
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
    leaves = _leaves(sentences(live, lines, voice))
    head = f"## {voice.label('changed.head')}\n-# {titles.table_title(live, voice)}"
    rows: tuple[Row, ...] = ()
    if len(leaves) > 1:
        rows = ((Key(at_table(live.id, "log", "1"), voice.label("log.older")),),)
    return Page((head, leaves[0] if leaves else voice.line("changed.nothing")), rows, shot)


def _leaves(texts: Sequence[str]) -> list[str]:
    """Pages of at most ROOM characters, the newest first; within a page the oldest comes first."""
    leaves: list[str] = []
    page: list[str] = []
    room = ROOM
    pieces = [piece for text in texts for piece in parts(text, ROOM)]
    for text in reversed(pieces):
        if page and len(text) + 1 > room:
            leaves.append("\n".join(reversed(page)))
            page, room = [], ROOM
        page.append(text)
        room -= len(text) + 1
    if page:
        leaves.append("\n".join(reversed(page)))
    return leaves
