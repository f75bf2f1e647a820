"""Nothing is lost or doubled when Discord forgets the session, refuses requests, loses answers or is slow."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.fake_discord import FakeUser, NoAnswer
from bot.fake_discord.model import components as c
from storage.play import decisions
from tests.bot.conftest import (
    TableHarness,
    ada,
    find_custom_id,
    jiro,
    list_custom_ids,
    marco,
    press_bid,
    real_discord_afterwards,
    table,
)

__all__ = ["ada", "jiro", "marco", "real_discord_afterwards", "table"]

POSTS, EDITS = ("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")


async def list_decisions(table: TableHarness) -> list[tuple[int, str]]:
    return [(row.seat, row.keys) for row in await decisions.load_active(table.db, 1)]


def list_lasting_posts(table: TableHarness) -> list[str]:
    """The posts that stay, oldest first."""
    messages = table.driver.view_channel().messages
    return [
        c.read_text(m)
        for m in messages
        if not list_custom_ids(m, "t:", "play") and not list_custom_ids(m, "t:", "join")
    ]


async def test_open_panel_survives_forgotten_session(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    await table.open_and_start(ada, jiro)
    panel = (await table.spread_marks(ada)).message
    identified = table.fake_discord.gateway.identify_count
    table.fake_discord.gateway.invalidate_sessions()
    async with asyncio.timeout(60):
        while table.fake_discord.gateway.identify_count == identified or await table.bot.find_problem():
            await asyncio.sleep(0.05)
    assert "Your bid" in (await ada.click(panel, find_custom_id(panel, "p:", "pick"))).text
    assert [keys for _, keys in await list_decisions(table)][-1:] == ["yes"]


async def test_refusals_and_lost_answers_lose_and_double_nothing(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    await table.start_bidding(ada, jiro, marco)
    before = list_lasting_posts(table)
    faults = table.fake_discord.faults
    for route in (POSTS, EDITS):
        faults.rate_limit(*route, retry_after=0.02, times=3)
        faults.lose_answer(*route, times=1)
        faults.fail(*route, 503, times=2)
        faults.cut_connection(*route, times=1)
    for person, coins in ((ada, 1), (jiro, 2), (marco, 0)):
        panel = await person.send_command("play")
        await press_bid(person, panel, coins)
    assert [keys for _, keys in await list_decisions(table)][-3:] == ["bid:1", "bid:2", "bid:0"]
    async with asyncio.timeout(60):
        while True:
            try:
                await table.wait_for_outbox(within=0.2)
                break
            except TimeoutError:
                table.clock.ahead_ms += 5_000  # the next try is due at once
                table.bot.service.wake_workers()
    after = list_lasting_posts(table)
    assert after[: len(before)] == before and len(after) > len(before)
    assert len(set(after)) == len(after), "each turn was told once"
    cards = [m for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "changed")]
    assert len(cards) == 1
    for person in (ada, jiro, marco):
        assert len(table.list_notification_posts(person)) <= 1
    assert not [record for record in caplog.records if record.levelname == "CRITICAL"]


async def test_slow_first_answer_keeps_move_without_error(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    table.fake_discord.faults.delay("POST", "/interactions/*/callback", 4.0, times=2)
    with pytest.raises(NoAnswer):
        await ada.click(panel, "Confirm")
    assert (await list_decisions(table))[-1] == (0, "yes")
    await asyncio.sleep(1.5)
    errors: list[Any] = [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")]
    assert errors == []
    assert "Your bid" in (await ada.send_command("play")).text
