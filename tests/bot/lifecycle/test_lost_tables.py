"""Lost tables: servers without the bot, channels without permission or gone, and how their tables go on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model.events import GatewayEvent
from bot.fake_discord.model.permissions import Permission as P
from storage.play import games
from storage.time import pauses
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, start_lobby


async def remove_bot(table: TableHarness, player: FakeUser) -> list[str]:
    """Remove the bot from the server and wait until the player knows; return the roles that it had."""
    await table.wait_for_outbox()
    world = table.driver.world
    roles = list(world.find_member(table.driver.guild_id, world.me["id"])["roles"])
    world.remove_member(table.driver.guild_id, world.me["id"])
    await player.dms.wait_for_message("lost the channel")
    return roles


async def wait_until_resumed(table: TableHarness) -> None:
    async with asyncio.timeout(60):
        while "channel" in await pauses.load_pauses(table.db, 1):
            await asyncio.sleep(0.02)


async def start_with_refused_call(table: TableHarness, first: FakeUser, second: FakeUser) -> None:
    """Start a game in which the second player is asked, but the bot may not post in the channel."""
    await table.open_and_start(first, second)
    panel = await table.spread_marks(first)
    await table.wait_for_outbox()
    table.driver.world.set_overwrite(table.driver.channel_id, table.driver.guild_id, deny=P.SEND_MESSAGES)
    await first.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    assert table.list_notifications(second) == [] and table.bot.failing_tables == {1}


async def test_tables_pause_if_the_bot_is_removed_from_the_server(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    await table.wait_for_outbox()
    table.driver.world.remove_member(table.driver.guild_id, table.driver.world.me["id"])
    async with asyncio.timeout(60):
        while "channel" not in await pauses.load_pauses(table.db, 1):
            await asyncio.sleep(0.02)
    await ada.dms.wait_for_message("lost the channel")


async def test_tables_resume_if_the_bot_is_invited_again(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    roles = await remove_bot(table, ada)
    world = table.driver.world
    world.add_member(table.driver.guild_id, world.me["id"], roles=roles)
    snapshot = world.build_guild_snapshot(table.driver.guild_id)
    del snapshot["unavailable"]  # a new invitation, not the end of an outage
    world.emit_event(GatewayEvent("GUILD_CREATE", snapshot, table.driver.guild_id))
    await wait_until_resumed(table)


async def test_tables_resume_if_the_bot_was_invited_again_while_it_was_off(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    roles = await remove_bot(table, ada)
    await table.stop()
    table.driver.world.add_member(table.driver.guild_id, table.driver.world.me["id"], roles=roles)
    await table.boot()
    await wait_until_resumed(table)


async def test_lost_table_stays_paused_while_discord_cannot_show_its_channel(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    await table.wait_for_outbox()
    table.driver.world.delete_channel(table.driver.channel_id)
    await ada.dms.wait_for_message("lost the channel")
    await table.wait_for_outbox()
    await table.stop()
    outage = table.fake_discord.faults.fail("GET", f"/channels/{table.driver.channel_id}", 403, times=1, code=50001)
    await table.boot()
    async with asyncio.timeout(60):
        while not outage.hits:
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.05)
    assert "channel" in await pauses.load_pauses(table.db, 1)


async def test_archived_thread_of_a_deleted_channel_is_noticed(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    opened = await ada.send_command("table open", game="flotsam", thread=True)
    await opened.wait_for_change()
    world = table.driver.world
    [thread] = [channel for channel in world.channels.values() if channel.get("parent_id") == table.driver.channel_id]
    await table.wait_for_outbox()
    world.update_channel(thread["id"], archived=True)
    await asyncio.sleep(0.1)
    world.delete_channel(table.driver.channel_id)
    async with asyncio.timeout(60):
        while (await games.load_game(table.db, 1)).status == "open":  # type: ignore[union-attr]
            await asyncio.sleep(0.02)


def allow_in_channel(table: TableHarness) -> None:
    table.driver.world.set_overwrite(table.driver.channel_id, table.driver.guild_id, deny=0)


def give_bot_a_role(table: TableHarness) -> None:
    """Discord tells a bot of its own new roles without the members intent."""
    world, guild = table.driver.world, table.driver.guild_id
    role = world.add_role(guild, "Admins", P.ADMINISTRATOR)
    world.update_member(guild, world.me["id"], roles=[*world.find_member(guild, world.me["id"])["roles"], role["id"]])


def allow_role(table: TableHarness) -> None:
    world, guild = table.driver.world, table.driver.guild_id
    world.update_role(guild, world.find_member(guild, world.me["id"])["roles"][0], P.ADMINISTRATOR)


@pytest.mark.parametrize("give_back", [allow_in_channel, give_bot_a_role, allow_role])
async def test_call_comes_at_once_when_a_permission_is_back(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, give_back: Callable[[TableHarness], None]
) -> None:
    await start_with_refused_call(table, ada, jiro)
    give_back(table)
    async with asyncio.timeout(60):
        while not table.list_notifications(jiro):
            await asyncio.sleep(0.02)
    await table.wait_for_outbox()
    assert len(table.list_notifications(jiro)) == 1 and table.bot.failing_tables == set()


async def test_call_comes_at_the_start_if_a_permission_came_back_meanwhile(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await start_with_refused_call(table, ada, jiro)
    await table.stop()
    allow_in_channel(table)
    await table.boot()
    async with asyncio.timeout(60):
        while not table.list_notifications(jiro):
            await asyncio.sleep(0.02)


async def test_thread_that_is_open_again_is_tried_at_once(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py forgets archived threads, so that it has no before and after of their opening."""
    world, tried_guilds = table.driver.world, list[int]()

    async def record_guild(_: object, guild: int) -> None:
        tried_guilds.append(guild)

    opened = await ada.send_command("table open", game="flotsam", order="joined", thread=True)
    await opened.wait_for_change()
    [thread] = [channel for channel in world.channels.values() if channel.get("parent_id") == table.driver.channel_id]
    await table.wait_for_outbox()
    world.update_channel(thread["id"], archived=True, locked=True)
    await asyncio.sleep(0.1)
    monkeypatch.setattr("bot.discord_ui.outbox.posting_failures.retry_tables", record_guild)
    world.update_channel(thread["id"], archived=False, locked=False)
    async with asyncio.timeout(60):
        while not tried_guilds:
            await asyncio.sleep(0.02)
    assert tried_guilds == [int(table.driver.guild_id)]


