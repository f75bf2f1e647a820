"""Display names of players as they are stored: those under which the players were last seen."""

from bot.table.service.decision_batch import DecisionBatch
from storage import Transaction
from storage.persons import people


async def update_display_name(tx: Transaction, batch: DecisionBatch) -> None:
    """Update the person's stored display name if it has changed."""
    person, assignment = batch.person, batch.table.seats[batch.seat]
    if person is None:
        return
    known_name = assignment.substitute_name if person.id == assignment.substitute else assignment.name
    if person.name != known_name:
        await people.save_person(tx, person.id, person.name, batch.now)
        batch.table.seats = await batch.service.load_seats(tx, batch.table.row)
