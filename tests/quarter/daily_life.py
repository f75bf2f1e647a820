"""Daily life of simulated people: waking hours, absences and visits to their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.table import Person
from bot.table.personal import preferences
from engines.kernel import Refused
from storage.persons import absences

from . import model_data
from .morning_lists import MorningLists
from .plan import ZONES, SimulatedPerson
from .ticks import DAY, HOUR, to_millis, to_tick


class DailyLife(MorningLists):
    """Simulates everybody's life away from the tables."""

    def create_people(self) -> None:
        plan, rng = self.plan, self.rng
        for number in range(101, 101 + plan.people):
            zone = ZONES[number % len(ZONES)]
            gone_at = rng.randrange(self.ticks // 6, self.ticks) if rng.random() < plan.vanish else self.ticks * 2
            back_at = gone_at + rng.randrange(18, 40) * DAY if rng.random() < 0.35 else self.ticks * 3
            lang = rng.choice(("ja", "en"))
            person = Person(number, f"P{number}", lang)  # type: ignore[arg-type]
            self.simulated_people[number] = SimulatedPerson(
                person, gone_at, back_at, rng.choice((0.4, 1, 1, 1, 2.2)), rng.choice((0, 0.1))
            )
            notify_channel = rng.choices(("channel", "direct", "silent"), (8, 3, 1))[0]
            night = None if rng.random() < 0.08 else rng.choice((21, 22, 23, 0, 1)) * 60 + rng.choice((0, 30))
            rest = rng.choice(((), (), (), (5, 6), (6,), (4,)))
            remind = rng.choice((None, None, None, 6, 12))
            model_person = model_data.Person(
                number, zone, night, rest, notify_channel, None if remind is None else remind * HOUR
            )
            self.model.people[number] = model_person
            model_person.apply_hours(0, self.model.ticks)
            if rng.random() < 0.1:
                self.office.no_direct.add(number)
            self.schedule(0, lambda n=number, r=remind: self.set_preferences(n, r))  # type: ignore[misc]
            self.schedule(rng.randrange(2 * DAY), lambda n=number: self.look_at_tables(n))  # type: ignore[misc]
            for _ in range(rng.choice((0, 0, 1, 1, 2))):
                self.schedule(rng.randrange(self.ticks), lambda n=number: self.take_holiday(n))  # type: ignore[misc]
            for _ in range(rng.choice((0, 0, 0, 1, 2))):
                self.schedule(rng.randrange(DAY, self.ticks), lambda n=number: self.change_hours(n))  # type: ignore[misc]

    async def set_preferences(self, number: int, remind: int | None) -> None:
        service, model_person, soul = self.find_service(), self.model.people[number], self.simulated_people[number]
        if service is None:
            self.schedule(self.now + HOUR, lambda: self.set_preferences(number, remind))
            return
        await preferences.set_hours(service, soul.person, model_person.zone, model_person.night, model_person.rest)
        await preferences.set_reminder(service, soul.person, remind)
        await preferences.set_notifications(
            service, soul.person, channel=model_person.notify_channel, next_up=number % 5 == 0, digest=number % 4 == 0  # type: ignore[arg-type]
        )  # fmt: skip
        if number % 4 == 0:
            self.expect_lists(number)

    def react_to_notification(self, person: int, table_id: int, probability: float = 1.0) -> None:
        if person in self.simulated_people and self.rng.random() < probability:
            self.schedule_visit(person, table_id, self.draw_delay(person))

    def draw_delay(self, person: int) -> int:
        soul, rng, slow = self.simulated_people[person], self.rng, self.plan.slowness
        hours = rng.choices(
            (rng.uniform(0.1, 8), rng.uniform(8, 40), rng.uniform(40, 160)), (50, 38, 12)
        )[0]  # fmt: skip
        return int(hours * HOUR * slow * soul.slowness)

    def schedule_visit(self, person: int, table_id: int, ticks: int) -> None:
        """Schedule a visit of the person to the table, mostly in their waking hours."""
        at = self.now + max(1, ticks)
        bits = self.model.people[person].awake_bits
        if at < len(bits) and not bits[at] and self.rng.random() >= self.simulated_people[person].night_owl:
            wakes_at = bits.find(1, at)
            at = wakes_at + self.rng.randrange(1, 3 * HOUR) if wakes_at >= 0 else at
        planned_at = self.visits.get((person, table_id))
        if planned_at is not None and self.now < planned_at <= at:
            return
        self.visits[person, table_id] = at
        self.schedule(at, lambda: self.visit_table(person, table_id))

    async def look_at_tables(self, number: int) -> None:
        """Visit tables that wait for the person, and schedule the next look."""
        every = 1 if self.model.people[number].notify_channel == "silent" else 5
        self.schedule(self.now + int(self.rng.uniform(0.5, 1.5) * every * DAY), lambda: self.look_at_tables(number))
        if not self.simulated_people[number].is_here(self.now):
            return
        for table_id, table in self.tables.items():
            is_asked = any(question.person == number for question in table.questions.values())
            has_autopilot = any(seat.holder == number and seat.is_computer for seat in table.seats.values())
            if table.playing and (is_asked or has_autopilot):
                self.schedule_visit(number, table_id, self.rng.randrange(1, 4 * HOUR))

    async def reload_absences(self, number: int) -> None:
        """Copy the stored absences to the model, which derives their effect on clocks itself."""
        self.advance_all(number)
        rows = await absences.load_absences(self.db, number)
        self.model.people[number].absences = tuple(
            (to_tick(row.from_at), to_tick(row.until_at), to_tick(row.announced_at), row.kind) for row in rows
        )
        self.plan_morning(number, self.now)

    async def change_all_tables(self, number: int, change: Callable[[], Awaitable[object]]) -> bool:
        """Apply a change that affects all tables of a person. Return False if the bot refuses it."""
        self.advance_all(number)
        try:
            await change()
        except Refused:
            return False
        finally:
            await self.reload_absences(number)
        return True

    async def take_holiday(self, number: int) -> None:
        service = self.find_service()
        if service is None or not self.simulated_people[number].is_here(self.now):
            return
        start = self.now + self.rng.choice((0, 0, DAY, 5 * DAY)) // HOUR * HOUR
        until = start + self.rng.randrange(2, 12) * DAY
        person = self.simulated_people[number].person
        if self.rng.random() < 0.06:
            has_gone = await self.change_all_tables(number, lambda: preferences.start_emergency(service, person))
        else:
            start_at = None if start == self.now else to_millis(start)
            has_gone = await self.change_all_tables(
                number, lambda: preferences.plan_absence(service, person, start_at, to_millis(until))
            )
        if has_gone:
            self.event_counts["holidays"] += 1
            if self.rng.random() < 0.3:
                early = self.rng.randrange(self.now, until + DAY)
                self.schedule(early, lambda: self.return_early(number))

    async def return_early(self, number: int) -> None:
        service = self.find_service()
        if service is not None and self.simulated_people[number].is_here(self.now):
            person = self.simulated_people[number].person
            await self.change_all_tables(number, lambda: preferences.end_absences(service, person))

    async def change_hours(self, number: int) -> None:
        """Change the person's time zone, night and rest days."""
        service, model_person = self.find_service(), self.model.people[number]
        if service is None or not self.simulated_people[number].is_here(self.now):
            return
        zone, night = self.rng.choice(ZONES), self.rng.randrange(48) * 30
        rest = self.rng.choice(((), (5, 6), (0,)))
        person = self.simulated_people[number].person
        if await self.change_all_tables(number, lambda: preferences.set_hours(service, person, zone, night, rest)):
            model_person.zone, model_person.night, model_person.rest = zone, night, rest
            model_person.apply_hours(self.now, self.model.ticks)
            self.note_changed_hours(number)
            self.event_counts["hours changed"] += 1
