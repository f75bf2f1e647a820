"""How fast a table plays: a free allowance for each turn, then one bank, both in waking time.

Only lateness drains the bank, and a turn played within its allowance brings a little back, never above the start. So
nothing is gained by many small answers. The numbers stand here only; texts and help read them.
"""

from __future__ import annotations

import msgspec

from .hours import HOUR, WAKING_DAY, Hours


class Pace(msgspec.Struct, frozen=True):
    """All in milliseconds of waking time.

    allowance: free for each turn; bank: for lateness, at the start and at most; regain: comes back with each turn that
    was played within its allowance; question: for a question off turn, which takes nothing from the bank
    """

    allowance: int
    bank: int
    regain: int
    question: int

    def marks(self, bank: int, first: int | None = None) -> tuple[int, ...]:
        """After how much waking time of a turn the person is reminded: at half the allowance (or after `first`), when
        the bank begins, and at the last hours of all. Marks that are close together count once.
        """
        end = self.allowance + bank
        wanted = (first or self.allowance // 2, self.allowance, end - LAST_HOURS)
        marks: list[int] = []
        for mark in sorted(mark for mark in wanted if 0 < mark < end):
            if not marks or mark - marks[-1] >= HOUR:
                marks.append(mark)
        return tuple(marks)

    @property
    def off_turn(self) -> Pace:
        """The short clock of a question off turn, as a pace without a bank."""
        return Pace(self.question, 0, 0, self.question)


def _days(allowance: float, bank: float, regain: float) -> Pace:
    """From numbers of waking days."""
    return Pace(*(int(n * WAKING_DAY) for n in (allowance, bank, regain, QUESTION)))


QUESTION = 0.5
PACES = {"brisk": _days(0.5, 2, 0.25), "steady": _days(1, 4, 0.5), "slow": _days(2, 7, 0.5)}
"""The fastest first. A table may also have none."""
USUAL = "slow"
LAST_HOURS = 3 * HOUR
"""Of waking time: before a clock is out, its person is told."""


class TurnClock(msgspec.Struct, frozen=True):
    """The clock of one seat, in milliseconds of waking time.

    bank: what was left when this turn began; used: time of this turn before `since`; since: the moment (Unix ms) from
    which it runs, None while it stands still
    """

    bank: int
    used: int = 0
    since: int | None = None

    def used_by(self, hours: Hours, now: int) -> int:
        """Waking time of this turn so far. A clock of the machine that went back takes nothing away."""
        return self.used + (0 if self.since is None else hours.waking(self.since, now))

    def bank_by(self, pace: Pace, hours: Hours, now: int) -> int:
        """What the bank holds now; never below 0."""
        return max(0, self.bank - max(0, self.used_by(hours, now) - pace.allowance))

    def passes(self, mark: int, hours: Hours, now: int) -> int | None:
        """When so much of the turn is used, if the clock goes on like this; None while it stands still."""
        return (
            None if self.since is None else hours.after(max(self.since, now), max(0, mark - self.used_by(hours, now)))
        )

    def late_at(self, pace: Pace, hours: Hours) -> int | None:
        """When the bank begins to drain if the clock goes on like this; None while it stands still."""
        return None if self.since is None else hours.after(self.since, max(0, pace.allowance - self.used))

    def out_at(self, pace: Pace, hours: Hours) -> int | None:
        """When allowance and bank are used up, if the clock goes on like this; None while it stands still."""
        return None if self.since is None else hours.after(self.since, max(0, pace.allowance + self.bank - self.used))

    def running(self, now: int) -> TurnClock:
        """The clock running from `now` on; unchanged if it runs already."""
        return self if self.since is not None else msgspec.structs.replace(self, since=now)

    def standing(self, hours: Hours, now: int) -> TurnClock:
        """The clock stopped at `now`: somebody else is asked, the table pauses, or the person's hours change."""
        return msgspec.structs.replace(self, used=self.used_by(hours, now), since=None)

    def next_turn(self, pace: Pace, hours: Hours, now: int) -> TurnClock:
        """The turn is over: lateness is taken from the bank, a turn in time brings something back.

        With an empty bank a turn that used all of the allowance was not in time: leave is drawn in that moment, and the
        clock stands there.
        """
        used = self.used_by(hours, now)
        late = used > pace.allowance or (used == pace.allowance and not self.bank)
        bank = self.bank_by(pace, hours, now)
        return TurnClock(bank if late else min(pace.bank, bank + pace.regain))
