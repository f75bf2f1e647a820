"""A call as it is written down: who is asked what, and how often they were called before."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from storage.messages import outbox

Carrier = Literal["card", "post", "direct", "none"]
"""What carries a call: the table's card, a post of its own, a direct message; none: the person wants no calls, and the
clock runs from the card that shows the question."""


class Ping(msgspec.Struct, frozen=True):
    """seat is asked the question `step` in undo epoch `epoch`.

    count: reminders sent before (0: the call itself); together: keys of calls that were written at once and go into
    one card; missed: a direct message did not reach the person; due: of a reminder, when it would come if its person
    never slept
    """

    seat: int
    step: int
    epoch: int
    person: int
    count: int = 0
    carrier: Carrier = "post"
    together: tuple[str, ...] = ()
    missed: bool = False
    due: int = 0

    @property
    def key(self) -> str:
        """Of the call and of the message that shows it."""
        return outbox.ping_key(self.seat, self.step, self.epoch, self.person)


class Unping(msgspec.Struct, frozen=True):
    """The ping of this key was answered: remove its message and those of its reminders."""

    key: str


def pack(payload: Any) -> bytes:
    """A payload of the outbox or of a timer."""
    return msgspec.json.encode(payload)
