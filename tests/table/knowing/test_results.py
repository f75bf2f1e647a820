"""Results of games, ratings made of them, and facts about people."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.knowing import ratings, results, stats
from bot.table.knowing.excuses import excused_spans
from bot.table.knowing.facts import FEWEST, facts
from bot.table.knowing.ratings import Entrant, entrants, rate
from bot.table.life import vacancy
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from bot.table.time.hours import HOUR
from engines.kernel import Refused
from storage.persons import people
from storage.persons.absences import AbsenceRow
from storage.play import results as rows
from storage.play.results import ResultRow
from storage.play.stretches import StretchRow
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def finished(
    tables: TableService, players: Players, *, channel: int = 7, rated: bool = True, engine: str = "flotsam"
) -> int:
    game = await seating.open_table(tables, 1, channel, AOI, engine, Agreement(language="en", rated=rated))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.start(tables, live, AOI)
    await players.finish(game)
    return game


async def test_the_end_of_a_game_is_kept(tables: TableService, players: Players) -> None:
    game = await finished(tables, players)
    found = await rows.of_game(tables.db, game)
    async with tables.at(game) as live:
        assert live.match is not None
        scores = {score.seat: (score.place, score.total) for score in live.match.scores()}
        assert {row.seat: (row.place, row.total) for row in found} == scores
        assert {row.seat: row.person for row in found} == {s.seat: s.person for s in live.seats}
    assert all(row.rated for row in found)


async def test_results_that_are_missing_are_added_once(tables: TableService, players: Players) -> None:
    games = [await finished(tables, players, channel=n, rated=n % 2 == 0) for n in range(3)]
    before = [await rows.of_game(tables.db, game) for game in games]
    async with tables.db.transaction() as tx:
        await tx.run("DELETE FROM results")
    assert await results.fill(tables) == 3
    assert [await rows.of_game(tables.db, game) for game in games] == before
    assert await results.fill(tables) == 0


async def test_a_rated_game_is_for_people(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", rated=True))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.add_computer(tables, live, AOI)
        with pytest.raises(Refused, match="rated"):
            await seating.start(tables, live, AOI)
        await seating.set_settings(tables, live, AOI, rated=False)
        await seating.start(tables, live, AOI)


async def test_who_concedes_has_lost(tables: TableService, players: Players) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", rated=True))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.start(tables, live, AOI)
        while live.last_n < 5:
            await players.step(live)
        await vacancy.resign(tables, live, AOI)
        assert live.row.ending == "conceded"
    found = {row.person: row.place for row in await rows.of_game(tables.db, game)}
    assert found[MARCO.id] == 1
    rated = await ratings.ratings(tables.db, "flotsam")
    assert rated[MARCO.id].points > 1500 > rated[AOI.id].points


def result(seat: int, person: int | None, place: int) -> ResultRow:
    return ResultRow(1, seat, person, None, place, 10 - place, 1, 0)


def test_who_is_rated_for_what() -> None:
    stayed = [result(0, 11, 1), result(1, 12, 2), result(2, 13, 3)]
    assert entrants(stayed, ()) == (Entrant(11, 1), Entrant(12, 2), Entrant(13, 3))
    # 12 left in the middle, 14 took over and risks nothing: 12 comes last even if the seat did not.
    taken = [result(0, 11, 1), result(1, 14, 2), result(2, 13, 3)]
    held = [stretch(1, 12), stretch(40, 14)]
    assert entrants(taken, held) == (Entrant(11, 1), Entrant(12, 4), Entrant(13, 3))
    # ... but not if nothing had begun,
    early = [stretch(1, 12), stretch(3, 14)]
    assert entrants(taken, early) == (Entrant(11, 1), Entrant(13, 3))
    # and a computer player or a sitter who stood in changes nothing.
    relieved = [stretch(1, 12), StretchRow(1, 1, 40, None, "greedy", 12), StretchRow(1, 1, 60, 15, None, 12)]
    assert entrants(stayed, relieved) == entrants(stayed, ())
    # Who gave the seat up comes last, and the others do not lose when the game ends for it.
    empty = [result(0, 11, 2), result(1, 12, 3), result(2, 13, 1)]
    left = [stretch(1, 12), StretchRow(1, 1, 30, None, None, None, "resigned")]
    assert entrants(empty, left, "conceded") == (Entrant(11, 2, True), Entrant(12, 4), Entrant(13, 1, True))
    rated = rate([entrants(empty, left, "conceded")])
    assert rated[11].points >= 1500 and rated[13].points > 1500 > rated[12].points
    # Where a seat stayed empty they win half; who had an emergency is not rated, the others are.
    halved = rate([entrants(empty, left, "vacated")])
    assert halved[13].mean - 1500 == pytest.approx((rated[13].mean - 1500) / 2) and halved[12] == rated[12]
    excused = rate([entrants(empty, left, "vacated", lambda person, at: (person, at) == (12, 0))])
    assert excused == {person: one for person, one in halved.items() if person != 12}


def test_an_emergency_excuses_once_a_year() -> None:
    day = 24 * HOUR
    told = [AbsenceRow(n, 12, "emergency", at * day, (at + 7) * day, at * day) for n, at in enumerate((0, 200, 400))]
    holiday = AbsenceRow(9, 13, "leave", 0, 7 * day, 0)
    assert excused_spans({12: told, 13: [holiday]}) == {12: [(0, 21 * day), (400 * day, 421 * day)], 13: []}


def stretch(from_n: int, holder: int) -> StretchRow:
    return StretchRow(1, 1, from_n, holder, None, holder)


def test_ratings_follow_results() -> None:
    often = [(Entrant(1, 1), Entrant(2, 2), Entrant(3, 3))] * 12
    found = rate(often)
    assert found[1].points > found[2].points > found[3].points
    assert found[1].is_settled and found[1].games == 12 and found[1].deviation < rate(often[:1])[1].deviation
    assert rate([(Entrant(1, 1),)]) == {}
    tied = rate([(Entrant(1, 1), Entrant(2, 1))])
    assert tied[1].points == tied[2].points == 1500


async def test_statistics_and_leaderboard(tables: TableService, players: Players) -> None:
    for n in range(4):
        await finished(tables, players, channel=n, rated=n > 0)
    found = await stats.stats(tables.db, AOI.id, "Aoi", tables.clock(), own=False)
    (tally,) = found.of
    assert tally.played == 4 and tally.rating is not None and tally.rating.games == 3 and found.facts is None
    board = await stats.leaderboard(tables.db, "flotsam", 1)
    assert {one.person for one in board} == {AOI.id, MARCO.id} and all(one.played == 3 for one in board)
    assert board[0].rating.sure >= board[1].rating.sure
    assert board[0].won + board[1].won >= 3
    assert await stats.leaderboard(tables.db, "flotsam", 2) == ()
    async with tables.db.transaction() as tx:
        await people.set_in_lists(tx, AOI.id, False)
    assert [one.person for one in await stats.leaderboard(tables.db, "flotsam", 1)] == [MARCO.id]
    every = await ratings.ratings(tables.db, "flotsam")
    assert AOI.id in every  # not named, but still the measure of the others


async def test_facts_count_waking_time_from_being_asked(tables: TableService, players: Players, clock: Clock) -> None:
    async with tables.db.transaction() as tx:
        await people.meet(tx, AOI.id, AOI.name, clock())
        await people.set_hours(tx, AOI.id, "UTC", 23 * 60, "")
    assert (await facts(tables.db, AOI.id, clock())).is_new
    for n in range(6):
        game = await players.open(AOI, MARCO, JULES, channel=n)
        async with tables.at(game) as live:
            while live.is_playing:
                seat = live.waiting[0]
                clock.pass_hours(24 if live.seats[seat].person == AOI.id else 1)
                await players.step(live)
    found = await facts(tables.db, AOI.id, clock())
    assert found.turns >= FEWEST and found.finished == 6
    assert found.quick == 15 * HOUR  # a whole day is fifteen waking hours
    assert found.slow <= 17 * HOUR  # and where all are asked at once the others' hours count too
    assert (await facts(tables.db, AOI.id, clock() + 400 * 24 * HOUR)).is_new  # a year ago is forgotten
    marco = await facts(tables.db, MARCO.id, clock())
    assert marco.quick == HOUR and marco.slow >= 24 * HOUR  # nobody knows when Marco sleeps
