"""Open seats: resigning, taking over a seat, the newcomer's clock, and votes of the others if nobody comes."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.play import answers
from bot.table.player_records import ratings
from bot.table.seats import autopilot, escalation, host, open_seats, substitutes
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.play import invitations, open_questions, preset_answers
from storage.time import clocks
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import (
    A,
    B,
    C,
    build_turn,
    fire_due_timers,
    load_notice_keys,
    load_notices,
    load_origins,
    use_turn,
)

from .conftest import DAY, EMMA, FINN, load_seat_tenures, pass_days

FIRST = (1, AOI.id, AOI.id, "start")


async def test_successor_takes_resigned_seat_and_is_notified(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
        await players.answer(table, B, "take")
        await open_seats.resign_seat(service, table, AOI)
        assert table.seats[A].is_vacant and table.names == ("(Aoi)", "Marco", "Jules")
        assert table.is_playing and table.waiting == (A,), "the game waits, and nobody else is asked"
        with pytest.raises(Refused, match="not_seated"):
            table.require_seat(AOI.id)
        assert table.row.host == MARCO.id, "the host's role goes to the next person"
        await open_seats.take_seat(service, table, EMMA, A)
        assert table.names == ("Emma", "Marco", "Jules")
        [question] = await open_questions.load_open_questions(service.db, table_id)
        assert (question.since_at, question.notified_at) == (clock(), None), "the time counts from the newcomer's call"
        await players.mark_notified(table)
        await players.answer(table, A, "take")
        assert table.names_at(1) == ("Aoi", "Marco", "Jules") and table.names_at(3) == ("Emma", "Marco", "Jules")
    assert await load_seat_tenures(service, table_id, A) == [
        FIRST,
        (3, None, None, "resigned"),
        (3, EMMA.id, EMMA.id, "taken"),
    ]
    keys = await load_notice_keys(service, table_id)
    assert [key for key in keys if key.startswith("life.")] == [
        "life.vacant.resigned",
        "life.seat_offered",
        "life.seat_taken",
    ]
    assert await load_origins(service, table_id) == [(A, "person"), (B, "person"), (A, "person")]


async def test_restart_keeps_the_tenures(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
        await open_seats.resign_seat(service, table, MARCO)
        tenures, seats = table.tenures, table.seats
    async with TableService(service.db, service.clock, "en").lock_table(table_id) as table:
        assert (table.tenures, table.seats) == (tenures, seats)


async def test_a_newcomer_has_the_average_of_the_banks_without_the_largest(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
        async with service.db.transaction() as tx:
            for seat, days in ((B, 1.6), (C, 1.9)):
                await clocks.save_clock(tx, clocks.ClockRow(table_id, seat, 0, int(days * DAY * 3_600_000), 0, None))
        await open_seats.take_seat(service, table, EMMA, A)
    bank = (await clocks.load_clocks(service.db, table_id))[A].bank
    assert bank == int(1.6 * DAY * 3_600_000)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, EMMA)
        async with service.db.transaction() as tx:
            for seat in (B, C):
                await clocks.save_clock(tx, clocks.ClockRow(table_id, seat, 0, 0, 0, None))
        with pytest.raises(Refused, match="sat_here"):
            await open_seats.take_seat(service, table, MARCO, A)
        await open_seats.take_seat(service, table, FINN, A)
    bank = (await clocks.load_clocks(service.db, table_id))[A].bank
    assert bank == int(1.5 * DAY * 3_600_000), "with the allowance never less than two days for the first turn"


async def test_person_who_saw_another_hand_cannot_take_a_seat(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, MARCO, EMMA, service.clock() + 3 * 86_400_000)
        await substitutes.accept_substitution(service, table, EMMA, B)
        await substitutes.stop_substitution(service, table, MARCO)
        await open_seats.resign_seat(service, table, AOI)
        for person in (MARCO, EMMA):
            with pytest.raises(Refused, match="sat_here"):
                await open_seats.take_seat(service, table, person, A)
        with pytest.raises(Refused, match="seat_taken"):
            await open_seats.take_seat(service, table, EMMA, B)


async def test_holder_may_return_until_the_seat_is_filled(service: TableService, players: Players) -> None:
    """Edge case 31: the holder and a newcomer compete for the seat; the first one gets it."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.offer_own_seat(service, table, AOI, EMMA)
        with pytest.raises(Refused, match="seat_for_another"):
            await open_seats.take_seat(service, table, FINN, A)
        await open_seats.take_seat(service, table, AOI, A)
        assert table.names[A] == "Aoi"
        with pytest.raises(Refused, match="seat_taken"):
            await open_seats.take_seat(service, table, EMMA, A)
        await open_seats.offer_own_seat(service, table, AOI, None)
        await open_seats.take_seat(service, table, EMMA, A)
        with pytest.raises(Refused, match="seat_taken"):
            await open_seats.take_seat(service, table, AOI, A)
        with pytest.raises(Refused, match="not_seated"):
            table.require_seat(AOI.id)
    assert await invitations.load_invitation(service.db, table_id, A) is None


