"""Kinds of things to say: of rows of the outbox, and of the posts that show them (docs/decisions/004)."""

from __future__ import annotations

from enum import StrEnum


class Saying(StrEnum):
    """Stored, and written out in SQL: a name may change, a value never."""

    CARD = "card"
    TURN = "turn"
    STRIKE = "strike"
    """A turn that was told was taken back."""
    PING = "ping"
    """A call. Its post is removed when the question is answered, as are those of reminders and notes."""
    REMINDER = "reminder"
    NOTE = "note"
    """Something small for one person."""
    UNPING = "unping"
    """A call or note is no longer true."""
    NOTICE = "notice"
    SPENT = "spent"
    """What a notice offered is gone."""
    REQUEST = "request"
    FINAL = "final"
    REPLAY = "replay"
    DIGEST = "digest"
    """The tables that wait for a person."""
    ORPHAN = "orphan"
    """A table has lost its channel."""
    STALE = "stale"
    """Of a post only: another one has taken its place, and it is to be deleted."""
    TROUBLE = "trouble"
    """Of a post only: the host was told that the table's channel takes none."""
