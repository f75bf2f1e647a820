"""/me notices, and notices besides turn notifications: next on turn, last missing answer, the daily list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.notices.notes import Note
from bot.table.personal import daily_list
from bot.table.seats import table_pauses
from bot.table.state.notification_payload import encode_payload
from engines.kernel import Message, TurnInfo, load_games, message
from storage.kinds import OutboxKind, PauseReason
from storage.messages import outbox_rows
from storage.persons import people
from storage.play import open_questions
from storage.time import timers

from .conftest import Json, TableHarness, find_custom_id, is_mentioned, store_settings

MINUTE, HOUR = 60_000, 3_600_000


def list_direct_messages(table: TableHarness, person: FakeUser) -> list[Json]:
    world = table.driver.world
    return world.messages.list_public(world.open_dm(person.id)["id"])


async def wait_until(is_reached: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not is_reached():
            await asyncio.sleep(0.01)


def list_notices(table: TableHarness, person: FakeUser, words: str) -> list[Json]:
    return [m for m in table.driver.view_channel().messages if is_mentioned(m, person) and words in c.read_text(m)]


async def test_notification_channel_is_chosen_and_shown(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    assert "where it does not, it is in the channel" in (await ada.send_command("me notices")).text
    assert "ダイレクトメッセージで通知します" in (await jiro.send_command("me notices", way="direct")).text
    assert "次の番になったときも" in (await jiro.send_command("me notices", next=True)).text
    row = await people.load_person(table.db, int(jiro.id))
    assert row is not None and (row.notification_channel, row.has_chosen_channel, row.next_up, row.wants_summary) == (
        "direct",
        1,
        1,
        0,
    )
    assert "There is no table in this channel" in (await ada.send_command("me notices", way="silent", here=True)).text


async def test_notification_channel_may_differ_at_one_table(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    assert (
        "At this table you are notified by direct"
        in (await ada.send_command("me notices", way="direct", here=True)).text
    )
    assert await people.load_channels_at_table(table.db, 1) == {int(ada.id): "direct"}
    assert "as everywhere" in (await ada.send_command("me notices", way="same", here=True)).text
    assert await people.load_channels_at_table(table.db, 1) == {}
    row = await people.load_person(table.db, int(ada.id))
    assert row is not None and not row.has_chosen_channel


async def test_direct_messages_can_be_tested(table: TableHarness, ada: FakeUser) -> None:
    assert "Check whether it arrived" in (await ada.send_command("me notices", test=True)).text
    assert "This is how a notification reaches you" in c.read_text(list_direct_messages(table, ada)[-1])
    table.fake_discord.faults.fail("POST", "/channels/*/messages", 403, times=9, code=50007)
    assert "does not let me write to you" in (await ada.send_command("me notices", test=True)).text


async def test_last_missing_player_is_notified_once_until_they_answer(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.start_bidding(ada, jiro)
    await table.wait_for_outbox()
    await table.place_bid(ada, 0)
    await table.wait_for_outbox()
    assert len(list_notices(table, jiro, "waiting only for you")) == 1
    assert list_notices(table, ada, "waiting only for you") == []
    await table.place_bid(jiro, 0)
    await table.wait_for_outbox()
    assert list_notices(table, jiro, "waiting only for you") == []


async def test_faster_computer_players_cause_no_last_missing_notice(table: TableHarness, ada: FakeUser) -> None:
    await ada.send_command("table open", game="flotsam", order="joined")
    seated = await table.change_terms(ada, "computer", "+random")
    await ada.click(seated, find_custom_id(seated.message, "t:", "start"))
    await table.open_crate(ada)
    async with asyncio.timeout(60):
        while len(await open_questions.load_open_questions(table.db, 1)) != 1:
            await asyncio.sleep(0.02)
    await table.wait_for_outbox()
    assert list_notices(table, ada, "waiting only for you") == []


async def test_next_player_is_notified_on_request(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def build_turn_info(view: Any) -> TurnInfo:
        return TurnInfo(message("unsold"), turn=view.crier, following=(1 - view.crier,))

    flotsam = replace(load_games()["flotsam"], turn_info=build_turn_info)
    for module in ("bot.table.service.table_service", "bot.table.terms.table_terms"):
        monkeypatch.setattr(f"{module}.load_games", lambda: {"flotsam": flotsam})
    await jiro.send_command("me notices", next=True)
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    assert len(list_notices(table, jiro, "You are next")) == 1 and list_notices(table, ada, "You are next") == []
    await table.spread_marks(ada)
    await table.wait_for_outbox()
    assert len(list_notices(table, jiro, "You are next")) == 1
    await ada.send_command("move", answer="1")
    await table.wait_for_outbox()
    assert list_notices(table, jiro, "You are next") == [], "asked by now"


async def test_daily_list_is_sent_once_and_only_if_a_table_waits(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    await table.wait_for_outbox()
    assert "毎朝" in (await jiro.send_command("me notices", digest=True)).text
    await ada.send_command("me notices", digest=True)
    table.clock.ahead_ms += 30 * HOUR
    for _ in range(2):
        row = await timers.load_next_person_timer(table.db)
        assert row is not None and row.due_at <= table.clock()
        await daily_list.send_daily_list(table.bot.service, row)
    await table.wait_for_outbox()
    [message] = [m for m in list_direct_messages(table, ada) if "Tables waiting for you" in c.read_text(m)]
    card = await table.find_card()
    assert "until <t:" not in c.read_text(message), "the example's questions wait for ever"
    assert any(b["url"].endswith(f"/{card['channel_id']}/{card['id']}") for b in c.list_buttons(message))
    assert list_direct_messages(table, jiro) == []
    row = await timers.load_next_person_timer(table.db)
    assert row is not None and row.due_at > table.clock()


@pytest.mark.parametrize("reason", PauseReason)
async def test_paused_table_is_not_in_the_daily_list_and_games_says_why(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, reason: PauseReason
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    await ada.send_command("me notices", digest=True)
    async with table.bot.service.lock_table(1) as table_state, table.bot.service.change(table_state) as tx:
        until = table.clock() + 90 * HOUR if reason is PauseReason.VOTE else None
        await table_pauses.begin_pause(tx, table_state, reason, table.clock(), until)
    table.clock.ahead_ms += 30 * HOUR
    row = await timers.load_next_person_timer(table.db)
    assert row is not None and row.due_at <= table.clock()
    await daily_list.send_daily_list(table.bot.service, row)
    await table.wait_for_outbox()
    assert list_direct_messages(table, ada) == []
    texts_by_reason = {
        PauseReason.ASLEEP: ("A move wakes it", "眠っています"),
        PauseReason.VOTE: ("is paused until <t:", "まで休みます"),
        PauseReason.MODERATOR: ("A moderator has paused", "モデレーターがこの卓を休ませています"),
        PauseReason.CHANNEL_LOST: ("no longer exists", "チャンネルはなくなりました"),
        PauseReason.INCOMPATIBLE_RULES: ("the current version of the rules", "いまの版のルールでは"),
    }
    english, japanese = texts_by_reason[reason]
    assert english in (await ada.send_command("games")).text
    assert japanese in (await jiro.send_command("games")).text


async def test_direct_notification_opens_the_panel(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await ada.send_command("me notices", way="direct")
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    [message] = [m for m in list_direct_messages(table, ada) if "Your turn:" in c.read_text(m)]
    panel = await ada.in_dm().click(message, find_custom_id(message, "t:", "play"))
    assert "price marks" in panel.text or panel.message


async def queue_note(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """Put a note for Jiro, due on waking, into the outbox; it is sent a minute later, as after an outage of Discord."""
    await table.open_and_start(ada, jiro)
    await table.spread_marks(ada)
    await table.wait_for_outbox()
    [(channel,)] = await table.db.fetch_rows("SELECT channel_id FROM games")
    note, due_at = (
        Note(int(jiro.id), Message("notice.day_given", {"giver": "Mia", "who": "Jiro"})),
        table.clock() + MINUTE,
    )
    async with table.db.transaction() as tx:
        await outbox_rows.add_row(
            tx,
            game=1,
            kind=OutboxKind.PERSONAL_NOTE,
            key=f"nudge.{jiro.id}.1",
            target=channel,
            payload=encode_payload(note),
            at=due_at,
        )


async def advance_clock(table: TableHarness, time: int) -> None:
    table.clock.ahead_ms += time
    table.bot.service.timers_changed.set()
    table.bot.service.outbox_ready.set()
    await table.wait_for_outbox()


async def test_night_note_is_sent_even_if_another_player_answers_first(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await queue_note(table, ada, jiro)
    await ada.send_command("move", answer="1")
    await advance_clock(table, MINUTE)
    assert len(list_notices(table, jiro, "Mia")) == 1


async def set_night(table: TableHarness, person: FakeUser, night: int) -> None:
    """Set the person's night to begin `night` minutes from now."""
    await store_settings(table, person, zone="UTC", night=(table.clock() // MINUTE + night) % 1440)


async def test_lost_channel_notice_waits_for_changed_sleeping_hours(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    await set_night(table, jiro, -60)
    table.driver.world.delete_channel(table.driver.channel_id)
    await ada.dms.wait_for_message("lost the channel")
    await set_night(table, jiro, 7 * 60)
    table.clock.ahead_ms += 8 * HOUR
    table.bot.service.outbox_ready.set()
    async with asyncio.timeout(60):
        while (await outbox_rows.load_waiting_rows(table.db, 1, OutboxKind.CHANNEL_LOST))[
            0
        ].not_before <= table.clock():
            await asyncio.sleep(0.01)
    assert list_direct_messages(table, jiro) == []
    await advance_clock(table, 8 * HOUR)
    await wait_until(lambda: list_direct_messages(table, jiro))


async def test_unsent_waking_note_is_sent_at_the_next_waking(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await queue_note(table, ada, jiro)
    await set_night(table, jiro, -60)
    await advance_clock(table, MINUTE)
    assert list_notices(table, jiro, "Mia") == []
    await advance_clock(table, 8 * HOUR)
    await wait_until(lambda: list_notices(table, jiro, "Mia"))
