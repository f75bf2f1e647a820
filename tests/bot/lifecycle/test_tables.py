"""The life of a table: pauses, moves, lost channels, moderators, lobbies, the help about votes."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.errors import ImpossibleAction
from bot.fake_discord.model.permissions import Permission as P
from storage.play import games
from storage.time import pauses
from tests.bot.conftest import TableHarness, confirm, find_custom_id, list_custom_ids, start_lobby


def format_day(days: int) -> str:
    return f"{datetime.now(UTC) + timedelta(days=days):%Y-%m-%d}"


async def test_a_pause_is_agreed_shown_and_ended(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    assert "in 14 days at the latest" in (await ada.send_command("table pause", until=format_day(40))).text
    assert "were asked" in (await ada.send_command("table pause", until=format_day(3))).text
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    request = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert "asks for a pause until <t:" in c.read_text(request) and "two thirds" in c.read_text(request)
    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    card = await table.find_card()
    assert "⏸ The table is paused until <t:" in c.read_text(card) and list_custom_ids(card, "t:", "play")
    await ada.send_command("table pause")
    await table.wait_for_outbox()
    request = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    assert "⏸" not in c.read_text(await table.find_card())


async def test_a_table_moves_to_another_channel(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    other = table.driver.add_channel("other").id
    offered = await ada.in_channel(other).type_option("table move", "which", "")
    assert [choice["value"] for choice in offered] == ["1"]
    assert "were asked" in (await ada.in_channel(other).send_command("table move", which="1")).text
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert f"<#{other}>" in c.read_text(request)
    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    await table.wait_for_outbox()
    card = await table.driver.view_channel(other).wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "changed")))
    assert list_custom_ids(card, "t:", "play")
    assert not [m for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "changed")], (
        "the old card is gone"
    )


async def test_lost_channel_is_announced_by_direct_message_and_table_moves(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    await jiro.select_values(await jiro.send_command("help"), "h:language", "ja")
    await table.wait_for_outbox()
    other = table.driver.add_channel("other").id
    table.driver.world.delete_channel(table.driver.channel_id)
    async with asyncio.timeout(60):
        while "channel" not in await pauses.load_pauses(table.db, 1):
            await asyncio.sleep(0.02)
    await table.wait_for_outbox()
    for person, words in ((ada, "lost the channel"), (jiro, "チャンネルがなくなった")):
        note = await person.dms.wait_for_message(words)
        assert "table move" in c.read_text(note) or "移動" in c.read_text(note)
    assert "Done." in (await ada.in_channel(other).send_command("table move", which="1")).text
    await table.wait_for_outbox()
    await table.driver.view_channel(other).wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "changed")))
    assert not await pauses.load_pauses(table.db, 1)


@pytest.mark.parametrize("whole", [False, True])
async def test_table_pauses_if_its_thread_is_deleted(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, whole: bool
) -> None:
    """Either the thread alone is deleted, or the channel with all its threads."""
    await ada.send_command("table open", game="flotsam", thread=True)
    await table.wait_for_outbox()
    world, parent = table.driver.world, table.driver.channel_id
    (thread,) = [channel["id"] for channel in world.channels.values() if channel.get("parent_id") == parent]
    lobby = await table.driver.view_channel(thread).wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "join")))
    lobby = (await jiro.in_channel(thread).click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(ada.in_channel(thread), lobby)
    await table.wait_for_outbox()
    world.delete_channel(parent if whole else thread)
    async with asyncio.timeout(60):
        while "channel" not in await pauses.load_pauses(table.db, 1):
            await asyncio.sleep(0.02)
    await ada.dms.wait_for_message("lost the channel")


async def test_only_moderators_have_admin(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    with pytest.raises(ImpossibleAction, match="permissions"):
        await ada.send_command("admin pause")
    world, guild = table.driver.world, table.driver.guild_id
    role = world.add_role(guild, "mods", int(P.MANAGE_CHANNELS))
    user = world.add_user("Mod", locale="ja")
    world.add_member(guild, user["id"], roles=[role["id"]])
    mod = FakeUser(world, user["id"], table.driver.channel_id)
    assert "卓にも知らせました" in (await mod.send_command("admin pause", note="a dispute")).text
    card = await table.find_card()
    assert "A moderator has paused" in c.read_text(card)
    announcement = await table.driver.view_channel().wait_for_message("Note: a dispute")
    assert "A moderator (Mod) has paused this table" in c.read_text(announcement)
    await mod.send_command("admin resume")
    await mod.send_command("admin host", player="次郎")
    before = (await table.find_card())["id"]
    await mod.send_command("admin repost")
    assert int((await table.find_card())["id"]) > int(before)
    await table.send_confirmed(mod, "admin kick", player="Ada", note="spam")
    await table.wait_for_outbox()
    offer = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    offer_page = await ada.click(offer, find_custom_id(offer, "t:", "take"))
    refused = await ada.click(offer_page, find_custom_id(offer_page.message, "t:", "takeit"))
    assert "A moderator has removed you from this seat" in refused.text
    await table.send_confirmed(mod, "admin end", how="void")
    await table.wait_for_outbox()
    row = await games.load_game(table.db, 1)
    assert row is not None and row.ending == "void"


async def test_people_are_invited_to_a_closed_lobby_and_removed(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    await table.change_terms(ada, "setting", "closed=1")
    lobby = await table.find_lobby()
    assert (
        "この卓は、ホストが招いた人だけのものです"
        in (await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))).text
    )
    await ada.send_command("table invite", person=jiro, second=marco)
    await table.wait_for_outbox()
    call = await table.driver.view_channel().wait_for_message("invites you to this table")
    assert jiro.mention in c.read_text(call) and marco.mention in c.read_text(call)
    await jiro.click(call, find_custom_id(call, "t:", "join"))
    await table.wait_for_outbox()
    assert not list_custom_ids((await marco.send_command("table seats")).message, "t:", "ask"), "he is not the host"
    await confirm(ada, await table.choose_about_players(ada, "Remove 次郎"))
    await table.wait_for_outbox()
    assert "次郎" not in c.read_text(await table.find_lobby()).split("\n-#")[0]


async def test_the_table_of_votes_is_in_the_help(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    for person, head, share in (
        (ada, "What you decide together", "two thirds"),
        (jiro, "みんなで決めること", "3分の2"),
    ):
        help_page = await person.send_command("help")
        page = await person.click(help_page, "h:votes")
        assert head in page.text and share in page.text and page.text.count(" — ") >= 13


async def test_banned_player_leaves_an_open_seat(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, marco, pace="none")
    table.driver.world.quirks.sends_bans_without_permission = True  # a server that lets the bot see its audit log
    table.driver.world.ban_member(table.driver.guild_id, ada.id)
    offer = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    assert "The seat of Ada is free" in c.read_text(offer)
    row = await games.load_game(table.db, 1)
    assert row is not None and row.host == int(jiro.id)


async def test_reminder_to_a_person_who_left_frees_the_seat_instead(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, marco, reminder=6)
    await table.wait_for_outbox()
    table.driver.world.remove_member(table.driver.guild_id, ada.id)  # the bot receives no event
    table.clock.ahead_ms += 6 * 3_600_000 + 1
    table.bot.service.timers_changed.set()
    offer = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    assert "The seat of Ada is free" in c.read_text(offer)
    await table.wait_for_outbox()
    assert not any("Still your turn" in push.text for push in table.driver.world.messages.phones.pushes)


async def test_time_out_of_a_person_is_told_with_the_reminder(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, reminder=6)
    await table.wait_for_outbox()
    member = table.driver.world.members[table.driver.guild_id, ada.id]
    member["communication_disabled_until"] = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    table.clock.ahead_ms += 6 * 3_600_000 + 1
    table.bot.service.timers_changed.set()
    await table.driver.view_channel().wait_for_message("has put this player in time-out")


@pytest.mark.parametrize(
    ("field", "value", "english", "japanese"),
    [
        ("pending", True, "has not accepted this server's rules", "ルールに同意していない"),
        ("flags", 1 << 7, "AutoMod holds this player's name back", "自動チェックに止められて"),
        ("flags", 1 << 10, "AutoMod holds this player's name back", "自動チェックに止められて"),
    ],
)
async def test_what_keeps_a_person_from_pressing_is_told_with_the_reminder(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, field: str, value: int, english: str, japanese: str
) -> None:
    await table.open_and_start(ada, jiro, reminder=6, language="both")
    await table.wait_for_outbox()
    table.driver.world.members[table.driver.guild_id, ada.id][field] = value
    table.clock.ahead_ms += 6 * 3_600_000 + 1
    table.bot.service.timers_changed.set()
    reminder = await table.driver.view_channel().wait_for_message(english)
    assert japanese in c.read_text(reminder)


async def test_thread_keeps_its_first_name_if_renaming_is_refused(table: TableHarness, ada: FakeUser) -> None:
    table.fake_discord.faults.fail("PATCH", "/channels/*", 403, code=50013)
    opened = await ada.send_command("table open", game="flotsam", thread=True)
    await opened.wait_for_change()
    assert "Table 1 is open" in opened.text
    assert "Flotsam – Ada" in {channel.get("name") for channel in table.driver.world.channels.values()}


async def test_a_thread_has_the_name_of_its_host_and_a_line_outside(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam", thread=True)
    await table.wait_for_outbox()
    line = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "join")))
    assert "Ada opens table 1 in <#" in c.read_text(line)
    thread = next(
        channel
        for channel in table.driver.world.channels.values()
        if channel.get("parent_id") == table.driver.channel_id
    )
    assert thread["name"] == "Flotsam #1 – Ada"
    joined = await jiro.click(line, find_custom_id(line, "t:", "join"))
    assert "次郎" in joined.text or "次郎" in c.read_text(
        await table.driver.view_channel(thread["id"]).wait_for_message("次郎")
    )


async def test_bot_without_starts_waits_for_the_next_day(
    table: TableHarness, ada: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    await table.stop()
    table.fake_discord.gateway.session_starts = (2, 300)
    begun_at = asyncio.get_running_loop().time()
    await table.boot()
    assert asyncio.get_running_loop().time() - begun_at >= 0.3
    assert "only 2 of 1000 starts are left today" in caplog.text


async def test_bot_starts_if_discord_does_not_tell_the_starts(
    table: TableHarness, ada: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    await table.stop()
    table.fake_discord.faults.fail("GET", "/gateway/bot", 503, times=1)
    await table.boot()
    assert "does not say how many starts are left" in caplog.text


async def test_endpoint_url_in_the_portal_is_named(
    table: TableHarness, ada: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    await table.stop()
    table.driver.world.application["interactions_endpoint_url"] = "https://example.org/interactions"
    await table.boot()
    assert "remove it in the developer portal" in caplog.text
