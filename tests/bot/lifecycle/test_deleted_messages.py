"""Deleted messages of a table: those still needed are posted again, once, and no others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Any

import pytest

from bot.discord_ui.lifecycle import lost_tables
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from storage.engine import Source
from storage.messages import posts
from storage.messages.posts import PostRow
from tests.bot.conftest import TableHarness, find_custom_id, is_mentioned, list_custom_ids, refuse_direct_messages

Json = dict[str, Any]


def is_card(message: Json) -> bool:
    return bool(list_custom_ids(message, "t:", "changed"))


def is_request(message: Json) -> bool:
    return bool(list_custom_ids(message, "t:", "agree"))


def list_messages(table: TableHarness, test: Callable[[Json], bool]) -> list[Json]:
    return [message for message in table.driver.view_channel().messages if test(message)]


def delete_messages(table: TableHarness, *messages: Json) -> None:
    for message in messages:
        table.driver.world.messages.delete_message(table.driver.channel_id, message["id"])


async def wait_for_replacement(table: TableHarness, deleted: Json, test: Callable[[Json], bool]) -> Json:
    """Return the message that replaces a deleted one, once it is posted."""
    replacement = await table.driver.view_channel().wait_for_message(lambda m: m["id"] != deleted["id"] and test(m))
    await table.wait_for_outbox()
    return replacement


async def wait_until_idle(table: TableHarness) -> None:
    """Wait until the bot has processed all events and its outbox is empty."""
    await asyncio.sleep(0.15)
    await table.wait_for_outbox()


async def test_deleted_card_is_reposted_and_notifies_the_same_people(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    first = await table.find_card()
    assert is_mentioned(first, ada)
    delete_messages(table, first)
    again = await wait_for_replacement(table, first, is_card)
    assert is_mentioned(again, ada), "the call went with the card, and the question is open"
    assert list_messages(table, is_card) == [again]
    panel = await ada.click(again, find_custom_id(again, "t:", "play"))
    assert list_custom_ids(panel.message, "p:", "details")


async def test_card_deleted_twice_is_not_reposted_until_something_happens(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    first = await table.find_card()
    delete_messages(table, first)
    delete_messages(table, await wait_for_replacement(table, first, is_card))
    await wait_until_idle(table)
    assert not list_messages(table, is_card), "whoever deletes it again does not want it: the bot does not fight"
    await jiro.send_command("table replace")
    assert is_card(await table.find_card())


async def test_reposted_card_without_notifications_notifies_nobody(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("me notices", way="silent")
    await table.open_and_start(ada, jiro)
    first = await table.find_card()
    delete_messages(table, first)
    assert not (await wait_for_replacement(table, first, is_card))["mentions"]


async def test_notification_post_is_reposted_while_its_question_is_open(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await refuse_direct_messages(table, ada, jiro, marco)
    await table.start_bidding(ada, jiro, marco)
    await table.wait_for_outbox()
    [card] = list_messages(table, is_card)
    [call] = table.list_notification_posts(jiro)
    delete_messages(table, call)
    again = await wait_for_replacement(
        table, call, lambda m: is_mentioned(m, jiro) and bool(list_custom_ids(m, "t:", "play"))
    )
    assert list_messages(table, is_card) == [card], "only what was deleted comes back"
    assert len(table.list_notification_posts(marco)) == 1
    await table.place_bid(jiro, 0)
    await wait_until_idle(table)
    assert not table.list_notification_posts(jiro), "the answer removes it, and its removal brings nothing back"
    assert again["id"] not in {m["id"] for m in table.driver.view_channel().messages}


async def test_deletions_by_the_bot_cause_no_reposts(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await refuse_direct_messages(table, ada, jiro)
    await table.open_and_start(ada, jiro)
    deletions: list[str] = []
    table.driver.world.add_listener(lambda event: deletions.append(event.t) if event.t == "MESSAGE_DELETE" else None)
    await table.open_crate(ada)
    await table.place_bid(ada, 0)
    await table.place_bid(jiro, 1)
    await wait_until_idle(table)
    assert len(deletions) >= 3 and len(list_messages(table, is_card)) == 1
    async with table.bot.service.lock_table(1) as table_state:
        assert not table_state.reposted_keys


async def test_postponed_reminder_is_not_reposted(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The question stays open, and the deletion event may arrive just before the outbox row is acknowledged."""
    await table.open_and_start(ada, jiro, pace="none", reminder=24)
    card = await table.find_card()
    table.clock.ahead_ms += 25 * 3_600_000
    table.bot.service.timers_changed.set()
    reminder = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "snooze")))
    await table.wait_for_outbox()
    gone, read = {int(reminder["id"])}, posts.load_posts_of_messages
    before = await read(table.db, 1, gone)
    await ada.click(reminder, next(i for i in list_custom_ids(reminder, "t:", "snooze") if i.endswith("back")))
    await wait_until_idle(table)

    async def load_posts_before(source: Source, table_id: int, messages: Collection[int]) -> list[PostRow]:
        return before if source is table.db else await read(source, table_id, messages)

    monkeypatch.setattr(posts, "load_posts_of_messages", load_posts_before)
    await lost_tables.handle_messages_deleted(table.bot, int(table.driver.channel_id), gone)
    await wait_until_idle(table)
    assert before and list_messages(table, is_card) == [card] and not table.list_notification_posts(ada)


