"""Continue a game in play under the rules of today. A game is never lost, and never changed without notice.

First the last checkpoint and the decisions since are replayed. If that does not lead to the open questions as stored,
the unfinished turn is restarted from its checkpoint. If the checkpoint cannot be read, the whole game is replayed from
its seed, and accepted if it produces the same log. Otherwise the table pauses until rules come that can read it. The
people of the table are notified each time.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from bot.table.notices import outbox, turn_notifications
from bot.table.state.stored_match import StoredMatch, pack_frame, read_decision, unpack_events
from bot.table.state.table import Table
from bot.table.terms import votes
from engines.kernel import Match, Seat
from storage import Database, Source, Transaction
from storage.kinds import OutboxKind, PauseReason
from storage.play import checkpoints, decisions, open_questions, requests
from storage.play import games as game_rows
from storage.play.checkpoints import CheckpointRow
from storage.play.decisions import DecisionRow
from storage.time import pauses
from storage.time.pauses import PauseRow

log = logging.getLogger(__name__)


class MatchLoader(Protocol):
    """The part of the table service that this module needs (the service imports this module)."""

    db: Database
    """Where tables are stored."""
    clock: Callable[[], int]
    """Reads the time in Unix milliseconds."""

    async def load_match_at(self, source: Source, table: Table) -> StoredMatch: ...

    def wake_workers(self) -> None: ...


async def resume_game(tables: MatchLoader, source: Source, table: Table) -> bool:
    """Set the Match of a game in play by the first method that works; if none does, pause the table without a Match.
    Returns whether the game continues as it is stored; False: rows of the table were changed.
    """
    try:
        stored_match = await tables.load_match_at(source, table)
        problem: str | Exception | None = await _find_problem(source, table, stored_match)
    except Exception as error:  # noqa: BLE001 - newer rules may raise anything on an older game
        stored_match, problem = None, error
    if stored_match is not None and problem is None:
        _set_match(table, stored_match)
        if table.is_paused:
            await _end_rules_pause(tables, table)
            return False
        return True
    log.warning("table %d under rules %d: %s", table.id, table.game.rules_version, problem)
    for method in (_restart_turn, _replay_game):
        try:
            await method(tables, table)
            return False
        except Exception as error:  # noqa: BLE001 - the next method is tried
            log.warning("table %d: %s: %s", table.id, method.__name__.strip("_"), error)
            await _reload_row(tables, table)
    table.match, table.base_n, table.decision_numbers = None, 0, []
    if not table.is_paused:
        await _begin_rules_pause(tables, table)
    return False


async def _find_problem(source: Source, table: Table, stored_match: StoredMatch) -> str | None:
    """Return why the replayed game is not where its people left it, in words; None if it is."""
    if not stored_match.has_same_log:
        return "decisions of this turn have another effect now"
    asked_seats = {row.seat for row in await open_questions.load_open_questions(source, table.id)}
    if asked_seats != set(stored_match.match.waiting_seats):
        return f"seats {sorted(stored_match.match.waiting_seats)} are asked now, seats {sorted(asked_seats)} were"
    return None


def _set_match(table: Table, stored_match: StoredMatch) -> None:
    table.match, table.base_n, table.decision_numbers = (
        stored_match.match,
        stored_match.base_n,
        stored_match.decision_numbers,
    )


async def _restart_turn(tables: MatchLoader, table: Table) -> None:
    """Restart the unfinished turn at its checkpoint. People whose answers are lost are mentioned."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        checkpoint = await checkpoints.load_latest(tx, table.id)
        checkpoint_n = 0 if checkpoint is None else checkpoint.n
        lost_rows = await decisions.load_active(tx, table.id, checkpoint_n)
        await decisions.undo(tx, table.id, checkpoint_n + 1, now)
        await _begin_epoch(tx, table, now)
        _set_match(table, await tables.load_match_at(tx, table))
        table.last_n = await decisions.find_last_n(tx, table.id)
        await outbox.enqueue_strikes(tx, table, checkpoint_n + 1, now)
        if lost_rows:
            await outbox.enqueue_turn_restarted(tx, table, now, seats=tuple(sorted({row.seat for row in lost_rows})))
        await _enqueue_question(tx, table, now)
    tables.wake_workers()


