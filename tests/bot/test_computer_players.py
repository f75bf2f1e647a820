"""The autopilot for absent players, and naming another host, through the client."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.computers import search_workers
from bot.table.notices import outbox
from bot.table.notices.outbox import Notice
from engines.kernel import Message
from storage.kinds import OutboxKind
from storage.play import decisions

from .conftest import TableHarness, find_custom_id, list_choices, list_custom_ids, use_executor, wait_for_followup


class OnDemandExecutor(Executor):
    """An executor that runs its searches only when the test calls `run_searches`."""

    def __init__(self) -> None:
        self.pending_searches: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.pending_searches.append((future, fn, args))
        return future

    def run_searches(self) -> None:
        searches, self.pending_searches = self.pending_searches, []
        for future, _, args in searches:
            future.set_result(search_workers.find_answers(*args))


async def wait_until(is_reached: Any) -> None:
    async with asyncio.timeout(60):
        while not await is_reached():
            await asyncio.sleep(0.02)


async def test_autopilot_plays_for_a_player_who_leaves_until_they_return(
    table: TableHarness, ada: FakeUser, jiro: FakeUser
) -> None:
    use_executor(table, executor := OnDemandExecutor())
    await table.open_and_start(ada, jiro)
    leave_reply = await ada.send_command("table leave")
    assert "A computer player answers for you" in leave_reply.text
    assert list_custom_ids(leave_reply.message, "t:", "back")
    await table.wait_for_outbox()
    channel = table.driver.view_channel()
    notice = await channel.wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "back")))
    assert "Ada is away" in c.read_text(notice)
    assert ada.mention not in c.read_text(notice)
    assert "いまもあなたが" in (await jiro.click(notice, find_custom_id(notice, "t:", "back"))).text
    assert "代行中" in (await jiro.send_command("table seats")).text
    assert "a computer player answers" in c.read_text(await table.find_card())
    panel_without_question = await ada.send_command("play")
    assert list_custom_ids(panel_without_question.message, "t:", "back")
    assert not list_custom_ids(panel_without_question.message, "p:", "details")
    assert "A computer player answers for you" in (await ada.send_command("seat")).text
    assert "A computer player answers for you" in (await ada.send_command("games")).text
    assert "代わりに答えます" not in (await jiro.send_command("games")).text

    async def has_played() -> bool:
        """Return whether the three decisions before Jiro's bid are made: prices raised, crate opened, bid."""
        executor.run_searches()
        return len(await decisions.load_active(table.db, 1)) == 3

    await wait_until(has_played)
    assert {row.origin for row in await decisions.load_active(table.db, 1)} == {"relief"}
    panel = await ada.click(panel_without_question, find_custom_id(panel_without_question.message, "t:", "back"))
    assert "A computer player answers" not in panel.text
    assert panel.text.startswith("-# 2 decisions were made for you while you were away"), "the bid can still be another"
    assert "\n-# ● A rais" in panel.text, "and what they were, as far as one line tells"
    assert "A computer player answers" not in (await ada.send_command("games")).text
    await table.wait_for_outbox()
    assert any("Ada answers again" in c.read_text(m) for m in channel.messages)
    assert "代行中" not in (await jiro.send_command("table seats")).text
    assert "**Ada** · a computer player answers" in (await ada.send_command("log")).text
    assert (
        "You already answer for yourself."
        in (await ada.click(leave_reply, find_custom_id(leave_reply.message, "t:", "back"))).text
    )
    assert not any(m["id"] == notice["id"] for m in channel.messages)


async def test_autopilot_is_requested_in_the_menu_about_other_players(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser
) -> None:
    use_executor(table, OnDemandExecutor())
    await table.open_and_start(ada, jiro, marco)
    details = await ada.send_command("table seats")
    values = list_choices(details.message, find_custom_id(details.message, "t:", "ask"))
    assert [value for value in values if value.startswith("relief")] == ["relief:1", "relief:2"], "not for herself"
    assert "neither away nor a day late" in await wait_for_followup(await table.choose_about_players(ada, "relief:2"))
    await marco.send_command("me away", until=f"{datetime.now(UTC) + timedelta(days=5):%Y-%m-%d}")
    assert "were asked" in (await table.choose_about_players(ada, "relief:2")).text
    await table.wait_for_outbox()
    request = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "agree")))
    assert "**Ada** asks to let a computer player answer for **Marco**" in c.read_text(request)
    assert "You have no vote" in (await marco.click(request, find_custom_id(request, "t:", "agree"))).text
    await jiro.click(request, find_custom_id(request, "t:", "agree"))
    await table.wait_for_outbox()
    notice = await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "back")))
    assert marco.mention in c.read_text(notice)


async def test_late_notice_offers_the_autopilot(table: TableHarness, ada: FakeUser, jiro: FakeUser) -> None:
    use_executor(table, OnDemandExecutor())
    await table.open_and_start(ada, jiro, pace="none")
    async with table.bot.service.lock_table(1) as table_state, table.db.transaction() as tx:
        late = Notice(Message("notice.late.may_answer", {"who": "Ada"}), more_time_seat=0, takeover_seat=0)
        await outbox.enqueue(tx, table_state, table.clock(), OutboxKind.NOTICE, "late", late)
    table.bot.service.wake_workers()
    notice_message = await table.driver.view_channel().wait_for_message(
        lambda m: bool(list_custom_ids(m, "t:", "relieve"))
    )
    assert list_custom_ids(notice_message, "t:", "day")
    refused = await jiro.click(notice_message, find_custom_id(notice_message, "t:", "relieve"))
    assert "不在ではなく、1日以上遅れてもいません" in refused.text
    await ada.send_command("me away", until=f"{datetime.now(UTC) + timedelta(days=5):%Y-%m-%d}")
    await jiro.click(notice_message, find_custom_id(notice_message, "t:", "relieve"))
    await table.wait_for_outbox()
    await table.driver.view_channel().wait_for_message(lambda m: bool(list_custom_ids(m, "t:", "back")))


async def test_the_host_names_another_host(table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser) -> None:
    await table.open_and_start(ada, jiro, marco)
    assert "不在ではなく" in await wait_for_followup(await table.choose_about_players(jiro, "host:2"))
    assert "has a new host" in (await table.choose_about_players(ada, "host:1")).text
    await table.wait_for_outbox()
    assert any(
        "次郎 is now the host" in c.read_text(m) and jiro.mention in c.read_text(m)
        for m in table.driver.view_channel().messages
    )


class HeldExecutor(Executor):
    """An executor whose searches run until the test sets their results."""

    def __init__(self) -> None:
        self.searches: list[Future[Any]] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.searches.append(Future())
        return self.searches[-1]


async def test_card_shows_thinking_and_failure_is_announced(table: TableHarness, ada: FakeUser) -> None:
    use_executor(table, executor := HeldExecutor())
    await ada.send_command("table open", game="flotsam", order="joined")
    lobby = await table.find_lobby()
    lobby = (await table.change_terms(ada, "computer", "+random")).message
    await ada.click(lobby, find_custom_id(lobby, "t:", "start"))
    await table.find_card()
    await table.open_crate(ada)
    assert "Ash (CPU) · thinking …" in c.read_text(await table.find_card()).replace("**", "")
    before = len(await decisions.load_active(table.db, 1))
    assert executor.searches, "its bid is thought about"
    executor.searches.pop().set_exception(TimeoutError("still thinking"))
    await table.driver.view_channel().wait_for_message(lambda m: "failed to find an answer" in c.read_text(m))
    assert len(await decisions.load_active(table.db, 1)) == before + 1
    assert "thinking …" not in c.read_text(await table.find_card())
