"""Random histories of a table whose people come, go, stay away, vote and are kicked; what must hold after each step.

python -m tests.table.life.histories 1000        # so many, from the first seed on
"""

from __future__ import annotations

import asyncio
import dataclasses
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from unittest import mock

from bot.table import LiveTable, Person, TableService, consent, play
from bot.table.life import moderating, moving, relief, sitting, sleeping, vacancy, votes
from bot.table.time import timers
from engines.kernel import Moment, Refused, games, say
from storage import Database
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import decisions, invitations, open_questions, pressed, stretches
from storage.play.stretches import StretchRow
from storage.time import timers as timer_rows
from tests.table.conftest import Clock, Players
from tests.table.short import A

from .conftest import in_turn

PEOPLE = tuple(Person(number, f"P{number}", "en") for number in range(101, 109))
MODERATOR = Person(900, "Mod", "en")
STEPS = 40
DAY_MS = 86_400_000

Act = Callable[["History", LiveTable], Awaitable[object]]


class Broken(AssertionError):
    """Something that must hold does not."""


class History:
    """One table and its random life. `log` says what was done, for whoever reads a failure."""

    def __init__(self, tables: TableService, clock: Clock, seed: int) -> None:
        self.tables = tables
        self.clock = clock
        self.rng = Random(seed)
        self.players = Players(tables, clock)
        self.game = 0
        self.log: list[str] = []
        self.channels = iter(range(100, 10_000))

    async def live_through(self) -> None:
        seated = self.rng.sample(PEOPLE, self.rng.choice((2, 3, 4)))
        pace = self.rng.choice(("brisk", "slow", "none"))
        self.game = await self.players.open(*seated, channel=next(self.channels), pace=pace)
        for _ in range(STEPS):
            name = self.rng.choice(list(ACTS))
            try:
                if name == "time":
                    await self.pass_time()
                elif name == "restart":
                    self.tables = self.players.tables = TableService(self.tables.db, self.clock, "en")
                else:
                    async with self.tables.at(self.game) as live:
                        await ACTS[name](self, live)
                self.log.append(name)
            except Refused as reason:
                self.log.append(f"({name}: {reason.reason.key})")
            await self.check()

    async def pass_time(self) -> None:
        for _ in range(self.rng.choice((1, 4, 12, 40))):
            self.clock.pass_hours(6)
            while (row := await timer_rows.earliest(self.tables.db)) is not None and row.due_at <= self.clock():
                await timers.fire(self.tables, row)
        await sleeping.look(self.tables)

    def somebody(self) -> Person:
        return self.rng.choice(PEOPLE)

    # ------------------------------------------------------------------ what must hold

    async def check(self) -> None:
        async with self.tables.at(self.game) as live:
            held = await stretches.of_game(self.tables.db, self.game)
            for problem in (*problems(live, held), *await self._stored(live, held)):
                raise Broken(f"{problem}\n{' '.join(self.log)}\n{held}")
        async with TableService(self.tables.db, self.clock, "en").at(self.game) as again:
            same = (again.seats, again.held, again.pauses, again.row) == (live.seats, live.held, live.pauses, live.row)
            if not same:
                raise Broken(f"another table after a restart\n{' '.join(self.log)}")

    async def _stored(self, live: LiveTable, held: list[StretchRow]) -> list[str]:
        found = []
        by = await pressed.of_game(self.tables.db, self.game)
        for row in await decisions.live(self.tables.db, self.game):
            of = [one for one in held if one.seat == row.seat and one.from_n <= row.n][-1]
            wrong = {
                "person": of.person is None,
                "relief": of.policy is None,
                "computer": of.policy is None or of.holder is not None,
                "default": not by.get(row.n),
            }.get(row.origin, False)
            if wrong:
                found.append(f"decision {row.n} by {row.origin} in {of}")
        kinds = Counter(row.kind for row in await timer_rows.of_game(self.tables.db, self.game))
        if live.pauses and kinds.keys() & {"late", "timeout", "reminder", "call"}:
            found.append(f"{dict(kinds)} while the table pauses for {set(live.pauses)}")
        if live.row.status != "playing" and kinds:
            found.append(f"{dict(kinds)} after the end")
        if self.log and self.log[-1].startswith("move") and "asleep" in live.pauses:
            found.append("a move does not wake the table")
        for asked in await open_questions.of_game(self.tables.db, self.game):
            person, begun = live.seats[asked.seat].called, [one for one in held if one.seat == asked.seat][-1]
            if person is not None and not live.pauses and begun.why in ("taken", "sitter"):
                key = outbox.ping_key(asked.seat, asked.step, asked.epoch, person)
                calls = [one.key for one in await outbox.newest_first(self.tables.db, self.game, Saying.PING)]
                if key not in calls and not kinds["call"]:
                    found.append(f"person {person} has come to seat {asked.seat} and is not called")
        for seated in live.seats:
            sought = await invitations.get(self.tables.db, self.game, seated.seat) is not None
            if live.row.status == "playing" and seated.is_vacant and not sought:
                found.append(f"nobody is sought for seat {seated.seat}")
        return found


