"""Kinds of what is kept about time: what happens later at a table, and why its clocks stand still."""

from __future__ import annotations

from enum import StrEnum


class Timer(StrEnum):
    """Stored, and written out in SQL: a name may change, a value never. Beside each, what its key is."""

    CALL = "call"
    """A call waits for the morning; the seat."""
    REMINDER = "reminder"
    """Somebody is called again; the seat."""
    NUDGE = "nudge"
    """Somebody wakes who is to be told what was said meanwhile; the person."""
    TIMEOUT = "timeout"
    """A question answers itself; its reference."""
    LATE = "late"
    """The player of a turn has used all time, and the others may act; the seat."""
    REQUEST = "request"
    """A silence counts as an abstention, or the request is over; its name."""
    EXPIRY = "expiry"
    """A table that is not started is told that it closes, or closes; which of the two."""
    VACANT = "vacant"
    """Nobody has come for an open seat; the seat."""
    SITTER = "sitter"
    """The time of a sitter is over; the seat."""
    PAUSE = "pause"
    """A pause ends by itself; its reason."""
    SLEEP = "sleep"
    """The people of a sleeping table are called, or it is put away; which of the two."""


class Pause(StrEnum):
    """Stored, as a timer's kind is."""

    VOTE = "vote"
    """The people have agreed on it."""
    MODERATOR = "moderator"
    """Who looks after the server has stopped the table."""
    CHANNEL = "channel"
    """The table's channel is gone."""
    ASLEEP = "asleep"
    """Nobody has come for a long time."""
    RULES = "rules"
    """The rules of today cannot go on with the game."""
