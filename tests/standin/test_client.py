"""The unmodified client against the stand-in: each kind of round trip."""

from __future__ import annotations

import asyncio
import time

import aiohttp
import discord
import pytest

from bot.standin import Driver, Impossible, NoAnswer, StandIn
from bot.standin.model import components as c
from bot.standin.model.permissions import Permission
from bot.standin.server import gateway
from tests.standin.conftest import Boot
from tests.standin.samplebot import SampleBot
from tests.standin.waiting import until


async def test_login_reaches_guild_and_channel(standin: StandIn, driver: Driver, bot: SampleBot) -> None:
    assert bot.user is not None and bot.user.name == "Teban"
    assert [guild.id for guild in bot.guilds] == [int(driver.guild_id)]
    channel = bot.get_channel(int(driver.channel_id))
    assert isinstance(channel, discord.TextChannel) and channel.name == "games"
    assert standin.gateway.identified == 1
    driver.assert_clean()


async def test_a_heartbeat_is_not_answered_at_once(standin: StandIn) -> None:
    """The client notes when it beat only afterwards, in a thread of its own: one answered before counts as late."""
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{standin.base_url}/gateway") as socket:
        assert (await socket.receive_json())["op"] == gateway.HELLO
        beat = time.monotonic()
        await socket.send_json({"op": gateway.HEARTBEAT, "d": None})
        assert (await socket.receive_json())["op"] == gateway.ACK
        assert time.monotonic() - beat >= 0.9 * gateway.ACK_AFTER


async def test_commands_are_registered_with_japanese_names(driver: Driver, bot: SampleBot) -> None:
    roll = next(command for command in driver.world.commands.listed() if command["name"] == "roll")
    assert roll["name_localizations"]["ja"] == "ふる"
    assert roll["description_localizations"]["ja"] == "さいころを振る"
    assert roll["options"][0]["name_localizations"]["ja"] == "面"


