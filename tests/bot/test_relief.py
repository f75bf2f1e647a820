"""Stepping out of a game in play, stepping in for somebody, and another host, as people press them."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.standin import Person
from bot.standin.model import components as c
from bot.table import announce
from bot.table.announce import Notice
from bot.table.computers import thinking
from engines.kernel import Msg
from storage.messages.kinds import Saying
from storage.play import decisions

from .conftest import Table, ident, idents


class Later(Executor):
    """Thinks when it is told to, and not before."""

    def __init__(self) -> None:
        self.held: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.held.append((future, fn, args))
        return future

    def think(self) -> None:
        held, self.held = self.held, []
        for future, _, args in held:
            future.set_result(thinking.think(*args))


async def until(asked: Any) -> None:
    async with asyncio.timeout(10):
        while not await asked():
            await asyncio.sleep(0.02)


async def test_who_leaves_a_game_in_play_is_relieved_and_comes_back(table: Table, ada: Person, jiro: Person) -> None:
    table.bot.computers.thinkers._pool = later = Later()
    await table.open(ada, jiro)
    left = await ada.slash("table leave")
    assert "A computer player answers for you" in left.text
    assert idents(left.message, "t:", "back")
    await table.said()
    channel = table.driver.channel()
    told = await channel.wait_for(lambda m: bool(idents(m, "t:", "back")))
    assert "Ada is away" in c.text(told)
    assert ada.mention not in c.text(told)
    assert "いまもあなたが" in (await jiro.click(told, ident(told, "t:", "back"))).text
    assert "代行中" in (await jiro.slash("table seats")).text
    assert "a computer player answers" in c.text(await table.card())
    shown = await ada.slash("play")
    assert idents(shown.message, "t:", "back")
    assert not idents(shown.message, "p:", "plus")
    assert "A computer player answers for you" in (await ada.slash("seat")).text
    assert "A computer player answers for you" in (await ada.slash("games")).text
    assert "代わりに答えます" not in (await jiro.slash("games")).text

    async def played() -> bool:
        """Prices are raised, the crate is opened, a bid is made: there it stands, for Jiro bids, too."""
        later.think()
        return len(await decisions.live(table.db, 1)) == 3

    await until(played)
    assert {row.origin for row in await decisions.live(table.db, 1)} == {"relief"}
    panel = await ada.click(shown, ident(shown.message, "t:", "back"))
    assert "A computer player answers" not in panel.text
    assert "2 decisions were taken for you while you were away" in panel.text, "the bid can still be another"
    assert "**Ada** · a computer player answers" in panel.text, "and what it was"
    assert "A computer player answers" not in (await ada.slash("games")).text
    await table.said()
    assert any("Ada answers again" in c.text(m) for m in channel.messages)
    assert "代行中" not in (await jiro.slash("table seats")).text
    assert "**Ada** · a computer player answers" in (await ada.slash("log")).text
    assert "You answer yourself already." in (await ada.click(left, ident(left.message, "t:", "back"))).text
    assert not any(m["id"] == told["id"] for m in channel.messages)


async def test_relief_is_asked_for_with_a_command(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    table.bot.computers.thinkers._pool = Later()
    await table.open(ada, jiro, marco)
    offered = await ada.autocomplete("table relief", "player", "")
    assert {choice["name"] for choice in offered} == {"次郎", "Marco"}
    seat = next(choice["value"] for choice in offered if choice["name"] == "Marco")
    assert "neither away nor a day late" in (await ada.slash("table relief", player=seat)).text
    assert "Choose another person" in (await ada.slash("table relief", player="Nobody")).text
    await marco.slash("me away", until=f"{datetime.now(UTC) + timedelta(days=5):%Y-%m-%d}")
    assert "were asked" in (await ada.slash("table relief", player=seat)).text
    await table.said()
    request = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "agree")))
    assert "**Ada** asks that a computer player answer for **Marco**" in c.text(request)
    assert "You have no vote" in (await marco.click(request, ident(request, "t:", "agree"))).text
    await jiro.click(request, ident(request, "t:", "agree"))
    await table.said()
    told = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "back")))
    assert marco.mention in c.text(told)


async def test_the_notice_of_somebody_late_leads_to_relief(table: Table, ada: Person, jiro: Person) -> None:
    table.bot.computers.thinkers._pool = Later()
    await table.open(ada, jiro, pace="none")
    async with table.bot.tables.at(1) as live, table.db.transaction() as tx:
        late = Notice(Msg("notice.late.may_answer", {"who": "Ada"}), gives=0, relieves=0)
        await announce.say(tx, live, table.clock(), Saying.NOTICE, "late", late)
    table.bot.tables.wake()
    told = await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "relieve")))
    assert idents(told, "t:", "day")
    refused = await jiro.click(told, ident(told, "t:", "relieve"))
    assert "不在でも、1日以上の遅れでもありません" in refused.text
    await ada.slash("me away", until=f"{datetime.now(UTC) + timedelta(days=5):%Y-%m-%d}")
    await jiro.click(told, ident(told, "t:", "relieve"))
    await table.said()
    await table.driver.channel().wait_for(lambda m: bool(idents(m, "t:", "back")))


async def test_the_host_names_another_host(table: Table, ada: Person, jiro: Person, marco: Person) -> None:
    await table.open(ada, jiro, marco)
    assert "不在でも" in (await jiro.slash("table host", player="Marco")).text
    assert "handed over" in (await ada.slash("table host", player="次郎")).text
    await table.said()
    assert any("次郎 is the host" in c.text(m) and jiro.mention in c.text(m) for m in table.driver.channel().messages)
