"""A table of the model, and the checks of its posts: due, in time, and not at night."""

from __future__ import annotations

from .expected_messages import ExpectedMessages
from .model_data import NEVER, PACES, STAGES, Due, Question
from .ticks import DAY

EDGES = (1, 0)
"""Messages due exactly when an outage or pause begins may come before it: try both readings."""


class TableModel(ExpectedMessages):
    """A table that checks its posts."""

    def check_notification(self, now: int, person: int, kind: str, written: int | None = None) -> None:
        """Check a message that notified a person. written: time at which the bot wrote it, default now."""
        self.advance(now)
        seat = next((n for n, q in self.questions.items() if q.person == person), None)
        bits = self.build_awake_bits(person, seat, drawn=False)
        self.model.counts[f"rang: {kind}"] += 1
        if not bits[now]:
            self.add_problem(f"{person} was rung at night: {kind}")
        if kind == "ping":
            self._check_turn_notification(now, seat, person)
        elif kind == "reminder":
            self._check_reminder(now, seat, person, now if written is None else written)
        elif kind == "note":
            self.postponed.pop(person, None)

    def _check_turn_notification(self, now: int, seat: int | None, person: int) -> None:
        question = None if seat is None else self.questions[seat]
        if question is None or seat is None:
            self.add_problem(f"{person} was called and is not asked")
            return
        question.notification_count += 1
        if question.notification_count > 1:
            self.add_problem(f"{person} was called {question.notification_count} times to one question")
        self.note_shown(now, seat)

    def note_shown(self, now: int, seat: int) -> None:
        """Note that the question has reached its person, which starts the clock."""
        question = self.questions[seat]
        if question.notified_at is None:
            question.notified_at = question.reminder_base = now
            self._ensure_turn_clock(seat, question)
            self._add_overdue(seat, question, now)

    def _add_overdue(self, seat: int, question: Question, now: int) -> None:
        """Add the expected messages of a repeated question whose turn has already used time.

        A reminder due exactly when the question closed was written and then dropped.
        """
        clock = self.clocks.get(seat)
        if self.pace == "none" or not question.is_own_turn or clock is None:
            return
        marks = [mark for mark in self._list_marks(question, clock) if clock.reminded_ticks < mark <= clock.used_ticks]
        if marks and self.reminders:
            question.due.append(Due("reminder", now, is_optional=min(marks) == clock.used_ticks))
        end = PACES[self.pace][0] + clock.bank
        question.due += [
            Due("late", now, stage)
            for stage in range(clock.published_stages, 3)
            if clock.used_ticks >= end + STAGES[stage]
        ]

    def _check_reminder(self, now: int, seat: int | None, person: int, written: int) -> None:
        question = None if seat is None else self.questions[seat]
        if question is None or seat is None or question.person != person:
            self.add_problem(f"{person} was reminded and is not asked")
            return
        if self.pace == "none":
            self._check_reminder_without_clock(now, seat, question, written)
            return
        due = [due_reminder for due_reminder in question.due if due_reminder.kind == "reminder"]
        due_times = [
            when
            for due_reminder in due
            for j in EDGES
            if (when := self._find_due_time(seat, question, due_reminder, j)) is not None
        ]
        if question.snoozed_until is not None:
            free = (
                self.find_free_time(question.snoozed_until, self.build_awake_bits(person, seat), just=j) for j in EDGES
            )
            due_times += [when for when in free if when is not None]
        if not any(when <= now <= when + self.model.find_max_delay(when) for when in due_times):
            due_texts = [self.model.format_time(due_time) for due_time in due_times]
            self.add_problem(f"{person} was reminded {self.model.format_time(now)}, due {due_texts}")
        self.model.counts["reminders in time"] += 1
        self.drop_reminders(seat)

    def drop_reminders(self, seat: int) -> None:
        """Drop the reminders that are overdue by now."""
        question = self.questions[seat]
        question.snoozed_until = None
        self._drop_dues(question, {"reminder"})
        clock = self.clocks.get(seat) if question.is_own_turn else question
        if clock is not None:
            clock.reminded_ticks = clock.used_ticks

    def _check_reminder_without_clock(self, now: int, seat: int, question: Question, written: int) -> None:
        """Check a reminder without a clock: after N, 2 N, 4 N and 8 N hours, each since the last one was written.

        The bot may have been killed before it was posted. A reminder written exactly when a pause began and ended
        counts from before the pause.
        """
        if self._is_reminder_due(now, seat, question, question.reminder_base, question.reminder_count):
            question.reminder_base, question.reminder_count = written, question.reminder_count + 1
        elif question.before_pause[0] != now or not self._is_reminder_due(
            now, seat, question, *question.before_pause[1:]
        ):
            self.add_problem(f"{question.person} was reminded {self.model.format_time(now)}: not due")
            question.reminder_base, question.reminder_count = now, question.reminder_count + 1
        question.snoozed_until = None

    def _is_reminder_due(self, now: int, seat: int, question: Question, base: int, count: int) -> bool:
        interval = self.model.people[question.person or 0].remind_after or self.reminders or 0
        earliest = base + interval * 2**count
        if question.snoozed_until is not None:
            earliest = min(earliest, question.snoozed_until)
        outage_ticks = self.model.skip_outage(base) - base  # posted, but the bot was killed before the response
        bits = self.build_awake_bits(question.person, seat, drawn=False)
        due_times = [
            self.find_free_time(moment, bits, just=j) for moment in (earliest, earliest + outage_ticks) for j in EDGES
        ]
        return count < 4 and any(
            due_at is not None and due_at <= now <= due_at + self.model.find_max_delay(due_at) for due_at in due_times
        )

    def check_notice(self, now: int, key: str, written: int) -> None:
        """Check a notice about lateness. written: time at which it was written, maybe before a kill."""
        self.advance(now)
        if key.startswith("nobody."):
            seat = int(key.partition(":")[0].partition(".")[2])
            since = self.open_since.get(seat, NEVER)
            if not since + 7 * DAY <= now:
                self.add_problem(f"the others were asked about seat {seat} too early")
            self.open_since[seat] = NEVER
            return
        names = {"late.late": 0, "late.may_answer": 1, "notice.drawn": 0}
        name = key.partition(":")[0]
        if name in names:
            self.check_stage(now, names[name], written, drawn=name == "notice.drawn")

    def check_stage(self, now: int, stage: int, written: int, drawn: bool = False) -> None:
        """Check that a seat had reached this stage of lateness when the notice was written, and that it is in time."""
        self.advance(now)
        in_time = now <= self.model.skip_outage(written) + self.model.find_max_delay(self.model.skip_outage(written))
        for seat, question in self.questions.items():
            for due in question.due:
                if (
                    (due.kind, due.stage) != ("late", stage)
                    or not in_time
                    or not self._was_due(seat, due, written, drawn)
                ):
                    continue
                clock = self.clocks[seat]
                self.model.counts["stages in time"] += 1
                if drawn and not clock.has_drawn_leave:
                    clock.has_drawn_leave, due.crossed_at = True, written
                    return
                if not drawn:
                    question.due.remove(due)
                    clock.published_stages, clock.late_at = stage + 1, clock.late_at or written
                    return
        notice = "leave drawn" if drawn else "told"
        self.add_problem(f"stage {stage} of lateness ({notice}) came {self.model.format_time(now)}: not due")

    def _was_due(self, seat: int, due: Due, written: int, drawn: bool) -> bool:
        """Return whether the notice was due when it was written, also if the bot was killed at that time.

        Leave that was drawn then (drawn) stops the clock only from then on.
        """
        question, before = self.questions[seat], written if drawn else None
        first, last = (self._find_due_time(seat, question, due, just, before) for just in (1, 0))
        return (
            first is not None
            and first <= written
            and (last is None or written <= last + self.model.find_max_delay(last))
        )

    def check_timeout(self, now: int, seat: int) -> None:
        """Check a timeout. Call this before observing the facts that follow it."""
        self.advance(now)
        question = self.questions.get(seat)
        due = None if question is None else next((d for d in question.due if d.kind == "timeout"), None)
        at = None if due is None or question is None else self._find_due_time(seat, question, due)
        self.model.counts["time-outs"] += 1
        if at is None or not at <= now <= at + self.model.find_max_delay(at):
            self.add_problem(f"the question to seat {seat} answered itself {self.model.format_time(now)}: not due")
