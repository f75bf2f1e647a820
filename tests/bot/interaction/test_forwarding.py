"""A press about a table of another process is done by that process: once, in time, or not at all and with a sentence.

One bot plays both processes: it owns the table's shard or the other one.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot import metrics
from bot.discord_ui.interaction import first_answer, forwarding
from bot.discord_ui.interaction.first_answer import FirstAnswer
from bot.discord_ui.interaction.forwarding import ReceivedPress, received_press
from bot.discord_ui.lifecycle import lost_tables
from bot.discord_ui.lifecycle.confirmation import Confirmations
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.table.history import player_reports
from storage import DatabaseUnavailable, ForeignTable, Transaction
from storage.dialect import Row
from storage.messages import forwarded_rows
from storage.messages.forwarded_rows import ForwardedRow
from storage.shards.ownership import ID_SHIFT, find_shard
from tests.bot.conftest import Json, TableHarness, find_custom_id, list_custom_ids


class TwoProcesses:
    """The bot as the owner of the table's shard, or of the other one."""

    def __init__(self, table: TableHarness, home: int) -> None:  # not 0, which has the direct messages
        self.table = table
        self.ownership = table.db.ownership
        self.home = home
        self.received: list[Any] = []
        """Interactions that were handled after they were forwarded."""
        forwarder = table.bot.forwarder
        self._confirmations = (Confirmations(), table.bot.confirmations)
        self._receive = forwarder._receive
        forwarder._receive = self._count

    def _count(self, payload: Any) -> None:
        press = received_press.get()
        if press is not None and press.is_forwarded:
            self.received.append(payload["id"])
        self._receive(payload)

    def be_owner(self, is_owner: bool) -> None:
        self.ownership.tokens = {self.home if is_owner else 0: 1}
        self.table.bot.confirmations = self._confirmations[is_owner]

    async def wait_for_homes(self) -> list[Row]:
        """Wait until presses are forwarded, and return the servers to whose owners they are."""
        async with asyncio.timeout(60):
            while not (homes := await self.table.db.fetch_rows("SELECT home FROM forwarded")):
                await asyncio.sleep(0.005)
        return homes

    async def receive_all(self) -> None:
        """Let the owner look for presses as soon as one was forwarded."""
        await self.wait_for_homes()
        self.be_owner(True)
        await self.table.bot.forwarder.receive_forwarded()


@pytest.fixture
async def processes(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TwoProcesses]:
    """A table that another process owns, with its card, and Jiro's calls in direct messages."""
    await jiro.send_command("me notices", way="direct")
    await table.start_bidding(ada, jiro)
    await table.find_card()
    [(guild,)] = await table.db.fetch_rows("SELECT guild_id FROM games")
    shard_count = next(count for count in itertools.count(2) if find_shard(guild, count))
    async with table.db.transaction() as tx:
        for shard in range(shard_count):
            await tx.execute(
                "INSERT INTO shard_leases (shard, of, owner, token, until) VALUES (?, ?, 1, 1, 1)", (shard, shard_count)
            )
    pair = TwoProcesses(table, find_shard(guild, shard_count))
    pair.ownership.shard_count = shard_count
    pair.be_owner(False)
    monkeypatch.setattr(first_answer, "DEFER_SECONDS", 0.4)
    yield pair
    pair.be_owner(True)
    assert await table.db.fetch_rows("SELECT id FROM forwarded") == [], "a token stays nowhere"


def read_count(outcome: str) -> float:
    """Return how many forwarded presses had this outcome."""
    value = metrics.REGISTRY.get_sample_value("teban_forwarded_presses_total", {"outcome": outcome})
    return value or 0.0


async def press_card(processes: TwoProcesses, person: FakeUser, verb: str) -> Any:
    card = await find_card(processes.table)
    return await person.await_reply(person.begin_click(card, find_custom_id(card, "t:", verb)))


async def find_card(table: TableHarness) -> Json:
    return await table.driver.view_channel().wait_for_message(lambda m: bool(c.read_text(m)) and "t:" in json.dumps(m))


