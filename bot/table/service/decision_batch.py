"""Decisions that are applied in memory and about to be committed together, and the type of the handlers that follow
them.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.table.state.people import Person
from bot.table.state.table import Table
from engines.kernel import Applied, Decision, Seat
from storage import Transaction
from storage.play.decisions import Origin

from .table_service import TableService


@dataclass(frozen=True, slots=True)
class AppliedDecision:
    """One decision as it was applied in memory, before it is stored."""

    n: int
    """Number of the decision in its game."""
    decision: Decision
    """The answer, by the step and seat of its question."""
    applied: Applied
    """Its effects: events, checkpoints, whether others see it."""
    origin: Origin
    """"order" for a preset answer, else that of the batch."""
    person: int | None
    """The person who gave the answer, or set the preset."""
    hands_over: bool
    """A turn is finished, or another seat is asked."""
    is_joined: bool
    """It is taken back together with the decision before it."""
    turn_info: bytes | None = None
    """The packed turn info after the decision, if it ended a turn."""


@dataclass(frozen=True, slots=True)
class DecisionBatch:
    """An answer and the preset answers that followed it at once; they are committed in one transaction."""

    service: TableService
    """For database, clock and workers."""
    table: Table
    """Locked; its match has all of `applied` behind it already."""
    seat: Seat
    """The seat of the answer."""
    origin: Origin
    """Origin of the answer; the preset answers after it have the origin "order"."""
    person: Person | None
    """The person who answered; None for time-outs, computer players and forced defaults."""
    applied: tuple[AppliedDecision, ...]
    """In order, at least one."""
    waiting_before: tuple[Seat, ...]
    """The seats that were asked before the answer."""
    had_time_out: bool
    """Whether the question before the answer had a time-out answer."""
    forced_by: tuple[int, ...]
    """People who forced a late player's default answer."""
    ends_autopilot: bool
    """The person answered while an autopilot played for their seat."""
    now: int
    """Time of the transaction, in milliseconds."""

    @property
    def is_public(self) -> bool:
        """Whether the other seats learn of at least one of the decisions."""
        return any(entry.applied.is_public for entry in self.applied)

    @property
    def is_secret_change(self) -> bool:
        """Whether a secret answer was changed and nothing else happened. No post may reveal it, nor its time: no post
        is edited then, and no public picture is drawn again.
        """
        match, step = self.table.match, self.applied[-1].decision.step
        return match is not None and match.step == step and self.table.waiting == self.waiting_before


DecisionHandler = Callable[[Transaction, DecisionBatch], Awaitable[None]]
"""A step that follows every decision, written in the transaction that records it."""
