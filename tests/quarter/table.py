"""A table in the model, and what was posted about it: was it due, was it in time, did it wake anybody?"""

from __future__ import annotations

from .facts import NEVER, PACES, STAGES, Due, Question
from .ticks import DAY
from .waiting import Waiting

EDGES = (1, 0)
"""What is due in the moment in which the bot goes away, or the table pauses, may come just before."""


class Table(Waiting):
    """Hears what was posted."""

    def rang(self, now: int, person: int, kind: str, written: int | None = None) -> None:
        """A message of this table made somebody's telephone ring; written: when the bot wrote it, if not just now."""
        self.advance(now)
        seat = next((n for n, q in self.questions.items() if q.person == person), None)
        bits = self.bits(person, seat, drawn=False)
        self.model.counts[f"rang: {kind}"] += 1
        if not bits[now]:
            self.wrong(f"{person} was rung at night: {kind}")
        if kind == "ping":
            self._called(now, seat, person)
        elif kind == "reminder":
            self._reminded(now, seat, person, now if written is None else written)
        elif kind == "note":
            self.news.pop(person, None)

    def _called(self, now: int, seat: int | None, person: int) -> None:
        question = None if seat is None else self.questions[seat]
        if question is None or seat is None:
            self.wrong(f"{person} was called and is not asked")
            return
        question.rings += 1
        if question.rings > 1:
            self.wrong(f"{person} was called {question.rings} times to one question")
        self.shown(now, seat)

    def shown(self, now: int, seat: int) -> None:
        """The question has reached its person: the clock runs."""
        question = self.questions[seat]
        if question.called is None:
            question.called = question.base = now
            self._new_turn(seat, question)
            self._overdue_at_once(seat, question, now)

    def _overdue_at_once(self, seat: int, question: Question, now: int) -> None:
        """Asked anew in a turn whose time was used before. The reminder that was due in the very moment in which the
        question was no longer asked has been written, and was not said any more.
        """
        clock = self.clocks.get(seat)
        if self.pace == "none" or not question.own or clock is None:
            return
        marks = [mark for mark in self._marks(question, clock) if clock.reminded < mark <= clock.used]
        if marks and self.reminders:
            question.due.append(Due("reminder", now, may=min(marks) == clock.used))
        end = PACES[self.pace][0] + clock.bank
        question.due += [Due("late", now, stage) for stage in range(clock.told, 3) if clock.used >= end + STAGES[stage]]

    def _reminded(self, now: int, seat: int | None, person: int, written: int) -> None:
        question = None if seat is None else self.questions[seat]
        if question is None or seat is None or question.person != person:
            self.wrong(f"{person} was reminded and is not asked")
            return
        if self.pace == "none":
            self._reminded_slowly(now, seat, question, written)
            return
        due = [one for one in question.due if one.what == "reminder"]
        at = [when for one in due for j in EDGES if (when := self._when(seat, question, one, j)) is not None]
        if question.snoozed is not None:
            free = (self.free(question.snoozed, self.bits(person, seat), just=j) for j in EDGES)
            at += [when for when in free if when is not None]
        if not any(when <= now <= when + self.model.slack(when) for when in at):
            self.wrong(f"{person} was reminded {self.model.text(now)}, due {[self.model.text(one) for one in at]}")
        self.model.counts["reminders in time"] += 1
        self.consumed(seat)

    def consumed(self, seat: int) -> None:
        """Of what is overdue by now nobody reminds again."""
        question = self.questions[seat]
        question.snoozed = None
        self._forget(question, {"reminder"})
        clock = self.clocks.get(seat) if question.own else question
        if clock is not None:
            clock.reminded = clock.used

    def _reminded_slowly(self, now: int, seat: int, question: Question, written: int) -> None:
        """Without a clock: after N hours, 2 N, 4 N and 8 N more, from when the last was written: the bot may have been
        killed before it was posted. One that was written in the moment in which a pause began and ended counts from
        before it.
        """
        if self._due_slowly(now, seat, question, question.base, question.count):
            question.base, question.count = written, question.count + 1
        elif question.former[0] != now or not self._due_slowly(now, seat, question, *question.former[1:]):
            self.wrong(f"{question.person} was reminded {self.model.text(now)}: not due")
            question.base, question.count = now, question.count + 1
        question.snoozed = None

    def _due_slowly(self, now: int, seat: int, question: Question, base: int, count: int) -> bool:
        own = self.model.people[question.person or 0].remind or self.reminders or 0
        least = base + own * 2**count
        if question.snoozed is not None:
            least = min(least, question.snoozed)
        lost = self.model.here(base) - base  # it was posted, and the bot killed before it knew
        bits = self.bits(question.person, seat, drawn=False)
        at = [self.free(moment, bits, just=j) for moment in (least, least + lost) for j in EDGES]
        return count < 4 and any(one is not None and one <= now <= one + self.model.slack(one) for one in at)

    def told(self, now: int, key: str, written: int) -> None:
        """A notice of the ladder: its key, and when it was written: the bot may have been killed since."""
        self.advance(now)
        if key.startswith("nobody."):
            seat = int(key.partition(":")[0].partition(".")[2])
            since = self.vacant.get(seat, NEVER)
            if not since + 7 * DAY <= now:
                self.wrong(f"the others were asked about seat {seat} too early")
            self.vacant[seat] = NEVER
            return
        names = {"late.late": 0, "late.may_answer": 1, "notice.drawn": 0}
        name = key.partition(":")[0]
        if name in names:
            self.stage(now, names[name], written, drawn=name == "notice.drawn")

    def stage(self, now: int, stage: int, written: int, drawn: bool = False) -> None:
        """Somebody had come to a stage of lateness when the bot wrote so: was it due, and is it told in time?"""
        self.advance(now)
        in_time = now <= self.model.here(written) + self.model.slack(self.model.here(written))
        for seat, question in self.questions.items():
            for due in question.due:
                if (due.what, due.nth) != ("late", stage) or not in_time or not self._came(seat, due, written, drawn):
                    continue
                clock = self.clocks[seat]
                self.model.counts["stages in time"] += 1
                if drawn and not clock.drawn:
                    clock.drawn, due.crossed = True, written
                    return
                if not drawn:
                    question.due.remove(due)
                    clock.told, clock.late = stage + 1, clock.late or written
                    return
        self.wrong(
            f"stage {stage} of lateness ({'leave drawn' if drawn else 'told'}) came {self.model.text(now)}: not due"
        )

    def _came(self, seat: int, due: Due, written: int, drawn: bool) -> bool:
        """Whether it was due when it was written: in the very moment the bot was killed, it may be. The leave that was
        drawn just then (drawn) stops the clock only from then on.
        """
        question, before = self.questions[seat], written if drawn else None
        first, last = (self._when(seat, question, due, just, before) for just in (1, 0))
        return first is not None and first <= written and (last is None or written <= last + self.model.slack(last))

    def timed_out(self, now: int, seat: int) -> None:
        """The question answered itself. To be told before the facts after it."""
        self.advance(now)
        question = self.questions.get(seat)
        due = None if question is None else next((d for d in question.due if d.what == "timeout"), None)
        at = None if due is None or question is None else self._when(seat, question, due)
        self.model.counts["time-outs"] += 1
        if at is None or not at <= now <= at + self.model.slack(at):
            self.wrong(f"the question to seat {seat} answered itself {self.model.text(now)}: not due")
