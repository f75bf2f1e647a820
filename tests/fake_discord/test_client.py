"""Each kind of round trip between the unmodified client and the fake Discord server."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest
from discord import ui

from bot.fake_discord import Driver, FakeDiscord, ImpossibleAction, NoAnswer
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission
from bot.fake_discord.server import gateway
from tests.fake_discord.conftest import Boot
from tests.fake_discord.samplebot import SampleBot, build_card, build_picture
from tests.fake_discord.waiting import wait_until


async def test_login_reaches_guild_and_channel(fake_discord: FakeDiscord, driver: Driver, bot: SampleBot) -> None:
    assert bot.user is not None and bot.user.name == "Teban"
    assert [guild.id for guild in bot.guilds] == [int(driver.guild_id)]
    channel = bot.get_channel(int(driver.channel_id))
    assert isinstance(channel, discord.TextChannel) and channel.name == "games"
    assert fake_discord.gateway.identify_count == 1
    driver.assert_clean()


async def test_a_heartbeat_is_not_answered_at_once(fake_discord: FakeDiscord) -> None:
    """The client notes when it beat only afterwards, in a thread of its own: one answered before counts as late."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{fake_discord.base_url}/gateway") as socket:
        assert (await socket.receive_json())["op"] == gateway.HELLO
        sent_at = time.monotonic()
        await socket.send_json({"op": gateway.HEARTBEAT, "d": None})
        assert (await socket.receive_json())["op"] == gateway.HEARTBEAT_ACK
        assert time.monotonic() - sent_at >= 0.9 * gateway.ACK_DELAY_SECONDS


async def test_commands_are_registered_with_japanese_names(driver: Driver, bot: SampleBot) -> None:
    roll = next(command for command in driver.world.commands.list_commands() if command["name"] == "roll")
    assert roll["name_localizations"]["ja"] == "ふる"
    assert roll["description_localizations"]["ja"] == "さいころを振る"
    assert roll["options"][0]["name_localizations"]["ja"] == "面"


