"""The first screen's buttons with Teban itself: a newcomer sees a board and makes a move."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.fake_discord import FakeUser
from bot.playground import Playground
from bot.playground.sample_tables import SampleTables, _is_panel
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.computers.search_workers import SearchJob
from engines.kernel import AnswerLine, load_catalogue, load_games
from tests.discovered import pick_game
from tests.playground.conftest import OpenPage
from tests.playground.inside import run_teban_inside

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """A playground with Teban instead of the small bot."""
    async with run_teban_inside(tmp_path) as running:
        yield running
    assert not [row for row in running.world.violations if not row.is_lost_picture], running.world.violations


async def test_every_game_has_a_sample(open_page: OpenPage) -> None:
    page = await open_page("Kotori")
    titles = [load_catalogue(game.package).render_noun(f"terms.{game.id}", "ja") for game in load_games().values()]
    await expect(page.locator(".sample")).to_have_text(titles)


@pytest.mark.parametrize("name", ["Marco", "Kotori"])
async def test_a_newcomer_sees_a_board_and_makes_a_move(
    open_page: OpenPage, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    page = await open_page(name)
    await page.locator(".sample", has_text=re.compile("Signorie|シニョーリエ")).click()
    await expect(page.get_by_role("heading", name="sample-1").first).to_be_visible()
    panel = page.locator(".secret", has=page.locator("h3, h4, h5"))
    await expect(panel).to_be_visible()
    panel = page.locator(f"#{await panel.get_attribute('id')}")
    board = page.locator(".message:not(.secret) .picture img").last
    await expect(board).to_have_attribute("alt", re.compile(".{40}"))
    question = await panel.locator("h3, h4, h5").first.inner_text()
    option = panel.locator(".row [data-key^='p:']").first
    await option.click()
    if await option.get_attribute("class") == "select":
        await page.get_by_role("option").first.click()
    await expect(panel).not_to_contain_text(question)
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_panel_opens_while_computer_players_search(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person who presses a button on the first screen need not wait for the computer players."""
    world = playground.world
    person = next(key for key, user in world.users.items() if user["username"] == "kotori")
    may_search, samples = asyncio.Event(), SampleTables()
    run_search = ComputerPlayers._run_search

    async def search_when_allowed(computers: ComputerPlayers, job: SearchJob) -> AnswerLine | None:
        await may_search.wait()
        return await run_search(computers, job)

    monkeypatch.setattr(ComputerPlayers, "_run_search", search_when_allowed)
    channel = FakeUser(world, person, await samples.open_table(world, person, pick_game())).channel
    may_search.set()
    await channel.wait_for_message(_is_panel, max_seconds=60)
    await asyncio.sleep(0.5)
    assert sum(map(_is_panel, channel.messages)) == 1
    await samples.cancel_panels()
