"""Tables of this game without Discord, as in tests/table."""

from tests.table.conftest import clock, service

__all__ = ["clock", "service"]
