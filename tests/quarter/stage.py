"""What the parts of a simulated quarter share: time, chance, the bot, the post office, the model."""

from __future__ import annotations

import heapq
import itertools
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import msgspec

from bot.table import Person, TableService
from engines.kernel import Rng
from storage import Database

from .facts import Morning
from .machine import Machine
from .model import Model
from .plan import Plan, Soul
from .postoffice import Killed, Post, PostOffice
from .relief import Relief
from .table import Table
from .ticks import DAY, asleep, ms


class Stage(ABC):
    """What everything else stands on: the clock, the heap of what is to come, the bot, and the model."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.chance = Random(plan.seed)
        self.secrets = Random(plan.seed)
        self.rng = Rng(self.chance.randbytes(32))
        self.now = 0
        self.ticks = plan.days * DAY
        self.model = Model(self.ticks + 40 * DAY)
        self.tables: dict[int, Table] = {}
        self.relief: dict[int, Relief] = {}
        self.kill_in = 0
        self.office = PostOffice(self.chance, lambda: self.now, self.hear, self.may_die, lose=0.002)
        self.folder = folder
        self.db: Database
        self.machine: Machine | None = None
        self.heap: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.order = itertools.count()
        self.clicks = itertools.count(1)
        self.souls: dict[int, Soul] = {}
        self.visits: dict[tuple[int, int], int] = {}
        self.said: Counter[int] = Counter()
        """How often each row of the outbox was posted."""
        self.kinds: dict[int, tuple[int, str]] = {}
        """Game and kind of each message."""
        self.known_n: dict[int, int] = {}
        self.done: Counter[str] = Counter()
        self.away_since = 0
        self.digests: dict[int, int] = {}
        self.mornings: dict[int, Morning] = {}
        self.adrift: set[int] = set()
        """Tables whose channel is gone."""
        self.lost: dict[tuple[int, int], int] = {}
        """Who is to be told that (game, person), and since when."""
        self.invited: dict[tuple[int, int], int] = {}
        """Who is to be told of an invitation (game, person), and since when."""

    def clock(self) -> int:
        return ms(self.now)

    def at(self, when: int, what: Callable[[], Awaitable[None]]) -> None:
        heapq.heappush(self.heap, (max(when, self.now), next(self.order), what))

    @abstractmethod
    def hear(self, post: Post, edited: bool) -> None:
        """A message was posted, or changed."""

    @abstractmethod
    async def observe(self, game: int) -> None:
        """Tell the model how the table stands."""

    @abstractmethod
    async def visit(self, number: int, game: int) -> None:
        """The person comes to a table and does what there is to do."""

    @abstractmethod
    def rung(self, person: int, game: int, often: float = 1.0) -> None:
        """The person has heard of something at the table."""

    @abstractmethod
    def advertised(self, game: int, seat: int) -> None:
        """A seat is offered to whoever comes."""

    def may_die(self) -> None:
        if self.kill_in > 0:
            self.kill_in -= 1
            if not self.kill_in:
                raise Killed

    def service(self) -> TableService | None:
        """The tables, if they can be reached now."""
        return None if self.machine is None or self.office.is_away else self.machine.tables

    def reached(self) -> TableService:
        """The tables, by somebody who has come to them."""
        assert self.machine is not None
        return self.machine.tables

    def awake_for_all(self, number: int) -> bytearray:
        """Nights, rest days and absences that the person told, whatever the table."""
        one = self.model.people[number]
        bits = bytearray(one.bits)
        for start, end, _, kind in one.away:
            if kind != "net":
                asleep(bits, (start, end))
        return bits

    def who(self, number: int) -> Person:
        """The person with a new click."""
        return msgspec.structs.replace(self.souls[number].person, click=next(self.clicks))

    def advance(self, table: Table) -> None:
        """Time has passed for the table; while the bot or Discord is away, only until that began: the rest counts for
        nobody.
        """
        table.advance(max(table.at, self.away_since) if self.away_since else self.now)

    def advance_all(self, number: int) -> None:
        for table in self.tables.values():
            if any(number in (s.person, s.holder) for s in table.seats.values()):
                self.advance(table)
