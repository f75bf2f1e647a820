"""Whoever waits long is told in time that an answer comes, and the answer comes where it belongs."""

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
from bot.discord_ui.interaction.click import Click
from bot.standin import Person
from bot.standin.model import components as c
from storage.persons import people
from tests.bot.conftest import Table, ident, idents

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE = 4, 5, 6, 7


@contextmanager
def slow(seconds: float, reprieve: float) -> Iterator[None]:
    """Every click takes so long before anything is done, and more time is asked for so early."""
    of = Click.of

    async def late(*args: Any) -> Click:
        await asyncio.sleep(seconds)
        return await of(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Click, "of", late)
        patch.setattr(first_answer, "REPRIEVE_SECONDS", reprieve)
        yield


SLOW = (0.6, 0.03)


@pytest.mark.parametrize(("late", "patience"), [(0.0, 2.0), (1.2, 0.8), (2.8, 0.5), (3600, 0.5), (-3600, 2.0)])
def test_time_is_counted_from_the_press_not_from_when_it_came_here(late: float, patience: float) -> None:
    """On a busy machine a press comes late; a wrong clock neither hurries all answers nor lets them wait longer."""
    pressed = datetime(2026, 1, 1, tzinfo=UTC)
    assert first_answer.patience(pressed, pressed + timedelta(seconds=late)) == pytest.approx(patience)


async def test_a_command_that_takes_longer_than_discord_waits_is_answered(table: Table, ada: Person) -> None:
    with slow(3.3, 2.0):
        reply = await ada.slash("help")
    assert reply.type == DEFERRED_MESSAGE and reply.ephemeral
    assert await reply.next_change() and "Board games by post" in reply.text
    assert len(c.of_type(reply.message, c.BUTTON)) > 2


async def test_a_refused_wish_for_more_time_is_said_once_even_when_nobody_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The press that asked for it may be over by then: no exception is left for the event loop to find."""
    interaction: Any = SimpleNamespace(id=7, created_at=datetime.now(UTC))
    waits = first_answer.FirstAnswer(interaction)
    left: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: left.append(context))

    async def refused() -> None:
        await asyncio.sleep(0.05)
        raise OSError("unknown interaction")

    monkeypatch.setattr(first_answer, "patience", lambda *_: 0.0)
    monkeypatch.setattr(waits, "reprieve", refused)
    async with waits.in_time():
        await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)
    gc.collect()
    assert not left and "no more time for interaction 7: unknown interaction" in caplog.text


async def test_what_is_quick_is_answered_at_once(table: Table, ada: Person) -> None:
    with slow(0.0, 0.5):
        reply = await ada.slash("help")
        await asyncio.sleep(0.7)
    assert reply.type == MESSAGE and not reply.followups


async def test_nobody_waits_until_their_language_is_stored(table: Table, ada: Person) -> None:
    """Whoever reads in another language than before is answered while the disk is busy with others."""
    await ada.slash("table open", game="flotsam", language="en")
    async with table.db.transaction() as tx:
        await people.set_reads(tx, int(ada.id), "de")
    async with table.db.transaction():
        reply = await ada.slash("help")
    assert reply.type == MESSAGE
    async with asyncio.timeout(5):
        while (row := await people.get(table.db, int(ada.id))) is None or row.reads == "de":
            await asyncio.sleep(0.005)
    assert row.reads == "en-US"


async def test_a_private_page_never_replaces_the_card(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    with slow(*SLOW):
        reply = await ada.click(card, ident(card, "t:", "play"))
        assert reply.type == DEFERRED_MESSAGE and reply.ephemeral
        await reply.next_change()
    assert idents(reply.message, "p:", "plus")
    assert idents(await table.card(), "t:", "changed") and not idents(await table.card(), "p:", "plus")


async def test_the_own_page_is_changed_where_it_stands(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    panel = await table.play(ada)
    with slow(*SLOW):
        reply = await ada.click(panel, idents(panel.message, "p:", "plus")[0])
        assert reply.type == DEFERRED_UPDATE
        await reply.next_change()
    assert reply.message["id"] == panel.message["id"] and "1 so far" in reply.text


async def test_a_page_beside_leaves_the_one_that_was_pressed(table: Table, ada: Person, jiro: Person) -> None:
    helped = await ada.slash("help")
    with slow(*SLOW):
        reply = await ada.click(helped, "h:votes")
        assert reply.type == DEFERRED_UPDATE
        await reply.next_change()
    assert "Board games by post" in c.text(helped.message)
    assert "What you decide together" in c.text(reply.followups[0])


async def test_a_public_page_changes_and_nobody_thinks_any_more(table: Table, ada: Person, jiro: Person) -> None:
    await ada.slash("table open", game="flotsam")
    lobby = await table.lobby()
    with slow(*SLOW):
        reply = await jiro.click(lobby, ident(lobby, "t:", "join"))
        assert reply.type == DEFERRED_MESSAGE
        assert await reply.next_change() is None, "the note that it takes longer is gone"
    assert "次郎" in c.text(await table.lobby())


async def test_a_press_that_shows_nothing_leaves_nothing(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await ada.slash("table end")
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    with slow(*SLOW):
        reply = await jiro.click(request, ident(request, "t:", "agree"))
        assert reply.type == DEFERRED_MESSAGE
        assert await reply.next_change() is None
    await table.said()
    assert (await table.db.rows("SELECT status FROM games"))[0][0] == "ended"


async def test_what_went_wrong_is_said_late_too(table: Table, ada: Person) -> None:
    with slow(*SLOW):
        reply = await ada.slash("play")
        assert reply.type == DEFERRED_MESSAGE
        await reply.next_change()
    assert "There is no table in this channel" in reply.text


async def test_a_file_takes_the_place_of_the_note(table: Table, ada: Person) -> None:
    with slow(*SLOW):
        reply = await ada.slash("me export")
        await reply.next_change()
    assert reply.message["attachments"] and not reply.followups


async def test_more_time_never_crosses_an_answer_on_its_way(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer is being sent for longer than the watch waits: one answer arrives, and it is that one."""
    monkeypatch.setattr(first_answer, "REPRIEVE_SECONDS", 0.05)
    table.standin.faults.slow("POST", "/interactions/*/callback", 0.3, times=1)
    reply = await ada.slash("help")
    await asyncio.sleep(0.1)
    assert reply.type == MESSAGE and not table.driver.world.refusals


async def test_the_answer_waits_for_the_request_for_more_time(
    table: Table, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the other way round: the answer comes while more time is being asked for."""
    table.standin.faults.slow("POST", "/interactions/*/callback", 0.3, times=1)
    with slow(0.15, 0.05):
        reply = await ada.slash("help")
        assert reply.type == DEFERRED_MESSAGE
        await reply.next_change()
    assert "Board games by post" in reply.text and not table.driver.world.refusals
