"""A slow interaction is deferred in time, and its answer then appears in the right message."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_ui.interaction import first_answer
from bot.discord_ui.interaction.context import InteractionContext
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from storage.persons import people
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7


@contextmanager
def delay_interactions(seconds: float, reprieve: float) -> Iterator[None]:
    """Delay every interaction by `seconds`, and let the bot defer it after `reprieve` seconds."""
    of = InteractionContext.from_interaction

    async def build_late(*args: Any) -> InteractionContext:
        await asyncio.sleep(seconds)
        return await of(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(InteractionContext, "from_interaction", build_late)
        patch.setattr(first_answer, "DEFER_SECONDS", reprieve)
        yield


SLOW = (0.6, 0.03)


@pytest.mark.parametrize(("late", "patience"), [(0.0, 2.0), (1.2, 0.8), (2.8, 0.5), (3600, 0.5), (-3600, 2.0)])
def test_delay_is_measured_from_the_press_not_from_its_arrival(late: float, patience: float) -> None:
    """On a busy machine an interaction arrives late; a wrong clock must not shift the deferral."""
    pressed = datetime(2026, 1, 1, tzinfo=UTC)
    assert first_answer.compute_defer_delay(pressed, pressed + timedelta(seconds=late)) == pytest.approx(patience)


async def test_a_command_that_takes_longer_than_discord_waits_is_answered(table: TableHarness, ada: FakeUser) -> None:
    with delay_interactions(3.3, 2.0):
        reply = await ada.send_command("help")
    assert reply.type == DEFERRED_MESSAGE and reply.is_ephemeral
    assert await reply.wait_for_change() and "Play board games at your own pace" in reply.text
    assert len(c.list_of_types(reply.message, c.BUTTON)) > 2


async def test_refused_deferral_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The interaction may have ended by then: no exception may reach the event loop's handler."""
    interaction: Any = SimpleNamespace(id=7, created_at=datetime.now(UTC))
    first_answer_timer = first_answer.FirstAnswer(interaction)
    unhandled_errors: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unhandled_errors.append(context))

    async def refuse_deferral() -> None:
        await asyncio.sleep(0.05)
        raise OSError("unknown interaction")

    monkeypatch.setattr(first_answer, "compute_defer_delay", lambda *_: 0.0)
    monkeypatch.setattr(first_answer_timer, "defer", refuse_deferral)
    async with first_answer_timer.defer_in_time():
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)
    gc.collect()
    assert not unhandled_errors and "no more time for interaction 7: unknown interaction" in caplog.text


async def test_quick_command_is_answered_without_deferral(table: TableHarness, ada: FakeUser) -> None:
    with delay_interactions(0.0, 0.5):
        reply = await ada.send_command("help")
        await asyncio.sleep(0.7)
    assert reply.type == MESSAGE and not reply.followups


async def test_answer_does_not_wait_for_storing_the_language(table: TableHarness, ada: FakeUser) -> None:
    """A person with a changed language is answered although another transaction holds the database."""
    await ada.send_command("table open", game="flotsam", language="en")
    async with table.db.transaction() as tx:
        await people.set_seen_locale(tx, int(ada.id), "de")
    async with table.db.transaction():
        reply = await ada.send_command("help")
    assert reply.type == MESSAGE
    async with asyncio.timeout(60):
        while (row := await people.load_person(table.db, int(ada.id))) is None or row.reads == "de":
            await asyncio.sleep(0.005)
    assert row.reads == "en-US"


async def test_a_private_page_never_replaces_the_card(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    with delay_interactions(*SLOW):
        reply = await ada.click(card, find_custom_id(card, "t:", "play"))
        assert reply.type == DEFERRED_MESSAGE and reply.is_ephemeral
        await reply.wait_for_change()
    assert list_custom_ids(reply.message, "p:", "details")
    assert list_custom_ids(await table.find_card(), "t:", "changed") and not list_custom_ids(
        await table.find_card(), "p:", "plus"
    )


async def test_private_page_is_edited_in_place(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    with delay_interactions(*SLOW):
        reply = await ada.click(panel, list_custom_ids(panel.message, "p:", "details")[0])
        assert reply.type == DEFERRED_UPDATE
        await reply.wait_for_change()
    assert reply.message["id"] == panel.message["id"] and "**1.**" in reply.text


async def test_additional_page_leaves_the_pressed_page_unchanged(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    help_page = await ada.send_command("help")
    with delay_interactions(*SLOW):
        reply = await ada.click(help_page, "h:votes")
        assert reply.type == DEFERRED_UPDATE
        await reply.wait_for_change()
    assert "Play board games at your own pace" in c.read_text(help_page.message)
    assert "What you decide together" in c.read_text(reply.followups[0])


async def test_public_page_changes_and_thinking_note_is_deleted(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await ada.send_command("table open", game="flotsam")
    lobby = await table.find_lobby()
    with delay_interactions(*SLOW):
        reply = await jiro.click(lobby, find_custom_id(lobby, "t:", "join"))
        assert reply.type == DEFERRED_MESSAGE
        assert await reply.wait_for_change() is None, "the note that it takes longer is gone"
    assert "次郎" in c.read_text(await table.find_lobby())


async def test_press_without_a_page_leaves_no_message(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await table.send_confirmed(ada, "table end")
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    with delay_interactions(*SLOW):
        reply = await jiro.click(request, find_custom_id(request, "t:", "agree"))
        assert reply.type == DEFERRED_MESSAGE
        assert await reply.wait_for_change() is None
    await table.wait_for_outbox()
    assert (await table.db.fetch_rows("SELECT status FROM games"))[0][0] == "ended"


async def test_error_is_shown_after_deferral(table: TableHarness, ada: FakeUser) -> None:
    with delay_interactions(*SLOW):
        reply = await ada.send_command("play")
        assert reply.type == DEFERRED_MESSAGE
        await reply.wait_for_change()
    assert "There is no table in this channel" in reply.text


async def test_file_replaces_the_thinking_note(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    with delay_interactions(*SLOW):
        reply = await ada.send_command("report", what="It is slow.")
        await reply.wait_for_change()
    assert reply.message["attachments"] and not reply.followups


async def test_deferral_is_not_sent_while_the_answer_is_being_sent(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If sending the answer takes longer than the deferral delay, only that answer is sent."""
    monkeypatch.setattr(first_answer, "DEFER_SECONDS", 0.05)
    table.fake_discord.faults.delay("POST", "/interactions/*/callback", 0.3, times=1)
    reply = await ada.send_command("help")
    await asyncio.sleep(0.1)
    assert reply.type == MESSAGE and not table.driver.world.refusals


async def test_answer_waits_for_a_deferral_being_sent(
    table: TableHarness, ada: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reverse order: the answer is ready while the deferral is being sent."""
    table.fake_discord.faults.delay("POST", "/interactions/*/callback", 0.3, times=1)
    with delay_interactions(0.15, 0.05):
        reply = await ada.send_command("help")
        assert reply.type == DEFERRED_MESSAGE
        await reply.wait_for_change()
    assert "Play board games at your own pace" in reply.text and not table.driver.world.refusals
