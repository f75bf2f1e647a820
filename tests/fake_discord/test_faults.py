"""Failures of the real Discord can be caused on demand in the fake one."""

from __future__ import annotations

import asyncio

import discord
import pytest
from aiohttp import ClientError, ClientSession
from aiohttp.web import Response

from bot.fake_discord import Driver, FakeDiscord, NoAnswer
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission as P
from tests.fake_discord.samplebot import SampleBot, build_card, build_picture
from tests.fake_discord.waiting import wait_until


def find_channel(driver: Driver, bot: SampleBot) -> discord.TextChannel:
    channel = bot.get_channel(int(driver.channel_id))
    assert isinstance(channel, discord.TextChannel)
    return channel


# -- permissions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("denied", "code"),
    [
        (P.SEND_MESSAGES, 50013),
        (P.ATTACH_FILES, 50013),
        (P.VIEW_CHANNEL, 50001),
        (P.VIEW_CHANNEL | P.SEND_MESSAGES, 50001),
    ],
)
async def test_post_without_permission(driver: Driver, bot: SampleBot, denied: P, code: int) -> None:
    driver.world.deny_bot(driver.channel_id, denied)
    with pytest.raises(discord.Forbidden) as refused:
        await bot.get_partial_messageable(int(driver.channel_id)).send(view=build_card(0), file=build_picture(0))
    assert refused.value.code == code
    assert [(r.status, r.code) for r in driver.world.refusals] == [(403, code)]
    driver.world.deny_bot(driver.channel_id, P(0))
    await find_channel(driver, bot).send(view=build_card(0), file=build_picture(0))
    driver.assert_clean()


async def test_embeds_threads_and_history_need_permissions(driver: Driver, bot: SampleBot) -> None:
    channel = find_channel(driver, bot)
    driver.world.deny_bot(driver.channel_id, P.EMBED_LINKS | P.CREATE_PUBLIC_THREADS | P.READ_MESSAGE_HISTORY)
    with pytest.raises(discord.Forbidden):
        await channel.send(embed=discord.Embed(title="x"))
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="x", type=discord.ChannelType.public_thread)
    await channel.send("x")
    assert [message async for message in channel.history()] == []


async def test_interaction_carries_app_permissions(driver: Driver, bot: SampleBot) -> None:
    seen: list[discord.Permissions] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction.app_permissions)

    bot.add_listener(on_interaction)
    alice = driver.add_user("Alice")
    await alice.send_command("ping")
    driver.world.deny_bot(driver.channel_id, P.ATTACH_FILES)
    await alice.send_command("ping")
    assert [permissions.attach_files for permissions in seen] == [True, False]
    assert all(permissions.send_messages for permissions in seen)


