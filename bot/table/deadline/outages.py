"""Outages of the bot: nobody could answer, so the time counts for nobody."""

from dataclasses import replace

import msgspec

from bot.table.clock.availability import load_counting_hours
from bot.table.clock.time_control import stop_row
from bot.table.clock.waking_hours import WakingHours
from bot.table.state.settings import FIXED, TableSettings
from storage import Source, Transaction
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import checkpoints, games, open_questions, seats
from storage.time import clocks, presence


async def skip_outage(tx: Transaction, last: int, now: int) -> set[int]:
    """Stop running clocks at `last` and continue them from `now`, which may lie earlier. Returns their games."""
    turns, questions = await clocks.load_running_clocks(tx), await open_questions.load_running_questions(tx)
    hours_by_game = {
        game: await _load_hours(tx, game) for game in {row.game for row in turns} | {row.game for row in questions}
    }
    for turn in turns:
        turn_hours = hours_by_game[turn.game].get(turn.seat, WakingHours())
        await clocks.save_clock(tx, replace(stop_row(turn, turn_hours, last), running_since=now))
    for row in questions:
        question_hours = hours_by_game[row.game].get(row.seat, WakingHours())
        await open_questions.set_clock(tx, replace(stop_row(row, question_hours, last), running_since=now))
    return set(hours_by_game)


async def exclude_outages(source: Source, guild_id: int, hours: WakingHours, since: int) -> WakingHours:
    """Return the hours with outages of the server's tables since `since` removed, for waiting times where no clock
    runs.
    """
    outages = await presence.load_outages(source, guild_id, since)
    return msgspec.structs.replace(hours, absences=(*hours.absences, *outages)) if outages else hours


async def update_cards(tx: Transaction, now: int) -> None:
    """Update the cards of all tables in play, because the deadlines have moved."""
    for row in await games.load_with_status(tx, "playing"):
        await outbox_rows.add_replacing_older(
            tx, game=row.id, kind=OutboxKind.CARD, key="card", target=row.channel_id, payload=b"", at=now
        )


async def _load_hours(tx: Transaction, table_id: int) -> dict[int, WakingHours]:
    """Return the hours by seat, as `deadlines.load_hours` does; {} at a table that counts wall-clock hours."""
    row = await games.load_game(tx, table_id)
    plan = None if row is None else msgspec.json.decode(row.setup, type=TableSettings)
    if row is None or plan is None or plan.pace == FIXED:
        return {}
    answering = {
        s.seat: person for s in await seats.load_seats(tx, table_id) if (person := s.substitute or s.person) is not None
    }
    checkpoint = await checkpoints.load_latest(tx, table_id)
    turn = 0 if checkpoint is None else checkpoint.n
    clock_rows, since = await clocks.load_clocks(tx, table_id), row.started_at or 0
    return await load_counting_hours(tx, answering, clock_rows, turn=turn, since=since, days=plan.leave_days)
