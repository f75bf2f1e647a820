"""Ways in which a table ends before its game is over, and the places that count then.

agreed: everybody wanted it; conceded: all but one gave up; vacated: a seat stayed open and the others let the score
count as it was; void: as if it had not been played. The clock alone ends nothing and makes no winner.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.table.notices import outbox, turn_notifications
from bot.table.state.table import Table
from engines.kernel import Message, Seat
from storage import Transaction
from storage.kinds import OutboxKind
from storage.play import decisions, open_questions, requests, results
from storage.play import games as game_rows
from storage.play.games import GameEnding
from storage.play.results import ResultRow
from storage.time import timers


class SeatStanding(NamedTuple):
    """A seat's place at the end."""

    seat: Seat
    """0 .. n-1, or n for the player that the rules play."""
    place: int
    """1 is the best."""
    total: int
    """Points by the rules, as if the game were over."""


def rank_seats(
    ending: GameEnding, scores: Sequence[SeatStanding], left: Collection[Seat], winner: Seat | None = None
) -> tuple[SeatStanding, ...]:
    """Return the places that count; () if none do. scores: by the rules, as if the game were over.

    left: seats without a holder at the end; if the game ended for that reason, they come behind all others, in the
    order of their scores. winner: the seat that was left when all others had given up.
    """
    if ending == "void":
        return ()
    if ending in ("finished", "agreed"):
        return tuple(scores)

    def is_behind(standing: SeatStanding) -> bool:
        """Return whether the seat comes behind the others."""
        return standing.seat != winner if ending == "conceded" else standing.seat in left

    order = sorted(scores, key=lambda standing: (is_behind(standing), standing.place))
    standings: list[SeatStanding] = []
    for n, standing in enumerate(order, 1):
        previous = order[n - 2] if n > 1 else None
        is_tied = (
            previous is not None and previous.place == standing.place and is_behind(previous) == is_behind(standing)
        )
        standings.append(SeatStanding(standing.seat, standings[-1].place if is_tied else n, standing.total))
    return tuple(standings)


def compute_standings(table: Table) -> tuple[SeatStanding, ...]:
    """Return the places of an ended table that count, best first; () if none do, or today's rules
    cannot read the game.
    """
    if table.match is None or table.row.ending is None:
        return ()
    scores = [SeatStanding(score.seat, score.place, score.total) for score in table.match.compute_scores()]
    left = [seated.seat for seated in table.seats if seated.is_vacant]
    return rank_seats(table.row.ending, scores, left, find_last_held_seat(table))


def find_last_held_seat(table: Table) -> Seat | None:
    """Return the only seat that still has a holder; None unless there is exactly one."""
    held_seats = [seated.seat for seated in table.seats if not seated.is_vacant]
    return held_seats[0] if len(held_seats) == 1 else None


async def _record_results(tx: Transaction, table: Table, now: int) -> None:
    """Store the places with the last holder of each seat, if every seat has made a decision (else the game had hardly
    begun).

    Early ends are rated if people gave up or stayed away, so that they cannot escape a loss.
    """
    has_begun = {row.seat for row in await decisions.load_active(tx, table.id)} >= set(range(len(table.seats)))
    holders = {entry.seat: entry.holder for entry in table.tenures if entry.holder is not None}
    rated = int(table.settings.is_rated and table.row.ending in ("conceded", "vacated"))
    rows = [
        ResultRow(table.id, entry.seat, None if seated.is_computer else holders.get(entry.seat), seated.policy,
                  entry.place, entry.total, rated, now)
        for entry in compute_standings(table)
        if entry.seat < len(table.seats) and (seated := table.seats[entry.seat])
    ]  # fmt: skip
    if has_begun:
        await results.save_results(tx, rows)


async def end_table(tx: Transaction, table: Table, now: int, ending: GameEnding) -> None:
    """End the table now: publish the seed and cancel all questions, requests and timers."""
    seed = table.row.seed
    assert seed is not None
    rev = await game_rows.end_game(tx, table.id, at=now, ending=ending)
    table.row = replace(table.row, rev=rev, status="ended", ending=ending, ended_at=now)
    for row in await open_questions.load_open_questions(tx, table.id):
        await turn_notifications.retract_notification(tx, table, now, row)
    await open_questions.set_asked_seats(tx, table.id, (), step=0, epoch=table.row.epoch, at=now)
    await timers.cancel_timers(tx, table.id)
    for request in table.requests:
        await requests.close_request(tx, table.id, request.kind)
    await outbox.close_requests(tx, table, now)
    await _record_results(tx, table, now)
    winner = find_last_held_seat(table)
    args = {} if winner is None else {"who": table.names[winner]}
    notice = outbox.Notice(Message(f"life.ended.{ending}", {"seed": seed.hex(), **args}))
    await outbox.enqueue(tx, table, now, OutboxKind.NOTICE, f"ended:{now}", notice)
    await outbox.enqueue_card(tx, table, now)
