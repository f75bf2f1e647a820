"""Faults in what is stored and read back."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bot.discord_ui.outbox import wire
from bot.table import announce, play, service
from bot.table.live import LiveTable
from engines.kernel import Refused, Stale
from storage.connection import Connection
from storage.messages import interactions, outbox
from storage.play import checkpoints, decisions

Patch = Callable[..., Any]


def put(place: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Replace what stands there by what is made of it."""
    setattr(place, name, make(getattr(place, name)))


def commits_are_lost() -> None:
    def made(commit: Patch) -> Patch:
        async def other(self: Connection) -> None:
            if random.random() < 0.03:
                self.roll_back()
            else:
                await commit(self)

        return other

    put(Connection, "commit", made)


def commits_are_late() -> None:
    """Each is done when the next transaction begins."""

    async def commit(self: Connection) -> None:
        return

    def made(run: Patch) -> Patch:
        def other(self: Connection, sql: str, values: Any = ()) -> Any:
            if sql.startswith("BEGIN") and self.in_transaction:
                self._sql.commit()
            return run(self, sql, values)

        return other

    put(Connection, "commit", lambda _: commit)
    put(Connection, "run", made)


def not_synchronous() -> None:
    def made(initialise: Patch) -> Patch:
        def other(self: Connection, path: Any, sql: Any, thread: Any) -> None:
            initialise(self, path, sql, thread)
            sql.execute("PRAGMA synchronous = OFF")

        return other

    put(Connection, "__init__", made)


def sent_at_the_attempt() -> None:
    def made(attempt: Patch) -> Patch:
        async def other(tx: Any, row_id: int) -> Any:
            row = await attempt(tx, row_id)
            await tx.run("UPDATE outbox SET sent_at = created_at WHERE id = ?", (row_id,))
            return row

        return other

    async def mark(tx: Any, row_id: int, assignments: str, *values: Any) -> None:
        await tx.run(f"UPDATE outbox SET {assignments} WHERE id = ?", (*values, row_id))

    put(outbox, "attempt", made)
    put(outbox, "_mark", lambda _: mark)


def new_nonces() -> None:
    def made(retry: Patch) -> Patch:
        async def other(tx: Any, row_id: int, *more: Any) -> None:
            await retry(tx, row_id, *more)
            await tx.run("UPDATE outbox SET nonce = ? WHERE id = ?", (secrets.token_urlsafe(16), row_id))

        return other

    async def nothing(*_: Any) -> None:
        return None

    put(outbox, "retry", made)
    put(wire, "find_own", lambda _: nothing)


def newest_first() -> None:
    put(outbox, "_IS_FIRST", lambda first: str(first).replace("earlier.id < o.id", "earlier.id > o.id"))


def no_claim() -> None:
    async def claim(*_: Any) -> bool:
        return True

    put(interactions, "claim", lambda _: claim)


def answers_twice() -> None:
    def made(decide: Patch) -> Patch:
        async def other(
            tables: Any, live: LiveTable, ref: Any, keys: Any, origin: str, *more: Any, **named: Any
        ) -> None:
            await decide(tables, live, ref, keys, origin, *more, **named)
            again = live.ref(ref.seat)
            if origin == "person" and again is not None and random.random() < 0.2:
                await _if_legal(decide, tables, live, again, keys)

        return other

    put(play, "decide", made)


def twice_answers_the_next() -> None:
    def made(answer: Patch) -> Patch:
        async def other(tables: Any, live: LiveTable, person: Any, ref: Any, keys: Any) -> None:
            try:
                await answer(tables, live, person, ref, keys)
            except Stale:
                now = live.ref(ref.seat)
                if now is not None and now.epoch == ref.epoch:
                    await _if_legal(play.decide, tables, live, now, keys)
                raise

        return other

    put(play, "answer", made)


async def _if_legal(decide: Patch, tables: Any, live: LiveTable, ref: Any, keys: tuple[str, ...]) -> None:
    prompt = None if live.match is None else live.match.prompt(ref.seat)
    try:
        if prompt is not None:
            prompt.read(keys)
            await decide(tables, live, ref, keys, "person")
    except Refused:
        pass


def resume_forgets() -> None:
    def made(match_at: Patch) -> Patch:
        async def other(*given: Any) -> Any:
            found = await match_at(*given)
            if found.match.acting is None or (len(given) > 4 and given[4] is not None):
                return found
            return found._replace(match=found.match.undo(), numbers=found.numbers[:-1])

        return other

    put(service, "match_at", made)


def checkpoints_too_early() -> None:
    def made(store: Patch) -> Patch:
        async def other(tx: Any, row: Any) -> None:
            await store(tx, replace(row, n=row.n - 1) if row.n > 1 else row)

        return other

    put(checkpoints, "put", made)


def told_is_forgotten() -> None:
    async def told(*_: Any) -> int:
        return 0

    put(announce, "told", lambda _: told)


def back_is_not_stored() -> None:
    async def undo(*_: Any) -> tuple[int, ...]:
        return ()

    put(decisions, "undo", lambda _: undo)


def back_takes_two() -> None:
    def made(back: Patch) -> Patch:
        async def other(tables: Any, live: LiveTable, person: Any, ref: Any) -> None:
            await back(tables, live, person, ref)
            again = live.ref(ref.seat)
            if again is not None and live.match is not None and live.match.acting == ref.seat:
                await back(tables, live, replace(person, click=None), again)

        return other

    put(play, "back", made)


def shared_answers_are_lost() -> None:
    def made(append: Patch) -> Patch:
        async def other(tx: Any, row: Any) -> None:
            shared = row.barrier and not row.events.strip(b"[]")
            if not (shared and random.random() < 0.1):
                await append(tx, row)

        return other

    put(decisions, "append", made)
