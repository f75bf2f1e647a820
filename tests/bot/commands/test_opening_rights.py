"""The bot does not lend its rights (T7): to open a table, a member needs the right to write or to make threads."""

from __future__ import annotations

import re

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model.permissions import Permission as P
from bot.table.terms.abuse_limits import COMPLETIONS
from bot.table.terms.server_settings import ServerSettings, store_server_settings
from tests.bot.conftest import TableHarness, find_custom_id, start_lobby, wait_for_picture
from tests.bot.test_after_the_end import play_to_the_end


@pytest.mark.parametrize("locale", ["en", "ja"])
async def test_members_without_the_right_open_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, locale: str
) -> None:
    world, person = table.driver.world, ada if locale == "en" else jiro
    words = {
        "en": ("permission Send Messages in this channel yourself", "permission Create Public Threads"),
        "ja": ("あなた自身にもこのチャンネルの「メッセージを送信」", "「公開スレッドの作成」"),
    }[locale]
    world.set_overwrite(person.channel_id, person.id, deny=P.SEND_MESSAGES | P.CREATE_PUBLIC_THREADS)
    channels = set(world.channels)
    assert words[0] in (await person.send_command("table open", game="flotsam")).text
    assert words[1] in (await person.send_command("table open", game="flotsam", thread=True)).text
    assert set(world.channels) == channels and (await table.db.fetch_rows("SELECT count(*) FROM games"))[0][0] == 0
    world.set_overwrite(person.channel_id, person.id, deny=P.SEND_MESSAGES)
    opened = await person.send_command("table open", game="flotsam", thread=True)
    await opened.wait_for_change()
    assert (await table.db.fetch_rows("SELECT count(*) FROM games"))[0][0] == 1, "a thread of their own they may make"


async def test_members_without_the_right_move_no_table_here(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    other = table.driver.add_channel("other").id
    table.driver.world.set_overwrite(other, ada.id, deny=P.SEND_MESSAGES)
    refused = await ada.in_channel(other).send_command("table move", which="1")
    assert "permission Send Messages in this channel yourself" in refused.text
    assert await table.db.fetch_rows("SELECT kind FROM requests") == []


async def press_rematch(table: TableHarness, person: FakeUser) -> str:
    final = await table.find_card()
    return (await person.click(final, find_custom_id(final, "t:", "again"))).text


async def test_a_rematch_needs_what_opening_a_table_needs(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="none")
    await play_to_the_end(table)
    world, here = table.driver.world, ada.channel_id
    guild, elsewhere = int(table.driver.guild_id), int(table.driver.add_channel("elsewhere").id)
    world.set_overwrite(here, ada.id, deny=P.SEND_MESSAGES)
    assert "permission Send Messages in this channel yourself" in await press_rematch(table, ada)
    world.set_overwrite(here, ada.id)
    await store_server_settings(table.db, guild, ServerSettings(openers="managers"))
    assert "一部の人だけ" in await press_rematch(table, jiro)
    await store_server_settings(table.db, guild, ServerSettings(channels=(elsewhere,)))
    assert f"tables belong in <#{elsewhere}>" in await press_rematch(table, ada)
    assert f"置けるのは<#{elsewhere}>です" in await press_rematch(table, jiro)
    assert (await table.db.fetch_rows("SELECT count(*) FROM games"))[0][0] == 1
    await store_server_settings(table.db, guild, ServerSettings(channels=(int(here),)))
    world.deny_bot(here, P.ATTACH_FILES)
    assert "Attach Files" in await press_rematch(table, ada)
    world.deny_bot(here, P(0))
    assert "Table 2 is open" in await press_rematch(table, ada)


async def test_a_table_is_moved_only_where_the_server_allows_one(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam")
    other = table.driver.add_channel("other").id
    guild = int(table.driver.guild_id)
    await store_server_settings(table.db, guild, ServerSettings(channels=(int(ada.channel_id),)))
    assert "tables belong in" in (await ada.in_channel(other).send_command("table move", which="1")).text
    await store_server_settings(table.db, guild, ServerSettings())
    await ada.in_channel(other).send_command("table move", which="1")
    assert (await table.db.fetch_rows("SELECT channel_id FROM games"))[0][0] == int(other)


async def test_presses_and_pictures_need_no_right_to_write(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    table.driver.world.set_overwrite(jiro.channel_id, jiro.id, deny=P.SEND_MESSAGES | P.ATTACH_FILES)
    lobby = await table.find_lobby()
    lobby = (await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(ada, lobby)
    await table.open_crate(ada)
    await wait_for_picture(await table.open_panel(jiro))
    assert "2" in (await table.place_bid(jiro, 2)).text


async def test_lobbies_of_one_person(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    for nth in range(3):
        channel = table.driver.add_channel(f"table-{nth}").id
        assert "is open" in (await ada.in_channel(channel).send_command("table open", game="flotsam")).text
    channels = set(table.driver.world.channels)
    refused = await ada.send_command("table open", game="flotsam", thread=True)
    assert "You have 3 tables open here that have not started; on this server 3 are allowed: " in refused.text
    row = (await table.db.fetch_rows("SELECT channel_id FROM games WHERE id = 2"))[0]
    assert f"table 2 in <#{row[0]}>" in refused.text, "a link to each"
    assert re.search(r"</table end:\d+>", refused.text) and re.search(r"</server tables:\d+>", refused.text)
    assert set(table.driver.world.channels) == channels, "no thread was made for it"


@pytest.mark.parametrize("locale", ["en", "ja"])
async def test_openings_of_one_person(table: TableHarness, ada: FakeUser, jiro: FakeUser, locale: str) -> None:
    person, words = {
        "en": (ada, "opened 12 tables on this server within an hour"),
        "ja": (jiro, "このサーバーで卓を12回開いています"),
    }[locale]
    for _ in range(12):
        table.bot.service.limiter.record_opening(int(person.id), int(table.driver.guild_id))
    channels = set(table.driver.world.channels)
    refused = await person.send_command("table open", game="flotsam", thread=True)
    assert words in refused.text and re.search(r"<t:\d+:R>", refused.text) is not None
    assert set(table.driver.world.channels) == channels, "no thread was made for it"


async def test_completions_stop_for_who_floods(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    counts = [len(await ada.type_option("table open", "game", "")) for _ in range(COMPLETIONS.max_uses + 5)]
    assert all(counts[: COMPLETIONS.max_uses]) and not any(counts[COMPLETIONS.max_uses :])
    assert await jiro.type_option("table open", "game", ""), "others are still served"
    table.clock.ahead_ms += COMPLETIONS.window_ms
    assert await ada.type_option("table open", "game", "")