async def test_presets_do_not_pass_to_a_successor(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table, service.db.transaction() as tx:
        preset = preset_answers.PresetRow(table_id, A, "claim", "never", 1)
        await preset_answers.save_preset(tx, preset)
        table.presets[A, "claim"] = preset
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
        assert table.presets == {}
    assert await preset_answers.load_presets(service.db, table_id) == []


async def test_last_player_wins_when_all_others_resign(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, JULES)
        assert table.is_playing
        await open_seats.resign_seat(service, table, AOI)
        assert (table.row.status, table.row.ending) == ("ended", "conceded")
    assert (await load_notice_keys(service, table_id))[-1] == "life.ended.conceded"
    assert (await load_notices(service, table_id))[-1].msg.args["who"] == "Marco"


async def test_the_clock_makes_no_winner(service: TableService, players: Players, clock: Clock) -> None:
    """One seat opened for lack of time and another resigned: the third player has not won by that."""
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    await pass_days(service, clock, 9)
    async with service.lock_table(table_id) as table:
        assert table.seats[A].is_vacant, "five waking days late"
        await open_seats.resign_seat(service, table, JULES)
        assert table.is_playing


async def test_five_waking_days_late_the_seat_opens_and_its_holder_may_take_it_back(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * DAY + 5 * DAY - 1)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.seats[A].person == AOI.id
    clock.pass_hours(1)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.seats[A].is_vacant
        await open_seats.take_seat(service, table, AOI, A)
        assert table.seats[A].person == AOI.id
        await players.mark_notified(table)
        await players.answer(table, A, "take")
    assert "life.vacant.vacated" in await load_notice_keys(service, table_id)
    assert [why for *_, why in await load_seat_tenures(service, table_id, A)] == ["start", "vacated", "back"]


async def test_crash_while_opening_a_seat_is_repaired(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice and the open seat are stored in one transaction; otherwise the seat would never open."""
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(2.5 * DAY + 5 * DAY - 1)
    await fire_due_timers(service, clock)
    clock.pass_hours(1)

    async def raise_killed(*_: object, **__: object) -> None:
        raise OSError("killed")

    [row] = [row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "late"]
    with monkeypatch.context() as patch:
        patch.setattr(open_seats, "open_seat", raise_killed)
        with pytest.raises(OSError, match="killed"):
            async with service.lock_table(table_id) as table:
                await escalation.handle_late_timer(service, table, row)
    async with service.lock_table(table_id) as table:
        assert not table.seats[A].is_vacant
        await escalation.handle_late_timer(service, table, row)
        assert table.seats[A].is_vacant


async def test_old_table_opens_no_seat_by_clock(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        table.settings = msgspec.structs.replace(table.settings, ballot=1)
    await pass_days(service, clock, 20)
    async with service.lock_table(table_id) as table:
        assert table.seats[A].person == AOI.id
    assert "notice.late.may_answer" in await load_notice_keys(service, table_id)


async def test_others_decide_about_open_seat_after_a_week(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
        with pytest.raises(Refused, match="seat_waits"):
            await consent.request_consent(service, table, MARCO, "autopilot.0")
    await pass_days(service, clock, 7)
    [offer_notice] = [
        notice for notice in await load_notices(service, table_id) if notice.msg.key == "life.nobody_came"
    ]
    assert offer_notice.further_buttons == ("autopilot:0", "score:0", "void:0") and offer_notice.mention == (
        MARCO.id,
        JULES.id,
    )
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "autopilot.0")
        await consent.vote_yes(service, table, JULES, "autopilot.0")
        assert table.seats[A].is_computer and table.names[A].endswith("(CPU)")
        with pytest.raises(Refused, match="seat_taken"):
            await open_seats.take_seat(service, table, AOI, A)
    assert not service.search_queue.empty()
    assert [why for *_, why in await load_seat_tenures(service, table_id, A)] == ["start", "resigned", "autopilot"]


@pytest.mark.parametrize(("kind", "ending"), [("score.0", "vacated"), ("void.0", "void")])
async def test_vote_ends_game_because_of_open_seat(
    service: TableService, players: Players, clock: Clock, kind: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_turn(monkeypatch, build_turn(A, B, C), A)
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", is_rated=True))
    async with service.lock_table(table_id) as table:
        for person in (MARCO, JULES):
            await seating.join_table(service, table, person)
        await seating.set_settings(service, table, AOI, order="joined")
        await seating.start_game(service, table, AOI)
        for seat in (A, B, C, A):
            await players.answer(table, seat, "take")
        await open_seats.resign_seat(service, table, AOI)
    await pass_days(service, clock, 7)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, kind)
        assert table.is_playing, "one alone ends nothing"
        await consent.vote_yes(service, table, JULES, kind)
        assert (table.row.status, table.row.ending) == ("ended", ending)
    assert (await load_notice_keys(service, table_id))[-1] == f"life.ended.{ending}"
    rated = await ratings.load_ratings(service.db, "flotsam")
    if ending == "void":
        assert not rated
    else:  # the player who left loses points, the others do not
        assert rated[AOI.id].points < 1500 <= min(rated[MARCO.id].points, rated[JULES.id].points)


async def test_autopilot_plays_open_seat_until_taken(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
        await consent.request_consent(service, table, MARCO, "relief.0")
        await consent.vote_yes(service, table, JULES, "relief.0")
        assert table.seats[A].is_vacant and table.seats[A].answering_policy is not None and table.names[A] == "(Aoi)"
        await open_seats.take_seat(service, table, EMMA, A)
        assert table.seats[A].answering_policy is None and table.names[A] == "Emma"


async def test_others_vote_to_replace_an_absent_player(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match="not_gone"):
            await consent.request_consent(service, table, MARCO, "replace.0")
        with pytest.raises(Refused, match="no_person_there"):
            await consent.request_consent(service, table, MARCO, "replace.1")
    await preferences.plan_absence(service, AOI, clock(), clock() + 5 * 86_400_000)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "replace.0")
        await consent.vote_yes(service, table, JULES, "replace.0")
        assert table.seats[A].is_vacant
        with pytest.raises(Refused, match="seat_held"):
            await open_seats.invite_successor(service, table, MARCO, C, EMMA)
        await open_seats.invite_successor(service, table, MARCO, A, EMMA)
        await open_seats.take_seat(service, table, EMMA, A)
    assert (await load_notices(service, table_id))[-2].mention == (EMMA.id,)


async def test_the_last_person_leaves_and_the_table_sleeps(service: TableService, players: Players) -> None:
    """Edge case 35."""
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, MARCO)
        await open_seats.offer_own_seat(service, table, AOI, None)
        assert "asleep" in table.pauses and table.row.host == MARCO.id
        with pytest.raises(Refused, match="no_person_there"):
            await host.hand_over_host(service, table, MARCO, A)


async def test_open_seat_has_no_vote(service: TableService, players: Players) -> None:
    """Edge case 21."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, AOI)
        await consent.request_consent(service, table, MARCO, "end")
        request = consent.find_request(table, "end")
        assert request is not None and request.undecided_names == ("Jules",)
        with pytest.raises(Refused, match="not_seated"):
            await consent.vote_yes(service, table, AOI, "end")
        await consent.vote_yes(service, table, JULES, "end")
        assert table.row.ending == "agreed"


async def test_resigned_player_cannot_answer(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        ref = table.build_question_ref(A)
        await open_seats.resign_seat(service, table, AOI)
        assert ref is not None
        with pytest.raises(Refused, match="not_seated"):
            await answers.answer_question(service, table, AOI, ref, ("take",))
        with pytest.raises(Refused, match="not_holder"):
            await substitutes.invite_substitute(service, table, MARCO, EMMA, service.clock() + 86_400_000)
            await substitutes.accept_substitution(service, table, EMMA, B)
            await open_seats.resign_seat(service, table, EMMA)
