"""The fault run knows which presses on a draft's controls give the answer, and is patient with a busy machine."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_ui.panel.draft import Draft
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import NoAnswer
from bot.fake_discord.model import components as c
from bot.table import TableService
from engines.kernel import Message, Option, Prompt
from storage import Database
from tests.table.conftest import AOI, MARCO, Players

from .play import Player, find_completed_keys
from .reading import MAX_ATTEMPTS, _iter_newest_pages, _remove_chapters, run_command

DISHES = tuple(
    Option(key, key, Message(key), group=Message(key[:4])) for key in ("soup:a", "soup:b", "main:a", "main:b", "main:c")
)
MEAL = Prompt(0, Message("meal"), DISHES, max=2, kind="each")
BASKET = Prompt(
    0, Message("basket"), tuple(Option(key, key, Message(key), limit=3) for key in "abc"), max=4, kind="allocate"
)


def build_menu(verb: str, arg: str, *keys: str) -> tuple[dict[str, Any], str]:
    """Return a message with one menu, and the menu's custom_id."""
    custom_id = f"p:1.0.0.0:{verb}:{arg}"
    menu = {"type": c.SELECTS[0], "custom_id": custom_id, "options": [{"value": key} for key in keys]}
    return {"components": [{"type": 1, "components": [menu]}]}, custom_id


@pytest.mark.parametrize(("chosen", "given"), [((), None), (("soup:b",), ("soup:b", "main:c"))])
def test_menu_gives_the_answer_when_it_chooses_the_last_group(
    chosen: tuple[str, ...], given: tuple[str, ...] | None
) -> None:
    draft = Draft.from_keys(MEAL, chosen).encode(MEAL)
    message, custom_id = build_menu("tick", f"1.{draft}", "main:a", "main:b", "main:c")
    assert find_completed_keys(MEAL, message, custom_id, ("main:c",)) == given


@pytest.mark.parametrize(
    ("verb", "arg", "values", "given"),
    [
        ("plus", "0.", (), None),
        ("rest", "0.", (), None),  # up to the limit of the slot, which leaves one thing
        ("rest", "1.{draft}", (), ("a", "a", "b", "b")),
        ("put", "{draft}", ("1.2",), ("a", "a", "b", "b")),
        ("put", "{draft}", ("0.-1",), None),
        ("amounts", "", ("0.1", "1.2"), ("a", "b", "b")),
        ("amounts", "", ("1.2", "1.1"), None),  # two amounts of one thing
        ("amounts", "", ("1.2", "2.3"), None),  # one too many together
        ("ok", "{draft}", (), ("a", "a")),
        ("enddraft", "{draft}", (), ("a", "a")),
        ("way", "", ("{draft}",), ("a", "a")),
        ("details", "0.{draft}", (), None),
    ],
)
def test_slot_gives_the_answer_when_nothing_is_left(
    verb: str, arg: str, values: tuple[str, ...], given: tuple[str, ...] | None
) -> None:
    draft = Draft.from_keys(BASKET, ("a", "a")).encode(BASKET)
    message, custom_id = build_menu(verb, arg.format(draft=draft))
    assert find_completed_keys(BASKET, message, custom_id, [value.format(draft=draft) for value in values]) == given


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
        table_id = await players.start_table(AOI, MARCO)
        async with service.lock_table(table_id) as table:
            [page] = _iter_newest_pages(table, [], Localizer(("en",)))
    assert page.startswith("## Flotsam") and page.endswith("Nothing has happened yet.")
