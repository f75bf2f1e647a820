"""What people read when they ask: the log and the board in words."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

from bot.discord_ui.card.board import IN_WORDS, board_pages
from bot.discord_ui.history.log import ROOM, Extract, log_page, report
from bot.discord_ui.text.voice import Voice
from bot.standin import ApiError, Impossible, NoAnswer
from bot.table import LiveTable
from bot.table.history import Line

from .play import Party, Player
from .shadow import shown, words_of

ASKED = 3
"""So often a person asks who gets no answer in time: a machine that does too much else is no fault of the bot."""
BESIDE = re.compile(r"^-# (<t:\d+:f>|\d+ / \d+)\n?", re.MULTILINE)
"""When it was, and which page it is."""
CHAPTER = re.compile(r"^### .*\n", re.MULTILINE)


async def read_pages(party: Party) -> list[str]:
    """What is wrong with the log and the board of each person at the table."""
    found = []
    for player in party.players:
        shadow, voice = party.witness.world, Voice((player.lang,))
        lines = shadow.lines(player.seat, int(time.time() * 1000))
        log, board = await asked(player, "log"), await asked(player, "board", text=True)
        if not any(_without_chapters(log) == page for page in _newest_pages(shadow.page(), lines, voice)):
            found.append(f"/log of seat {player.seat} says {log[:300]!r}, not the end of its {len(lines)} lines")
        expected = shown(words_of(board_pages(shadow.page(), IN_WORDS, voice)[0].texts))
        if board != expected:
            found.append(f"/board of seat {player.seat} says {board[:300]!r}, expected {expected[:300]!r}")
    return [f"pages: game {party.witness.game}: {text}" for text in found]


async def asked(player: Player, command: str, **options: object) -> str:
    """What the command answers, without times and page numbers; or that it failed, however often it was asked."""
    for _ in range(ASKED):
        try:
            return BESIDE.sub("", shown((await player.clicker.person.slash(command, **options)).text))
        except NoAnswer as error:
            player.unanswered += 1
            failed = repr(error)
        except (Impossible, ApiError) as error:
            return repr(error)
    return failed


def _newest_pages(live: LiveTable, lines: Sequence[Line], voice: Voice) -> Iterator[str]:
    """What the newest page of the log may say: the last lines, as many as fit. How many these are depends on times and
    on emoji, whose markup takes more room than a letter; it is a third of a page at least, or everything.
    """
    title = words_of(log_page(live, lines, voice, Extract()).texts[:1]).partition("\n")[0]
    for count in range(1, len(lines) + 1):
        text = report(live, lines[-count:], voice)
        if len(text) > 2 * ROOM[voice.first]:
            return
        if count == len(lines) or len(text) > ROOM[voice.first] / 3:
            yield shown(BESIDE.sub("", f"{title}\n{text}"))


def _without_chapters(log: str) -> str:
    """The log without headings that only the bot knows; whose it is, which is said again below them, once."""
    found, name = [], ""
    for line in CHAPTER.sub("", log).split("\n"):
        told = line.startswith(("•", "-#"))
        if told or line != name:
            found.append(line)
        name = name if told else line
    return "\n".join(found)
