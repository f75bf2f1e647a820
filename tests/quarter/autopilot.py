"""Check the autopilot: a computer player may answer for a seat only by its holder's wish or, if the holder is absent,
by the others' vote, and only until the holder returns.

Votes are counted independently: more than half of the voters must agree. Voters are the people whom the bot would
notify, without the seat in question, and without people who are away or were silent for a waking day of bot uptime.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .expected_messages import ExpectedMessages
from .model_data import PACES, STAGES, WAKING, Seat
from .ticks import DAY, MINUTE, mark_asleep

FOLLOWED = ("relief", "autopilot")
"""Requests that are checked here."""
EDGE = MINUTE
"""Tolerance in ticks for the bot's own clock checks."""
PATIENCE = WAKING
"""Waking time of all voters after which a vote decided by silence must have taken effect."""


@dataclass
class Ballot:
    """An open vote. is_absent: the seat's holder was absent when it was asked; votes: by person."""

    asked_at: int
    asker: int
    is_absent: bool
    votes: dict[int, bool] = field(default_factory=dict)


class AutopilotCheck:
    """Checks the autopilot seats of one table."""

    def __init__(self, table: ExpectedMessages) -> None:
        self.table, self.model = table, table.model
        self.ballots: dict[str, Ballot] = {}
        self.own_wishes: set[int] = set()
        """Seats whose holders turned autopilot on themselves."""
        self.returned_seats: dict[int, bool] = {}
        """Seats whose holders returned; True if this certainly happened (no kill meanwhile)."""
        self.opened_at: dict[int, int] = {}

    # ------------------------------------------------------------------ facts

    def note_request(self, now: int, kind: str, asker: int) -> None:
        """Note a request to the others. `observe` drops it if the bot refuses it."""
        name, _, seat = kind.partition(".")
        if name in FOLLOWED:
            self.table.advance(now)
            self.ballots[kind] = Ballot(now, asker, name != "relief" or self._is_absent(now, int(seat)), {asker: True})

    def note_vote(self, kind: str, person: int, agrees: bool) -> None:
        if kind in self.ballots:
            self.ballots[kind].votes[person] = agrees

    def note_kill(self) -> None:
        """Note a kill of the bot: current actions may not have happened."""
        self.returned_seats = dict.fromkeys(self.returned_seats, False)

    def observe(self, now: int, before: Mapping[int, Seat], after: Mapping[int, Seat], open_requests: set[str]) -> None:
        """Compare the seats before and after a change. open_requests: their kinds."""
        self._check_overdue(now, before)
        for seat, seat_after in after.items():
            seat_before = before.get(seat)
            if seat_before is not None and seat_after.is_computer and not seat_before.is_computer:
                self._check_start(now, seat, seat_before, seat_after, before)
            elif (
                seat_before is not None
                and seat_before.is_computer
                and seat_after.person is not None
                and seat_after.person == seat_before.holder
            ):
                if seat not in self.returned_seats:
                    self.table.add_problem(f"seat {seat} is {seat_before.holder}'s again, who has not come back")
            elif seat_after.is_computer and seat_after.holder is not None and self.returned_seats.get(seat):
                self.table.add_problem(
                    f"{seat_after.holder} has come back, and a computer player still has seat {seat}"
                )
            if seat_after.is_vacant:
                self.opened_at.setdefault(seat, now)
            else:
                self.opened_at.pop(seat, None)
        self.own_wishes.clear()
        self.returned_seats.clear()
        self.ballots = {
            kind: remaining_ballot for kind, remaining_ballot in self.ballots.items() if kind in open_requests
        }
        for kind, ballot in self.ballots.items():
            if not ballot.is_absent:
                ballot.is_absent = True
                self.table.add_problem(f"{kind} was asked, and its person is not gone")

    # ------------------------------------------------------------------ checks

    def _check_start(
        self, now: int, seat: int, seat_before: Seat, seat_after: Seat, before: Mapping[int, Seat]
    ) -> None:
        """Check that a computer player got the seat for a valid reason."""
        if seat in self.own_wishes and seat_before.holder is not None:
            self.model.counts["relief: own wish"] += 1
            return
        ballot = self.ballots.get(f"relief.{seat}")
        if ballot is not None and not ballot.is_absent:
            self.table.add_problem(f"a computer player has the seat of {seat_after.holder}, who is not gone")
        passed_requests = [name for name in FOLLOWED if self._is_passed(now + EDGE, f"{name}.{seat}", before)]
        if (
            seat_after.holder is None
            and "autopilot" in passed_requests
            and now < self.opened_at.get(seat, now) + 7 * DAY
        ):
            self.table.add_problem(f"seat {seat} has an autopilot before a week has passed")
        if not passed_requests or seat_after.holder != seat_before.holder:
            self.table.add_problem(f"a computer player has seat {seat}, and nobody has decided so")
            return
        self.model.counts[f"{passed_requests[-1]}: voted"] += 1

    def _is_passed(self, now: int, kind: str, seats: Mapping[int, Seat]) -> bool:
        ballot = self.ballots.get(kind)
        if ballot is None:
            return False
        voters = self._list_voters(kind, seats, ballot.asker)
        voting = [
            person
            for person in voters
            if person in ballot.votes or not self._is_abstaining(now, person, ballot.asked_at)
        ]
        return sum(ballot.votes.get(person, False) for person in voters) >= len(voting) // 2 + 1

    def _list_voters(self, kind: str, seats: Mapping[int, Seat], asker: int) -> set[int]:
        subject_seat = int(kind.partition(".")[2])
        voters = set()
        for seat, state in seats.items():
            person = state.person if state.person is not None or state.holder != asker else asker
            if person is not None and seat != subject_seat:
                voters.add(person)
        return voters

    def _is_abstaining(self, now: int, person: int, asked_at: int) -> bool:
        model_person = self.model.people[person]
        if any(start <= now < end for start, end, _, _ in model_person.absences):
            return True
        return self.model.count_ticks(self._build_awake_bits(person), asked_at, now) >= WAKING

    def _build_awake_bits(self, person: int) -> bytearray:
        """Return the awake bits with nights, rest days and every absence, independent of the table."""
        model_person = self.model.people[person]
        bits = bytearray(model_person.awake_bits)
        for start, end, _, _ in model_person.absences:
            mark_asleep(bits, (start, end))
        return bits

    def _check_overdue(self, now: int, seats: Mapping[int, Seat]) -> None:
        """Check that votes decided by silence have taken effect."""
        for kind, ballot in list(self.ballots.items()):
            voters = self._list_voters(kind, seats, ballot.asker)
            quiet = all(
                self.model.count_ticks(self._build_awake_bits(person), ballot.asked_at, now) >= WAKING + PATIENCE
                for person in voters
            )
            if quiet and self._is_passed(now, kind, seats):
                del self.ballots[kind]
                self.table.add_problem(f"{kind} was decided, and nothing came of it")

    def _is_absent(self, now: int, seat: int) -> bool:
        """Return whether the seat is open, or its holder is away or late by a waking day."""
        table = self.table
        holder = table.seats[seat].holder
        if holder is None or any(start <= now < end for start, end, _, _ in self.model.people[holder].absences):
            return True
        question, clock = table.questions.get(seat), table.clocks.get(seat)
        if question is None or question.notified_at is None:
            return False
        if table.pace == "none":
            return self.model.count_ticks(self._build_awake_bits(holder), question.notified_at, now) >= STAGES[2] - EDGE
        if clock is None:
            return False
        return clock.published_stages >= 2 or clock.used_ticks >= PACES[table.pace][0] + clock.bank + STAGES[1] - EDGE
