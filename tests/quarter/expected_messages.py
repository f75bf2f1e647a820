"""A table of the model: its open questions, clocks and expected messages."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from .model import Model
from .model_data import (  # fmt: skip
    MAX_DELAY,
    NEVER,
    PACES,
    QUESTION,
    STAGES,
    WAKING,
    Clock,
    Due,
    ObservedQuestion,
    Question,
    Seat,
)
from .ticks import DAY, HOUR, find_nth_tick


class ExpectedMessages:
    """Tracks the open questions and clocks of a table, and the messages that are due."""

    def __init__(self, model: Model, number: int, pace: str, started: int, reminders: int | None) -> None:
        self.model, self.id, self.pace, self.started, self.reminders = model, number, pace, started, reminders
        self.advanced_to = started
        self.channel = 0
        self.seats: dict[int, Seat] = {}
        self.questions: dict[int, Question] = {}
        self.clocks: dict[int, Clock] = {}
        self.turn = 0
        self.playing = True
        self.pauses: list[list[int]] = []
        self.resumed_at = started
        self.active_at = started
        self.open_since: dict[int, int] = {}
        self.postponed: dict[int, list[tuple[int, str | None]]] = {}
        """Postponed messages by person: (time, request kind or None)."""
        self.requests: dict[str, int] = {}
        self.last_holders: dict[int, int] = {}
        """Last holder of each seat."""

    @property
    def paused(self) -> bool:
        return bool(self.pauses) and self.pauses[-1][1] == NEVER

    def add_problem(self, text: str) -> None:
        self.model.add_problem(f"table {self.id} ({self.pace}): {text}")

    # ------------------------------------------------------------------ waking time

    def build_awake_bits(
        self, person: int | None, seat: int | None = None, drawn: bool = True, before: int | None = None
    ) -> bytes | bytearray:
        """Return the awake bits of the person at this table.

        drawn: treat automatic leave as sleep (it stops clocks but allows notifications); before: only leave drawn
        before this time.
        """
        if person is None:
            return b""
        clock = None if seat is None else self.clocks.get(seat)
        late = clock.late_at if clock is not None and clock.turn == self.turn else None
        return self.model.build_awake_bits(person, self.started, late, drawn, before)

    def find_free_time(self, at: int, bits: bytes | bytearray, up: bool = False, just: int = 0) -> int | None:
        """Return `Model.find_free_time` with the pauses of this table."""
        return self.model.find_free_time(self.pauses, at, bits, up, just)

    # ------------------------------------------------------------------ passing of time

    def advance(self, now: int) -> None:
        """Charge the clocks of all waiting seats up to now, and check for overdue messages."""
        if self.playing and not self.paused:
            for seat, question in self.questions.items():
                if question.notified_at is not None and question.person is not None:
                    self._charge_seat(seat, question, now)
        self.advanced_to = now
        if self.playing:
            for seat, question in self.questions.items():
                self._check_overdue(seat, question, now)
            self._check_rules(now)

    def _charge_seat(self, seat: int, question: Question, now: int) -> None:
        if self.pace == "none":
            return
        clock = self.clocks[seat] if question.is_own_turn else question
        bits, before = self.build_awake_bits(question.person, seat), clock.used_ticks
        clock.used_ticks += self.model.count_ticks(bits, self.advanced_to, now)
        self.model.charged += clock.used_ticks - before

        def is_crossed(mark: int) -> bool:
            return before < mark <= clock.used_ticks

        def add_due(kind: str, mark: int, stage: int = 0) -> None:
            at = self.model.find_crossing(bits, self.advanced_to, mark - before, now)
            question.due.append(Due(kind, at, stage))

        for mark in self._list_marks(question, clock):
            if is_crossed(mark) and mark > clock.reminded_ticks and self.reminders is not None:
                add_due("reminder", mark)
        if isinstance(clock, Clock):
            end = PACES[self.pace][0] + clock.bank
            for stage, more in enumerate(STAGES):
                if is_crossed(end + more):
                    add_due("late", end + more, stage)
        elif question.has_default and is_crossed(QUESTION):
            add_due("timeout", QUESTION)

    def _list_marks(self, question: Question, clock: Clock | Question) -> list[int]:
        """Return the reminder marks: half the allowance (or the person's wish), its end, and 3 hours before the end."""
        allowance = PACES[self.pace][0] if isinstance(clock, Clock) else QUESTION
        end = allowance + (clock.bank if isinstance(clock, Clock) else 0)
        wished = None if question.person is None else self.model.people[question.person].remind_after
        marks: list[int] = []
        for mark in sorted(m for m in (wished or allowance // 2, allowance, end - 3 * HOUR) if 0 < m < end):
            if not marks or mark >= marks[-1] + HOUR:
                marks.append(mark)
        return marks

    def _find_due_time(
        self, seat: int, question: Question, due: Due, just: int = 0, drawn_before: int | None = None
    ) -> int | None:
        bits = self.build_awake_bits(question.person, seat, before=drawn_before)
        if due.kind != "reminder":  # at least an hour after the notification
            grace_end = find_nth_tick(bits, question.notified_at or 0, HOUR, self.model.now + 1)
            return self.find_free_time(max(due.crossed_at, grace_end), bits, up=True, just=just)
        return self.find_free_time(max(due.crossed_at, question.snoozed_until or 0), bits, just=just)

    def _check_overdue(self, seat: int, question: Question, now: int) -> None:
        """Report expected messages that did not come in time."""
        for due in list(question.due):
            at = self._find_due_time(seat, question, due)
            if (
                at is not None
                and due.kind == "reminder"
                and self.model.people[question.person or 0].notify_channel == "silent"
            ):
                question.due.remove(due)  # no reminder for silent people or their successors
                clock = self.clocks[seat] if question.is_own_turn else question
                clock.reminded_ticks = clock.used_ticks
            elif at is not None and at + self.model.find_max_delay(at) < now:
                question.due.remove(due)
                if due.is_optional:
                    continue
                self.add_problem(
                    f"seat {seat} ({question.person}): {due.kind} {due.stage} was due {self.model.format_time(at)}"
                )

    def _check_rules(self, now: int) -> None:
        """Check that the table does not stall beyond its rules."""
        for seat, since in list(self.open_since.items()):
            at = self.model.find_wait_end(since, 7 * DAY)
            if at + MAX_DELAY < now:
                self.open_since[seat] = NEVER
                self.add_problem(
                    f"seat {seat} is empty since {self.model.format_time(since)} and nobody was asked what to do"
                )
        self._check_holidays(now)
        sleep_due_at = self.model.find_wait_end(self.active_at, 28 * DAY + 6 * HOUR)
        if not self.paused and now > sleep_due_at + MAX_DELAY:
            self.active_at = now
            self.add_problem("nobody has come for four weeks, and the table does not sleep")
        for kind, since in list(self.requests.items()):
            if now > self.model.find_wait_end(since, 7 * DAY) + MAX_DELAY:
                self.requests[kind] = now
                self.add_problem(f"the request {kind} stands for more than a week")
        for person, messages in list(self.postponed.items()):
            since = min(at for at, _ in messages)
            eligible = self.find_free_time(since, self.build_awake_bits(person, drawn=False))
            if eligible is not None and eligible + self.model.find_max_delay(eligible) < now:
                del self.postponed[person]
                self.add_problem(f"{person} was not told on waking what was said at {self.model.format_time(since)}")
        for seat, question in self.questions.items():
            if question.is_computer and not self.paused:
                started_at = self.find_free_time(max(question.asked_at, self.resumed_at), b"\1" * (now + 1))
                if started_at is not None and started_at + MAX_DELAY < now:
                    question.is_computer = False
                    self.add_problem(
                        f"the computer player of seat {seat} does not answer since {self.model.format_time(started_at)}"
                    )

    def _check_holidays(self, now: int) -> None:
        """Postpone the table's sleep while all its people are on holiday."""
        people = [seat.holder for seat in self.seats.values() if seat.holder is not None]
        absences_by_person = [self.model.people[person].absences for person in people]
        for ends in (
            min(end, now)
            for person_absences in absences_by_person
            for start, end, _, _ in person_absences
            if start < now
        ):
            if all(
                any(start < ends <= end for start, end, _, _ in person_absences)
                for person_absences in absences_by_person
            ):
                self.active_at = max(self.active_at, ends - 28 * DAY)

    # ------------------------------------------------------------------ facts

    def observe(
        self, now: int, *, playing: bool, paused: bool, turn: int, observed_questions: dict[int, ObservedQuestion],
        seats: dict[int, Seat], moved: bool, requests: dict[str, tuple[int, ...]],
    ) -> None:  # fmt: skip
        """Update the model with the table's current facts after any event."""
        self.advance(now)
        if moved or seats != self.seats:
            self.active_at = now
        if paused != self.paused:
            if paused:
                self.pauses.append([now, NEVER])
            else:
                self.pauses[-1][1] = self.resumed_at = now
                self.active_at = max(self.active_at, now)
                for question in self.questions.values():
                    question.before_pause = now, question.reminder_base, question.reminder_count
                    question.reminder_base, question.reminder_count = now, 0
        self._mark_undone(turn)
        self.turn = turn
        self.requests = {kind: self.requests.get(kind, now) for kind in requests}
        for person, messages in list(self.postponed.items()):  # settled requests need no notification
            remaining = [(at, kind) for at, kind in messages if kind is None or person in requests.get(kind, ())]
            self.postponed[person] = remaining
            if not remaining:
                del self.postponed[person]
        for seat in list(self.questions):
            before, after = self.questions[seat].person, seats[seat].person
            if not playing or seat not in observed_questions or before != after:
                self._close_question(seat, now)
        returned_seats = {
            n for n, seat_state in seats.items()
            if n in self.seats and self.seats[n].is_computer
            and not seat_state.is_computer and seat_state.person == seat_state.holder
        }  # fmt: skip
        self._update_open_seats(seats, now)
        self.seats, self.playing = seats, playing
        self.last_holders |= {n: seat_state.holder for n, seat_state in seats.items() if seat_state.holder is not None}
        if not playing:
            return
        for seat, fact in observed_questions.items():
            if seat not in self.questions:
                self.questions[seat] = Question(
                    seats[seat].person, now, fact.is_own_turn, fact.has_default, seats[seat].is_computer
                )
                if seat in returned_seats and seats[seat].person is not None:
                    self.questions[seat].has_returned, self.questions[seat].notified_at = True, now
            question = self.questions[seat]
            if question.is_own_turn != fact.is_own_turn:
                self._drop_dues(question, {"late", "timeout"})
            question.is_own_turn, question.has_default = fact.is_own_turn, fact.has_default
            self._ensure_turn_clock(seat, question)

    def _mark_undone(self, turn: int) -> None:
        for clock in self.clocks.values():
            if turn >= self.turn:
                continue
            clock.is_undone = clock.is_undone or clock.turn > turn
            for earlier_clock in clock.earlier_clocks:
                earlier_clock.is_undone = earlier_clock.is_undone or earlier_clock.turn >= turn

    def _update_open_seats(self, seats: dict[int, Seat], now: int) -> None:
        """Note seats that open or are taken."""
        for n, seat_state in seats.items():
            was_open = n in self.seats and self.seats[n].is_vacant
            if seat_state.is_vacant and not was_open:
                self.open_since[n] = now
            elif not seat_state.is_vacant:
                self.open_since.pop(n, None)
                if was_open and seat_state.holder is not None:
                    self._create_newcomer_clock(n, seats)

    def _create_newcomer_clock(self, seat: int, seats: dict[int, Seat]) -> None:
        """Create a newcomer's clock: one allowance, and the average of the others' banks without the largest."""
        if self.pace == "none" or seats[seat].holder == self.last_holders.get(seat):
            return
        allowance, bank, _ = PACES[self.pace]
        others = [n for n, s in seats.items() if s.holder is not None and n != seat]
        banks = sorted(self.clocks[n].bank if n in self.clocks else bank for n in others)
        counted_banks = banks[:-1] or banks or [bank]
        self.clocks[seat] = Clock(self.turn, max(sum(counted_banks) // len(counted_banks), 2 * WAKING - allowance))

    def _ensure_turn_clock(self, seat: int, question: Question) -> None:
        """Ensure that a notified seat on its turn has a clock of this turn.

        The clock of a turn that was taken back is put back at once, because the turn may be played before a call.
        """
        if self.pace == "none" or not question.is_own_turn:
            return
        clock = self.clocks.get(seat)
        if clock is not None and clock.turn != self.turn and clock.is_undone:
            self.clocks[seat] = self._merge_undone_turns(clock)
            return
        if question.notified_at is None or self.paused:
            return
        if clock is None:
            self.clocks[seat] = Clock(self.turn, PACES[self.pace][1])
        elif clock.turn != self.turn:
            allowance, max_bank, regain = PACES[self.pace]
            late = clock.used_ticks > allowance or (clock.used_ticks == allowance and not clock.bank)
            bank = max(0, clock.bank - max(0, clock.used_ticks - allowance))
            self.clocks[seat] = Clock(
                self.turn,
                bank if late else min(max_bank, bank + regain),
                earlier_clocks=[*clock.earlier_clocks, replace(clock, earlier_clocks=[])],
            )
            self._drop_dues(question, {"reminder", "late"})

    def _merge_undone_turns(self, clock: Clock) -> Clock:
        """Merge undone turns into one clock: nothing was paid or regained at their ends."""
        allowance, max_bank, regain = PACES[self.pace]
        undone_clocks = [turn_clock for turn_clock in clock.earlier_clocks if turn_clock.is_undone]
        turns = [*undone_clocks, clock]
        bank = turns[0].bank
        for turn_clock, later in pairwise(turns):
            remaining_bank = turn_clock.bank - max(0, turn_clock.used_ticks - allowance)
            bank += max(
                0,
                later.bank
                - (
                    max(0, remaining_bank)
                    if turn_clock.used_ticks > allowance
                    else min(max_bank, remaining_bank + regain)
                ),
            )
        used = sum(turn_clock.used_ticks for turn_clock in turns)
        published_stages, late = (
            max(turn_clock.published_stages for turn_clock in turns),
            next((turn_clock.late_at for turn_clock in turns if turn_clock.late_at is not None), None),
        )
        reminded = used if undone_clocks else clock.reminded_ticks
        has_drawn_leave, earlier_clocks = (
            any(turn_clock.has_drawn_leave for turn_clock in turns),
            [turn_clock for turn_clock in clock.earlier_clocks if not turn_clock.is_undone],
        )
        return Clock(
            self.turn, bank, used, reminded, published_stages, late, has_drawn_leave, earlier_clocks=earlier_clocks
        )

    @staticmethod
    def _drop_dues(question: Question, kinds: set[str]) -> None:
        question.due = [due for due in question.due if due.kind not in kinds]

    def _close_question(self, seat: int, now: int) -> None:
        """Close a question that was answered or passed to another person; check its notification."""
        question = self.questions.pop(seat)
        person = question.person
        if person is None or question.has_returned:
            return
        self.model.counts["questions"] += 1
        eligible = self.find_free_time(question.asked_at, self.build_awake_bits(person, seat, drawn=False))
        if self.model.people[person].notify_channel == "silent":
            self.model.counts["silent"] += 1
            return
        if (
            eligible is not None
            and eligible + self.model.find_max_delay(eligible) < now
            and not question.notification_count
        ):
            self.add_problem(f"{person} was asked {self.model.format_time(question.asked_at)} and never called")
        if eligible is not None and question.notified_at is not None:
            self.model.counts["calls in time"] += 1
            earliest = self.find_free_time(question.asked_at, self.build_awake_bits(person, seat, drawn=False), just=1)
            if not (earliest or 0) <= question.notified_at <= eligible + self.model.find_max_delay(eligible):
                notified, expected = self.model.format_time(question.notified_at), self.model.format_time(eligible)
                self.add_problem(f"{person} was called {notified}, not {expected}")

    def note_lost_channel(self, now: int) -> None:
        """Note a deleted channel: its messages and written reminders are not repeated.

        The bot believes the loss only at its second look, so a call that fell due after the first is due when the
        table goes on.
        """
        self.advance(now)
        self.postponed.clear()
        for question in self.questions.values():
            bits = self.build_awake_bits(question.person, drawn=False)
            due_at = None if question.person is None else self.find_free_time(question.asked_at, bits)
            if due_at is not None and now <= due_at + self.model.find_max_delay(due_at):
                question.asked_at = now
            for due in question.due:
                due.is_optional = due.is_optional or due.kind == "reminder"

    def add_day(self, seat: int) -> None:
        """Add a day to the seat's bank. A seat that was later than that is late again at once."""
        clock = self.clocks.get(seat)
        if clock is not None:
            clock.bank += WAKING
            clock.published_stages, clock.late_at = 0, None
            if seat in self.questions:
                self._drop_dues(self.questions[seat], {"late"})
                end = PACES[self.pace][0] + clock.bank
                passed_stages = [nth for nth, more in enumerate(STAGES) if clock.used_ticks >= end + more]
                self.questions[seat].due += (Due("late", self.advanced_to, nth) for nth in passed_stages)
