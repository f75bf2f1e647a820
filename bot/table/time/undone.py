"""The clock of a turn that is taken back: it goes on where it was, with all that was used since; nobody gains by it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from storage import Transaction
from storage.play import checkpoints
from storage.time import ended_turns
from storage.time.clocks import ClockRow
from storage.time.ended_turns import EndedTurnRow

from .hours import Hours
from .pace import Pace, TurnClock


def merged(earlier: Sequence[EndedTurnRow], row: ClockRow, turn: int, pace: Pace) -> ClockRow:
    """The clock of the turn that began at the checkpoint `turn`, after these turns and the present one (`row`) were
    taken back.

    Nothing was paid and nothing came back at their ends. What others have given meanwhile stays given. Nobody is
    reminded of what passed before, and no stage of lateness is told twice.
    """
    if not earlier:
        return replace(row, turn=turn)
    turns: list[EndedTurnRow | ClockRow] = [*earlier, row]
    given = sum(max(0, later.bank - _after(one, pace)) for one, later in pairwise(turns))
    used = sum(one.used for one in turns)
    return replace(
        row,
        turn=turn,
        bank=turns[0].bank + given,
        used=used,
        reminded=used,
        told=max(one.told for one in turns),
        late_at=next((one.late_at for one in turns if one.late_at is not None), None),
        drawn=max(one.drawn for one in turns),
    )


async def keep(tx: Transaction, before: ClockRow | None, row: ClockRow, hours: Hours, now: int) -> None:
    """Another turn of a seat begins: the one before is written down, or those that were taken back are forgotten."""
    if before is None or before.turn == row.turn:
        return
    if before.turn and not await checkpoints.stands(tx, row.game, before.turn):
        for gone in await ended_turns.taken_back(tx, row.game, row.seat, row.turn):
            await ended_turns.forget(tx, row.game, row.seat, gone.turn)
        return
    clock = TurnClock(before.bank, before.used, before.running_since)
    await ended_turns.put(tx, replace(before, used=clock.used_by(hours, now), running_since=None))


def _after(one: EndedTurnRow | ClockRow, pace: Pace) -> int:
    """The bank with which the next turn began, had nobody given anything."""
    return TurnClock(one.bank, one.used).next_turn(pace, Hours(), 0).bank
