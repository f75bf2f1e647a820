"""The model itself, where the quarter has shown it wrong."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock, patch

import pytest

from .facts import PACES, STAGES, Asked, Morning, Person, Seat
from .model import Model
from .mornings import PATIENCE
from .plan import Plan
from .table import Table
from .ticks import DAY, HOUR, MINUTE, ms
from .world import World

ANN, BEN = 101, 102
CALLED = 10 * HOUR
OUT = CALLED + sum(PACES["brisk"][:2])
"""When nothing is left of the turn to somebody who never sleeps."""
KILLED = 12
"""Ticks for which the bot is gone in the moment in which it has drawn leave."""


def called(pace: str, remind: int | None = None, table_reminds: int | None = 24 * HOUR) -> Table:
    """Ann, who never sleeps, was called and says nothing."""
    model = Model(30 * DAY)
    ann = model.people[ANN] = Person(ANN, "UTC", None, (), "channel", remind)
    ann.live(0, model.ticks)
    table = Table(model, 1, pace, CALLED, table_reminds)
    sees(table)
    table.shown(CALLED, 0)
    return table


def late_table() -> Table:
    """Nobody is reminded at it."""
    return called("brisk", table_reminds=None)


def sees(table: Table, paused: bool = False, asked: bool = True, person: int = ANN) -> None:
    table.observe(
        max(CALLED, table.at), playing=True, paused=paused, turn=1, asked={0: Asked(True, False)} if asked else {},
        seats={0: Seat(person, ANN, False)}, moved=False, requests={},
    )  # fmt: skip


def passes(table: Table, to: int) -> None:
    table.model.now = to
    table.advance(to)


@pytest.mark.parametrize(("early", "problems"), [(0, 0), (HOUR, 1)])
def test_leave_drawn_as_the_bot_is_killed_was_due_when_it_was_drawn(early: int, problems: int) -> None:
    table = late_table()
    model, drawn = table.model, OUT - early
    passes(table, drawn)
    model.people[ANN].away = ((drawn, drawn + 2 * DAY, drawn, "net"),)
    model.away.append((drawn, drawn + KILLED))
    passes(table, drawn + KILLED)
    table.told(drawn + KILLED, f"notice.drawn:{drawn}", drawn)
    assert [one for one in model.problems if "not due" in one] == model.problems
    assert len(model.problems) == problems


@pytest.mark.parametrize(("after", "problems"), [(KILLED, 0), (KILLED + HOUR, 1)])
def test_what_was_written_as_the_bot_is_killed_is_told_when_it_is_back(after: int, problems: int) -> None:
    table = late_table()
    table.model.away.append((OUT, OUT + KILLED))
    passes(table, OUT + after)
    table.told(OUT + after, f"late.late:{OUT}", OUT)
    assert len(table.model.problems) == problems
    assert table.clocks[0].late == (None if problems else OUT)


def test_nobody_is_late_a_minute_too_early() -> None:
    table = late_table()
    passes(table, OUT - MINUTE)
    table.told(OUT - MINUTE, f"late.late:{OUT - MINUTE}", OUT - MINUTE)
    assert len(table.model.problems) == 1


def test_leave_drawn_for_a_table_whose_channel_is_gone_stops_clocks_at_other_tables(tmp_path: Path) -> None:
    """The notice of it is never posted: whoever heard of it only there expected them to be late elsewhere."""
    other = late_table()
    world = World(Plan(tables=0), tmp_path)
    world.model, world.souls[ANN] = other.model, cast(Any, None)
    gone = Table(other.model, 2, "brisk", CALLED, None)
    world.tables, world.relief = {1: other, 2: gone}, {2: Mock()}
    drawn = OUT - HOUR
    passes(other, drawn)
    world.now = drawn
    found = [(ms(drawn), ms(drawn + 2 * DAY), ms(drawn), "net")]
    world.db = cast(Any, SimpleNamespace(_reader=SimpleNamespace(run=lambda *_: found)))
    seat = SimpleNamespace(seat=0, called=ANN, person=ANN, answers=None, relief=None)
    row = SimpleNamespace(status="playing", channel_id=1000)
    world.look_at(
        cast(Any, SimpleNamespace(
            id=2, turn=None, waiting=(), match=None, last_n=0, base_n=1, row=row, pauses={"channel"}, people=(seat,),
            seats=(seat,), requests=(),
        ))
    )  # fmt: skip
    passes(other, drawn + DAY)
    assert other.model.problems == []
    passes(other, drawn + 2 * DAY + 2 * HOUR)
    assert ["late 0 was due" in one for one in other.model.problems] == [True]


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (KILLED, 0), (3 * KILLED, 1)])
def test_without_a_clock_a_reminder_counts_from_the_call_or_from_when_the_bot_knew_of_it(
    after: int, problems: int
) -> None:
    """The call was posted as the bot was killed: it may have been stored before, or be found when the bot is back."""
    table = called("none", remind=6 * HOUR)
    model = table.model
    model.away.append((CALLED, CALLED + KILLED))
    passes(table, CALLED + 6 * HOUR + after)
    table.rang(CALLED + 6 * HOUR + after, ANN, "reminder")
    assert len(model.problems) == problems


@pytest.mark.parametrize(("pace", "due"), [("brisk", HOUR * 15 // 4), ("none", 6 * HOUR)])
@pytest.mark.parametrize(("after", "problems"), [(0, 0), (HOUR, 1)])
@pytest.mark.parametrize("ends", [False, True])
def test_a_reminder_may_come_in_the_moment_in_which_a_pause_begins(
    pace: str, due: int, after: int, problems: int, ends: bool
) -> None:
    """TIME 3.8 (6): it was written before the pause, and goes out once. A pause may be over as soon as it is agreed on:
    its last day has passed while the others were asked.
    """
    table = called(pace, remind=6 * HOUR if pace == "none" else None)
    for paused in (True, False) if ends else (True,):
        passes(table, CALLED + due)
        sees(table, paused=paused)
    passes(table, CALLED + due + after)
    table.rang(CALLED + due + after, ANN, "reminder")
    assert sum("was reminded" in one for one in table.model.problems) == problems


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (3 * KILLED, 1)])
def test_without_a_clock_the_next_reminder_counts_from_when_the_last_was_written(after: int, problems: int) -> None:
    table = called("none", remind=6 * HOUR)
    written = CALLED + 6 * HOUR
    table.model.away.append((written, written + KILLED))
    passes(table, written + KILLED)
    table.rang(written + KILLED, ANN, "reminder", written)
    passes(table, written + 12 * HOUR + after)
    table.rang(written + 12 * HOUR + after, ANN, "reminder", written + 12 * HOUR + after)
    assert sum("was reminded" in one for one in table.model.problems) == problems


def test_whoever_was_later_than_the_day_that_is_given_is_late_again_at_once() -> None:
    table = late_table()
    for stage, key in enumerate(("late.late", "late.may_answer")):
        passes(table, OUT + STAGES[stage])
        table.told(table.at, f"{key}:1", table.at)
    passes(table, OUT + STAGES[1] + HOUR)
    table.given(0)
    table.told(table.at, "late.late:2", table.at)
    assert table.model.problems == []
    table.told(table.at, "late.may_answer:2", table.at)
    assert len(table.model.problems) == 1, "not by more than a day"


def test_a_seat_for_which_a_computer_player_stands_in_is_still_open() -> None:
    """TIME 3.3: after seven days the others are asked what becomes of it."""
    assert (
        Seat(None, None, True, True).vacant
        and not Seat(None, None, True).vacant
        and not Seat(ANN, ANN, True, True).vacant
    )


def test_after_hours_have_changed_a_list_may_have_come_on_the_day_though_the_bot_is_killed(tmp_path: Path) -> None:
    """What is known of people is read again then."""
    world = World(Plan(tables=0), tmp_path)
    ann = world.model.people[ANN] = Person(ANN, "UTC", 22 * 60, (), "channel", None)
    ann.live(0, world.model.ticks)
    world.mornings[ANN] = Morning()
    world.hours_change(ANN)
    world.plan_morning(ANN, world.now + HOUR)
    assert max(at for at, _, _ in world.heap) == DAY + 7 * HOUR == min(at for at, _, _ in world.heap)


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (1, 1)])
def test_a_reminder_due_as_the_question_goes_need_not_come_when_it_is_asked_anew(after: int, problems: int) -> None:
    """TIME 3.8 (26): it was written in the moment of an answer or an undo, and nobody is asked any more."""
    table = called("brisk")
    passes(table, CALLED + HOUR * 15 // 4 + after)
    sees(table, asked=False)
    passes(table, CALLED + 5 * HOUR)
    sees(table)
    table.shown(table.at, 0)
    passes(table, CALLED + 6 * HOUR)
    assert sum("reminder 0 was due" in one for one in table.model.problems) == problems


@pytest.mark.parametrize("lost", [True, False])
def test_a_reminder_that_finds_its_channel_gone_need_not_come_when_the_table_stands_elsewhere(lost: bool) -> None:
    table = called("brisk")
    passes(table, CALLED + HOUR * 15 // 4)
    if lost:
        table.channel_lost(table.at)
    sees(table, paused=True)
    passes(table, CALLED + 5 * HOUR)
    sees(table)
    passes(table, CALLED + 6 * HOUR)
    assert sum("reminder 0 was due" in one for one in table.model.problems) == (not lost)


@pytest.mark.parametrize(("after", "problems"), [(0, 0), (1, 1)])
async def test_who_is_asked_in_the_moment_of_waking_may_be_asked_after_the_list(
    after: int, problems: int, tmp_path: Path
) -> None:
    table, world = called("none"), World(Plan(tables=0), tmp_path)
    world.model, world.tables, world.mornings = table.model, {1: table}, {ANN: Morning(at=-DAY)}
    world.machine = cast(Any, SimpleNamespace(tables=object()))
    world.now = world.model.now = CALLED + PATIENCE
    await world._has_come(ANN, 0, CALLED + after, {table.channel: CALLED})
    assert ["no list came" in one for one in table.model.problems] == [True] * problems


async def test_a_bot_that_is_killed_as_it_starts_has_not_looked_at_the_clock(tmp_path: Path) -> None:
    """It had not yet taken the time of its absence out of the clocks: the next start does."""
    world = World(Plan(tables=0), tmp_path)
    world.db = cast(Any, SimpleNamespace(rows=AsyncMock(return_value=[]), transaction=Mock(side_effect=AssertionError)))
    world.machine = cast(Any, SimpleNamespace(presence=SimpleNamespace(is_here=False)))
    await world.stop(0, "kills")
    assert world.away_since


async def test_what_is_read_again_after_a_kill_while_discord_is_away_charges_nobody(tmp_path: Path) -> None:
    """Nobody could answer since Discord went away, whoever is killed meanwhile."""
    table, world = called("brisk"), World(Plan(tables=0), tmp_path)
    world.model, world.tables = table.model, {1: table}
    world.db = cast(Any, SimpleNamespace(rows=AsyncMock(return_value=[])))
    world.office.is_away, world.away_since = True, CALLED + HOUR
    world.now = world.model.now = OUT + HOUR
    await world.reread()
    assert table.clocks[0].used == HOUR and table.model.problems == []


@pytest.mark.parametrize(("way", "problems"), [("silent", 0), ("channel", 1)])
def test_of_what_somebody_silent_was_to_be_reminded_their_successor_is_not(way: str, problems: int) -> None:
    """A sitter wanted no calls, and the turn's clock had come to its first mark when their time was over."""
    table = called("brisk")
    ann = table.model.people[ANN]
    ben = table.model.people[BEN] = Person(BEN, "UTC", None, (), "channel", None)
    ben.live(0, table.model.ticks)
    ann.way = way
    passes(table, CALLED + HOUR * 15 // 4 + MINUTE)
    sees(table, person=BEN)
    table.shown(table.at, 0)
    passes(table, CALLED + 5 * HOUR)
    assert sum("reminder 0 was due" in one for one in table.model.problems) == problems


@pytest.mark.parametrize(("playing", "problems"), [(True, 1), (False, 0)])
def test_of_a_seat_in_a_game_that_is_over_nobody_is_told_on_waking(
    tmp_path: Path, playing: bool, problems: int
) -> None:
    table, world = late_table(), World(Plan(tables=0), tmp_path)
    table.playing = playing
    world.tables[1] = table
    world.invited[1, BEN] = CALLED
    world.now = CALLED + DAY
    with patch.object(world, "told_by", return_value=CALLED + HOUR):
        world.look_for_the_untold()
    assert len(world.model.problems) == problems and not world.invited
