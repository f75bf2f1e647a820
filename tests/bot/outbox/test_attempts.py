"""A later attempt at a row calls the people of the first one, finds its message, and counts own errors only."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bot.discord_ui.outbox import delivery, message_client, sender
from bot.discord_ui.outbox.acknowledgement import acknowledge
from bot.discord_ui.outbox.delivery import Delivery
from bot.discord_ui.outbox.message_client import NONCE_LIFETIME_MS
from bot.fake_discord import FakeUser
from bot.fake_discord.model import components as c
from bot.fake_discord.model.events import GatewayEvent
from bot.table import Person, consent
from bot.table.clock.waking_hours import HOUR, MINUTE
from bot.table.notices import outbox
from engines.kernel import Message
from storage import DatabaseUnavailable
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.messages.outbox_rows import OutboxRow
from storage.time import timers
from tests.bot.conftest import TableHarness, is_mentioned, list_custom_ids, store_settings

NIGHT_LASTS = 8 * HOUR
Calls = list[set[str]]


@pytest.fixture
async def calls(table: TableHarness, ada: FakeUser, jiro: FakeUser, marco: FakeUser) -> AsyncIterator[Calls]:
    """Start a table, and yield the people whom each message calls, as far as it calls any."""
    created: Calls = []

    def record_call(event: GatewayEvent) -> None:
        people = {
            person.id for person in (jiro, marco) if event.t == "MESSAGE_CREATE" and is_mentioned(event.d, person)
        }
        if people and not event.d["flags"] & c.IS_EPHEMERAL:
            created.append(people)

    await table.open_and_start(ada, jiro, marco, pace="none")
    await table.wait_for_outbox()
    stop = table.driver.world.add_listener(record_call)
    yield created
    stop()


async def set_asleep(table: TableHarness, person: FakeUser, is_asleep: bool) -> None:
    """Let the person's quiet hours have begun an hour ago, or end an hour ago."""
    minute = table.clock() // MINUTE
    await store_settings(table, person, zone="UTC", night=(minute - (60 if is_asleep else 9 * 60)) % 1440)


def fail_after_post(monkeypatch: pytest.MonkeyPatch, kind: OutboxKind, change: Callable[[], Awaitable[None]]) -> None:
    """Let the first message of this kind be posted without being acknowledged; the change happens meanwhile."""
    kinds = [kind]

    async def fail_first(*args: Any, **options: Any) -> None:
        row: OutboxRow = args[1]
        if row.kind in kinds:
            kinds.clear()
            await change()
            raise DatabaseUnavailable("cut off")
        await acknowledge(*args, **options)

    monkeypatch.setattr(sender, "REST_SECONDS", 0.01)
    monkeypatch.setattr(delivery, "acknowledge", fail_first)


async def open_crate(table: TableHarness, ada: FakeUser) -> None:
    """Ask Jiro and Marco by one card."""
    await table.open_crate(ada)


async def post_notice(table: TableHarness, _: FakeUser) -> None:
    """Post a notice to Jiro and Marco."""
    ids = tuple(sorted(seated.person or 0 for seated in (await load_seats(table))[1:]))
    service = table.bot.service
    async with service.lock_table(1) as state, service.db.transaction() as tx:
        notice = outbox.Notice(Message("life.invited", {"who": "Ada"}), ids)
        await outbox.enqueue(tx, state, service.clock(), OutboxKind.NOTICE, "test", notice)
    service.wake_workers()


async def ask_to_end(table: TableHarness, ada: FakeUser) -> None:
    """Ask Jiro and Marco to end the game."""
    async with table.bot.service.lock_table(1) as state:
        await consent.request_consent(table.bot.service, state, Person(int(ada.id), "Ada", "en"), "end")


async def load_seats(table: TableHarness) -> tuple[Any, ...]:
    async with table.bot.service.lock_table(1) as state:
        return state.seats


ACTS: dict[OutboxKind, Callable[[TableHarness, FakeUser], Awaitable[None]]] = {
    OutboxKind.TURN_NOTIFICATION: open_crate,
    OutboxKind.NOTICE: post_notice,
    OutboxKind.REQUEST: ask_to_end,
}
"""By the kind of its row, an act of Ada's that calls the two others by one message."""


@pytest.mark.parametrize("kind", ACTS)
@pytest.mark.parametrize("falls_asleep", [True, False], ids=["asleep", "awake"])
async def test_people_are_called_once_who_fall_asleep_or_wake_between_two_attempts(
    table: TableHarness,
    ada: FakeUser,
    marco: FakeUser,
    jiro: FakeUser,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    kind: OutboxKind,
    falls_asleep: bool,
) -> None:
    await set_asleep(table, marco, is_asleep=not falls_asleep)
    fail_after_post(monkeypatch, kind, lambda: set_asleep(table, marco, falls_asleep))
    await ACTS[kind](table, ada)
    await table.wait_for_outbox()
    table.clock.ahead_ms += NIGHT_LASTS
    table.bot.service.timers_changed.set()
    async with asyncio.timeout(60):
        while (timer := await timers.load_next_timer(table.db)) is not None and timer.due_at <= table.clock():
            await asyncio.sleep(0.01)
    await table.wait_for_outbox()
    assert calls == ([{jiro.id, marco.id}] if falls_asleep else [{jiro.id}, {marco.id}])