async def test_threads_need_their_own_permission_and_wake_up(driver: Driver, bot: SampleBot) -> None:
    thread = await find_channel(driver, bot).create_thread(name="Table", type=discord.ChannelType.public_thread)
    sent = await thread.send("one")
    driver.world.update_channel(str(thread.id), archived=True)
    with pytest.raises(discord.HTTPException) as archived:
        await sent.edit(content="two")
    assert archived.value.code == 50083
    await thread.send("three")
    assert not driver.world.find_channel(str(thread.id))["thread_metadata"]["archived"], (
        "a new message wakes the thread"
    )
    driver.world.update_channel(str(thread.id), archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as locked:
        await thread.send("four")
    assert locked.value.code == 50083
    driver.world.update_channel(str(thread.id), archived=False, locked=False)
    driver.world.deny_bot(driver.channel_id, P.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(discord.Forbidden):
        await thread.send("five")


async def test_deleted_message_and_channel_are_unknown(driver: Driver, bot: SampleBot) -> None:
    sent = await find_channel(driver, bot).send("one")
    driver.world.messages.delete_message(driver.channel_id, str(sent.id))
    with pytest.raises(discord.NotFound) as gone:
        await sent.edit(content="two")
    assert gone.value.code == 10008
    driver.world.delete_channel(driver.channel_id)
    with pytest.raises(discord.NotFound) as nowhere:
        await bot.get_partial_messageable(int(driver.channel_id)).send("three")
    assert nowhere.value.code == 10003
    await wait_until(lambda: bot.get_channel(int(driver.channel_id)) is None)


async def test_closed_direct_messages_are_refused(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    driver.world.closed_dms.add(alice.id)
    user = await bot.fetch_user(int(alice.id))
    with pytest.raises(discord.Forbidden) as closed:
        await user.send("hello")
    assert closed.value.code == 50007


# -- interactions ------------------------------------------------------------------------------------------------------


async def test_second_answer_is_refused(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    await alice.click(start, "twice 0")
    await wait_until(lambda: 40060 in [r.code for r in driver.world.refusals])
    assert start.text == "Count 1"


async def test_same_interaction_delivered_twice_is_answered_once(
    driver: Driver, fake_discord: FakeDiscord, bot: SampleBot
) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    fake_discord.gateway.duplicate_interactions()
    await alice.click(start, "update 0")
    await wait_until(lambda: [r.code for r in driver.world.refusals] == [40060])
    assert start.text == "Count 1"


async def test_interactions_can_arrive_out_of_order(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    start = await alice.send_command("start")
    heard: list[str] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        heard.append(interaction.user.display_name)

    bot.add_listener(on_interaction)
    fake_discord.gateway.hold_interactions()
    first, second = alice.begin_click(start, "keep 0"), bob.begin_click(start, "later 0")
    assert fake_discord.gateway.release_interactions(is_reversed=True) == 2
    await asyncio.gather(alice.await_reply(first), bob.await_reply(second))
    assert heard == ["Bob", "Alice"]


async def test_two_clicks_at_once_are_both_answered(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.add_user("Alice"), driver.add_user("Bob")
    start = await alice.send_command("start")
    both = await asyncio.gather(alice.click(start, "private 0"), bob.click(start, "private 0"))
    assert both[0].message["id"] != both[1].message["id"]


async def test_answer_after_three_seconds_is_too_late(driver: Driver, bot: SampleBot) -> None:
    alice = driver.add_user("Alice")

    async def on_interaction(interaction: discord.Interaction) -> None:
        driver.world.clock.advance(3.1)

    bot.add_listener(on_interaction)
    with pytest.raises(NoAnswer):
        await alice.send_command("ping")
    await wait_until(lambda: 10062 in [r.code for r in driver.world.refusals])


async def test_token_lives_fifteen_minutes(driver: Driver, bot: SampleBot) -> None:
    interactions: list[discord.Interaction] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        interactions.append(interaction)

    bot.add_listener(on_interaction)
    reply = await driver.add_user("Alice").send_command("ping")
    driver.world.clock.advance(14 * 60)
    await interactions[0].edit_original_response(content="still here")
    assert reply.text == "still here"
    driver.world.clock.advance(61)
    with pytest.raises(discord.HTTPException) as expired:
        await interactions[0].edit_original_response(content="too late")
    assert expired.value.code == 50027


async def test_token_before_first_answer_is_unknown(driver: Driver, bot: SampleBot) -> None:
    codes: list[int] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        try:
            await interaction.followup.send("too early")
        except discord.HTTPException as error:
            codes.append(error.code)

    bot.add_listener(on_interaction)
    alice = driver.add_user("Alice")
    interaction = driver.world.interactions
    start = await alice.send_command("start")
    alice.begin_click(start, "sleep 0")
    await wait_until(lambda: 10015 in codes)
    assert interaction.find_open_modal(alice.id, "none") is None


# -- REST --------------------------------------------------------------------------------------------------------------


async def test_429_and_502_are_retried(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    broken = fake_discord.faults.fail("POST", "/channels/*/messages", 502)
    limited = fake_discord.faults.rate_limit("POST", "/channels/*/messages", retry_after=0.02, times=2)
    await find_channel(driver, bot).send("at last")
    assert (limited.hits, broken.hits) == (2, 1)
    assert [c.read_text(m) for m in driver.view_channel().messages] == ["at last"]


async def test_nonce_finds_message_after_lost_answer(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    channel = find_channel(driver, bot)
    fake_discord.faults.lose_answer("POST", "/channels/*/messages")
    with pytest.raises(Exception, match=r"disconnected|reset"):
        await channel.send("ping", nonce="g1:seat2:step3")
    again = await channel.send("ping", nonce="g1:seat2:step3")
    assert [m["id"] for m in driver.view_channel().messages] == [str(again.id)], (
        "the same nonce finds the first message"
    )
    driver.world.clock.advance(3600)
    await channel.send("ping", nonce="g1:seat2:step3")
    assert len(driver.view_channel().messages) == 2, "after an hour the nonce is forgotten"


async def test_cut_connection_does_nothing(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    fake_discord.faults.cut_connection("POST", "/channels/*/messages")
    with pytest.raises(Exception, match=r"disconnected|reset"):
        await find_channel(driver, bot).send("ping")
    assert driver.view_channel().messages == []


async def test_hung_request_is_never_executed(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    hung = fake_discord.faults.hang("POST", "/channels/*/messages", 60.0)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await find_channel(driver, bot).send("ping")
    await find_channel(driver, bot).send("pong")
    assert hung.hits == 1 and [message["content"] for message in driver.view_channel().messages] == ["pong"]


async def test_answer_can_be_delayed(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    fake_discord.faults.delay("POST", "/interactions/*/callback", 0.05)
    reply = await driver.add_user("Alice").send_command("ping")
    assert reply.latency_ms > 50


async def test_buckets_make_the_client_wait(driver: Driver, fake_discord: FakeDiscord, bot: SampleBot) -> None:
    fake_discord.rate_limits.rules["POST", "/channels/{channel_id}/messages"] = (2, 0.1)
    await asyncio.gather(*(find_channel(driver, bot).send(str(n)) for n in range(5)))
    assert sorted(c.read_text(m) for m in driver.view_channel().messages) == list("01234")
    assert not driver.world.refusals


async def test_reads_back_its_own_posts(driver: Driver, bot: SampleBot) -> None:
    channel = find_channel(driver, bot)
    sent = [await channel.send(str(n)) for n in range(5)]
    driver.add_user("Alice").post_message("hm")
    newest = [message.content async for message in channel.history(limit=3)]
    assert newest == ["hm", "4", "3"]
    after = [message.content async for message in channel.history(after=sent[2], oldest_first=True)]
    assert after == ["3", "4", "hm"]
    assert [message.content async for message in channel.history(limit=2, before=sent[2])] == ["1", "0"]


# -- gateway -----------------------------------------------------------------------------------------------------------


async def test_dropped_gateway_resumes_and_misses_nothing(
    driver: Driver, fake_discord: FakeDiscord, bot: SampleBot
) -> None:
    alice = driver.add_user("Alice")
    start = await alice.send_command("start")
    await fake_discord.gateway.drop_connections()
    assert not fake_discord.gateway.is_connected
    await alice.click(start, "update 0")  # sent while nobody listens: the resume replays it
    assert start.text == "Count 1"
    assert (fake_discord.gateway.identify_count, fake_discord.gateway.resume_count) == (1, 1)


async def test_client_resumes_when_asked_to_reconnect(
    driver: Driver, fake_discord: FakeDiscord, bot: SampleBot
) -> None:
    fake_discord.gateway.request_reconnect()
    await wait_until(lambda: fake_discord.gateway.resume_count == 1)
    assert (await driver.add_user("Alice").send_command("ping")).text == "pong"


async def test_bot_runs_with_two_shards(driver: Driver, fake_discord: FakeDiscord) -> None:
    fake_discord.gateway.recommended_shards = 2
    driver.world.add_guild("Second")
    bot = SampleBot()
    await bot.login("token")
    running = asyncio.create_task(bot.connect())
    await asyncio.wait_for(bot.wait_until_ready(), 10)
    assert bot.shard_count == 2 and len(bot.guilds) == 2
    assert (await driver.add_user("Alice").send_command("ping")).text == "pong"
    await bot.close()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("ticks", range(6))
async def test_cancelled_comeback_does_not_block_the_next(ticks: int) -> None:
    async with FakeDiscord() as fake_discord, ClientSession() as http:
        await fake_discord.go_offline()
        with pytest.raises(ClientError):
            await http.get(f"{fake_discord.base_url}/api/v10/gateway")
        comeback = asyncio.create_task(fake_discord.go_online())
        for _ in range(ticks):
            await asyncio.sleep(0)
        comeback.cancel()
        await asyncio.gather(comeback, return_exceptions=True)
        await fake_discord.go_online()
        async with http.get(f"{fake_discord.base_url}/cdn/embed/avatars/0.png") as answer:
            assert answer.status == 200
        await fake_discord.go_offline()
        await fake_discord.go_online()


async def test_answer_is_shown_if_its_acknowledgement_breaks(
    driver: Driver, bot: SampleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_eof = Response.write_eof

    async def break_connection(response: Response, data: bytes = b"") -> None:
        monkeypatch.setattr(Response, "write_eof", write_eof)
        raise ConnectionResetError("Cannot write to closing transport")

    interaction = asyncio.create_task(driver.add_user("Alice").send_command("ping"))
    monkeypatch.setattr(Response, "write_eof", break_connection)
    assert (await asyncio.wait_for(interaction, 10)).text == "pong"
