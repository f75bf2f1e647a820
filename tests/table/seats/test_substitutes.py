"""A substitute answers for a player until a date; the player keeps the seat, and both may answer."""

from __future__ import annotations

import pytest

from bot.table import Person, TableService, consent
from bot.table.clock import leave
from bot.table.lobby import seating
from bot.table.personal import table_inbox
from bot.table.play import answers, presets
from bot.table.seats import autopilot, open_seats, substitutes
from bot.table.terms.general_presets import ALWAYS, CONFIRM, PASS
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.kinds import OutboxKind, TimerKind
from storage.messages import outbox_rows
from storage.persons import absences
from storage.play import decisions, games, open_questions, personal_decisions, preset_answers
from storage.play.seat_tenures import find_decider
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, fire_due_timers, load_notice_keys, load_notices

from .conftest import EMMA, FINN, load_seat_tenures, pass_days

DAY_MS = 86_400_000


async def start_with_substitute(service: TableService, players: Players, clock: Clock, days: int = 3) -> int:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + days * DAY_MS)
        await substitutes.accept_substitution(service, table, EMMA, A)
    return table_id


async def test_substitute_has_not_sat_at_another_seat(service: TableService, players: Players, clock: Clock) -> None:
    """They know its hidden information."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + DAY_MS)
        await open_seats.resign_seat(service, table, MARCO)
        await open_seats.take_seat(service, table, EMMA, B)
        with pytest.raises(Refused, match="sat_here"):
            await substitutes.accept_substitution(service, table, EMMA, A)
        assert table.seats[A].substitute is None


async def test_substitute_must_accept_the_invitation(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        for until in (clock(), clock() + 61 * DAY_MS):
            with pytest.raises(Refused, match="sitter_until"):
                await substitutes.invite_substitute(service, table, AOI, EMMA, until)
        for nobody in (AOI, MARCO):
            with pytest.raises(Refused, match="sat_here"):
                await substitutes.invite_substitute(service, table, AOI, nobody, clock() + DAY_MS)
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + DAY_MS)
        assert table.seats[A].substitute is None
        with pytest.raises(Refused, match="seat_for_another"):
            await substitutes.accept_substitution(service, table, FINN, A)
        with pytest.raises(Refused, match="no_invitation"):
            await substitutes.accept_substitution(service, table, EMMA, B)
        clock.pass_hours(24)
        with pytest.raises(Refused, match="no_invitation"):
            await substitutes.accept_substitution(service, table, EMMA, A)
    assert (await load_notices(service, table_id))[-1].mention == (EMMA.id,)


async def test_substitute_and_holder_both_answer(service: TableService, players: Players, clock: Clock) -> None:
    """Edge case 33."""
    table_id = await start_with_substitute(service, players, clock)
    async with service.lock_table(table_id) as table:
        assert table.seats[A].person_to_notify == EMMA.id and table.find_seat(EMMA.id) == A == table.find_seat(AOI.id)
        for person in (EMMA, AOI):
            ref = table.build_question_ref(A)
            assert ref is not None
            await answers.answer_question(service, table, person, ref, ("take",))
            await players.answer(table, B, "take")
        assert table.names == ("Aoi", "Marco", "Jules"), "the seat is the holder's"
        rows = [row for row in await decisions.load_active(service.db, table_id) if row.seat == A]
        named = [table.find_substitute_name(row.n, A, find_decider(table.tenures, row)) for row in rows]
        assert named == ["Emma", ""], "the holder answered the second question"
        assert table.find_substitute_name(2, B, MARCO.id) == table.find_substitute_name(1, A, None) == ""
    assert await load_seat_tenures(service, table_id, A) == [
        (1, AOI.id, AOI.id, "start"),
        (1, AOI.id, EMMA.id, "sitter"),
    ]
    assert [row.id for row in await games.load_games_of_person(service.db, EMMA.id)] == [table_id], (
        "it is among the sitter's tables"
    )


async def test_substitution_ends_on_its_date(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await start_with_substitute(service, players, clock, days=2)
    async with service.lock_table(table_id) as table:
        await players.mark_notified(table)
    await pass_days(service, clock, 2)
    async with service.lock_table(table_id) as table:
        assert (table.seats[A].substitute, table.seats[A].person_to_notify) == (None, AOI.id)
        ref = table.build_question_ref(A)
        assert ref is not None
        with pytest.raises(Refused, match="not_seated"):
            await answers.answer_question(service, table, EMMA, ref, ("take",))
        await players.answer(table, A, "take")
    assert (await load_notice_keys(service, table_id))[-1] == "life.sitter_over"
    assert [why for *_, why in await load_seat_tenures(service, table_id, A)] == ["start", "sitter", "back"]


@pytest.mark.parametrize("who_stops", [AOI, EMMA])
async def test_holder_or_substitute_ends_substitution(
    service: TableService, players: Players, clock: Clock, who_stops: object
) -> None:
    table_id = await start_with_substitute(service, players, clock)
    async with service.lock_table(table_id) as table:
        await substitutes.stop_substitution(service, table, AOI if who_stops is AOI else EMMA)
        assert table.seats[A].substitute is None
        with pytest.raises(Refused, match="no_sitter"):
            await substitutes.stop_substitution(service, table, AOI)
    assert not [
        row for row in await timer_rows.load_timers(service.db, table_id) if row.kind == TimerKind.SUBSTITUTE_END
    ]
    [question] = await open_questions.load_open_questions(service.db, table_id)
    assert question.notified_at is None, "who is back is called"


async def test_holder_is_notified_again_after_substitution(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Regression: the holder got no notification, so no clock or reminder started and the table stood still."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    [row] = await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.TURN_NOTIFICATION)
    async with service.db.transaction() as tx:
        await outbox_rows.mark_sent(tx, row.id, clock(), 1)
    async with service.lock_table(table_id) as table:
        await players.mark_notified(table)
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + DAY_MS)
        await substitutes.accept_substitution(service, table, EMMA, A)
        await substitutes.stop_substitution(service, table, EMMA)
    calls = [
        ping.key
        for ping in await outbox_rows.load_waiting_rows(service.db, table_id, OutboxKind.TURN_NOTIFICATION)
        if ping.key.endswith(f".{AOI.id}")
    ]
    assert calls == [row.key]


async def test_end_of_automatic_leave_updates_deadlines_of_substituted_seats(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Deadlines and reminders had been postponed for the leave."""
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, EMMA, clock() + 9 * DAY_MS)
        await substitutes.accept_substitution(service, table, EMMA, A)
        async with service.db.transaction() as tx:
            await absences.add_absence(tx, EMMA.id, "net", clock(), clock() + 2 * DAY_MS, clock())
        await players.mark_notified(table)
    [before] = [row.due_at for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "late"]
    async with service.db.transaction() as tx:
        await leave.end_automatic_leave(tx, EMMA.id, clock())
    await table_inbox.work_all_inboxes(service)
    late = [row.due_at for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "late"]
    assert late == [before - 2 * DAY_MS]


