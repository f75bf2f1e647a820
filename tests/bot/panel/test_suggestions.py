"""Suggestions come with the first answer where they are thought out by then, else by an edit; nobody waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import replace
from typing import Any

import pytest

from bot.discord_ui.interaction import click as clicks
from bot.discord_ui.page.pictures import Drawing, Picture, PictureCache
from bot.standin import Person, Reply
from bot.standin.model import components as c
from bot.table import LiveTable
from bot.table.computers.thinking import Wish
from engines.kernel import Aids, Greedy, Msg, games
from engines.kernel.stars.suggestions import Advice
from tests.bot.conftest import Table, ident, idents

GOOD = "\N{BLACK STAR}"


class Held(Executor):
    """Thinks when it is told to, and then finds the first option good."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Wish, Future[Any]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((args[0], future))
        return future

    def think(self) -> None:
        waiting, self.waiting = self.waiting, []
        for wish, future in waiting:
            match = wish.match()
            prompt = match.prompt(wish.seat)
            assert prompt is not None
            best = {prompt.options[0].key: Msg("kernel.aid.steady")}
            future.set_result(Advice(match.position, best, ()))

    def fail(self) -> None:
        for _, future in self.waiting:
            future.set_exception(TimeoutError("still thinking"))


@pytest.fixture
def held(table: Table, monkeypatch: pytest.MonkeyPatch) -> Held:
    """Everybody at tables of flotsam is given suggestions."""
    aids = Aids(Greedy(lambda state, seat: 0.0), lambda before, after, seat: ())
    known = games()
    monkeypatch.setattr("bot.table.service.games", lambda: {**known, "flotsam": replace(known["flotsam"], aids=aids)})
    monkeypatch.setattr(LiveTable, "aided", lambda *_: True)
    table.bot.computers.thinkers._pool = pool = Held()
    return pool


async def until(there: Callable[[], object]) -> None:
    async with asyncio.timeout(5):
        while not there():
            await asyncio.sleep(0.01)


async def opened(table: Table, ada: Person, jiro: Person) -> Reply:
    """Ada's panel, before anything is suggested."""
    await table.open(ada, jiro)
    panel = await table.play(ada)
    assert GOOD not in panel.text
    return panel


async def test_an_answer_does_not_wait_for_them(table: Table, ada: Person, jiro: Person, held: Held) -> None:
    panel = await opened(table, ada, jiro)
    await until(lambda: held.waiting)
    files = [one["id"] for one in panel.message["attachments"]]
    assert files, "the picture is there"
    held.think()
    await until(lambda: GOOD in panel.text)
    assert [one["id"] for one in panel.message["attachments"]] == files, "it is not sent again"


async def test_nobody_else_at_the_table_waits_for_them(table: Table, ada: Person, jiro: Person, held: Held) -> None:
    """The table is not held meanwhile."""
    await opened(table, ada, jiro)
    await until(lambda: held.waiting)
    async with asyncio.timeout(5):
        assert "漂着市" in (await table.play(jiro)).text
        async with table.bot.tables.at(1) as live:
            assert live.wanted(live.waiting[0]) is not None
    held.think()


async def test_what_is_thought_out_before_the_picture_is_drawn_comes_with_it(
    table: Table, ada: Person, jiro: Person, held: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table.open(ada, jiro)
    card = await table.card()
    draw, go = PictureCache.draw, asyncio.Event()

    async def waits(pictures: PictureCache, shot: Drawing) -> Picture:
        await go.wait()
        return await draw(pictures, shot)

    monkeypatch.setattr(PictureCache, "draw", waits)
    monkeypatch.setattr(PictureCache, "ready", lambda pictures, shot: None)
    monkeypatch.setattr(clicks, "SOON_SECONDS", 5.0)
    pressed = asyncio.create_task(ada.click(card, ident(card, "t:", "play")))
    await until(lambda: held.waiting)
    held.think()

    def known() -> bool:
        live = table.bot.tables._lives[1]
        return live.wanted(live.waiting[0]) is None

    await until(known)
    await asyncio.sleep(0.05)
    go.set()
    panel = await pressed
    assert GOOD in panel.text and c.media(panel.message)
    again = await ada.click(card, ident(card, "t:", "play"))
    assert GOOD in again.text and not held.waiting, "they are thought out once"


async def test_they_stay_when_somebody_else_answers_what_all_are_asked(
    table: Table, ada: Person, jiro: Person, held: Held
) -> None:
    await table.bidding(ada, jiro)
    panel = await table.play(jiro)
    await until(lambda: any(wish.seat == 1 for wish, _ in held.waiting))
    assert GOOD not in panel.text
    await table.bid(ada, 0)
    held.think()
    await until(lambda: GOOD in panel.text)
    assert GOOD in (await table.play(jiro)).text and not [one for one in held.waiting if one[0].seat == 1]


async def test_a_question_that_was_answered_meanwhile_is_not_brought_back(
    table: Table, ada: Person, jiro: Person, held: Held
) -> None:
    panel = await opened(table, ada, jiro)
    await until(lambda: held.waiting)
    plus = next(i for i in idents(panel.message, "p:", "plus") if ":0." in i)
    panel = await ada.click(panel, plus)
    panel = await ada.click(panel, next(i for i in idents(panel.message, "p:", "plus") if ":0." in i))
    assert len(held.waiting) == 1, "one thought for one question, however often it is shown"
    panel = await ada.click(panel, idents(panel.message, "p:", "ok")[0])
    before = panel.text
    held.think()
    await asyncio.sleep(0.3)
    assert panel.text == before


async def test_a_thought_that_fails_leaves_the_panel_as_it_is(
    table: Table, ada: Person, jiro: Person, held: Held, caplog: pytest.LogCaptureFixture
) -> None:
    panel = await opened(table, ada, jiro)
    await until(lambda: held.waiting)
    before = panel.text
    held.fail()
    await until(lambda: "no suggestions" in caplog.text)
    await asyncio.sleep(0.1)
    assert panel.text == before
    held.waiting.clear()
    assert (await table.play(ada)).text == before and not held.waiting, "nor is it tried again"
