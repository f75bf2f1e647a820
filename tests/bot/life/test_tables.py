"""What becomes of a table as a whole: pauses, moves, lost channels, moderators, lobbies, the help about votes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.standin import Person
from bot.standin.model import components as c
from bot.standin.model.errors import Impossible
from bot.standin.model.permissions import Permission as P
from storage.play import games
from storage.time import pauses
from tests.bot.conftest import Table, ident, idents


def in_days(days: int) -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}"


async def test_a_pause_is_agreed_shown_and_ended(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="brisk")
    assert "14 days from now" in (await ada.slash("table pause", until=in_days(40))).text
    assert "were asked" in (await ada.slash("table pause", until=in_days(3))).text
    await table.said()
    channel = table.driver.channel()
    request = await channel.wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert "asks for a pause until <t:" in c.text(request) and "two thirds" in c.text(request)
    await jiro.click(request, ident(request, "t:", "agree"))
    card = await table.card()
    assert "⏸ The table pauses until <t:" in c.text(card) and idents(card, "t:", "play")
    await ada.slash("table pause")
    await table.said()
    request = await channel.wait_for(lambda m: bool(idents(m, "t:", "agree")))
    await jiro.click(request, ident(request, "t:", "agree"))
    assert "⏸" not in c.text(await table.card())


async def test_a_table_moves_to_another_channel(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="none")
    other = table.driver.new_channel("other").id
    offered = await ada.at(other).autocomplete("table move", "which", "")
    assert [choice["value"] for choice in offered] == ["1"]
    assert "were asked" in (await ada.at(other).slash("table move", which="1")).text
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert f"<#{other}>" in c.text(request)
    await jiro.click(request, ident(request, "t:", "agree"))
    await table.said()
    card = await table.driver.channel(other).wait_for(lambda m: bool(idents(m, "t:", "changed")))
    assert idents(card, "t:", "play")
    assert not [m for m in table.driver.channel().messages if idents(m, "t:", "changed")], "the old card is gone"


async def test_a_deleted_channel_is_told_by_direct_message_and_the_table_goes_on_elsewhere(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro, pace="brisk")
    await jiro.select(await jiro.slash("help"), "h:language", "ja")
    await table.said()
    other = table.driver.new_channel("other").id
    table.driver.world.delete_channel(table.driver.channel_id)
    async with asyncio.timeout(5):
        while "channel" not in await pauses.of_game(table.db, 1):
            await asyncio.sleep(0.02)
    for person, words in ((ada, "has lost its channel"), (jiro, "チャンネルがなくなった")):
        note = await person.dms.wait_for(words)
        assert "table move" in c.text(note) or "移動" in c.text(note)
    assert "Done." in (await ada.at(other).slash("table move", which="1")).text
    await table.said()
    await table.driver.channel(other).wait_for(lambda m: bool(idents(m, "t:", "changed")))
    assert not await pauses.of_game(table.db, 1)


@pytest.mark.parametrize("whole", [False, True])
async def test_a_table_whose_thread_is_deleted_stands_still(
    table: Table, ada: Person, jiro: Person, whole: bool
) -> None:
    """The thread alone, or the channel with all its threads."""
    await ada.slash("table open", game="flotsam", thread=True)
    await table.said()
    world, parent = table.driver.world, table.driver.channel_id
    (thread,) = [one["id"] for one in world.channels.values() if one.get("parent_id") == parent]
    lobby = await table.driver.channel(thread).wait_for(lambda m: bool(idents(m, "t:", "join")))
    lobby = (await jiro.at(thread).click(lobby, ident(lobby, "t:", "join"))).message
    await ada.at(thread).click(lobby, ident(lobby, "t:", "start"))
    await table.said()
    world.delete_channel(parent if whole else thread)
    async with asyncio.timeout(5):
        while "channel" not in await pauses.of_game(table.db, 1):
            await asyncio.sleep(0.02)
    await ada.dms.wait_for("has lost its channel")


async def test_only_moderators_have_admin(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="none")
    with pytest.raises(Impossible, match="permissions"):
        await ada.slash("admin pause")
    world, guild = table.driver.world, table.driver.guild_id
    role = world.add_role(guild, "mods", int(P.MANAGE_CHANNELS))
    user = world.add_user("Mod", locale="ja")
    world.join(guild, user["id"], roles=[role["id"]])
    mod = Person(world, user["id"], table.driver.channel_id)
    assert "卓にも知らせました" in (await mod.slash("admin pause", note="a dispute")).text
    card = await table.card()
    assert "A moderator has paused" in c.text(card)
    told = await table.driver.channel().wait_for("Note: a dispute")
    assert "A moderator (Mod) has paused this table" in c.text(told)
    await mod.slash("admin resume")
    await mod.slash("admin host", player="次郎")
    before = (await table.card())["id"]
    await mod.slash("admin repost")
    assert int((await table.card())["id"]) > int(before)
    await mod.slash("admin kick", player="Ada", note="spam")
    await table.said()
    offer = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "take")))
    shown = await ada.click(offer, ident(offer, "t:", "take"))
    refused = await ada.click(shown, ident(shown.message, "t:", "takeit"))
    assert "A moderator has taken this seat from you" in refused.text
    await mod.slash("admin end", how="void")
    await table.said()
    row = await games.get(table.db, 1)
    assert row is not None and row.ending == "void"


async def test_people_are_invited_to_a_closed_lobby_and_removed(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await ada.slash("table open", game="flotsam")
    lobby = await table.lobby()
    await ada.select(lobby, ident(lobby, "t:", "setting"), "closed=1")
    lobby = await table.lobby()
    assert "この卓は、ホストが招いた人だけのものです" in (await jiro.click(lobby, ident(lobby, "t:", "join"))).text
    await ada.slash("table invite", person=jiro, second=marco)
    await table.said()
    call = await table.driver.channel().wait_for("invites you to this table")
    assert jiro.mention in c.text(call) and marco.mention in c.text(call)
    await jiro.click(call, ident(call, "t:", "join"))
    await table.said()
    assert "Only the host" in (await marco.slash("table remove", player="次郎")).text
    removed = await ada.slash("table remove", player="次郎")
    assert "次郎" not in removed.text.split("\n-#")[0]
    await table.said()


async def test_the_table_of_votes_is_in_the_help(table: Table, ada: Person, jiro: Person) -> None:
    for person, head, share in (
        (ada, "What you decide together", "two thirds"),
        (jiro, "みんなで決めること", "3分の2"),
    ):
        shown = await person.slash("help")
        page = await person.click(shown, "h:votes")
        assert head in page.text and share in page.text and page.text.count(" — ") >= 13


async def test_who_is_banned_leaves_the_seat_open(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await table.open(ada, jiro, marco, pace="none")
    table.driver.world.ban(table.driver.guild_id, ada.id)
    offer = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "take")))
    assert "The seat of Ada is free" in c.text(offer)
    row = await games.get(table.db, 1)
    assert row is not None and row.host == int(jiro.id)


async def test_a_server_that_sends_the_bot_away_stops_its_tables(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="brisk")
    await table.said()
    table.driver.world.leave(table.driver.guild_id, table.driver.world.me["id"])
    async with asyncio.timeout(5):
        while "channel" not in await pauses.of_game(table.db, 1):
            await asyncio.sleep(0.02)
    await ada.dms.wait_for("has lost its channel")


async def test_a_server_that_was_left_meanwhile_stops_its_tables(table: Table, ada: Person, jiro: Person) -> None:
    """While it was off nobody told it. A bot on none of its tables' servers is the wrong one: no table stops."""
    await table.open(ada, jiro, pace="brisk")
    await table.said()
    await table.stop()
    world, first = table.driver.world, table.driver.guild_id
    world.leave(first, world.me["id"])
    await table.boot()
    await asyncio.sleep(0.2)
    assert not await pauses.of_game(table.db, 1)
    second = world.add_guild("second")["id"]
    world.join(second, ada.id)
    there = ada.at(world.add_text_channel(second, "games")["id"])
    await there.slash("table open", game="flotsam")
    await table.said()
    await table.stop()
    await table.boot()
    async with asyncio.timeout(5):
        while "channel" not in await pauses.of_game(table.db, 1):
            await asyncio.sleep(0.02)
    await ada.dms.wait_for("has lost its channel")
    row = await games.get(table.db, 2)
    assert row is not None and row.status == "open"


async def test_a_thread_keeps_its_first_name_if_it_must(table: Table, ada: Person) -> None:
    table.standin.faults.fail("PATCH", "/channels/*", 403, code=50013)
    opened = await ada.slash("table open", game="flotsam", thread=True)
    await opened.next_change()
    assert "Table 1 is open" in opened.text
    assert "Flotsam – Ada" in {channel.get("name") for channel in table.driver.world.channels.values()}


async def test_a_thread_has_the_name_of_its_host_and_a_line_outside(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam", thread=True)
    await table.said()
    line = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "join")))
    assert "Ada opens table 1 in <#" in c.text(line)
    thread = next(
        one for one in table.driver.world.channels.values() if one.get("parent_id") == table.driver.channel_id
    )
    assert thread["name"] == "Flotsam #1 – Ada"
    joined = await jiro.click(line, ident(line, "t:", "join"))
    assert "次郎" in joined.text or "次郎" in c.text(await table.driver.channel(thread["id"]).wait_for("次郎"))
