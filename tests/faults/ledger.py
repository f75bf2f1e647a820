"""What people and Discord know of a run, and the comparison with what the database says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from bot.standin import World
from bot.standin.model import components as c
from bot.standin.model.events import Event
from storage import Database
from storage.messages import outbox
from storage.persons import people
from storage.play import games as game_rows
from storage.play import open_questions, seats
from tests.fleet import Fleet, is_card


@dataclass(slots=True)
class Ledger:
    """acknowledged: interactions whose answer a person has seen and that made a decision.

    posted: how many messages were created for each nonce. rung: by message that calls to a question, whom it rang.
    """

    acknowledged: list[int] = field(default_factory=list)
    posted: Counter[str] = field(default_factory=Counter)
    rung: dict[int, set[int]] = field(default_factory=dict)

    def listen(self, world: World) -> None:
        """Count every message that the bot posts."""

        def hear(event: Event) -> None:
            if event.t != "MESSAGE_CREATE":
                return
            if event.d.get("nonce"):
                self.posted[str(event.d["nonce"])] += 1
            if any(":play" in str(button.get("custom_id")) for button in c.of_type(event.d, c.BUTTON)):
                self.rung[int(event.d["id"])] = {int(user["id"]) for user in event.d["mentions"]}

        world.listen(hear)

    async def lost(self, database: Path) -> list[int]:
        """Acknowledged presses without a decision."""
        async with await Database.open(database, create=False) as db:
            stored = {row[0] for row in await db.rows("SELECT interaction_id FROM decisions")}
        return [press for press in self.acknowledged if press not in stored]

    async def ping_faults(self, database: Path) -> list[str]:
        """Calls that did not ring, rang more than once, or were never written."""
        async with await Database.open(database, create=False) as db:
            rows = await db.rows(
                "SELECT game, key, message_id, sent_at FROM outbox"
                " WHERE kind IN ('ping', 'reminder') AND sent_at IS NOT NULL"
            )
            answers = await db.rows("SELECT game, seat, step, at FROM decisions")
            written = {(game, key) for game, key in await db.rows("SELECT game, key FROM outbox WHERE kind = 'ping'")}
            asked = await db.rows(
                "SELECT a.game, a.seat || '.' || a.step || '.' || a.epoch || '.' || s.person FROM asked a"
                " JOIN seats s ON s.game = a.game AND s.seat = a.seat WHERE s.person IS NOT NULL"
            )
        found = [f"game {game}: nobody wrote the call {key}" for game, key in asked if (game, key) not in written]
        meant: dict[int, set[int]] = {}
        for game, key, message, at in rows:
            seat, step, _, person = map(int, key.split("."))
            meant.setdefault(message, set()).add(person)
            answered = any((g, s) == (game, seat) and n >= step and when <= at for g, s, n, when in answers)
            if person not in self.rung.get(message, ()) and not answered:  # who answers first need not be called
                found.append(f"game {game}: the call {key} is marked as sent and did not ring")
        for message, called in self.rung.items():
            found += [f"message {message} rang {p} without a call" for p in called - meant.get(message, set())]
        return found


async def quiet(database: Path) -> bool:
    """Nothing waits to be said."""
    async with await Database.open(database, create=False) as db:
        return await outbox.next_at(db) is None


async def card_faults(fleet: Fleet) -> list[str]:
    """Tables whose channel does not show exactly one living card that names everybody who is asked."""
    found = []
    async with await Database.open(fleet.database, create=False) as db:
        for table in fleet.tables:
            row = await game_rows.get(db, table.game)
            assert row is not None
            messages = fleet.driver.channel({"id": table.channel}).messages
            cards = [message for message in messages if is_card(message)]
            if row.status != "playing":
                if cards:
                    found.append(f"game {row.id} is {row.status}, its channel still shows a Play button")
                continue
            if len(cards) != 1:
                found.append(f"game {row.id}: {len(cards)} living cards")
                continue
            seated = {seat.seat: seat.person for seat in await seats.of_game(db, row.id)}
            for question in await open_questions.of_game(db, row.id):
                person = await people.get(db, seated[question.seat] or 0)
                if person is not None and person.name not in c.text(cards[0]):
                    found.append(f"game {row.id}: the card does not name {person.name}, who is asked")
    return found