async def test_substitute_votes_but_cannot_give_the_seat_away(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_with_substitute(service, players, clock)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "end")
        request = consent.find_request(table, "end")
        assert request is not None and set(request.undecided_names) == {"Emma", "Jules"}
        for attempt in (
            open_seats.resign_seat(service, table, EMMA),
            open_seats.offer_own_seat(service, table, EMMA, None),
        ):
            with pytest.raises(Refused, match="not_holder"):
                await attempt
        await consent.vote_yes(service, table, EMMA, "end")
        await consent.vote_yes(service, table, JULES, "end")
        assert table.row.status == "ended"


async def test_autopilot_replaces_substitute(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await start_with_substitute(service, players, clock)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, AOI)
        assert table.seats[A].substitute is None and table.seats[A].autopilot_policy is not None


async def test_substitute_gets_the_full_clock_of_an_off_turn_question(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
        await players.mark_notified(table)
        assert table.waiting == (B,)
    clock.pass_hours(5)
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, MARCO, EMMA, clock() + 5 * DAY_MS)
        await substitutes.accept_substitution(service, table, EMMA, B)
        await players.mark_notified(table)
    clock.pass_hours(7)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.waiting == (B,), "not two and a half hours, which were left to whom they sit in for"
    clock.pass_hours(0.5)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert table.waiting == (A,), "then it answers itself"


