"""Size of a simulated quarter, and the habits of its people."""

from __future__ import annotations

from dataclasses import dataclass

from bot.table import Person
from tests.discovered import list_shipped_games

ZONES = (
    "Asia/Tokyo", "Europe/Rome", "America/New_York", "America/Los_Angeles", "Australia/Lord_Howe", "Pacific/Auckland",
    "Asia/Kathmandu", "America/Sao_Paulo", "Europe/London", "Asia/Kolkata", "Pacific/Apia", "Africa/Cairo",
)  # fmt: skip


@dataclass
class Plan:
    """Size and length of a simulation, and the faults in it."""

    tables: int = 300
    people: int = 220
    days: int = 91
    seed: int = 1
    game_ids: tuple[str, ...] = tuple(sorted(list_shipped_games()))
    """Games of the tables, in turn."""
    slowness: float = 1.0
    """Delay of answers; 1 is about a day."""
    kills: int = 14
    """Number of kills of the bot."""
    stops: bool = True
    """True if the bot is stopped for a weekend."""
    aways: int = 4
    """Number of Discord outages."""
    deleted_channels: int = 3
    """Number of deleted channels."""
    vanish: float = 0.09
    """Share of people who vanish, some of them for good."""
    helps: tuple[int, int, int] = (4, 2, 1)
    """Weights of the others' requests about a late player: forced default, autopilot, replacement."""
    computers: float = 0.12
    """Share of tables with a computer player, if a seat is free."""


@dataclass
class SimulatedPerson:
    """A simulated person and their habits. They have vanished from tick `gone` until tick `back`."""

    person: Person
    gone_at: int
    back_at: int
    slowness: float
    night_owl: float

    def is_here(self, now: int) -> bool:
        return not self.gone_at <= now < self.back_at
