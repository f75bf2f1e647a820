"""Numbers in the arguments of controls. An id of another version, or a forged one, may hold anything there."""

from bot.table import Table
from engines.kernel import Seat

from .errors import UserError

MAX_DIGITS = 18
"""Longer numbers do not fit an integer of SQLite."""


def read_number(text: str, *, below: int = 10**MAX_DIGITS) -> int:
    """Return a number from 0 to below the limit. Raises UserError for anything else."""
    if not (text.isascii() and text.isdecimal()) or len(text) > MAX_DIGITS or int(text) >= below:
        raise UserError("error.old_control")
    return int(text)


def read_seat(table: Table, text: str) -> Seat:
    """Return the number of a seat of the table. Raises UserError if it has no such seat."""
    return read_number(text, below=len(table.seats))
