"""Every message that calls a person says on the phone which game calls and why, in the person's language."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest

from bot.discord_ui.outbox import calls
from bot.discord_ui.outbox.fates import Form
from bot.discord_ui.outbox.message_client import MessageClient
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.errors import Json
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, start_lobby, store_settings

HOUR = 3_600_000


def list_pushes(table: TableHarness, person: FakeUser) -> list[str]:
    return [push.text for push in table.driver.world.messages.phones.pushes if push.user_id == person.id]


async def choose_direct_messages(table: TableHarness, person: FakeUser, zone: str | None = None) -> None:
    await store_settings(table, person, way="direct", zone=zone)


async def test_turn_is_called_in_each_persons_language(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.start_bidding(ada, jiro)
    await table.wait_for_outbox()
    assert list_pushes(table, ada)[-1].startswith("@Ada Your turn in Flotsam · table 1: ")
    assert list_pushes(table, jiro)[-1].startswith("@次郎 漂着市 · 第1卓であなたの番です：")
    assert not re.search("[ぁ-んァ-ヶ一-龠]", list_pushes(table, ada)[-1])


async def test_call_becomes_a_page_with_its_picture(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    assert card["flags"] & c.IS_V2 and not card["content"] and c.list_media(card)


async def test_direct_message_says_the_deadline_in_the_persons_zone(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await choose_direct_messages(table, jiro, "Asia/Tokyo")
    await table.open_and_start(ada, jiro, pace="friends")
    await table.open_crate(ada)
    await table.wait_for_outbox()
    push = list_pushes(table, jiro)[-1]
    assert re.match(r"漂着市 · 第1卓であなたの番です。\d+月\d+日（[月火水木金土日]）\d\d:\d\dまで：", push), push
    assert len(push) <= calls.MAX_CALL


async def test_reminder_notice_vote_and_invitation_have_words(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, reminder=6)
    await ada.send_command("table invite", person=marco.id)
    await jiro.send_command("table pause", until=f"{datetime.now(UTC) + timedelta(days=5):%Y-%m-%d}")
    table.clock.ahead_ms += 6 * HOUR + 1
    table.bot.service.timers_changed.set()
    await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "snooze")))
    await table.wait_for_outbox()
    assert any("Still your turn in Flotsam · table 1" in text for text in list_pushes(table, ada))
    called = [push.text for push in table.driver.world.messages.phones.pushes]
    assert called and all("Flotsam" in text or "漂着市" in text for text in called), called


async def test_what_calls_nobody_is_silent(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    created: list[Json] = []
    table.driver.world.add_listener(
        lambda event: created.append(dict(event.d)) if event.t == "MESSAGE_CREATE" else None
    )
    await table.start_bidding(ada, jiro)
    ada.post_message("Below this stands a post of its own.")
    await table.place_bid(ada, 1)
    await table.place_bid(jiro, 0)
    await table.wait_for_outbox()
    posts = [m for m in created if m["author"].get("bot") and not m["mentions"] and not m.get("interaction_metadata")]
    assert posts and all(m["flags"] & c.IS_SILENT for m in posts if m["type"] == 0 and not m["flags"] & c.IS_EPHEMERAL)


@pytest.mark.parametrize("status", [400, 403])
async def test_play_works_from_a_call_whose_page_is_refused(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, status: int
) -> None:
    refused = table.fake_discord.faults.fail("PATCH", "/channels/*/messages/*", status, times=9, code=50035)
    await ada.send_command("table open", game="flotsam", order="joined")
    lobby = await table.find_lobby()
    lobby = (await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))).message
    await start_lobby(ada, lobby)
    await table.wait_for_outbox()
    [called] = table.list_notifications(ada)
    assert refused.hits and "Your turn in Flotsam" in called["content"] and c.list_media(called)
    panel = await ada.click(called, find_custom_id(called, "t:", "play"))
    assert "price marks" in panel.text


@pytest.mark.parametrize(("form", "is_page"), [(Form.SHORT, True), (Form.PLAIN, False)])
async def test_call_in_a_smaller_form_becomes_a_short_page_if_it_can(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch, form: Form, is_page: bool
) -> None:
    """Refusals of the call, perhaps of its picture, tell nothing of the page."""
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    monkeypatch.setattr(MessageClient, "_find_form", lambda client, row: form)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    [card] = table.list_notifications(jiro)
    assert bool(card["flags"] & c.IS_V2) == is_page and list_custom_ids(card, "t:", "play")


async def test_interrupted_call_is_finished_once(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    before = len(list_pushes(table, jiro))
    lost = table.fake_discord.faults.cut_connection("PATCH", "/channels/*/messages/*", times=2)
    await table.open_crate(ada)
    await table.wait_for_outbox()
    assert lost.hits == 2
    [card] = table.list_notifications(jiro)
    assert card["flags"] & c.IS_V2 and len(list_pushes(table, jiro)) == before + 1


async def test_interrupted_call_is_found_after_a_long_outage(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    before = len(list_pushes(table, jiro))
    table.fake_discord.faults.cut_connection("PATCH", "/channels/*/messages/*", times=1)
    await table.open_crate(ada)
    table.clock.ahead_ms += HOUR  # the nonce is forgotten
    table.driver.world.clock.advance(3600)
    await table.wait_for_outbox()
    [card] = table.list_notifications(jiro)
    assert card["flags"] & c.IS_V2 and len(list_pushes(table, jiro)) == before + 1
