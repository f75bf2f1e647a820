"""Change the holder of a seat, or the player who answers for it: store the new tenure, and notify the new player. Keep
the stored name of the player up to date.
"""

from bot.table.deadline import deadlines
from bot.table.notices import outbox, turn_notifications
from bot.table.service.decision_batch import DecisionBatch
from bot.table.service.table_service import TableService
from bot.table.state.seat_names import load_tenures
from bot.table.state.table import Table
from engines.kernel import Seat
from storage import Transaction
from storage.persons import people
from storage.play import preset_answers, seat_tenures, seats
from storage.play.seat_tenures import TenureReason, TenureRow
from storage.play.seats import SeatRow

ADVERT = "advert"
"""Prefix of the keys of notices that offer an open seat."""
OFFERS = (ADVERT, "nobody", "sitter", "relief")
"""Notices about a seat whose buttons are removed when it gets another holder."""


async def begin_tenures(tx: Transaction, table: Table, now: int) -> None:
    """Start the tenures of all seats at the start of the game."""
    for seated in table.seats:
        row = TenureRow(table.id, seated.seat, 1, seated.person, seated.policy, seated.person, "start", now)
        await seat_tenures.begin_tenure(tx, row)
    table.tenures = await load_tenures(tx, table.row)


async def change_assignment(
    tx: Transaction,
    service: TableService,
    table: Table,
    row: SeatRow,
    why: TenureReason,
    now: int,
    from_n: int | None = None,
) -> None:
    """Store a new assignment of a seat. from_n: the first decision of the player who answers now (None: the next one).

    The earlier notification is withdrawn, and the new player is notified, which starts their clock. Preset answers
    belong to the person who set them: a new holder starts without any, and those of a substitute end with the
    substitution.
    """
    old_assignment = table.seats[row.seat]
    if table.is_playing:
        await deadlines.stop_clocks(tx, table, now)  # until now the hours of the previous player counted
    await seats.save_seat(tx, row)
    await store_tenure(tx, service, table, row.seat, why, now, from_n)
    if old_assignment.person != row.person:
        await preset_answers.delete_presets_of_seat(tx, table.id, row.seat)
        table.presets = {key: preset for key, preset in table.presets.items() if preset.seat != row.seat}
    elif old_assignment.substitute is not None and old_assignment.substitute != row.substitute:
        substitute = old_assignment.substitute
        await preset_answers.delete_presets_of_substitute(tx, table.id, row.seat, substitute)
        table.presets = {
            key: preset
            for key, preset in table.presets.items()
            if (preset.seat, preset.person) != (row.seat, substitute)
        }
    if table.is_playing and old_assignment.person_to_notify == table.seats[row.seat].person_to_notify:
        await deadlines.arm_timers(tx, table, now)
    elif table.is_playing:
        await turn_notifications.notify_new_person(tx, table, row.seat, old_assignment.person_to_notify, now)
    new_assignment = table.seats[row.seat]
    if not new_assignment.is_vacant and (new_assignment.person, new_assignment.substitute, new_assignment.policy) != (
        old_assignment.person,
        old_assignment.substitute,
        old_assignment.policy,
    ):
        await outbox.enqueue_button_removals(tx, table, now, *(f"{name}.{row.seat}" for name in OFFERS))


async def store_tenure(
    tx: Transaction,
    service: TableService,
    table: Table,
    seat: Seat,
    why: TenureReason,
    now: int,
    from_n: int | None = None,
) -> None:
    """Reload the seats after a change in the database, and store the tenure that begins."""
    table.seats = await service.load_seats(tx, table.row)
    assignment = table.seats[seat]
    person = None if assignment.answering_policy is not None else assignment.substitute or assignment.person
    first_n = table.last_n + 1 if from_n is None else from_n
    await seat_tenures.begin_tenure(
        tx, TenureRow(table.id, seat, first_n, person, assignment.answering_policy, assignment.person, why, now)
    )
    table.tenures = await load_tenures(tx, table.row)


async def update_display_name(tx: Transaction, batch: DecisionBatch) -> None:
    """Update the person's stored display name if it has changed."""
    person, assignment = batch.person, batch.table.seats[batch.seat]
    if person is None:
        return
    known_name = assignment.substitute_name if person.id == assignment.substitute else assignment.name
    if person.name != known_name:
        await people.save_person(tx, person.id, person.name, batch.now)
        batch.table.seats = await batch.service.load_seats(tx, batch.table.row)
