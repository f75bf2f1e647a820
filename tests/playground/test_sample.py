"""The first screen's button with the product itself: a newcomer sees a board and makes a move."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import expect

from bot.playground import Playground
from bot.playground.sample import Samples, _asks
from bot.standin import Person
from bot.table.computers.players import ComputerPlayers
from bot.table.computers.thinking import Thought
from engines.kernel import Line, catalogue, games
from tests.discovered import a_game
from tests.playground.conftest import OpenPage
from tests.playground.inside import teban_inside

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    """The playground with Teban in it, instead of the small bot."""
    async with teban_inside(tmp_path) as running:
        yield running
    assert not running.world.violations, running.world.violations


async def test_every_game_has_a_sample(open_page: OpenPage) -> None:
    page = await open_page("Kotori")
    found = [catalogue(game.package).term(f"terms.{game.id}", "ja") for game in games().values()]
    await expect(page.locator(".sample")).to_have_text(found, timeout=30_000)


@pytest.mark.parametrize("name", ["Marco", "Kotori"])
async def test_a_newcomer_sees_a_board_and_makes_a_move(
    open_page: OpenPage, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    page = await open_page(name)
    await page.locator(".sample", has_text=re.compile("Signorie|シニョーリエ")).click()
    await expect(page.get_by_role("heading", name="sample-1").first).to_be_visible(timeout=30_000)
    panel = page.locator(".secret", has=page.locator(".select"))
    await expect(panel).to_be_visible(timeout=30_000)
    panel = page.locator(f"#{await panel.get_attribute('id')}")
    board = page.locator(".message:not(.secret) .picture img").last
    await expect(board).to_have_attribute("alt", re.compile(".{40}"))
    question = await panel.locator("h3, h4, h5").first.inner_text()
    await panel.locator(".select").first.click()
    await page.get_by_role("option").first.click()
    await expect(panel).not_to_contain_text(question, timeout=15_000)
    assert not [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]


async def test_the_panel_opens_however_long_the_computers_think(
    playground: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody who presses a button on the first screen waits for them."""
    world = playground.world
    person = next(key for key, user in world.users.items() if user["username"] == "kotori")
    allowed, samples = asyncio.Event(), Samples()
    think = ComputerPlayers._think

    async def slowly(computers: ComputerPlayers, thought: Thought) -> Line | None:
        await allowed.wait()
        return await think(computers, thought)

    monkeypatch.setattr(ComputerPlayers, "_think", slowly)
    seen = Person(world, person, await samples.open(world, person, a_game())).channel
    allowed.set()
    await seen.wait_for(_asks, within=60)
    await asyncio.sleep(0.5)
    assert sum(map(_asks, seen.messages)) == 1
    await samples.close()
