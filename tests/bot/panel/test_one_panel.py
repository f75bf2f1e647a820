"""A person has one panel at a table: a newer one replaces the older."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.discord_ui.panel import tracking
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, wait_for_picture

from .test_steady_panels import PictureGate


def list_private_messages(person: FakeUser) -> list[str]:
    """Return the ids of the messages that only this person sees, oldest first."""
    return [m["id"] for m in person.channel.messages if m["flags"] & c.IS_EPHEMERAL]


async def wait_for_private_messages(person: FakeUser, *messages: str) -> None:
    """Wait until the person's private messages are exactly these."""
    async with asyncio.timeout(60):
        while list_private_messages(person) != list(messages):
            await asyncio.sleep(0.02)


async def test_only_the_newest_panel_remains_after_several_plays(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro)
    before = list_private_messages(ada)
    theirs = await table.open_panel(jiro)
    for _ in range(3):
        newest = await table.open_panel(ada)
    await wait_for_private_messages(ada, *before, newest.message["id"])
    assert list_private_messages(jiro)[-1] == theirs.message["id"], "somebody else's stays"


async def test_the_panel_after_undo_is_the_only_one(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    before = list_private_messages(ada)
    await table.open_crate(ada)
    undone = await table.ask_for_undo(ada)
    await wait_for_private_messages(ada, *before, undone.message["id"])


async def test_pages_without_a_question_remain(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    before = list_private_messages(jiro)
    seat = await jiro.click(await table.find_card(), find_custom_id(await table.find_card(), "t:", "seat"))
    await table.open_panel(jiro)
    panel = await table.open_panel(jiro)
    await wait_for_private_messages(jiro, *before, seat.message["id"], panel.message["id"])


async def test_old_panel_with_expired_token_remains_until_pressed(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    before = list_private_messages(ada)
    with monkeypatch.context() as later:
        later.setattr(tracking, "TOKEN_SECONDS", -1.0)
        old = await table.open_panel(ada)
        new = await table.open_panel(ada)
        await asyncio.sleep(0.1)
        assert list_private_messages(ada) == [*before, old.message["id"], new.message["id"]]
    pressed = await ada.click(old, list_custom_ids(old.message, "p:", "details")[0])
    assert "**1.**" in pressed.text
    await wait_for_private_messages(ada, *before, old.message["id"])


async def test_a_panel_that_cannot_be_deleted_is_no_error(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await table.open_and_start(ada, jiro)
    old = await table.open_panel(ada)

    async def refuse_deletion(interaction: discord.Interaction[Any]) -> None:
        raise TimeoutError("Discord is having problems")

    monkeypatch.setattr(discord.Interaction, "delete_original_response", refuse_deletion)
    caplog.set_level("INFO", tracking.__name__)
    new = await table.open_panel(ada)
    async with asyncio.timeout(60):
        while "an older panel stays" not in caplog.text:
            await asyncio.sleep(0.02)
    for panel in (old, new):  # both go on
        assert "**1.**" in (await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])).text


async def test_a_picture_that_comes_after_its_panel_has_gone_is_no_error(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    before = list_private_messages(ada)
    slow = PictureGate(table, monkeypatch)
    await table.open_panel(ada)
    newest = await table.open_panel(ada)
    await wait_for_private_messages(ada, *before, newest.message["id"])
    slow.go.set()
    await wait_for_picture(newest)
    while table.bot.answering_tasks:
        await asyncio.sleep(0.02)
    assert list_private_messages(ada) == [*before, newest.message["id"]], "no word of an error"
