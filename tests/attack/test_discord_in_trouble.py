"""Discord itself in trouble: it forgets the session, refuses, loses answers, is slow. Nothing is lost or doubled."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.standin import NoAnswer, Person
from bot.standin.model import components as c
from storage.play import decisions
from tests.bot.conftest import Table, ada, ident, idents, jiro, marco, real_discord_afterwards, table

__all__ = ["ada", "jiro", "marco", "real_discord_afterwards", "table"]

POSTS, EDITS = ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")


async def bids(table: Table) -> list[tuple[int, str]]:
    return [(row.seat, row.keys) for row in await decisions.live(table.db, 1)]


def told(table: Table) -> list[str]:
    """The posts that stay, oldest first."""
    messages = table.driver.channel().messages
    return [c.text(m) for m in messages if not idents(m, "t:", "play") and not idents(m, "t:", "join")]


async def test_a_forgotten_session_is_begun_anew_and_the_open_panel_goes_on(
    table: Table, ada: Person, jiro: Person
) -> None:
    await table.open(ada, jiro)
    panel = (await table.spread(ada)).message
    identified = table.standin.gateway.identified
    table.standin.gateway.invalidate()
    async with asyncio.timeout(20):
        while table.standin.gateway.identified == identified or not table.bot.is_well():
            await asyncio.sleep(0.05)
    assert "Your bid" in (await ada.click(panel, ident(panel, "p:", "pick"))).text
    assert [keys for _, keys in await bids(table)][-1:] == ["yes"]


async def test_a_storm_of_refusals_and_lost_answers_loses_and_doubles_nothing(
    table: Table, ada: Person, jiro: Person, marco: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await table.bidding(ada, jiro, marco)
    before = told(table)
    faults = table.standin.faults
    for where in (POSTS, EDITS):
        faults.rate_limit(*where, retry_after=0.02, times=3)
        faults.lose_answer(*where, times=1)
        faults.fail(*where, 503, times=2)
        faults.cut(*where, times=1)
    for person, coins in ((ada, 1), (jiro, 2), (marco, 0)):
        panel = await person.slash("play")
        await person.select(panel, idents(panel.message, "p:", "choose")[0], f"bid:{coins}")
    assert [keys for _, keys in await bids(table)][-3:] == ["bid:1", "bid:2", "bid:0"]
    async with asyncio.timeout(60):
        while True:
            try:
                await table.said(within=0.2)
                break
            except TimeoutError:
                table.clock.ahead_ms += 5_000  # nobody needs to wait for the next try
                table.bot.tables.wake()
    after = told(table)
    assert after[: len(before)] == before and len(after) > len(before)
    assert len(set(after)) == len(after), "each turn was told once"
    cards = [m for m in table.driver.channel().messages if idents(m, "t:", "changed")]
    assert len(cards) == 1
    for person in (ada, jiro, marco):
        assert len(table.posts_for(person)) <= 1
    assert not [record for record in caplog.records if record.levelname == "CRITICAL"]


async def test_a_first_answer_that_takes_four_seconds_keeps_the_move_and_is_no_error(
    table: Table, ada: Person, jiro: Person, caplog: pytest.LogCaptureFixture
) -> None:
    await table.open(ada, jiro)
    panel = await table.spread(ada)
    table.standin.faults.slow("POST", "/interactions/*/callback", 4.0, times=2)
    with pytest.raises(NoAnswer):
        await ada.click(panel, "Confirm")
    assert (await bids(table))[-1] == (0, "yes")
    await asyncio.sleep(1.5)
    said: list[Any] = [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert said == []
    assert "Your bid" in (await ada.slash("play")).text