async def test_slash_command_with_options_and_the_readers_language(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.add_user("Alice", locale="ja"), driver.add_user("Bob")
    reply = await alice.send_command("roll", sides=6, who=bob)
    assert reply.text == "Bob: d6 in ja"
    assert reply.type == 4 and not reply.is_ephemeral and reply.latency_ms < 3000
    for options in ({"sides": 1}, {"sides": 101}, {"sides": "6"}, {}, {"sides": 6, "colour": "red"}):
        with pytest.raises(ImpossibleAction):
            await alice.send_command("roll", **options)
    with pytest.raises(ImpossibleAction, match="there is no /dice"):
        await alice.send_command("dice")
    driver.assert_clean()


async def test_subcommand_with_choices(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    assert (await alice.send_command("table open", game="draughts")).text == "a table of Draughts"
    with pytest.raises(ImpossibleAction, match="not a choice"):
        await alice.send_command("table open", game="chess")


async def test_card_with_picture_and_its_edits(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    assert start.text == "Count 0"
    (url,) = c.list_media_urls(start.message)
    old_picture = driver.world.files.read_url(url)
    assert (
        old_picture is not None and old_picture.startswith(b"\x89PNG") and c.list_media(start.message)[0]["width"] == 40
    )
    await alice.click(start, "update 0")
    assert start.text == "Count 1"
    assert driver.world.files.read_url(url) is None, "a replaced picture is gone"
    (kept_url,) = c.list_media_urls(start.message)
    await alice.click(start, "keep 1")
    assert start.text == "Count 2" and c.list_media_urls(start.message) == [kept_url], (
        "a picture that no edit names stays"
    )
    assert start.message["flags"] == c.IS_V2
    driver.assert_clean()


async def test_deferred_update_then_edit(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    reply = await alice.click(start, "later 0")
    assert reply.type == 6
    changed = await reply.wait_for_change()
    assert changed is not None and c.read_text(changed) == "Count 10"
    driver.assert_clean()


async def test_buttons_outlive_the_bot(driver: Driver, boot: Boot) -> None:
    alice = driver.add_user("Alice")
    first = await boot()
    start = await alice.send_command("start")
    await first.close()
    await boot()
    await alice.click(start, "update 0")
    assert start.text == "Count 1"


async def test_ephemeral_answer_is_seen_by_one_and_can_be_edited(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    start = await alice.send_command("start")
    private_reply = await alice.click(start, "private 0")
    assert private_reply.is_ephemeral
    await private_reply.wait_for_change()
    assert private_reply.text == "Count 5" and private_reply.is_ephemeral, (
        "an edit does not take the ephemeral flag off"
    )
    assert private_reply.message["id"] in [m["id"] for m in alice.channel.messages]
    assert private_reply.message["id"] not in [m["id"] for m in bob.channel.messages]
    with pytest.raises(ImpossibleAction, match="sees no message"):
        await bob.click(private_reply, "update 5")
    await alice.click(private_reply, "update 5")
    assert private_reply.text == "Count 6" and private_reply.is_ephemeral
    driver.assert_clean()


async def test_modal_is_validated_and_submitted_once(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    reply = await alice.click(await alice.send_command("start"), "form 0")
    assert reply.modal["title"] == "Bid"
    for wrong in (
        {"amount": "1234"},
        {"amount": "", "colour": ["red"]},
        {"amount": "7", "colour": ["green"]},
        {"sum": "1"},
    ):
        with pytest.raises(ImpossibleAction):
            await alice.submit_modal(reply, {"colour": ["red"], **wrong})
    done = await alice.submit_modal(reply, {"Amount": "7", "colour": ["blue"], "sure": True})
    assert done.text == "7 on blue, sure"
    with pytest.raises(ImpossibleAction, match="no open modal"):
        await alice.submit_modal(reply, {"amount": "7", "colour": ["blue"]})
    driver.assert_clean()


async def test_menus_accept_only_offered_values(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    start = await alice.send_command("start")
    assert (await alice.select_values(start, "Cities", ["c1", "City 3"])).text == "c1, c3"
    assert (await alice.select_values(start, "people", [bob])).text == "chosen: Bob"
    for wrong in (["c9"], [], ["c0", "c1", "c2"], ["c1", "c1"]):
        with pytest.raises(ImpossibleAction):
            await alice.select_values(start, "Cities", wrong)


async def test_only_existing_enabled_controls_can_be_clicked(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    with pytest.raises(ImpossibleAction, match="disabled"):
        await alice.click(start, "off 0")
    with pytest.raises(ImpossibleAction, match="link"):
        await alice.click(start, "Rules")
    with pytest.raises(ImpossibleAction, match="there is no"):
        await alice.click(start, "Castle")
    await alice.click(start, "update 0")
    with pytest.raises(ImpossibleAction):
        await alice.click(start, "update 0")  # the button now says 1


async def test_autocomplete(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    choices = await alice.type_option("move", "where", "s")
    assert [(choice["name"], choice["value"]) for choice in choices] == [("Siena", "siena"), ("Pisa", "pisa")]
    with pytest.raises(ImpossibleAction, match="no autocompletion"):
        await alice.type_option("table open", "game", "s")


@pytest.mark.parametrize("private", [True, False])
async def test_thinking_then_answer_then_more(driver: Driver, bot: SampleBot, private: bool) -> None:
    alice = driver.add_user("Alice")
    reply = await alice.send_command("later", private=private)
    await wait_until(lambda: [c.read_text(m) for m in reply.followups] == ["much more"])
    assert reply.text == "the answer" and reply.is_ephemeral is private
    assert not reply.message["flags"] & c.IS_LOADING
    assert bool(reply.followups[0]["flags"] & c.IS_EPHEMERAL) is private
    driver.assert_clean()


async def test_thread_with_a_pinned_card(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    driver.world.set_overwrite(driver.channel_id, driver.world.me["id"], allow=Permission.PIN_MESSAGES)
    reply = await alice.send_command("thread", name="Table 1")
    changed = await reply.wait_for_change()
    assert changed is not None and c.read_text(changed).startswith("see <#")
    thread = next(row for row in driver.world.channels.values() if row["type"] == 11)
    assert thread["name"] == "Table 1" and alice.id in driver.world.thread_members[thread["id"]]
    card = driver.view_channel(thread).messages[0]
    assert card["pinned"] and [m["id"] for _, m in driver.world.messages.list_pins(thread["id"])] == [card["id"]]
    await alice.in_channel(thread).click(card, "update 3")
    assert c.read_text(driver.view_channel(thread).messages[0]) == "Count 4"
    driver.assert_clean()


async def test_direct_message(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    await alice.send_command("letter")
    assert c.read_text(alice.dms.last_message) == "Dear you"
    assert (await alice.in_dm().send_command("ping")).text == "pong"
    driver.assert_clean()


async def test_silent_bot_raises_no_answer(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    interaction = alice.begin_click(start, "sleep 0")
    await asyncio.sleep(0.01)
    driver.world.clock.advance(3.1)
    with pytest.raises(NoAnswer, match="did not respond"):
        await alice.await_reply(interaction)


async def test_guilds_intent_hears_no_messages(driver: Driver, bot: SampleBot) -> None:
    driver.add_user("Alice").post_message("hello")
    thread = driver.world.add_thread(driver.channel_id, "Aside", driver.world.me["id"])
    await wait_until(lambda: bot.get_channel(int(thread["id"])) is not None)
    assert bot.messages_heard == 0


async def test_payloads_of_discord_py_pass(driver: Driver, bot: SampleBot) -> None:
    """There are no false alarms for any kind of message that discord.py can build."""
    channel = bot.get_channel(int(driver.channel_id))
    assert isinstance(channel, discord.TextChannel)
    view = ui.LayoutView()
    view.add_item(ui.Section("a", "b", accessory=ui.Thumbnail("attachment://board.png", description="d", spoiler=True)))
    view.add_item(ui.Separator(visible=False, spacing=discord.SeparatorSpacing.large))
    view.add_item(ui.File("attachment://board.png"))
    for item in (ui.RoleSelect, ui.ChannelSelect, ui.MentionableSelect):
        view.add_item(ui.ActionRow(item(custom_id=item.__name__, min_values=0, max_values=3)))
    options = [discord.SelectOption(label="a", description="b", emoji="🎲", default=True)]
    view.add_item(ui.ActionRow(ui.Select(options=options, required=False)))
    view.add_item(ui.ActionRow(ui.Button(emoji="🎲", style=discord.ButtonStyle.danger)))
    sent = await channel.send(
        view=view, file=build_picture(1), allowed_mentions=discord.AllowedMentions(users=True), silent=True
    )
    await sent.edit(view=build_card(1), attachments=[build_picture(1)])
    await sent.edit(view=build_card(1), attachments=[build_picture(2)], allowed_mentions=discord.AllowedMentions.none())
    await sent.reply("reply", embed=discord.Embed(title="t", description="d", colour=3).set_footer(text="f"))
    poll = (
        discord.Poll("Which?", duration=__import__("datetime").timedelta(hours=2))
        .add_answer(text="A")
        .add_answer(text="B")
    )
    await channel.send(poll=poll)
    await channel.send("x", view=ui.View().add_item(ui.Button(label="b")), suppress_embeds=True, nonce=7)
    thread = await sent.create_thread(name="aside", auto_archive_duration=60)
    await thread.edit(name="aside 2", archived=True)
    await wait_until(lambda: driver.world.find_channel(str(thread.id))["name"] == "aside 2")
    driver.assert_clean()
