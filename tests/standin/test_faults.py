"""What goes wrong on the real Discord goes wrong here too, on demand."""

from __future__ import annotations

import asyncio

import discord
import pytest
from aiohttp import ClientError, ClientSession
from aiohttp.web import Response

from bot.standin import Driver, NoAnswer, StandIn
from bot.standin.model import components as c
from bot.standin.model.permissions import Permission as P
from tests.standin.samplebot import SampleBot, card, picture
from tests.standin.waiting import until


def here(driver: Driver, bot: SampleBot) -> discord.TextChannel:
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
        await bot.get_partial_messageable(int(driver.channel_id)).send(view=card(0), file=picture(0))
    assert refused.value.code == code
    assert [(r.status, r.code) for r in driver.world.refusals] == [(403, code)]
    driver.world.deny_bot(driver.channel_id, P(0))
    await here(driver, bot).send(view=card(0), file=picture(0))
    driver.assert_clean()


async def test_embeds_threads_and_history_need_permissions(driver: Driver, bot: SampleBot) -> None:
    channel = here(driver, bot)
    driver.world.deny_bot(driver.channel_id, P.EMBED_LINKS | P.CREATE_PUBLIC_THREADS | P.READ_MESSAGE_HISTORY)
    with pytest.raises(discord.Forbidden):
        await channel.send(embed=discord.Embed(title="x"))
    with pytest.raises(discord.Forbidden):
        await channel.create_thread(name="x", type=discord.ChannelType.public_thread)
    await channel.send("x")
    assert [message async for message in channel.history()] == []


async def test_interaction_tells_what_the_app_may(driver: Driver, bot: SampleBot) -> None:
    seen: list[discord.Permissions] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        seen.append(interaction.app_permissions)

    bot.add_listener(on_interaction)
    alice = driver.person("Alice")
    await alice.slash("ping")
    driver.world.deny_bot(driver.channel_id, P.ATTACH_FILES)
    await alice.slash("ping")
    assert [permissions.attach_files for permissions in seen] == [True, False]
    assert all(permissions.send_messages for permissions in seen)


async def test_threads_need_their_own_permission_and_wake_up(driver: Driver, bot: SampleBot) -> None:
    thread = await here(driver, bot).create_thread(name="Table", type=discord.ChannelType.public_thread)
    sent = await thread.send("one")
    driver.world.update_channel(str(thread.id), archived=True)
    with pytest.raises(discord.HTTPException) as archived:
        await sent.edit(content="two")
    assert archived.value.code == 50083
    await thread.send("three")
    assert not driver.world.channel(str(thread.id))["thread_metadata"]["archived"], "a new message wakes the thread"
    driver.world.update_channel(str(thread.id), archived=True, locked=True)
    with pytest.raises(discord.HTTPException) as locked:
        await thread.send("four")
    assert locked.value.code == 50083
    driver.world.update_channel(str(thread.id), archived=False, locked=False)
    driver.world.deny_bot(driver.channel_id, P.SEND_MESSAGES_IN_THREADS)
    with pytest.raises(discord.Forbidden):
        await thread.send("five")


async def test_what_is_gone_is_unknown(driver: Driver, bot: SampleBot) -> None:
    sent = await here(driver, bot).send("one")
    driver.world.messages.delete(driver.channel_id, str(sent.id))
    with pytest.raises(discord.NotFound) as gone:
        await sent.edit(content="two")
    assert gone.value.code == 10008
    driver.world.delete_channel(driver.channel_id)
    with pytest.raises(discord.NotFound) as nowhere:
        await bot.get_partial_messageable(int(driver.channel_id)).send("three")
    assert nowhere.value.code == 10003
    await until(lambda: bot.get_channel(int(driver.channel_id)) is None)


