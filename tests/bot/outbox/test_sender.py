"""Outbox messages are posted in order and once, despite errors, lost responses and restarts."""

from __future__ import annotations

import asyncio
import itertools
import re
from unittest.mock import Mock

import pytest

from bot.discord_ui.outbox import delivery, sender
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission as P
from bot.table import TableService
from bot.table.background import timer_worker
from bot.table.personal import daily_list
from storage import DatabaseFull, DatabaseUnavailable, ForeignTable, errors
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from tests.bot.conftest import TableHarness, find_custom_id, give_first_combination, list_custom_ids, press_bid

MESSAGES = "/channels/*/messages"


def list_direct_messages(table: TableHarness) -> list[str]:
    world = table.driver.world
    return [
        c.read_text(m) for channel in table.driver.direct_channels for m in world.messages.list_public(channel["id"])
    ]


def count_cards(table: TableHarness) -> int:
    return sum(1 for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "changed"))


@pytest.mark.parametrize("status", [429, 503])
async def test_temporary_errors_are_retried(table: TableHarness, ada: FakeUser, jiro: FakeUser, status: int) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    faults = table.fake_discord.faults
    if status == 429:
        faults.rate_limit("POST", MESSAGES, retry_after=0.05, times=2)
    else:
        faults.fail("POST", MESSAGES, status, times=2)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert count_cards(table) == 1 and len(table.list_notifications(jiro)) == 1
    order = [c.read_text(m) for m in table.driver.view_channel().messages]
    assert next(i for i, text in enumerate(order) if "drifts ashore" in text) < len(order) - 1


