"""A house on a fresh database, a clock that tests move, and people who play the example game "flotsam"."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

from bot.table import House, Live, Person, play, seating
from engines.kernel import random_answer
from engines.kernel.chance import Rng
from storage import Database

AOI = Person(101, "Aoi", "ja")
MARCO = Person(102, "Marco", "en")
JULES = Person(103, "Jules", "en")
PEOPLE = {person.id: person for person in (AOI, MARCO, JULES)}


class Clock:
    """Milliseconds; stands still unless moved."""

    def __init__(self) -> None:
        self.now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now

    def pass_hours(self, hours: float) -> None:
        self.now += int(hours * 3_600_000)


class Players:
    """Plays tables of a house as its people would, with random legal answers."""

    def __init__(self, house: House, clock: Clock) -> None:
        self.house = house
        self.clock = clock
        self.rng = Rng(bytes(32))
        self.clicks = itertools.count(1)

    async def open(self, *people: Person, channel: int = 7, engine: str = "flotsam", order: str = "joined") -> int:
        """A started table; seats in the order in which the people are named."""
        host, *others = people
        game = await seating.open_table(self.house, 1, channel, host, engine, language="en")
        async with self.house.at(game) as live:
            for person in others:
                await seating.join(self.house, live, person)
            await seating.set_settings(self.house, live, host, order=order)
            await seating.start(self.house, live, host)
        return game

    async def step(self, live: Live, seat: int | None = None) -> None:
        """The seat (or the first one that is asked) gives a random legal answer."""
        seat = live.waiting[0] if seat is None else seat
        assert live.match is not None
        prompt, token = live.match.prompt(seat), live.token(seat)
        assert prompt is not None and token is not None
        keys = random_answer(live.match, prompt, self.rng)
        await self.say(live, seat, *keys)

    async def say(self, live: Live, seat: int, *keys: str) -> None:
        """The person on the seat answers the open question with these keys."""
        token = live.token(seat)
        person = PEOPLE[live.seats[seat].person or 0]
        assert token is not None
        await play.answer(self.house, live, msgspec.structs.replace(person, click=next(self.clicks)), token, keys)

    async def finish(self, game: int) -> None:
        """Play to the end."""
        async with self.house.at(game) as live:
            while live.is_playing:
                await self.step(live)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def house(tmp_path: Path, clock: Clock) -> AsyncIterator[House]:
    async with await Database.open(tmp_path / "teban.db") as db:
        yield House(db, clock, "en")


@pytest.fixture
def players(house: House, clock: Clock) -> Players:
    return Players(house, clock)
