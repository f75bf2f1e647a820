"""Tables to attack: those of tests/table."""

from tests.table.conftest import clock, players, tables

__all__ = ["clock", "players", "tables"]
