"""What an outage means for clocks: nobody could answer, so the time counts for nobody."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from bot.table.live import FIXED, Plan
from storage import Source, Transaction
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import checkpoints, games, open_questions, seats
from storage.time import clocks, presence

from .counting import hours_that_count
from .hours import Hours
from .pace import TurnClock


async def settle(tx: Transaction, last: int, now: int) -> set[int]:
    """Clocks that run have counted up to `last` and go on from `now`, which may lie before it. Their games."""
    turns, questions = await clocks.running(tx), await open_questions.running(tx)
    lives = {game: await _hours(tx, game) for game in {row.game for row in turns} | {row.game for row in questions}}
    for turn in turns:
        used = TurnClock(0, turn.used, turn.running_since).used_by(lives[turn.game].get(turn.seat, Hours()), last)
        await clocks.put(tx, replace(turn, used=used, running_since=now))
    for row in questions:
        used = TurnClock(0, row.used, row.running_since).used_by(lives[row.game].get(row.seat, Hours()), last)
        await open_questions.set_clock(tx, row.game, row.seat, used=used, running_since=now, reminded=row.reminded)
    return set(lives)


async def without(source: Source, hours: Hours, since: int) -> Hours:
    """The hours in which somebody is awake and could answer: time that counts from `since` on where no clock runs."""
    gone = await presence.outages(source, since)
    return msgspec.structs.replace(hours, away=(*hours.away, *gone)) if gone else hours


async def show(tx: Transaction, now: int) -> None:
    """The cards of all tables in play say the new times."""
    for row in await games.with_status(tx, "playing"):
        await outbox.put_latest(
            tx, game=row.id, kind=Saying.CARD, key="card", target=row.channel_id, payload=b"", at=now
        )


async def _hours(tx: Transaction, game: int) -> dict[int, Hours]:
    """By seat, as `deadlines.hours_at` has them; none at a table that counts hours of the wall."""
    row = await games.get(tx, game)
    plan = None if row is None else msgspec.json.decode(row.setup, type=Plan)
    if row is None or plan is None or plan.pace == FIXED:
        return {}
    answering = {s.seat: person for s in await seats.of_game(tx, game) if (person := s.sitter or s.person) is not None}
    checkpoint = await checkpoints.latest(tx, game)
    turn = 0 if checkpoint is None else checkpoint.n
    known, since = await clocks.of_game(tx, game), row.started_at or 0
    return await hours_that_count(tx, answering, known, turn=turn, since=since, days=plan.leave_days)
