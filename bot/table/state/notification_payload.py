"""Payload of a turn notification: the person, the question, and how often they were reminded."""

from typing import Any, Literal

import msgspec

from storage.messages import outbox_rows

Carrier = Literal["card", "post", "direct", "none"]
"""The carrier of a notification: the table's card, a post of its own, a direct message. none: the person wants no
notifications, and the clock runs from the card that shows the question.
"""


class TurnNotification(msgspec.Struct, frozen=True):
    """A seat is asked a question."""

    seat: int
    """The seat that is asked."""
    step: int
    """First question of the run (`OpenQuestionRow.step`)."""
    epoch: int
    """`GameRow.epoch` when `step` was asked."""
    person: int
    """The person who is notified: the holder or a substitute."""
    count: int = 0
    """Reminders sent before (0: the notification itself)."""
    carrier: Carrier = "post"
    """Chosen when it is enqueued; a reminder has that of its own time."""
    card_keys: tuple[str, ...] = msgspec.field(default=(), name="together")
    """Keys of notifications that were enqueued at once and share one card."""
    was_undeliverable: bool = msgspec.field(default=False, name="missed")
    """A direct message could not be delivered."""
    due: int = 0
    """For reminders: when it would come if the person never slept."""
    called_ids: tuple[int, ...] | None = None
    """Ids of the people whom an attempt to send it may have called; None: none was begun."""

    @property
    def key(self) -> str:
        """Key of the notification and of the post that shows it."""
        return outbox_rows.build_notification_key(self.seat, self.step, self.epoch, self.person)


class Retraction(msgspec.Struct, frozen=True):
    """The notification of this key was answered: remove its post and those of its reminders."""

    key: str
    """`TurnNotification.key`, or the key of a note or notice."""


def encode_payload(payload: Any) -> bytes:
    """Encode a payload of the outbox or of a timer."""
    return msgspec.json.encode(payload)
