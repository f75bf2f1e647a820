"""Pages of the log: the events that the reader may know, newest last."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.discord_ui.interaction.arguments import read_number
from bot.discord_ui.page.custom_ids import build_table_id
from bot.discord_ui.page.pages import MAX_CHOICES, ActionRow, Button, Choice, Page, SelectMenu, split_pages
from bot.discord_ui.text import seat_icons, titles
from bot.discord_ui.text.event_report import BULLET, SMALL, ReportWriter, list_events
from bot.discord_ui.text.localizer import Localizer, cut_text, split_text
from bot.table import Table
from bot.table.history.game_log import LogLine
from bot.table.history.seat_players import find_player, list_players
from bot.table.history.timeline import GameChapter
from engines.kernel import Lang, Seat

PAUSE_MS = 1_800_000
"""Pause between two decisions after which the time is shown again."""
MAX_TEXT_PER_PAGE: dict[Lang, int] = {"en": 1400, "ja": 700}
"""Maximum characters of events on one page: one phone screen, so that the newest lines are always visible."""


def write_log(
    table: Table,
    lines: Sequence[LogLine],
    localizer: Localizer,
    only_seat: Seat | None = None,
    chapters: Sequence[GameChapter] = (),
) -> str:
    """Return the log text of the lines (only_seat: of this player), with times above the first line and after pauses.

    chapters: their headings are placed above the first line and wherever a chapter begins, unless the previous line
    is itself a heading.
    """
    writer = ReportWriter(table, localizer.first_lang, only_seat=only_seat)
    output: list[str] = []
    previous: LogLine | None = None
    current_chapter: GameChapter | None = None
    last_name = ""
    for line in lines:
        text_lines = writer.write_lines(list_events([line]))
        chapter = next((candidate for candidate in chapters if candidate.contains(line.n)), None)
        if text_lines and chapter is not None and chapter != current_chapter:
            if (
                previous is None
                or only_seat is not None
                or not any(table.catalogue.is_heading(text) for text in previous.texts)
            ):
                output.append(f"### {localizer.render_message_label(chapter.heading, table.catalogue, table.names)}")
                # repeat the player below the heading
                output += [last_name] if text_lines[0].startswith(BULLET) and last_name else []
            current_chapter = chapter
        if text_lines and (previous is None or line.decided_at - previous.decided_at > PAUSE_MS):
            output.append(f"-# <t:{line.decided_at // 1000}:f>")
        output += text_lines
        last_name = next(
            (candidate for candidate in reversed(text_lines) if not candidate.startswith((BULLET, SMALL))), last_name
        )
        previous = line if text_lines else previous
    return "\n".join(output)


@dataclass(frozen=True, slots=True)
class LogExtract:
    """The selected part of the log, as encoded in its controls."""

    page_number: int = 0
    """Page number; 0 is the newest."""
    player: str | None = None
    """Key of a player (`SeatPlayer`): only events decided by or about them."""
    after_n: int | None = None
    """Only the chapter that begins after this decision."""

    def encode(self) -> str:
        """Return the argument of a control: `0.1.34`."""
        return ".".join("" if part is None else str(part) for part in (self.page_number, self.player, self.after_n))

    @classmethod
    def decode(cls, text: str) -> LogExtract:
        page_number, player, after_n, *_ = (*text.split("."), "", "")
        return cls(read_number(page_number or "0"), player or None, read_number(after_n) if after_n else None)


def build_log_page(
    table: Table,
    lines: Sequence[LogLine],
    localizer: Localizer,
    extract: LogExtract,
    chapters: Sequence[GameChapter] = (),
) -> Page:
    """Return a page of the log. lines: all players' lines of the extract's chapter."""
    player = None if extract.player is None else find_player(table, extract.player)
    pages = _split_into_pages(
        table,
        [line for line in lines if player is None or player.was_held_at(line.n)],
        localizer,
        None if player is None else player.seat,
        chapters,
    )
    page_number = max(0, min(extract.page_number, len(pages) - 1))
    text = (
        pages[page_number] if pages else localizer.render_line("log.empty" if extract == LogExtract() else "log.none")
    )
    rows: list[ActionRow] = []
    if len(pages) > 1:
        older, newer = replace(extract, page_number=page_number + 1), replace(extract, page_number=page_number - 1)
        rows.append(
            (
                Button(
                    build_table_id(table.key, "log", older.encode()),
                    localizer.render_label("log.older"),
                    is_disabled=page_number == len(pages) - 1,
                ),
                Button(
                    build_table_id(table.key, "log", newer.encode()),
                    localizer.render_label("log.newer"),
                    is_disabled=page_number == 0,
                ),
            )
        )
    head = f"## {titles.name_table(table, localizer)}"
    if len(pages) > 1:
        head += f"\n-# {len(pages) - page_number} / {len(pages)}"
    rows += [
        menu
        for menu in (
            _build_player_menu(table, extract, localizer),
            _build_round_menu(table, extract, chapters, localizer),
        )
        if menu
    ]
    return Page((head, text), tuple(rows))


def build_reason_pages(table: Table, lines: Sequence[LogLine], localizer: Localizer) -> tuple[Page, ...]:
    """Return the log of one turn with all reasons, on as many pages as needed."""
    text = write_log(table, lines, localizer) or localizer.render_line("log.none")
    return split_pages(f"## {titles.name_table(table, localizer)}", text)


def _build_player_menu(table: Table, extract: LogExtract, localizer: Localizer) -> SelectMenu | None:
    if len(table.seats) < 2:
        return None
    choices = build_player_choices(table, extract.player, localizer.render_label("log.everybody"))
    return SelectMenu(
        build_table_id(table.key, "logby", extract.encode()), localizer.render_label("log.whose"), choices
    )


def build_player_choices(table: Table, selected: str | None, everybody: str) -> tuple[Choice, ...]:
    """Return a menu's choices: everybody, and each player, also those who have left their seat."""
    choices = [Choice("-", everybody, is_selected=selected is None)]
    choices += [
        Choice(
            player.key,
            f"{seat_icons.format_plain_icon(player.seat)} {player.name}",
            is_selected=selected == player.key,
        )
        for player in list_players(table)[: MAX_CHOICES - 1]
    ]
    return tuple(choices)