async def test_slash_command_with_options_and_the_readers_language(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.person("Alice", locale="ja"), driver.person("Bob")
    reply = await alice.slash("roll", sides=6, who=bob)
    assert reply.text == "Bob: d6 in ja"
    assert reply.type == 4 and not reply.ephemeral and reply.latency_ms < 3000
    for wrong in ({"sides": 1}, {"sides": 101}, {"sides": "6"}, {}, {"sides": 6, "colour": "red"}):
        with pytest.raises(Impossible):
            await alice.slash("roll", **wrong)
    with pytest.raises(Impossible, match="there is no /dice"):
        await alice.slash("dice")
    driver.assert_clean()


async def test_subcommand_with_choices(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    assert (await alice.slash("table open", game="draughts")).text == "a table of Draughts"
    with pytest.raises(Impossible, match="not a choice"):
        await alice.slash("table open", game="chess")


async def test_card_with_picture_and_its_edits(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    assert start.text == "Count 0"
    (url,) = c.media_urls(start.message)
    old = driver.world.files.at(url)
    assert old is not None and old.startswith(b"\x89PNG") and c.media(start.message)[0]["width"] == 40
    await alice.click(start, "update 0")
    assert start.text == "Count 1"
    assert driver.world.files.at(url) is None, "a replaced picture is gone"
    (kept,) = c.media_urls(start.message)
    await alice.click(start, "keep 1")
    assert start.text == "Count 2" and c.media_urls(start.message) == [kept], "a picture that no edit names stays"
    assert start.message["flags"] == c.IS_V2
    driver.assert_clean()


async def test_deferred_update_then_edit(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    reply = await alice.click(start, "later 0")
    assert reply.type == 6
    changed = await reply.next_change()
    assert changed is not None and c.text(changed) == "Count 10"
    driver.assert_clean()


async def test_buttons_outlive_the_bot(driver: Driver, boot: Boot) -> None:
    alice = driver.person("Alice")
    first = await boot()
    start = await alice.slash("start")
    await first.close()
    await boot()
    await alice.click(start, "update 0")
    assert start.text == "Count 1"


async def test_ephemeral_answer_is_seen_by_one_and_can_be_edited(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.person("Alice"), driver.person("Bob")
    start = await alice.slash("start")
    mine = await alice.click(start, "private 0")
    assert mine.ephemeral
    await mine.next_change()
    assert mine.text == "Count 5" and mine.ephemeral, "an edit does not take the ephemeral flag off"
    assert mine.message["id"] in [m["id"] for m in alice.channel.messages]
    assert mine.message["id"] not in [m["id"] for m in bob.channel.messages]
    with pytest.raises(Impossible, match="sees no message"):
        await bob.click(mine, "update 5")
    await alice.click(mine, "update 5")
    assert mine.text == "Count 6" and mine.ephemeral
    driver.assert_clean()


async def test_form(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    form = await alice.click(await alice.slash("start"), "form 0")
    assert form.modal["title"] == "Bid"
    for wrong in (
        {"amount": "1234"},
        {"amount": "", "colour": ["red"]},
        {"amount": "7", "colour": ["green"]},
        {"sum": "1"},
    ):
        with pytest.raises(Impossible):
            await alice.submit(form, {"colour": ["red"], **wrong})
    done = await alice.submit(form, {"Amount": "7", "colour": ["blue"], "sure": True})
    assert done.text == "7 on blue, sure"
    with pytest.raises(Impossible, match="no open modal"):
        await alice.submit(form, {"amount": "7", "colour": ["blue"]})
    driver.assert_clean()


async def test_menus(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.person("Alice"), driver.person("Bob")
    start = await alice.slash("start")
    assert (await alice.select(start, "Cities", ["c1", "City 3"])).text == "c1, c3"
    assert (await alice.select(start, "people", [bob])).text == "chosen: Bob"
    for wrong in (["c9"], [], ["c0", "c1", "c2"], ["c1", "c1"]):
        with pytest.raises(Impossible):
            await alice.select(start, "Cities", wrong)


async def test_only_what_is_there_and_enabled_can_be_clicked(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    with pytest.raises(Impossible, match="disabled"):
        await alice.click(start, "off 0")
    with pytest.raises(Impossible, match="link"):
        await alice.click(start, "Rules")
    with pytest.raises(Impossible, match="there is no"):
        await alice.click(start, "Castle")
    await alice.click(start, "update 0")
    with pytest.raises(Impossible):
        await alice.click(start, "update 0")  # the button now says 1


async def test_autocomplete(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    choices = await alice.autocomplete("move", "where", "s")
    assert [(choice["name"], choice["value"]) for choice in choices] == [("Siena", "siena"), ("Pisa", "pisa")]
    with pytest.raises(Impossible, match="no autocompletion"):
        await alice.autocomplete("table open", "game", "s")


@pytest.mark.parametrize("private", [True, False])
async def test_thinking_then_answer_then_more(driver: Driver, bot: SampleBot, private: bool) -> None:
    alice = driver.person("Alice")
    reply = await alice.slash("later", private=private)
    await until(lambda: [c.text(m) for m in reply.followups] == ["much more"])
    assert reply.text == "the answer" and reply.ephemeral is private
    assert not reply.message["flags"] & c.IS_LOADING
    assert bool(reply.followups[0]["flags"] & c.IS_EPHEMERAL) is private
    driver.assert_clean()


async def test_thread_with_a_pinned_card(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    driver.world.set_overwrite(driver.channel_id, driver.world.me["id"], allow=Permission.PIN_MESSAGES)
    reply = await alice.slash("thread", name="Table 1")
    shown = await reply.next_change()
    assert shown is not None and c.text(shown).startswith("see <#")
    thread = next(row for row in driver.world.channels.values() if row["type"] == 11)
    assert thread["name"] == "Table 1" and alice.id in driver.world.thread_members[thread["id"]]
    card = driver.channel(thread).messages[0]
    assert card["pinned"] and [m["id"] for _, m in driver.world.messages.pins(thread["id"])] == [card["id"]]
    await alice.at(thread).click(card, "update 3")
    assert c.text(driver.channel(thread).messages[0]) == "Count 4"
    driver.assert_clean()


async def test_direct_message(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    await alice.slash("letter")
    assert c.text(alice.dms.last) == "Dear you"
    assert (await alice.in_dm().slash("ping")).text == "pong"
    driver.assert_clean()


async def test_silence_is_no_answer(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    interaction = alice.begin_click(start, "sleep 0")
    await asyncio.sleep(0.01)
    driver.world.clock.advance(3.1)
    with pytest.raises(NoAnswer, match="did not respond"):
        await alice.await_reply(interaction)


async def test_guilds_intent_hears_no_messages(driver: Driver, bot: SampleBot) -> None:
    driver.person("Alice").say("hello")
    thread = driver.world.add_thread(driver.channel_id, "Aside", driver.world.me["id"])
    await until(lambda: bot.get_channel(int(thread["id"])) is not None)
    assert bot.messages_heard == 0
