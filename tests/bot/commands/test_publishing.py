"""The commands are registered with Discord when they have changed, and a slow Discord does not delay the start."""

from __future__ import annotations

import asyncio

import pytest

from bot.discord_ui.commands import tree as command_tree
from bot.discord_ui.commands.tree import BotCommandTree
from bot.discord_ui.text import command_mentions
from bot.fake_discord import FakeUser
from storage import Database, DatabaseUnavailable, Transaction
from storage.messages import published_commands
from storage.messages.published_commands import PublishedCommandsRow
from tests.bot.conftest import TableHarness

WRITES = ("PUT", "/applications/*/commands")
READS = ("GET", "/applications/*/commands")


def list_versions(table: TableHarness) -> list[str]:
    return [command["version"] for command in table.driver.world.commands.list_commands()]


async def restart_bot(table: TableHarness) -> None:
    """Restart the bot on the same database and wait until the commands are published."""
    await table.stop()
    await table.boot()
    await wait_for_publishing(table)


async def wait_for_publishing(table: TableHarness, within: float = 60.0) -> None:
    task = table.bot._publisher._task
    assert task is not None
    await asyncio.wait((task,), timeout=within)
    assert task.done()


async def forget_published_commands(table: TableHarness) -> None:
    """Delete the record of published commands from a stopped bot's database and from this process."""
    async with await Database.open(table.database) as db, db.transaction() as tx:
        await tx.execute("DELETE FROM published_commands")
    command_mentions.set_mentions({})


async def test_second_start_does_not_publish_again(table: TableHarness) -> None:
    before = list_versions(table)
    await restart_bot(table)
    assert list_versions(table) == before


async def test_commands_that_changed_are_written(table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    before = list_versions(table)
    plant = BotCommandTree.add_commands

    async def add_commands_without_help(tree: BotCommandTree) -> None:
        await plant(tree)
        tree.remove_command("help")

    monkeypatch.setattr(BotCommandTree, "add_commands", add_commands_without_help)
    await restart_bot(table)
    assert "help" not in {command["name"] for command in table.driver.world.commands.list_commands()}
    assert not set(list_versions(table)) & set(before)


async def test_foreign_changes_of_commands_are_corrected(table: TableHarness, ada: FakeUser) -> None:
    commands = table.driver.world.commands
    commands.delete_command(None, next(c["id"] for c in commands.list_commands() if c["name"] == "play"))
    await restart_bot(table)
    assert "There is no table" in (await ada.send_command("play")).text


async def test_commands_are_published_after_the_database_was_away(
    table: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_tree, "RETRY_SECONDS", (0.01,))
    failures, save_published = iter(range(2)), published_commands.save_published

    async def fail_first(tx: Transaction, row: PublishedCommandsRow) -> None:
        if next(failures, None) is not None:
            raise DatabaseUnavailable("the server starts again")
        await save_published(tx, row)

    await table.stop()
    await forget_published_commands(table)
    monkeypatch.setattr(published_commands, "save_published", fail_first)
    await table.boot()
    await wait_for_publishing(table)
    assert await table.db.fetch_rows("SELECT count(*) FROM published_commands") == [(1,)]


async def test_start_continues_without_commands_and_publishes_later(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands = table.driver.world.commands
    commands.overwrite_commands(None, [])
    monkeypatch.setattr(command_tree, "START_WAIT_SECONDS", 0.1)
    await table.stop()
    await forget_published_commands(table)
    monkeypatch.setattr(command_tree, "RETRY_SECONDS", (0.5,))
    table.fake_discord.faults.fail(*WRITES, 503, times=2)
    await table.boot()
    assert table.bot.is_ready() and not commands.list_commands()
    await wait_for_publishing(table)
    assert "There is no table" in (await ada.send_command("play")).text


async def test_slow_discord_does_not_delay_the_start(table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_tree, "START_WAIT_SECONDS", 0.1)
    await table.stop()
    await forget_published_commands(table)
    table.fake_discord.faults.delay(*READS, 1.0)
    await table.boot()
    assert table.bot.is_ready()
    task = table.bot._publisher._task
    assert task is not None and not task.done()
    await wait_for_publishing(table)


async def test_refused_commands_are_not_sent_repeatedly(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_tree, "RETRY_SECONDS", (0.01,))
    await table.stop()
    await forget_published_commands(table)
    refused = table.fake_discord.faults.fail(*WRITES, 400, times=9, code=50035)
    await table.boot()
    await wait_for_publishing(table)
    assert refused.hits == 1
    assert "There is no table" in (await ada.send_command("play")).text, "those of before stay"
    assert "</table open:" not in (await ada.send_command("help")).text


async def test_stored_command_ids_are_used_before_discord_answers(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.fake_discord.faults.delay(*READS, 1.0)
    await table.stop()
    command_mentions.set_mentions({})
    await table.boot()
    assert "</table open:" in (await ada.send_command("help")).text
    await wait_for_publishing(table)
