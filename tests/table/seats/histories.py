"""Run random histories of a table whose people come, go, vote and are kicked; check invariants after each step.

python -m tests.table.seats.histories 1000        # number of histories
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

from bot.table import Person, Table, TableService, consent
from bot.table.admin import channel_move, moderation
from bot.table.background import timer_worker
from bot.table.play import answers
from bot.table.seats import autopilot, open_seats, substitutes, table_sleep
from bot.table.terms import votes
from engines.kernel import Refused, TurnInfo, load_games, message
from storage import Database, DatabaseAddress
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import decisions, invitations, open_questions
from storage.play import seat_tenures as tenure_rows
from storage.play.seat_tenures import TenureRow
from storage.time import timers as timer_rows
from tests.empty_database import create_database
from tests.table.conftest import Clock, Players
from tests.table.short import A

from .conftest import play_in_turn

PEOPLE = tuple(Person(number, f"P{number}", "en") for number in range(101, 109))
MODERATOR = Person(900, "Mod", "en")
STEPS = 40
DAY_MS = 86_400_000

Action = Callable[["History", Table], Awaitable[object]]


class InvariantBroken(AssertionError):
    """An invariant is violated."""


class History:
    """A table and its random history. `log` lists the actions, for failure messages."""

    def __init__(self, service: TableService, clock: Clock, seed: int) -> None:
        self.service = service
        self.clock = clock
        self.rng = Random(seed)
        self.players = Players(service, clock)
        self.table_id = 0
        self.log: list[str] = []
        self.channels = iter(range(100, 10_000))

    async def run_steps(self) -> None:
        people = self.rng.sample(PEOPLE, self.rng.choice((2, 3, 4)))
        pace = self.rng.choice(("brisk", "slow", "none"))
        self.table_id = await self.players.start_table(*people, channel=next(self.channels), pace=pace)
        for _ in range(STEPS):
            name = self.rng.choice(list(ACTS))
            try:
                if name == "time":
                    await self.pass_time()
                elif name == "restart":
                    self.service = self.players.service = TableService(self.service.db, self.clock, "en")
                else:
                    async with self.service.lock_table(self.table_id) as table:
                        await ACTS[name](self, table)
                self.log.append(name)
            except Refused as reason:
                self.log.append(f"({name}: {reason.reason.key})")
            await self.check_invariants()

    async def pass_time(self) -> None:
        for _ in range(self.rng.choice((1, 4, 12, 40))):
            self.clock.pass_hours(6)
            while (row := await timer_rows.load_next_timer(self.service.db)) is not None and row.due_at <= self.clock():
                await timer_worker.serve_timer(self.service, row)
        await table_sleep.put_idle_tables_to_sleep(self.service)

    def pick_person(self) -> Person:
        return self.rng.choice(PEOPLE)

    # ------------------------------------------------------------------ invariants

    async def check_invariants(self) -> None:
        async with self.service.lock_table(self.table_id) as table:
            tenures = await tenure_rows.load_tenures(self.service.db, self.table_id)
            for problem in (*list_problems(table, tenures), *await self._list_storage_problems(table, tenures)):
                raise InvariantBroken(f"{problem}\n{' '.join(self.log)}\n{tenures}")
        async with TableService(self.service.db, self.clock, "en").lock_table(self.table_id) as reloaded:
            same = (reloaded.seats, reloaded.tenures, reloaded.pauses, reloaded.row) == (
                table.seats,
                table.tenures,
                table.pauses,
                table.row,
            )
            if not same:
                raise InvariantBroken(f"another table after a restart\n{' '.join(self.log)}")

    async def _list_storage_problems(self, table: Table, tenures: list[TenureRow]) -> list[str]:
        violations = []
        forcing_people = await decisions.load_forcers(self.service.db, self.table_id)
        for row in await decisions.load_active(self.service.db, self.table_id):
            tenure = [entry for entry in tenures if entry.seat == row.seat and entry.from_n <= row.n][-1]
            is_wrong = {
                "person": tenure.person is None,
                "relief": tenure.policy is None,
                "computer": tenure.policy is None or tenure.holder is not None,
                "default": not forcing_people.get(row.n),
            }.get(row.origin, False)
            if is_wrong:
                violations.append(f"decision {row.n} by {row.origin} in {tenure}")
        kinds = Counter(row.kind for row in await timer_rows.load_timers(self.service.db, self.table_id))
        if table.pauses and kinds.keys() & {"late", "timeout", "reminder", "call"}:
            violations.append(f"{dict(kinds)} while the table pauses for {set(table.pauses)}")
        if table.row.status != "playing" and kinds:
            violations.append(f"{dict(kinds)} after the end")
        if self.log and self.log[-1].startswith("move") and "asleep" in table.pauses:
            violations.append("a move does not wake the table")
        for question in await open_questions.load_open_questions(self.service.db, self.table_id):
            person, last_tenure = (
                table.seats[question.seat].person_to_notify,
                [entry for entry in tenures if entry.seat == question.seat][-1],
            )
            if person is not None and not table.pauses and last_tenure.why in ("taken", "sitter"):
                key = outbox_rows.build_notification_key(question.seat, question.step, question.epoch, person)
                calls = [
                    entry.key
                    for entry in await outbox_rows.load_rows_newest_first(
                        self.service.db, self.table_id, OutboxKind.TURN_NOTIFICATION
                    )
                ]
                if key not in calls and not kinds["call"]:
                    violations.append(f"person {person} has come to seat {question.seat} and is not called")
        for seated in table.seats:
            has_invitation = await invitations.load_invitation(self.service.db, self.table_id, seated.seat) is not None
            if table.row.status == "playing" and seated.is_vacant and not has_invitation:
                violations.append(f"nobody is sought for seat {seated.seat}")
        return violations


def list_problems(table: Table, tenures: list[TenureRow]) -> list[str]:
    """Return violated invariants of seats, tenures, host and ending."""
    violations = []
    seen: dict[int, set[int]] = {}
    for tenure in tenures:
        for person in {tenure.holder, tenure.person} - {None}:
            seen.setdefault(person or 0, set()).add(tenure.seat)
    violations += [
        f"person {person} has seen the hands of seats {seats}" for person, seats in seen.items() if len(seats) > 1
    ]
    last = {tenure.seat: tenure for tenure in tenures}
    for seated in table.seats:
        seat_tenures = [tenure for tenure in tenures if tenure.seat == seated.seat]
        if [tenure.nth for tenure in seat_tenures] != list(range(1, len(seat_tenures) + 1)) or sorted(
            tenure.from_n for tenure in seat_tenures
        ) != [tenure.from_n for tenure in seat_tenures]:
            violations.append(f"the stretches of seat {seated.seat} are not in order")
        tenure = last[seated.seat]
        if (tenure.holder, tenure.policy) != (seated.person, seated.answering_policy):
            violations.append(f"{tenure} is not {seated}")
    people = [seated.person for seated in table.held_seats]
    if len(people) != len(set(people)):
        violations.append("somebody sits twice")
    if people and table.row.host not in people and table.row.status == "playing":
        violations.append(f"the host {table.row.host} does not sit here")
    if table.row.ending == "conceded":
        reasons = [tenure.why for tenure in last.values() if tenure.holder is None and tenure.policy is None]
        if reasons != ["resigned"] * (len(table.seats) - 1):
            violations.append(f"a winner although {reasons}")
    if (
        table.row.status == "playing"
        and not any(s.person_to_notify is not None for s in table.seats)
        and not table.pauses
    ):
        violations.append("nobody is there, and the table does not sleep")
    return violations


# ---------------------------------------------------------------------- actions


async def make_move(history: History, table: Table) -> None:
    seat = history.rng.choice(table.waiting) if table.waiting else A
    person, ref = table.seats[seat].person_to_notify, table.build_question_ref(seat)
    if person is None or ref is None:
        raise Refused("nobody")
    await mark_notified(history, table)
    actor = next(candidate for candidate in PEOPLE if candidate.id == person)
    await answers.answer_question(history.service, table, actor, ref, ("take",))
    await mark_notified(history, table)


async def mark_notified(history: History, table: Table) -> None:
    """Record the notifications as sent, unless the table is paused."""
    if not table.pauses:
        await history.players.mark_notified(table)


async def take_seat(history: History, table: Table) -> None:
    seat = history.rng.randrange(len(table.seats))
    invitation = await invitations.load_invitation(history.service.db, table.id, seat)
    wanted = None if invitation is None else invitation.person
    actor = next((candidate for candidate in PEOPLE if candidate.id == wanted), None) or history.pick_person()
    if invitation is not None and invitation.until_at is not None:
        await substitutes.accept_substitution(history.service, table, actor, seat)
    else:
        await open_seats.take_seat(history.service, table, actor, seat)


async def ask_consent(history: History, table: Table) -> None:
    name = history.rng.choice(list(votes.VOTES))
    subject = {
        "pause": history.clock() // 1000 + history.rng.choice((1, 3, 13)) * 86_400,
        "move": next(history.channels),
    }.get(name, history.rng.randrange(len(table.seats)))
    plain = name in ("undo", "end", "resume", "extend")
    await consent.request_consent(
        history.service, table, history.pick_person(), name if plain else votes.build_kind(name, subject)
    )


async def cast_vote(history: History, table: Table) -> None:
    if not table.requests:
        raise Refused("nothing")
    request = history.rng.choice(table.requests)
    voters = [voter.person for voter in votes.list_voters(table, request.kind, request.asked_by_id)]
    if not voters:
        raise Refused("nobody")
    chosen = history.rng.choice(voters)
    person = next(candidate for candidate in PEOPLE if candidate.id == chosen)
    say_yes = history.rng.random() < 0.75
    await (consent.vote_yes if say_yes else consent.vote_no)(history.service, table, person, request.kind)


async def lose_channel(history: History, table: Table) -> None:
    await channel_move.handle_lost_channel(history.service, table)
    actor = history.pick_person()
    await channel_move.move_without_vote(history.service, table, actor, 1, next(history.channels))


async def invite_substitute(history: History, table: Table) -> None:
    until = history.clock() + history.rng.choice((1, 5)) * DAY_MS
    await substitutes.invite_substitute(history.service, table, history.pick_person(), history.pick_person(), until)


async def refuse_action(history: History, table: Table) -> None:
    del table
    raise Refused("outside")  # a holiday concerns all tables of the person


ACTS: dict[str, Action] = {
    "move": make_move,
    "move again": make_move,
    "take": take_seat,
    "take it": take_seat,
    "ask": ask_consent,
    "ask too": ask_consent,
    "vote": cast_vote,
    "vote too": cast_vote,
    "lose": lose_channel,
    "sit": invite_substitute,
    "time": refuse_action,
    "restart": refuse_action,
    "resign": lambda h, table: open_seats.resign_seat(h.service, table, h.pick_person()),
    "offer": lambda h, table: open_seats.offer_own_seat(
        h.service, table, h.pick_person(), h.rng.choice((None, h.pick_person()))
    ),
    "leave": lambda h, table: autopilot.start_own_autopilot(h.service, table, h.pick_person()),
    "back": lambda h, table: autopilot.stop_own_autopilot(h.service, table, h.pick_person()),
    "stop": lambda h, table: substitutes.stop_substitution(h.service, table, h.pick_person()),
    "come": lambda h, table: table_sleep.wake_for_person(h.service, table, h.pick_person()),
    "halt": lambda h, table: moderation.pause_table(h.service, table, MODERATOR, ""),
    "go on": lambda h, table: moderation.resume_table(h.service, table, MODERATOR, ""),
    "kick": lambda h, table: moderation.kick_person(h.service, table, MODERATOR, h.rng.randrange(len(table.seats)), ""),
}


async def run_history(database: DatabaseAddress, seed: int) -> History:
    """Run one history in an empty, migrated database, checked after every step. Raises InvariantBroken."""
    clock = Clock()
    flotsam = dataclasses.replace(
        load_games()["flotsam"], play_turn=play_in_turn, turn_info=lambda view: TurnInfo(message("unsold"), turn=A)
    )
    with (
        mock.patch("bot.table.service.table_service.load_games", lambda: {"flotsam": flotsam}),
        mock.patch("bot.table.terms.table_terms.load_games", lambda: {"flotsam": flotsam}),
    ):
        async with await Database.open(database) as db:
            result = History(TableService(db, clock, "en"), clock, seed)
            await result.run_steps()
    return result


def main() -> None:
    """Run many histories and print how often each action succeeded."""
    action_counts: Counter[str] = Counter()
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for seed in range(count):
        with tempfile.TemporaryDirectory() as folder:
            result = asyncio.run(run_history(create_database(Path(folder) / "history.db"), seed))
        action_counts.update(name for name in result.log if not name.startswith("("))
    print(f"{count} histories, nothing broken; done: {dict(action_counts.most_common())}")


if __name__ == "__main__":
    main()
