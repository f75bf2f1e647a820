"""Autopilot: a computer player answers for an absent player until their own next answer; they keep the seat."""

from __future__ import annotations

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.table import Table, TableService, consent
from bot.table.computers.computer_players import ComputerPlayers
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.play import answers
from bot.table.seats import autopilot, host
from bot.table.terms.table_terms import TableTerms
from engines.kernel import AnswerLine, Refused
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import open_questions
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, C, build_turn, fire_due_timers, load_notice_keys, load_origins, use_turn

DAY = 15
MAX_ANSWERS = 500
"""More answers than a game of computer players needs."""
LATE = 2.5 * DAY + DAY
"""Hours after which a brisk player is late by a waking day."""


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B), A)


@pytest.fixture
async def computers(service: TableService) -> AsyncIterator[ComputerPlayers]:
    computer_players = ComputerPlayers(service, lambda: ThreadPoolExecutor(1))
    yield computer_players
    computer_players.close()


def list_autopilot_seats(table: Table) -> list[int]:
    return [seated.seat for seated in table.seats if seated.autopilot_policy is not None]


async def test_player_turns_autopilot_on_until_own_answer(
    service: TableService, players: Players, computers: ComputerPlayers
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, AOI)
        assert list_autopilot_seats(table) == [A]
        assert not table.seats[A].is_computer
        assert table.seats[A].person == AOI.id
    assert not service.search_queue.empty(), "the computer player is woken"
    await computers.serve_table(table_id)
    assert await load_origins(service, table_id) == [(A, "relief")]
    async with service.lock_table(table_id) as table:
        await players.answer(table, B, "take")
    await computers.serve_table(table_id)
    async with service.lock_table(table_id) as table:
        await players.answer(table, B, "take")
        assert table.waiting == (A,)
        await players.answer(table, A, "take")
        assert list_autopilot_seats(table) == []
        await players.answer(table, B, "take")
    await computers.serve_table(table_id)
    assert (await load_origins(service, table_id))[3:] == [(B, "person"), (A, "person"), (B, "person")]
    assert [key for key in await load_notice_keys(service, table_id) if "relief" in key] == [
        "notice.relief_own",
        "notice.relief_over",
    ]


async def test_autopilot_seat_has_no_notifications_and_timers(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
        await autopilot.start_own_autopilot(service, table, AOI)
        before = len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION))
        ref = table.build_question_ref(B)
        assert ref is not None
        await answers.answer_question(service, table, MARCO, ref, ("take",))
        assert table.waiting == (A,)
    assert len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION)) == before
    assert await timer_rows.load_timers(service.db, table_id) == []
    clock.pass_hours(99 * DAY)
    async with service.lock_table(table_id) as table:
        await autopilot.stop_own_autopilot(service, table, AOI)
        assert list_autopilot_seats(table) == []
        with pytest.raises(Refused, match="not_relieved"):
            await autopilot.stop_own_autopilot(service, table, AOI)
    [question] = await open_questions.load_open_questions(service.db, table_id)
    assert question.notified_at == clock(), "the time counts from the return"
    deadlines = {row.kind: row.due_at for row in await timer_rows.load_timers(service.db, table_id)}
    assert deadlines["late"] == clock() + int(2.5 * DAY * 3_600_000)
    assert "reminder" in deadlines


async def test_autopilot_stops_the_clock(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    assert {row.kind for row in await timer_rows.load_timers(service.db, table_id)} == {"late", "reminder"}
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, AOI)
    assert await timer_rows.load_timers(service.db, table_id) == []


async def test_search_result_is_discarded_after_return(
    service: TableService, players: Players, computers: ComputerPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, AOI)

    async def return_during_search(thought: object) -> AnswerLine:
        async with service.lock_table(table_id) as table:
            await autopilot.stop_own_autopilot(service, table, AOI)
        return (("take",),)

    monkeypatch.setattr(computers, "_run_search", return_during_search)
    await computers.serve_table(table_id)
    assert await load_origins(service, table_id) == []
    async with service.lock_table(table_id) as table:
        assert table.waiting == (A,)


async def test_last_person_cannot_turn_autopilot_on(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, MARCO)
        with pytest.raises(Refused, match="nobody_left"):
            await autopilot.start_own_autopilot(service, table, AOI)
        with pytest.raises(Refused, match="relieved_already"):
            await autopilot.start_own_autopilot(service, table, MARCO)


