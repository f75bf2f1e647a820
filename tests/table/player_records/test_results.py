"""Results of games, ratings computed from them, and player habits."""

from __future__ import annotations

import pytest

from bot.table import TableService
from bot.table.clock.waking_hours import HOUR
from bot.table.history import finished_games
from bot.table.lobby import seating
from bot.table.player_records import player_stats, ratings
from bot.table.player_records.habits import list_excused_spans, load_habits
from bot.table.player_records.ratings import Entrant, compute_ratings, list_entrants
from bot.table.seats import open_seats
from bot.table.state.people import MIN_TURNS
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.persons import people
from storage.persons.absences import AbsenceRow
from storage.play import results as rows
from storage.play.results import ResultRow
from storage.play.seat_tenures import TenureRow
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def play_finished_game(
    service: TableService, players: Players, *, channel: int = 7, rated: bool = True, game_id: str = "flotsam"
) -> int:
    table_id = await seating.open_table(service, 1, channel, AOI, game_id, TableTerms(language="en", is_rated=rated))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.start_game(service, table, AOI)
    await players.play_to_end(table_id)
    return table_id


async def test_finished_game_stores_results(service: TableService, players: Players) -> None:
    table_id = await play_finished_game(service, players)
    result_rows = await rows.load_results(service.db, table_id)
    async with service.lock_table(table_id) as table:
        assert table.match is not None
        scores = {score.seat: (score.place, score.total) for score in table.match.compute_scores()}
        assert {row.seat: (row.place, row.total) for row in result_rows} == scores
        assert {row.seat: row.person for row in result_rows} == {s.seat: s.person for s in table.seats}
    assert all(row.rated for row in result_rows)


async def test_missing_results_are_added_once(service: TableService, players: Players) -> None:
    table_ids = [await play_finished_game(service, players, channel=n, rated=n % 2 == 0) for n in range(3)]
    before = [await rows.load_results(service.db, table_id) for table_id in table_ids]
    async with service.db.transaction() as tx:
        await tx.execute("DELETE FROM results")
    assert await finished_games.add_missing_results(service) == 3
    assert [await rows.load_results(service.db, table_id) for table_id in table_ids] == before
    assert await finished_games.add_missing_results(service) == 0


