"""Fixtures: a table service on a fresh database, a clock that tests move, and players of the example game "flotsam"."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing

import msgspec
import pytest

from bot.table import Person, Table, TableService
from bot.table.computers.search_workers import find_advice
from bot.table.deadline import deadlines
from bot.table.lobby import seating
from bot.table.play import answers
from bot.table.state.settings import FIXED
from bot.table.terms.table_terms import TableTerms
from engines.kernel import pick_random_answer
from engines.kernel.chance import Rng
from storage import Database, DatabaseAddress
from storage.play import open_questions
from storage.play.decisions import DecisionRow
from storage.schema import load_migrations

AOI = Person(101, "Aoi", "ja")
MARCO = Person(102, "Marco", "en")
JULES = Person(103, "Jules", "en")


def compute_suggestion(table: Table, seat: int) -> None:
    """Compute and store the suggestion for the seat in this process."""
    request = table.find_suggestion_request(seat)
    if request is not None:
        table.set_advice(request, find_advice(request.job))


def list_tables() -> list[str]:
    """Return the names of all SQL tables, which are the same on each engine."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for script in load_migrations():
            connection.executescript(script)
        rows = connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
        return sorted(str(name) for (name,) in rows)


class Clock:
    """A clock in milliseconds that stands still unless moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_hours(self, hours: float) -> None:
        self.now += int(hours * 3_600_000)


class Players:
    """Plays tables on behalf of their people, with random legal answers."""

    def __init__(self, service: TableService, clock: Clock) -> None:
        self.service = service
        self.clock = clock
        self.rng = Rng(bytes(32))
        self.interactions = itertools.count(1)

    async def start_table(
        self, *people: Person, channel: int = 7, game_id: str = "flotsam", order: str = "joined", pace: str = FIXED
    ) -> int:
        """Return the id of a started table with seats in the order of `people`. FIXED counts wall-clock hours."""
        host, *others = people
        table_id = await seating.open_table(
            self.service, 1, channel, host, game_id, TableTerms(language="en", pace=pace)
        )
        async with self.service.lock_table(table_id) as table:
            for person in others:
                await seating.join_table(self.service, table, person)
            await seating.set_settings(self.service, table, host, order=order)
            await seating.start_game(self.service, table, host)
            await self.mark_notified(table)
        return table_id

    async def mark_notified(self, table: Table) -> None:
        """Record that the notifications of all open questions were sent, as the sender does."""
        async with self.service.db.transaction() as tx:
            for row in await open_questions.load_open_questions(tx, table.id):
                await deadlines.start_clock(tx, table, row.seat, row.step, row.epoch, self.clock())

    async def answer_randomly(self, table: Table, seat: int | None = None) -> list[DecisionRow]:
        """Give a random legal answer for the seat (default: the first seat that is asked). Return what was stored."""
        seat = table.waiting[0] if seat is None else seat
        assert table.match is not None
        prompt, ref = table.match.find_prompt(seat), table.build_question_ref(seat)
        assert prompt is not None and ref is not None
        keys = pick_random_answer(table.match, prompt, self.rng)
        return await self.answer(table, seat, *keys)

    async def answer(self, table: Table, seat: int, *keys: str) -> list[DecisionRow]:
        """Answer the seat's open question with these keys, as the person on the seat."""
        ref = table.build_question_ref(seat)
        assignment = table.seats[seat]
        assert ref is not None and assignment.person is not None
        person = Person(assignment.person, assignment.name, "en")
        rows = await answers.answer_question(
            self.service, table, msgspec.structs.replace(person, interaction_id=next(self.interactions)), ref, keys
        )
        await self.mark_notified(table)
        return rows

    async def play_to_end(self, table_id: int) -> None:
        """Play the game to its end."""
        async with self.service.lock_table(table_id) as table:
            while table.is_playing:
                await self.answer_randomly(table)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(database: DatabaseAddress, clock: Clock) -> AsyncIterator[TableService]:
    async with await Database.open(database, may_create=False) as db:
        yield TableService(db, clock, "en")


@pytest.fixture
def players(service: TableService, clock: Clock) -> Players:
    return Players(service, clock)
