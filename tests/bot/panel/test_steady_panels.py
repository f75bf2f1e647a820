"""A panel keeps its picture until the next one is ready, and follows the state of the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.interaction import context as clicks
from bot.discord_ui.page import pictures
from bot.discord_ui.page.pages import Page
from bot.discord_ui.page.pictures import DrawingRequest, Picture, PictureCache
from bot.discord_ui.page.shown_messages import ShownPicture
from bot.discord_ui.panel import tracking
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from tests.bot.conftest import (
    Json,
    TableHarness,
    find_custom_id,
    give_first_combination,
    list_custom_ids,
    list_labels,
    wait_for_picture,
)


class PictureGate:
    """Blocks the drawing of pictures until the test sets `go`."""

    def __init__(self, table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = asyncio.Event()
        draw = PictureCache.draw_picture

        async def draw_when_allowed(pictures: PictureCache, picture_request: DrawingRequest) -> Picture:
            await self.go.wait()
            return await draw(pictures, picture_request)

        monkeypatch.setattr(PictureCache, "draw_picture", draw_when_allowed)
        monkeypatch.setattr(PictureCache, "find_picture", lambda pictures, picture_request: None)
        monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 0.05)


def record_edits(table: TableHarness, message: Callable[[], str]) -> list[Json]:
    """Return a list that collects every later state of the message."""
    states: list[Json] = []

    def handle_event(event: Any) -> None:
        if event.t in ("MESSAGE_UPDATE", "MESSAGE_CREATE") and event.d["id"] == message():
            states.append(event.d)

    table.fake_discord.world.add_listener(handle_event)
    return states


async def test_a_press_is_one_edit_with_words_and_picture(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 10.0)  # enough on a busy machine
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    assert c.list_media(panel.message)
    edits = record_edits(table, lambda: panel.message["id"])
    after = await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])
    assert "**1.**" in after.text and [len(c.list_media(state)) for state in edits] == [1]


async def test_old_picture_stays_until_the_new_one_is_ready(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    await wait_for_picture(panel)
    before = c.list_media(panel.message)[0]["url"]
    edits = record_edits(table, lambda: panel.message["id"])
    gate = PictureGate(table, monkeypatch)
    after = await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])
    assert "**1.**" in after.text and "Still the old picture" in after.text
    assert (
        c.list_media(after.message)[0]["url"] == before and "Only you" in c.list_media(after.message)[0]["description"]
    )
    gate.go.set()
    new_message = await after.wait_for_change()
    assert new_message is not None and "Still the old" not in c.read_text(new_message)
    assert c.list_media(new_message)[0]["url"] != before and len(new_message["attachments"]) == 1
    assert [len(c.list_media(state)) for state in edits] == [1, 1], "never without a picture"


async def test_a_press_overtaken_by_a_later_one_changes_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    await wait_for_picture(panel)
    gate = PictureGate(table, monkeypatch)
    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 5.0)
    details = find_custom_id(panel.message, "p:", "details")
    begun = [ada.begin_click(panel, details)]
    await asyncio.sleep(0.1)
    begun.append(ada.begin_click(panel, details))
    await asyncio.sleep(0.1)
    gate.go.set()
    replies = [await ada.await_reply(interaction) for interaction in begun]
    assert {reply.type for reply in replies} == {6, 7}, "the earlier one is heard, and shows nothing"
    assert "**1.**" in panel.text and panel.text == replies[1].text


async def test_text_is_sent_alone_if_the_old_picture_cannot_stay(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    await wait_for_picture(panel)
    gate = PictureGate(table, monkeypatch)
    lost = ShownPicture("no-such-file.png", "", 1)
    monkeypatch.setattr("bot.discord_ui.page.shown_messages.find_picture", lambda message: lost)
    after = await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])
    assert "**1.**" in after.text and not c.list_media(after.message)
    assert table.fake_discord.world.violations
    table.fake_discord.world.violations.clear()
    gate.go.set()
    await wait_for_picture(after)


async def test_picture_that_discord_refuses_is_left_out(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is ready at once or follows the words."""
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    await wait_for_picture(panel)
    details = find_custom_id(panel.message, "p:", "details")
    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 10.0)
    table.fake_discord.faults.fail("POST", "/interactions/*/callback", 413, code=40005)
    after = await ada.click(panel, details)
    assert "**1.**" in after.text and "did not take the picture" in after.text and not c.list_media(after.message)
    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 0.05)
    gate = PictureGate(table, monkeypatch)
    late = await ada.click(after, find_custom_id(after.message, "p:", "leaf"))
    table.fake_discord.faults.fail("PATCH", "/webhooks/*", 400, code=50046)
    gate.go.set()
    message = await late.wait_for_change()
    assert message is not None and "did not take the picture" in c.read_text(message) and not c.list_media(message)
    assert list_custom_ids(message, "p:", "details")


# -- waiting panels ----------------------------------------------------------------------------------------------------


async def wait_for_text(reply: Reply, test: Callable[[str], bool], within: float = 60.0) -> str:
    async with asyncio.timeout(within):
        while not test(reply.text):
            await asyncio.sleep(0.02)
    return reply.text


