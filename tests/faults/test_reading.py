"""A single missing answer of a busy machine is no fault, but a command that is never answered is one."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import NoAnswer
from bot.table import TableService
from storage import Database
from tests.table.conftest import AOI, MARCO, Players

from .play import Player
from .reading import MAX_ATTEMPTS, _iter_newest_pages, _remove_chapters, run_command


class BusyClicker:
    """A clicker whose first commands get no answer in time."""

    def __init__(self, missed_answers: int) -> None:
        self.missed_answers = missed_answers
        self.person = self

    async def send_command(self, command: str) -> Any:
        self.missed_answers -= 1
        if self.missed_answers >= 0:
            raise NoAnswer("the application did not respond within 3 s")
        return SimpleNamespace(text=f"-# 1 / 2\n{command}")


def build_player(missed_answers: int) -> Player:
    return Player(BusyClicker(missed_answers), 0, "en")  # type: ignore[arg-type]


async def test_unanswered_command_is_repeated() -> None:
    busy_player = build_player(MAX_ATTEMPTS - 1)
    assert await run_command(busy_player, "log") == "log" and busy_player.unanswered_count == MAX_ATTEMPTS - 1


async def test_missing_answer_is_reported() -> None:
    busy_player = build_player(MAX_ATTEMPTS)
    assert "did not respond" in await run_command(busy_player, "log") and busy_player.unanswered_count == MAX_ATTEMPTS


def test_chapter_headings_are_ignored() -> None:
    plain_lines = ["Toy · table 1", "A **Ada**", "• Bids.", "• Buys.", "B **Ben**", "• Bids."]
    lines_with_headings = [
        *plain_lines[:3],
        "### Round 2",
        "A **Ada**",
        plain_lines[3],
        "### Round 3",
        *plain_lines[4:],
    ]
    assert _remove_chapters("\n".join(lines_with_headings)) == "\n".join(plain_lines)
    assert _remove_chapters("\n".join(lines_with_headings[:-1])) != "\n".join(plain_lines)


async def test_log_without_lines_is_read(database: Path) -> None:
    async with await Database.open(database) as db:
        service = TableService(db, lambda: 1_800_000_000_000, "en")
        players = Players(service, service.clock)  # type: ignore[arg-type]
        game = await players.start_table(AOI, MARCO)
        async with service.lock_table(game) as table:
            [page] = _iter_newest_pages(table, [], Localizer(("en",)))
    assert page.startswith("## Flotsam") and page.endswith("Nothing has happened yet.")
