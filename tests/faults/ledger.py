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

    posted: how many messages were created for each nonce.
    """

    acknowledged: list[int] = field(default_factory=list)
    posted: Counter[str] = field(default_factory=Counter)

    def listen(self, world: World) -> None:
        """Count every message that the bot posts."""

        def hear(event: Event) -> None:
            if event.t == "MESSAGE_CREATE" and event.d.get("nonce"):
                self.posted[str(event.d["nonce"])] += 1

        world.listen(hear)

    async def lost(self, database: Path) -> list[int]:
        """Acknowledged presses without a decision."""
        async with await Database.open(database, create=False) as db:
            stored = {row[0] for row in await db.rows("SELECT interaction_id FROM decisions")}
        return [press for press in self.acknowledged if press not in stored]

    async def ping_faults(self, database: Path) -> list[str]:
        """Pings that were posted twice, or marked as sent without having been posted."""
        found = []
        async with await Database.open(database, create=False) as db:
            rows = await db.rows(
                "SELECT nonce, key, game, sent_at, dropped_at FROM outbox WHERE kind = ?", (outbox.PING,)
            )
        for nonce, key, game, sent_at, dropped_at in rows:
            times = self.posted[nonce]
            if times > 1 or (sent_at is not None and times == 0):
                found.append(f"game {game}, ping {key}: posted {times} times, sent {sent_at}, dropped {dropped_at}")
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
