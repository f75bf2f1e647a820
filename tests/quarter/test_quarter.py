"""A small slice of the simulated quarter (`python -m tests.quarter`), and that each deliberate fault is noticed."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord_ui.outbox import delivery, recovery, wire
from bot.table import announce
from bot.table.computers import players as computers
from bot.table.knowing.summaries import tables_of
from bot.table.life import relief, sleeping, vacancy, votes
from bot.table.notices import calls, morning_list, rings, snooze
from bot.table.notices.ping import pack
from bot.table.time import deadlines, hours, late, lives, outage
from bot.table.time import presence as presences
from bot.table.time.hours import HOUR, MINUTE, Hours
from storage.messages import outbox
from storage.messages.kinds import Saying

from . import places, postoffice
from .plan import Plan
from .postoffice import DIRECT, PostOffice
from .world import World

SMALL = Plan(tables=7, people=12, days=30, seed=3, slowness=0.8, kills=10, aways=5)


async def live_through(plan: Plan, folder: Path) -> World:
    world = World(plan, folder)
    await world.run()
    return world


@pytest.mark.parametrize("seed", [1])
async def test_a_month_of_seven_tables_agrees_with_the_model(seed: int, tmp_path: Path) -> None:
    world = await live_through(replace(SMALL, seed=seed), tmp_path)
    assert world.model.problems == []
    assert world.model.counts["calls in time"] > 50 and world.model.counts["reminders in time"] > 20
    assert world.model.counts["lists looked at"] > 5
    assert world.done["kills"] and world.done["Discord away"] and world.done["stopped for a week-end"]


async def nothing(*_: Any, **__: Any) -> None:
    return None


async def at_once(source: Any, live: Any, person: int, at: int) -> int:
    return at


def nonces_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    """And nobody looks for a post that may be out."""

    async def none(*_: Any) -> None:
        return None

    patch.setattr(postoffice, "NONCE_TICKS", -1)
    patch.setattr(recovery, "find_own", none)
    patch.setattr(wire, "find_own", none)


def nobody_sleeps(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rings, "wakes", at_once)


def outages_count(patch: pytest.MonkeyPatch) -> None:
    async def settle(*_: Any) -> set[int]:
        return set()

    patch.setattr(outage, "settle", settle)


def timers_run_without_discord(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(presences.Presence, "is_here", property(lambda self: True))


def reminders_are_late(patch: pytest.MonkeyPatch) -> None:
    was = deadlines.SeatClock.remind_at

    def later(self: Any, first: int | None, now: int) -> int | None:
        at = was(self, first, now)
        return None if at is None else self.hours.wakes(at + 5 * MINUTE)

    patch.setattr(deadlines.SeatClock, "remind_at", later)


def reminders_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    async def forget(tx: Any, live: Any, ping: Any, now: int) -> None:
        await deadlines.reminded(tx, live, ping.seat, now)

    patch.setattr(calls, "remind", forget)


def calls_of_the_morning_are_lost(patch: pytest.MonkeyPatch) -> None:
    was = calls.say_call

    async def lost(tx: Any, live: Any, ping: Any, now: int, together: tuple[str, ...] = ()) -> None:
        if together:
            await was(tx, live, ping, now, together)

    patch.setattr(calls, "say_call", lost)


def everybody_is_called_twice(patch: pytest.MonkeyPatch) -> None:
    was = calls.say_call

    async def twice(tx: Any, live: Any, ping: Any, now: int, together: tuple[str, ...] = ()) -> None:
        await was(tx, live, ping, now, together)
        await outbox.put(
            tx, game=live.id, kind=Saying.REMINDER, key=ping.key, target=live.row.channel_id, payload=pack(ping), at=now
        )  # fmt: skip

    patch.setattr(calls, "say_call", twice)


def nights_count(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Hours, "waking", lambda self, start, end: max(0, end - start))


def out_of_time_at_breakfast(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Hours, "up", lambda self, at: at)


def nights_ignore_the_summer_time(patch: pytest.MonkeyPatch) -> None:
    was, none = hours._local, datetime.timedelta()

    def local(zone: Any, day: Any, minute: int) -> int:
        at = was(zone, day, minute)
        there = datetime.datetime.fromtimestamp(at / 1000, zone)
        saved = (there.utcoffset() or none) - (datetime.datetime(2027, 2, 1, tzinfo=zone).utcoffset() or none)
        return int(at + saved.total_seconds() * 1000)

    patch.setattr(hours, "_local", local)


def computers_fall_silent(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(computers.ComputerPlayers, "serve", nothing)


def nobody_is_late(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(deadlines.SeatClock, "stage_at", lambda self, stage: None)


def empty_seats_are_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(vacancy, "WAITS", 400 * 24 * HOUR)


def nobody_falls_asleep(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sleeping, "look", nothing)


def sleepers_are_not_told(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(rings, "keep", nothing)


def lists_leave_a_day_out(patch: pytest.MonkeyPatch) -> None:
    was = snooze.morning
    patch.setattr(morning_list, "morning", lambda hours, now: was(hours, now + 24 * HOUR))


def lists_lack_a_table(patch: pytest.MonkeyPatch) -> None:
    async def all_but_one(source: Any, person: int) -> Any:
        return [one for one in await tables_of(source, person) if one.calls][:1]

    patch.setattr(delivery, "tables_of", all_but_one)


def lists_name_what_does_not_wait(patch: pytest.MonkeyPatch) -> None:
    async def every(source: Any, person: int) -> Any:
        return [replace(one, mine=True, pauses=()) for one in await tables_of(source, person)]

    patch.setattr(delivery, "tables_of", every)


def drawn_leave_is_sleep(patch: pytest.MonkeyPatch) -> None:
    async def hours_with_it(source: Any, person: int) -> Hours:
        return (await lives.hours_of(source, [person])).get(person, Hours())

    patch.setattr(morning_list, "quiet_hours", hours_with_it)


def nobody_hears_of_a_lost_channel(patch: pytest.MonkeyPatch) -> None:
    async def settle(self: Any, row: Any) -> None:
        await settle(self.bot.tables, row)

    patch.setattr(delivery.Delivery, "_orphan", settle)


def moved_tables_speak_where_they_were(patch: pytest.MonkeyPatch) -> None:
    was = PostOffice.channel
    first: dict[int, int] = {}

    def before(self: PostOffice, number: int) -> Any:
        return was(self, first.setdefault(number, 999) if places.FIRST <= number < DIRECT else number)

    patch.setattr(PostOffice, "channel", before)


def guests_are_not_named(patch: pytest.MonkeyPatch) -> None:
    was = announce.say

    async def unnamed(tx: Any, live: Any, now: int, kind: Any, key: str, said: Any = None) -> None:
        guests = key.startswith(("invited", "advert"))
        await was(tx, live, now, kind, key, msgspec.structs.replace(said, mention=()) if guests else said)

    patch.setattr(announce, "say", unnamed)


def silence_is_no_abstention(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(votes, "_silent_at", lambda hours, at: 1 << 60)


def whoever_asks_decides(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(votes, "_needed", lambda share, voting, able: 1)


def computers_stay(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(relief, "stop", nothing)


def anybody_may_be_relieved(patch: pytest.MonkeyPatch) -> None:
    async def always(*_: Any) -> bool:
        return True

    patch.setattr(late, "is_late", always)


DESERTED = replace(SMALL, tables=5, days=60, vanish=0.9, kills=2)
RELIEVED = replace(SMALL, tables=14, people=11, days=60, vanish=0.6, kills=4, stops=False, helps=(0, 1, 0))
# A quarter ends where its fault is noticed: each has the seed with which that is soon.
FAULTS: tuple[tuple[Callable[[pytest.MonkeyPatch], None], str, Plan], ...] = (
    (nonces_are_forgotten, "twice|2 times", replace(SMALL, kills=60)),
    (nobody_sleeps, "at night", SMALL),
    (outages_count, "due", replace(SMALL, seed=4)),
    (timers_run_without_discord, "due", replace(SMALL, aways=14, kills=0, stops=False)),
    (reminders_are_late, "reminder 0 was due", SMALL),
    (reminders_are_forgotten, "reminder 0 was due", SMALL),
    (calls_of_the_morning_are_lost, "never called", SMALL),
    (everybody_is_called_twice, "was reminded", SMALL),
    (nights_count, "due", replace(SMALL, seed=1)),
    (out_of_time_at_breakfast, "stage|answered itself", DESERTED),
    (nights_ignore_the_summer_time, "at night|due|not", replace(SMALL, days=40, seed=4)),
    (computers_fall_silent, "computer player", replace(SMALL, computers=1.0)),
    (nobody_is_late, "late 0 was due", DESERTED),
    (empty_seats_are_forgotten, "nobody was asked what to do", DESERTED),
    (nobody_falls_asleep, "does not sleep", replace(DESERTED, days=91, seed=4)),
    (sleepers_are_not_told, "was not told on waking", SMALL),
    (lists_leave_a_day_out, "no list came", SMALL),
    (lists_lack_a_table, "list of .* lacks", replace(SMALL, people=8, tables=12, seed=5)),
    (lists_name_what_does_not_wait, "names what does not wait", SMALL),
    (nobody_hears_of_a_lost_channel, "lost its channel .* was not told", SMALL),
    (moved_tables_speak_where_they_were, "stands in 5", SMALL),
    (guests_are_not_named, "invited them .* was not told", SMALL),
    (silence_is_no_abstention, "was decided, and nothing came of it", replace(RELIEVED, seed=4)),
    (whoever_asks_decides, "nobody has decided so", replace(RELIEVED, seed=2)),
    (computers_stay, "has come back, and a computer player", replace(RELIEVED, seed=4)),
    (anybody_may_be_relieved, "is not gone", RELIEVED),
    (drawn_leave_is_sleep, "no list came", replace(DESERTED, seed=4)),
)


@pytest.mark.parametrize(("fault", "noticed", "plan"), FAULTS, ids=[fault[0].__name__ for fault in FAULTS])
async def test_a_fault_is_noticed(
    fault: Callable[[pytest.MonkeyPatch], None], noticed: str, plan: Plan, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        world = World(plan, tmp_path)
        world.noticed = re.compile(noticed)
        await world.run()
    assert world.is_noticed(), f"{world.model.problems[:5]} {dict(world.done)} {dict(world.model.counts)}"