async def test_renewed_offer_is_posted_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await jiro.send_command("table replace")
    await table.wait_for_outbox()
    assert "offered" in (await ada.send_command("table replace", player="1", person=marco)).text
    await wait_until_idle(table)
    assert len(list_messages(table, lambda m: bool(list_custom_ids(m, "t:", "take")) and not is_card(m))) == 1
    async with table.bot.service.lock_table(1) as table_state:
        assert not table_state.reposted_keys


async def test_needed_messages_of_a_cleared_channel_are_reposted(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    await table.place_bid(ada, 0)
    await table.ask_for_undo(ada)
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    await channel.wait_for_message(is_request)
    old = {message["id"] for message in channel.messages}
    table.driver.world.messages.bulk_delete(channel.id, [*old])
    await channel.wait_for_message(is_card)
    await wait_until_idle(table)
    assert not old & {message["id"] for message in channel.messages}
    assert len(list_messages(table, is_card)) == 1 and len(list_messages(table, is_request)) == 1
    assert [len(table.list_notifications(person)) for person in (jiro, marco)] == [1, 1]
    assert len(channel.messages) <= 4, [c.read_text(message) for message in channel.messages]


async def test_a_lobby_and_its_invitation_come_back(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam")
    await ada.send_command("table invite", person=jiro, second=marco)
    call = await table.driver.view_channel().wait_for_message("invites you to this table")
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    await marco.click(lobby, find_custom_id(lobby, "t:", "join"))
    await table.wait_for_outbox()
    lobby = await table.find_lobby()
    delete_messages(table, call, lobby)
    again = await wait_for_replacement(table, call, lambda m: "invites you to this table" in c.read_text(m))
    assert is_mentioned(again, jiro) and not is_mentioned(again, marco), "who sits here already is not called again"
    assert await wait_for_replacement(table, lobby, lambda m: bool(list_custom_ids(m, "t:", "start")))


async def test_the_offer_of_an_open_seat_comes_back(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await jiro.send_command("table replace")
    await table.wait_for_outbox()

    def is_offer(message: Json) -> bool:
        return bool(list_custom_ids(message, "t:", "take")) and not is_card(message)

    offer = await table.driver.view_channel().wait_for_message(is_offer)
    delete_messages(table, offer)
    again = await wait_for_replacement(table, offer, is_offer)
    assert list_messages(table, is_offer) == [again]


async def test_no_message_is_reposted_after_the_end(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.find_card()
    await table.send_confirmed(ada, "table end")
    request = await table.driver.view_channel().wait_for_message(is_request)
    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    await wait_until_idle(table)
    delete_messages(table, *table.driver.view_channel().messages)
    await wait_until_idle(table)
    assert not table.driver.view_channel().messages


async def test_deletion_of_other_messages_does_not_wait_for_the_table(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    channel = int(table.driver.channel_id)
    table_id = await table.bot.service.find_table(channel)
    assert table_id is not None
    async with table.bot.service.lock_table(table_id):
        await asyncio.wait_for(lost_tables.handle_messages_deleted(table.bot, channel, {1}), 1)
