"""Commands that need no table go with the person who has the bot: to other servers, groups, direct messages."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.standin import Person
from bot.standin.model import components as c
from bot.standin.model.errors import Impossible
from bot.standin.model.permissions import Permission as P
from tests.bot.conftest import Table, idents, labels

EVERYWHERE = {"help", "rules", "games", "me"}


def elsewhere(table: Table, person: Person) -> Person:
    """The person on a server that never invited the bot."""
    world = table.driver.world
    guild = world.add_guild("elsewhere", invited=False)["id"]
    world.join(guild, person.id)
    return person.at(world.add_text_channel(guild, "chat")["id"])


def in_group(table: Table, person: Person) -> Person:
    world = table.driver.world
    return person.at(world.add_group(person.id, world.add_user("Friend")["id"])["id"])


def in_dm(table: Table, person: Person) -> Person:
    return person.in_dm()


async def test_what_needs_a_table_stays_on_servers(table: Table) -> None:
    for command in table.driver.world.commands.listed():
        everywhere = command["name"] in EVERYWHERE
        assert command["integration_types"] == ([0, 1] if everywhere else [0]), command["name"]
        assert sorted(command["contexts"]) == ([0, 1, 2] if everywhere else [0]), command["name"]


@pytest.mark.parametrize("place", [elsewhere, in_group, in_dm])
async def test_whoever_has_the_bot_uses_it_everywhere(
    table: Table, ada: Person, jiro: Person, place: Callable[[Table, Person], Person]
) -> None:
    await table.bidding(ada, jiro)
    table.driver.world.installs.add(jiro.id)
    there = place(table, jiro)
    helped = await there.slash("help")
    assert helped.ephemeral and "文通のように" in helped.text
    assert not idents(helped.message, "h:", "public"), "nobody settles a server that has no bot"
    chosen = await there.select(helped, "h:language", "en")
    assert "Board games by post" in chosen.text
    assert "Flotsam" in (await there.slash("games")).text
    shown = await there.slash("rules", about="Bids", game="flotsam")
    assert "R4 Bids" in shown.text
    with pytest.raises(Impossible):
        await there.slash("table open", game="flotsam")


@pytest.mark.parametrize("place", [elsewhere, in_group])
async def test_whoever_has_it_not_sees_nothing_there(
    table: Table, ada: Person, place: Callable[[Table, Person], Person]
) -> None:
    with pytest.raises(Impossible, match="there is no /help"):
        await place(table, ada).slash("help")


async def test_rules_without_a_table_search_all_books(table: Table, ada: Person, jiro: Person) -> None:
    shelf = await ada.in_dm().slash("rules")
    assert "Of which game?" in shelf.text
    assert {"Flotsam", "Meadow"} <= set(labels(shelf.message))
    opened = await ada.click(shelf, "Flotsam")
    assert "Flotsam" in opened.text and "R1" in opened.text
    offered = await jiro.in_dm().autocomplete("rules", "about", "入札")
    assert offered[0] == {"name": "漂着市：R4 入札", "value": "flotsam/R4"}
    assert "R4 入札" in (await jiro.in_dm().slash("rules", about="flotsam/R4")).text
    found = await ada.in_dm().slash("rules", about="bids")
    assert "is found here" in found.text and any("R4 Bids" in label for label in labels(found.message))
    assert "R4 Bids" in (await ada.click(found, next(x for x in labels(found.message) if "R4 Bids" in x))).text
    nothing = await ada.in_dm().slash("rules", about="zeppelin")
    assert "Nothing in any rulebook" in nothing.text and "Flotsam" in labels(nothing.message)


async def test_only_moderators_are_shown_what_moderators_do(table: Table, ada: Person) -> None:
    world = table.driver.world
    role = world.add_role(table.driver.guild_id, "mods", int(P.MANAGE_CHANNELS | P.MANAGE_GUILD))
    grace = world.add_user("Grace")
    world.join(table.driver.guild_id, grace["id"], roles=[role["id"]])
    seen = {
        person: {command["name"] for command in world.commands.usable(person, table.driver.channel_id)}
        for person in (ada.id, grace["id"])
    }
    assert seen[grace["id"]] - seen[ada.id] == {"admin", "server"}
    shown = await Person(world, grace["id"], table.driver.channel_id).slash("help")
    assert c.of_type(shown.message, c.BUTTON)
