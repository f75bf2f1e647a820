"""Tables of this game without Discord, as in tests/table."""

from tests.table.conftest import clock, players, service

__all__ = ["clock", "players", "service"]
