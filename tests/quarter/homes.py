"""How people live: when they wake, when they are away, when they come to their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.table import Person, preferences
from bot.table.notices import wishes
from engines.kernel import Refused
from storage.persons import absences

from . import facts
from .mornings import Mornings
from .plan import ZONES, Soul
from .ticks import DAY, HOUR, ms, tick


class Homes(Mornings):
    """Everybody's life away from the tables."""

    def populate(self) -> None:
        plan, chance = self.plan, self.chance
        for number in range(101, 101 + plan.people):
            zone = ZONES[number % len(ZONES)]
            gone = chance.randrange(self.ticks // 6, self.ticks) if chance.random() < plan.vanish else self.ticks * 2
            back = gone + chance.randrange(18, 40) * DAY if chance.random() < 0.35 else self.ticks * 3
            lang = chance.choice(("ja", "en"))
            person = Person(number, f"P{number}", lang)  # type: ignore[arg-type]
            self.souls[number] = Soul(person, gone, back, chance.choice((0.4, 1, 1, 1, 2.2)), chance.choice((0, 0.1)))
            way = chance.choices(("channel", "direct", "silent"), (8, 3, 1))[0]
            night = None if chance.random() < 0.08 else chance.choice((21, 22, 23, 0, 1)) * 60 + chance.choice((0, 30))
            rest = chance.choice(((), (), (), (5, 6), (6,), (4,)))
            remind = chance.choice((None, None, None, 6, 12))
            one = facts.Person(number, zone, night, rest, way, None if remind is None else remind * HOUR)
            self.model.people[number] = one
            one.live(0, self.model.ticks)
            if chance.random() < 0.1:
                self.office.no_direct.add(number)
            self.at(0, lambda n=number, r=remind: self.settle_in(n, r))  # type: ignore[misc]
            self.at(chance.randrange(2 * DAY), lambda n=number: self.looks(n))  # type: ignore[misc]
            for _ in range(chance.choice((0, 0, 1, 1, 2))):
                self.at(chance.randrange(self.ticks), lambda n=number: self.holiday(n))  # type: ignore[misc]
            for _ in range(chance.choice((0, 0, 0, 1, 2))):
                self.at(chance.randrange(DAY, self.ticks), lambda n=number: self.moves_house(n))  # type: ignore[misc]

    async def settle_in(self, number: int, remind: int | None) -> None:
        tables, one, soul = self.service(), self.model.people[number], self.souls[number]
        if tables is None:
            self.at(self.now + HOUR, lambda: self.settle_in(number, remind))
            return
        await preferences.set_hours(tables, soul.person, one.zone, one.night, one.rest)
        await preferences.set_reminder(tables, soul.person, remind)
        await wishes.wish(
            tables, soul.person, way=one.way, next_up=number % 5 == 0, digest=number % 4 == 0  # type: ignore[arg-type]
        )  # fmt: skip
        if number % 4 == 0:
            self.wants_lists(number)

    def rung(self, person: int, game: int, often: float = 1.0) -> None:
        if person in self.souls and self.chance.random() < often:
            self.will_visit(person, game, self.delay(person))

    def delay(self, person: int) -> int:
        soul, chance, slow = self.souls[person], self.chance, self.plan.slowness
        hours = chance.choices(
            (chance.uniform(0.1, 8), chance.uniform(8, 40), chance.uniform(40, 160)), (50, 38, 12)
        )[0]  # fmt: skip
        return int(hours * HOUR * slow * soul.slow)

    def will_visit(self, person: int, game: int, ticks: int) -> None:
        """The person comes to the table then; in their day, most of the time."""
        at = self.now + max(1, ticks)
        bits = self.model.people[person].bits
        if at < len(bits) and not bits[at] and self.chance.random() >= self.souls[person].night_owl:
            woke = bits.find(1, at)
            at = woke + self.chance.randrange(1, 3 * HOUR) if woke >= 0 else at
        known = self.visits.get((person, game))
        if known is not None and self.now < known <= at:
            return
        self.visits[person, game] = at
        self.at(at, lambda: self.visit(person, game))

    async def looks(self, number: int) -> None:
        """Now and then people look by themselves at the tables that wait for them."""
        every = 1 if self.model.people[number].way == "silent" else 5
        self.at(self.now + int(self.chance.uniform(0.5, 1.5) * every * DAY), lambda: self.looks(number))
        if not self.souls[number].is_here(self.now):
            return
        for game, table in self.tables.items():
            asked = any(question.person == number for question in table.questions.values())
            relieved = any(seat.holder == number and seat.computer for seat in table.seats.values())
            if table.playing and (asked or relieved):
                self.will_visit(number, game, self.chance.randrange(1, 4 * HOUR))

    async def reread_away(self, number: int) -> None:
        """What people said about their absences; what that means for clocks is the model's own."""
        self.advance_all(number)
        rows = await absences.of_person(self.db, number)
        self.model.people[number].away = tuple(
            (tick(row.from_at), tick(row.until_at), tick(row.told_at), row.kind) for row in rows
        )
        self.plan_morning(number, self.now)

    async def tables_change(self, number: int, what: Callable[[], Awaitable[object]]) -> bool:
        """Something that holds for all tables of a person."""
        self.advance_all(number)
        try:
            await what()
        except Refused:
            return False
        finally:
            await self.reread_away(number)
        return True

    async def holiday(self, number: int) -> None:
        tables = self.service()
        if tables is None or not self.souls[number].is_here(self.now):
            return
        start = self.now + self.chance.choice((0, 0, DAY, 5 * DAY)) // HOUR * HOUR
        until = start + self.chance.randrange(2, 12) * DAY
        who = self.souls[number].person
        if self.chance.random() < 0.06:
            went = await self.tables_change(number, lambda: preferences.emergency(tables, who))
        else:
            told = None if start == self.now else ms(start)
            went = await self.tables_change(number, lambda: preferences.go_away(tables, who, told, ms(until)))
        if went:
            self.done["holidays"] += 1
            if self.chance.random() < 0.3:
                early = self.chance.randrange(self.now, until + DAY)
                self.at(early, lambda: self.comes_back(number))

    async def comes_back(self, number: int) -> None:
        tables = self.service()
        if tables is not None and self.souls[number].is_here(self.now):
            who = self.souls[number].person
            await self.tables_change(number, lambda: preferences.come_back(tables, who))

    async def moves_house(self, number: int) -> None:
        """Another zone, another night, other rest days."""
        tables, one = self.service(), self.model.people[number]
        if tables is None or not self.souls[number].is_here(self.now):
            return
        zone, night = self.chance.choice(ZONES), self.chance.randrange(48) * 30
        rest = self.chance.choice(((), (5, 6), (0,)))
        who = self.souls[number].person
        if await self.tables_change(number, lambda: preferences.set_hours(tables, who, zone, night, rest)):
            one.zone, one.night, one.rest = zone, night, rest
            one.live(self.now, self.model.ticks)
            self.hours_change(number)
            self.done["hours changed"] += 1
