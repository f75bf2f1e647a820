"""Reports of players: where it was and what they saw, without what others hide; the operator adds the rest.

`python -m tests.from_report FILE` makes a failing test of either.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

import msgspec

from bot.table.history import lines
from bot.table.live import LiveTable, Plan
from bot.table.people import Person
from bot.table.service import TableService
from bot.table.stored import read_decision
from bot.table.time.hours import DAY
from engines.kernel import Decision, Msg, Refused, Setup
from storage import Database
from storage.persons import people
from storage.play import decisions, reports
from storage.play import games as game_rows

FORMAT = "teban-report-1"
MOST_A_DAY = 20
LAST_LINES = 20
MOST_TEXT = 1500


class Report(msgspec.Struct, frozen=True):
    """n: the last decision that the reader knew of; step: the number of the open question; seat: of the reader, None:
    they have none; asked: what the seat was asked, and the keys of its options; view: what the seat (or everybody) saw;
    told: the last sentences that they could read.
    """

    format: str
    id: int
    version: str
    engine: str
    rules: int
    setup: Setup
    table: int
    n: int
    epoch: int
    step: int
    seat: int | None
    text: str
    asked: Msg | None
    options: tuple[str, ...]
    view: Any
    told: tuple[Msg, ...]
    at: int


class Rest(msgspec.Struct, frozen=True):
    """What makes the moment playable again: it holds everybody's secrets. decisions: up to the moment."""

    seed: str
    decisions: tuple[tuple[Decision, int], ...]


class WholeReport(msgspec.Struct, frozen=True):
    """rest: None in the file that the player has."""

    report: Report
    rest: Rest | None = None


def plain(view: Any) -> Any:
    """A View as a file has it."""
    return msgspec.json.decode(msgspec.json.encode(view))


async def report(tables: TableService, live: LiveTable, person: Person, text: str) -> WholeReport:
    """Keep the person's report. Raises Refused before the start, and when somebody reports without end."""
    if live.match is None or live.setup is None:
        raise Refused("table.refused.not_started")
    now = tables.clock()
    if await reports.since(tables.db, person.id, now - DAY) >= MOST_A_DAY:
        raise Refused("report.refused.many", most=MOST_A_DAY)
    seat = live.seat_of(person.id)
    mine = seat is not None and live.match.acting == seat
    n = live.last_n if mine else live.public_n
    prompt = None if seat is None else live.match.prompt(seat)
    told = (await lines(tables, live, seat, person=person.id))[-LAST_LINES:]
    async with tables.db.transaction() as tx:
        await people.meet(tx, person.id, person.name, now)
        number = await reports.add(tx, game=live.id, person=person.id, n=n, epoch=live.row.epoch, at=now)
        found = WholeReport(
            Report(
                FORMAT,
                number,
                version("teban"),
                live.game.id,
                live.game.rules,
                live.setup,
                live.id,
                n,
                live.row.epoch,
                live.match.step if mine or live.match.acting is None else live.match.public().step,
                seat,
                text[:MOST_TEXT],
                None if prompt is None else prompt.text,
                () if prompt is None else tuple(option.key for option in prompt.options),
                plain(live.match.view(seat)),
                tuple(msg for line in told for msg in line.texts),
                now,
            )
        )
        await reports.write(tx, number, msgspec.json.encode(found))
    return found


async def whole(db: Database, number: int) -> WholeReport | None:
    """A report with all that is needed to play its moment again; None: there is none of this number.

    What was taken back later stands in it, because it stood then.
    """
    row = await reports.get(db, number)
    game = None if row is None else await game_rows.get(db, row.game)
    if row is None or game is None or game.seed is None:
        return None
    found = msgspec.json.decode(row.file, type=WholeReport)
    assert msgspec.json.decode(game.setup, type=Plan).setup is not None
    stood = [
        one
        for one in await decisions.log(db, row.game)
        if one.n <= row.n and (one.undone_at is None or one.undone_at >= row.at)
    ]
    played = tuple((read_decision(one), one.rules) for one in stood)
    return msgspec.structs.replace(found, rest=Rest(game.seed.hex(), played))