async def test_the_owner_answers_in_place_of_the_process_that_was_pressed(
    processes: TwoProcesses, jiro: FakeUser, caplog: pytest.LogCaptureFixture
) -> None:
    before = read_count("received")
    pressing = asyncio.create_task(press_card(processes, jiro, "play"))
    await processes.receive_all()
    panel = await pressing
    assert panel.is_ephemeral and c.list_of_types(panel.message, c.STRING_SELECT, c.BUTTON)
    assert processes.received == [panel.interaction.id]
    assert read_count("received") == before + 1
    assert panel.interaction.token not in caplog.text


async def test_commands_buttons_and_completions_are_forwarded(processes: TwoProcesses, jiro: FakeUser) -> None:
    processes.be_owner(True)
    panel = await processes.table.open_panel(jiro)
    answers = c.list_of_types(panel.message, c.BUTTON)
    for begin in (
        lambda: jiro.click(panel, answers[0]["custom_id"]),
        lambda: jiro.send_command("play"),
        lambda: jiro.type_option("log", "player", "a"),
    ):
        processes.be_owner(False)
        acting = asyncio.create_task(begin())
        await processes.receive_all()
        assert await acting
    assert len(processes.received) == 3


async def test_a_process_that_may_have_lost_its_shards_completes_nothing(
    processes: TwoProcesses, jiro: FakeUser
) -> None:
    """Another process has received the same, and its choices are right: the first answer counts for Discord."""
    processes.be_owner(True)
    assert await jiro.type_option("log", "player", "a")
    processes.ownership.leased_until_ms = 0
    typing = asyncio.create_task(jiro.type_option("log", "player", "a"))
    await asyncio.sleep(0.3)
    assert not typing.done()
    typing.cancel()


async def test_what_is_typed_into_a_form_reaches_the_owner(processes: TwoProcesses, jiro: FakeUser) -> None:
    processes.be_owner(True)
    reply = await jiro.use_menu(await find_card(processes.table), "Report")
    processes.be_owner(False)
    submitting = asyncio.create_task(jiro.submit_modal(reply, {"what": "値段がおかしい"}))
    await processes.receive_all()
    noted = await submitting
    assert noted.is_ephemeral and "報告1" in noted.text
    stored = await player_reports.load_full_report(processes.table.db, 1)
    assert stored is not None and stored.report.text == "値段がおかしい"
    assert len(processes.received) == 1


async def test_a_press_from_a_shard_that_was_given_back_is_forwarded(processes: TwoProcesses, jiro: FakeUser) -> None:
    """Also one that names no table, and by a process that has given its last shard back."""
    processes.ownership.given_back_shards.add(processes.home)
    for count, command in enumerate(("play", "games"), 1):
        processes.ownership.tokens = {}
        pressing = asyncio.create_task(jiro.send_command(command))
        await processes.receive_all()
        assert await pressing
        assert len(processes.received) == count
    processes.ownership.tokens = {}
    assert "内部で移しています" in (await press_card(processes, jiro, "play")).text


@pytest.mark.parametrize("has_new_session", [False, True])
async def test_a_press_in_a_direct_message_from_a_shard_that_was_given_back_reaches_its_table(
    processes: TwoProcesses, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch, has_new_session: bool
) -> None:
    """The process that had shard 0 forwards it unread to the new owner of shard 0, and that one to the table's owner.

    has_new_session: the new owner is connected, too, and forwards it just after it was forwarded unread.
    """

    async def add_second(tx: Transaction, row: ForwardedRow) -> None:
        monkeypatch.setattr(forwarded_rows, "add_row", add_row)
        await add_row(tx, replace(row, guild_id=0))
        await add_row(tx, row)

    processes.be_owner(not has_new_session)
    if has_new_session:
        add_row = forwarded_rows.add_row
        monkeypatch.setattr(forwarded_rows, "add_row", add_second)
    else:
        processes.ownership.given_back_shards.add(0)
    [call] = [message for message in jiro.dms.messages if list_custom_ids(message, "t:", "play")]
    pressing = asyncio.create_task(jiro.in_dm().click(call, find_custom_id(call, "t:", "play")))
    assert await processes.wait_for_homes() == [(0,)]
    processes.be_owner(False)
    await processes.table.bot.forwarder.receive_forwarded()
    owner = asyncio.create_task(processes.receive_all())
    panel = await pressing
    assert c.list_of_types(panel.message, c.STRING_SELECT, c.BUTTON), panel.text
    await owner
    assert len(processes.received) == 2


