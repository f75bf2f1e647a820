"""Outbox rows keep their places when the wall clock steps, whatever moment they are stored at."""

from __future__ import annotations

import pytest

from bot.discord_ui.interaction.errors import MAX_RETRY_AFTER
from bot.discord_ui.outbox.sender import DIRECT_REST_MS, LONGEST_WAIT_MS
from bot.table import TableService
from bot.table.background.bot_presence import LONGEST_ROW_WAIT, BotPresence
from bot.table.clock.trusted_clock import TrustedClock
from bot.table.lobby import seating
from bot.table.terms.table_terms import TableTerms
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from tests.table.conftest import AOI, Players

from .stepping import DAY, HOUR, Machine, load_hours_left, start_bidding


@pytest.mark.parametrize("step", [3 * DAY, -3 * DAY])
async def test_kill_after_a_settled_step_leaves_no_row_at_the_wrong_time(
    service: TableService, players: Players, machine: Machine, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """The clock is right again when the bot is started again."""
    table_id = await start_bidding(service, players)
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    before = await load_hours_left(service, service.clock())

    async def kill_bot(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(BotPresence, "settle_tables", kill_bot)
    machine.wall += step
    machine.pass_time(5_000)
    with pytest.raises(KeyboardInterrupt):
        await presence.check_presence()
    monkeypatch.undo()

    machine.wall -= step
    machine.steady = 0
    started_again = TableService(service.db, TrustedClock(lambda: machine.wall, lambda: machine.steady), "en")
    presence = BotPresence(started_again, lambda _: True)
    await presence.settle_outage_at_start()
    await presence.settle_tables()
    rows = await outbox_rows.load_waiting_rows(service.db, table_id)
    assert rows and max(row.not_before for row in rows) <= started_again.clock()
    assert await load_hours_left(service, machine.wall) == before


async def test_row_with_the_time_of_a_clock_that_was_set_back_is_sent(service: TableService, machine: Machine) -> None:
    """A change may read the clock before a step is settled and be stored after it."""
    table_id = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    read_before = service.clock()
    machine.wall -= 3650 * DAY
    await presence.check_presence()
    async with service.db.transaction() as tx:
        for wait in (0, HOUR):
            row = await outbox_rows.add_row(
                tx, game=table_id, kind=OutboxKind.NOTICE, key=f"{wait}", target=9, payload=b"", at=read_before
            )
            if wait:
                await outbox_rows.schedule_retry(tx, row.id, read_before + wait, "later")
    service.outbox_ready.clear()
    await presence.check_presence()
    rows = {row.key: row.not_before - machine.wall for row in await outbox_rows.load_waiting_rows(service.db, table_id)}
    assert rows["0"] == 0 and rows[f"{HOUR}"] == HOUR
    assert service.outbox_ready.is_set()
    await presence.check_presence()
    assert {
        row.key: row.not_before - machine.wall for row in await outbox_rows.load_waiting_rows(service.db, table_id)
    } == rows


async def test_row_of_a_clock_that_was_set_back_is_sent_although_another_step_follows(
    service: TableService, machine: Machine
) -> None:
    """The second step moves the row on, and its creation to the present: only its long wait shows that it is wrong."""
    table_id = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    read_before = service.clock()
    machine.wall -= 33 * DAY
    await presence.check_presence()
    async with service.db.transaction() as tx:
        await outbox_rows.add_row(
            tx, game=table_id, kind=OutboxKind.NOTICE, key="1", target=9, payload=b"", at=read_before
        )
    machine.wall += HOUR
    await presence.check_presence()
    times = {row.key: row.not_before for row in await outbox_rows.load_waiting_rows(service.db, table_id)}
    assert times["1"] == service.clock()
    assert max(DIRECT_REST_MS, LONGEST_WAIT_MS, 1000 * MAX_RETRY_AFTER) <= LONGEST_ROW_WAIT


async def test_row_that_waits_for_long_keeps_its_time_when_the_clock_is_set_back(
    service: TableService, machine: Machine
) -> None:
    """It seems to be created in the future, but the step has moved it already."""
    table_id = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    async with service.db.transaction() as tx:
        row = await outbox_rows.add_row(
            tx, game=table_id, kind=OutboxKind.NOTICE, key="", target=9, payload=b"", at=machine.wall
        )
        await outbox_rows.schedule_retry(tx, row.id, machine.wall + LONGEST_ROW_WAIT, "rests")
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    for step in (-HOUR, 2 * HOUR, -HOUR):
        machine.wall += step
        await presence.check_presence()
        rows = await outbox_rows.load_waiting_rows(service.db, table_id)
        assert {row.not_before - machine.wall for row in rows if row.kind != OutboxKind.CARD} == {LONGEST_ROW_WAIT}


async def test_row_that_was_tried_while_the_clock_was_ahead_is_found_again(
    service: TableService, machine: Machine
) -> None:
    """Its message is searched from the time on at which Discord may have got it."""
    table_id = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    async with service.db.transaction() as tx:
        row = await outbox_rows.add_row(
            tx, game=table_id, kind=OutboxKind.NOTICE, key="", target=9, payload=b"", at=machine.wall
        )
        await outbox_rows.begin_attempt(tx, row.id)
    machine.pass_time(5_000)
    tried_at = row.created_at - 3 * DAY
    machine.wall -= 3 * DAY
    await presence.check_presence()
    [again] = [
        row for row in await outbox_rows.load_waiting_rows(service.db, table_id) if row.kind == OutboxKind.NOTICE
    ]
    assert again.created_at == tried_at
