"""Commands that need no table work wherever a user has installed the bot: other servers, groups, direct messages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.errors import ImpossibleAction
from bot.fake_discord.model.permissions import Permission as P
from tests.bot.conftest import TableHarness, list_custom_ids, list_labels

EVERYWHERE = {"help", "rules", "games", "me"}
ON_MESSAGES = 3
"""Type of the menus of messages, which the bot's direct messages have too."""


def move_to_foreign_server(table: TableHarness, person: FakeUser) -> FakeUser:
    """Return the person in a channel of a server that never invited the bot."""
    world = table.driver.world
    guild = world.add_guild("elsewhere", has_bot=False)["id"]
    world.add_member(guild, person.id)
    return person.in_channel(world.add_text_channel(guild, "chat")["id"])


def move_to_group(table: TableHarness, person: FakeUser) -> FakeUser:
    world = table.driver.world
    return person.in_channel(world.add_group(person.id, world.add_user("Friend")["id"])["id"])


def move_to_dm(table: TableHarness, person: FakeUser) -> FakeUser:
    return person.in_dm()


async def test_commands_that_need_a_table_are_registered_for_servers_only(table: TableHarness) -> None:
    for command in table.driver.world.commands.list_commands():
        everywhere = command["name"] in EVERYWHERE
        assert command["integration_types"] == ([0, 1] if everywhere else [0]), command["name"]
        in_direct_messages = [0, 1] if command["type"] == ON_MESSAGES else [0]
        assert sorted(command["contexts"]) == ([0, 1, 2] if everywhere else in_direct_messages), command["name"]


@pytest.mark.parametrize("place", [move_to_foreign_server, move_to_group, move_to_dm])
async def test_user_with_the_bot_installed_uses_it_everywhere(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, place: Callable[[TableHarness, FakeUser], FakeUser]
) -> None:
    await table.start_bidding(ada, jiro)
    table.driver.world.installs.add_user(jiro.id)
    person_there = place(table, jiro)
    help_page = await person_there.send_command("help")
    assert help_page.is_ephemeral and "自分のペースで遊ぶ" in help_page.text
    assert not list_custom_ids(help_page.message, "h:", "public"), "nobody settles a server that has no bot"
    help_in_english = await person_there.select_values(help_page, "h:language", "en")
    assert "Play board games at your own pace" in help_in_english.text
    assert "Flotsam" in (await person_there.send_command("games")).text
    rules_page = await person_there.send_command("rules", about="Bids", game="flotsam")
    assert "R4 Bids" in rules_page.text
    with pytest.raises(ImpossibleAction):
        await person_there.send_command("table open", game="flotsam")


@pytest.mark.parametrize("place", [move_to_foreign_server, move_to_group])
async def test_user_without_the_bot_installed_sees_no_commands_there(
    table: TableHarness, ada: FakeUser, place: Callable[[TableHarness, FakeUser], FakeUser]
) -> None:
    with pytest.raises(ImpossibleAction, match="there is no /help"):
        await place(table, ada).send_command("help")


async def test_rules_without_a_table_search_all_books(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    shelf = await ada.in_dm().send_command("rules")
    assert "For which game?" in shelf.text
    assert {"Flotsam", "Meadow"} <= set(list_labels(shelf.message))
    book_page = await ada.click(shelf, "Flotsam")
    assert "Flotsam" in book_page.text and "R1" in book_page.text
    completions = await jiro.in_dm().type_option("rules", "about", "入札")
    assert completions[0] == {"name": "漂着市：R4 入札", "value": "flotsam/R4"}
    assert "R4 入札" in (await jiro.in_dm().send_command("rules", about="flotsam/R4")).text
    results = await ada.in_dm().send_command("rules", about="bids")
    assert "is found here" in results.text and any("R4 Bids" in label for label in list_labels(results.message))
    assert "R4 Bids" in (await ada.click(results, next(x for x in list_labels(results.message) if "R4 Bids" in x))).text
    nothing = await ada.in_dm().send_command("rules", about="zeppelin")
    assert "Nothing in any rulebook" in nothing.text and "Flotsam" in list_labels(nothing.message)
    assert "There is no game “chess”" in (await ada.in_dm().send_command("rules", game="chess")).text


async def test_only_moderators_see_moderator_commands(table: TableHarness, ada: FakeUser) -> None:
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "mods", int(P.MANAGE_CHANNELS | P.MANAGE_GUILD))
    grace = world.add_user("Grace")
    world.add_member(table.driver.guild_id, grace["id"], roles=[role["id"]])
    visible_commands = {
        person: {command["name"] for command in world.commands.list_usable(person, table.driver.channel_id)}
        for person in (ada.id, grace["id"])
    }
    assert visible_commands[grace["id"]] - visible_commands[ada.id] == {"admin", "server"}
    help_page = await FakeUser(world, grace["id"], table.driver.channel_id).send_command("help")
    assert c.list_of_types(help_page.message, c.BUTTON)
