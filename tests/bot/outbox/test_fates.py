"""The call of a turn reaches its person exactly once, although Discord or a proxy in front of it refuses."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.discord_ui.interaction.errors import describe_failure
from bot.discord_ui.outbox import sender
from bot.discord_ui.text.localizer import Localizer
from bot.fake_discord import FakeUser, Reply
from bot.fake_discord.model import components as c
from bot.fake_discord.model.permissions import Permission as P
from bot.table.clock.waking_hours import HOUR, MINUTE
from storage.kinds import TimerKind
from storage.messages import outbox_rows
from storage.play import open_questions
from storage.time import pauses, timers
from tests.bot.conftest import TableHarness, find_custom_id, list_custom_ids, store_settings

MESSAGES = "/channels/*/messages"
EDIT_LIMIT_SECONDS = 0.5


def refuse_uploads(table: TableHarness) -> None:
    world = table.driver.world
    world.deny_bot(table.driver.channel_id, P.ATTACH_FILES)


def limit_old_edits(table: TableHarness, seconds: float = EDIT_LIMIT_SECONDS) -> None:
    """Make the card two hours old, and the next edits of old messages too many for so long."""
    world = table.driver.world
    world.clock.advance(7200)
    world.quirks = replace(world.quirks, old_edits=(1, seconds))
    [card] = [message for message in table.driver.view_channel().messages if list_custom_ids(message, "t:", "play")]
    assert world.messages.charge_old_edit(card, 1, seconds) == 0


def hasten_retries(monkeypatch: pytest.MonkeyPatch, first_wait_ms: int = 1) -> None:
    """Shorten the bot's waits and those of discord.py, which tries five times over 25 seconds after a 500.

    first_wait_ms: wait of a row of the outbox after the first refusal
    """

    async def sleep(seconds: float) -> None:
        await asyncio.sleep(seconds / 1000)

    monkeypatch.setattr(sender, "FIRST_WAIT_MS", first_wait_ms)
    monkeypatch.setattr(discord.http, "asyncio", SimpleNamespace(**{**vars(asyncio), "sleep": sleep}))


REFUSALS: dict[str, Callable[[TableHarness], object]] = {
    "HTML 400": lambda table: table.fake_discord.faults.fail_in_front("POST", MESSAGES, 400, times=3),
    "HTML 401": lambda table: table.fake_discord.faults.fail_in_front("POST", MESSAGES, 401, times=3),
    "HTML 403": lambda table: table.fake_discord.faults.fail_in_front("POST", MESSAGES, 403, times=3),
    "HTML 404": lambda table: table.fake_discord.faults.fail_in_front("POST", MESSAGES, 404, times=3),
    "HTML 429": lambda table: table.fake_discord.faults.fail_in_front("POST", MESSAGES, 429, times=2, retry_after=0.1),
    "JSON 401": lambda table: table.fake_discord.faults.fail("POST", MESSAGES, 401, times=3),
    "500 for this page": lambda table: table.fake_discord.faults.fail("PATCH", f"{MESSAGES}/*", 500, times=1000),
    "500 in an outage": lambda table: table.fake_discord.faults.fail("*", "/channels/*", 500, times=19),
    "503 in an outage": lambda table: table.fake_discord.faults.fail("*", "/channels/*", 503, times=9),
    "10003 once": lambda table: table.fake_discord.faults.fail("POST", MESSAGES, 404, times=1, code=10003),
    "uploads refused": refuse_uploads,
    "uploads switched off": lambda table: table.fake_discord.faults.fail("POST", MESSAGES, 400, times=1, code=400001),
    "30046 at each try of discord.py": limit_old_edits,
}


@pytest.mark.parametrize("refusal", REFUSALS)
async def test_one_call_arrives_in_the_end(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch, refusal: str
) -> None:
    monkeypatch.setattr(sender, "SECOND_POLL_SECONDS", 0.05)
    hasten_retries(monkeypatch)
    panel = await start_and_spread(table, ada, jiro)
    pushes = table.driver.world.messages.phones.pushes
    pushes.clear()
    REFUSALS[refusal](table)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    [push] = pushes
    assert push.user_id == jiro.id and "木箱" in push.text
    assert len(table.list_notifications(jiro)) == 1
    assert table.bot.failing_tables == set()
    dropped = await table.db.fetch_rows("SELECT kind FROM outbox WHERE dropped_at IS NOT NULL AND last_error <> ''")
    assert dropped == []
    table.driver.world.violations.clear()


async def test_old_card_is_refused_five_times_before_the_call_goes_on(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten_retries(monkeypatch, first_wait_ms=MINUTE)
    panel = await start_and_spread(table, ada, jiro)
    limit_old_edits(table, seconds=60)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    rows = await wait_for_refusal(table)
    assert "30046" in str(rows[0].last_error) and rows[0].attempts == 1
    assert table.bot.rate_limiter.compute_rest(None) == 0, "other channels go on"


async def start_and_spread(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> Reply:
    """Start a game of two whose crier has chosen, and return the panel that asks to confirm, once all posts are out."""
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    return panel


async def wait_for_refusal(table: TableHarness) -> list[outbox_rows.OutboxRow]:
    """Return the waiting rows of the table as soon as the first was refused."""
    async with asyncio.timeout(60):
        while not (rows := await outbox_rows.load_waiting_rows(table.db, 1)) or not rows[0].last_error:
            await asyncio.sleep(0.01)
    return rows


async def test_page_of_a_proxy_holds_back_everything_as_long_as_it_says(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    panel = await start_and_spread(table, ada, jiro)
    table.fake_discord.faults.fail_in_front("*", "/channels/*", 429, times=1000, retry_after=40)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    rows = await wait_for_refusal(table)
    assert rows[0].not_before > table.clock() + 30_000
    assert table.bot.rate_limiter.compute_rest(None) > 30, "every channel and person waits"


async def test_refusal_of_the_whole_bot_holds_back_everything(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    panel = await start_and_spread(table, ada, jiro)
    limited = table.fake_discord.faults.rate_limit("*", "/channels/*", retry_after=30, times=1000, is_global=True)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    async with asyncio.timeout(60):
        while not limited.hits or not table.bot.rate_limiter.compute_rest(None) > 25:
            await asyncio.sleep(0.01)


async def test_limited_edit_holds_back_no_other_channel(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    world = table.driver.world
    await table.open_and_start(ada, jiro)
    panel = await table.spread_marks(ada)
    other = world.add_text_channel(table.driver.guild_id, "second table")["id"]
    await table.wait_for_outbox()
    limited = table.fake_discord.faults.rate_limit(
        "PATCH", f"/channels/{table.driver.channel_id}/messages/*", retry_after=30, times=1000
    )
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    async with asyncio.timeout(60):
        while not limited.hits:
            await asyncio.sleep(0.01)
    await ada.in_channel(other).send_command("table open", game="flotsam")
    await table.driver.view_channel(other).wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "join")))
    assert await outbox_rows.load_waiting_rows(table.db, 1)


async def test_channel_is_not_given_up_while_its_server_is_unavailable(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "SECOND_POLL_SECONDS", 0.02)
    panel = await start_and_spread(table, ada, jiro)
    pushes = table.driver.world.messages.phones.pushes
    pushes.clear()
    guild = table.bot.get_guild(int(table.driver.guild_id))
    assert guild is not None
    guild.unavailable = True
    denied = table.fake_discord.faults.fail("POST", MESSAGES, 404, times=4, code=10003)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    assert denied.hits == 4
    assert [push.user_id for push in pushes] == [jiro.id]
    assert table.bot.failing_tables == set() and "channel" not in await pauses.load_pauses(table.db, 1)


async def test_line_that_always_fails_lets_later_rows_pass(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    hasten_retries(monkeypatch)
    monkeypatch.setattr(sender, "GIVE_UP_MS", 50)
    panel = await start_and_spread(table, ada, jiro)
    failing = table.fake_discord.faults.fail("POST", MESSAGES, 500, times=1000)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    assert failing.hits > 9 and table.bot.failing_tables == {1}
    question, *_ = c.list_texts((await jiro.send_command("play")).message)
    assert question.startswith("-# このチャンネルに投稿できない") and "\n### " in question, "as small print it has room"
    assert await outbox_rows.load_waiting_rows(table.db, 1) == []
    table.fake_discord.faults.clear_faults()
    pushes = table.driver.world.messages.phones.pushes
    pushes.clear()
    await ada.send_command("table pause", until=f"{datetime.now(UTC) + timedelta(days=5):%Y-%m-%d}")
    await table.wait_for_outbox()
    assert jiro.id in [push.user_id for push in pushes], "the call that was given up is revived by the next post"


async def test_call_that_was_posted_and_deleted_starts_the_clock_once(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    panel = await start_and_spread(table, ada, jiro)
    deletion = table.fake_discord.faults.fail("POST", MESSAGES, 404, times=2, code=10008)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    await table.wait_for_outbox()
    questions = await open_questions.load_open_questions(table.db, 1)
    assert deletion.hits == 2 and [q.seat for q in questions if q.notified_at is None] == []
    assert await outbox_rows.load_waiting_rows(table.db, 1) == [] and table.bot.failing_tables == set()


@pytest.mark.parametrize("way", ["channel", "direct"])
async def test_call_that_comes_late_lets_a_sleeping_player_sleep(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    hasten_retries(monkeypatch)
    monkeypatch.setattr(sender, "FIRST_WAIT_MS", MINUTE)
    await store_settings(table, jiro, way=way)
    await table.open_and_start(ada, jiro, pace="slow")
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    pushes = table.driver.world.messages.phones.pushes
    pushes.clear()
    table.fake_discord.faults.fail("POST", MESSAGES, 503, times=1000)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    async with asyncio.timeout(60):
        while (await outbox_rows.find_next_time(table.db) or 0) <= table.clock():  # no attempt is under way then
            await asyncio.sleep(0.01)
    minute = table.clock() // MINUTE % 1440
    await store_settings(table, jiro, zone="UTC", night=(minute - 60) % 1440)  # asleep for eight more hours
    table.fake_discord.faults.clear_faults()
    table.clock.ahead_ms += 10 * MINUTE
    table.bot.service.outbox_ready.set()
    await table.wait_for_outbox()
    assert not any(push.user_id == jiro.id for push in pushes)
    [question] = [q for q in await open_questions.load_open_questions(table.db, 1) if q.seat == 1]
    assert question.notified_at is None, "no clock runs before the call"
    [postponed] = [t for t in await timers.load_timers(table.db, 1) if t.kind == TimerKind.POSTPONED_NOTIFICATION]
    assert 7 < (postponed.due_at - table.clock()) / HOUR < 8
    table.clock.ahead_ms += 8 * HOUR
    table.bot.service.timers_changed.set()
    async with asyncio.timeout(60):
        while not any(push.user_id == jiro.id for push in pushes):
            await asyncio.sleep(0.01)


async def test_clock_of_a_call_starts_now_if_the_machine_was_set_meanwhile(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    await table.open_and_start(ada, jiro, pace="slow")
    panel = await table.spread_marks(ada)
    await table.wait_for_outbox()
    slow = table.fake_discord.faults.delay("POST", MESSAGES, 0.3, times=9)
    await ada.click(panel, find_custom_id(panel.message, "p:", "pick"))
    async with asyncio.timeout(60):
        while not slow.hits:
            await asyncio.sleep(0.01)
    table.clock.ahead_ms -= 72 * HOUR
    table.bot.service.outbox_ready.set()
    await table.wait_for_outbox()
    [question] = [q for q in await open_questions.load_open_questions(table.db, 1) if q.seat == 1]
    assert question.notified_at is not None and abs(question.notified_at - table.clock()) < MINUTE


@pytest.mark.parametrize("code", [10062, 40060, 50027])
def test_expired_interactions_have_one_sentence(code: int) -> None:
    response: Any = SimpleNamespace(status=404, reason="")
    error = discord.NotFound(response, {"code": code, "message": ""})
    assert describe_failure(Localizer(("en",)), error) == Localizer(("en",)).render_line("error.expired")