async def test_a_person_who_loses_several_tables_gets_one_message(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    world, guild = table.driver.world, table.driver.guild_id
    await table.open_and_start(ada, jiro, pace="friends")
    other = ada.in_channel(world.add_text_channel(guild, "second table")["id"])
    await other.send_command("table open", game="flotsam", order="joined")
    lobby = await other.channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "join")))
    lobby = (await jiro.in_channel(other.channel_id).click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(other, lobby)
    await table.wait_for_outbox()
    world.remove_member(guild, world.me["id"])
    await ada.dms.wait_for_message("2 of your tables have lost the channel: Flotsam · table 1, Flotsam · table 2")
    await table.wait_for_outbox()
    assert (
        len(
            [
                push
                for push in world.messages.phones.pushes
                if push.user_id == ada.id and "lost the channel" in push.text
            ]
        )
        == 1
    )


async def test_tables_pause_if_the_bot_was_removed_while_offline(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """The bot was offline when it was removed. If it is on none of its tables' servers, its token is wrong: no table
    stops.
    """
    await table.open_and_start(ada, jiro, pace="friends")
    await table.wait_for_outbox()
    await table.stop()
    world, first = table.driver.world, table.driver.guild_id
    world.remove_member(first, world.me["id"])
    await table.boot()
    await asyncio.sleep(0.2)
    assert not await pauses.load_pauses(table.db, 1)
    second = world.add_guild("second")["id"]
    world.add_member(second, ada.id)
    ada_there = ada.in_channel(world.add_text_channel(second, "games")["id"])
    await ada_there.send_command("table open", game="flotsam")
    await table.wait_for_outbox()
    await table.stop()
    await table.boot()
    async with asyncio.timeout(60):
        while "channel" not in await pauses.load_pauses(table.db, 1):
            await asyncio.sleep(0.02)
    await ada.dms.wait_for_message("lost the channel")
    row = await games.load_game(table.db, 2)
    assert row is not None and row.status == "open"
