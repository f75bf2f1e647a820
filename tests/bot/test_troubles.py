"""When something goes wrong the person is told, in the own language, and nothing fails silently."""

from __future__ import annotations

import asyncio
import re

import pytest

from bot.discord_ui.page import pictures
from bot.standin import NoAnswer, Person
from bot.standin.model import components as c
from bot.standin.model.permissions import Permission as P
from bot.table import play
from storage import DatabaseFull
from storage.play import decisions

from .conftest import Table, ident, idents


async def test_an_unexpected_error_has_a_number_that_is_in_the_log(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise LookupError("the cause")

    monkeypatch.setattr(play, "answer", broken)
    await table.open(ada, jiro)
    told = await ada.slash("move", answer="1 2")
    number = re.search(r"`(\w{6})`", told.text)
    assert number is not None and "Something went wrong on our side" in told.text
    assert any(number[1] in record.getMessage() and record.exc_info for record in caplog.records)


async def test_a_broken_control_answers_too(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py would only log it: the person would read "interaction failed"."""
    await table.open(ada, jiro)
    panel = await table.spread(ada)

    async def broken(*_: object) -> None:
        raise LookupError("the cause")

    monkeypatch.setattr(play, "answer", broken)
    told = await ada.click(panel, "Confirm")
    assert told.ephemeral and "Something went wrong" in told.text
    monkeypatch.undo()
    assert "drifts ashore" in (await ada.click(panel, "Confirm")).text


async def test_a_full_disk_changes_nothing(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(jiro, ada)

    async def full(*_: object, **__: object) -> None:
        raise DatabaseFull("database or disk is full")

    with monkeypatch.context() as disk:
        disk.setattr(decisions, "append", full)
        told = await jiro.slash("move", answer="1 2")
        assert "保存する空きがありません" in told.text
    assert "値札2枚" in (await jiro.slash("play")).text
    assert "開けますか" in (await jiro.slash("move", answer="1 2")).text


async def test_missing_permissions_are_named_before_a_table_is_opened(table: Table, ada: Person, jiro: Person) -> None:
    world = table.driver.world
    world.deny_bot(table.driver.channel_id, P.ATTACH_FILES | P.SEND_MESSAGES)
    assert "Send Messages, Attach Files" in (await ada.slash("table open", game="flotsam")).text
    assert "ファイルを添付" in (await jiro.slash("table open", game="flotsam")).text
    world.deny_bot(table.driver.channel_id, P.CREATE_PUBLIC_THREADS)
    assert "Create Public Threads" in (await ada.slash("table open", game="flotsam", thread=True)).text
    other = table.driver.new_channel("other").id
    world.deny_bot(other, P.EMBED_LINKS | P.READ_MESSAGE_HISTORY)
    refused = await ada.at(other).slash("table open", game="flotsam")
    assert "Embed Links, Read Message History" in refused.text
    assert (await table.db.rows("SELECT count(*) FROM games"))[0][0] == 0


async def test_a_thread_that_discord_refuses(table: Table, ada: Person) -> None:
    table.standin.faults.fail("POST", "/channels/*/threads", 403, code=50013)
    refused = await ada.slash("table open", game="flotsam", thread=True)
    await refused.next_change()
    assert "I lack a permission here" in refused.text


async def test_an_interaction_that_expired_keeps_the_move(table: Table, ada: Person, jiro: Person) -> None:
    """The answer came too late for Discord; the move is made all the same, and Play shows it."""
    await table.open(ada, jiro)
    panel = await table.spread(ada)
    table.standin.faults.fail("POST", "/interactions/*/callback", 404, times=2, code=10062)
    with pytest.raises(NoAnswer):
        await asyncio.wait_for(ada.click(panel, "Confirm"), 8)
    assert "Your bid" in (await ada.slash("play")).text


async def test_a_control_that_arrives_twice_acts_once(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await table.spread(ada)
    card = await table.card()
    shown = await ada.click(card, ident(card, "t:", "play"))
    assert idents(shown.message, "p:", "pick")
    assert len(await decisions.live(table.db, 1)) == 1


async def test_a_picture_that_cannot_be_drawn_silences_nothing(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> bytes:
        raise ValueError("no paint left")

    monkeypatch.setattr(pictures, "paint", broken)
    await table.open(ada, jiro)
    card = await table.card()
    assert "To move" in c.text(card) and not c.media(card)
    panel = await table.play(ada)
    assert "Spread 2 price marks" in panel.text
    assert "could not be drawn" in panel.text
    assert "1 so far" in (await ada.click(panel, idents(panel.message, "p:", "plus")[0])).text


async def test_names_are_harmless_wherever_they_stand(table: Table, ada: Person) -> None:
    mallory = table.driver.person("**@everyone** \u202e<@1> [x](http://x.example)")
    await ada.slash("table open", game="flotsam")
    lobby = await table.lobby()
    joined = await mallory.click(lobby, "Join")
    assert "@everyone" not in joined.text and "<@" not in joined.text and "\u202e" not in joined.text
    assert "http://" not in joined.text
