"""Turn notifications: two posts and one deletion per turn, one notification per question, on each person's channel."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.outbox import delivery, sender
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from bot.table.clock.waking_hours import HOUR
from engines.kernel import GameContext as Rules
from engines.kernel import NounRef, Option, SeatRef, TurnInfo, load_games, message
from storage.messages import outbox_rows
from storage.play import open_questions
from tests.bot.conftest import (
    Json,
    TableHarness,
    find_custom_id,
    is_mentioned,
    list_custom_ids,
    list_labels,
    store_settings,
)


async def play_turn(t: Rules[Any]) -> None:
    """A turn of the test game: the seat on turn answers, then the other seat is asked off turn."""
    answers = [Option(key, key, NounRef("goods.tea")) for key in ("take", "pass")]
    seat = t.state.round % 2
    await t.choose(seat, "unsold", answers, lot=NounRef("goods.tea"))
    await t.choose(1 - seat, "unsold", answers, default="pass", lot=NounRef("goods.silk"))
    await t.confirm(seat, "open", rule="R3")
    t.log_event("drawn", lot=NounRef("goods.tea"))
    t.state.round += 1


@pytest.fixture(autouse=True)
def replace_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    def build_turn_info(view: Any) -> TurnInfo:
        return TurnInfo(message("unsold"), turn=(view.round - 1) % 2)

    flotsam = replace(load_games()["flotsam"], play_turn=play_turn, turn_info=build_turn_info, scores=lambda state: ())
    for module in ("table.service.table_service", "table.terms.table_terms", "discord_ui.commands.parameters"):
        monkeypatch.setattr(f"bot.{module}.load_games", lambda: {"flotsam": flotsam})


@pytest.fixture
def event_counts(table: TableHarness) -> Iterator[Counter[str]]:
    """Count the bot's posts and deletions in the channel, and its mentions of each person."""
    counts: Counter[str] = Counter()

    def count_event(event: GatewayEvent) -> None:
        if event.t == "MESSAGE_CREATE" and event.d["author"].get("bot") and not event.d["flags"] & c.IS_EPHEMERAL:
            counts["posts"] += 1
            counts.update(user["id"] for user in event.d["mentions"])
        counts["deletions"] += event.t == "MESSAGE_DELETE" and event.only_user_id is None

    stop = table.driver.world.add_listener(count_event)
    yield counts
    stop()


async def press_answer(table: TableHarness, person: FakeUser) -> Json:
    panel = await table.open_panel(person)
    return (await person.click(panel, find_custom_id(panel.message, "p:", "pick"))).message


async def load_called_at(table: TableHarness) -> dict[int, int | None]:
    return {row.seat: row.notified_at for row in await open_questions.load_open_questions(table.db, 1)}


def list_direct_messages(table: TableHarness) -> list[Json]:
    world = table.driver.world
    return [m for channel in table.driver.direct_channels for m in world.messages.list_public(channel["id"])]


