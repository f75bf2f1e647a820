"""Undo of confirmed decisions: find what would be taken back, and take it back.

The others have to agree (`consent`). An own unconfirmed step needs no consent (`answers.take_back_step`).
"""

from dataclasses import replace
from typing import NamedTuple

from bot.table.notices import outbox, turn_notifications
from bot.table.service.action_replay import reload_actions
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Refused, Seat
from storage import Transaction
from storage.play import decisions
from storage.play import games as game_rows


class PublicUndo(NamedTuple):
    """An undo of a confirmed decision, with everything that others did since."""

    first: int
    """Number of the first decision that is taken back."""
    other_seats: tuple[Seat, ...]
    """Other seats whose decisions are taken back too."""


async def find_public_undo(service: TableService, table: Table, person: Person) -> PublicUndo | None:
    """Return what an undo would take back; None if it is a step that is not confirmed yet. Raises Refused if nothing
    can be taken back.
    """
    first = await find_undo_start(service, table, person)
    if table.match is None or table.match.acting_seat == table.find_seat(person.id):
        return None
    rows = await decisions.load_public_outlines(service.db, table.id)
    seats_since = {row.seat for row in rows if first <= row.n <= table.public_n} | table.match.hidden_answers.keys()
    return PublicUndo(first, tuple(sorted(seats_since - {table.find_seat(person.id)})))


async def find_undo_start(service: TableService, table: Table, person: Person) -> int:
    """Return the number of the first decision that would be taken back: the person's last one, or, if several seats
    were asked at once, the first answer to that question. Raises Refused.
    """
    seat = table.require_seat(person.id)
    table.require_match()
    if table.row.undo_policy == "own" and (table.match is None or table.match.acting_seat != seat):
        raise Refused("table.refused.undo_own_only")
    is_acting = table.match is not None and table.match.acting_seat == seat
    rows = await decisions.load_active(service.db, table.id)
    own_steps = [row.step for row in rows if row.seat == seat and (is_acting or row.n <= table.public_n)]
    if not own_steps:
        has_secret_answer = table.match is not None and seat in table.match.hidden_answers
        raise Refused("table.refused.undo_secret" if has_secret_answer else "table.refused.nothing_to_undo")
    return next(row.n for row in rows if row.step == own_steps[-1])


async def take_back_decisions(
    tx: Transaction, service: TableService, table: Table, from_n: int, asker: str, now: int
) -> None:
    """Take back all decisions from this one on, strike them out in the channel and ask again."""
    await decisions.undo(tx, table.id, from_n, now)
    rev, epoch = await game_rows.advance_epoch(tx, table.id)
    table.row = replace(table.row, rev=rev, epoch=epoch)
    await service.load_match(tx, table)
    await outbox.enqueue_strikes(tx, table, from_n, now)
    await outbox.enqueue_notice(tx, table, now, "notice.taken_back", asker=asker)
    await turn_notifications.update_questions(tx, table, now)
    await outbox.enqueue_card(tx, table, now)
    await reload_actions(tx, table)
