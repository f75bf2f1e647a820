"""Fixtures of tests/table, which provide the attacked tables."""

from tests.table.conftest import clock, players, service

__all__ = ["clock", "players", "service"]