async def test_rated_game_refuses_computer_players(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", is_rated=True))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.add_computer(service, table, AOI)
        with pytest.raises(Refused, match="rated"):
            await seating.start_game(service, table, AOI)
        await seating.set_settings(service, table, AOI, is_rated=False)
        await seating.start_game(service, table, AOI)


async def test_conceding_player_loses(service: TableService, players: Players) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", is_rated=True))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.start_game(service, table, AOI)
        while table.last_n < 5:
            await players.answer_randomly(table)
        await open_seats.resign_seat(service, table, AOI)
        assert table.row.ending == "conceded"
    places = {row.person: row.place for row in await rows.load_results(service.db, table_id)}
    assert places[MARCO.id] == 1
    rated = await ratings.load_ratings(service.db, "flotsam")
    assert rated[MARCO.id].points > 1500 > rated[AOI.id].points


def build_result(seat: int, person: int | None, place: int) -> ResultRow:
    return ResultRow(1, seat, person, None, place, 10 - place, 1, 0)


def test_rating_entrants_of_seat_changes() -> None:
    stayed = [build_result(0, 11, 1), build_result(1, 12, 2), build_result(2, 13, 3)]
    assert list_entrants(stayed, ()) == (Entrant(11, 1), Entrant(12, 2), Entrant(13, 3))
    # 12 left in the middle and 14 took over without risk: 12 comes last even if the seat did not.
    takeover = [build_result(0, 11, 1), build_result(1, 14, 2), build_result(2, 13, 3)]
    tenures = [build_tenure(1, 12), build_tenure(40, 14)]
    assert list_entrants(takeover, tenures) == (Entrant(11, 1), Entrant(12, 4), Entrant(13, 3))
    # A seat left before the game had really begun does not count,
    early = [build_tenure(1, 12), build_tenure(3, 14)]
    assert list_entrants(takeover, early) == (Entrant(11, 1), Entrant(13, 3))
    # and a computer player or a substitute changes nothing.
    relieved = [build_tenure(1, 12), TenureRow(1, 1, 40, None, "greedy", 12), TenureRow(1, 1, 60, 15, None, 12)]
    assert list_entrants(stayed, relieved) == list_entrants(stayed, ())
    # The player who resigned comes last, and the others do not lose points because the game ended.
    empty = [build_result(0, 11, 2), build_result(1, 12, 3), build_result(2, 13, 1)]
    left = [build_tenure(1, 12), TenureRow(1, 1, 30, None, None, None, "resigned")]
    assert list_entrants(empty, left, "conceded") == (Entrant(11, 2, True), Entrant(12, 4), Entrant(13, 1, True))
    rated = compute_ratings([list_entrants(empty, left, "conceded")])
    assert rated[11].points >= 1500 and rated[13].points > 1500 > rated[12].points
    # If the seat stayed empty they win half; a player with an emergency is not rated, the others are.
    halved = compute_ratings([list_entrants(empty, left, "vacated")])
    assert halved[13].mean - 1500 == pytest.approx((rated[13].mean - 1500) / 2) and halved[12] == rated[12]
    excused = compute_ratings([list_entrants(empty, left, "vacated", lambda person, at: (person, at) == (12, 0))])
    assert excused == {person: rating for person, rating in halved.items() if person != 12}


def test_an_emergency_excuses_once_a_year() -> None:
    day = 24 * HOUR
    emergencies = [
        AbsenceRow(n, 12, "emergency", at * day, (at + 7) * day, at * day) for n, at in enumerate((0, 200, 400))
    ]
    holiday = AbsenceRow(9, 13, "leave", 0, 7 * day, 0)
    assert list_excused_spans({12: emergencies, 13: [holiday]}) == {12: [(0, 21 * day), (400 * day, 421 * day)], 13: []}


def build_tenure(from_n: int, holder: int) -> TenureRow:
    return TenureRow(1, 1, from_n, holder, None, holder)


def test_ratings_follow_results() -> None:
    often = [(Entrant(1, 1), Entrant(2, 2), Entrant(3, 3))] * 12
    ratings_by_person = compute_ratings(often)
    assert ratings_by_person[1].points > ratings_by_person[2].points > ratings_by_person[3].points
    assert (
        ratings_by_person[1].is_meaningful
        and ratings_by_person[1].games == 12
        and ratings_by_person[1].deviation < compute_ratings(often[:1])[1].deviation
    )
    assert compute_ratings([(Entrant(1, 1),)]) == {}
    tied = compute_ratings([(Entrant(1, 1), Entrant(2, 1))])
    assert tied[1].points == tied[2].points == 1500


async def test_statistics_and_leaderboard(service: TableService, players: Players) -> None:
    for n in range(4):
        await play_finished_game(service, players, channel=n, rated=n > 0)
    aoi_stats = await player_stats.load_stats(service.db, AOI.id, "Aoi", service.clock(), is_self=False)
    (tally,) = aoi_stats.tallies
    assert tally.games_played == 4 and tally.rating is not None and tally.rating.games == 3 and aoi_stats.habits is None
    board = await player_stats.load_leaderboard(service.db, "flotsam", 1)
    assert {leader.person for leader in board} == {AOI.id, MARCO.id} and all(
        leader.games_played == 3 for leader in board
    )
    assert board[0].rating.lower_bound >= board[1].rating.lower_bound
    assert board[0].games_won + board[1].games_won >= 3
    assert await player_stats.load_leaderboard(service.db, "flotsam", 2) == ()
    async with service.db.transaction() as tx:
        await people.set_in_lists(tx, AOI.id, False)
    assert [leader.person for leader in await player_stats.load_leaderboard(service.db, "flotsam", 1)] == [MARCO.id]
    every = await ratings.load_ratings(service.db, "flotsam")
    assert AOI.id in every  # hidden from the leaderboard, but still part of the ratings


async def test_habits_count_waking_time_since_the_question(
    service: TableService, players: Players, clock: Clock
) -> None:
    async with service.db.transaction() as tx:
        await people.save_person(tx, AOI.id, AOI.name, clock())
        await people.set_hours(tx, AOI.id, "UTC", 23 * 60, "")
    assert (await load_habits(service.db, AOI.id, clock())).is_new
    for n in range(6):
        table_id = await players.start_table(AOI, MARCO, JULES, channel=n)
        async with service.lock_table(table_id) as table:
            while table.is_playing:
                seat = table.waiting[0]
                clock.pass_hours(24 if table.seats[seat].person == AOI.id else 1)
                await players.answer_randomly(table)
    aoi = await load_habits(service.db, AOI.id, clock())
    assert aoi.turns >= MIN_TURNS and aoi.finished == 6
    assert aoi.quick == 15 * HOUR  # a whole day is fifteen waking hours
    assert aoi.slow <= 17 * HOUR  # in simultaneous questions the others' hours count too
    assert (await load_habits(service.db, AOI.id, clock() + 400 * 24 * HOUR)).is_new  # a year ago is forgotten
    marco = await load_habits(service.db, MARCO.id, clock())
    assert marco.quick == HOUR and marco.slow >= 24 * HOUR  # Marco has set no night
