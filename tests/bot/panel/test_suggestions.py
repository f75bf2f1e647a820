"""Suggestions are part of the first answer if the search is done, else a later edit; no answer waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.interaction import context as interaction_context
from bot.discord_ui.page.pictures import DrawingRequest, Picture, PictureCache
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.table import Table
from bot.table.state.suggestions import SuggestionJob
from engines.kernel import Aids, GreedyPlayer, Message, load_games
from engines.kernel.stars.suggestions import Advice
from tests.bot.conftest import (
    TableHarness,
    find_custom_id,
    give_first_combination,
    use_executor,
    wait_for_picture,
)

GOOD, AWAITED = "\N{BLACK STAR}", "\N{WHITE STAR}"


class HeldExecutor(Executor):
    """An executor that finishes its searches on demand and suggests the first option."""

    def __init__(self) -> None:
        self.waiting: list[tuple[SuggestionJob, Future[Any]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((args[0], future))
        return future

    def finish_searches(self) -> None:
        waiting, self.waiting = self.waiting, []
        for job, future in waiting:
            match = job.build_match()
            prompt = match.find_prompt(job.seat)
            assert prompt is not None
            best = {prompt.options[0].key: Message("kernel.aid.steady")}
            future.set_result(Advice(match.position, best, ()))

    def fail_searches(self) -> None:
        for _, future in self.waiting:
            future.set_exception(TimeoutError("still thinking"))


@pytest.fixture
def executor(table: TableHarness, monkeypatch: pytest.MonkeyPatch) -> HeldExecutor:
    """Give suggestions to every player of Flotsam, from the returned executor."""
    aids = Aids(GreedyPlayer(lambda state, seat: 0.0), lambda before, after, seat: ())
    game_by_id = load_games()
    monkeypatch.setattr(
        "bot.table.service.table_service.load_games",
        lambda: {**game_by_id, "flotsam": replace(game_by_id["flotsam"], aids=aids)},
    )
    monkeypatch.setattr(Table, "has_aids", lambda *_: True)
    use_executor(table, pool := HeldExecutor())
    return pool


async def wait_until(is_reached: Callable[[], object]) -> None:
    async with asyncio.timeout(60):
        while not is_reached():
            await asyncio.sleep(0.01)


def list_rows(panel: Reply) -> list[dict[str, Any]]:
    return c.list_of_types(panel.message, c.ACTION_ROW)


def list_row_ids(row: dict[str, Any]) -> list[str]:
    return [control["custom_id"] for control in row["components"]]


async def start_and_open_panel(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> Reply:
    """Start a table and return Ada's panel, without suggestions yet."""
    await table.open_and_start(ada, jiro)
    panel = await table.open_panel(ada)
    assert GOOD not in panel.text
    return panel


async def test_answer_does_not_wait_for_suggestions(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor
) -> None:
    panel = await start_and_open_panel(table, ada, jiro)
    await wait_until(lambda: executor.waiting)
    await wait_for_picture(panel)
    files = [attachment["id"] for attachment in panel.message["attachments"]]
    assert files, "the picture is there"
    assert AWAITED in panel.text and [list_row_ids(row)[-1][-4:] for row in list_rows(panel)][-1] == "line"
    places = [list_row_ids(row) for row in list_rows(panel)]
    executor.finish_searches()
    await wait_until(lambda: GOOD in panel.text)
    starred = [list_row_ids(row) for row in list_rows(panel)]
    assert starred[:-1] == places[:-1] and starred[-1][:-1] == places[-1][:-1], "no control has moved"
    assert AWAITED not in panel.text
    assert [attachment["id"] for attachment in panel.message["attachments"]] == files, "it is not sent again"


async def test_other_players_do_not_wait_for_suggestions(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor
) -> None:
    """The search does not lock the table."""
    await start_and_open_panel(table, ada, jiro)
    await wait_until(lambda: executor.waiting)
    async with asyncio.timeout(60):
        assert "漂着市" in (await table.open_panel(jiro)).text
        async with table.bot.service.lock_table(1) as table_state:
            assert table_state.find_suggestion_request(table_state.waiting[0]) is not None
    executor.finish_searches()