@pytest.mark.parametrize(
    ("origin", "forwarded_to", "home", "may_be"),
    [(0, None, 1, True), (0, 0, 1, True), (0, 0, 4, False), (0, 1, 2, False), (1, 1, 2, True), (1, 2, 1, False)],
)
def test_a_press_is_forwarded_at_most_twice(origin: int, forwarded_to: int | None, home: int, may_be: bool) -> None:
    """Twice only if nobody has read it the first time. Here a server has the number of its shard, or four more."""
    servers = [None if server is None else server << ID_SHIFT for server in (origin, forwarded_to, home)]
    press = ReceivedPress(b"{}", servers[0] or 0, servers[1])
    assert press.may_be_forwarded(servers[2] or 0, 4) == may_be


async def test_events_at_a_table_of_another_process_are_left_to_it(processes: TwoProcesses) -> None:
    """They come while its shard, which was given back, is still connected."""
    bot, db = processes.table.bot, processes.table.db
    [(channel, guild)] = await db.fetch_rows("SELECT channel_id, guild_id FROM games")
    messages = {int(message) for (message,) in await db.fetch_rows("SELECT message_id FROM posts")}
    query = "SELECT (SELECT count(*) FROM outbox), (SELECT count(*) FROM pauses)"
    before = await db.fetch_rows(query)
    for is_owner in (False, True):
        processes.be_owner(is_owner)
        await lost_tables.handle_messages_deleted(bot, channel, messages)
        await lost_tables.handle_channel_deleted(bot, channel)
        await lost_tables.handle_guild_removed(bot, guild)
        assert (await db.fetch_rows(query) == before) != is_owner


async def test_a_process_that_stops_was_not_taken_over(
    processes: TwoProcesses, caplog: pytest.LogCaptureFixture
) -> None:
    """A press that is under way while its leases are given back is refused."""
    bot = processes.table.bot
    await bot.close()
    bot.end_after_loss()
    assert not bot.has_failed and "owns tables of this one" not in caplog.text


@pytest.mark.parametrize("is_forwarded_first", [True, False])
async def test_a_press_that_two_sessions_bring_is_received_once(
    processes: TwoProcesses, is_forwarded_first: bool
) -> None:
    processes.be_owner(True)
    forwarder = processes.table.bot.forwarder
    handled: list[Any] = []
    forwarder._receive = handled.append
    payload = {"id": "1", "guild_id": str(processes.home << 22)}
    async with processes.table.db.transaction() as tx:
        await forwarded_rows.add_row(tx, ForwardedRow(1, processes.home << 22, json.dumps(payload).encode()))
    for is_forwarded in (is_forwarded_first, not is_forwarded_first):
        if is_forwarded:
            await forwarder.receive_forwarded()
        else:
            forwarder.receive_press(payload)
    assert handled == [payload]


async def test_without_an_owner_the_person_is_told_in_their_language(processes: TwoProcesses, jiro: FakeUser) -> None:
    reply = await press_card(processes, jiro, "play")
    assert "内部で移しています" in reply.text and reply.is_ephemeral
    processes.be_owner(True)
    await processes.table.bot.forwarder.receive_forwarded()
    assert processes.received == []


async def press_twice_received(processes: TwoProcesses, person: FakeUser) -> int:
    """Return how often a press is done if its owner looks twice, and once more after a start."""
    pressing = asyncio.create_task(press_card(processes, person, "play"))
    await processes.receive_all()
    await asyncio.gather(*(processes.table.bot.forwarder.receive_forwarded() for _ in range(2)))
    await pressing
    return len(processes.received)


async def test_a_press_is_done_once(processes: TwoProcesses, jiro: FakeUser) -> None:
    assert await press_twice_received(processes, jiro) == 1