def _build_round_menu(
    table: Table, extract: LogExtract, chapters: Sequence[GameChapter], localizer: Localizer
) -> SelectMenu | None:
    """Return the menu of rounds, the newest if there are too many; None for less than two."""
    if len(chapters) < 2:
        return None
    choices = [Choice("-", localizer.render_label("log.all_rounds"), is_selected=extract.after_n is None)]
    choices += [
        Choice(
            str(chapter.after_n),
            cut_text(localizer.render_message_label(chapter.heading, table.catalogue, table.names), 100),
            is_selected=chapter.after_n == extract.after_n,
        )
        for chapter in chapters[1 - MAX_CHOICES :]
    ]
    return SelectMenu(
        build_table_id(table.key, "login", extract.encode()), localizer.render_label("log.round"), tuple(choices)
    )


def _split_into_pages(
    table: Table,
    lines: Sequence[LogLine],
    localizer: Localizer,
    only_seat: Seat | None,
    chapters: Sequence[GameChapter],
) -> list[str]:
    """Split the log into pages, newest page first, oldest line first within a page.

    A single line longer than a page is split over several.
    """
    pages: list[str] = []
    rest, max_length = list(lines), MAX_TEXT_PER_PAGE[localizer.first_lang]

    def write_newest(n: int) -> str:
        return write_log(table, rest[-n:], localizer, only_seat, chapters)

    while rest:
        line_count = max(1, bisect_right(range(1, len(rest) + 1), max_length, key=lambda n: len(write_newest(n))))
        pages += reversed(split_text(write_newest(line_count), max_length))
        del rest[-line_count:]
    return [page_text for page_text in pages if page_text]
