"""The printed answer of somebody who is late, pressed by others: voluntary, by any two (one at a table of two), and
named in the log. A seat that misses too many turns in this way opens (`misses`).
"""

from __future__ import annotations

from bot.table.live import LiveTable
from bot.table.people import Person
from bot.table.question_ref import QuestionRef
from bot.table.service import TableService
from bot.table.time import late
from engines.kernel import Refused, Seat


async def may_be_asked(tables: TableService, live: LiveTable, asker: Person, seat: Seat | None) -> None:
    """Raises Refused unless the asker may press for that seat: it is asked and late, and an answer is printed."""
    live.playing()
    own = live.seat_or_refuse(asker.id)
    if seat is None or seat == own or seat not in live.waiting:
        raise Refused("life.refused.not_asked")
    if not live.seats[seat].is_vacant and not await late.is_late(tables, live, seat):
        raise Refused("life.refused.not_late", who=live.names[seat])
    printed(live, seat)


def printed(live: LiveTable, seat: Seat) -> tuple[QuestionRef, tuple[str, ...]]:
    """The open question and its printed answer. Raises Refused if it has none."""
    prompt, ref = None if live.match is None else live.match.prompt(seat), live.ref(seat)
    if prompt is None or ref is None or prompt.silence is None:
        raise Refused("life.refused.no_printed")
    return ref, prompt.silence
