"""The own clock in words, on the own seat: what of the turn is free, and what is in the bank."""

from __future__ import annotations

from bot.discord_ui.text.voice import Voice
from bot.table import LiveTable, TableService
from bot.table.time import deadlines
from bot.table.time.hours import WAKING_DAY
from bot.table.time.pace import PACES
from engines.kernel import Seat


async def clock_line(tables: TableService, live: LiveTable, seat: Seat, voice: Voice) -> str:
    """While the turn is played until when it costs nothing, and what the bank holds; else what the next turn has. ""
    where no clock runs.
    """
    pace = PACES.get(live.plan.pace)
    if pace is None or not live.is_playing:
        return ""
    now = tables.clock()
    found = await deadlines.clock_of(tables.db, live, seat)
    if found is None:  # never on turn yet
        return voice.line("seat.bank", days=_days(pace.bank), free=_days(pace.allowance))
    clock, hours = found.clock, found.hours
    if clock.since is not None and clock.used_by(hours, now) < pace.allowance:
        at = clock.passes(pace.allowance, hours, now) or now
        return voice.line("seat.free", at=at // 1000, days=_days(clock.bank))
    if clock.since is not None:
        return voice.line("seat.bank_runs", days=_days(clock.bank_by(pace, hours, now)))
    over = found.turn != live.base_n
    bank = clock.next_turn(pace, hours, now).bank if over else clock.bank_by(pace, hours, now)
    return voice.line("seat.bank", days=_days(bank), free=_days(pace.allowance))


def _days(waking: int) -> str:
    """Waking time in days of the clock, to a tenth, never more than there is."""
    return f"{int(waking * 10 / WAKING_DAY) / 10:g}"
