"""What the model is told and keeps: people, clocks, questions, seats; and the numbers of its rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from .ticks import DAY, HOUR, MINUTE, day_of

WAKING = 15 * HOUR
PACES = {"brisk": (WAKING // 2, 2 * WAKING, WAKING // 4), "steady": (WAKING, 4 * WAKING, WAKING // 2),
         "slow": (2 * WAKING, 7 * WAKING, WAKING // 2)}  # fmt: skip
"""Allowance, bank, what comes back."""
QUESTION = WAKING // 2
STAGES = (0, WAKING, 5 * WAKING)
LEAVE_AT_A_TABLE = 14 * DAY
LATEST = MINUTE
"""So late anything may come."""
BACK_OFF = 21
"""After Discord was away what waits is tried again within ten minutes."""


@dataclass
class Person:
    """away: from, until, told at, whether it is an emergency or drawn leave (`kind`)."""

    id: int
    zone: str
    night: int | None
    rest: tuple[int, ...]
    way: str
    remind: int | None
    """Ticks after which they want to be reminded."""
    bits: bytearray = field(default_factory=bytearray)
    away: tuple[tuple[int, int, int, str], ...] = ()
    version: int = 0

    def live(self, now: int, ticks: int) -> None:
        """They live by these hours from now on."""
        fresh = day_of(self.zone, self.night, self.rest, ticks)
        self.bits = self.bits[:now] + fresh[now:] if self.bits else fresh
        self.version += 1


@dataclass
class Clock:
    """Of a seat's turn, in ticks."""

    turn: int
    bank: int
    used: int = 0
    reminded: int = 0
    told: int = 0
    late: int | None = None
    drawn: bool = False
    undone: bool = False
    """The turn was taken back: it never ended."""
    before: list[Clock] = field(default_factory=list)
    """The clocks of the turns before it."""


@dataclass
class Due:
    """what: reminder, late, timeout. crossed: when the clock had come to it; nth: of the ladder; may: it may be that it
    was written already, and not said.
    """

    what: str
    crossed: int
    nth: int = 0
    may: bool = False


@dataclass
class Question:
    """person: None where the bot answers or nobody does. own: it is the seat's turn."""

    person: int | None
    since: int
    own: bool
    default: bool
    computer: bool = False
    called: int | None = None
    rings: int = 0
    used: int = 0
    reminded: int = 0
    snoozed: int | None = None
    count: int = 0
    base: int = 0
    former: tuple[int, int, int] = (-1, 0, 0)
    """When a pause ended last, and base and count just before it."""
    came: bool = False
    """The person has come by themselves: nobody calls them."""
    due: list[Due] = field(default_factory=list)


@dataclass
class Asked:
    """A fact: what a seat is asked. own: on its turn."""

    own: bool
    default: bool


@dataclass(frozen=True)
class Seat:
    """A fact. person: who answers, None if nobody is called; holder: whose seat it is; computer: the bot answers;
    stands_in: until somebody has the seat or comes back.
    """

    person: int | None
    holder: int | None
    computer: bool
    stands_in: bool = False

    @property
    def vacant(self) -> bool:
        return self.holder is None and (not self.computer or self.stands_in)


@dataclass
class Morning:
    """A person who wants lists. nth: of the plans for them; an older one is void. at: of the last list, what it
    named (channels), and for which channels tables waited just then.
    """

    nth: int = 0
    at: int = -1
    least: int = 0
    """Hours were changed: before this the list may still come by the old ones."""
    named: set[int] = field(default_factory=set)
    waited: set[int] = field(default_factory=set)


NEVER = 1 << 40
