"""Small board pictures below lists of tables: `/games` and the daily list."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from bot.discord_ui.help import gallery
from bot.discord_ui.page import picture_requests
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.personal import daily_list
from bot.table.player_records.table_list import load_table_list
from render.kit.composites import BOARD_GAP, BOARD_WIDTH
from storage.time import timers
from tests.bot.conftest import TableHarness, wait_for_picture

HOUR = 3_600_000
EN = Localizer(("en",))


async def open_second_table(table: TableHarness, host: FakeUser) -> None:
    """Open, but do not start, a second table in another channel."""
    channel_id = table.driver.add_channel("second").id
    await host.in_channel(channel_id).send_command("table open", game="flotsam")
    await table.wait_for_outbox()


async def build_gallery(table: TableHarness, person: FakeUser) -> gallery.Gallery | None:
    return await gallery.load_gallery(table.bot.service, await load_table_list(table.db, int(person.id)), EN)


async def test_the_list_shows_the_boards_of_tables_in_play(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    await open_second_table(table, ada)
    reply = await ada.send_command("games")
    assert "table 1" in reply.text and "table 2" in reply.text
    [picture] = c.list_media(await wait_for_picture(reply))
    assert "Flotsam" in picture["description"] and "table 1" in picture["description"]
    assert "table 2" not in picture["description"], "a table that has not started has no board"


async def test_without_a_table_in_play_there_is_no_picture(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await open_second_table(table, ada)
    assert c.list_media((await ada.send_command("games")).message) == []


async def test_daily_list_has_board_pictures_too(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    await ada.send_command("me notices", digest=True)
    table.clock.ahead_ms += 30 * HOUR
    row = await timers.load_next_person_timer(table.db)
    assert row is not None
    await daily_list.send_daily_list(table.bot.service, row)
    await table.wait_for_outbox()
    world = table.driver.world
    [message] = [
        m for m in world.messages.list_public(world.open_dm(ada.id)["id"]) if "waiting for you" in c.read_text(m)
    ]
    assert len(c.list_media(message)) == 1


async def test_gallery_shows_public_boards(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.start_bidding(ada, jiro)
    adas_gallery = await build_gallery(table, ada)
    assert adas_gallery is not None and adas_gallery == await build_gallery(table, jiro), "hands are in nobody's list"
    [(shot, title)] = adas_gallery.boards
    async with table.bot.service.lock_table(1) as table_state:
        assert table_state.match is not None
        assert shot.view == table_state.match.build_view(None) != table_state.match.build_view(0)
    assert shot.context.viewer is None and "table 1" in title


async def test_a_table_that_cannot_be_read_keeps_its_line(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    await table.open_and_start(ada, jiro)

    def raise_error(*_: Any) -> Any:
        raise KeyError("damaged")

    monkeypatch.setattr(picture_requests, "build_overview", raise_error)
    reply = await ada.send_command("games")
    assert "table 1" in reply.text and c.list_media(reply.message) == []
    assert "table 1 has no board in a list" in caplog.text


async def test_number_of_boards_is_limited(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    [table_summary] = await load_table_list(table.db, int(ada.id))
    full_gallery = await gallery.load_gallery(table.bot.service, [table_summary] * 9, EN)
    assert full_gallery is not None and len(full_gallery.boards) == gallery.MAX_BOARDS
    picture = full_gallery.draw()
    assert len(picture.alt) <= gallery.MAX_ALT and picture.alt.count("table 1") == gallery.MAX_BOARDS
    assert Image.open(BytesIO(picture.content)).width == 2 * BOARD_WIDTH + BOARD_GAP
    single_gallery = await gallery.load_gallery(table.bot.service, [table_summary], EN)
    assert single_gallery is not None and Image.open(BytesIO(single_gallery.draw().content)).width == BOARD_WIDTH
