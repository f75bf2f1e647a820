"""Deliberate faults in storing and loading data."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import structs

from bot.discord_ui.outbox import message_client
from bot.table.notices import outbox
from bot.table.play import answers
from bot.table.service import table_service
from bot.table.state.table import Table
from engines.kernel import Refused, StaleAnswer
from storage.connection import Connection
from storage.messages import interactions, outbox_rows
from storage.play import checkpoints, decisions

Function = Callable[..., Any]


def patch_attribute(place: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Replace an attribute by the result of calling `make` with its current value."""
    setattr(place, name, make(getattr(place, name)))


def lose_commits() -> None:
    def make_replacement(commit: Function) -> Function:
        async def replacement(self: Connection) -> None:
            if random.random() < 0.03:
                await self.roll_back()
            else:
                await commit(self)

        return replacement

    patch_attribute(Connection, "commit", make_replacement)


def delay_commits() -> None:
    """Execute each commit only when the next transaction begins."""

    async def commit(self: Connection) -> None:
        return

    def make_replacement(run: Function) -> Function:
        def replacement(self: Connection, sql: str, values: Any = ()) -> Any:
            if sql.startswith("BEGIN") and self.in_transaction:
                self._sql.commit()
            return run(self, sql, values)

        return replacement

    patch_attribute(Connection, "commit", lambda _: commit)
    patch_attribute(Connection, "try_execute", make_replacement)


def disable_synchronous() -> None:
    def make_replacement(initialise: Function) -> Function:
        def replacement(self: Connection, path: Any, sql: Any, thread: Any) -> None:
            initialise(self, path, sql, thread)
            sql.execute("PRAGMA synchronous = OFF")

        return replacement

    patch_attribute(Connection, "__init__", make_replacement)


def mark_sent_at_attempt() -> None:
    def make_replacement(attempt: Function) -> Function:
        async def replacement(tx: Any, row_id: int) -> Any:
            row = await attempt(tx, row_id)
            await tx.execute("UPDATE outbox SET sent_at = created_at WHERE id = ?", (row_id,))
            return row

        return replacement

    async def update_row(tx: Any, row_id: int, assignments: str, *values: Any) -> None:
        await tx.execute(f"UPDATE outbox SET {assignments} WHERE id = ?", (*values, row_id))

    patch_attribute(outbox_rows, "begin_attempt", make_replacement)
    patch_attribute(outbox_rows, "_update_waiting_row", lambda _: update_row)


def change_nonces() -> None:
    def make_replacement(retry: Function) -> Function:
        async def replacement(tx: Any, row_id: int, *more: Any) -> None:
            await retry(tx, row_id, *more)
            await tx.execute("UPDATE outbox SET nonce = ? WHERE id = ?", (secrets.token_urlsafe(16), row_id))

        return replacement

    async def find_nothing(*_: Any) -> None:
        return None

    patch_attribute(outbox_rows, "schedule_retry", make_replacement)
    patch_attribute(message_client, "find_row_message", lambda _: find_nothing)


def send_newest_first() -> None:
    def make_replacement(build: Function) -> Function:
        return lambda source: build(source).replace("earlier.id < o.id", "earlier.id > o.id")

    patch_attribute(outbox_rows, "_build_order_condition", make_replacement)


def skip_claim() -> None:
    async def accept_interaction(*_: Any) -> bool:
        return True

    patch_attribute(interactions, "claim_interaction", lambda _: accept_interaction)


def answer_twice() -> None:
    def make_replacement(decide: Function) -> Function:
        async def replacement(
            tables: Any, table: Table, ref: Any, keys: Any, origin: str, *args: Any, **kwargs: Any
        ) -> Any:
            rows = await decide(tables, table, ref, keys, origin, *args, **kwargs)
            next_ref = table.build_question_ref(ref.seat)
            if origin == "person" and next_ref is not None and random.random() < 0.2:
                await _decide_if_legal(decide, tables, table, next_ref, keys)
            return rows

        return replacement

    patch_attribute(answers, "apply_decision", make_replacement)


def answer_next_question_too() -> None:
    def make_replacement(answer: Function) -> Function:
        async def replacement(tables: Any, table: Table, person: Any, ref: Any, keys: Any, *args: Any) -> Any:
            try:
                return await answer(tables, table, person, ref, keys, *args)
            except StaleAnswer:
                current_ref = table.build_question_ref(ref.seat)
                if current_ref is not None and current_ref.epoch == ref.epoch:
                    await _decide_if_legal(answers.apply_decision, tables, table, current_ref, keys)
                raise

        return replacement

    patch_attribute(answers, "answer_question", make_replacement)


async def _decide_if_legal(decide: Function, tables: Any, table: Table, ref: Any, keys: tuple[str, ...]) -> None:
    prompt = None if table.match is None else table.match.find_prompt(ref.seat)
    try:
        if prompt is not None:
            prompt.parse_answer(keys)
            await decide(tables, table, ref, keys, "person")
    except Refused:
        pass


def forget_last_decision() -> None:
    def make_replacement(match_at: Function) -> Function:
        async def replacement(*args: Any) -> Any:
            stored_match = await match_at(*args)
            if stored_match.match.acting_seat is None or (len(args) > 4 and args[4] is not None):
                return stored_match
            return stored_match._replace(
                match=stored_match.match.undo(), decision_numbers=stored_match.decision_numbers[:-1]
            )

        return replacement

    patch_attribute(table_service, "load_stored_match", make_replacement)


def save_checkpoint_too_early() -> None:
    def make_replacement(store: Function) -> Function:
        async def replacement(tx: Any, row: Any) -> None:
            await store(tx, replace(row, n=row.n - 1) if row.n > 1 else row)

        return replacement

    patch_attribute(checkpoints, "save_checkpoint", make_replacement)


def forget_published_n() -> None:
    async def load_zero(*_: Any) -> int:
        return 0

    patch_attribute(outbox, "load_published_n", lambda _: load_zero)


def skip_undo() -> None:
    async def undo_nothing(*_: Any) -> tuple[int, ...]:
        return ()

    patch_attribute(decisions, "undo", lambda _: undo_nothing)


def undo_twice() -> None:
    def make_replacement(back: Function) -> Function:
        async def replacement(tables: Any, table: Table, person: Any, ref: Any) -> None:
            await back(tables, table, person, ref)
            next_ref = table.build_question_ref(ref.seat)
            if next_ref is not None and table.match is not None and table.match.acting_seat == ref.seat:
                await back(tables, table, structs.replace(person, interaction_id=None), next_ref)

        return replacement

    patch_attribute(answers, "take_back_step", make_replacement)


def lose_shared_answers() -> None:
    def make_replacement(append: Function) -> Function:
        async def replacement(tx: Any, row: Any) -> None:
            is_shared = row.barrier and not row.events.strip(b"[]")
            if not (is_shared and random.random() < 0.1):
                await append(tx, row)

        return replacement

    patch_attribute(decisions, "append", make_replacement)
