"""How large a simulated quarter is, and the habits of its people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.table import Person
from tests.discovered import shipped

ZONES = (
    "Asia/Tokyo", "Europe/Rome", "America/New_York", "America/Los_Angeles", "Australia/Lord_Howe", "Pacific/Auckland",
    "Asia/Kathmandu", "America/Sao_Paulo", "Europe/London", "Asia/Kolkata", "Pacific/Apia", "Africa/Cairo",
)  # fmt: skip


@dataclass
class Plan:
    """How large, how long, how troubled. engines: which games, in turn.

    slowness: how long people take, 1 = about a day; kills: so often the bot is killed; stops: it is stopped for a
    week-end; aways: so often Discord is away; lost: so often a channel is deleted; vanish: the share of people who
    vanish, some of them for good.
    """

    tables: int = 300
    people: int = 220
    days: int = 91
    seed: int = 1
    engines: tuple[str, ...] = tuple(sorted(shipped()))
    slowness: float = 1.0
    kills: int = 14
    stops: bool = True
    aways: int = 4
    lost: int = 3
    vanish: float = 0.09
    helps: tuple[int, int, int] = (4, 2, 1)
    """How often the others of somebody who is late ask for the printed answer, for relief, for somebody else."""
    computers: float = 0.12
    """The share of tables with a computer player, where there is room."""


@dataclass
class Soul:
    """A person and their habits. gone, back: ticks between which they have vanished."""

    person: Person
    gone: int
    back: int
    slow: float
    night_owl: float

    def is_here(self, now: int) -> bool:
        return not self.gone <= now < self.back
