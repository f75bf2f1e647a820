"""Two other players force a late player's default answer, which the log names; too many missed turns open the seat."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.play import answers
from bot.table.seats import lateness, open_seats
from bot.table.seats.escalation import CLEAN_TURNS, SeatTurn, is_unexcused
from bot.table.terms import votes
from engines.kernel import GameContext, Refused
from storage.play import decisions
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, fire_due_timers, load_notice_keys, load_notices, load_origins, use_turn

from .conftest import play_in_turn

LATE = 2.5 * 24 * 15 / 24 + 15
"""Hours after which a brisk player is a waking day late; every hour counts here."""


async def test_two_players_force_default_and_are_named(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_late"):
            await consent.request_consent(service, table, MARCO, "default.0")
        with pytest.raises(Refused, match="not_asked"):
            await consent.request_consent(service, table, MARCO, "default.2")
    clock.pass_hours(LATE)
    await fire_due_timers(service, clock)
    assert (await load_notices(service, table_id))[-1].further_buttons == ("press:0",)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "default.0")
        assert table.waiting == (A,), "one alone does not"
        with pytest.raises(Refused, match="no_vote"):
            await consent.vote_yes(service, table, AOI, "default.0")
        await consent.vote_yes(service, table, JULES, "default.0")
        assert table.waiting == (B,) and consent.find_request(table, "default.0") is None
    assert await load_origins(service, table_id) == [(A, "default")]
    assert await decisions.load_forcers(service.db, table_id) == {1: (MARCO.id, JULES.id)}
    [forced_notice] = [notice for notice in await load_notices(service, table_id) if notice.msg.key == "life.pressed"]
    assert forced_notice.msg.args == {"names": "Marco, Jules", "who": "Aoi"}


async def test_lateness_ends_with_the_turn(service: TableService, players: Players, clock: Clock) -> None:
    """Their night may lie between the question and its notification."""
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    for hours in (LATE, 1, 1):
        clock.pass_hours(hours)
        await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert await lateness.is_late(service, table, A)
        await players.answer(table, A, "take")
        ref = table.build_question_ref(B)
        assert ref is not None
        await answers.answer_question(service, table, MARCO, ref, ("take",))  # this sends no notification yet
        assert table.waiting == (A,)
        for kind in ("default.0", "relief.0", "replace.0"):
            with pytest.raises(Refused, match=r"not_late|not_gone"):
                await consent.request_consent(service, table, MARCO, kind)


async def test_single_opponent_forces_default_alone(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(LATE)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "default.0")
        assert table.waiting == (B,)
        await consent.request_consent(service, table, AOI, "undo")
        assert table.waiting == (B,)
        await consent.vote_yes(service, table, MARCO, "undo")
        assert table.waiting == (A,), "what was pressed is taken back like any answer"


async def test_own_answer_cancels_forced_default(service: TableService, players: Players, clock: Clock) -> None:
    """Edge case 26: a default and an answer at the same time give one decision."""
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "default.0")
        await players.answer(table, A, "take")
        with pytest.raises(Refused, match="no_request"):
            await consent.vote_yes(service, table, JULES, "default.0")
    assert await load_origins(service, table_id) == [(A, "person")]


@pytest.fixture
def endless(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use rules without an end of the game."""

    async def turn(ctx: GameContext[Any]) -> None:
        await play_in_turn(ctx)
        ctx.state.round -= 1

    use_turn(monkeypatch, turn, A)


async def play_turns(
    service: TableService, players: Players, clock: Clock, table_id: int, turns: str, *, apart_hours: float = 24
) -> str:
    """Play turns of seat A: `.` its own answer, `x` a forced one. Return for each: seat open (`o`) or held (`h`)."""
    seat_states = ""
    for turn in turns:
        async with service.lock_table(table_id) as table:
            await players.mark_notified(table)
            if turn == ".":
                await players.answer(table, A, "take")
        if turn == "x":
            clock.pass_hours(max(LATE, apart_hours))
            async with service.lock_table(table_id) as table:
                await consent.request_consent(service, table, MARCO, "default.0")
        async with service.lock_table(table_id) as table:
            await players.mark_notified(table)
            seat_states += "o" if table.seats[A].is_vacant else "h"
            await players.answer(table, B, "take")
    return seat_states


async def test_second_missed_turn_opens_the_seat(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    assert await play_turns(service, players, clock, table_id, "xx") == "ho"
    assert "life.vacant.vacated" in await load_notice_keys(service, table_id)


@pytest.mark.parametrize(("turns", "held"), [("x.....x", "hhhhhhh"), ("x....x", "hhhhho"), ("x.....xx", "hhhhhhho")])
@pytest.mark.usefixtures("endless")
async def test_excuse_returns_after_five_own_turns(
    service: TableService, players: Players, clock: Clock, turns: str, held: str
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    assert await play_turns(service, players, clock, table_id, turns) == held


@pytest.mark.usefixtures("endless")
async def test_old_table_counts_missed_turns_in_a_row(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        table.settings = msgspec.structs.replace(table.settings, ballot=votes.IN_A_ROW_VERSION)
    assert await play_turns(service, players, clock, table_id, "x.x") == "hhh"
    assert await play_turns(service, players, clock, table_id, "x") == "o"


@pytest.mark.usefixtures("endless")
async def test_returning_holder_has_no_new_excuse_but_successor_has(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    assert await play_turns(service, players, clock, table_id, "xx") == "ho"
    async with service.lock_table(table_id) as table:
        await open_seats.take_seat(service, table, AOI, A)
    assert await play_turns(service, players, clock, table_id, "x") == "o"
    async with service.lock_table(table_id) as table:
        await open_seats.take_seat(service, table, JULES, A)
    assert await play_turns(service, players, clock, table_id, "xx") == "ho"


HOUR = 3_600_000


def build_missed_turns(*hours: float) -> list[SeatTurn]:
    """Return turns that were missed at these hours."""
    return [SeatTurn(int(at * HOUR), True) for at in hours]


def test_turns_missed_within_a_day_count_once() -> None:
    """Edge case 24: the day starts with its first missed turn; the window does not slide."""
    assert not is_unexcused(build_missed_turns(0, 23.9)) and is_unexcused(build_missed_turns(0, 24))
    assert not is_unexcused(build_missed_turns(0, 10, 20)) and is_unexcused(build_missed_turns(0, 20, 30))
    own_turns = [SeatTurn(0, False)] * CLEAN_TURNS
    assert not is_unexcused([*build_missed_turns(0), *own_turns[1:], *build_missed_turns(20)]), (
        "one evening, though turns of one's own lie between"
    )
    assert (
        not is_unexcused([*build_missed_turns(0, 30), *own_turns, *build_missed_turns(90)])
        and not is_unexcused(own_turns)
        and not is_unexcused([])
    )


async def test_default_of_open_seat_can_be_forced(service: TableService, players: Players) -> None:
    """Edge case 29: a simultaneous question to an open seat can be answered without waiting for a successor."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
        await consent.request_consent(service, table, MARCO, "default.0")
        await consent.vote_yes(service, table, JULES, "default.0")
        assert table.waiting == (B,)
