"""What people do at their tables."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.table import LiveTable, Person, consent, orders, play
from bot.table.life import moderating, relief, sitting, sleeping, vacancy, votes
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.notices import snooze, standing
from bot.table.time import late
from engines.kernel import Refused, games, random_answer
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions

from .places import Places
from .postoffice import Killed
from .relief import Relief
from .table import Table
from .ticks import DAY, HOUR, MINUTE, TICK, tick

MODERATOR = Person(99, "Mod", "en")
ANSWERS_AT_ONCE = 40
CHANNELS = 1000
"""The first channel's id."""


class Evenings(Places):
    """Tables open, people come to them, play, vote, help, and have whims."""

    async def opens(self, number: int) -> None:
        tables, chance = self.service(), self.chance
        if tables is None:
            self.at(self.now + HOUR, lambda: self.opens(number))
            return
        engine = self.plan.engines[number % len(self.plan.engines)]
        here = [n for n, soul in self.souls.items() if soul.is_here(self.now)]
        wanted = min(games()[engine].seats, key=lambda n: abs(n - chance.choice((2, 3, 3, 3, 4))))
        host, *others = chance.sample(here, max(2, wanted))[:wanted]
        pace = chance.choices(("brisk", "steady", "slow", "none"), (3, 3, 3, 1))[0]
        language, reminder = chance.choice(("ja", "en", "both")), chance.choice((24, 24, 48, None))
        agreed = Agreement(language=language, pace=pace, reminder_hours=reminder)
        game = await seating.open_table(tables, 1, CHANNELS + number, self.souls[host].person, engine, agreed)
        starts = chance.random() < 0.95
        async with tables.at(game) as live:
            for n in others:
                await seating.join(tables, live, self.souls[n].person)
            if chance.random() < 0.3:
                await self.invites(live, host)
            if starts and len(live.seats) < live.seats_allowed[-1] and chance.random() < self.plan.computers:
                await seating.add_computer(tables, live, self.souls[host].person)
        if starts:
            self.at(self.now + chance.randrange(1, 6 * HOUR), lambda: self.starts(game, host, pace))
        else:
            self.done["lobbies left"] += 1

    async def starts(self, game: int, host: int, pace: str) -> None:
        tables = self.service()
        if tables is None:
            self.at(self.now + HOUR, lambda: self.starts(game, host, pace))
            return
        async with tables.at(game) as live:
            if not live.is_open:
                return
            reminders = live.row.reminder_hours
            hours = None if reminders is None else reminders * HOUR
            table = Table(self.model, game, pace, self.now, hours)
            try:
                await seating.start(tables, live, self.who(host))
            finally:
                if live.row.status == "playing" and not live.dirty:
                    self.invited = {key: at for key, at in self.invited.items() if key[0] != game}
                    self.tables[game], self.relief[game] = table, Relief(table)
        if game not in self.tables:
            return
        self.done["tables started"] += 1
        await self.observe(game)

    def advertised(self, game: int, seat: int) -> None:
        """Somebody may see that a seat is free."""
        if self.chance.random() < 0.45:
            someone = self.chance.choice(list(self.souls))
            self.at(self.now + self.chance.randrange(HOUR, 5 * DAY), lambda: self.takes(someone, game, seat))

    async def visit(self, number: int, game: int) -> None:
        """The person comes to a table and does what there is to do."""
        if self.visits.get((number, game)) == self.now:
            del self.visits[number, game]
        tables = self.service()
        if not self.souls[number].is_here(self.now):
            return
        if tables is None:
            self.will_visit(number, game, self.chance.randrange(HOUR // 4, 6 * HOUR))
            return
        try:
            for act in (self.votes, self.plays, self.helps, self.whims):
                try:
                    async with tables.at(game) as live:
                        if live.row.status == "playing" and live.seat_of(number) is not None:
                            await act(live, number)
                except Refused as reason:
                    self.done[f"refused: {reason.reason.key}"] += 1
                await self.observe(game)
        except Killed:
            self.will_visit(number, game, self.chance.randrange(MINUTE * 5, HOUR))
            raise

    async def votes(self, live: LiveTable, number: int) -> None:
        tables = self.reached()
        for request in live.requests:
            if number in request.needed_ids and number != request.asked_by_id:
                answer = consent.agree if self.chance.random() < 0.8 else consent.refuse
                self.done["votes"] += 1
                self.relief[live.id].says(request.kind, number, answer is consent.agree)
                await answer(tables, live, self.who(number), request.kind)
                return

    async def plays(self, live: LiveTable, number: int) -> None:
        tables, chance = self.reached(), self.chance
        seat = live.seat_of(number)
        if seat is None:
            return
        if "asleep" in live.pauses and live.seats[seat].called is not None:
            await sleeping.come(tables, live, self.who(number))
        if live.seats[seat].relief is not None and live.is_playing:
            self.relief[live.id].back[seat] = True
            await relief.come_back(tables, live, self.who(number))
        leaves = chance.random() < 0.06
        table = self.tables[live.id]
        for nth in range(ANSWERS_AT_ONCE):
            match, ref = live.match, live.ref(seat)
            if match is None or ref is None or seat not in live.waiting or live.seats[seat].called is None:
                break
            if number not in (live.seats[seat].person, live.seats[seat].sitter):
                break
            prompt = match.prompt(seat)
            assert prompt is not None
            before = live.last_n
            keys = random_answer(match, prompt, self.rng)
            await play.answer(tables, live, self.who(number), ref, keys)
            self.done["answers"] += 1
            await self.answered(live, table, number, seat, before)
            if leaves and nth:
                self.will_visit(number, live.id, self.delay(number))
                break
            if seat in live.waiting and chance.random() < 0.01:
                self.will_visit(number, live.id, HOUR)
                break

    async def answered(self, live: LiveTable, table: Table, number: int, seat: int, before: int) -> None:
        """The net ends, and without a clock reminders count anew from a step that all may see."""
        if any(kind == "net" and start <= self.now < end for start, end, _, kind in self.model.people[number].away):
            await self.reread_away(number)
        rows = await decisions.live(self.db, live.id, before)
        question = table.questions.get(seat)
        self.look_at(live)
        if (
            question is not None
            and table.questions.get(seat) is question
            and any(r.barrier and r.seat == seat for r in rows)
        ):
            question.base, question.count = self.now, 0

    async def helps(self, live: LiveTable, number: int) -> None:
        """Somebody is missing: what the others may do."""
        tables, chance, own = self.reached(), self.chance, live.seat_of(number)
        for seated in live.seats:
            if seated.seat == own or live.requests:
                continue
            if seated.is_vacant and live.id in self.tables:
                if chance.random() < 0.2:
                    guest = self.souls[chance.choice(list(self.souls))].person
                    await vacancy.invite(tables, live, self.who(number), seated.seat, guest)
                    self.expects(live.id, guest.id)
                elif chance.random() < 0.6:
                    name = chance.choices(("autopilot", "score", "void"), (8, 1, 1))[0]
                    await self.asks(live, number, votes.named(name, seated.seat))
                return
            if seated.person is not None and await late.is_late(tables, live, seated.seat) and chance.random() < 0.5:
                name = chance.choices(("default", "relief", "replace"), self.plan.helps)[0]
                if seated.person == live.row.host and chance.random() < 0.5:
                    name = "host"
                    await consent.ask(tables, live, self.who(number), votes.named(name, own or 0))
                else:
                    await self.asks(live, number, votes.named(name, seated.seat))
                return

    async def asks(self, live: LiveTable, number: int, kind: str) -> None:
        """Asks the others for something about a seat."""
        self.done[f"asked: {kind.partition('.')[0]}"] += 1
        self.relief[live.id].asks(self.now, kind, number)
        await consent.ask(self.reached(), live, self.who(number), kind)

    async def whims(self, live: LiveTable, number: int) -> None:
        """Rarely, something else than a move."""
        seat = live.seat_of(number)
        if seat is None or not live.is_playing or live.requests or live.row.status != "playing":
            return
        [whim] = self.chance.choices([whim for whim, _ in WHIMS], [often for _, often in WHIMS])
        if whim is not None:
            await whim(self, live, number, seat)

    async def pauses(self, live: LiveTable, number: int, _seat: int) -> None:
        if live.pauses:
            await consent.ask(self.reached(), live, self.who(number), "resume")
        else:
            until = self.clock() // 1000 + self.chance.randrange(1, 9) * 86_400
            await consent.ask(self.reached(), live, self.who(number), votes.named("pause", until))

    async def undoes(self, live: LiveTable, number: int, _seat: int) -> None:
        await consent.ask(self.reached(), live, self.who(number), "undo")

    async def ends(self, live: LiveTable, number: int, _seat: int) -> None:
        await consent.ask(self.reached(), live, self.who(number), "end")

    async def gives(self, live: LiveTable, number: int, seat: int) -> None:
        """Time to somebody. A kill may come before or after it is written."""
        waiting = [one for one in live.waiting if one != seat and live.seats[one].called is not None]
        if not waiting or live.plan.pace == "none":
            return
        table = self.tables[live.id]
        table.advance(self.now)
        written = len(await outbox.newest_first(self.db, live.id, Saying.NOTICE))
        try:
            await late.give_day(self.reached(), live, self.who(number), waiting[0])
        finally:
            if len(await outbox.newest_first(self.db, live.id, Saying.NOTICE)) > written:
                table.given(waiting[0])

    async def halts(self, live: LiveTable, _number: int, _seat: int) -> None:
        await moderating.pause(self.reached(), live, MODERATOR, "")
        self.at(self.now + self.chance.randrange(HOUR, 5 * DAY), lambda: self.moderator_resumes(live.id))

    async def resigns(self, live: LiveTable, number: int, _seat: int) -> None:
        await vacancy.resign(self.reached(), live, self.who(number))

    async def leaves(self, live: LiveTable, number: int, seat: int) -> None:
        self.relief[live.id].wished.add(seat)
        await relief.leave(self.reached(), live, self.who(number))

    async def asks_a_sitter(self, live: LiveTable, number: int, seat: int) -> None:
        outsider = self.souls[self.chance.choice(list(self.souls))].person
        until = self.clock() + self.chance.randrange(2, 14) * DAY * TICK
        await sitting.invite(self.reached(), live, self.who(number), outsider, until)
        self.at(self.now + self.chance.randrange(1, DAY), lambda: self.sits(outsider.id, live.id, seat))

    async def confirms_by_itself(self, live: LiveTable, number: int, _seat: int) -> None:
        await orders.give(self.reached(), live, self.who(number), standing.CONFIRM, standing.ON)

    async def snoozes(self, live: LiveTable, number: int, seat: int) -> None:
        """The next reminder comes later."""
        if seat not in live.waiting or live.seats[seat].called != number:
            return
        wish = self.chance.choice((snooze.HOURS, snooze.MORNING))
        table = self.tables[live.id]
        table.advance(self.now)
        until = await snooze.snooze(self.reached(), live, self.who(number), wish)
        question = table.questions.get(seat)
        if question is not None and until is not None:
            question.snoozed = tick(until)
            question.due = [due for due in question.due if due.what != "reminder"]
            self.done["snoozed"] += 1

    async def moderator_resumes(self, game: int) -> None:
        tables = self.service()
        if tables is None:
            self.at(self.now + HOUR, lambda: self.moderator_resumes(game))
            return
        try:
            async with tables.at(game) as live:
                await moderating.resume(tables, live, MODERATOR, "")
        except Refused:
            pass
        await self.observe(game)

    async def sits(self, number: int, game: int, seat: int) -> None:
        tables = self.service()
        if tables is None or not self.souls[number].is_here(self.now):
            return
        try:
            async with tables.at(game) as live:
                await sitting.accept(tables, live, self.who(number), seat)
                self.done["sitters"] += 1
        except Refused:
            pass
        await self.observe(game)


Whim = Callable[[Evenings, LiveTable, int, int], Awaitable[None]]
WHIMS: tuple[tuple[Whim | None, float], ...] = (
    (None, 0.934), (Evenings.pauses, 0.004), (Evenings.undoes, 0.005), (Evenings.ends, 0.001), (Evenings.gives, 0.003),
    (Evenings.halts, 0.001), (Evenings.resigns, 0.002), (Evenings.leaves, 0.002), (Evenings.asks_a_sitter, 0.004),
    (Evenings.confirms_by_itself, 0.006), (Evenings.snoozes, 0.032), (Evenings.moves, 0.004), (Evenings.offers, 0.002),
)  # fmt: skip
"""What people do besides, and how often of one visit."""
