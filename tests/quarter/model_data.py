"""Data of the model (people, clocks, questions, seats) and the numbers of its rules. Times are in ticks."""

from __future__ import annotations

from dataclasses import dataclass, field

from .ticks import DAY, HOUR, MINUTE, build_awake_bits

WAKING = 15 * HOUR
PACES = {"brisk": (WAKING // 2, 2 * WAKING, WAKING // 4), "steady": (WAKING, 4 * WAKING, WAKING // 2),
         "slow": (2 * WAKING, 7 * WAKING, WAKING // 2)}  # fmt: skip
"""Allowance, bank and regained time of each pace."""
QUESTION = WAKING // 2
STAGES = (0, WAKING, 5 * WAKING)
LEAVE_AT_A_TABLE = 14 * DAY
MAX_DELAY = MINUTE
"""Maximum delay of any message."""
MAX_DELAY_AFTER_OUTAGE = 21
"""Maximum delay after an outage: pending messages are retried within ten minutes."""


@dataclass
class Person:
    """A person of the model: hours, absences and notification settings."""

    id: int
    zone: str
    night: int | None
    rest: tuple[int, ...]
    notify_channel: str
    """Notification channel: channel, direct or silent."""
    remind_after: int | None
    """Ticks after which the person wants to be reminded."""
    awake_bits: bytearray = field(default_factory=bytearray)
    absences: tuple[tuple[int, int, int, str], ...] = ()
    """Absences as (from, until, announced at, kind)."""
    version: int = 0

    def apply_hours(self, now: int, ticks: int) -> None:
        """Apply the current hours from `now` on."""
        fresh = build_awake_bits(self.zone, self.night, self.rest, ticks)
        self.awake_bits = self.awake_bits[:now] + fresh[now:] if self.awake_bits else fresh
        self.version += 1


@dataclass
class Clock:
    """Clock of a seat's turn."""

    turn: int
    bank: int
    used_ticks: int = 0
    reminded_ticks: int = 0
    published_stages: int = 0
    """Number of published stages of lateness."""
    late_at: int | None = None
    has_drawn_leave: bool = False
    is_undone: bool = False
    """True if the turn was undone, so that it never ended."""
    earlier_clocks: list[Clock] = field(default_factory=list)
    """Clocks of the earlier turns."""


@dataclass
class Due:
    """An expected reminder, stage of lateness or timeout."""

    kind: str
    """Kind: reminder, late or timeout."""
    crossed_at: int
    """Time at which the clock reached the mark."""
    stage: int = 0
    """Stage of lateness."""
    is_optional: bool = False
    """True if it need not come, because it may have been written before and then dropped."""


@dataclass
class Question:
    """An open question of a seat."""

    person: int | None
    """Answering person; None for a computer player or an open seat."""
    asked_at: int
    is_own_turn: bool
    """True on the seat's own turn."""
    has_default: bool
    is_computer: bool = False
    notified_at: int | None = None
    notification_count: int = 0
    used_ticks: int = 0
    reminded_ticks: int = 0
    snoozed_until: int | None = None
    reminder_count: int = 0
    reminder_base: int = 0
    before_pause: tuple[int, int, int] = (-1, 0, 0)
    """End of the last pause, with `base` and `count` just before it."""
    has_returned: bool = False
    """True if the person came back by themselves and needs no notification."""
    due: list[Due] = field(default_factory=list)


@dataclass
class ObservedQuestion:
    """Observed question to a seat. is_own_turn: on its own turn."""

    is_own_turn: bool
    has_default: bool


@dataclass(frozen=True)
class Seat:
    """Observed state of a seat."""

    person: int | None
    """Person to notify; None for computer players and open seats."""
    holder: int | None
    is_computer: bool
    """True if the bot answers."""
    is_autopilot: bool = False
    """True if the bot answers only until the holder returns or the seat is taken."""

    @property
    def is_vacant(self) -> bool:
        return self.holder is None and (not self.is_computer or self.is_autopilot)


@dataclass
class Morning:
    """Morning lists of a person."""

    plan_number: int = 0
    """Number of the current plan; older plans are void."""
    last_at: int = -1
    """Time of the last list."""
    min_at: int = 0
    """After a change of hours: until this time the list may still follow the old hours."""
    named_channels: set[int] = field(default_factory=set)
    """Channels named in the last list."""
    waiting_channels: set[int] = field(default_factory=set)
    """Channels whose tables waited at the time of the last list."""


NEVER = 1 << 40
