"""Checks of the two texts that people can ask for: the log and the board."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Sequence

from bot.discord_ui.card.board import AS_TEXT, build_board_pages
from bot.discord_ui.history.log import MAX_TEXT_PER_PAGE, LogExtract, build_log_page, write_log
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import ApiError, ImpossibleAction, NoAnswer
from bot.table import Table
from bot.table.history.game_log import LogLine

from .play import Party, Player
from .shadow import join_texts, replace_seat_emoji

MAX_ATTEMPTS = 3
"""Number of times a command is tried if no answer comes in time; a busy machine is no fault of the bot."""
TIME_OR_PAGE_LINE = re.compile(r"^-# (<t:\d+:f>|\d+ / \d+)\n?", re.MULTILINE)
"""A line with the time or the page number."""
CHAPTER_HEADING = re.compile(r"^### .*\n", re.MULTILINE)


async def check_pages(party: Party) -> list[str]:
    """Return the problems with the log and the board of each player at the table."""
    problems = []
    for player in party.players:
        shadow, localizer = party.witness.first_history, Localizer((player.lang,))
        lines = shadow.build_lines(player.seat, int(time.time() * 1000))
        log, board = await run_command(player, "log"), await run_command(player, "board", text=True)
        if not any(
            _remove_chapters(log) == page for page in _iter_newest_pages(shadow.refresh_table(), lines, localizer)
        ):
            problems.append(f"/log of seat {player.seat} says {log[:300]!r}, not the end of its {len(lines)} lines")
        expected = replace_seat_emoji(
            join_texts(build_board_pages(shadow.refresh_table(), AS_TEXT, localizer)[0].texts)
        )
        if board != expected:
            problems.append(f"/board of seat {player.seat} says {board[:300]!r}, expected {expected[:300]!r}")
    return [f"pages: table {party.witness.table_id}: {text}" for text in problems]


async def run_command(player: Player, command: str, **options: object) -> str:
    """Return the answer to the command without times and page numbers, or the last error if every attempt failed."""
    for _ in range(MAX_ATTEMPTS):
        try:
            return TIME_OR_PAGE_LINE.sub(
                "", replace_seat_emoji((await player.clicker.person.send_command(command, **options)).text)
            )
        except NoAnswer as error:
            player.unanswered_count += 1
            last_error = repr(error)
        except (ImpossibleAction, ApiError) as error:
            return repr(error)
    return last_error


def _iter_newest_pages(table: Table, lines: Sequence[LogLine], localizer: Localizer) -> Iterator[str]:
    """Iterate over texts that the newest page of the log may have: the last lines, as many as fit. Their number depends
    on times and on emoji, whose markup takes more room than a letter; it is a third of a page at least, or everything,
    or up to a line that would make it more than half a page, and with times and emoji more than one.
    """
    page_length = MAX_TEXT_PER_PAGE[localizer.first_lang]
    texts = build_log_page(table, lines, localizer, LogExtract()).texts
    if not lines:
        yield replace_seat_emoji(TIME_OR_PAGE_LINE.sub("", join_texts(texts)))
    title = join_texts(texts[:1]).partition("\n")[0]
    text = write_log(table, lines[-1:], localizer)
    if len(text) > page_length / 2:  # the newest line may be split over several pages
        parts = text.split("\n")
        for start in range(1, len(parts)):
            yield replace_seat_emoji(TIME_OR_PAGE_LINE.sub("", "\n".join((title, *parts[start:]))))
    for count in range(1, len(lines) + 1):
        longer_text = None if count == len(lines) else write_log(table, lines[-count - 1 :], localizer)
        if len(text) > 2 * page_length:
            return
        if longer_text is None or len(text) > page_length / 3 or len(longer_text) > page_length / 2:
            yield replace_seat_emoji(TIME_OR_PAGE_LINE.sub("", f"{title}\n{text}"))
        text = longer_text or ""


def _remove_chapters(log: str) -> str:
    """Return the log without chapter headings, which the expected log does not have.

    The acting seat's name is repeated below each heading; the repetition is removed too.
    """
    kept_lines, name = [], ""
    for line in CHAPTER_HEADING.sub("", log).split("\n"):
        is_entry = line.startswith(("•", "-#"))
        if is_entry or line != name:
            kept_lines.append(line)
        name = name if is_entry else line
    return "\n".join(kept_lines)
