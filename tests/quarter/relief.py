"""The judge of who answers for whom: a computer player has a seat by its person's own wish or by the others' vote, for
somebody who is gone, until that person comes back.

It counts the votes by its own numbers: of those whom the bot would call, without the seat in question, more than half
of whoever votes must agree; whoever is away, or was silent for a waking day in which the bot was there, does not vote.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .facts import PACES, STAGES, WAKING, Seat
from .ticks import DAY, MINUTE, asleep
from .waiting import Waiting

FOLLOWED = ("relief", "autopilot")
"""Requests that this judge follows."""
EDGE = MINUTE
"""Ticks by which the bot's own looks at the clock may differ."""
PATIENCE = WAKING
"""Waking time of everybody after which what silence has decided must have been done."""


@dataclass
class Ballot:
    """asked: when and by whom; gone: whether its seat's person was; said: who has answered, and whether they agree."""

    asked: int
    asker: int
    gone: bool
    said: dict[int, bool] = field(default_factory=dict)


class Relief:
    """Of one table."""

    def __init__(self, table: Waiting) -> None:
        self.table, self.model = table, table.model
        self.ballots: dict[str, Ballot] = {}
        self.wished: set[int] = set()
        """Seats whose people have asked for it themselves."""
        self.back: dict[int, bool] = {}
        """Seats whose people came back; whether they surely did (not killed meanwhile)."""
        self.opened: dict[int, int] = {}

    # ------------------------------------------------------------------ facts

    def asks(self, now: int, kind: str, asker: int) -> None:
        """Somebody asks the others; what the bot refuses is forgotten by `observe`."""
        name, _, seat = kind.partition(".")
        if name in FOLLOWED:
            self.table.advance(now)
            self.ballots[kind] = Ballot(now, asker, name != "relief" or self._gone(now, int(seat)), {asker: True})

    def says(self, kind: str, person: int, agrees: bool) -> None:
        if kind in self.ballots:
            self.ballots[kind].said[person] = agrees

    def killed(self) -> None:
        """The bot was, and what was just being done may not have happened."""
        self.back = dict.fromkeys(self.back, False)

    def observe(self, now: int, before: Mapping[int, Seat], after: Mapping[int, Seat], standing: set[str]) -> None:
        """before, after: the seats; standing: requests that are open now."""
        self._overdue(now, before)
        for seat, is_ in after.items():
            was = before.get(seat)
            if was is not None and is_.computer and not was.computer:
                self._begun(now, seat, was, is_, before)
            elif was is not None and was.computer and is_.person is not None and is_.person == was.holder:
                if seat not in self.back:
                    self.table.wrong(f"seat {seat} is {was.holder}'s again, who has not come back")
            elif is_.computer and is_.holder is not None and self.back.get(seat):
                self.table.wrong(f"{is_.holder} has come back, and a computer player still has seat {seat}")
            if is_.vacant:
                self.opened.setdefault(seat, now)
            else:
                self.opened.pop(seat, None)
        self.wished.clear()
        self.back.clear()
        self.ballots = {kind: one for kind, one in self.ballots.items() if kind in standing}
        for kind, ballot in self.ballots.items():
            if not ballot.gone:
                ballot.gone = True
                self.table.wrong(f"{kind} was asked, and its person is not gone")

    # ------------------------------------------------------------------ judgement

    def _begun(self, now: int, seat: int, was: Seat, is_: Seat, before: Mapping[int, Seat]) -> None:
        """A computer player has the seat."""
        if seat in self.wished and was.holder is not None:
            self.model.counts["relief: own wish"] += 1
            return
        ballot = self.ballots.get(f"relief.{seat}")
        if ballot is not None and not ballot.gone:
            self.table.wrong(f"a computer player has the seat of {is_.holder}, who is not gone")
        passed = [name for name in FOLLOWED if self._passes(now + EDGE, f"{name}.{seat}", before)]
        if is_.holder is None and "autopilot" in passed and now < self.opened.get(seat, now) + 7 * DAY:
            self.table.wrong(f"seat {seat} has an autopilot before a week has passed")
        if not passed or is_.holder != was.holder:
            self.table.wrong(f"a computer player has seat {seat}, and nobody has decided so")
            return
        self.model.counts[f"{passed[-1]}: voted"] += 1

    def _passes(self, now: int, kind: str, seats: Mapping[int, Seat]) -> bool:
        ballot = self.ballots.get(kind)
        if ballot is None:
            return False
        able = self._able(kind, seats, ballot.asker)
        voting = [one for one in able if one in ballot.said or not self._abstains(now, one, ballot.asked)]
        return sum(ballot.said.get(one, False) for one in able) >= len(voting) // 2 + 1

    def _able(self, kind: str, seats: Mapping[int, Seat], asker: int) -> set[int]:
        about = int(kind.partition(".")[2])
        found = set()
        for seat, one in seats.items():
            who = one.person if one.person is not None or one.holder != asker else asker
            if who is not None and seat != about:
                found.add(who)
        return found

    def _abstains(self, now: int, person: int, asked: int) -> bool:
        one = self.model.people[person]
        if any(start <= now < end for start, end, _, _ in one.away):
            return True
        return self.model.count(self._awake(person), asked, now) >= WAKING

    def _awake(self, person: int) -> bytearray:
        """Whatever the table: nights, rest days, and every absence."""
        one = self.model.people[person]
        bits = bytearray(one.bits)
        for start, end, _, _ in one.away:
            asleep(bits, (start, end))
        return bits

    def _overdue(self, now: int, seats: Mapping[int, Seat]) -> None:
        """Nothing that silence has decided waits."""
        for kind, ballot in list(self.ballots.items()):
            able = self._able(kind, seats, ballot.asker)
            quiet = all(self.model.count(self._awake(one), ballot.asked, now) >= WAKING + PATIENCE for one in able)
            if quiet and self._passes(now, kind, seats):
                del self.ballots[kind]
                self.table.wrong(f"{kind} was decided, and nothing came of it")

    def _gone(self, now: int, seat: int) -> bool:
        """Nobody holds the seat, or its person is away, or late by a waking day."""
        table = self.table
        holder = table.seats[seat].holder
        if holder is None or any(start <= now < end for start, end, _, _ in self.model.people[holder].away):
            return True
        question, clock = table.questions.get(seat), table.clocks.get(seat)
        if question is None or question.called is None:
            return False
        if table.pace == "none":
            return self.model.count(self._awake(holder), question.called, now) >= STAGES[2] - EDGE
        if clock is None:
            return False
        return clock.told >= 2 or clock.used >= PACES[table.pace][0] + clock.bank + STAGES[1] - EDGE
