"""Bug reports of players: the position and what the player saw, without the hidden information of others. The
operator's file adds that information.

`python -m tests.from_report FILE` makes a failing test of either.
"""

from importlib.metadata import version
from typing import Any

import msgspec

from bot.table.clock.waking_hours import DAY
from bot.table.history.game_log import load_log_lines
from bot.table.service.table_service import TableService
from bot.table.state.people import Person
from bot.table.state.settings import TableSettings
from bot.table.state.stored_match import read_decision
from bot.table.state.table import Table
from engines.kernel import Decision, Message, Refused, Setup
from storage import DatabaseReader
from storage.persons import people
from storage.play import decisions, reports
from storage.play import games as game_rows

FORMAT = "teban-report-1"
MAX_PER_DAY = 20
LAST_LINES = 20
MAX_TEXT_LENGTH = 1500


class PlayerReport(msgspec.Struct, frozen=True):
    """A player's report."""

    format: str
    """`FORMAT`."""
    id: int
    """Number of the report, over all tables."""
    version: str
    """Version of this program."""
    game_id: str = msgspec.field(name="engine")
    """Id of the game."""
    rules: int
    """Version of its rules."""
    setup: Setup
    """Seats, colours and table options of the match."""
    table: int
    """Number of the table."""
    n: int
    """The last decision that the reader knew of."""
    step: int
    """Number of the open question."""
    seat: int | None
    """The reader's seat; None: they have none."""
    text: str
    """The player's words, cut at MAX_TEXT_LENGTH; "" if there are none."""
    question: Message | None = msgspec.field(name="asked")
    """The question put to the seat."""
    options: tuple[str, ...]
    """Keys of the question's options."""
    view: Any
    """The View of the seat (or of a spectator)."""
    log_texts: tuple[Message, ...] = msgspec.field(name="told")
    """The last sentences that they could read."""
    created_at: int = msgspec.field(name="at")
    """Unix milliseconds."""
    message_id: str = msgspec.field(name="message", default="")
    """The post that the report is about; "": none was named."""


class HiddenData(msgspec.Struct, frozen=True):
    """The data that make the position playable again. It contains everybody's secrets."""

    seed: str
    """Hexadecimal; all chance of the match comes from it."""
    decisions: tuple[tuple[Decision, int], ...]
    """All decisions up to the report, each with the version of its rules."""


class FullReport(msgspec.Struct, frozen=True):
    """A report file."""

    report: PlayerReport
    """The part that its reader may see: nothing in it is hidden from them."""
    hidden_data: HiddenData | None = msgspec.field(default=None, name="rest")
    """None in the file that the player gets."""


def encode_plain_view(view: Any) -> Any:
    """Convert a View to plain JSON values."""
    return msgspec.json.decode(msgspec.json.encode(view))


async def store_report(
    service: TableService, table: Table, person: Person, text: str, message_id: str = ""
) -> FullReport:
    """Store the person's report. Raises Refused before the start, and for too many reports in one day."""
    if table.match is None or table.setup is None:
        raise Refused("table.refused.not_started")
    now = service.clock()
    if await reports.count_reports_since(service.db, person.id, now - DAY) >= MAX_PER_DAY:
        raise Refused("report.refused.many", most=MAX_PER_DAY)
    seat = table.find_seat(person.id)
    is_acting = seat is not None and table.match.acting_seat == seat
    n = table.last_n if is_acting else table.public_n
    prompt = None if seat is None else table.match.find_prompt(seat)
    log_lines = (await load_log_lines(service, table, seat, person=person.id))[-LAST_LINES:]
    async with service.db.transaction() as tx:
        await people.save_person(tx, person.id, person.name, now)
        number = await reports.add_report(tx, game=table.id, person=person.id, n=n, epoch=table.row.epoch, at=now)
        full_report = FullReport(
            PlayerReport(
                FORMAT,
                number,
                version("teban"),
                table.game.id,
                table.game.rules_version,
                table.setup,
                table.id,
                n,
                table.match.step
                if is_acting or table.match.acting_seat is None
                else table.match.build_public_match().step,
                seat,
                text[:MAX_TEXT_LENGTH],
                None if prompt is None else prompt.text,
                () if prompt is None else tuple(option.key for option in prompt.options),
                encode_plain_view(table.match.build_view(seat)),
                tuple(msg for line in log_lines for msg in line.texts),
                now,
                message_id,
            )
        )
        await reports.write_file(tx, number, msgspec.json.encode(full_report))
    return full_report


async def load_full_report(db: DatabaseReader, number: int) -> FullReport | None:
    """Return a report with all data needed to play its position again; None if the number is unknown.

    Decisions taken back after the report are included, because they were valid then.
    """
    row = await reports.load_report(db, number)
    table_row = None if row is None else await game_rows.load_game(db, row.game)
    if row is None or table_row is None or table_row.seed is None:
        return None
    full_report = msgspec.json.decode(row.file, type=FullReport)
    assert msgspec.json.decode(table_row.setup, type=TableSettings).setup is not None
    valid_rows = [
        decision_row
        for decision_row in await decisions.load_all(db, row.game)
        if decision_row.n <= row.n and (decision_row.undone_at is None or decision_row.undone_at >= row.reported_at)
    ]
    decision_pairs = tuple((read_decision(decision_row), decision_row.rules) for decision_row in valid_rows)
    return msgspec.structs.replace(full_report, hidden_data=HiddenData(table_row.seed.hex(), decision_pairs))