async def _replay_game(tables: MatchLoader, table: Table) -> None:
    """Replay the game from its seed, because the checkpoint cannot be read. Raises ValueError if it is not the same
    game.
    """
    now = tables.clock()
    async with tables.db.transaction() as tx:
        rows = await decisions.load_active(tx, table.id)
        match, frame, base = _replay_decisions(table, rows)
        checkpoint = await checkpoints.load_latest(tx, table.id)
        if checkpoint is None or checkpoint.n != base:
            raise ValueError(f"the last turn began after decision {base}, not where the checkpoint stands")
        await checkpoints.rewrite_state(tx, CheckpointRow(table.id, base, checkpoint.step, pack_frame(frame), now))
        _set_match(table, StoredMatch(match, base, [row.n for row in rows if row.n > base]))
        await _begin_epoch(tx, table, now)
        await _enqueue_question(tx, table, now)
    tables.wake_workers()


def _replay_decisions(table: Table, rows: list[DecisionRow]) -> tuple[Match[Any], bytes, int]:
    """Return the game replayed from its seed, the frame of its last checkpoint, and the number of
    the decision there.
    """
    if table.settings.setup is None or table.row.seed is None:
        raise ValueError("the game has not started")
    match = Match.start(table.game, table.settings.setup, table.row.seed)
    base = 0
    for row in rows:
        applied = match.apply(read_decision(row))
        if applied.events != unpack_events(row.events):
            raise ValueError(f"decision {row.n} has other events than those that are stored")
        base = row.n if applied.frames else base
    return match, match.frame, base


async def _begin_epoch(tx: Transaction, table: Table, now: int) -> None:
    """Begin a new epoch: old buttons become stale, and requests to undo decisions that are gone are closed."""
    for request in await requests.load_open_requests(tx, table.id):
        if votes.parse_kind(request.kind).name == "undo":
            asker = next((assignment.name for assignment in table.seats if assignment.person == request.asked_by), "?")
            await requests.close_request(tx, table.id, request.kind)
            await outbox.enqueue(
                tx, table, now, OutboxKind.REQUEST, request.kind, outbox.RequestUpdate(request.kind, False, asker)
            )
    rev, epoch = await game_rows.advance_epoch(tx, table.id)
    table.row = replace(table.row, rev=rev, epoch=epoch)
    if table.is_paused:
        await _remove_rules_pause(tx, table)


async def _enqueue_question(tx: Transaction, table: Table, now: int) -> None:
    await turn_notifications.update_questions(tx, table, now)
    await outbox.enqueue_card(tx, table, now)


async def _end_rules_pause(tables: MatchLoader, table: Table) -> None:
    """End the pause, because the present rules can read the game."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        await _remove_rules_pause(tx, table)
        await outbox.enqueue_notice(tx, table, now, "notice.goes_on", mention=_list_people(table, table.waiting))
        await turn_notifications.reset_reminders(tx, table, now)
        await _enqueue_question(tx, table, now)
    tables.wake_workers()


async def _begin_rules_pause(tables: MatchLoader, table: Table) -> None:
    """Pause the table: no method works, so nothing is asked and nothing is lost. All its people are notified."""
    now = tables.clock()
    async with tables.db.transaction() as tx:
        await pauses.begin_pause(tx, PauseRow(table.id, PauseReason.INCOMPATIBLE_RULES, now))
        table.pauses |= {PauseReason.INCOMPATIBLE_RULES}
        table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))
        await outbox.enqueue_notice(
            tx, table, now, "notice.paused", mention=_list_people(table, range(len(table.seats)))
        )
        await outbox.enqueue_card(tx, table, now)
    tables.wake_workers()


async def _remove_rules_pause(tx: Transaction, table: Table) -> None:
    await pauses.end_pause(tx, table.id, PauseReason.INCOMPATIBLE_RULES)
    table.pauses -= {PauseReason.INCOMPATIBLE_RULES}
    table.row = replace(table.row, rev=await game_rows.advance_rev(tx, table.id))


def _list_people(table: Table, seats: range | tuple[Seat, ...]) -> tuple[int, ...]:
    return tuple(person for person in (table.seats[seat].person for seat in seats) if person is not None)


async def _reload_row(tables: MatchLoader, table: Table) -> None:
    """Reload the table's row after a change that failed."""
    row = await game_rows.load_game(tables.db, table.id)
    table.row = table.row if row is None else row
    table.pauses = frozenset(await pauses.load_pauses(tables.db, table.id))
