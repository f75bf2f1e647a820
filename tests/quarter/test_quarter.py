"""A short run of the simulated quarter (`python -m tests.quarter`), and deliberate faults that it must detect."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord_ui.outbox import delivery, direct_messages, message_client
from bot.discord_ui.outbox.acknowledgement import acknowledge
from bot.table.background.bot_presence import BotPresence
from bot.table.clock import availability, waking_hours
from bot.table.clock.waking_hours import HOUR, MINUTE, WakingHours
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.deadline import deadlines, outages
from bot.table.deadline.seat_clock import SeatClock
from bot.table.notices import notify_targets, outbox, turn_notifications
from bot.table.personal import daily_list, snooze
from bot.table.player_records.table_list import load_table_list
from bot.table.seats import autopilot, lateness, open_seats, table_sleep
from bot.table.state.notification_payload import encode_payload
from bot.table.terms import votes
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from tests.discovered import mark_slice

from . import moves_and_invitations, postoffice
from .plan import Plan
from .postoffice import DIRECT, PostOffice
from .world import World

SMALL = Plan(tables=7, people=12, days=30, seed=3, slowness=0.8, kills=10, aways=5)


async def run_simulation(plan: Plan, folder: Path) -> World:
    world = World(plan, folder)
    await world.run()
    return world


@pytest.mark.parametrize("seed", mark_slice([2, 5], lambda seed: seed == 2))
async def test_a_month_of_seven_tables_agrees_with_the_model(seed: int, tmp_path: Path) -> None:
    world = await run_simulation(replace(SMALL, seed=seed), tmp_path)
    assert world.model.problems == []
    assert world.model.counts["calls in time"] > 50 and world.model.counts["reminders in time"] > 20
    assert world.model.counts["lists looked at"] > 5
    assert (
        world.event_counts["kills"]
        and world.event_counts["Discord away"]
        and world.event_counts["stopped for a week-end"]
    )


async def return_none(*_: Any, **__: Any) -> None:
    return None


async def return_at(source: Any, table: Any, person: int, at: int) -> int:
    return at


def forget_nonces(patch: pytest.MonkeyPatch) -> None:
    """Forget nonces, and do not look for posts that may have succeeded."""

    async def return_nothing(*_: Any) -> None:
        return None

    patch.setattr(postoffice, "NONCE_TICKS", -1)
    patch.setattr(message_client, "find_row_message", return_nothing)


def ignore_nights_in_notifications(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(notify_targets, "find_wake_time", return_at)


def count_outages(patch: pytest.MonkeyPatch) -> None:
    async def skip_nothing(*_: Any) -> None:
        """Leave the clocks as they are."""

    patch.setattr(outages, "skip_outage", skip_nothing)


def run_timers_without_discord(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(BotPresence, "is_here", property(lambda self: True))


def delay_reminders(patch: pytest.MonkeyPatch) -> None:
    original = SeatClock.find_reminder_time

    def remind_later(self: Any, first: int | None, now: int) -> int | None:
        at = original(self, first, now)
        return None if at is None else self.hours.find_wake_time(at + 5 * MINUTE)

    patch.setattr(SeatClock, "find_reminder_time", remind_later)


def forget_reminders(patch: pytest.MonkeyPatch) -> None:
    async def forget(tx: Any, table: Any, ping: Any, now: int) -> None:
        await deadlines.record_reminder(tx, table, ping.seat, now)

    patch.setattr(turn_notifications, "enqueue_reminder", forget)


def lose_morning_notifications(patch: pytest.MonkeyPatch) -> None:
    original = turn_notifications.enqueue_notification

    async def notify_together_only(tx: Any, table: Any, ping: Any, now: int, together: tuple[str, ...] = ()) -> None:
        if together:
            await original(tx, table, ping, now, together)

    patch.setattr(turn_notifications, "enqueue_notification", notify_together_only)


def notify_twice(patch: pytest.MonkeyPatch) -> None:
    original = turn_notifications.enqueue_notification

    async def notify_and_remind(tx: Any, table: Any, ping: Any, now: int, together: tuple[str, ...] = ()) -> None:
        await original(tx, table, ping, now, together)
        await outbox_rows.add_row(
            tx, game=table.id, kind=OutboxKind.REMINDER, key=ping.key, target=table.row.channel_id,
            payload=encode_payload(ping), at=now,
        )  # fmt: skip

    patch.setattr(turn_notifications, "enqueue_notification", notify_and_remind)


def count_nights(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WakingHours, "count_waking_time", lambda self, start, end: max(0, end - start))


def expire_on_waking(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(WakingHours, "skip_morning", lambda self, at: at)


def ignore_summer_time(patch: pytest.MonkeyPatch) -> None:
    original, no_offset = waking_hours._find_local_time, datetime.timedelta()

    def local(zone: Any, day: Any, minute: int) -> int:
        at = original(zone, day, minute)
        local_time = datetime.datetime.fromtimestamp(at / 1000, zone)
        summer_offset = (local_time.utcoffset() or no_offset) - (
            datetime.datetime(2027, 2, 1, tzinfo=zone).utcoffset() or no_offset
        )
        return int(at + summer_offset.total_seconds() * 1000)

    patch.setattr(waking_hours, "_find_local_time", local)


def silence_computers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ComputerPlayers, "serve_table", return_none)


def disable_lateness(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SeatClock, "find_stage_time", lambda self, stage: None)


def forget_open_seats(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(open_seats, "MAX_WAIT", 400 * 24 * HOUR)


def disable_table_sleep(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(table_sleep, "put_idle_tables_to_sleep", return_none)


def drop_postponed_notes(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(notify_targets, "store_postponed", return_none)


def skip_a_day_of_lists(patch: pytest.MonkeyPatch) -> None:
    original = snooze.find_morning
    patch.setattr(daily_list, "find_morning", lambda hours, now: original(hours, now + 24 * HOUR))


def omit_table_from_lists(patch: pytest.MonkeyPatch) -> None:
    async def list_one_table(source: Any, person: int) -> Any:
        return [entry for entry in await load_table_list(source, person) if entry.is_waiting][:1]

    patch.setattr(direct_messages, "load_table_list", list_one_table)


def list_tables_that_do_not_wait(patch: pytest.MonkeyPatch) -> None:
    async def list_all_tables(source: Any, person: int) -> Any:
        return [replace(entry, is_asked=True, pauses=()) for entry in await load_table_list(source, person)]

    patch.setattr(direct_messages, "load_table_list", list_all_tables)


def treat_drawn_leave_as_sleep(patch: pytest.MonkeyPatch) -> None:
    async def load_hours_with_leave(source: Any, person: int) -> WakingHours:
        return (await availability.load_waking_hours(source, [person])).get(person, WakingHours())

    patch.setattr(daily_list, "load_quiet_hours", load_hours_with_leave)


def drop_loss_messages(patch: pytest.MonkeyPatch) -> None:
    async def acknowledge_only(bot: Any, _wire: Any, row: Any) -> None:
        await acknowledge(bot.service, row)

    patch.setattr(delivery, "send_lost_tables", acknowledge_only)


def post_in_former_channels(patch: pytest.MonkeyPatch) -> None:
    original = PostOffice.channel
    first: dict[int, int] = {}

    def open_former_channel(self: PostOffice, number: int) -> Any:
        return original(
            self, first.setdefault(number, 999) if moves_and_invitations.FIRST_CHANNEL <= number < DIRECT else number
        )

    patch.setattr(PostOffice, "channel", open_former_channel)


def omit_guest_mentions(patch: pytest.MonkeyPatch) -> None:
    original = outbox.enqueue

    async def say_without_mention(tx: Any, table: Any, now: int, kind: Any, key: str, said: Any = None) -> None:
        guests = key.startswith(("invited", "advert"))
        await original(tx, table, now, kind, key, msgspec.structs.replace(said, mention=()) if guests else said)

    patch.setattr(outbox, "enqueue", say_without_mention)


def ignore_abstentions(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(votes, "_find_silence_end", lambda hours, at: 1 << 60)


def let_asker_decide(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(votes, "_count_needed", lambda share, voting, able: 1)


def keep_autopilot_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(autopilot, "stop_autopilot", return_none)


def treat_everybody_as_late(patch: pytest.MonkeyPatch) -> None:
    async def return_true(*_: Any) -> bool:
        return True

    patch.setattr(lateness, "is_late", return_true)


DESERTED = replace(SMALL, tables=5, days=60, vanish=0.9, kills=2)
WITH_AUTOPILOT = replace(SMALL, tables=14, people=11, days=60, vanish=0.6, kills=4, stops=False, helps=(0, 1, 0))
LONG_DAYS = 40
"""Simulations of so many days are left to the release run."""
# A simulation ends as soon as its fault is detected; the seeds are chosen so that this is early.
FAULTS: tuple[tuple[Callable[[pytest.MonkeyPatch], None], str, Plan], ...] = (
    (forget_nonces, "twice|2 times", replace(SMALL, kills=60)),
    (ignore_nights_in_notifications, "at night", SMALL),
    (count_outages, "due", replace(SMALL, seed=4)),
    (run_timers_without_discord, "due", replace(SMALL, seed=8, aways=14, kills=0, stops=False)),
    (delay_reminders, "reminder 0 was due", SMALL),
    (forget_reminders, "reminder 0 was due", SMALL),
    (lose_morning_notifications, "never called", SMALL),
    (notify_twice, "was reminded", SMALL),
    (count_nights, "due", replace(SMALL, seed=1)),
    (expire_on_waking, "stage|answered itself", DESERTED),
    (ignore_summer_time, "at night|due|not", replace(SMALL, days=40, seed=8)),
    (silence_computers, "computer player", replace(SMALL, computers=1.0)),
    (disable_lateness, "late 0 was due", DESERTED),
    (forget_open_seats, "nobody was asked what to do", DESERTED),
    (disable_table_sleep, "does not sleep", replace(DESERTED, days=91, seed=4)),
    (drop_postponed_notes, "was not told on waking", SMALL),
    (skip_a_day_of_lists, "no list came", replace(SMALL, seed=5)),
    (omit_table_from_lists, "list of .* lacks", replace(SMALL, people=8, tables=12, seed=5)),
    (list_tables_that_do_not_wait, "names what does not wait", SMALL),
    (drop_loss_messages, "lost its channel .* was not told", SMALL),
    (post_in_former_channels, "stands in 5", SMALL),
    (omit_guest_mentions, "invited them .* was not told", replace(SMALL, seed=1)),
    (ignore_abstentions, "was decided, and nothing came of it", replace(WITH_AUTOPILOT, seed=3)),
    (let_asker_decide, "nobody has decided so", replace(WITH_AUTOPILOT, seed=2)),
    (keep_autopilot_on, "has come back, and a computer player", replace(WITH_AUTOPILOT, seed=2)),
    (treat_everybody_as_late, "is not gone", WITH_AUTOPILOT),
    (treat_drawn_leave_as_sleep, "no list came", replace(DESERTED, seed=5)),
)


@pytest.mark.parametrize(
    ("fault", "noticed", "plan"),
    [
        pytest.param(*fault, id=fault[0].__name__, marks=[pytest.mark.release] if fault[2].days >= LONG_DAYS else [])
        for fault in FAULTS
    ],
)
async def test_fault_is_detected(
    fault: Callable[[pytest.MonkeyPatch], None], noticed: str, plan: Plan, tmp_path: Path
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        world = World(plan, tmp_path)
        world.fault_pattern = re.compile(noticed)
        await world.run()
    assert world.is_fault_detected(), (
        f"{world.model.problems[:5]} {dict(world.event_counts)} {dict(world.model.counts)}"
    )
