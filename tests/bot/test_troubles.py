"""Errors are shown to the person in their language, and nothing fails silently."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.discord_ui.page import pictures
from bot.fake_discord import FakeUser, NoAnswer
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission as P
from bot.table.play import answers
from storage import DatabaseFull, DatabaseTakenOver
from storage.play import decisions

from .conftest import TableHarness, find_custom_id, list_custom_ids


async def test_an_unexpected_error_has_a_number_that_is_in_the_log(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def raise_error(*_: object) -> None:
        raise LookupError("the cause")

    monkeypatch.setattr(answers, "answer_question", raise_error)
    await table.open_and_start(ada, jiro)
    reply = await ada.send_command("move", answer="1 2")
    number = re.search(r"`(\w{6})`", reply.text)
    assert number is not None and "Something went wrong on our side" in reply.text
    assert any(number[1] in record.getMessage() and record.exc_info for record in caplog.records)


async def test_a_process_that_was_taken_over_leaves_the_press_to_the_other(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def refuse_change(*_: object) -> None:
        raise DatabaseTakenOver("another process owns tables of this one now")

    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    monkeypatch.setattr(answers, "answer_question", refuse_change)
    press = ada.begin_click(panel, "Confirm")
    while not any("left to another process" in record.getMessage() for record in caplog.records):
        await asyncio.sleep(0.01)
    while table.bot.answering_tasks:
        await asyncio.sleep(0.01)
    assert press.callback is None


async def test_a_broken_control_answers_too(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py would only log the error, and the person would read "interaction failed"."""
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)

    async def raise_error(*_: object) -> None:
        raise LookupError("the cause")

    monkeypatch.setattr(answers, "answer_question", raise_error)
    reply = await ada.click(panel, "Confirm")
    assert reply.is_ephemeral and "Something went wrong" in reply.text
    monkeypatch.undo()
    assert "drifts ashore" in (await ada.click(panel, "Confirm")).text


async def test_a_full_disk_changes_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(jiro, ada)

    async def raise_disk_full(*_: object, **__: object) -> None:
        raise DatabaseFull("database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(decisions, "append", raise_disk_full)
        reply = await jiro.send_command("move", answer="1 2")
        assert "保存する空きがありません" in reply.text
    assert "値札2枚" in (await jiro.send_command("play")).text
    assert "開けますか" in (await jiro.send_command("move", answer="1 2")).text


async def test_missing_permissions_are_named_before_a_table_is_opened(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    world = table.driver.world
    world.deny_bot(table.driver.channel_id, P.ATTACH_FILES | P.SEND_MESSAGES)
    assert "Send Messages, Attach Files" in (await ada.send_command("table open", game="flotsam")).text
    assert "ファイルを添付" in (await jiro.send_command("table open", game="flotsam")).text
    world.deny_bot(table.driver.channel_id, P.CREATE_PUBLIC_THREADS)
    assert "Create Public Threads" in (await ada.send_command("table open", game="flotsam", thread=True)).text
    other = table.driver.add_channel("other").id
    world.deny_bot(other, P.EMBED_LINKS | P.READ_MESSAGE_HISTORY)
    refused = await ada.in_channel(other).send_command("table open", game="flotsam")
    assert "Embed Links, Read Message History" in refused.text
    assert (await table.db.fetch_rows("SELECT count(*) FROM games"))[0][0] == 0


async def test_a_thread_that_discord_refuses(table: TableHarness, ada: FakeUser) -> None:
    table.fake_discord.faults.fail("POST", "/channels/*/threads", 403, code=50013)
    refused = await ada.send_command("table open", game="flotsam", thread=True)
    await refused.wait_for_change()
    assert "I am missing a permission here" in refused.text


async def test_an_interaction_that_expired_keeps_the_move(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    """The answer came too late for Discord; the move is still made, and Play shows it."""
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    table.fake_discord.faults.fail("POST", "/interactions/*/callback", 404, times=2, code=10062)
    with pytest.raises(NoAnswer):
        await asyncio.wait_for(ada.click(panel, "Confirm"), 8)
    assert "Your bid" in (await ada.send_command("play")).text


async def test_a_control_that_arrives_twice_acts_once(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.spread_marks(ada)
    card = await table.find_card()
    panel = await ada.click(card, find_custom_id(card, "t:", "play"))
    assert list_custom_ids(panel.message, "p:", "pick")
    assert len(await decisions.load_active(table.db, 1)) == 1


async def test_failed_picture_does_not_prevent_the_text(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_error(*_: object) -> bytes:
        raise ValueError("no paint left")

    monkeypatch.setattr(pictures, "paint", raise_error)
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    assert "To move" in c.read_text(card) and not c.list_media(card)
    panel = await table.open_panel(ada)
    assert "Spread 2 price marks" in panel.text
    assert "could not be drawn" in panel.text
    assert "**1.**" in (await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])).text


async def test_names_are_harmless_everywhere(table: TableHarness, ada: FakeUser) -> None:
    mallory = table.driver.add_user("**@everyone** \u202e<@1> [x](http://x.example)")
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    joined = await mallory.click(lobby, "Join")
    assert "@everyone" not in joined.text and "<@" not in joined.text and "\u202e" not in joined.text
    assert "http://" not in joined.text