async def test_a_press_that_is_done_twice_is_noticed(
    processes: TwoProcesses, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def read_row(tx: Transaction, row_id: int) -> ForwardedRow | None:
        rows = await tx.execute("SELECT id, home, payload FROM forwarded WHERE id = ?", (row_id,))
        return ForwardedRow(*rows[0]) if rows else None

    with monkeypatch.context() as faulty:
        faulty.setattr(forwarded_rows, "take_row", read_row)
        faulty.setattr(processes.table.bot.forwarder, "_is_first_receipt", lambda _: True)
        assert await press_twice_received(processes, jiro) == 3
    async with processes.table.db.transaction() as tx:
        await tx.execute("UPDATE forwarded SET at = at - 60001")
        await forwarded_rows.trim_rows(tx, 60_000)


async def test_an_old_press_is_deleted_and_not_done(processes: TwoProcesses) -> None:
    row = ForwardedRow(1, processes.home << 22, b"{}")
    async with processes.table.db.transaction() as tx:
        await forwarded_rows.add_row(tx, row)
        await tx.execute("UPDATE forwarded SET at = at - ?", (forwarding.MAX_AGE_MS + 1,))
    assert "{}" not in repr(row) + repr(ReceivedPress(b"{}", 0))
    processes.be_owner(True)
    await processes.table.bot.forwarder.receive_forwarded()
    assert processes.received == []


def lose_commit_after(add_row: Any, processes: TwoProcesses, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return an `add_row` whose transaction is committed without anybody hearing of it."""
    writer = processes.table.db._writer
    commit = writer.commit

    async def commit_unheard() -> None:
        monkeypatch.setattr(writer, "commit", commit)
        await commit()
        raise DatabaseUnavailable("the connection was lost")

    async def add_unheard(tx: Transaction, row: ForwardedRow) -> None:
        await add_row(tx, row)
        monkeypatch.setattr(writer, "commit", commit_unheard)

    return add_unheard


async def test_a_press_that_was_stored_without_anybody_hearing_of_it_is_answered_by_its_owner_alone(
    processes: TwoProcesses, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    unheard = lose_commit_after(forwarded_rows.add_row, processes, monkeypatch)
    monkeypatch.setattr(forwarded_rows, "add_row", unheard)
    pressing = asyncio.create_task(press_card(processes, jiro, "play"))
    await processes.receive_all()
    assert c.list_of_types((await pressing).message, c.STRING_SELECT, c.BUTTON)
    assert len(processes.received) == 1


async def test_nobody_is_told_that_nothing_happened_unless_the_press_was_taken_back(
    processes: TwoProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_tx: Transaction, _row_id: int) -> None:
        raise DatabaseUnavailable("the connection was lost")

    forwarder, foreign = processes.table.bot.forwarder, ForeignTable("foreign", processes.home << 22)
    received_press.set(ReceivedPress(b"{}", 0))
    interaction: Any = SimpleNamespace(
        id=1, created_at=discord.utils.utcnow(), response=SimpleNamespace(is_done=lambda: False)
    )
    with monkeypatch.context() as faulty:
        faulty.setattr(forwarded_rows, "take_row", fail)
        await forwarder.forward(FirstAnswer(interaction), foreign)
    with pytest.raises(ForeignTable):  # the row is there still, and is taken back
        await forwarder.forward(FirstAnswer(interaction), foreign)


async def test_the_clocks_of_two_machines_need_not_agree(
    processes: TwoProcesses, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    pressing = asyncio.create_task(press_card(processes, jiro, "play"))
    async with asyncio.timeout(60):
        while not await processes.table.db.fetch_rows("SELECT id FROM forwarded"):
            await asyncio.sleep(0.005)
    service = processes.table.bot.service
    with monkeypatch.context() as ahead:
        now = service.clock()
        ahead.setattr(service, "clock", lambda: now + 3_600_000)
        async with processes.table.db.transaction() as tx:
            await forwarded_rows.trim_rows(tx, 60_000)
        await processes.receive_all()
    assert c.list_of_types((await pressing).message, c.STRING_SELECT, c.BUTTON)


@pytest.mark.parametrize(("verb", "answer"), [("keep", "何も変えていません"), ("sure", "同意を求めました")])
async def test_the_question_before_an_irreversible_action_is_kept_by_the_owner(
    processes: TwoProcesses, jiro: FakeUser, verb: str, answer: str
) -> None:
    """Its buttons name no table, so the token says which process has it."""
    processes.be_owner(True)
    question = await jiro.send_command("table end")
    processes.be_owner(False)
    pressing = asyncio.create_task(jiro.click(question, find_custom_id(question.message, "h:", verb)))
    await processes.receive_all()
    assert answer in (await pressing).text
    assert len(processes.received) == 1
