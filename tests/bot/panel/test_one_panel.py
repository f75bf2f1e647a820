"""A person has one panel at a table: a newer one takes the place of the older."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.discord_ui.panel import followed
from bot.standin import Person
from bot.standin.model import components as c
from tests.bot.conftest import Table, ident, idents, pictured

from .test_steady_panels import Slow


def own(person: Person) -> list[str]:
    """The messages that only this person sees, oldest first."""
    return [m["id"] for m in person.channel.messages if m["flags"] & c.IS_EPHEMERAL]


async def left(person: Person, *messages: str) -> None:
    """Wait until these are all that only the person sees."""
    async with asyncio.timeout(5):
        while own(person) != list(messages):
            await asyncio.sleep(0.02)


async def test_a_second_play_leaves_the_newer_panel_only(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    before = own(ada)
    theirs = await table.play(jiro)
    for _ in range(3):
        newest = await table.play(ada)
    await left(ada, *before, newest.message["id"])
    assert own(jiro)[-1] == theirs.message["id"], "somebody else's stays"


async def test_the_panel_after_undo_is_the_only_one(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    before = own(ada)
    await table.opened(ada)
    undone = await ada.slash("undo")
    await left(ada, *before, undone.message["id"])


async def test_pages_that_ask_nothing_stay(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    before = own(jiro)
    seat = await jiro.click(await table.card(), ident(await table.card(), "t:", "seat"))
    await table.play(jiro)
    panel = await table.play(jiro)
    await left(jiro, *before, seat.message["id"], panel.message["id"])


async def test_an_old_panel_whose_token_has_run_out_stays_until_it_is_pressed(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro)
    before = own(ada)
    with monkeypatch.context() as later:
        later.setattr(followed, "TOKEN_SECONDS", -1.0)
        old = await table.play(ada)
        new = await table.play(ada)
        await asyncio.sleep(0.1)
        assert own(ada) == [*before, old.message["id"], new.message["id"]]
    pressed = await ada.click(old, idents(old.message, "p:", "plus")[0])
    assert "1 so far" in pressed.text
    await left(ada, *before, old.message["id"])


async def test_a_panel_that_cannot_be_deleted_is_no_error(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.open(ada, jiro)
    old = await table.play(ada)

    async def refused(interaction: discord.Interaction[Any]) -> None:
        raise TimeoutError("Discord does not answer")

    monkeypatch.setattr(discord.Interaction, "delete_original_response", refused)
    caplog.set_level("INFO", followed.__name__)
    new = await table.play(ada)
    async with asyncio.timeout(5):
        while "an older panel stays" not in caplog.text:
            await asyncio.sleep(0.02)
    for panel in (old, new):  # both go on
        assert "1 so far" in (await ada.click(panel, idents(panel.message, "p:", "plus")[0])).text


async def test_a_picture_that_comes_after_its_panel_has_gone_is_no_error(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro)
    before = own(ada)
    slow = Slow(table, monkeypatch)
    await table.play(ada)
    newest = await table.play(ada)
    await left(ada, *before, newest.message["id"])
    slow.go.set()
    await pictured(newest)
    while table.bot.answering:
        await asyncio.sleep(0.02)
    assert own(ada) == [*before, newest.message["id"]], "no word of an error"