def problems(live: LiveTable, held: list[StretchRow]) -> list[str]:
    """Who holds and has held the seats, and how it ended."""
    found = []
    seen: dict[int, set[int]] = {}
    for one in held:
        for person in {one.holder, one.person} - {None}:
            seen.setdefault(person or 0, set()).add(one.seat)
    found += [
        f"person {person} has seen the hands of seats {seats}" for person, seats in seen.items() if len(seats) > 1
    ]
    last = {one.seat: one for one in held}
    for seated in live.seats:
        of = [one for one in held if one.seat == seated.seat]
        if [one.nth for one in of] != list(range(1, len(of) + 1)) or sorted(o.from_n for o in of) != [
            o.from_n for o in of
        ]:
            found.append(f"the stretches of seat {seated.seat} are not in order")
        one = last[seated.seat]
        if (one.holder, one.policy) != (seated.person, seated.answers):
            found.append(f"{one} is not {seated}")
    people = [seated.person for seated in live.people]
    if len(people) != len(set(people)):
        found.append("somebody sits twice")
    if people and live.row.host not in people and live.row.status == "playing":
        found.append(f"the host {live.row.host} does not sit here")
    if live.row.ending == "conceded":
        left = [one.why for one in last.values() if one.holder is None and one.policy is None]
        if left != ["resigned"] * (len(live.seats) - 1):
            found.append(f"a winner although {left}")
    if live.row.status == "playing" and not any(s.called is not None for s in live.seats) and not live.pauses:
        found.append("nobody is there, and the table does not sleep")
    return found


# ---------------------------------------------------------------------- what people do


async def move(history: History, live: LiveTable) -> None:
    seat = history.rng.choice(live.waiting) if live.waiting else A
    person, ref = live.seats[seat].called, live.ref(seat)
    if person is None or ref is None:
        raise Refused("nobody")
    await call(history, live)
    who = next(one for one in PEOPLE if one.id == person)
    await play.answer(history.tables, live, who, ref, ("take",))
    await call(history, live)


async def call(history: History, live: LiveTable) -> None:
    """The calls have gone out, unless the table pauses."""
    if not live.pauses:
        await history.players.call(live)


async def take(history: History, live: LiveTable) -> None:
    seat = history.rng.randrange(len(live.seats))
    invitation = await invitations.get(history.tables.db, live.id, seat)
    wanted = None if invitation is None else invitation.person
    who = next((one for one in PEOPLE if one.id == wanted), None) or history.somebody()
    if invitation is not None and invitation.until_at is not None:
        await sitting.accept(history.tables, live, who, seat)
    else:
        await vacancy.take(history.tables, live, who, seat)


async def ask(history: History, live: LiveTable) -> None:
    name = history.rng.choice(list(votes.VOTES))
    about = {
        "pause": history.clock() // 1000 + history.rng.choice((1, 3, 13)) * 86_400,
        "move": next(history.channels),
    }.get(name, history.rng.randrange(len(live.seats)))
    plain = name in ("undo", "end", "resume", "extend")
    await consent.ask(history.tables, live, history.somebody(), name if plain else votes.named(name, about))


async def vote(history: History, live: LiveTable) -> None:
    if not live.requests:
        raise Refused("nothing")
    request = history.rng.choice(live.requests)
    voters = [voter.person for voter in votes.voters(live, request.kind, request.asked_by_id)]
    if not voters:
        raise Refused("nobody")
    chosen = history.rng.choice(voters)
    who = next(one for one in PEOPLE if one.id == chosen)
    say_yes = history.rng.random() < 0.75
    await (consent.agree if say_yes else consent.refuse)(history.tables, live, who, request.kind)


async def lose(history: History, live: LiveTable) -> None:
    await moving.lost(history.tables, live)
    who = history.somebody()
    await moving.take_along(history.tables, live, who, 1, next(history.channels))


async def sit(history: History, live: LiveTable) -> None:
    until = history.clock() + history.rng.choice((1, 5)) * DAY_MS
    await sitting.invite(history.tables, live, history.somebody(), history.somebody(), until)


async def holiday(history: History, live: LiveTable) -> None:
    del live
    raise Refused("outside")  # a holiday holds all the person's tables: see `away`


ACTS: dict[str, Act] = {
    "move": move,
    "move again": move,
    "take": take,
    "take it": take,
    "ask": ask,
    "ask too": ask,
    "vote": vote,
    "vote too": vote,
    "lose": lose,
    "sit": sit,
    "time": holiday,
    "restart": holiday,
    "resign": lambda h, live: vacancy.resign(h.tables, live, h.somebody()),
    "offer": lambda h, live: vacancy.offer(h.tables, live, h.somebody(), h.rng.choice((None, h.somebody()))),
    "leave": lambda h, live: relief.leave(h.tables, live, h.somebody()),
    "back": lambda h, live: relief.come_back(h.tables, live, h.somebody()),
    "stop": lambda h, live: sitting.stop(h.tables, live, h.somebody()),
    "come": lambda h, live: sleeping.come(h.tables, live, h.somebody()),
    "halt": lambda h, live: moderating.pause(h.tables, live, MODERATOR, ""),
    "go on": lambda h, live: moderating.resume(h.tables, live, MODERATOR, ""),
    "kick": lambda h, live: moderating.kick(h.tables, live, MODERATOR, h.rng.randrange(len(live.seats)), ""),
}


async def history(seed: int) -> History:
    """One life, checked after every step. Raises Broken."""
    clock = Clock()
    flotsam = dataclasses.replace(games()["flotsam"], turn=in_turn, moment=lambda view: Moment(say("unsold"), turn=A))
    with (
        tempfile.TemporaryDirectory() as folder,
        mock.patch("bot.table.service.games", lambda: {"flotsam": flotsam}),
        mock.patch("bot.table.lobby.agreement.games", lambda: {"flotsam": flotsam}),
    ):
        async with await Database.open(Path(folder) / "teban.db") as db:
            lived = History(TableService(db, clock, "en"), clock, seed)
            await lived.live_through()
    return lived


def main() -> None:
    """Live through many, and say what happened in them."""
    done: Counter[str] = Counter()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for seed in range(count):
        lived = asyncio.run(history(seed))
        done.update(name for name in lived.log if not name.startswith("("))
    print(f"{count} histories, nothing broken; done: {dict(done.most_common())}")


if __name__ == "__main__":
    main()
