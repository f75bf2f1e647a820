"""A table in the model: for whom it waits, since when, and what their clocks have come to."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from .facts import (
    LATEST,
    NEVER,
    PACES,
    QUESTION,
    STAGES,
    WAKING,
    Asked,
    Clock,
    Due,
    Question,
    Seat,
)  # fmt: skip
from .model import Model
from .ticks import DAY, HOUR, nth


class Waiting:
    """The model of one table."""

    def __init__(self, model: Model, number: int, pace: str, started: int, reminders: int | None) -> None:
        self.model, self.id, self.pace, self.started, self.reminders = model, number, pace, started, reminders
        self.at = started
        self.channel = 0
        self.seats: dict[int, Seat] = {}
        self.questions: dict[int, Question] = {}
        self.clocks: dict[int, Clock] = {}
        self.turn = 0
        self.playing = True
        self.pauses: list[list[int]] = []
        self.resumed = started
        self.life = started
        self.vacant: dict[int, int] = {}
        self.news: dict[int, list[tuple[int, str | None]]] = {}
        """People who are still to be told something that was said while they slept: when, and the request it was."""
        self.requests: dict[str, int] = {}
        self.former: dict[int, int] = {}
        """Who held a seat last."""

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] == NEVER

    def wrong(self, text: str) -> None:
        self.model.wrong(f"table {self.id} ({self.pace}): {text}")

    # ------------------------------------------------------------------ who is awake

    def bits(
        self, person: int | None, seat: int | None = None, drawn: bool = True, before: int | None = None
    ) -> bytes | bytearray:
        """When the person is awake as far as this table is concerned. drawn: leave that was drawn stops clocks, but its
        person may be called; before: only if it was drawn before.
        """
        if person is None:
            return b""
        clock = None if seat is None else self.clocks.get(seat)
        late = clock.late if clock is not None and clock.turn == self.turn else None
        return self.model.awake(person, self.started, late, drawn, before)

    def free(self, at: int, bits: bytes | bytearray, up: bool = False, just: int = 0) -> int | None:
        """The first moment from `at` on at which the bot is there and the table goes on and the person is awake (up:
        since an hour, and the bot was not away for an hour). None: not until now. just=1: the moment in which the bot
        went away counts as one in which it was there, as it may be.
        """
        while at <= self.model.now:
            away = next((span for span in self.model.away if span[0] + just <= at < span[1]), None)
            pause = next((span for span in self.pauses if span[0] + just <= at < span[1]), None)
            grace = next((end + HOUR for start, end in self.model.away if up and end <= at < end + HOUR), 0)
            if away or pause or grace > at:
                at = max(away[1] if away else 0, pause[1] if pause else 0, grace)
            elif (woke := bits.find(1, at)) != at:
                at = woke if woke >= 0 else NEVER
            elif up and (slept := bits.rfind(0, max(0, at - HOUR), at)) >= 0:
                at = slept + 1 + HOUR
            else:
                return at
        return None

    # ------------------------------------------------------------------ time passes

    def advance(self, now: int) -> None:
        """Charge everybody for whom the table waited, and see what they came to."""
        if self.playing and not self.paused:
            for seat, question in self.questions.items():
                if question.called is not None and question.person is not None:
                    self._charge(seat, question, now)
        self.at = now
        if self.playing:
            for seat, question in self.questions.items():
                self._overdue(seat, question, now)
            self._rules(now)

    def _charge(self, seat: int, question: Question, now: int) -> None:
        if self.pace == "none":
            return
        clock = self.clocks[seat] if question.own else question
        bits, before = self.bits(question.person, seat), clock.used
        clock.used += self.model.count(bits, self.at, now)
        self.model.charged += clock.used - before

        def crossed(mark: int) -> bool:
            return before < mark <= clock.used

        def due(what: str, mark: int, stage: int = 0) -> None:
            at = self.model.crossing(bits, self.at, mark - before, now)
            question.due.append(Due(what, at, stage))

        for mark in self._marks(question, clock):
            if crossed(mark) and mark > clock.reminded and self.reminders is not None:
                due("reminder", mark)
        if isinstance(clock, Clock):
            end = PACES[self.pace][0] + clock.bank
            for stage, more in enumerate(STAGES):
                if crossed(end + more):
                    due("late", end + more, stage)
        elif question.default and crossed(QUESTION):
            due("timeout", QUESTION)

    def _marks(self, question: Question, clock: Clock | Question) -> list[int]:
        """At half the allowance (or when the person wants it), when the bank begins, three hours before the end."""
        allowance = PACES[self.pace][0] if isinstance(clock, Clock) else QUESTION
        end = allowance + (clock.bank if isinstance(clock, Clock) else 0)
        own = None if question.person is None else self.model.people[question.person].remind
        kept: list[int] = []
        for mark in sorted(m for m in (own or allowance // 2, allowance, end - 3 * HOUR) if 0 < m < end):
            if not kept or mark >= kept[-1] + HOUR:
                kept.append(mark)
        return kept

    def _when(
        self, seat: int, question: Question, due: Due, just: int = 0, drawn_before: int | None = None
    ) -> int | None:
        bits = self.bits(question.person, seat, before=drawn_before)
        if due.what != "reminder":  # and who was just called has an hour
            called = nth(bits, question.called or 0, HOUR, self.model.now + 1)
            return self.free(max(due.crossed, called), bits, up=True, just=just)
        return self.free(max(due.crossed, question.snoozed or 0), bits, just=just)

    def _overdue(self, seat: int, question: Question, now: int) -> None:
        """What is expected and has not come in time."""
        for due in list(question.due):
            at = self._when(seat, question, due)
            if at is not None and due.what == "reminder" and self.model.people[question.person or 0].way == "silent":
                question.due.remove(due)  # who wants no calls is not reminded either, nor is their successor of that
                clock = self.clocks[seat] if question.own else question
                clock.reminded = clock.used
            elif at is not None and at + self.model.slack(at) < now:
                question.due.remove(due)
                if due.may:
                    continue
                self.wrong(f"seat {seat} ({question.person}): {due.what} {due.nth} was due {self.model.text(at)}")

    def _rules(self, now: int) -> None:
        """No table stalls beyond its rules."""
        for seat, since in list(self.vacant.items()):
            at = self.model.here(since + 7 * DAY)
            if at + LATEST < now:
                self.vacant[seat] = NEVER
                self.wrong(f"seat {seat} is empty since {self.model.text(since)} and nobody was asked what to do")
        self._holidays(now)
        looked = self.model.here(self.model.here(self.life + 28 * DAY) + 6 * HOUR)
        if not self.paused and now > looked + LATEST:
            self.life = now
            self.wrong("nobody has come for four weeks, and the table does not sleep")
        for kind, since in list(self.requests.items()):
            if now > self.model.here(since + 7 * DAY) + LATEST:
                self.requests[kind] = now
                self.wrong(f"the request {kind} stands for more than a week")
        for person, said in list(self.news.items()):
            since = min(at for at, _ in said)
            eligible = self.free(since, self.bits(person, drawn=False))
            if eligible is not None and eligible + self.model.slack(eligible) < now:
                del self.news[person]
                self.wrong(f"{person} was not told on waking what was said at {self.model.text(since)}")
        for seat, question in self.questions.items():
            if question.computer and not self.paused:
                begun = self.free(max(question.since, self.resumed), b"\1" * (now + 1))
                if begun is not None and begun + LATEST < now:
                    question.computer = False
                    self.wrong(f"the computer player of seat {seat} does not answer since {self.model.text(begun)}")

    def _holidays(self, now: int) -> None:
        """A table of which all are on holiday does not fall asleep before one is back."""
        people = [seat.holder for seat in self.seats.values() if seat.holder is not None]
        aways = [self.model.people[person].away for person in people]
        for ends in (min(end, now) for away in aways for start, end, _, _ in away if start < now):
            if all(any(start < ends <= end for start, end, _, _ in away) for away in aways):
                self.life = max(self.life, ends - 28 * DAY)

    # ------------------------------------------------------------------ facts

    def observe(
        self, now: int, *, playing: bool, paused: bool, turn: int, asked: dict[int, Asked], seats: dict[int, Seat],
        moved: bool, requests: dict[str, tuple[int, ...]],
    ) -> None:  # fmt: skip
        """After anything happened at the table."""
        self.advance(now)
        if moved or seats != self.seats:
            self.life = now
        if paused != self.paused:
            if paused:
                self.pauses.append([now, NEVER])
            else:
                self.pauses[-1][1] = self.resumed = now
                self.life = max(self.life, now)
                for question in self.questions.values():
                    question.former = now, question.base, question.count
                    question.base, question.count = now, 0
        self._taken_back(turn)
        self.turn = turn
        self.requests = {kind: self.requests.get(kind, now) for kind in requests}
        for person, said in list(self.news.items()):  # what is decided need not be told any more
            still = [(at, kind) for at, kind in said if kind is None or person in requests.get(kind, ())]
            self.news[person] = still
            if not still:
                del self.news[person]
        for seat in list(self.questions):
            before, after = self.questions[seat].person, seats[seat].person
            if not playing or seat not in asked or before != after:
                self._close(seat, now)
        came_back = {
            n for n, one in seats.items()
            if n in self.seats and self.seats[n].computer and not one.computer and one.person == one.holder
        }  # fmt: skip
        self._vacancies(seats, now)
        self.seats, self.playing = seats, playing
        self.former |= {n: one.holder for n, one in seats.items() if one.holder is not None}
        if not playing:
            return
        for seat, fact in asked.items():
            if seat not in self.questions:
                self.questions[seat] = Question(seats[seat].person, now, fact.own, fact.default, seats[seat].computer)
                if seat in came_back and seats[seat].person is not None:
                    self.questions[seat].came, self.questions[seat].called = True, now
            question = self.questions[seat]
            if question.own != fact.own:
                self._forget(question, {"late", "timeout"})
            question.own, question.default = fact.own, fact.default
            self._new_turn(seat, question)

    def _taken_back(self, turn: int) -> None:
        for clock in self.clocks.values():
            if turn >= self.turn:
                continue
            clock.undone = clock.undone or clock.turn > turn
            for one in clock.before:
                one.undone = one.undone or one.turn >= turn

    def _vacancies(self, seats: dict[int, Seat], now: int) -> None:
        """Seats that open, and those that somebody takes."""
        for n, one in seats.items():
            known = n in self.seats and self.seats[n].vacant
            if one.vacant and not known:
                self.vacant[n] = now
            elif not one.vacant:
                self.vacant.pop(n, None)
                if known and one.holder is not None:
                    self._newcomer(n, seats)

    def _newcomer(self, seat: int, seats: dict[int, Seat]) -> None:
        """One allowance, and the average of the others' banks without the largest."""
        if self.pace == "none" or seats[seat].holder == self.former.get(seat):
            return
        allowance, bank, _ = PACES[self.pace]
        others = [n for n, s in seats.items() if s.holder is not None and n != seat]
        banks = sorted(self.clocks[n].bank if n in self.clocks else bank for n in others)
        counted = banks[:-1] or banks or [bank]
        self.clocks[seat] = Clock(self.turn, max(sum(counted) // len(counted), 2 * WAKING - allowance))

    def _new_turn(self, seat: int, question: Question) -> None:
        """A called seat on its turn has a clock of this turn."""
        if self.pace == "none" or not question.own or question.called is None or self.paused:
            return
        clock = self.clocks.get(seat)
        if clock is None:
            self.clocks[seat] = Clock(self.turn, PACES[self.pace][1])
        elif clock.turn != self.turn and clock.undone:
            self.clocks[seat] = self._begun_anew(clock)
        elif clock.turn != self.turn:
            allowance, most, regain = PACES[self.pace]
            late = clock.used > allowance or (clock.used == allowance and not clock.bank)
            bank = max(0, clock.bank - max(0, clock.used - allowance))
            self.clocks[seat] = Clock(
                self.turn, bank if late else min(most, bank + regain), before=[*clock.before, replace(clock, before=[])]
            )
            self._forget(question, {"reminder", "late"})

    def _begun_anew(self, clock: Clock) -> Clock:
        """Turns that were taken back were one: nothing was paid at their ends, and nothing came back."""
        allowance, most, regain = PACES[self.pace]
        back = [one for one in clock.before if one.undone]
        turns = [*back, clock]
        bank = turns[0].bank
        for one, later in pairwise(turns):
            left = one.bank - max(0, one.used - allowance)
            bank += max(0, later.bank - (max(0, left) if one.used > allowance else min(most, left + regain)))
        used = sum(one.used for one in turns)
        told, late = max(one.told for one in turns), next((one.late for one in turns if one.late is not None), None)
        reminded = used if back else clock.reminded
        drawn, before = any(one.drawn for one in turns), [one for one in clock.before if not one.undone]
        return Clock(self.turn, bank, used, reminded, told, late, drawn, before=before)

    @staticmethod
    def _forget(question: Question, what: set[str]) -> None:
        question.due = [due for due in question.due if due.what not in what]

    def _close(self, seat: int, now: int) -> None:
        """It is answered, or somebody else is asked: was its person called as they should?"""
        question = self.questions.pop(seat)
        person = question.person
        if person is None or question.came:
            return
        self.model.counts["questions"] += 1
        eligible = self.free(question.since, self.bits(person, seat, drawn=False))
        if self.model.people[person].way == "silent":
            self.model.counts["silent"] += 1
            return
        if eligible is not None and eligible + self.model.slack(eligible) < now and not question.rings:
            self.wrong(f"{person} was asked {self.model.text(question.since)} and never called")
        if eligible is not None and question.called is not None:
            self.model.counts["calls in time"] += 1
            least = self.free(question.since, self.bits(person, seat, drawn=False), just=1)
            if not (least or 0) <= question.called <= eligible + self.model.slack(eligible):
                self.wrong(f"{person} was called {self.model.text(question.called)}, not {self.model.text(eligible)}")

    def channel_lost(self, now: int) -> None:
        """What was said in a channel that is gone is not said again, nor reminders that were written for it."""
        self.advance(now)
        self.news.clear()
        for question in self.questions.values():
            for due in question.due:
                due.may = due.may or due.what == "reminder"

    def given(self, seat: int) -> None:
        """Somebody gave a day. Who was later than that is late again at once."""
        clock = self.clocks.get(seat)
        if clock is not None:
            clock.bank += WAKING
            clock.told, clock.late = 0, None
            if seat in self.questions:
                self._forget(self.questions[seat], {"late"})
                end = PACES[self.pace][0] + clock.bank
                due = (Due("late", self.at, nth) for nth, more in enumerate(STAGES) if clock.used >= end + more)
                self.questions[seat].due += due
