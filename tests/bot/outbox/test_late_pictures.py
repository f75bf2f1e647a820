"""Pictures that nobody watches leave room for those that somebody waits for, and draw ahead what a press will show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bot.discord_ui.outbox import late_pictures
from bot.discord_ui.outbox.late_pictures import LatePictures
from bot.discord_ui.page.pictures import Picture, PictureRequest
from bot.discord_ui.page.render_pool import WORKERS, RenderPool
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from engines.kernel import Seat
from tests.bot.conftest import TableHarness


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[PictureRequest]:
    """Return a list of what is drawn from now on, by a bot that draws ahead as with processes."""
    requests: list[PictureRequest] = []
    draw = RenderPool.draw_request

    async def record_and_draw(self: RenderPool, picture_request: Any) -> Any:
        requests.append(picture_request)
        return await draw(self, picture_request)

    monkeypatch.setattr(RenderPool, "draw_request", record_and_draw)
    monkeypatch.setattr(RenderPool, "has_processes", True)
    return requests


def list_viewers(drawn: list[PictureRequest]) -> list[Seat]:
    """Return whose private pictures are drawn, in order."""
    return [request.context.viewer for request in drawn if request.context.viewer is not None]


async def wait_until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_so():
            await asyncio.sleep(0.01)


async def test_press_after_a_picture_drawn_ahead_draws_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, drawn: list[PictureRequest]
) -> None:
    await table.open_and_start(ada, jiro)
    await wait_until(lambda: list_viewers(drawn) == [0])
    await table.wait_for_outbox()
    await wait_until(lambda: table.bot.pictures.find_picture(drawn[-1]) is not None)
    count = len(drawn)
    panel = await table.open_panel(ada)
    assert c.list_media(panel.message) and len(drawn) == count, "hers was there"
    assert list_viewers(drawn) == [0], "nothing is drawn for those who need not move"
    await table.open_panel(jiro)
    assert list_viewers(drawn) == [0, 1], "he does not get hers"


async def test_broken_panel_does_not_keep_back_the_card(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    drawn: list[PictureRequest],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(late_pictures, "build_panel", lambda *_: 1 / 0)
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    assert table.list_notifications(ada) and "is not drawn ahead" in caplog.text and not list_viewers(drawn)


async def test_pictures_of_posts_leave_the_queue_of_the_pool_to_presses(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    await table.wait_for_outbox()
    sample = PictureRequest("flotsam", 1, 0, "", None, None)  # type: ignore[arg-type]
    started, may_end = [], asyncio.Event()

    async def draw_slowly(request: PictureRequest) -> Picture:
        started.append(request)
        await may_end.wait()
        return Picture(b"", "")

    monkeypatch.setattr(table.bot.pictures, "find_picture", lambda request: None)
    monkeypatch.setattr(table.bot.pictures, "draw_picture", draw_slowly)
    pictures = LatePictures(table.bot)
    drawings = [asyncio.create_task(pictures.draw_picture(sample)) for _ in range(WORKERS + 3)]
    await asyncio.sleep(0.05)
    assert len(started) == WORKERS
    may_end.set()
    await asyncio.gather(*drawings)
    assert len(started) == WORKERS + 3