async def test_closed_direct_messages(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    driver.world.closed_dms.add(alice.id)
    user = await bot.fetch_user(int(alice.id))
    with pytest.raises(discord.Forbidden) as closed:
        await user.send("hello")
    assert closed.value.code == 50007


# -- interactions ------------------------------------------------------------------------------------------------------


async def test_second_answer_is_refused(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    await alice.click(start, "twice 0")
    await until(lambda: 40060 in [r.code for r in driver.world.refusals])
    assert start.text == "Count 1"


async def test_same_interaction_delivered_twice_is_answered_once(
    driver: Driver, standin: StandIn, bot: SampleBot
) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    standin.gateway.duplicate_interactions()
    await alice.click(start, "update 0")
    await until(lambda: [r.code for r in driver.world.refusals] == [40060])
    assert start.text == "Count 1"


async def test_interactions_out_of_order(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    alice, bob = driver.person("Alice"), driver.person("Bob")
    start = await alice.slash("start")
    heard: list[str] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        heard.append(interaction.user.display_name)

    bot.add_listener(on_interaction)
    standin.gateway.hold_interactions()
    first, second = alice.begin_click(start, "keep 0"), bob.begin_click(start, "later 0")
    assert standin.gateway.release_interactions(reverse=True) == 2
    await asyncio.gather(alice.await_reply(first), bob.await_reply(second))
    assert heard == ["Bob", "Alice"]


async def test_two_clicks_at_once_are_both_answered(driver: Driver, bot: SampleBot) -> None:
    alice, bob = driver.person("Alice"), driver.person("Bob")
    start = await alice.slash("start")
    both = await asyncio.gather(alice.click(start, "private 0"), bob.click(start, "private 0"))
    assert both[0].message["id"] != both[1].message["id"]


async def test_answer_after_three_seconds_is_too_late(driver: Driver, bot: SampleBot) -> None:
    alice = driver.person("Alice")

    async def on_interaction(interaction: discord.Interaction) -> None:
        driver.world.clock.advance(3.1)

    bot.add_listener(on_interaction)
    with pytest.raises(NoAnswer):
        await alice.slash("ping")
    await until(lambda: 10062 in [r.code for r in driver.world.refusals])


async def test_token_lives_fifteen_minutes(driver: Driver, bot: SampleBot) -> None:
    kept: list[discord.Interaction] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        kept.append(interaction)

    bot.add_listener(on_interaction)
    reply = await driver.person("Alice").slash("ping")
    driver.world.clock.advance(14 * 60)
    await kept[0].edit_original_response(content="still here")
    assert reply.text == "still here"
    driver.world.clock.advance(61)
    with pytest.raises(discord.HTTPException) as expired:
        await kept[0].edit_original_response(content="too late")
    assert expired.value.code == 50027


async def test_token_before_first_answer_is_unknown(driver: Driver, bot: SampleBot) -> None:
    codes: list[int] = []

    async def on_interaction(interaction: discord.Interaction) -> None:
        try:
            await interaction.followup.send("too early")
        except discord.HTTPException as error:
            codes.append(error.code)

    bot.add_listener(on_interaction)
    alice = driver.person("Alice")
    interaction = driver.world.interactions
    start = await alice.slash("start")
    alice.begin_click(start, "sleep 0")
    await until(lambda: 10015 in codes)
    assert interaction.modal_of(alice.id, "none") is None


# -- REST --------------------------------------------------------------------------------------------------------------


async def test_429_and_502_are_retried(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    broken = standin.faults.fail("POST", "/channels/*/messages", 502)
    limited = standin.faults.rate_limit("POST", "/channels/*/messages", retry_after=0.02, times=2)
    await here(driver, bot).send("at last")
    assert (limited.hits, broken.hits) == (2, 1)
    assert [c.text(m) for m in driver.channel().messages] == ["at last"]


async def test_lost_answer_and_nonce(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    channel = here(driver, bot)
    standin.faults.lose_answer("POST", "/channels/*/messages")
    with pytest.raises(Exception, match=r"disconnected|reset"):
        await channel.send("ping", nonce="g1:seat2:step3")
    again = await channel.send("ping", nonce="g1:seat2:step3")
    assert [m["id"] for m in driver.channel().messages] == [str(again.id)], "the same nonce finds the first message"
    driver.world.clock.advance(3600)
    await channel.send("ping", nonce="g1:seat2:step3")
    assert len(driver.channel().messages) == 2, "after an hour the nonce is forgotten"


async def test_cut_connection_does_nothing(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    standin.faults.cut("POST", "/channels/*/messages")
    with pytest.raises(Exception, match=r"disconnected|reset"):
        await here(driver, bot).send("ping")
    assert driver.channel().messages == []


async def test_slow_answer(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    standin.faults.slow("POST", "/interactions/*/callback", 0.05)
    reply = await driver.person("Alice").slash("ping")
    assert reply.latency_ms > 50


async def test_buckets_make_the_client_wait(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    standin.rate_limits.rules["POST", "/channels/{channel_id}/messages"] = (2, 0.1)
    await asyncio.gather(*(here(driver, bot).send(str(n)) for n in range(5)))
    assert sorted(c.text(m) for m in driver.channel().messages) == list("01234")
    assert not driver.world.refusals


async def test_reads_back_its_own_posts(driver: Driver, bot: SampleBot) -> None:
    channel = here(driver, bot)
    sent = [await channel.send(str(n)) for n in range(5)]
    driver.person("Alice").say("hm")
    newest = [message.content async for message in channel.history(limit=3)]
    assert newest == ["hm", "4", "3"]
    after = [message.content async for message in channel.history(after=sent[2], oldest_first=True)]
    assert after == ["3", "4", "hm"]
    assert [message.content async for message in channel.history(limit=2, before=sent[2])] == ["1", "0"]


# -- gateway -----------------------------------------------------------------------------------------------------------


async def test_dropped_gateway_resumes_and_misses_nothing(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    alice = driver.person("Alice")
    start = await alice.slash("start")
    await standin.gateway.drop()
    assert not standin.gateway.connected
    await alice.click(start, "update 0")  # sent while nobody listens: the resume replays it
    assert start.text == "Count 1"
    assert (standin.gateway.identified, standin.gateway.resumed) == (1, 1)


async def test_asked_to_reconnect(driver: Driver, standin: StandIn, bot: SampleBot) -> None:
    standin.gateway.ask_to_reconnect()
    await until(lambda: standin.gateway.resumed == 1)
    assert (await driver.person("Alice").slash("ping")).text == "pong"


async def test_two_shards(driver: Driver, standin: StandIn) -> None:
    standin.gateway.shards = 2
    driver.world.add_guild("Second")
    bot = SampleBot()
    await bot.login("token")
    running = asyncio.create_task(bot.connect())
    await asyncio.wait_for(bot.wait_until_ready(), 10)
    assert bot.shard_count == 2 and len(bot.guilds) == 2
    assert (await driver.person("Alice").slash("ping")).text == "pong"
    await bot.close()
    await asyncio.gather(running, return_exceptions=True)


@pytest.mark.parametrize("ticks", range(6))
async def test_whoever_is_cancelled_while_discord_comes_back_does_not_keep_it_away(ticks: int) -> None:
    async with StandIn() as standin, ClientSession() as http:
        await standin.go_away()
        with pytest.raises(ClientError):
            await http.get(f"{standin.base_url}/api/v10/gateway")
        coming = asyncio.create_task(standin.come_back())
        for _ in range(ticks):
            await asyncio.sleep(0)
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
        await standin.come_back()
        async with http.get(f"{standin.base_url}/cdn/embed/avatars/0.png") as answer:
            assert answer.status == 200
        await standin.go_away()
        await standin.come_back()


async def test_an_answer_whose_connection_breaks_while_it_is_acknowledged_is_shown(
    driver: Driver, bot: SampleBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_eof = Response.write_eof

    async def broken(response: Response, data: bytes = b"") -> None:
        monkeypatch.setattr(Response, "write_eof", write_eof)
        raise ConnectionResetError("Cannot write to closing transport")

    interaction = asyncio.create_task(driver.person("Alice").slash("ping"))
    monkeypatch.setattr(Response, "write_eof", broken)
    assert (await asyncio.wait_for(interaction, 10)).text == "pong"