@pytest.mark.parametrize(
    ("first_minutes", "later_minutes"), [(0, 10), (0, -10), (10, 0)], ids=["right", "set back", "was ahead"]
)
async def test_post_is_found_after_a_restart_whatever_the_clock_says(
    table: TableHarness,
    ada: FakeUser,
    jiro: FakeUser,
    calls: Calls,
    monkeypatch: pytest.MonkeyPatch,
    first_minutes: int,
    later_minutes: int,
) -> None:
    """The message was posted, the bot was killed before it stored that, and Discord has forgotten the nonce."""
    table.clock.ahead_ms += first_minutes * MINUTE
    was_posted = asyncio.Event()

    async def be_killed(*_: object, **__: object) -> None:
        was_posted.set()
        raise DatabaseUnavailable("killed")

    with monkeypatch.context() as death:
        death.setattr(delivery, "acknowledge", be_killed)
        await ask_to_end(table, ada)
        async with asyncio.timeout(60):
            await was_posted.wait()
        await table.stop()
    table.driver.world.clock.advance(600)
    table.clock.ahead_ms += (later_minutes - first_minutes) * MINUTE
    await table.boot()
    async with asyncio.timeout(60):
        while await outbox_rows.load_waiting_rows(table.db, 1, OutboxKind.REQUEST):
            table.clock.ahead_ms += MINUTE
            table.bot.service.outbox_ready.set()
            await asyncio.sleep(0.05)
    assert len(calls) == 1


async def test_lobby_is_found_after_a_press_has_changed_it(
    table: TableHarness, ada: FakeUser, jiro: FakeUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was posted, the bot could not store that, and Discord has forgotten the nonce."""

    async def be_cut_off(*_: object, **__: object) -> None:
        raise DatabaseUnavailable("cut off")

    monkeypatch.setattr(sender, "REST_SECONDS", 0.01)
    with monkeypatch.context() as outage:
        outage.setattr(delivery, "acknowledge", be_cut_off)
        await ada.send_command("table open", game="flotsam")
        await table.join_table(jiro)
        table.driver.world.clock.advance(600)
        table.clock.ahead_ms += NONCE_LIFETIME_MS + MINUTE
    await table.wait_for_outbox()
    assert len([m for m in table.driver.view_channel().messages if list_custom_ids(m, "t:", "terms")]) == 1


async def test_nonce_counts_as_forgotten_by_either_clock(
    table: TableHarness, ada: FakeUser, calls: Calls, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = table.bot._sender.delivery.message_client
    steady_ms = 5_000
    monkeypatch.setattr(message_client, "read_steady_clock", lambda: steady_ms)
    async with table.db.transaction() as tx:
        row = await outbox_rows.add_row(
            tx, game=1, kind=OutboxKind.NOTICE, key="n", target=1, payload=b"{}", at=table.clock()
        )
        first, second = [await outbox_rows.begin_attempt(tx, row.id) for _ in range(2)]
        await outbox_rows.drop_row(tx, row.id, table.clock(), "only for its attempts")
    assert first is not None and second is not None
    assert client._may_have_forgotten_nonce(second), "another process made the first attempt"
    assert await client._find_earlier(first, 1) is None
    assert not client._may_have_forgotten_nonce(second)
    for step in (-NONCE_LIFETIME_MS - MINUTE, NONCE_LIFETIME_MS + MINUTE):
        table.clock.ahead_ms += step
        assert client._may_have_forgotten_nonce(second)
        table.clock.ahead_ms -= step
    steady_ms += NONCE_LIFETIME_MS + 1
    assert client._may_have_forgotten_nonce(second)


@pytest.mark.parametrize("own_errors", [sender.MAX_ERRORS - 1, sender.MAX_ERRORS])
async def test_row_is_dropped_after_own_errors_only(
    table: TableHarness, ada: FakeUser, calls: Calls, monkeypatch: pytest.MonkeyPatch, own_errors: int
) -> None:
    """A long outage leaves it as many attempts as before."""
    failures = [TimeoutError("Discord is away")] * (sender.MAX_ERRORS + 1) + [ValueError("wrong")] * own_errors
    deliver_row = Delivery.deliver_row

    async def fail_first(self: Delivery, row: OutboxRow) -> None:
        if row.kind == OutboxKind.REQUEST and failures:
            raise failures.pop(0)
        await deliver_row(self, row)

    monkeypatch.setattr(sender, "FIRST_WAIT_MS", 0)
    monkeypatch.setattr(Delivery, "deliver_row", fail_first)
    await ask_to_end(table, ada)
    await table.wait_for_outbox()
    assert failures == [] and len(calls) == (own_errors < sender.MAX_ERRORS)
