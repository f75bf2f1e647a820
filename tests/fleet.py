"""Many tables in one database and on one stand-in, each with its own channel and people who play it by clicks."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any

from bot.standin import Driver, StandIn
from bot.standin.model import components as c
from bot.table import Person, TableService, play
from bot.table.live import LiveTable
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import AIDS, Decision, Rng, games, random_answer
from storage import Database
from storage.messages import outbox
from storage.messages.kinds import Saying

from .clicker import Clicker

Watch = Callable[[LiveTable, Decision | None], None]


@dataclass(slots=True)
class FleetTable:
    """One table. players: by Discord id."""

    game: int
    channel: str
    players: dict[str, Clicker] = field(default_factory=dict)


class Fleet:
    """Tables of several games, each some way into its game, written to the database before the bot starts."""

    def __init__(self, standin: StandIn, database: Path, seed: int = 1) -> None:
        self.driver, self.gateway = Driver(standin.world), standin.gateway
        self.database = database
        self.chance = random.Random(seed)
        self.tables: list[FleetTable] = []

    async def fill(
        self, engines: Iterable[str], tables: int, *, steps: int = 20, seats: int = 3, watch: Watch | None = None
    ) -> None:
        """Open, seat, start and play `steps` random decisions at each table.

        engines: the games, which take turns; seats: at each, or the nearest number that its game allows; watch: is
        told when a game has begun (no decision) and every decision, and then all of it is still to be said; without it
        what has been said so far is not sent
        """
        rng = Rng(self.chance.randbytes(32))
        async with await Database.open(self.database) as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            for n, engine in zip(range(tables), cycle(engines), strict=False):
                there = min(games()[engine].seats, key=lambda number: abs(number - seats))
                people = [self.driver.person(f"P{n}x{seat}", locale=("ja", "en-US")[seat % 2]) for seat in range(there)]
                channel = self.driver.new_channel(f"table-{n}").id
                table = FleetTable(0, channel)
                for person in people:
                    table.players[person.id] = Clicker(person.at(channel), random.Random(self.chance.random()))
                ids = [int(p.id) for p in people]
                table.game = await self._play(service, engine, channel, ids, steps, rng, watch)
                if watch is None:
                    await self._quiet(db, table.game)
                self.tables.append(table)

    async def _play(
        self,
        tables: TableService,
        engine: str,
        channel: str,
        ids: list[int],
        steps: int,
        rng: Rng,
        watch: Watch | None = None,
    ) -> int:
        people = {user: Person(user, self.driver.world.user(str(user))["global_name"], "en") for user in ids}
        host, *others = people.values()
        guild = int(self.driver.guild_id)
        # Suggestions are thought out anew for each reader: who watches would have to think, too.
        options = {AIDS.id: "off"} if watch is not None and AIDS in games()[engine].options else {}
        game = await seating.open_table(
            tables, guild, int(channel), host, engine, Agreement(language="en", reminder_hours=None, options=options)
        )
        async with tables.at(game) as live:
            for person in others:
                await seating.join(tables, live, person)
            await seating.start(tables, live, host)
            if watch is not None:
                watch(live, None)
            for _ in range(steps):
                match = live.match
                if match is None or not live.is_playing:
                    break
                seat = live.waiting[0]
                prompt, ref = match.prompt(seat), live.ref(seat)
                assert prompt is not None and ref is not None
                person = people[live.seats[seat].person or 0]
                keys = random_answer(match, prompt, rng)
                await play.answer(tables, live, person, ref, keys)
                if watch is not None:
                    watch(live, Decision(ref.step, seat, keys))
        return game

    async def play_on(self, most: int = 40) -> int:
        """Play at each table until a person is called anew; how many calls wait to be said."""
        rng, waiting = Rng(self.chance.randbytes(32)), 0
        async with await Database.open(self.database) as db:
            service = TableService(db, lambda: int(time.time() * 1000))
            for table in self.tables:
                async with service.at(table.game) as live:
                    for _ in range(most):
                        match = live.match
                        if match is None or not live.is_playing or await outbox.waiting(db, table.game, Saying.PING):
                            break
                        seat = live.waiting[0]
                        prompt, ref = match.prompt(seat), live.ref(seat)
                        assert prompt is not None and ref is not None
                        person = Person(live.seats[seat].person or 0, live.seats[seat].name, "en")
                        await play.answer(service, live, person, ref, random_answer(match, prompt, rng))
                waiting += len(await outbox.waiting(db, table.game, Saying.PING))
        return waiting

    @staticmethod
    async def _quiet(db: Database, game: int) -> None:
        """Drop everything that waits to be said but the card."""
        async with db.transaction() as tx:
            for row in await outbox.waiting(tx, game):
                if row.kind != Saying.CARD:
                    await outbox.drop(tx, row.id, row.created_at, "said before the measurement")

    def card(self, table: FleetTable) -> dict[str, Any] | None:
        """The table's living card: the newest one."""
        return self.find(table, is_card)

    def find(self, table: FleetTable, test: Callable[[dict[str, Any]], bool]) -> dict[str, Any] | None:
        messages = self.driver.channel({"id": table.channel}).messages
        return next((message for message in reversed(messages) if test(message)), None)


def is_card(message: dict[str, Any]) -> bool:
    """The living card of a table in play has a Play button and one for what changed; a ping has only the first."""
    ids = [str(button.get("custom_id", "")).split(":") for button in c.of_type(message, c.BUTTON)]
    verbs = {custom_id[2] for custom_id in ids if custom_id[0] == "t" and len(custom_id) > 2}
    return {"play", "changed"} <= verbs
