"""Many tables in one database on one fake Discord server, each with its own channel and simulated people."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from bot.fake_discord import Driver, FakeDiscord
from bot.fake_discord.model import components as c
from bot.table import Person, TableService
from bot.table.lobby import seating
from bot.table.play import answers
from bot.table.state.table import Table
from bot.table.terms.table_terms import TableTerms
from engines.kernel import AIDS, Decision, Rng, load_games, pick_random_answer
from storage import Database
from storage.kinds import OutboxKind
from storage.messages import outbox_rows

from .clicker import Clicker

Watch = Callable[[Table, Decision | None], None]


@dataclass(slots=True)
class FleetTable:
    """One table of the fleet."""

    table_id: int
    channel: str
    players: dict[str, Clicker] = field(default_factory=dict)
    """Discord id -> simulated person."""


class Fleet:
    """Tables in the middle of several games, written to the database before the bot starts."""

    def __init__(self, fake_discord: FakeDiscord, database: Path, seed: int = 1) -> None:
        self.driver, self.gateway = Driver(fake_discord.world), fake_discord.gateway
        self.database = database
        self.rng = random.Random(seed)
        self.tables: list[FleetTable] = []

    async def fill_tables(
        self,
        game_ids: Iterable[str],
        tables: int,
        *,
        steps: int = 20,
        seats: int = 3,
        watch: Watch | None = None,
        aided: Collection[int] = (),
    ) -> None:
        """Open, seat, start and play `steps` random decisions at each table.

        game_ids: the games, in rotation
        seats: number of seats, or the nearest number that the game allows
        watch: called at the start of each game (with None) and with every decision; then all messages stay in the
        outbox, while without it they are dropped, and no tables but those with the indexes `aided` have
        suggestions, because the watcher would have to search for them as well
        """
        rng = Rng(self.rng.randbytes(32))
        async with await Database.open(self.database) as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            for n, game_id in zip(range(tables), cycle(game_ids), strict=False):
                seat_count = min(load_games()[game_id].seat_counts, key=lambda number: abs(number - seats))
                people = [
                    self.driver.add_user(f"P{n}x{seat}", locale=("ja", "en-US")[seat % 2]) for seat in range(seat_count)
                ]
                channel = self.driver.add_channel(f"table-{n}").id
                table = FleetTable(0, channel)
                for person in people:
                    table.players[person.id] = Clicker(person.in_channel(channel), random.Random(self.rng.random()))
                ids = [int(p.id) for p in people]
                aids = "on" if n in aided else "off" if watch is not None else None
                table.table_id = await self._open_and_play(service, game_id, channel, ids, steps, rng, watch, aids)
                if watch is None:
                    await self._drop_messages(db, table.table_id)
                self.tables.append(table)

    async def _open_and_play(
        self,
        service: TableService,
        game_id: str,
        channel: str,
        ids: list[int],
        steps: int,
        rng: Rng,
        watch: Watch | None = None,
        aids: str | None = None,
    ) -> int:
        people = {user: Person(user, self.driver.world.find_user(str(user))["global_name"], "en") for user in ids}
        host, *others = people.values()
        guild = int(self.driver.guild_id)
        options = {AIDS.id: aids} if aids is not None and AIDS in load_games()[game_id].options else {}
        table_id = await seating.open_table(
            service, guild, int(channel), host, game_id, TableTerms(language="en", reminder_hours=None, options=options)
        )
        async with service.lock_table(table_id) as table:
            for person in others:
                await seating.join_table(service, table, person)
            await seating.start_game(service, table, host)
            if watch is not None:
                watch(table, None)
            for _ in range(steps):
                match = table.match
                if match is None or not table.is_playing:
                    break
                seat = table.waiting[0]
                prompt, ref = match.find_prompt(seat), table.build_question_ref(seat)
                assert prompt is not None and ref is not None
                person = people[table.seats[seat].person or 0]
                keys = pick_random_answer(match, prompt, rng)
                await answers.answer_question(service, table, person, ref, keys)
                if watch is not None:
                    watch(table, Decision(ref.step, seat, keys))
        return table_id

    async def play_on(self, max_decisions: int = 40) -> int:
        """Play at each table until a turn notification is queued; return the number of queued notifications."""
        rng, waiting = Rng(self.rng.randbytes(32)), 0
        async with await Database.open(self.database) as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            for table in self.tables:
                async with service.lock_table(table.table_id) as table_state:
                    for _ in range(max_decisions):
                        match = table_state.match
                        if (
                            match is None
                            or not table_state.is_playing
                            or await outbox_rows.load_waiting_rows(db, table.table_id, OutboxKind.TURN_NOTIFICATION)
                        ):
                            break
                        seat = table_state.waiting[0]
                        prompt, ref = match.find_prompt(seat), table_state.build_question_ref(seat)
                        assert prompt is not None and ref is not None
                        person = Person(table_state.seats[seat].person or 0, table_state.seats[seat].name, "en")
                        await answers.answer_question(
                            service, table_state, person, ref, pick_random_answer(match, prompt, rng)
                        )
                waiting += len(await outbox_rows.load_waiting_rows(db, table.table_id, OutboxKind.TURN_NOTIFICATION))
        return waiting

    @staticmethod
    async def _drop_messages(db: Database, table_id: int) -> None:
        """Drop all queued messages except the card."""
        async with db.transaction() as tx:
            for row in await outbox_rows.load_waiting_rows(tx, table_id):
                if row.kind != OutboxKind.CARD:
                    await outbox_rows.drop_row(tx, row.id, row.created_at, "said before the measurement")

    def find_card(self, table: FleetTable) -> dict[str, Any] | None:
        """Return the table's card: the newest one."""
        return self.find_message(table, is_card)

    def find_message(self, table: FleetTable, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any] | None:
        messages = self.driver.view_channel({"id": table.channel}).messages
        return next((message for message in reversed(messages) if test(message)), None)


def is_card(message: dict[str, Any]) -> bool:
    """Return whether the message is a card: it has buttons for Play and for changes, a notification has only Play."""
    ids = [str(button.get("custom_id", "")).split(":") for button in c.list_of_types(message, c.BUTTON)]
    verbs = {custom_id[2] for custom_id in ids if custom_id[0] == "t" and len(custom_id) > 2}
    return {"play", "changed"} <= verbs
