"""Lobby settings (number of seats, time control, seat order), and refusals at closed tables."""

from __future__ import annotations

import itertools

import pytest

from bot.table import Person, TableService, consent
from bot.table.lobby import invitations, seating
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

HOUR_MS = 3_600_000


async def test_seat_limit_holds_until_host_raises_it(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", players=2))
    async with service.lock_table(table_id) as table:
        assert table.seats_wanted == 2
        await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused) as refused:
            await seating.join_table(service, table, JULES)
        assert refused.value.reason.key == "table.refused.wanted_full"
        with pytest.raises(Refused):
            await seating.add_computer(service, table, AOI, "random")
        with pytest.raises(Refused):
            await seating.set_settings(service, table, MARCO, players=3)
        await seating.set_settings(service, table, AOI, players=3)
        await seating.join_table(service, table, JULES)
        assert len(table.seats) == 3


@pytest.mark.parametrize(("host", "language"), [(AOI, "both"), (MARCO, "en+ja")])
async def test_the_language_of_the_host_comes_first(service: TableService, host: Person, language: str) -> None:
    """In posts in both languages that are chosen at the opening or later; one chosen language stays as it is."""
    table_id = await seating.open_table(service, 1, 7, host, "flotsam", TableTerms(language="both"))
    async with service.lock_table(table_id) as table:
        assert table.row.language == language
        await seating.set_settings(service, table, host, language="ja")
        assert table.row.language == "ja"
        await seating.set_settings(service, table, host, reminder_hours=6, language="both")
        assert table.row.language == language


async def test_a_rematch_has_the_language_of_its_own_host_first(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, MARCO, "flotsam", TableTerms(language="both"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, AOI)
        await seating.start_game(service, table, MARCO)
        await consent.request_consent(service, table, MARCO, "end")
        await consent.vote_yes(service, table, AOI, "end")
        assert table.row.status == "ended"
    async with service.lock_table(await invitations.open_rematch(service, table_id, AOI)) as rematch:
        assert rematch.row.language == "both"


async def test_the_number_of_seats_is_one_that_the_game_has(service: TableService) -> None:
    with pytest.raises(Refused) as refused:
        await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", players=5))
    assert refused.value.reason.args["allowed"] == (2, 3, 4)
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.join_table(service, table, JULES)
        with pytest.raises(Refused) as refused:
            await seating.set_settings(service, table, AOI, players=2)
        assert refused.value.reason.key == "table.refused.players_seated"
        assert table.settings.players is None


async def test_table_may_start_with_fewer_players(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", players=4))
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused):
            await seating.start_game(service, table, AOI)
        await seating.join_table(service, table, MARCO)
        await seating.start_game(service, table, AOI)
        assert table.is_playing and len(table.seats) == 2


@pytest.mark.parametrize(("pace", "hours"), [("slow", 7.5), ("none", None)])
async def test_question_times_out_after_agreed_time(
    service: TableService, players: Players, clock: Clock, pace: str, hours: float | None
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace=pace)
    async with service.lock_table(table_id) as table:
        while not table.has_time_out:
            await players.answer_randomly(table)
    due = {row.due_at for row in await timer_rows.load_timers(service.db, table_id) if row.kind == "timeout"}
    assert due == (set() if hours is None else {clock.now + hours * HOUR_MS})


async def test_unknown_pace_is_refused(service: TableService) -> None:
    with pytest.raises(Refused) as refused:
        await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", pace="hasty"))
    assert refused.value.reason.key == "table.refused.setting"


async def test_closed_table_refuses_everything(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await consent.end_open_table(service, table, AOI)
        for attempt in (
            seating.join_table(service, table, MARCO),
            seating.leave_table(service, table, AOI),
            seating.start_game(service, table, AOI),
            seating.set_settings(service, table, AOI, language="ja"),
            seating.set_settings(service, table, AOI, players=3),
            consent.request_consent(service, table, AOI, "undo"),
            consent.request_consent(service, table, AOI, "end"),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.reason.key == "table.refused.ended"


async def test_finished_game_refuses_settings_and_requests(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    async with service.lock_table(table_id) as table:
        for attempt in (
            seating.set_settings(service, table, AOI, language="ja"),
            consent.request_consent(service, table, AOI, "undo"),
            consent.request_consent(service, table, AOI, "end"),
        ):
            with pytest.raises(Refused) as refused:
                await attempt
            assert refused.value.reason.key == "table.refused.finished"


async def test_the_host_moves_seats_where_their_order_is_not_left_to_chance(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", order="joined"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.join_table(service, table, JULES)
        await seating.choose_colour(service, table, JULES, table.game.colors[-1])
        await seating.move_seat(service, table, AOI, 2, 0)
        assert table.names == ("Jules", "Aoi", "Marco")
        assert table.seats[0].colour == table.game.colors[-1] and table.row.host == AOI.id
        for by, seat, to, reason in (
            (MARCO, 1, 0, "host_only"),
            (AOI, 3, 0, "no_seat_there"),
            (AOI, 1, -1, "no_seat_there"),
        ):
            with pytest.raises(Refused) as refused:
                await seating.move_seat(service, table, by, seat, to)
            assert refused.value.reason.key == f"table.refused.{reason}"
        await seating.start_game(service, table, AOI)
        assert table.names == ("Jules", "Aoi", "Marco")


async def test_seats_that_will_be_drawn_are_not_moved(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", order="random"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused) as refused:
            await seating.move_seat(service, table, AOI, 1, 0)
        assert refused.value.reason.key == "table.refused.order_random"


async def test_table_of_invited_people_gets_the_pace_of_friends_unless_one_was_chosen(service: TableService) -> None:
    paces = []
    for channel, (has_default_pace, closes) in enumerate(itertools.product((True, False), repeat=2)):
        terms = TableTerms(language="en", has_default_pace=has_default_pace)
        table_id = await seating.open_table(service, channel, channel, AOI, "flotsam", terms)
        async with service.lock_table(table_id) as table:
            if closes:
                await seating.set_settings(service, table, AOI, is_invite_only=True)
            else:
                await invitations.invite_guests(service, table, AOI, (MARCO,))
            paces.append(table.settings.pace)
    assert paces == ["friends", "friends", "slow", "slow"]


async def test_pace_stays_for_people_who_sit_already(service: TableService) -> None:
    terms = TableTerms(language="en", has_default_pace=True)
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", terms)
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, JULES)
        old_pace = table.settings.pace
        await invitations.invite_guests(service, table, AOI, (MARCO,))
        await seating.set_settings(service, table, AOI, is_invite_only=True)
        assert table.settings.pace == old_pace != "friends"


async def test_chosen_pace_stays_when_people_are_invited(service: TableService) -> None:
    terms = TableTerms(language="en", has_default_pace=True)
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", terms)
    async with service.lock_table(table_id) as table:
        await seating.set_settings(service, table, AOI, pace="steady")
        await seating.set_settings(service, table, AOI, is_invite_only=True)
        assert table.settings.pace == "steady"


async def test_an_unknown_table_or_game_is_named(service: TableService) -> None:
    with pytest.raises(Refused, match="unknown"):
        async with service.lock_table(99):
            pass
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.db.transaction() as tx:
        await tx.execute("UPDATE games SET engine = 'jetsam' WHERE id = ?", (table_id,))
    with pytest.raises(Refused, match="unknown_game"):
        async with TableService(service.db, service.clock, "en").lock_table(table_id):
            pass
