"""A seat that its person leaves in play: who may take it, with which clock, and what the others decide if none does."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import TableService, consent, play, preferences
from bot.table.knowing import ratings
from bot.table.life import hosting, ladder, relief, sitting, vacancy
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Refused
from storage.play import invitations, open_questions, orders
from storage.time import clocks
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, C, notices, origins, play_by, questions, run, told

from .conftest import DAY, EMMA, FINN, pass_days, who

FIRST = (1, AOI.id, AOI.id, "start")


async def test_who_gives_up_the_seat_is_followed_by_somebody_with_a_call_of_their_own(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        await players.say(live, A, "take")
        await players.say(live, B, "take")
        await vacancy.resign(tables, live, AOI)
        assert live.seats[A].is_vacant and live.names == ("(Aoi)", "Marco", "Jules")
        assert live.is_playing and live.waiting == (A,), "the game waits, and nobody else is asked"
        with pytest.raises(Refused, match="not_seated"):
            live.seat_or_refuse(AOI.id)
        assert live.row.host == MARCO.id, "the host's role goes to the next person"
        await vacancy.take(tables, live, EMMA, A)
        assert live.names == ("Emma", "Marco", "Jules")
        [asked] = await open_questions.of_game(tables.db, game)
        assert (asked.since_at, asked.called_at) == (clock(), None), "the time counts from the newcomer's call"
        await players.call(live)
        await players.say(live, A, "take")
        assert live.names_at(1) == ("Aoi", "Marco", "Jules") and live.names_at(3) == ("Emma", "Marco", "Jules")
    assert await who(tables, game, A) == [FIRST, (3, None, None, "resigned"), (3, EMMA.id, EMMA.id, "taken")]
    keys = await told(tables, game)
    assert [key for key in keys if key.startswith("life.")] == [
        "life.vacant.resigned",
        "life.seat_offered",
        "life.seat_taken",
    ]
    assert await origins(tables, game) == [(A, "person"), (B, "person"), (A, "person")]


async def test_at_a_restart_the_stretches_are_the_same(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await players.say(live, A, "take")
        await vacancy.resign(tables, live, MARCO)
        held, seats = live.held, live.seats
    async with TableService(tables.db, tables.clock, "en").at(game) as live:
        assert (live.held, live.seats) == (held, seats)


async def test_a_newcomer_has_the_average_of_the_banks_without_the_largest(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        async with tables.db.transaction() as tx:
            for seat, days in ((B, 1.6), (C, 1.9)):
                await clocks.put(tx, clocks.ClockRow(game, seat, 0, int(days * DAY * 3_600_000), 0, None))
        await vacancy.take(tables, live, EMMA, A)
    bank = (await clocks.of_game(tables.db, game))[A].bank
    assert bank == int(1.6 * DAY * 3_600_000)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, EMMA)
        async with tables.db.transaction() as tx:
            for seat in (B, C):
                await clocks.put(tx, clocks.ClockRow(game, seat, 0, 0, 0, None))
        with pytest.raises(Refused, match="sat_here"):
            await vacancy.take(tables, live, MARCO, A)
        await vacancy.take(tables, live, FINN, A)
    bank = (await clocks.of_game(tables.db, game))[A].bank
    assert bank == int(1.5 * DAY * 3_600_000), "with the allowance never less than two days for the first turn"


async def test_nobody_takes_a_seat_who_has_seen_another_hand(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await sitting.invite(tables, live, MARCO, EMMA, tables.clock() + 3 * 86_400_000)
        await sitting.accept(tables, live, EMMA, B)
        await sitting.stop(tables, live, MARCO)
        await vacancy.resign(tables, live, AOI)
        for person in (MARCO, EMMA):
            with pytest.raises(Refused, match="sat_here"):
                await vacancy.take(tables, live, person, A)
        with pytest.raises(Refused, match="seat_taken"):
            await vacancy.take(tables, live, EMMA, B)


async def test_whoever_left_may_come_back_until_the_seat_is_filled(tables: TableService, players: Players) -> None:
    """Edge case 31: the holder comes back as the newcomer presses; the first one has it."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.offer(tables, live, AOI, EMMA)
        with pytest.raises(Refused, match="seat_for_another"):
            await vacancy.take(tables, live, FINN, A)
        await vacancy.take(tables, live, AOI, A)
        assert live.names[A] == "Aoi"
        with pytest.raises(Refused, match="seat_taken"):
            await vacancy.take(tables, live, EMMA, A)
        await vacancy.offer(tables, live, AOI, None)
        await vacancy.take(tables, live, EMMA, A)
        with pytest.raises(Refused, match="seat_taken"):
            await vacancy.take(tables, live, AOI, A)
        with pytest.raises(Refused, match="not_seated"):
            live.seat_or_refuse(AOI.id)
    assert await invitations.get(tables.db, game, A) is None


