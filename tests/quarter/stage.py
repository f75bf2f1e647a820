"""Shared base of the simulation: time, chance, the bot, the simulated Discord and the model."""

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

from .autopilot import AutopilotCheck
from .model import Model
from .model_data import Morning
from .plan import Plan, SimulatedPerson
from .postoffice import Killed, Post, PostOffice
from .simulated_bot import BotRun
from .table_model import TableModel
from .ticks import DAY, mark_asleep, to_millis


class Stage(ABC):
    """Base class with the clock, the heap of scheduled actions, the bot and the model."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.plan = plan
        self.rng = Random(plan.seed)
        self.secrets = Random(plan.seed)
        self.game_rng = Rng(self.rng.randbytes(32))
        self.now = 0
        self.ticks = plan.days * DAY
        self.model = Model(self.ticks + 40 * DAY)
        self.tables: dict[int, TableModel] = {}
        self.autopilot_checks: dict[int, AutopilotCheck] = {}
        self.kill_in = 0
        self.office = PostOffice(self.rng, lambda: self.now, self.receive_post, self.die_if_armed, loss_share=0.002)
        self.folder = folder
        self.db: Database
        self.bot_run: BotRun | None = None
        self.heap: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.order = itertools.count()
        self.interactions = itertools.count(1)
        self.simulated_people: dict[int, SimulatedPerson] = {}
        self.visits: dict[tuple[int, int], int] = {}
        self.post_counts: Counter[int] = Counter()
        """Number of posts of each outbox row."""
        self.message_kinds: dict[int, tuple[int, str]] = {}
        """(game, kind) of each message."""
        self.known_n: dict[int, int] = {}
        self.event_counts: Counter[str] = Counter()
        self.away_since = 0
        self.last_lists: dict[int, int] = {}
        self.mornings: dict[int, Morning] = {}
        self.orphaned_games: set[int] = set()
        """Tables whose channel is deleted."""
        self.expected_loss_messages: dict[tuple[int, int], int] = {}
        """Expected messages about lost channels: (game, person) to the time of the loss."""
        self.expected_invitations: dict[tuple[int, int], int] = {}
        """Expected messages about invitations: (game, person) to the time of the invitation."""

    def clock(self) -> int:
        return to_millis(self.now)

    def schedule(self, due_at: int, action: Callable[[], Awaitable[None]]) -> None:
        heapq.heappush(self.heap, (max(due_at, self.now), next(self.order), action))

    @abstractmethod
    def receive_post(self, post: Post, edited: bool) -> None:
        """Check a posted or edited message."""

    @abstractmethod
    async def observe(self, table_id: int) -> None:
        """Pass the state of the table to the model."""

    @abstractmethod
    async def visit_table(self, number: int, table_id: int) -> None:
        """Let the person visit the table."""

    @abstractmethod
    def react_to_notification(self, person: int, table_id: int, probability: float = 1.0) -> None:
        """Schedule a visit of a person who was notified, with this probability."""

    @abstractmethod
    def react_to_offer(self, table_id: int, seat: int) -> None:
        """React to a seat that is offered to anybody."""

    def die_if_armed(self) -> None:
        if self.kill_in > 0:
            self.kill_in -= 1
            if not self.kill_in:
                raise Killed

    def find_service(self) -> TableService | None:
        """Return the table service, or None if the bot cannot be reached."""
        return None if self.bot_run is None or self.office.is_away else self.bot_run.service

    def require_service(self) -> TableService:
        """Return the table service of a running bot."""
        assert self.bot_run is not None
        return self.bot_run.service

    def build_awake_bits(self, number: int) -> bytearray:
        """Return the awake bits with nights, rest days and announced absences, independent of the table."""
        model_person = self.model.people[number]
        bits = bytearray(model_person.awake_bits)
        for start, end, _, kind in model_person.absences:
            if kind != "net":
                mark_asleep(bits, (start, end))
        return bits

    def build_actor(self, number: int) -> Person:
        """Return the person with a new interaction id."""
        return msgspec.structs.replace(self.simulated_people[number].person, interaction_id=next(self.interactions))

    def advance(self, table: TableModel) -> None:
        """Advance the table's clocks to now, or to the beginning of a current outage, which is never charged."""
        table.advance(max(table.advanced_to, self.away_since) if self.away_since else self.now)

    def advance_all(self, number: int) -> None:
        for table in self.tables.values():
            if any(number in (s.person, s.holder) for s in table.seats.values()):
                self.advance(table)
