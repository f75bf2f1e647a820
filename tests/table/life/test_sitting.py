"""A sitter answers for somebody until a date; the seat stays its holder's, and both may answer."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent, play
from bot.table.life import relief, sitting, vacancy
from bot.table.time import net
from engines.kernel import Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import absences
from storage.play import games, open_questions
from storage.time import timers as timer_rows
from storage.time.kinds import Timer
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, notices, run, told

from .conftest import EMMA, FINN, pass_days, who

DAY_MS = 86_400_000


async def sits_in(tables: TableService, players: Players, clock: Clock, days: int = 3) -> int:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await sitting.invite(tables, live, AOI, EMMA, clock() + days * DAY_MS)
        await sitting.accept(tables, live, EMMA, A)
    return game


async def test_whoever_is_asked_has_to_say_yes(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        for until in (clock(), clock() + 61 * DAY_MS):
            with pytest.raises(Refused, match="sitter_until"):
                await sitting.invite(tables, live, AOI, EMMA, until)
        for nobody in (AOI, MARCO):
            with pytest.raises(Refused, match="sat_here"):
                await sitting.invite(tables, live, AOI, nobody, clock() + DAY_MS)
        await sitting.invite(tables, live, AOI, EMMA, clock() + DAY_MS)
        assert live.seats[A].sitter is None
        with pytest.raises(Refused, match="seat_for_another"):
            await sitting.accept(tables, live, FINN, A)
        with pytest.raises(Refused, match="no_invitation"):
            await sitting.accept(tables, live, EMMA, B)
        clock.pass_hours(24)
        with pytest.raises(Refused, match="no_invitation"):
            await sitting.accept(tables, live, EMMA, A)
    assert (await notices(tables, game))[-1].mention == (EMMA.id,)


async def test_a_sitter_and_the_holder_both_answer_and_the_log_tells_who(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Edge case 33."""
    game = await sits_in(tables, players, clock)
    async with tables.at(game) as live:
        assert live.seats[A].called == EMMA.id and live.seat_of(EMMA.id) == A == live.seat_of(AOI.id)
        for person in (EMMA, AOI):
            ref = live.ref(A)
            assert ref is not None
            await play.answer(tables, live, person, ref, ("take",))
            await players.say(live, B, "take")
        assert live.names == ("Aoi", "Marco", "Jules"), "the seat is the holder's"
        assert live.stood_in(1, A) == "Emma" and live.stood_in(1, B) == ""
    assert await who(tables, game, A) == [(1, AOI.id, AOI.id, "start"), (1, AOI.id, EMMA.id, "sitter")]
    assert [row.id for row in await games.of_person(tables.db, EMMA.id)] == [game], "it is among the sitter's tables"


async def test_the_date_ends_it_in_the_middle_of_a_wait(tables: TableService, players: Players, clock: Clock) -> None:
    game = await sits_in(tables, players, clock, days=2)
    async with tables.at(game) as live:
        await players.call(live)
    await pass_days(tables, clock, 2)
    async with tables.at(game) as live:
        assert (live.seats[A].sitter, live.seats[A].called) == (None, AOI.id)
        ref = live.ref(A)
        assert ref is not None
        with pytest.raises(Refused, match="not_seated"):
            await play.answer(tables, live, EMMA, ref, ("take",))
        await players.say(live, A, "take")
    assert (await told(tables, game))[-1] == "life.sitter_over"
    assert [why for *_, why in await who(tables, game, A)] == ["start", "sitter", "back"]


@pytest.mark.parametrize("who_stops", [AOI, EMMA])
async def test_the_holder_comes_back_or_the_sitter_stops(
    tables: TableService, players: Players, clock: Clock, who_stops: object
) -> None:
    game = await sits_in(tables, players, clock)
    async with tables.at(game) as live:
        await sitting.stop(tables, live, AOI if who_stops is AOI else EMMA)
        assert live.seats[A].sitter is None
        with pytest.raises(Refused, match="no_sitter"):
            await sitting.stop(tables, live, AOI)
    assert not [row for row in await timer_rows.of_game(tables.db, game) if row.kind == Timer.SITTER]
    [asked] = await open_questions.of_game(tables.db, game)
    assert asked.called_at is None, "who is back is called"


async def test_who_was_called_before_the_sitter_came_is_called_again(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Nobody was: their clock never began, nobody reminded them, and the table stood still."""
    game = await players.open(AOI, MARCO, JULES)
    [row] = await outbox.waiting(tables.db, game, Saying.PING)
    async with tables.db.transaction() as tx:
        await outbox.mark_sent(tx, row.id, clock(), 1)
    async with tables.at(game) as live:
        await players.call(live)
        await sitting.invite(tables, live, AOI, EMMA, clock() + DAY_MS)
        await sitting.accept(tables, live, EMMA, A)
        await sitting.stop(tables, live, EMMA)
    calls = [one.key for one in await outbox.waiting(tables.db, game, Saying.PING) if one.key.endswith(f".{AOI.id}")]
    assert calls == [row.key]


async def test_deadlines_where_somebody_sits_in_are_looked_at_when_their_drawn_leave_ends(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """They had been put off for the leave, and so had the reminders."""
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        await sitting.invite(tables, live, AOI, EMMA, clock() + 9 * DAY_MS)
        await sitting.accept(tables, live, EMMA, A)
        await players.call(live)
    async with tables.db.transaction() as tx:
        await absences.add(tx, EMMA.id, "net", clock(), clock() + 2 * DAY_MS, clock())
        await net.answered(tx, EMMA.id, clock())
    late = [row.due_at for row in await timer_rows.of_game(tables.db, game) if row.kind == "late"]
    assert late == [clock()]


async def test_the_sitter_votes_for_the_seat_and_cannot_give_it_away(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await sits_in(tables, players, clock)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "end")
        request = consent.pending(live, "end")
        assert request is not None and set(request.needed) == {"Emma", "Jules"}
        for away in (vacancy.resign(tables, live, EMMA), vacancy.offer(tables, live, EMMA, None)):
            with pytest.raises(Refused, match="not_holder"):
                await away
        await consent.agree(tables, live, EMMA, "end")
        await consent.agree(tables, live, JULES, "end")
        assert live.row.status == "ended"


async def test_relief_takes_the_place_of_a_sitter(tables: TableService, players: Players, clock: Clock) -> None:
    game = await sits_in(tables, players, clock)
    async with tables.at(game) as live:
        await relief.leave(tables, live, AOI)
        assert live.seats[A].sitter is None and live.seats[A].relief is not None


async def test_whoever_takes_over_a_question_off_turn_has_all_of_its_short_clock(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        await players.say(live, A, "take")
        await players.call(live)
        assert live.waiting == (B,)
    clock.pass_hours(5)
    async with tables.at(game) as live:
        await sitting.invite(tables, live, MARCO, EMMA, clock() + 5 * DAY_MS)
        await sitting.accept(tables, live, EMMA, B)
        await players.call(live)
    clock.pass_hours(7)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.waiting == (B,), "not two and a half hours, which were left to whom they sit in for"
    clock.pass_hours(0.5)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.waiting == (A,), "then it answers itself"
