"""Tables in forum channels: a post of its own with the forum's tags, which follow the table's stage."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model.permissions import Permission
from tests.bot.commands.test_server import let_manage_server
from tests.bot.conftest import TableHarness, find_custom_id, start_lobby

TAGS = ({"name": "募集中"}, {"name": "in play"}, {"name": "Over"}, {"name": "Flotsam"}, {"name": "house rules"})


def list_posts(table: TableHarness, forum: str) -> list[dict[str, Any]]:
    return [channel for channel in table.driver.world.channels.values() if channel.get("parent_id") == forum]


def list_tag_names(table: TableHarness, post: dict[str, Any]) -> set[str]:
    world = table.driver.world
    tags = world.channels[post["parent_id"]]["available_tags"]
    return {tag["name"] for tag in tags if tag["id"] in world.channels[post["id"]]["applied_tags"]}


async def wait_for_tags(table: TableHarness, post: dict[str, Any], *names: str) -> None:
    """Wait until the post has exactly these tags, which are set just after a message."""
    async with asyncio.timeout(60):
        while list_tag_names(table, post) != set(names):
            await asyncio.sleep(0.02)


async def open_in_forum(table: TableHarness, person: FakeUser, forum: str, **options: Any) -> Any:
    opened = await person.send_command("table open", game="flotsam", forum=forum, **options)
    await opened.wait_for_change()
    await table.wait_for_outbox()
    return opened


async def test_tags_of_a_post_follow_the_stage_of_its_table(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    forum = table.driver.add_forum("boards", *TAGS)
    opened = await open_in_forum(table, ada, forum.id, language="en")
    [post] = list_posts(table, forum.id)
    assert post["name"] == "Flotsam #1 – Ada" and f"<#{post['id']}>" in opened.text
    assert list_tag_names(table, post) == {"募集中", "Flotsam"}
    first = table.driver.view_channel(post).messages[0]
    assert first["id"] == post["id"] and "Ada opens a table of Flotsam" in str(first["components"])
    world = table.driver.world
    by_hand = next(tag["id"] for tag in world.channels[forum.id]["available_tags"] if tag["name"] == "house rules")
    tags = world.channels[post["id"]]["applied_tags"]
    world.update_channel(post["id"], applied_tags=[*tags, by_hand])
    lobby = table.driver.view_channel(post).last_message
    lobby = (await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(ada, lobby)
    await table.wait_for_outbox()
    await wait_for_tags(table, post, "in play", "Flotsam", "house rules")


async def test_closed_table_is_over(table: TableHarness, ada: FakeUser) -> None:
    forum = table.driver.add_forum("boards", *TAGS)
    await open_in_forum(table, ada, forum.id)
    [post] = list_posts(table, forum.id)
    await table.send_confirmed(ada.in_channel(post), "table end")
    await table.wait_for_outbox()
    await wait_for_tags(table, post, "Over", "Flotsam")


async def test_tags_of_a_post_that_was_archived_before_a_restart_change_too(table: TableHarness, ada: FakeUser) -> None:
    """Discord does not name archived threads at the login."""
    forum = table.driver.add_forum("boards", *TAGS)
    await open_in_forum(table, ada, forum.id)
    [post] = list_posts(table, forum.id)
    guild = table.bot.get_guild(int(table.driver.guild_id))
    assert guild is not None
    thread = guild.get_thread(int(post["id"]))
    assert thread is not None
    guild._remove_thread(thread)
    await table.send_confirmed(ada.in_channel(post), "table end")
    await table.wait_for_outbox()
    await wait_for_tags(table, post, "Over", "Flotsam")


async def test_refused_tags_stop_no_post(table: TableHarness, ada: FakeUser) -> None:
    forum = table.driver.add_forum("boards", *TAGS)
    await open_in_forum(table, ada, forum.id)
    [post] = list_posts(table, forum.id)
    table.fake_discord.faults.fail("PATCH", f"/channels/{post['id']}", 403, code=50013)
    await table.send_confirmed(ada.in_channel(post), "table end")
    await table.wait_for_outbox()
    again = await ada.send_command("table open", game="flotsam", thread=False)
    assert f"<#{table.driver.channel_id}>" in again.text
    assert list_tag_names(table, post) == {"募集中", "Flotsam"}


async def test_servers_forum_takes_new_tables(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    forum = table.driver.add_forum("boards")
    let_manage_server(table, ada)
    page = await ada.send_command("server tables", forum=forum.id)
    assert f"New tables: <#{forum.id}>" in page.text
    opened = await jiro.send_command("table open", game="flotsam")
    await opened.wait_for_change()
    assert len(list_posts(table, forum.id)) == 1
    here = await jiro.send_command("table open", game="flotsam", thread=False)
    assert f"<#{table.driver.channel_id}>" in here.text
    page = await ada.send_command("server tables", forum=forum.id)
    assert "New tables: where" in page.text


@pytest.mark.parametrize("thread", [True, False])
async def test_forum_and_thread_together_are_refused(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, thread: bool
) -> None:
    """Either would have been left aside without a word."""
    forum = table.driver.add_forum("boards")
    refused = await ada.send_command("table open", game="flotsam", forum=forum.id, thread=thread)
    assert "either “thread” or “forum”" in refused.text and list_posts(table, forum.id) == []
    assert "どちらか一方" in (await jiro.send_command("table open", game="flotsam", forum=forum.id, thread=thread)).text


async def test_tags_of_moderators_are_left_out_and_named(table: TableHarness, ada: FakeUser) -> None:
    forum = table.driver.add_forum("boards", {"name": "Seeking players", "moderated": True}, {"name": "Flotsam"})
    opened = await open_in_forum(table, ada, forum.id)
    [post] = list_posts(table, forum.id)
    assert list_tag_names(table, post) == {"Flotsam"}
    assert "“Manage Threads”, which I don’t have here: Seeking players" in opened.text


async def test_forum_that_demands_a_tag_is_refused_without_a_fitting_one(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    forum = table.driver.add_forum("boards", {"name": "news"}, flags=discord.ChannelFlags(require_tag=True).value)
    refused = await jiro.send_command("table open", game="flotsam", forum=forum.id)
    await refused.wait_for_change()
    assert "タグが必要" in refused.text and list_posts(table, forum.id) == []


async def test_missing_permissions_in_the_forum_are_named(table: TableHarness, ada: FakeUser) -> None:
    forum = table.driver.add_forum("boards")
    table.driver.world.deny_bot(forum.id, Permission.SEND_MESSAGES_IN_THREADS)
    refused = await ada.send_command("table open", game="flotsam", forum=forum.id)
    assert "Send Messages in Threads" in refused.text and list_posts(table, forum.id) == []