async def test_turn_needs_one_post_and_one_notification(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    card = await table.find_card()
    assert is_mentioned(card, ada) and not is_mentioned(card, jiro)
    event_counts.clear()
    await press_answer(table, ada)  # Jiro is asked off turn: a separate post
    await table.wait_for_outbox()
    [post] = table.list_notification_posts(jiro)
    assert "To move" not in c.read_text(post) and "Time to answer: until" in c.read_text(post)
    assert event_counts[jiro.id] == 1 and not event_counts[ada.id]
    await press_answer(table, jiro)
    await table.wait_for_outbox()
    assert table.list_notification_posts(jiro) == [], "what was answered is gone"
    event_counts.clear()
    await press_answer(table, ada)  # the turn is over: log and card
    await table.wait_for_outbox()
    card = await table.find_card()
    assert is_mentioned(card, jiro) and not is_mentioned(card, ada)
    assert event_counts == Counter({"posts": 1, jiro.id: 1})
    assert table.driver.view_channel().messages[-1]["id"] == card["id"]


async def test_card_shows_the_effective_deadline(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="friends")
    card = await table.find_card()
    [(due,)] = await table.db.fetch_rows("SELECT due_at FROM timers WHERE kind = 'late'")
    assert f"until <t:{due // 1000}:f>" in c.read_text(card)


async def test_card_quotes_older_actions_against_the_notified_player(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play_attacking_turn(t: Rules[Any]) -> None:
        """A turn in which the seat does something to the next two seats."""
        seat = t.state.round % 3
        await t.confirm(seat, "open", rule="R3")
        for n in (1, 2):
            t.log_event("bid.told", who=SeatRef((seat + n) % 3), coins=100 + 10 * seat + n)
        t.state.round += 1

    def build_attack_info(view: Any) -> TurnInfo:
        return TurnInfo(message("unsold"), turn=(view.round - 1) % 3)

    flotsam = replace(
        load_games()["flotsam"], play_turn=play_attacking_turn, turn_info=build_attack_info, scores=lambda state: ()
    )
    for module in ("table.service.table_service", "table.terms.table_terms", "discord_ui.commands.parameters"):
        monkeypatch.setattr(f"bot.{module}.load_games", lambda: {"flotsam": flotsam})
    await table.open_and_start(ada, jiro, marco, pace="slow", language="en")
    card_texts = [c.read_text(await table.find_card())]
    for person in (ada, jiro):
        await press_answer(table, person)
        await table.wait_for_outbox()
        card_texts.append(c.read_text(await table.find_card()))
    assert "meanwhile" not in card_texts[0] + card_texts[1], "it stands in the post above"
    assert "What happened to Marco meanwhile" in card_texts[2] and "Bid 102" in card_texts[2]
    assert "Bid 111" not in card_texts[2] and "Bid 101" not in card_texts[2], (
        "of the post above, and done to somebody else"
    )


async def test_reposted_card_notifies_nobody_again(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    await table.stop()  # so that the bot misses the deletion
    table.driver.world.messages.delete_message(card["channel_id"], card["id"])
    event_counts.clear()
    await table.boot()
    settings = await ada.send_command("table seats")
    await ada.select_values(settings, find_custom_id(settings.message, "t:", "setting"), "language=both")
    again = await table.find_card()
    assert again["id"] != card["id"] and ada.mention in c.read_text(again)
    assert not event_counts[ada.id] and not is_mentioned(again, ada)


async def test_edited_card_keeps_the_notification(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    settings = await ada.send_command("table seats")
    await ada.select_values(settings, find_custom_id(settings.message, "t:", "setting"), "language=both")
    again = await table.find_card()
    assert again["id"] == card["id"] and is_mentioned(again, ada)


async def test_sleeping_player_is_notified_by_a_post_on_waking(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    await press_answer(table, ada)
    await press_answer(table, jiro)
    minute = table.clock() // 60_000 % 1440
    await store_settings(table, jiro, zone="UTC", night=(minute - 60) % 1440)  # asleep for eight more hours
    await table.wait_for_outbox()
    event_counts.clear()
    await press_answer(table, ada)
    card = await table.find_card()
    assert event_counts == Counter({"posts": 1}) and jiro.mention not in c.read_text(card)
    assert await load_called_at(table) == {1: None}
    table.clock.ahead_ms += 8 * HOUR
    table.bot.service.timers_changed.set()
    await table.driver.view_channel().wait_for_message(
        lambda m: is_mentioned(m, jiro) and bool(list_custom_ids(m, "t:", "play"))
    )
    await table.wait_for_outbox()
    assert len(table.list_notification_posts(jiro)) == 1 and event_counts[jiro.id] == 1
    assert (await load_called_at(table))[1] is not None


async def test_person_who_left_during_a_long_night_is_not_called(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    await press_answer(table, ada)
    await press_answer(table, jiro)
    minute = table.clock() // 60_000 % 1440
    await store_settings(table, jiro, zone="UTC", night=(minute - 60) % 1440)
    await table.wait_for_outbox()
    await press_answer(table, ada)  # Jiro's turn, while he sleeps
    await table.wait_for_outbox()
    pushes = table.driver.world.messages.phones.pushes
    pushes.clear()
    table.driver.world.remove_member(table.driver.guild_id, jiro.id)
    table.clock.ahead_ms += delivery.LONG_WAIT_MS + 8 * HOUR
    table.bot.service.timers_changed.set()
    await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "take")))
    await table.wait_for_outbox()
    assert not any("あなたの番" in push.text for push in pushes), "the seat is offered instead"


async def test_player_may_choose_direct_messages(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await store_settings(table, ada, way="direct", language="ja")
    await table.open_and_start(ada, jiro, pace="slow")
    card = await table.find_card()
    [message] = list_direct_messages(table)
    assert (
        "あなたの番です" in c.read_text(message)
        and "回答期限" not in c.read_text(message)
        and "持ち時間" in c.read_text(message)
    )
    link = next(b["url"] for b in c.list_buttons(message) if b.get("url"))
    assert link.endswith(f"/{card['channel_id']}")
    assert ada.mention not in c.read_text(card) and (await load_called_at(table))[0] is not None
    panel = await ada.in_dm().click(message, find_custom_id(message, "t:", "play"))
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    assert list_direct_messages(table) == [], "answered: the message is gone"


async def test_unreachable_by_direct_message_is_mentioned_instead(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await store_settings(table, ada, way="direct")
    channel = table.driver.world.open_dm(ada.id)["id"]
    table.fake_discord.faults.fail("POST", f"/channels/{channel}/messages", 403, times=9, code=50007)
    await table.open_and_start(ada, jiro, pace="slow")
    await table.wait_for_outbox()
    [post] = table.list_notification_posts(ada)
    assert "could not send you a direct message" in c.read_text(post) and event_counts[ada.id] == 1
    assert (await load_called_at(table))[0] is not None


@pytest.mark.parametrize("code", [40003, 50278])
async def test_series_of_refused_direct_messages_sends_calls_to_the_channel(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    monkeypatch.setattr(sender, "MAX_DIRECT_REFUSALS", 1)
    for person in (ada, jiro):
        await store_settings(table, person, way="direct")
    first = table.driver.world.open_dm(ada.id)["id"]
    table.fake_discord.faults.fail("POST", f"/channels/{first}/messages", 403, times=1, code=code)
    await table.open_and_start(ada, jiro, pace="slow")
    await table.driver.view_channel().wait_for_message(lambda m: is_mentioned(m, ada))
    await press_answer(table, ada)
    await table.driver.view_channel().wait_for_message(lambda m: is_mentioned(m, jiro))
    calls = [text for m in list_direct_messages(table) if "あなたの番" in (text := c.read_text(m))]
    assert calls == [], "Jiro's call was not even tried"
    await press_answer(table, jiro)
    table.clock.ahead_ms += sender.DIRECT_REST_MS
    await press_answer(table, ada)  # it is Jiro's turn now
    await table.wait_for_outbox()
    assert list_direct_messages(table), "direct messages are tried again"


async def test_clock_that_is_set_back_ends_the_rest_of_direct_messages(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "MAX_DIRECT_REFUSALS", 1)
    for person in (ada, jiro):
        await store_settings(table, person, way="direct")
    first = table.driver.world.open_dm(ada.id)["id"]
    table.fake_discord.faults.fail("POST", f"/channels/{first}/messages", 403, times=1, code=40003)
    table.clock.ahead_ms += 30 * 24 * sender.DIRECT_REST_MS
    await table.open_and_start(ada, jiro, pace="slow")
    await table.driver.view_channel().wait_for_message(lambda m: is_mentioned(m, ada))
    await table.wait_for_outbox()
    table.clock.ahead_ms -= 30 * 24 * sender.DIRECT_REST_MS
    await press_answer(table, ada)
    await table.wait_for_outbox()
    assert list_direct_messages(table), "Jiro's call is a direct message"


async def test_no_clock_runs_if_the_player_cannot_be_reached(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await store_settings(table, jiro, way="direct")
    await table.open_and_start(ada, jiro, pace="slow")
    panel = await table.open_panel(ada)
    channel = table.driver.world.open_dm(jiro.id)["id"]
    table.fake_discord.faults.fail("POST", f"/channels/{channel}/messages", 403, times=9, code=50007)
    table.fake_discord.faults.fail("POST", f"/channels/{table.driver.channel_id}/messages", 403, times=9, code=50013)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    assert await load_called_at(table) == {1: None}
    assert await table.db.fetch_rows("SELECT kind FROM timers WHERE kind IN ('timeout', 'late')") == []
    async with asyncio.timeout(60):
        while not any("can no longer post" in c.read_text(m) for m in list_direct_messages(table)):  # the host is told
            await asyncio.sleep(0.01)


async def test_silent_player_is_not_notified_and_the_clock_runs_from_the_card(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await store_settings(table, ada, way="silent")
    await table.open_and_start(ada, jiro, pace="slow")
    card = await table.find_card()
    assert not event_counts[ada.id] and ada.mention not in c.read_text(card) and list_direct_messages(table) == []
    assert (await load_called_at(table))[0] is not None
    assert "Time for this turn" in c.read_text(card)


async def test_reminder_can_be_postponed(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await table.open_and_start(ada, jiro, pace="steady")
    await table.wait_for_outbox()
    table.clock.ahead_ms += 15 * HOUR // 2 + 1000  # half the allowance
    table.bot.service.timers_changed.set()
    reminder = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "snooze")))
    assert {"Remind me in 3 hours", "Tomorrow morning", "When I'm back"} <= set(list_labels(reminder))
    await table.wait_for_outbox()
    stranger = await jiro.click(
        reminder, next(i for i in list_custom_ids(reminder, "t:", "snooze") if i.endswith("hours"))
    )
    assert "あなたへの質問はありません" in stranger.text
    reply = await ada.click(reminder, next(i for i in list_custom_ids(reminder, "t:", "snooze") if i.endswith("hours")))
    assert "You will be reminded" in reply.text
    await table.wait_for_outbox()
    assert table.list_notification_posts(ada) == []
    [(due,)] = await table.db.fetch_rows("SELECT due_at FROM timers WHERE kind = 'reminder'")
    assert abs(due - table.clock() - 3 * HOUR) < 60_000
    table.clock.ahead_ms += 3 * HOUR + 1000
    table.bot.service.timers_changed.set()
    again = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "snooze")))
    await table.wait_for_outbox()
    await ada.click(again, next(i for i in list_custom_ids(again, "t:", "snooze") if i.endswith("back")))
    await table.wait_for_outbox()
    assert await table.db.fetch_rows("SELECT due_at FROM timers WHERE kind = 'reminder'") == []


async def test_lost_responses_and_restarts_notify_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, event_counts: Counter[str]
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    await press_answer(table, ada)
    await press_answer(table, jiro)
    await table.wait_for_outbox()
    event_counts.clear()
    table.fake_discord.faults.lose_answer("POST", "/channels/*/messages", times=3)
    await press_answer(table, ada)
    await table.stop()
    for n in range(60):  # chat, and Discord has forgotten the nonces
        jiro.post_message(f"chat {n}")
    table.driver.world.clock.advance(600)
    table.clock.ahead_ms += 600_000
    await table.boot()
    await table.wait_for_outbox()
    assert event_counts[jiro.id] == 1, "found again below sixty lines of chat, though the time on the card has changed"
    [(sent,)] = await table.db.fetch_rows(
        "SELECT count(*) FROM outbox WHERE kind = 'ping' AND sent_at IS NULL AND dropped_at IS NULL"
    )
    assert sent == 0 and await outbox_rows.find_next_time(table.db) is None


async def test_seat_page_shows_free_time_and_time_bank(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="slow")  # without a night: 30 hours, then 105
    await table.wait_for_outbox()
    free = re.search(
        r"your time bank until <t:(\d+):f>. After that, your bank of 7 days", (await ada.send_command("seat")).text
    )
    assert free is not None and abs(int(free[1]) * 1000 - (table.clock() + 30 * HOUR)) < HOUR // 60
    assert "予備時間は生活時間で7日です" in (await jiro.send_command("seat")).text
    table.clock.ahead_ms += (30 + 30) * HOUR
    assert re.search(r"bank is running, with (5|4\.9) days left", (await ada.send_command("seat")).text)
    await press_answer(table, ada)
    await table.wait_for_outbox()
    bank_pattern = r"bank holds (5|4\.9) days \(only waking hours count\)\. The first 2 days of each turn"
    assert re.search(bank_pattern, (await ada.send_command("seat")).text), "while another is asked the turn goes on"
    await press_answer(table, jiro)
    await press_answer(table, ada)
    await table.wait_for_outbox()
    assert re.search(bank_pattern, (await ada.send_command("seat")).text), (
        "nothing comes back after a turn that was late"
    )
