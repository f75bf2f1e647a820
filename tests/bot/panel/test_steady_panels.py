"""A panel never loses its picture on the way to the next one, and does not stay behind the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.discord_ui.interaction import click as clicks
from bot.discord_ui.page import pictures
from bot.discord_ui.page.layout import Page
from bot.discord_ui.page.pictures import Drawing, Picture, PictureCache
from bot.discord_ui.panel import followed
from bot.standin import Person, Reply
from bot.standin.model import components as c
from tests.bot.conftest import Json, Table, ident, idents, labels, pictured


class Slow:
    """Lets no picture be drawn before the test says so, and notes what messages showed meanwhile."""

    def __init__(self, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
        self.go = asyncio.Event()
        draw = PictureCache.draw

        async def waits(pictures: PictureCache, shot: Drawing) -> Picture:
            await self.go.wait()
            return await draw(pictures, shot)

        monkeypatch.setattr(PictureCache, "draw", waits)
        monkeypatch.setattr(PictureCache, "ready", lambda pictures, shot: None)
        monkeypatch.setattr(clicks, "SOON_SECONDS", 0.05)


def edits_of(table: Table, message: Callable[[], str]) -> list[Json]:
    """Every state that the message has from now on."""
    found: list[Json] = []

    def hear(event: Any) -> None:
        if event.t in ("MESSAGE_UPDATE", "MESSAGE_CREATE") and event.d["id"] == message():
            found.append(event.d)

    table.standin.world.listen(hear)
    return found


async def test_a_press_is_one_edit_with_words_and_picture(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clicks, "SOON_SECONDS", 10.0)  # however busy the machine
    await table.open(ada, jiro)
    panel = await table.play(ada)
    assert c.media(panel.message)
    edits = edits_of(table, lambda: panel.message["id"])
    after = await ada.click(panel, idents(panel.message, "p:", "plus")[0])
    assert "1 so far" in after.text and [len(c.media(one)) for one in edits] == [1]


async def test_a_slow_picture_leaves_the_one_that_is_there(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro)
    panel = await table.play(ada)
    await pictured(panel)
    before = c.media(panel.message)[0]["url"]
    edits = edits_of(table, lambda: panel.message["id"])
    slow = Slow(table, monkeypatch)
    after = await ada.click(panel, idents(panel.message, "p:", "plus")[0])
    assert "1 so far" in after.text and "still shows the step before" in after.text
    assert c.media(after.message)[0]["url"] == before and "Only you" in c.media(after.message)[0]["description"]
    slow.go.set()
    shown = await after.next_change()
    assert shown is not None and "still shows" not in c.text(shown)
    assert c.media(shown)[0]["url"] != before and len(shown["attachments"]) == 1
    assert [len(c.media(one)) for one in edits] == [1, 1], "never without a picture"


async def test_a_press_overtaken_by_a_later_one_changes_nothing(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro)
    panel = await table.play(ada)
    await pictured(panel)
    slow = Slow(table, monkeypatch)
    monkeypatch.setattr(clicks, "SOON_SECONDS", 5.0)
    first, second, *_ = idents(panel.message, "p:", "plus")
    begun = [ada.begin_click(panel, first)]
    await asyncio.sleep(0.1)
    begun.append(ada.begin_click(panel, second))
    await asyncio.sleep(0.1)
    slow.go.set()
    replies = [await ada.await_reply(one) for one in begun]
    assert {reply.type for reply in replies} == {6, 7}, "the earlier one is heard, and shows nothing"
    drafts = {i.rpartition(".")[2] for i in idents(panel.message, "p:", "plus")}
    assert drafts == {i.rpartition(".")[2] for i in idents(replies[1].message, "p:", "plus")}


async def test_where_the_old_picture_cannot_stay_the_words_come_alone(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro)
    panel = await table.play(ada)
    await pictured(panel)
    slow = Slow(table, monkeypatch)
    monkeypatch.setattr(clicks, "picture_of", lambda message: ("no-such-file.png", ""))
    after = await ada.click(panel, idents(panel.message, "p:", "plus")[0])
    assert "1 so far" in after.text and not c.media(after.message)
    assert table.standin.world.violations
    table.standin.world.violations.clear()
    slow.go.set()
    await pictured(after)


# -- waiting panels ----------------------------------------------------------------------------------------------------


async def changed_to(reply: Reply, test: Callable[[str], bool], within: float = 5.0) -> str:
    async with asyncio.timeout(within):
        while not test(reply.text):
            await asyncio.sleep(0.02)
    return reply.text


async def test_a_waiting_panel_becomes_the_next_question(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    waiting = await table.play(jiro)
    assert "Ada" in waiting.text and "待っています" in waiting.text
    panel = await table.opened(ada)
    text = await changed_to(waiting, lambda text: "入札" in text)
    assert idents(waiting.message, "p:", "choose") or idents(waiting.message, "p:", "pick")
    assert "Ada" in text, "and what has happened since stands above it"
    assert "Your bid" in panel.text


async def test_a_panel_opened_in_the_middle_of_a_turn_tells_the_whole_turn_in_the_end(
    table: Table, ada: Person, jiro: Person
) -> None:
    """Steps that were not confirmed when it was opened belong to it."""
    await table.open(ada, jiro)
    unconfirmed = await table.spread(ada)
    waiting = await table.play(jiro)
    await ada.click(unconfirmed, ident(unconfirmed.message, "p:", "pick"))
    text = await changed_to(waiting, lambda text: "入札" in text)
    assert text.count("に値上げしました") == 1, "the marks, once"


async def test_a_waiting_panel_becomes_the_next_question_without_a_picture_too(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise ValueError("no paint left")

    await table.open(ada, jiro)
    waiting = await table.play(jiro)
    await pictured(waiting)
    monkeypatch.setattr(pictures, "paint", broken)
    await table.opened(ada)
    text = await changed_to(waiting, lambda text: "入札" in text)
    assert "描けませんでした" in text


async def test_a_panel_that_has_answered_sees_who_is_still_waited_for(
    table: Table, ada: Person, jiro: Person, marco: Person
) -> None:
    await table.bidding(ada, jiro, marco)
    given = await table.bid(ada, 1)
    assert "Change my answer" in labels(given.message)
    await table.bid(jiro, 0)
    await table.bid(marco, 0)
    await changed_to(given, lambda text: "Change my answer" not in text and "bid" in text.lower())


async def test_a_panel_in_use_is_left_alone(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    """Whoever is thinking about an open question keeps their ticks while others answer."""
    await table.bidding(ada, jiro, marco)
    thinking = await table.play(jiro)
    edits = edits_of(table, lambda: thinking.message["id"])
    await pictured(thinking)
    edits.clear()
    await table.bid(marco, 0)
    await asyncio.sleep(followed.SETTLES_SECONDS * 3)
    assert edits == []


async def test_a_page_that_took_the_panels_place_is_left_alone(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    waiting = await table.play(jiro)
    seat = await jiro.click(waiting, ident(waiting.message, "t:", "seat"))
    await table.opened(ada)
    await asyncio.sleep(followed.SETTLES_SECONDS * 3)
    assert "入札" not in seat.text


async def test_an_old_press_edits_nothing_any_more(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord takes edits of an answer for a quarter of an hour."""
    await table.open(ada, jiro)
    waiting = await table.play(jiro)
    monkeypatch.setattr(followed, "TOKEN_SECONDS", -1.0)
    await table.opened(ada)
    await asyncio.sleep(followed.SETTLES_SECONDS * 3)
    assert "待っています" in waiting.text
    assert not table.standin.world.violations


def test_only_pages_that_wait_are_followed() -> None:
    assert Page(("words",)).follows is None


async def test_what_was_told_above_a_question_stays_on_every_page_of_it(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    await table.opened(ada)
    waiting = await table.bid(jiro, 1)
    await table.bid(ada, 0)
    panel = await table.play(ada)
    await ada.click(panel, ident(panel.message, "p:", "pick"))
    text = await changed_to(waiting, lambda text: "●" in text and bool(idents(waiting.message, "p:", "plus")))
    panel, told = waiting, next(line for line in text.split("\n") if line.startswith("• "))
    stays = []
    for verb in ("plus", "minus", "plus", "plus", "ok", "back"):
        panel = await jiro.click(panel, ident(panel.message, "p:", verb))
        stays.append(told in panel.text)
    assert stays == [True] * 4 + [False, True], "his own step alone, while it stands"
    assert told in (await table.play(jiro)).text, "a newer panel tells it, too"
    assert told not in (await table.opened(jiro)).text, "everybody knows more by now"