async def test_a_waiting_panel_becomes_the_next_question(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    waiting = await table.open_panel(jiro)
    assert "Ada" in waiting.text and "待っています" in waiting.text
    panel = await table.open_crate(ada)
    text = await wait_for_text(waiting, lambda text: "入札" in text)
    assert list_custom_ids(waiting.message, "p:", "choose") or list_custom_ids(waiting.message, "p:", "pick")
    assert "● A" in text, "and what has happened since stands above it"
    assert "Your bid" in panel.text


async def test_late_picture_of_a_waiting_panel_does_not_replace_the_next_question(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    gate, draw = asyncio.Event(), PictureCache.draw_picture
    waiting_requests: list[DrawingRequest] = []

    async def draw_first_late(cache: PictureCache, picture_request: DrawingRequest) -> Picture:
        if not waiting_requests:
            waiting_requests.append(picture_request)
            await gate.wait()
        return await draw(cache, picture_request)

    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 0.05)
    monkeypatch.setattr(PictureCache, "find_picture", lambda cache, picture_request: None)
    monkeypatch.setattr(PictureCache, "draw_picture", draw_first_late)
    waiting = await table.open_panel(jiro)
    assert "待っています" in waiting.text
    monkeypatch.setattr(clicks, "PICTURE_WAIT_SECONDS", 10.0)
    await table.open_crate(ada)
    await wait_for_text(waiting, lambda text: "入札" in text)
    picture = c.list_media(waiting.message)
    gate.set()
    await asyncio.sleep(0.3)
    assert "入札" in waiting.text and c.list_media(waiting.message) == picture != []


async def test_panel_asks_nothing_while_a_computer_player_answers(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    waiting = await table.open_panel(jiro)
    before = waiting.text
    async with table.bot.service.lock_table(1) as table_state:
        table_state.seats = tuple(
            replace(seated, autopilot_policy="random") if seated.seat == 1 else seated for seated in table_state.seats
        )
    await table.open_crate(ada)
    await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 3)
    assert waiting.text == before


async def test_panel_opened_during_a_turn_finally_shows_the_whole_turn(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    """The summary includes the steps that were unconfirmed when the panel was opened."""
    await table.open_and_start(ada, jiro)
    unconfirmed = await table.spread_marks(ada)
    waiting = await table.open_panel(jiro)
    await ada.click(unconfirmed, find_custom_id(unconfirmed.message, "p:", "pick"))
    text = await wait_for_text(waiting, lambda text: "入札" in text)
    assert text.count("に値上げしました") == 1, "the marks, once"


async def test_a_waiting_panel_becomes_the_next_question_without_a_picture_too(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_error(*_: object) -> bytes:
        raise ValueError("no paint left")

    await table.open_and_start(ada, jiro)
    waiting = await table.open_panel(jiro)
    await wait_for_picture(waiting)
    monkeypatch.setattr(pictures, "paint", raise_error)
    await table.open_crate(ada)
    text = await wait_for_text(waiting, lambda text: "入札" in text)
    assert "描けませんでした" in text


async def test_answered_panel_shows_the_next_question_after_all_answers(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    await table.start_bidding(ada, jiro, marco)
    answered_panel = await table.place_bid(ada, 1)
    assert "Change my answer" in list_labels(answered_panel.message)
    await table.place_bid(jiro, 0)
    await table.place_bid(marco, 0)
    await wait_for_text(answered_panel, lambda text: "Change my answer" not in text and "bid" in text.lower())


async def test_a_panel_in_use_is_left_alone(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    """A person who is thinking about an open question keeps their ticks while others answer."""
    await table.start_bidding(ada, jiro, marco)
    thinking = await table.open_panel(jiro)
    edits = record_edits(table, lambda: thinking.message["id"])
    await wait_for_picture(thinking)
    edits.clear()
    await table.place_bid(marco, 0)
    await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 3)
    assert edits == []


async def test_page_that_replaced_a_panel_is_not_edited(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    waiting = await table.open_panel(jiro)
    seat = await jiro.click(waiting, find_custom_id(waiting.message, "t:", "seat"))
    await table.open_crate(ada)
    await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 3)
    assert "入札" not in seat.text


async def test_expired_panel_is_not_edited(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord accepts edits of an interaction's answer for a quarter of an hour."""
    await table.open_and_start(ada, jiro)
    waiting = await table.open_panel(jiro)
    monkeypatch.setattr(tracking, "TOKEN_SECONDS", -1.0)
    await table.open_crate(ada)
    await asyncio.sleep(tracking.DEBOUNCE_SECONDS * 3)
    assert "待っています" in waiting.text
    assert not table.fake_discord.world.violations


def test_only_panels_are_followed() -> None:
    assert Page(("words",)).shown_table is None


async def test_news_above_a_question_stay_on_its_later_pages(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    await table.open_crate(ada)
    waiting = await table.place_bid(jiro, 1)
    await table.place_bid(ada, 0)
    panel = await table.open_panel(ada)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    text = await wait_for_text(
        waiting, lambda text: "●" in text and bool(list_custom_ids(waiting.message, "p:", "details"))
    )
    panel, news_line = waiting, text.split("\n")[0]
    panel = await jiro.click(panel, find_custom_id(panel.message, "p:", "details"))
    assert "• " in panel.text, "all of it"
    panel = await jiro.click(panel, find_custom_id(panel.message, "p:", "leaf"))
    assert news_line in panel.text
    panel = await give_first_combination(jiro, panel)
    assert news_line not in panel.text, "his own step alone, while it stands"
    panel = await jiro.click(panel, find_custom_id(panel.message, "p:", "back"))
    assert news_line in panel.text
    assert news_line in (await table.open_panel(jiro)).text, "a newer panel tells it, too"
    assert news_line not in (await table.open_crate(jiro)).text, "everybody knows more by now"
