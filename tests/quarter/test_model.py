"""Tests of the model for errors that simulations have revealed."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock, patch

import pytest

from .model import Model
from .model_data import PACES, STAGES, Morning, ObservedQuestion, Person, Seat
from .morning_lists import PATIENCE
from .plan import Plan
from .table_model import TableModel
from .ticks import DAY, HOUR, MINUTE, to_millis
from .world import World

ANN, BEN = 101, 102
NOTIFIED_AT = 10 * HOUR
EXPIRED_AT = NOTIFIED_AT + sum(PACES["brisk"][:2])
"""Time at which a person who never sleeps has used up the turn."""
OUTAGE = 12
"""Duration of the outage after a kill, in ticks."""


def build_notified_table(pace: str, remind: int | None = None, table_reminds: int | None = 24 * HOUR) -> TableModel:
    """Return a table at which Ann, who never sleeps, was notified and does not answer."""
    model = Model(30 * DAY)
    ann = model.people[ANN] = Person(ANN, "UTC", None, (), "channel", remind)
    ann.apply_hours(0, model.ticks)
    table = TableModel(model, 1, pace, NOTIFIED_AT, table_reminds)
    observe_table(table)
    table.note_shown(NOTIFIED_AT, 0)
    return table


def build_late_table() -> TableModel:
    """Return a brisk table without reminders at which Ann does not answer."""
    return build_notified_table("brisk", table_reminds=None)


def observe_table(table: TableModel, paused: bool = False, is_asked: bool = True, person: int = ANN) -> None:
    questions = {0: ObservedQuestion(True, False)} if is_asked else {}
    table.observe(
        max(NOTIFIED_AT, table.advanced_to), playing=True, paused=paused, turn=1, observed_questions=questions,
        seats={0: Seat(person, ANN, False)}, moved=False, requests={},
    )  # fmt: skip


def advance_to(table: TableModel, to: int) -> None:
    table.model.now = to
    table.advance(to)


@pytest.mark.parametrize(("early", "problems"), [(0, 0), (HOUR, 1)])
def test_leave_drawn_as_the_bot_is_killed_was_due_when_it_was_drawn(early: int, problems: int) -> None:
    table = build_late_table()
    model, drawn = table.model, EXPIRED_AT - early
    advance_to(table, drawn)
    model.people[ANN].absences = ((drawn, drawn + 2 * DAY, drawn, "net"),)
    model.outages.append((drawn, drawn + OUTAGE))
    advance_to(table, drawn + OUTAGE)
    table.check_notice(drawn + OUTAGE, f"notice.drawn:{drawn}", drawn)
    assert [problem for problem in model.problems if "not due" in problem] == model.problems
    assert len(model.problems) == problems


@pytest.mark.parametrize(("after", "problems"), [(OUTAGE, 0), (OUTAGE + HOUR, 1)])
def test_notice_written_at_a_kill_is_posted_after_restart(after: int, problems: int) -> None:
    table = build_late_table()
    table.model.outages.append((EXPIRED_AT, EXPIRED_AT + OUTAGE))
    advance_to(table, EXPIRED_AT + after)
    table.check_notice(EXPIRED_AT + after, f"late.late:{EXPIRED_AT}", EXPIRED_AT)
    assert len(table.model.problems) == problems
    assert table.clocks[0].late_at == (None if problems else EXPIRED_AT)


def test_early_lateness_notice_is_a_problem() -> None:
    table = build_late_table()
    advance_to(table, EXPIRED_AT - MINUTE)
    table.check_notice(EXPIRED_AT - MINUTE, f"late.late:{EXPIRED_AT - MINUTE}", EXPIRED_AT - MINUTE)
    assert len(table.model.problems) == 1


def test_leave_drawn_for_a_table_whose_channel_is_gone_stops_clocks_at_other_tables(tmp_path: Path) -> None:
    """Regression: its notice is never posted, so the model expected lateness at other tables."""
    other = build_late_table()
    world = World(Plan(tables=0), tmp_path)
    world.model, world.simulated_people[ANN] = other.model, cast(Any, None)
    gone = TableModel(other.model, 2, "brisk", NOTIFIED_AT, None)
    world.tables, world.autopilot_checks = {1: other, 2: gone}, {2: Mock()}
    drawn = EXPIRED_AT - HOUR
    advance_to(other, drawn)
    world.now = drawn
    absence_rows = [(to_millis(drawn), to_millis(drawn + 2 * DAY), to_millis(drawn), "net")]
    world.db = cast(
        Any, SimpleNamespace(engine=SimpleNamespace(reader=SimpleNamespace(try_execute=lambda *_: absence_rows)))
    )
    seat = SimpleNamespace(seat=0, person_to_notify=ANN, person=ANN, answering_policy=None, autopilot_policy=None)
    row = SimpleNamespace(status="playing", channel_id=1000)
    world.observe_locked(
        cast(Any, SimpleNamespace(
            id=2, seat_on_turn=None, waiting=(), match=None, last_n=0, base_n=1, row=row, pauses={"channel"},
            held_seats=(seat,), seats=(seat,), requests=(),
        ))
    )  # fmt: skip
    advance_to(other, drawn + DAY)
    assert other.model.problems == []
    advance_to(other, drawn + 2 * DAY + 2 * HOUR)
    assert ["late 0 was due" in problem for problem in other.model.problems] == [True]


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (OUTAGE, 0), (3 * OUTAGE, 1)])
def test_without_a_clock_a_reminder_counts_from_the_call_or_from_when_the_bot_knew_of_it(
    after: int, problems: int
) -> None:
    """The bot was killed while posting the notification: it was stored before, or is found after the restart."""
    table = build_notified_table("none", remind=6 * HOUR)
    model = table.model
    model.outages.append((NOTIFIED_AT, NOTIFIED_AT + OUTAGE))
    advance_to(table, NOTIFIED_AT + 6 * HOUR + after)
    table.check_notification(NOTIFIED_AT + 6 * HOUR + after, ANN, "reminder")
    assert len(model.problems) == problems


@pytest.mark.parametrize(("pace", "due"), [("brisk", HOUR * 15 // 4), ("none", 6 * HOUR)])
@pytest.mark.parametrize(("after", "problems"), [(0, 0), (HOUR, 1)])
@pytest.mark.parametrize("ends", [False, True])
def test_reminder_may_come_when_a_pause_begins(pace: str, due: int, after: int, problems: int, ends: bool) -> None:
    """A reminder written before the pause is sent once. A pause may end as soon as it is agreed on if its
    last day passed during the vote.
    """
    table = build_notified_table(pace, remind=6 * HOUR if pace == "none" else None)
    for paused in (True, False) if ends else (True,):
        advance_to(table, NOTIFIED_AT + due)
        observe_table(table, paused=paused)
    advance_to(table, NOTIFIED_AT + due + after)
    table.check_notification(NOTIFIED_AT + due + after, ANN, "reminder")
    assert sum("was reminded" in problem for problem in table.model.problems) == problems


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (3 * OUTAGE, 1)])
def test_without_a_clock_the_next_reminder_counts_from_when_the_last_was_written(after: int, problems: int) -> None:
    table = build_notified_table("none", remind=6 * HOUR)
    written = NOTIFIED_AT + 6 * HOUR
    table.model.outages.append((written, written + OUTAGE))
    advance_to(table, written + OUTAGE)
    table.check_notification(written + OUTAGE, ANN, "reminder", written)
    advance_to(table, written + 12 * HOUR + after)
    table.check_notification(written + 12 * HOUR + after, ANN, "reminder", written + 12 * HOUR + after)
    assert sum("was reminded" in problem for problem in table.model.problems) == problems


def test_given_day_shorter_than_delay_means_late_again() -> None:
    table = build_late_table()
    for stage, key in enumerate(("late.late", "late.may_answer")):
        advance_to(table, EXPIRED_AT + STAGES[stage])
        table.check_notice(table.advanced_to, f"{key}:1", table.advanced_to)
    advance_to(table, EXPIRED_AT + STAGES[1] + HOUR)
    table.add_day(0)
    table.check_notice(table.advanced_to, "late.late:2", table.advanced_to)
    assert table.model.problems == []
    table.check_notice(table.advanced_to, "late.may_answer:2", table.advanced_to)
    assert len(table.model.problems) == 1, "not by more than a day"


def test_open_seat_with_autopilot_is_vacant() -> None:
    """After seven days the others are asked to decide about it."""
    assert (
        Seat(None, None, True, True).is_vacant
        and not Seat(None, None, True).is_vacant
        and not Seat(ANN, ANN, True, True).is_vacant
    )


def test_changed_hours_survive_a_kill_in_list_plans(tmp_path: Path) -> None:
    """Facts about people are reloaded after the kill."""
    world = World(Plan(tables=0), tmp_path)
    ann = world.model.people[ANN] = Person(ANN, "UTC", 22 * 60, (), "channel", None)
    ann.apply_hours(0, world.model.ticks)
    world.mornings[ANN] = Morning()
    world.note_changed_hours(ANN)
    world.plan_morning(ANN, world.now + HOUR)
    assert max(at for at, _, _ in world.heap) == DAY + 7 * HOUR == min(at for at, _, _ in world.heap)


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (1, 1)])
def test_reminder_due_when_question_closes_is_optional(after: int, problems: int) -> None:
    """The message was written exactly at an answer or undo that closed the question."""
    table = build_notified_table("brisk")
    advance_to(table, NOTIFIED_AT + HOUR * 15 // 4 + after)
    observe_table(table, is_asked=False)
    advance_to(table, NOTIFIED_AT + 5 * HOUR)
    observe_table(table)
    table.note_shown(table.advanced_to, 0)
    advance_to(table, NOTIFIED_AT + 6 * HOUR)
    assert sum("reminder 0 was due" in problem for problem in table.model.problems) == problems


@pytest.mark.parametrize("lost", [True, False])
def test_reminder_for_a_deleted_channel_is_optional(lost: bool) -> None:
    table = build_notified_table("brisk")
    advance_to(table, NOTIFIED_AT + HOUR * 15 // 4)
    if lost:
        table.note_lost_channel(table.advanced_to)
    observe_table(table, paused=True)
    advance_to(table, NOTIFIED_AT + 5 * HOUR)
    observe_table(table)
    advance_to(table, NOTIFIED_AT + 6 * HOUR)
    assert sum("reminder 0 was due" in problem for problem in table.model.problems) == (not lost)


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (1, 1)])
async def test_question_at_waking_may_miss_the_list(after: int, problems: int, tmp_path: Path) -> None:
    table, world = build_notified_table("none"), World(Plan(tables=0), tmp_path)
    world.model, world.tables, world.mornings = table.model, {1: table}, {ANN: Morning(last_at=-DAY)}
    world.bot_run = cast(Any, SimpleNamespace(service=object()))
    world.now = world.model.now = NOTIFIED_AT + PATIENCE
    await world._check_list(ANN, 0, NOTIFIED_AT + after, {table.channel: NOTIFIED_AT})
    assert ["no list came" in problem for problem in table.model.problems] == [True] * problems


async def test_bot_killed_at_start_keeps_the_outage(tmp_path: Path) -> None:
    """It had not yet excluded the outage from the clocks; the next start does."""
    world = World(Plan(tables=0), tmp_path)
    transaction = Mock(side_effect=AssertionError)
    world.db = cast(Any, SimpleNamespace(fetch_rows=AsyncMock(return_value=[]), transaction=transaction))
    world.bot_run = cast(Any, SimpleNamespace(presence=SimpleNamespace(is_here=False)))
    await world.stop_bot(0, "kills")
    assert world.away_since


async def test_reload_during_discord_outage_charges_no_clock(tmp_path: Path) -> None:
    """Answers are impossible during a Discord outage, also if the bot is killed meanwhile."""
    table, world = build_notified_table("brisk"), World(Plan(tables=0), tmp_path)
    world.model, world.tables = table.model, {1: table}
    world.db = cast(Any, SimpleNamespace(fetch_rows=AsyncMock(return_value=[])))
    world.office.is_away, world.away_since = True, NOTIFIED_AT + HOUR
    world.now = world.model.now = EXPIRED_AT + HOUR
    await world.reload_facts()
    assert table.clocks[0].used_ticks == HOUR and table.model.problems == []


@pytest.mark.parametrize(("way", "problems"), [("silent", 0), ("channel", 1)])
def test_successor_gets_no_reminder_of_silent_person(way: str, problems: int) -> None:
    """A substitute wanted no notifications, and the clock reached its first mark when their time ended."""
    table = build_notified_table("brisk")
    ann = table.model.people[ANN]
    ben = table.model.people[BEN] = Person(BEN, "UTC", None, (), "channel", None)
    ben.apply_hours(0, table.model.ticks)
    ann.notify_channel = way
    advance_to(table, NOTIFIED_AT + HOUR * 15 // 4 + MINUTE)
    observe_table(table, person=BEN)
    table.note_shown(table.advanced_to, 0)
    advance_to(table, NOTIFIED_AT + 5 * HOUR)
    assert sum("reminder 0 was due" in problem for problem in table.model.problems) == problems


@pytest.mark.parametrize(("playing", "problems"), [(True, 1), (False, 0)])
def test_finished_game_expects_no_invitation(tmp_path: Path, playing: bool, problems: int) -> None:
    table, world = build_late_table(), World(Plan(tables=0), tmp_path)
    table.playing = playing
    world.tables[1] = table
    world.expected_invitations[1, BEN] = NOTIFIED_AT
    world.now = NOTIFIED_AT + DAY
    with patch.object(world, "find_message_deadline", return_value=NOTIFIED_AT + HOUR):
        world.check_expected_messages()
    assert len(world.model.problems) == problems and not world.expected_invitations