async def test_standing_answers_do_not_pass_to_a_successor(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live, tables.db.transaction() as tx:
        await orders.put(tx, orders.OrderRow(game, A, "claim", "never", 1))
        live.orders[A, "claim"] = "never"
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        assert live.orders == {}
    assert await orders.of_game(tables.db, game) == []


async def test_when_all_but_one_give_up_that_one_has_won(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, JULES)
        assert live.is_playing
        await vacancy.resign(tables, live, AOI)
        assert (live.row.status, live.row.ending) == ("ended", "conceded")
    assert (await told(tables, game))[-1] == "life.ended.conceded"
    assert (await notices(tables, game))[-1].msg.args["who"] == "Marco"


async def test_the_clock_makes_no_winner(tables: TableService, players: Players, clock: Clock) -> None:
    """One seat was left for lack of time, the other gives up: the third has not won by that."""
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    await pass_days(tables, clock, 9)
    async with tables.at(game) as live:
        assert live.seats[A].is_vacant, "five waking days late"
        await vacancy.resign(tables, live, JULES)
        assert live.is_playing


async def test_five_waking_days_late_the_seat_opens_and_its_holder_may_take_it_back(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    clock.pass_hours(2.5 * DAY + 5 * DAY - 1)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.seats[A].person == AOI.id
    clock.pass_hours(1)
    await run(tables, clock)
    async with tables.at(game) as live:
        assert live.seats[A].is_vacant
        await vacancy.take(tables, live, AOI, A)
        assert live.seats[A].person == AOI.id
        await players.call(live)
        await players.say(live, A, "take")
    assert "life.vacant.vacated" in await told(tables, game)
    assert [why for *_, why in await who(tables, game, A)] == ["start", "vacated", "back"]


async def test_a_bot_that_dies_as_it_opens_a_seat_opens_it_the_next_time(
    tables: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was told and what was done about it are stored together: else the seat was never opened."""
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(2.5 * DAY + 5 * DAY - 1)
    await run(tables, clock)
    clock.pass_hours(1)

    async def dies(*_: object, **__: object) -> None:
        raise OSError("killed")

    [row] = [row for row in await timer_rows.of_game(tables.db, game) if row.kind == "late"]
    with monkeypatch.context() as patch:
        patch.setattr(vacancy, "open_seat", dies)
        with pytest.raises(OSError, match="killed"):
            async with tables.at(game) as live:
                await ladder.fire(tables, live, row)
    async with tables.at(game) as live:
        assert not live.seats[A].is_vacant
        await ladder.fire(tables, live, row)
        assert live.seats[A].is_vacant


async def test_at_a_table_of_before_no_seat_opens_by_the_clock(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, pace="brisk")
    async with tables.at(game) as live:
        live.plan = msgspec.structs.replace(live.plan, ballot=1)
    await pass_days(tables, clock, 20)
    async with tables.at(game) as live:
        assert live.seats[A].person == AOI.id
    assert "notice.late.may_answer" in await told(tables, game)


async def test_nobody_came_for_a_week_so_the_others_decide(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        with pytest.raises(Refused, match="seat_waits"):
            await consent.ask(tables, live, MARCO, "autopilot.0")
    await pass_days(tables, clock, 7)
    [asked] = [notice for notice in await notices(tables, game) if notice.msg.key == "life.nobody_came"]
    assert asked.offers == ("autopilot:0", "score:0", "void:0") and asked.mention == (MARCO.id, JULES.id)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "autopilot.0")
        await consent.agree(tables, live, JULES, "autopilot.0")
        assert live.seats[A].is_computer and live.names[A].endswith("(CPU)")
        with pytest.raises(Refused, match="seat_taken"):
            await vacancy.take(tables, live, AOI, A)
    assert not tables.thinking.empty()
    assert [why for *_, why in await who(tables, game, A)] == ["start", "resigned", "autopilot"]


@pytest.mark.parametrize(("kind", "ending"), [("score.0", "vacated"), ("void.0", "void")])
async def test_or_the_game_ends_for_that_reason(
    tables: TableService, players: Players, clock: Clock, kind: str, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_by(monkeypatch, questions(A, B, C), A)
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", rated=True))
    async with tables.at(game) as live:
        for person in (MARCO, JULES):
            await seating.join(tables, live, person)
        await seating.set_settings(tables, live, AOI, order="joined")
        await seating.start(tables, live, AOI)
        for seat in (A, B, C, A):
            await players.say(live, seat, "take")
        await vacancy.resign(tables, live, AOI)
    await pass_days(tables, clock, 7)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, kind)
        assert live.is_playing, "one alone ends nothing"
        await consent.agree(tables, live, JULES, kind)
        assert (live.row.status, live.row.ending) == ("ended", ending)
    assert (await told(tables, game))[-1] == f"life.ended.{ending}"
    rated = await ratings.ratings(tables.db, "flotsam")
    if ending == "void":
        assert not rated
    else:  # who left answers for it; who stayed does not lose by it
        assert rated[AOI.id].points < 1500 <= min(rated[MARCO.id].points, rated[JULES.id].points)


async def test_a_computer_plays_until_somebody_takes_the_seat(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        await consent.ask(tables, live, MARCO, "relief.0")
        await consent.agree(tables, live, JULES, "relief.0")
        assert live.seats[A].is_vacant and live.seats[A].answers is not None and live.names[A] == "(Aoi)"
        await vacancy.take(tables, live, EMMA, A)
        assert live.seats[A].answers is None and live.names[A] == "Emma"


async def test_the_others_seek_somebody_for_a_seat_whose_person_is_gone(
    tables: TableService, players: Players, clock: Clock
) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_gone"):
            await consent.ask(tables, live, MARCO, "replace.0")
        with pytest.raises(Refused, match="no_person_there"):
            await consent.ask(tables, live, MARCO, "replace.1")
    await preferences.go_away(tables, AOI, clock(), clock() + 5 * 86_400_000)
    async with tables.at(game) as live:
        await consent.ask(tables, live, MARCO, "replace.0")
        await consent.agree(tables, live, JULES, "replace.0")
        assert live.seats[A].is_vacant
        with pytest.raises(Refused, match="seat_held"):
            await vacancy.invite(tables, live, MARCO, C, EMMA)
        await vacancy.invite(tables, live, MARCO, A, EMMA)
        await vacancy.take(tables, live, EMMA, A)
    assert (await notices(tables, game))[-2].mention == (EMMA.id,)


async def test_the_last_person_leaves_and_the_table_sleeps(tables: TableService, players: Players) -> None:
    """Edge case 35."""
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live:
        await relief.leave(tables, live, MARCO)
        await vacancy.offer(tables, live, AOI, None)
        assert "asleep" in live.pauses and live.row.host == MARCO.id
        with pytest.raises(Refused, match="no_person_there"):
            await hosting.hand_over(tables, live, MARCO, A)


async def test_a_vacant_seat_has_no_vote_and_blocks_none(tables: TableService, players: Players) -> None:
    """Edge case 21."""
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await vacancy.resign(tables, live, AOI)
        await consent.ask(tables, live, MARCO, "end")
        request = consent.pending(live, "end")
        assert request is not None and request.needed == ("Jules",)
        with pytest.raises(Refused, match="not_seated"):
            await consent.agree(tables, live, AOI, "end")
        await consent.agree(tables, live, JULES, "end")
        assert live.row.ending == "agreed"


async def test_what_the_newcomer_had_not_pressed_is_not_theirs(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        ref = live.ref(A)
        await vacancy.resign(tables, live, AOI)
        assert ref is not None
        with pytest.raises(Refused, match="not_seated"):
            await play.answer(tables, live, AOI, ref, ("take",))
        with pytest.raises(Refused, match="not_holder"):
            await sitting.invite(tables, live, MARCO, EMMA, tables.clock() + 86_400_000)
            await sitting.accept(tables, live, EMMA, B)
            await vacancy.resign(tables, live, EMMA)
