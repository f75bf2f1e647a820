"""The handlers after a decision are one ordered list in the transaction of the answer: all is stored, or nothing."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.table import Person, Table, TableService
from bot.table.play import answers
from bot.table.play.after_decision import AFTER_DECISION
from bot.table.service.decision_batch import DecisionBatch, DecisionHandler
from engines.kernel import pick_random_answer
from storage import Database, Transaction
from tests.table.conftest import AOI, JULES, MARCO, Players, list_tables


async def dump_database(db: Database) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    return {name: await db.fetch_rows(f"SELECT * FROM {name}") for name in list_tables()}


def describe_table(table: Table) -> list[object]:
    """Return what an answer changes of a table in memory."""
    match = table.require_match()
    views = [msgspec.json.encode(match.build_view(seat)) for seat in (None, *range(len(table.seats)))]
    return [
        table.row,
        table.seats,
        table.last_n,
        table.published_n,
        tuple(table.decision_numbers),
        table.waiting,
        match.step,
        views,
    ]


async def answer_under_new_name(service: TableService, players: Players, table: Table) -> None:
    """Answer the first open question at random. The person has a new display name, which is stored with the answer."""
    match, seat = table.require_match(), table.waiting[0]
    prompt, ref, person_id = match.find_prompt(seat), table.build_question_ref(seat), table.seats[seat].person
    assert prompt is not None and ref is not None and person_id is not None
    person = Person(person_id, "Renamed", "en", next(players.interactions))
    await answers.answer_question(service, table, person, ref, pick_random_answer(match, prompt, players.rng))


@pytest.mark.parametrize("failing", AFTER_DECISION, ids=lambda handler: handler.__name__)
async def test_nothing_of_the_answer_is_stored_if_a_handler_raises(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch, failing: DecisionHandler
) -> None:
    calls: list[DecisionHandler] = []

    def record_call(handler: DecisionHandler) -> DecisionHandler:
        async def run(tx: Transaction, batch: DecisionBatch) -> None:
            calls.append(handler)
            if handler is failing:
                raise OSError("disk on fire")
            await handler(tx, batch)

        return run

    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        for _ in range(7):
            await players.answer_randomly(table)
        state_before, last_n = describe_table(table), table.last_n
    rows_before = await dump_database(service.db)

    with monkeypatch.context() as patch:
        patch.setattr(answers, "AFTER_DECISION", tuple(map(record_call, AFTER_DECISION)))
        with pytest.raises(OSError, match="disk on fire"):
            async with service.lock_table(table_id) as failed_table:
                await answer_under_new_name(service, players, failed_table)
    assert calls == list(AFTER_DECISION[: AFTER_DECISION.index(failing) + 1])
    assert await dump_database(service.db) == rows_before

    async with service.lock_table(table_id) as reloaded_table:
        assert reloaded_table is not failed_table
        assert describe_table(reloaded_table) == state_before
        await answer_under_new_name(service, players, reloaded_table)
        assert reloaded_table.last_n == last_n + 1
    rows_after = await dump_database(service.db)
    changed = {name for name, rows in rows_after.items() if rows != rows_before[name]}
    assert changed >= {"decisions", "interactions", "people"}, "without the fault the same answer is stored"