async def test_suggestions_found_before_the_picture_are_in_the_first_answer(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    draw, may_draw = PictureCache.draw_picture, asyncio.Event()

    async def draw_when_allowed(pictures: PictureCache, picture_request: DrawingRequest) -> Picture:
        await may_draw.wait()
        return await draw(pictures, picture_request)

    monkeypatch.setattr(PictureCache, "draw_picture", draw_when_allowed)
    monkeypatch.setattr(PictureCache, "find_picture", lambda pictures, picture_request: None)
    monkeypatch.setattr(interaction_context, "PICTURE_WAIT_SECONDS", 5.0)
    pressed = asyncio.create_task(ada.click(card, find_custom_id(card, "t:", "play")))
    await wait_until(lambda: executor.waiting)
    executor.finish_searches()

    def has_suggestions() -> bool:
        table_state = table.bot.service._tables[1]
        return table_state.find_suggestion_request(table_state.waiting[0]) is None

    await wait_until(has_suggestions)
    await asyncio.sleep(0.05)
    may_draw.set()
    panel = await pressed
    assert GOOD in panel.text and c.list_media(panel.message)
    again = await ada.click(card, find_custom_id(card, "t:", "play"))
    assert GOOD in again.text and not executor.waiting, "each search runs once"


async def test_a_picture_that_is_there_waits_for_suggestions(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Stars that came after the answer would move the buttons below a finger."""
    await table.open_and_start(ada, jiro)
    card = await table.find_card()
    drawn = Picture(b"drawn", "")
    monkeypatch.setattr(PictureCache, "find_picture", lambda pictures, picture_request: drawn)
    monkeypatch.setattr(interaction_context, "PICTURE_WAIT_SECONDS", 5.0)
    pressed = asyncio.create_task(ada.click(card, find_custom_id(card, "t:", "play")))
    await wait_until(lambda: executor.waiting)
    await asyncio.sleep(0.1)
    executor.finish_searches()
    assert GOOD in (await pressed).text


async def test_suggestions_stay_when_another_seat_answers_a_simultaneous_question(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor
) -> None:
    await table.start_bidding(ada, jiro)
    panel = await table.open_panel(jiro)
    await wait_until(lambda: any(job.seat == 1 for job, _ in executor.waiting))
    assert GOOD not in panel.text
    await table.place_bid(ada, 0)
    executor.finish_searches()
    await wait_until(lambda: GOOD in panel.text)
    assert GOOD in (await table.open_panel(jiro)).text and not [
        job_and_future for job_and_future in executor.waiting if job_and_future[0].seat == 1
    ]


async def test_suggestions_do_not_restore_an_answered_question(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor
) -> None:
    panel = await start_and_open_panel(table, ada, jiro)
    await wait_until(lambda: executor.waiting)
    panel = await ada.click(panel, find_custom_id(panel.message, "p:", "details"))
    panel = await ada.click(panel, "Back to the question")
    assert len(executor.waiting) == 1, "one search for each question, however often it is shown"
    panel = await give_first_combination(ada, panel)
    before = panel.text
    executor.finish_searches()
    await asyncio.sleep(0.3)
    assert panel.text == before


async def test_failed_search_gives_no_star(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, executor: HeldExecutor, caplog: pytest.LogCaptureFixture
) -> None:
    panel = await start_and_open_panel(table, ada, jiro)
    await wait_until(lambda: executor.waiting)
    keys = [button["custom_id"] for button in c.list_of_types(panel.message, c.BUTTON)]
    executor.fail_searches()
    await wait_until(lambda: "no suggestions" in caplog.text)
    await wait_until(lambda: "No option stands out here" in panel.text)
    assert keys == [button["custom_id"] for button in c.list_of_types(panel.message, c.BUTTON)]
    executor.waiting.clear()
    again = await table.open_panel(ada)
    assert AWAITED not in again.text and not executor.waiting, "nor is it tried again"
