"""Refusals of actions that the same people may do elsewhere or at another time. Mutants without these checks passed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, cast

import msgspec
import pytest

from bot.table import Person, QuestionRef, Table, TableService, consent
from bot.table.admin import moderation
from bot.table.history.player_reports import store_report
from bot.table.lobby import invitations, seating, shuffle_shares
from bot.table.personal import preferences
from bot.table.personal.snooze import snooze_reminder
from bot.table.play import answers, presets
from bot.table.seats import autopilot, host, lateness, open_seats, substitutes, table_sleep
from bot.table.terms import general_presets
from bot.table.terms.server_settings import ServerSettings, load_server_settings, store_server_settings
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Refused, StaleAnswer, load_games, pick_random_answer
from storage.kinds import PauseReason
from storage.persons.people import NotificationChannel
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players

Attempt = Callable[[TableService, Table], Awaitable[object]]
DAY = 86_400_000

PASS = general_presets.PASS
PIGEON = cast(NotificationChannel, "pigeon")


async def discard(attempt: Awaitable[object]) -> None:
    """Wait for an attempt and discard its result."""
    await attempt


IN_A_LOBBY: dict[str, tuple[str, Attempt]] = {
    "second seat": ("table.refused.seated_already", lambda s, t: seating.join_table(s, t, MARCO)),
    "person as computer": ("table.refused.no_computer_there", lambda s, t: seating.remove_computer(s, t, AOI, 1)),
    "unknown computer": ("table.refused.policy", lambda s, t: seating.add_computer(s, t, AOI, "hal")),
    "other's computer": ("table.refused.host_only", lambda s, t: seating.remove_computer(s, t, MARCO, 2)),
    "other's start": ("table.refused.host_only", lambda s, t: seating.start_game(s, t, MARCO)),
    "other's option": ("table.refused.host_only", lambda s, t: seating.set_options(s, t, MARCO, {"length": "long"})),
    "unknown colour": ("table.refused.colour", lambda s, t: seating.choose_colour(s, t, MARCO, "infrared")),
    "unknown colour on joining": ("table.refused.colour", lambda s, t: seating.join_table(s, t, JULES, "infrared")),
    "other's host": ("table.refused.host_only", lambda s, t: host.hand_over_host(s, t, MARCO, 1)),
    "spectator's share": ("table.refused.not_seated", lambda s, t: shuffle_shares.set_share(s, t, JULES, "x")),
    "long share": ("table.refused.share", lambda s, t: shuffle_shares.set_share(s, t, AOI, "x" * 1000)),
    "other's setting": ("table.refused.host_only", lambda s, t: seating.set_settings(s, t, MARCO, reminder_hours=9)),
    "long reminders": ("table.refused.hours", lambda s, t: seating.set_settings(s, t, AOI, reminder_hours=1000)),
    "unknown order": ("table.refused.setting", lambda s, t: seating.set_settings(s, t, AOI, order="backwards")),
    "unknown leave": ("table.refused.setting", lambda s, t: seating.set_settings(s, t, AOI, leave_days=5)),
    "unknown language": ("table.refused.setting", lambda s, t: seating.set_settings(s, t, AOI, language="tlh")),
    "unknown channel": ("table.refused.setting", lambda s, t: preferences.set_channel_at(s, t, AOI, PIGEON)),
    "unknown general channel": (
        "table.refused.setting",
        lambda s, t: preferences.set_notifications(s, AOI, channel=PIGEON),
    ),
    "spectator's channel": ("table.refused.not_seated", lambda s, t: preferences.set_channel_at(s, t, JULES, None)),
    "moderator's computer as host": (
        "table.refused.no_person_there",
        lambda s, t: moderation.make_host(s, t, JULES, 2, ""),
    ),
    "early substitute": ("table.refused.not_started", lambda s, t: substitutes.accept_substitution(s, t, JULES, 0)),
    "early answer": (
        "table.refused.not_started",
        lambda s, t: answers.answer_question(s, t, AOI, QuestionRef(t.id, 0, 0, 0, t.row.tag or ""), ("x",)),
    ),
    "early report": ("table.refused.not_started", lambda s, t: discard(store_report(s, t, AOI, "x"))),
    "early day": ("table.refused.not_started", lambda s, t: lateness.give_day(s, t, AOI, 1)),
    "early snooze": ("table.refused.not_started", lambda s, t: discard(snooze_reminder(s, t, AOI, "hours"))),
    "unknown undo": ("table.refused.setting", lambda s, t: seating.set_settings(s, t, AOI, undo="never")),
    "early preset": ("table.refused.not_started", lambda s, t: presets.set_preset(s, t, AOI, PASS, "on")),
}
AFTER_THE_END: dict[str, tuple[str, Attempt]] = {
    "share": ("table.refused.already_started", lambda s, t: shuffle_shares.set_share(s, t, AOI, "x")),
    "colour": ("table.refused.already_started", lambda s, t: seating.choose_colour(s, t, AOI, None)),
    "computer": ("table.refused.already_started", lambda s, t: seating.remove_computer(s, t, AOI, 0)),
    "host": ("table.refused.finished", lambda s, t: host.hand_over_host(s, t, AOI, 1)),
    "autopilot": ("table.refused.finished", lambda s, t: autopilot.start_own_autopilot(s, t, AOI)),
    "end of the autopilot": ("table.refused.finished", lambda s, t: autopilot.stop_own_autopilot(s, t, AOI)),
    "offered seat": ("table.refused.finished", lambda s, t: open_seats.offer_own_seat(s, t, AOI, None)),
    "substitute": ("table.refused.finished", lambda s, t: substitutes.accept_substitution(s, t, JULES, 0)),
    "removal": ("table.refused.already_started", lambda s, t: invitations.remove_person(s, t, AOI, 1)),
    "successor": ("table.refused.finished", lambda s, t: open_seats.invite_successor(s, t, AOI, 1, JULES)),
    "end of a substitution": ("table.refused.finished", lambda s, t: substitutes.stop_substitution(s, t, AOI)),
    "waking": ("table.refused.finished", lambda s, t: table_sleep.wake_for_person(s, t, AOI)),
    "options": ("table.refused.already_started", lambda s, t: seating.set_options(s, t, AOI, {"length": "long"})),
    "another computer": ("table.refused.already_started", lambda s, t: seating.add_computer(s, t, AOI)),
    "guest": ("table.refused.already_started", lambda s, t: discard(invitations.invite_guests(s, t, AOI, (JULES,)))),
    "invited substitute": (
        "table.refused.finished",
        lambda s, t: substitutes.invite_substitute(s, t, AOI, JULES, s.clock() + DAY),
    ),
    "preset": ("table.refused.finished", lambda s, t: presets.set_preset(s, t, AOI, general_presets.CONFIRM, "on")),
    "forced answer": ("table.refused.finished", lambda s, t: lateness.check_forcing_vote(s, t, AOI, 1)),
    "moderator's end": ("table.refused.finished", lambda s, t: moderation.end_table_now(s, t, AOI, "void", "")),
    "moderator's resuming": ("table.refused.finished", lambda s, t: moderation.resume_table(s, t, AOI, "")),
}


async def refuse(service: TableService, table: Table, attempt: Attempt) -> str:
    """Return the key of the refusal."""
    with pytest.raises(Refused) as refused:
        await attempt(service, table)
    return refused.value.reason.key


@pytest.mark.parametrize("name", IN_A_LOBBY)
async def test_refused_in_a_lobby(service: TableService, name: str) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.add_computer(service, table, AOI, None)
        key, attempt = IN_A_LOBBY[name]
        assert await refuse(service, table, attempt) == key


@pytest.mark.parametrize("name", AFTER_THE_END)
async def test_refused_after_the_end(service: TableService, players: Players, name: str) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    async with service.lock_table(table_id) as table:
        key, attempt = AFTER_THE_END[name]
        assert await refuse(service, table, attempt) == key
        assert not table.presets and not table.is_dirty


async def test_nobody_passes_ahead_in_the_own_turn(service: TableService, players: Players) -> None:
    game_id = next(name for name, rules in load_games().items() if rules.turn_info is not None)
    table_id = await players.start_table(AOI, MARCO, game_id=game_id)
    async with service.lock_table(table_id) as table:
        on_turn = table.seat_on_turn
        assert on_turn is not None
        person = (AOI, MARCO)[on_turn]
        key = await refuse(service, table, lambda s, t: presets.set_preset(s, t, person, PASS, "on"))
        assert key == "table.refused.pass_on_turn"


async def test_a_paused_or_ended_table_says_so(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        table.pauses = frozenset({PauseReason.INCOMPATIBLE_RULES})
        assert await refuse(service, table, lambda s, t: lateness.give_day(s, t, AOI, 1)) == "table.refused.paused"
        ref, prompt = table.build_question_ref(0), table.build_prompt(0)
        assert ref is not None and prompt is not None and table.match is not None
        keys = pick_random_answer(table.match, prompt, players.rng)
        answer = await refuse(service, table, lambda s, t: answers.answer_question(s, t, AOI, ref, keys))
        assert answer == "table.refused.paused"
        table.pauses = frozenset()
        await moderation.end_table_now(service, table, AOI, "void", "")
        answer = await refuse(service, table, lambda s, t: answers.answer_question(s, t, AOI, ref, keys))
        assert answer == "table.refused.ended"


async def test_agreed_terms_stay_after_the_start(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        key = await refuse(service, table, lambda s, t: seating.set_settings(s, t, AOI, leave_days=7))
        assert key == "table.refused.already_started" and table.settings.leave_days != 7


async def test_a_table_with_too_few_people_does_not_start(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        key = await refuse(service, table, lambda s, t: seating.start_game(s, t, AOI))
        assert key == "table.refused.start_seats"


async def test_a_full_table_takes_nobody(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        max_seats = table.seats_allowed[-1]
        for number in range(1, max_seats):
            await seating.join_table(service, table, Person(200 + number, f"Guest {number}", "en"))
        key = await refuse(service, table, lambda s, t: seating.join_table(s, t, JULES))
        assert key == "table.refused.full"


async def test_only_the_holder_invites_a_substitute(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    emma = Person(104, "Emma", "en")
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, JULES, clock() + DAY)
        await substitutes.accept_substitution(service, table, JULES, 0)
        assert (
            await refuse(service, table, lambda s, t: substitutes.invite_substitute(s, t, JULES, emma, clock() + DAY))
            == "life.refused.not_holder"
        )


async def test_back_of_an_earlier_question_takes_nothing_back(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        first = table.build_question_ref(0)
        assert first is not None and table.match is not None
        await players.answer_randomly(table, 0)
        position = table.match.position
        with pytest.raises(StaleAnswer):
            await answers.take_back_step(service, table, AOI, first)
        assert table.match.position == position


@pytest.mark.parametrize("changes", [{"table_id": 2}, {"epoch": 1}, {"step": 0}, {"tag": "0fa3c1"}], ids=str)
async def test_an_answer_to_another_question_changes_nothing(
    service: TableService, players: Players, changes: dict[str, Any]
) -> None:
    """Its keys are open to the question that stands now, so nothing but the reference tells them apart."""
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await players.answer_randomly(table, 0)
        now, prompt = table.build_question_ref(0), table.build_prompt(0)
        assert now is not None and prompt is not None and table.match is not None
        position, keys = table.match.position, pick_random_answer(table.match, prompt, players.rng)
        with pytest.raises(StaleAnswer):
            await answers.answer_question(service, table, AOI, now._replace(**changes), keys)
        assert table.match.position == position
        await answers.answer_question(service, table, AOI, now, keys)


async def test_a_seat_is_not_offered_to_another_player(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        assert (
            await refuse(service, table, lambda s, t: open_seats.offer_own_seat(s, t, AOI, MARCO))
            == "life.refused.sat_here"
        )
        assert table.seats[0].person == AOI.id


async def test_a_spectator_invites_no_successor(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await open_seats.resign_seat(service, table, MARCO)
        emma = Person(104, "Emma", "en")
        assert (
            await refuse(service, table, lambda s, t: open_seats.invite_successor(s, t, emma, 1, emma))
            == "table.refused.not_seated"
        )


async def test_a_computer_is_not_made_host(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", order="joined"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.add_computer(service, table, AOI)
        await seating.start_game(service, table, AOI)

        async def refuse_vote(seat: int) -> str:
            return await refuse(service, table, lambda s, t: host.check_host_vote(s, t, MARCO, seat))

        assert {await refuse_vote(seat) for seat in (2, 9)} == {"table.refused.no_person_there"}


async def test_confirmed_decisions_stand_where_only_own_steps_go_back(service: TableService, players: Players) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", undo="own"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.start_game(service, table, AOI)
        while table.match is not None and not (table.public_n and table.match.acting_seat is None):
            await players.answer_randomly(table)

        async def refuse_undo(person: Person) -> str:
            return await refuse(service, table, lambda s, t: consent.request_consent(s, t, person, "undo"))

        assert {await refuse_undo(person) for person in (AOI, MARCO)} == {"table.refused.undo_own_only"}


async def test_a_closed_table_gets_no_other_host(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await consent.end_open_table(service, table, AOI)
        assert (
            await refuse(service, table, lambda s, t: moderation.make_host(s, t, AOI, 1, "")) == "table.refused.ended"
        )


async def test_a_table_closed_by_its_host_is_not_ended_again(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await consent.end_open_table(service, table, AOI)
        assert (
            await refuse(service, table, lambda s, t: moderation.end_table_now(s, t, AOI, "void", ""))
            == "table.refused.ended"
        )


async def test_an_option_must_allow_the_number_of_players(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    flotsam = replace(
        load_games()["flotsam"], seat_counts_for=lambda options: (2,) if options["length"] == "long" else (2, 3, 4)
    )
    for module in ("service.table_service", "terms.table_terms"):
        monkeypatch.setattr(f"bot.table.{module}.load_games", lambda: {"flotsam": flotsam})
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", players=4))
    async with service.lock_table(table_id) as table:
        assert (
            await refuse(service, table, lambda s, t: seating.set_options(s, t, AOI, {"length": "long"}))
            == "table.refused.players"
        )
    table_id = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        for person in (MARCO, JULES):
            await seating.join_table(service, table, person)
        key = await refuse(service, table, lambda s, t: seating.set_options(s, t, AOI, {"length": "long"}))
        assert key == "table.refused.start_seats"


WRONG_SERVER_SETTINGS = {
    "pace": ServerSettings(pace="hasty"),
    "undo": ServerSettings(undo="always"),
    "channel of notifications": msgspec.structs.replace(ServerSettings(), notification_channel="pigeon"),
    "reminders": ServerSettings(reminder_hours=1000),
    "too many channels": ServerSettings(channels=tuple(range(1000))),
}


@pytest.mark.parametrize("name", WRONG_SERVER_SETTINGS)
async def test_settings_with_which_no_table_could_be_opened(service: TableService, name: str) -> None:
    with pytest.raises(Refused):
        await store_server_settings(service.db, 1, WRONG_SERVER_SETTINGS[name])
    assert await load_server_settings(service.db, 1) == ServerSettings()


async def test_a_table_in_an_unknown_language_or_of_an_unknown_game_is_not_opened(service: TableService) -> None:
    with pytest.raises(Refused, match="setting"):
        await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="tlh"))
    with pytest.raises(Refused, match="unknown_game"):
        await seating.open_table(service, 1, 7, AOI, "jetsam", TableTerms(language="en"))
    assert await service.find_table(7) is None


async def test_a_table_for_two_takes_no_third(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", players=2))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        keys = [
            await refuse(service, table, lambda s, t: seating.join_table(s, t, JULES)),
            await refuse(service, table, lambda s, t: seating.add_computer(s, t, AOI)),
        ]
        assert keys == ["table.refused.wanted_full"] * 2


async def test_a_colour_is_taken_once_and_only_where_players_choose_it(
    service: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        colour = table.game.colors[0]
        await seating.choose_colour(service, table, AOI, colour)
        await seating.choose_colour(service, table, AOI, colour)
        key = await refuse(service, table, lambda s, t: seating.choose_colour(s, t, MARCO, colour))
        assert key == "table.refused.colour_taken"
        monkeypatch.setattr(type(table.game), "are_colors_chosen", lambda *_: False)
        key = await refuse(service, table, lambda s, t: seating.choose_colour(s, t, MARCO, t.game.colors[1]))
        assert key == "table.refused.colour_decided"


async def test_a_held_seat_is_neither_offered_nor_voted_about(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        key = await refuse(service, table, lambda s, t: consent.request_consent(s, t, AOI, "score.1"))
        assert key == "life.refused.seat_taken"
        await open_seats.resign_seat(service, table, MARCO)
        key = await refuse(service, table, lambda s, t: open_seats.invite_successor(s, t, AOI, 1, JULES))
        assert key == "life.refused.sat_here"
        key = await refuse(service, table, lambda s, t: moderation.seek_successor(s, t, JULES, 0, JULES, ""))
        assert key == "life.refused.sat_here" and table.seats[0].person == AOI.id


async def test_no_autopilot_is_asked_for_a_seat_that_has_one(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await autopilot.start_own_autopilot(service, table, MARCO)
        key = await refuse(service, table, lambda s, t: consent.request_consent(s, t, AOI, "relief.1"))
        assert key == "table.refused.relieved_already"


async def test_a_closed_table_is_not_moved(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await consent.end_open_table(service, table, AOI)
        key = await refuse(service, table, lambda s, t: consent.request_consent(s, t, AOI, "move.8"))
        assert key == "table.refused.ended"
        key = await refuse(service, table, lambda s, t: seating.join_table(s, t, MARCO))
        assert key == "table.refused.ended"
