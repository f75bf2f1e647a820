"""The printed answer of somebody late, pressed by two others and named in the log; too many turns open the seat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.table import TableService, consent, play
from bot.table.life import vacancy, votes
from bot.table.life.misses import CLEAN, Turn, unexcused
from bot.table.time import late
from engines.kernel import Refused, Table
from storage.play import pressed
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, notices, origins, play_by, run, told

from .conftest import in_turn

LATE = 2.5 * 24 * 15 / 24 + 15
"""Hours after which a brisk player is a waking day late; every hour counts here."""


async def test_two_others_press_and_are_named(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_late"):
            await consent.ask(tables, live, MARCO, "default.0")
        with pytest.raises(Refused, match="not_asked"):
            await consent.ask(tables, live, MARCO, "default.2")
    clock.pass_hours(LATE)
    await run(tables, clock)
    assert (await notices(tables, game))[-1].offers == ("press:0",)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "default.0")
        assert live.waiting == (A,), "one alone does not"
        with pytest.raises(Refused, match="no_vote"):
            await consent.agree(tables, live, AOI, "default.0")
        await consent.agree(tables, live, JULES, "default.0")
        assert live.waiting == (B,) and consent.pending(live, "default.0") is None
    assert await origins(tables, game) == [(A, "default")]
    assert await pressed.of_game(tables.db, game) == {1: (MARCO.id, JULES.id)}
    [said] = [notice for notice in await notices(tables, game) if notice.msg.key == "life.pressed"]
    assert said.msg.args == {"names": "Marco, Jules", "who": "Aoi"}


async def test_who_was_late_is_not_late_in_the_next_turn_before_they_are_called(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Their night may lie between being asked and being called."""
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    for hours in (LATE, 1, 1):
        clock.pass_hours(hours)
        await run(tables, clock)
    async with tables.at(game) as live:
        assert await late.is_late(tables, live, A)
        await players.say(live, A, "take")
        ref = live.ref(B)
        assert ref is not None
        await play.answer(tables, live, MARCO, ref, ("take",))  # nobody is called by that yet
        assert live.waiting == (A,)
        for kind in ("default.0", "relief.0", "replace.0"):
            with pytest.raises(Refused, match=r"not_late|not_gone"):
                await consent.ask(tables, live, MARCO, kind)


async def test_of_two_the_other_presses_alone(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(LATE)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "default.0")
        assert live.waiting == (B,)
        await consent.ask(tables, live, AOI, "undo")
        assert live.waiting == (B,)
        await consent.agree(tables, live, MARCO, "undo")
        assert live.waiting == (A,), "what was pressed is taken back like any answer"


async def test_the_answer_of_the_person_comes_first(tables: TableService, players: Players, clock: Clock) -> None:
    """Edge case 26: the default and the answer in one moment are one decision."""
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "default.0")
        await players.say(live, A, "take")
        with pytest.raises(Refused, match="no_request"):
            await consent.agree(tables, live, JULES, "default.0")
    assert await origins(tables, game) == [(A, "person")]


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many turns as a test wants."""

    async def turn(t: Table[Any]) -> None:
        await in_turn(t)
        t.state.round -= 1

    play_by(monkeypatch, turn, A)


async def play_turns(
    tables: TableService, players: Players, clock: Clock, game: int, turns: str, *, apart_hours: float = 24
) -> str:
    """Turns of seat A: `.` is its own, `x` pressed for. Whether the seat was open (`o`) or held after each."""
    found = ""
    for turn in turns:
        async with tables.at(game) as live:
            await players.call(live)
            if turn == ".":
                await players.say(live, A, "take")
        if turn == "x":
            clock.pass_hours(max(LATE, apart_hours))
            async with tables.at(game) as live:
                await consent.ask(tables, live, MARCO, "default.0")
        async with tables.at(game) as live:
            await players.call(live)
            found += "o" if live.seats[A].is_vacant else "h"
            await players.say(live, B, "take")
    return found


async def test_the_second_turn_that_is_missed_opens_the_seat(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    assert await play_turns(tables, players, clock, game, "xx") == "ho"
    assert "life.vacant.vacated" in await told(tables, game)


@pytest.mark.parametrize(("turns", "held"), [("x.....x", "hhhhhhh"), ("x....x", "hhhhho"), ("x.....xx", "hhhhhhho")])
@pytest.mark.usefixtures("endless")
async def test_one_turn_is_excused_and_the_excuse_comes_back_after_five_own_turns(
    tables: TableService, players: Players, clock: Clock, turns: str, held: str
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    assert await play_turns(tables, players, clock, game, turns) == held


@pytest.mark.usefixtures("endless")
async def test_at_a_table_from_before_an_own_turn_begins_the_count_anew(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        live.plan = msgspec.structs.replace(live.plan, ballot=votes.IN_A_ROW)
    assert await play_turns(tables, players, clock, game, "x.x") == "hhh"
    assert await play_turns(tables, players, clock, game, "x") == "o"


@pytest.mark.usefixtures("endless")
async def test_who_takes_the_seat_back_has_no_new_excuse_and_a_successor_has_one(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    assert await play_turns(tables, players, clock, game, "xx") == "ho"
    async with tables.at(game) as live:
        await vacancy.take(tables, live, AOI, A)
    assert await play_turns(tables, players, clock, game, "x") == "o"
    async with tables.at(game) as live:
        await vacancy.take(tables, live, JULES, A)
    assert await play_turns(tables, players, clock, game, "xx") == "ho"


HOUR = 3_600_000


def missed(*hours: float) -> list[Turn]:
    """Turns that were missed at these hours."""
    return [Turn(int(at * HOUR), True) for at in hours]


def test_what_is_missed_within_a_day_is_missed_once() -> None:
    """Edge case 24: the day counts from the first turn of it, so that it is no chain."""
    assert not unexcused(missed(0, 23.9)) and unexcused(missed(0, 24))
    assert not unexcused(missed(0, 10, 20)) and unexcused(missed(0, 20, 30))
    own = [Turn(0, False)] * CLEAN
    assert not unexcused([*missed(0), *own[1:], *missed(20)]), "one evening, though turns of one's own lie between"
    assert not unexcused([*missed(0, 30), *own, *missed(90)]) and not unexcused(own) and not unexcused([])


async def test_an_empty_seat_can_be_pressed_for(tables: TableService, players: Players) -> None:
    """Edge case 29: one of those who are asked is gone; the others need not wait for a successor."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        await consent.ask(tables, live, MARCO, "default.0")
        await consent.agree(tables, live, JULES, "default.0")
        assert live.waiting == (B,)