async def test_workers_outlast_a_database_that_is_away_for_a_moment(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    monkeypatch.setattr(errors, "RETRY_SECONDS", 0.01)
    failures: list[str] = []
    error_types = itertools.cycle((DatabaseUnavailable, DatabaseFull, ForeignTable))

    async def fail(sql: str, _values: object = ()) -> list[tuple[object, ...]]:
        failures.append(sql)
        raise next(error_types)("the server starts again")

    with monkeypatch.context() as away:
        away.setattr(table.db, "fetch_rows", fail)
        table.bot.service.wake_workers()
        service = table.bot.service
        timers = timer_worker.run(service, lambda: table.bot._presence.attended_shards)
        workers = [asyncio.create_task(work) for work in (daily_list.run(service), timers)]
        take_up = asyncio.create_task(table.bot._sender.resume_tables())
        queueing = asyncio.create_task(table.bot.computers.queue_all_tables())
        await asyncio.sleep(0.1)
        assert {"outbox", "timers", "errands"} <= set(re.findall(r"(?<=FROM )\w+", " ".join(failures)))
    await asyncio.wait_for(asyncio.gather(take_up, queueing), 5)
    assert not any(worker.done() for worker in workers)
    for worker in workers:
        worker.cancel()
    await asyncio.gather(*workers, return_exceptions=True)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert len(table.list_notifications(jiro)) == 1 and not table.bot.has_failed


async def test_a_start_takes_up_the_tables_once_the_database_is_back(
    table: TableHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.stop()
    was_taken_up, failures = asyncio.Event(), [DatabaseUnavailable("the server starts again")]

    async def fail_first(*_: object) -> None:
        if failures:
            raise failures.pop()
        was_taken_up.set()

    monkeypatch.setattr(errors, "RETRY_SECONDS", 0)
    monkeypatch.setattr(TableService, "load_games_in_play", fail_first)
    await table.boot()
    await asyncio.wait_for(was_taken_up.wait(), 5)


async def test_lost_response_causes_no_duplicates(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    lost = table.fake_discord.faults.lose_answer("POST", MESSAGES, times=2)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert lost.hits == 2
    assert count_cards(table) == 1 and len(table.list_notifications(jiro)) == 1
    assert sum("Raises tea" in c.read_text(m) for m in table.driver.view_channel().messages) == 1


async def test_own_post_is_found_after_a_long_outage(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message was posted, the bot was killed before it stored that, and Discord has forgotten the nonce."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()

    async def raise_killed(*_: object, **__: object) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as death:
        death.setattr(delivery, "acknowledge", raise_killed)
        await table.open_crate(ada)
        await table.driver.view_channel().wait_for_message("drifts ashore")
        await table.stop()
    table.driver.world.clock.advance(600)
    table.clock.ahead_ms += 600_000
    await table.boot()
    await table.wait_for_outbox()
    assert sum("Raises tea" in c.read_text(m) for m in table.driver.view_channel().messages) == 1
    assert count_cards(table) == 1


async def test_unsent_messages_are_sent_after_a_restart(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    table.fake_discord.faults.fail("POST", MESSAGES, 503, times=1)
    await table.open_crate(ada)
    await table.stop()
    await table.boot()
    await table.wait_for_outbox()
    assert count_cards(table) == 1 and len(table.list_notifications(jiro)) == 1


async def test_a_deleted_card_is_posted_anew(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    table.driver.world.messages.delete_message(card["channel_id"], card["id"])
    changed = await ada.send_command("table seats")
    await ada.select_values(changed, find_custom_id(changed.message, "t:", "setting"), "language=both")
    again = await table.find_card()
    assert again["id"] != card["id"] and "To move: ●" in c.read_text(again) and count_cards(table) == 1


async def test_missing_permission_is_reported_to_the_host_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    world = table.driver.world
    world.deny_bot(table.driver.channel_id, P.SEND_MESSAGES)
    panel = await ada.send_command("play")
    panel = await give_first_combination(ada, panel)
    panel = await ada.click(panel, "Confirm")
    assert "Your bid" in panel.text
    await table.wait_for_outbox()
    assert not table.list_notifications(jiro)
    async with asyncio.timeout(60):
        while not list_direct_messages(table):
            await asyncio.sleep(0.005)
    assert ["I am missing a permission" in text for text in list_direct_messages(table)] == [True]
    assert "I recently could not post in this channel" in (await ada.send_command("play")).text

    world.deny_bot(table.driver.channel_id, P(0))
    await ada.send_command("move", answer="1")
    await jiro.send_command("move", answer="2")
    await table.wait_for_outbox()
    assert count_cards(table) == 1
    assert await posts.load_post(table.db, 1, OutboxKind.CHANNEL_BLOCKED) is None
    assert "could not post" not in (await ada.send_command("play")).text


@pytest.mark.parametrize("restart", [False, True])
async def test_notification_is_posted_when_the_permission_returns(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, restart: bool
) -> None:
    await table.open_and_start(ada, jiro)
    world = table.driver.world
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    world.deny_bot(table.driver.channel_id, P.SEND_MESSAGES)
    await ada.click(panel, "Confirm")
    await table.wait_for_outbox()
    assert not table.list_notifications(jiro)
    settings = await ada.send_command("table seats")
    await ada.select_values(settings, find_custom_id(settings.message, "t:", "setting"), "undo=own")
    await table.wait_for_outbox()
    assert not table.list_notifications(jiro), "still forbidden: the card can be changed, but nothing posted"
    async with asyncio.timeout(60):
        while not list_direct_messages(table):
            await asyncio.sleep(0.005)
    assert len(list_direct_messages(table)) == 1, "the host was told once"

    if restart:
        await table.stop()
        await table.boot()
    world.deny_bot(table.driver.channel_id, P(0))
    for value in ("language=both", "undo=consent"):
        settings = await ada.send_command("table seats")
        await ada.select_values(settings, find_custom_id(settings.message, "t:", "setting"), value)
        await table.wait_for_outbox()
        async with asyncio.timeout(60):
            while not table.list_notifications(jiro):
                await asyncio.sleep(0.005)
        await table.wait_for_outbox()
        assert len(table.list_notifications(jiro)) == 1
    assert await posts.load_post(table.db, 1, OutboxKind.CHANNEL_BLOCKED) is None
    sent = await table.db.fetch_rows("SELECT key, count(*) FROM outbox WHERE kind = 'ping' GROUP BY key")
    assert all(count == 1 for _, count in sent)
    await table.place_bid(jiro, 1)
    await table.wait_for_outbox()
    assert not table.list_notifications(jiro)


async def test_player_who_has_answered_is_not_notified_later(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    world = table.driver.world
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    world.deny_bot(table.driver.channel_id, P.SEND_MESSAGES)
    await ada.click(panel, "Confirm")
    await table.wait_for_outbox()
    await jiro.send_command("move", answer="1")
    await table.wait_for_outbox()
    world.deny_bot(table.driver.channel_id, P(0))
    settings = await ada.send_command("table seats")
    await ada.select_values(settings, find_custom_id(settings.message, "t:", "setting"), "language=both")
    assert not table.list_notifications(jiro)
    assert ada.mention in c.read_text(await table.find_card()) and count_cards(table) == 1


async def test_deleted_channel_drops_only_its_posts(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "SECOND_POLL_SECONDS", 0.05)
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    table.fake_discord.faults.fail("POST", MESSAGES, 404, times=9, code=10003)
    table.fake_discord.faults.fail("PATCH", MESSAGES + "/*", 404, times=9, code=10003)
    await ada.click(panel, "Confirm")
    await table.wait_for_outbox()
    assert await outbox_rows.load_waiting_rows(table.db, 1) == []
    dropped = await table.db.fetch_rows("SELECT count(*) FROM outbox WHERE dropped_at IS NOT NULL AND last_error <> ''")
    assert dropped[0][0] >= 2


async def test_an_archived_thread_is_opened_to_change_the_card(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    opened = await ada.send_command("table open", game="flotsam", thread=True)
    await opened.wait_for_change()
    world = table.driver.world
    thread = next(ch for ch in world.channels.values() if ch["type"] == 11)
    await table.wait_for_outbox()
    world.update_channel(thread["id"], archived=True)
    lobby = table.driver.view_channel(thread).last_message
    await jiro.in_channel(thread).click(lobby, find_custom_id(lobby, "t:", "join"))
    await table.wait_for_outbox()
    assert "次郎" in c.read_text(table.driver.view_channel(thread).last_message)
    assert not world.find_channel(thread["id"])["thread_metadata"]["archived"]


async def test_reminder_replaces_the_notification(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, reminder=6)
    await table.wait_for_outbox()
    first = table.list_notifications(ada)
    table.clock.ahead_ms += 6 * 3_600_000 + 1
    table.bot.service.timers_changed.set()
    again = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "snooze")))
    assert "\n> " in c.read_text(again), "a call says what is asked"
    await table.wait_for_outbox()
    assert table.list_notification_posts(ada) == [again] and len(first) == 1
    await table.open_crate(ada)
    await table.place_bid(ada, 1)
    await table.wait_for_outbox()
    assert not any("Still your turn" in c.read_text(m) for m in table.driver.view_channel().messages)


async def test_reminder_that_waits_for_discord_is_dropped_by_an_answer(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "FIRST_WAIT_MS", 10)
    await table.open_and_start(ada, jiro, reminder=6)
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    table.driver.world.messages.phones.pushes.clear()
    outage = table.fake_discord.faults.cut_connection("POST", MESSAGES, times=1000)
    table.clock.ahead_ms += 6 * 3_600_000 + 1
    table.bot.service.timers_changed.set()
    async with asyncio.timeout(60):
        while not outage.hits:
            await asyncio.sleep(0.01)
    panel = await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await press_bid(ada, panel, 1)
    table.fake_discord.faults.clear_faults()
    await table.wait_for_outbox()
    pushes = [push.text for push in table.driver.world.messages.phones.pushes if push.user_id == ada.id]
    assert not any("Still your turn" in text for text in pushes), pushes


async def test_old_card_is_deleted_later_if_deletion_fails(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    table.fake_discord.faults.cut_connection("DELETE", MESSAGES + "/*", times=20)
    await table.open_crate(ada)
    async with asyncio.timeout(60):
        while await outbox_rows.find_next_time(table.db) is not None:
            await asyncio.sleep(0.01)
    assert count_cards(table) >= 1 and len(table.list_notifications(jiro)) == 1
    table.fake_discord.faults.clear_faults()
    await table.stop()
    await table.boot()
    await table.wait_for_outbox()
    assert count_cards(table) == 1


def test_every_outbox_kind_can_be_sent() -> None:
    only_posts = {OutboxKind.STALE, OutboxKind.CHANNEL_BLOCKED}
    assert delivery.Delivery(Mock(), Mock()).kinds == set(OutboxKind) - only_posts


async def test_a_card_drawn_anew_after_a_restart_is_the_same(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """The author badges and lines of the last turn were missing until the next turn."""
    await table.start_bidding(ada, jiro)
    await table.place_bid(jiro, 1)
    await table.place_bid(ada, 2)

    async def read_card_picture(language: str) -> bytes | None:
        settings = await ada.send_command("table seats")
        await ada.select_values(settings, find_custom_id(settings.message, "t:", "setting"), f"language={language}")
        [picture] = (await table.find_card())["attachments"]
        return table.driver.world.files.read_file(picture["id"])

    before = [await read_card_picture(language) for language in ("ja", "en")]
    async with table.bot.service.lock_table(1) as table_state:
        assert any(action.log_entries for action in table_state.recent_actions.published)
    await table.stop()
    await table.boot()
    assert None not in before and [await read_card_picture(language) for language in ("ja", "en")] == before
