"""Discord is told of the commands when they are others than it has, and never holds up the start."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord_ui.commands import publishing
from bot.discord_ui.commands.tree import Tree
from bot.discord_ui.text import mentions
from bot.standin import Person
from storage import Database
from tests.bot.conftest import Table

WRITES = ("PUT", "/applications/*/commands")
READS = ("GET", "/applications/*/commands")


def versions(table: Table) -> list[str]:
    return [command["version"] for command in table.driver.world.commands.listed()]


async def again(table: Table) -> None:
    """Stop and start on the same database."""
    await table.stop()
    await table.boot()
    await settled(table)


async def settled(table: Table, within: float = 5.0) -> None:
    task = table.bot._publisher._task
    assert task is not None
    await asyncio.wait((task,), timeout=within)
    assert task.done()


async def forget(table: Table) -> None:
    """What a stopped bot's database remembers of the commands, and what the process does."""
    async with await Database.open(table.database) as db, db.transaction() as tx:
        await tx.run("DELETE FROM published_commands")
    mentions.publish({})


async def test_a_second_start_writes_nothing(table: Table) -> None:
    before = versions(table)
    await again(table)
    assert versions(table) == before


async def test_commands_that_changed_are_written(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    before = versions(table)
    plant = Tree.plant

    async def without_help(tree: Tree) -> None:
        await plant(tree)
        tree.remove_command("help")

    monkeypatch.setattr(Tree, "plant", without_help)
    await again(table)
    assert "help" not in {command["name"] for command in table.driver.world.commands.listed()}
    assert not set(versions(table)) & set(before)


async def test_what_somebody_else_registered_is_put_right(table: Table, ada: Person) -> None:
    commands = table.driver.world.commands
    commands.remove(None, next(c["id"] for c in commands.listed() if c["name"] == "play"))
    await again(table)
    assert "There is no table" in (await ada.slash("play")).text


async def test_a_start_goes_on_without_and_publishes_later(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = table.driver.world.commands
    commands.overwrite(None, [])
    monkeypatch.setattr(publishing, "FIRST_SECONDS", 0.1)
    await table.stop()
    await forget(table)
    monkeypatch.setattr(publishing, "RETRY_SECONDS", (0.5,))
    table.standin.faults.fail(*WRITES, 503, times=2)
    await table.boot()
    assert table.bot.is_ready() and not commands.listed()
    await settled(table)
    assert "There is no table" in (await ada.slash("play")).text


async def test_a_slow_discord_holds_nothing_up(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "FIRST_SECONDS", 0.1)
    await table.stop()
    await forget(table)
    table.standin.faults.slow(*READS, 1.0)
    await table.boot()
    assert table.bot.is_ready()
    task = table.bot._publisher._task
    assert task is not None and not task.done()
    await settled(table)


async def test_what_discord_refuses_is_not_sent_again_and_again(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", (0.01,))
    await table.stop()
    await forget(table)
    refused = table.standin.faults.fail(*WRITES, 400, times=9, code=50035)
    await table.boot()
    await settled(table)
    assert refused.hits == 1
    assert "There is no table" in (await ada.slash("play")).text, "those of before stay"
    assert "</table open:" not in (await ada.slash("help")).text


async def test_texts_name_commands_by_their_ids_before_discord_was_asked(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.standin.faults.slow(*READS, 1.0)
    await table.stop()
    mentions.publish({})
    await table.boot()
    assert "</table open:" in (await ada.slash("help")).text
    await settled(table)