@pytest.mark.parametrize("becomes", ["substitute", "holder"])
async def test_somebody_who_comes_later_can_read_the_posts(service: TableService, clock: Clock, becomes: str) -> None:
    ken, terms = Person(107, "Ken", "ja"), TableTerms(language="en", adds_languages=True)
    table_id = await seating.open_table(service, 1, 900, MARCO, "flotsam", terms)
    async with service.lock_table(table_id) as table:
        for person in (JULES, EMMA):
            await seating.join_table(service, table, person)
        await seating.start_game(service, table, MARCO)
        assert table.row.language == "en"
        seat = table.find_seat(JULES.id)
        assert seat is not None
        if becomes == "substitute":
            await substitutes.invite_substitute(service, table, JULES, ken, clock() + DAY_MS)
            await substitutes.accept_substitution(service, table, ken, seat)
        else:
            await open_seats.resign_seat(service, table, JULES)
            await open_seats.take_seat(service, table, ken, seat)
        assert table.row.language == "en+ja"


async def load_answers(service: TableService, person: Person) -> list[tuple[int, str, str]]:
    """Return the decisions of the person as (number, keys, origin)."""
    rows = await personal_decisions.load_decisions_of_person(service.db, person.id)
    return [(row.n, row.keys, row.origin) for row in rows]


async def start_with_presets(service: TableService, players: Players, clock: Clock) -> int:
    """Start a table where EMMA answers for MARCO. He has set the preset CONFIRM, she has set PASS."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await presets.set_preset(service, table, MARCO, CONFIRM, "")
        await substitutes.invite_substitute(service, table, MARCO, EMMA, clock() + 2 * DAY_MS)
        await substitutes.accept_substitution(service, table, EMMA, B)
        await presets.set_preset(service, table, EMMA, PASS, "")
    return table_id


async def test_decision_belongs_to_the_person_who_answered_or_set_the_preset(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_with_presets(service, players, clock)
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "take")
        assert await load_answers(service, EMMA) == [(2, "pass", "order")] and not await load_answers(service, MARCO)
        await presets.revoke_preset(service, table, EMMA, PASS)
        await presets.set_preset(service, table, MARCO, PASS, "")
        await players.answer(table, A, "take")
        await presets.revoke_preset(service, table, MARCO, PASS)
        await players.answer(table, A, "take")
        prompt = table.build_prompt(B)
        assert prompt is not None
        topic = ALWAYS + prompt.question_key
        await presets.set_preset(service, table, EMMA, topic, "take")
        await presets.revoke_preset(service, table, EMMA, topic)
        await players.answer(table, A, "take")
        ref = table.build_question_ref(B)
        assert ref is not None
        await answers.answer_question(service, table, MARCO, ref, ("take",))
    assert await load_answers(service, EMMA) == [(2, "pass", "order"), (6, "take", "order")]
    assert await load_answers(service, MARCO) == [(4, "pass", "order"), (8, "take", "person")]


@pytest.mark.parametrize("ending", ["date", "holder", "substitute", "autopilot", "another substitute"])
async def test_presets_of_a_substitute_end_with_the_substitution(
    service: TableService, players: Players, clock: Clock, ending: str
) -> None:
    table_id = await start_with_presets(service, players, clock)
    if ending == "date":
        await pass_days(service, clock, 2)
    async with service.lock_table(table_id) as table:
        if ending in ("holder", "substitute"):
            await substitutes.stop_substitution(service, table, MARCO if ending == "holder" else EMMA)
        elif ending == "autopilot":
            await autopilot.start_own_autopilot(service, table, MARCO)
        elif ending == "another substitute":
            await substitutes.invite_substitute(service, table, MARCO, FINN, clock() + DAY_MS)
            await substitutes.accept_substitution(service, table, FINN, B)
        stored = [(row.topic, row.person) for row in await preset_answers.load_presets(service.db, table_id)]
        assert stored == [(row.topic, row.person) for row in table.presets.values()] == [(CONFIRM, MARCO.id)]
        if ending != "autopilot":
            await players.answer(table, A, "take")
            assert table.waiting == (B,), "no preset answers"


async def test_substitute_cannot_change_presets_of_the_holder(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await start_with_presets(service, players, clock)
    async with service.lock_table(table_id) as table:
        before = dict(table.presets)
        for attempt in (
            presets.set_preset(service, table, EMMA, CONFIRM, ""),
            presets.revoke_preset(service, table, EMMA, CONFIRM),
        ):
            with pytest.raises(Refused, match="not_holder"):
                await attempt
        assert table.presets == before and not table.is_dirty
        assert presets.list_held_topics(table, EMMA) == {CONFIRM} and presets.list_held_topics(table, MARCO) == set()
        await presets.revoke_preset(service, table, MARCO, PASS)
        assert set(table.presets) == {(B, CONFIRM)}, "the holder decides about all presets of the seat"
