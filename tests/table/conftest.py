"""Tables on a fresh database, a clock that tests move, and people who play the example game "flotsam"."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.table import LiveTable, Person, TableService, play
from bot.table.computers.thinking import advise
from bot.table.live import FIXED
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.time import deadlines
from engines.kernel import random_answer
from engines.kernel.chance import Rng
from storage import Database
from storage.play import open_questions

AOI = Person(101, "Aoi", "ja")
MARCO = Person(102, "Marco", "en")
JULES = Person(103, "Jules", "en")


def suggest(live: LiveTable, seat: int) -> None:
    """Think out what is to be suggested to the seat, now and here."""
    wanted = live.wanted(seat)
    if wanted is not None:
        live.advise(wanted, advise(wanted.wish))


class Clock:
    """Milliseconds; stands still unless moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_hours(self, hours: float) -> None:
        self.now += int(hours * 3_600_000)


class Players:
    """Plays tables as their people would, with random legal answers."""

    def __init__(self, tables: TableService, clock: Clock) -> None:
        self.tables = tables
        self.clock = clock
        self.rng = Rng(bytes(32))
        self.clicks = itertools.count(1)

    async def open(
        self, *people: Person, channel: int = 7, engine: str = "flotsam", order: str = "joined", pace: str = FIXED
    ) -> int:
        """A started table; seats in the order in which the people are named. By default it counts hours of the wall."""
        host, *others = people
        game = await seating.open_table(self.tables, 1, channel, host, engine, Agreement(language="en", pace=pace))
        async with self.tables.at(game) as live:
            for person in others:
                await seating.join(self.tables, live, person)
            await seating.set_settings(self.tables, live, host, order=order)
            await seating.start(self.tables, live, host)
            await self.call(live)
        return game

    async def call(self, live: LiveTable) -> None:
        """The calls of all open questions have gone out, as the sender would have it."""
        async with self.tables.db.transaction() as tx:
            for row in await open_questions.of_game(tx, live.id):
                await deadlines.called(tx, live, row.seat, row.step, row.epoch, self.clock())

    async def step(self, live: LiveTable, seat: int | None = None) -> None:
        """The seat (or the first one that is asked) gives a random legal answer."""
        seat = live.waiting[0] if seat is None else seat
        assert live.match is not None
        prompt, ref = live.match.prompt(seat), live.ref(seat)
        assert prompt is not None and ref is not None
        keys = random_answer(live.match, prompt, self.rng)
        await self.say(live, seat, *keys)

    async def say(self, live: LiveTable, seat: int, *keys: str) -> None:
        """The person on the seat answers the open question with these keys."""
        ref = live.ref(seat)
        seated = live.seats[seat]
        assert ref is not None and seated.person is not None
        person = Person(seated.person, seated.name, "en")
        await play.answer(self.tables, live, msgspec.structs.replace(person, click=next(self.clicks)), ref, keys)
        await self.call(live)

    async def finish(self, game: int) -> None:
        """Play to the end."""
        async with self.tables.at(game) as live:
            while live.is_playing:
                await self.step(live)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def tables(database: Path, clock: Clock) -> AsyncIterator[TableService]:
    async with await Database.open(database, create=False) as db:
        yield TableService(db, clock, "en")


@pytest.fixture
def players(tables: TableService, clock: Clock) -> Players:
    return Players(tables, clock)
