"""Actions of simulated people at their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.table import Person, Table, consent
from bot.table.admin import moderation
from bot.table.lobby import seating
from bot.table.personal import snooze
from bot.table.play import answers, presets
from bot.table.seats import autopilot, lateness, open_seats, substitutes, table_sleep
from bot.table.terms import general_presets, votes
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused, load_games, pick_random_answer
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import decisions

from .autopilot import AutopilotCheck
from .moves_and_invitations import MovesAndInvitations
from .postoffice import Killed
from .table_model import TableModel
from .ticks import DAY, HOUR, MINUTE, TICK, to_tick

MODERATOR = Person(99, "Mod", "en")
ANSWERS_AT_ONCE = 40
CHANNELS = 1000
"""Id of the first channel."""


class TableVisits(MovesAndInvitations):
    """Opens tables; people visit them, play, vote, act on absent players and follow whims."""

    async def open_table(self, number: int) -> None:
        service, rng = self.find_service(), self.rng
        if service is None:
            self.schedule(self.now + HOUR, lambda: self.open_table(number))
            return
        game_id = self.plan.game_ids[number % len(self.plan.game_ids)]
        present = [n for n, soul in self.simulated_people.items() if soul.is_here(self.now)]
        wanted = min(load_games()[game_id].seat_counts, key=lambda n: abs(n - rng.choice((2, 3, 3, 3, 4))))
        host, *others = rng.sample(present, max(2, wanted))[:wanted]
        pace = rng.choices(("brisk", "steady", "slow", "none"), (3, 3, 3, 1))[0]
        language, reminder = rng.choice(("ja", "en", "both")), rng.choice((24, 24, 48, None))
        agreement = TableTerms(language=language, pace=pace, reminder_hours=reminder)
        try:
            table_id = await seating.open_table(
                service, 1, CHANNELS + number, self.simulated_people[host].person, game_id, agreement
            )
        except Refused:  # the host has as many open tables as the server allows
            self.schedule(self.now + HOUR, lambda: self.open_table(number))
            return
        will_start = rng.random() < 0.95
        async with service.lock_table(table_id) as table:
            for n in others:
                await seating.join_table(service, table, self.simulated_people[n].person)
            if rng.random() < 0.3:
                await self.invite_guest(table, host)
            if will_start and len(table.seats) < table.seats_allowed[-1] and rng.random() < self.plan.computers:
                await seating.add_computer(service, table, self.simulated_people[host].person)
        if will_start:
            self.schedule(self.now + rng.randrange(1, 6 * HOUR), lambda: self.start_table(table_id, host, pace))
        else:
            self.event_counts["lobbies left"] += 1

    async def start_table(self, table_id: int, host: int, pace: str) -> None:
        service = self.find_service()
        if service is None:
            self.schedule(self.now + HOUR, lambda: self.start_table(table_id, host, pace))
            return
        async with service.lock_table(table_id) as table_state:
            if not table_state.is_open:
                return
            reminders = table_state.row.reminder_hours
            hours = None if reminders is None else reminders * HOUR
            table = TableModel(self.model, table_id, pace, self.now, hours)
            try:
                await seating.start_game(service, table_state, self.build_actor(host))
            finally:
                if table_state.row.status == "playing" and not table_state.is_dirty:
                    self.expected_invitations = {
                        key: at for key, at in self.expected_invitations.items() if key[0] != table_id
                    }
                    self.tables[table_id], self.autopilot_checks[table_id] = table, AutopilotCheck(table)
        if table_id not in self.tables:
            return
        self.event_counts["tables started"] += 1
        await self.observe(table_id)

    def react_to_offer(self, table_id: int, seat: int) -> None:
        """A person may notice an offered seat and take it later."""
        if self.rng.random() < 0.45:
            someone = self.rng.choice(list(self.simulated_people))
            self.schedule(self.now + self.rng.randrange(HOUR, 5 * DAY), lambda: self.take_seat(someone, table_id, seat))

    async def visit_table(self, number: int, table_id: int) -> None:
        """Let the person visit the table: vote, play, act on absent players, follow a whim."""
        if self.visits.get((number, table_id)) == self.now:
            del self.visits[number, table_id]
        service = self.find_service()
        if not self.simulated_people[number].is_here(self.now):
            return
        if service is None:
            self.schedule_visit(number, table_id, self.rng.randrange(HOUR // 4, 6 * HOUR))
            return
        try:
            for act in (self.cast_votes, self.play_turns, self.help_table, self.follow_whim):
                try:
                    async with service.lock_table(table_id) as table:
                        if table.row.status == "playing" and table.find_seat(number) is not None:
                            await act(table, number)
                except Refused as reason:
                    self.event_counts[f"refused: {reason.reason.key}"] += 1
                await self.observe(table_id)
        except Killed:
            self.schedule_visit(number, table_id, self.rng.randrange(MINUTE * 5, HOUR))
            raise

    async def cast_votes(self, table: Table, number: int) -> None:
        service = self.require_service()
        for request in table.requests:
            if number in request.undecided_ids and number != request.asked_by_id:
                answer = consent.vote_yes if self.rng.random() < 0.8 else consent.vote_no
                self.event_counts["votes"] += 1
                self.autopilot_checks[table.id].note_vote(request.kind, number, answer is consent.vote_yes)
                await answer(service, table, self.build_actor(number), request.kind)
                return

    async def play_turns(self, table_state: Table, number: int) -> None:
        service, rng = self.require_service(), self.rng
        seat = table_state.find_seat(number)
        if seat is None:
            return
        if "asleep" in table_state.pauses and table_state.seats[seat].person_to_notify is not None:
            await table_sleep.wake_for_person(service, table_state, self.build_actor(number))
        if table_state.seats[seat].autopilot_policy is not None and table_state.is_playing:
            self.autopilot_checks[table_state.id].returned_seats[seat] = True
            await autopilot.stop_own_autopilot(service, table_state, self.build_actor(number))
        leaves_early = rng.random() < 0.06
        table = self.tables[table_state.id]
        for nth in range(ANSWERS_AT_ONCE):
            match, ref = table_state.match, table_state.build_question_ref(seat)
            if (
                match is None
                or ref is None
                or seat not in table_state.waiting
                or table_state.seats[seat].person_to_notify is None
            ):
                break
            if number not in (table_state.seats[seat].person, table_state.seats[seat].substitute):
                break
            prompt = match.find_prompt(seat)
            assert prompt is not None
            before = table_state.last_n
            keys = pick_random_answer(match, prompt, self.game_rng)
            await answers.answer_question(service, table_state, self.build_actor(number), ref, keys)
            self.event_counts["answers"] += 1
            await self.note_answer(table_state, table, number, seat, before)
            if leaves_early and nth:
                self.schedule_visit(number, table_state.id, self.draw_delay(number))
                break
            if seat in table_state.waiting and rng.random() < 0.01:
                self.schedule_visit(number, table_state.id, HOUR)
                break

    async def note_answer(self, table_state: Table, table: TableModel, number: int, seat: int, before: int) -> None:
        """Update the model after an answer: automatic leave ends, and public steps restart
        reminders without a clock.
        """
        if any(kind == "net" and start <= self.now < end for start, end, _, kind in self.model.people[number].absences):
            await self.reload_absences(number)
        rows = await decisions.load_active(self.db, table_state.id, before)
        question = table.questions.get(seat)
        self.observe_locked(table_state)
        if (
            question is not None
            and table.questions.get(seat) is question
            and any(r.barrier and r.seat == seat for r in rows)
        ):
            question.reminder_base, question.reminder_count = self.now, 0

    async def help_table(self, table: Table, number: int) -> None:
        """Act on absent players and open seats: invite, vote for autopilot, force the default, replace."""
        service, rng, own_seat = self.require_service(), self.rng, table.find_seat(number)
        for seated in table.seats:
            if seated.seat == own_seat or table.requests:
                continue
            if seated.is_vacant and table.id in self.tables:
                if rng.random() < 0.2:
                    guest = self.simulated_people[rng.choice(list(self.simulated_people))].person
                    await open_seats.invite_successor(service, table, self.build_actor(number), seated.seat, guest)
                    self.expect_message(table.id, guest.id)
                elif rng.random() < 0.6:
                    name = rng.choices(("autopilot", "score", "void"), (8, 1, 1))[0]
                    await self.ask_others(table, number, votes.build_kind(name, seated.seat))
                return
            if seated.person is not None and await lateness.is_late(service, table, seated.seat) and rng.random() < 0.5:
                name = rng.choices(("default", "relief", "replace"), self.plan.helps)[0]
                if seated.person == table.row.host and rng.random() < 0.5:
                    name = "host"
                    await consent.request_consent(
                        service, table, self.build_actor(number), votes.build_kind(name, own_seat or 0)
                    )
                else:
                    await self.ask_others(table, number, votes.build_kind(name, seated.seat))
                return

    async def ask_others(self, table: Table, number: int, kind: str) -> None:
        """Ask the others for consent to an action about a seat."""
        self.event_counts[f"asked: {kind.partition('.')[0]}"] += 1
        self.autopilot_checks[table.id].note_request(self.now, kind, number)
        await consent.request_consent(self.require_service(), table, self.build_actor(number), kind)

    async def follow_whim(self, table: Table, number: int) -> None:
        """Follow a random whim, most often none."""
        seat = table.find_seat(number)
        if seat is None or not table.is_playing or table.requests or table.row.status != "playing":
            return
        [whim] = self.rng.choices([whim for whim, _ in WHIMS], [often for _, often in WHIMS])
        if whim is not None:
            await whim(self, table, number, seat)

    async def toggle_pause(self, table: Table, number: int, _seat: int) -> None:
        if table.pauses:
            await consent.request_consent(self.require_service(), table, self.build_actor(number), "resume")
        else:
            until = self.clock() // 1000 + self.rng.randrange(1, 9) * 86_400
            await consent.request_consent(
                self.require_service(), table, self.build_actor(number), votes.build_kind("pause", until)
            )

    async def ask_undo(self, table: Table, number: int, _seat: int) -> None:
        await consent.request_consent(self.require_service(), table, self.build_actor(number), "undo")

    async def ask_end(self, table: Table, number: int, _seat: int) -> None:
        await consent.request_consent(self.require_service(), table, self.build_actor(number), "end")

    async def give_day(self, table_state: Table, number: int, seat: int) -> None:
        """Give a day to a waiting player. A kill may come before or after it is written."""
        waiting = [
            other_seat
            for other_seat in table_state.waiting
            if other_seat != seat and table_state.seats[other_seat].person_to_notify is not None
        ]
        if not waiting or table_state.settings.pace == "none":
            return
        table = self.tables[table_state.id]
        table.advance(self.now)
        written = len(await outbox_rows.load_rows_newest_first(self.db, table_state.id, OutboxKind.NOTICE))
        try:
            await lateness.give_day(self.require_service(), table_state, self.build_actor(number), waiting[0])
        finally:
            if len(await outbox_rows.load_rows_newest_first(self.db, table_state.id, OutboxKind.NOTICE)) > written:
                table.add_day(waiting[0])

    async def halt_table(self, table: Table, _number: int, _seat: int) -> None:
        await moderation.pause_table(self.require_service(), table, MODERATOR, "")
        self.schedule(self.now + self.rng.randrange(HOUR, 5 * DAY), lambda: self.resume_as_moderator(table.id))

    async def resign_seat(self, table: Table, number: int, _seat: int) -> None:
        await open_seats.resign_seat(self.require_service(), table, self.build_actor(number))

    async def turn_autopilot_on(self, table: Table, number: int, seat: int) -> None:
        self.autopilot_checks[table.id].own_wishes.add(seat)
        await autopilot.start_own_autopilot(self.require_service(), table, self.build_actor(number))

    async def ask_substitute(self, table: Table, number: int, seat: int) -> None:
        outsider = self.simulated_people[self.rng.choice(list(self.simulated_people))].person
        until = self.clock() + self.rng.randrange(2, 14) * DAY * TICK
        await substitutes.invite_substitute(self.require_service(), table, self.build_actor(number), outsider, until)
        self.schedule(
            self.now + self.rng.randrange(1, DAY), lambda: self.accept_substitution(outsider.id, table.id, seat)
        )

    async def set_confirm_preset(self, table: Table, number: int, _seat: int) -> None:
        await presets.set_preset(
            self.require_service(), table, self.build_actor(number), general_presets.CONFIRM, general_presets.ON
        )

    async def snooze_reminder(self, table_state: Table, number: int, seat: int) -> None:
        """Postpone the next reminder."""
        if seat not in table_state.waiting or table_state.seats[seat].person_to_notify != number:
            return
        wish = self.rng.choice((snooze.HOURS, snooze.MORNING))
        table = self.tables[table_state.id]
        table.advance(self.now)
        until = await snooze.snooze_reminder(self.require_service(), table_state, self.build_actor(number), wish)
        question = table.questions.get(seat)
        if question is not None and until is not None:
            question.snoozed_until = to_tick(until)
            question.due = [due for due in question.due if due.kind != "reminder"]
            self.event_counts["snoozed"] += 1

    async def resume_as_moderator(self, table_id: int) -> None:
        service = self.find_service()
        if service is None:
            self.schedule(self.now + HOUR, lambda: self.resume_as_moderator(table_id))
            return
        try:
            async with service.lock_table(table_id) as table:
                await moderation.resume_table(service, table, MODERATOR, "")
        except Refused:
            pass
        await self.observe(table_id)

    async def accept_substitution(self, number: int, table_id: int, seat: int) -> None:
        service = self.find_service()
        if service is None or not self.simulated_people[number].is_here(self.now):
            return
        try:
            async with service.lock_table(table_id) as table:
                await substitutes.accept_substitution(service, table, self.build_actor(number), seat)
                self.event_counts["sitters"] += 1
        except Refused:
            pass
        await self.observe(table_id)


Whim = Callable[[TableVisits, Table, int, int], Awaitable[None]]
WHIMS: tuple[tuple[Whim | None, float], ...] = (
    (None, 0.934), (TableVisits.toggle_pause, 0.004), (TableVisits.ask_undo, 0.005), (TableVisits.ask_end, 0.001),
    (TableVisits.give_day, 0.003), (TableVisits.halt_table, 0.001), (TableVisits.resign_seat, 0.002),
    (TableVisits.turn_autopilot_on, 0.002), (TableVisits.ask_substitute, 0.004),
    (TableVisits.set_confirm_preset, 0.006), (TableVisits.snooze_reminder, 0.032), (TableVisits.ask_move, 0.004),
    (TableVisits.offer_seat, 0.002),
)  # fmt: skip
"""Other actions of a visit with their probabilities."""