async def test_others_vote_for_autopilot_of_late_player(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE - 0.1)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_gone"):
            await consent.request_consent(service, table, MARCO, "relief.0")
    clock.pass_hours(0.1)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        for kind in ("relief.1", "relief.7"):
            with pytest.raises(Refused, match="no_person_there"):
                await consent.request_consent(service, table, MARCO, kind)
        with pytest.raises(Refused, match="not_gone"):
            await consent.request_consent(service, table, MARCO, "relief.2")
        await consent.request_consent(service, table, MARCO, "relief.0")
        request = consent.find_request(table, "relief.0")
        assert request is not None
        assert (request.agreed_names, request.undecided_names, request.votes_missing) == (("Marco",), ("Jules",), 1)
        with pytest.raises(Refused, match="no_vote"):
            await consent.vote_yes(service, table, AOI, "relief.0")
        assert list_autopilot_seats(table) == []
        await consent.vote_yes(service, table, JULES, "relief.0")
        assert list_autopilot_seats(table) == [A]
        assert consent.find_request(table, "relief.0") is None
    assert (await load_notice_keys(service, table_id))[-1] == "notice.relief_voted"


async def test_answer_cancels_autopilot_vote(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(LATE)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "relief.0")
        await players.answer(table, A, "take")
        assert consent.find_request(table, "relief.0") is None
        with pytest.raises(Refused, match="no_request"):
            await consent.vote_yes(service, table, JULES, "relief.0")


async def test_single_opponent_decides_about_absent_player(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="none")
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_gone"):
            await consent.request_consent(service, table, MARCO, "relief.0")
    await preferences.plan_absence(service, AOI, clock(), clock() + 5 * 86_400_000)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "relief.0")
        assert list_autopilot_seats(table) == [A]


async def test_without_clock_player_asked_long_ago_counts_as_absent(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="none")
    clock.pass_hours(5 * DAY - 1)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_gone"):
            await consent.request_consent(service, table, MARCO, "relief.0")
        clock.pass_hours(1)
        await consent.request_consent(service, table, MARCO, "relief.0")
        assert list_autopilot_seats(table) == [A]


async def test_autopilot_seat_has_no_vote(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, AOI)
        await consent.request_consent(service, table, MARCO, "end")
        request = consent.find_request(table, "end")
        assert request is not None
        assert request.undecided_names == ("Jules",)
        await consent.vote_yes(service, table, JULES, "end")
        assert table.row.status == "ended"


async def test_autopilot_survives_a_restart(
    service: TableService, players: Players, computers: ComputerPlayers
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, AOI)
    again = TableService(service.db, service.clock, "en")
    async with again.lock_table(table_id) as table:
        assert list_autopilot_seats(table) == [A]
    assert not again.search_queue.empty()


async def test_host_hands_the_role_over(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="host_only"):
            await host.hand_over_host(service, table, MARCO, C)
        with pytest.raises(Refused, match="no_person_there"):
            await host.hand_over_host(service, table, AOI, A)
        await host.hand_over_host(service, table, AOI, C)
        assert table.row.host == JULES.id
        await seating.set_settings(service, table, JULES, reminder_hours=12)
    assert "notice.host" in await load_notice_keys(service, table_id)


async def test_others_vote_to_replace_late_host(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_gone"):
            await consent.request_consent(service, table, MARCO, "host.1")
        clock.pass_hours(LATE)
        await consent.request_consent(service, table, MARCO, "host.1")
        with pytest.raises(Refused, match="no_vote"):
            await consent.vote_yes(service, table, AOI, "host.1")
        assert table.row.host == AOI.id
        await consent.vote_yes(service, table, JULES, "host.1")
        assert table.row.host == MARCO.id


async def test_person_alone_with_computers_lets_them_play_to_the_end(
    service: TableService, players: Players, computers: ComputerPlayers
) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", order="joined"))
    async with service.lock_table(table_id) as table:
        await seating.add_computer(service, table, AOI, "random")
        await seating.start_game(service, table, AOI)
        await autopilot.start_own_autopilot(service, table, AOI)
    for _ in range(MAX_ANSWERS):
        await computers.serve_table(table_id)
        async with service.lock_table(table_id) as table:
            if table.row.status == "over":
                return
    pytest.fail("the game is not over")
