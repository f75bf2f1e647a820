"""Small pictures of the tables below the lists of them: `/games`, and the list of the morning."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.discord_ui.help import gallery
from bot.discord_ui.page import picture_requests
from bot.discord_ui.text.voice import Voice
from bot.standin import Person
from bot.standin.model import components as c
from bot.table.knowing.summaries import tables_of
from bot.table.notices import morning_list
from render.kit.gallery import GAP, WIDTH
from storage.persons import errands
from tests.bot.conftest import Table, pictured

HOUR = 3_600_000
EN = Voice(("en",))


async def second_table(table: Table, host: Person) -> None:
    """In a channel of its own, not started."""
    there = table.driver.new_channel("second").id
    await host.at(there).slash("table open", game="flotsam")
    await table.said()


async def found(table: Table, person: Person) -> gallery.Gallery | None:
    return await gallery.gallery_of(table.bot.tables, await tables_of(table.db, int(person.id)), EN)


async def test_the_list_shows_the_boards_of_tables_in_play(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    await second_table(table, ada)
    reply = await ada.slash("games")
    assert "table 1" in reply.text and "table 2" in reply.text
    [shown] = c.media(await pictured(reply))
    assert "Flotsam" in shown["description"] and "table 1" in shown["description"]
    assert "table 2" not in shown["description"], "a table that has not started has no board"


async def test_without_a_table_in_play_there_is_no_picture(table: Table, ada: Person, jiro: Person) -> None:
    await second_table(table, ada)
    assert c.media((await ada.slash("games")).message) == []


async def test_the_list_of_the_morning_has_it_too(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro, pace="slow")
    await ada.slash("me notices", digest=True)
    table.clock.ahead_ms += 30 * HOUR
    row = await errands.earliest(table.db)
    assert row is not None
    await morning_list.fire(table.bot.tables, row)
    await table.said()
    world = table.driver.world
    [message] = [m for m in world.messages.public(world.dm(ada.id)["id"]) if "wait for you" in c.text(m)]
    assert len(c.media(message)) == 1


async def test_boards_are_those_that_everybody_sees(table: Table, ada: Person, jiro: Person) -> None:
    await table.bidding(ada, jiro)
    own = await found(table, ada)
    assert own is not None and own == await found(table, jiro), "hands are in nobody's list"
    [(shot, title)] = own.boards
    async with table.bot.tables.at(1) as live:
        assert live.match is not None
        assert shot.view == live.match.view(None) != live.match.view(0)
    assert shot.look.viewer is None and "table 1" in title


async def test_a_table_that_cannot_be_read_keeps_its_line(
    table: Table, ada: Person, jiro: Person, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await table.open(ada, jiro)

    def broken(*_: Any) -> Any:
        raise KeyError("damaged")

    monkeypatch.setattr(picture_requests, "overview", broken)
    reply = await ada.slash("games")
    assert "table 1" in reply.text and c.media(reply.message) == []
    assert "game 1 has no board in a list" in caplog.text


async def test_so_many_boards_and_no_more(table: Table, ada: Person, jiro: Person) -> None:
    await table.open(ada, jiro)
    [one] = await tables_of(table.db, int(ada.id))
    many = await gallery.gallery_of(table.bot.tables, [one] * 9, EN)
    assert many is not None and len(many.boards) == gallery.MOST
    drawn = many.draw()
    assert len(drawn.alt) <= gallery.ALT_ROOM and drawn.alt.count("table 1") == gallery.MOST
    assert Image.open(BytesIO(drawn.content)).width == 2 * WIDTH + GAP
    alone = await gallery.gallery_of(table.bot.tables, [one], EN)
    assert alone is not None and Image.open(BytesIO(alone.draw().content)).width == WIDTH
