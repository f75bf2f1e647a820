"""Votes: eligible voters, required shares, abstention by silence, and the end of a request."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.background.bot_presence import BotPresence
from bot.table.clock.waking_hours import WakingHours
from bot.table.lobby import seating
from bot.table.personal import preferences
from bot.table.request_kinds import REQUEST_KINDS
from bot.table.state.settings import TableSettings
from bot.table.state.table import Table
from bot.table.terms import votes
from bot.table.terms.table_terms import TableTerms
from bot.table.terms.votes import VOTES, Voter
from engines.kernel import Refused
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.seats.conftest import EMMA, pass_days
from tests.table.short import A, B, build_turn, fire_due_timers, load_notice_keys, use_turn

HOUR = 3_600_000


@pytest.fixture(autouse=True)
def rules(monkeypatch: pytest.MonkeyPatch) -> None:
    use_turn(monkeypatch, build_turn(A, B), A)


class FakeTable:
    """Minimal table for vote counting."""

    def __init__(self, ballot: int = votes.CURRENT_VERSION) -> None:
        self.settings = TableSettings(ballot=ballot)


def count_vote(
    kind: str, n: int, ballots: dict[int, bool], *, after_hours: float = 0, ballot: int = votes.CURRENT_VERSION
) -> votes.VoteCount:
    """Count a vote of n voters who are always awake; the first one has asked."""
    voters = [Voter(seat, seat + 1, f"P{seat + 1}") for seat in range(n)]
    lives = {voter.person: WakingHours() for voter in voters}
    table_state = cast(Table, FakeTable(ballot))
    return votes.count_votes(table_state, kind, voters, ballots, lives, 0, int(after_hours * HOUR))


@pytest.mark.parametrize(
    ("kind", "n", "needed"),
    [
        ("pause.1", 2, 2),
        ("pause.1", 3, 2),
        ("pause.1", 5, 4),
        ("relief.9", 3, 2),
        ("relief.9", 4, 3),
        ("end", 3, 3),
        ("undo", 4, 4),
        ("default.9", 4, 2),
        ("default.9", 1, 1),
        ("void.9", 2, 2),
    ],
)
def test_shares(kind: str, n: int, needed: int) -> None:
    """Edge case 21: two thirds are 2 of 2, 2 of 3, 4 of 5."""
    assert count_vote(kind, n, {1: True}).votes_missing == needed - 1
    agreed = dict.fromkeys(range(1, needed + 1), True)
    assert count_vote(kind, n, agreed).votes_missing <= 0


def test_silence_of_a_waking_day_abstains_except_to_end_a_game() -> None:
    asleep = WakingHours("UTC", 23 * 60)
    voters = [Voter(0, 1, "A"), Voter(1, 2, "B"), Voter(2, 3, "C")]
    lives = {1: WakingHours(), 2: WakingHours(), 3: asleep}
    table_state = cast(Table, FakeTable())
    at = 12 * HOUR
    first = votes.count_votes(table_state, "pause.1", voters, {1: True}, lives, at, at)
    assert (first.undecided_people, first.votes_missing, first.next_abstention_at) == ((2, 3), 1, at + 15 * HOUR)
    second = votes.count_votes(table_state, "pause.1", voters, {1: True}, lives, at, at + 15 * HOUR)
    assert second.undecided_people == (3,) and second.votes_missing == 1, "two vote, two thirds of them are two"
    assert second.next_abstention_at == at + (15 + 9) * HOUR, "a night is no silence"
    third = votes.count_votes(table_state, "pause.1", voters, {1: True}, lives, at, at + 24 * HOUR)
    assert (third.undecided_people, third.votes_missing) == ((), 0)
    assert votes.count_votes(table_state, "end", voters, {1: True}, lives, at, at + 99 * HOUR).votes_missing == 1
    assert (
        votes.count_votes(table_state, "end", voters, {1: True, 2: True}, lives, at, at + 99 * HOUR).votes_missing == 0
    )


def test_no_vote_closes_requests_that_cannot_pass() -> None:
    assert count_vote("end", 3, {1: True, 2: False}).has_failed
    assert not count_vote("relief.9", 3, {1: True, 2: False}).has_failed
    assert count_vote("relief.9", 3, {1: True, 2: False, 3: False}).has_failed


def test_old_tables_keep_their_voting_rules() -> None:
    assert count_vote("end", 3, {1: True, 2: True}, ballot=votes.FIRST_VERSION).votes_missing == 0
    assert count_vote("undo", 3, {1: True}, after_hours=99, ballot=votes.FIRST_VERSION).votes_missing == 2, (
        "silence is no abstention"
    )
    assert TableSettings().ballot == votes.FIRST_VERSION
    assert msgspec.json.decode(b"{}", type=TableSettings).ballot == votes.FIRST_VERSION


def test_every_kind_of_request_has_rules_and_is_carried_out() -> None:
    assert REQUEST_KINDS.keys() == VOTES.keys()
    assert [name for name, kind in REQUEST_KINDS.items() if kind.carry_out is None] == ["default"]


def test_every_vote_has_a_share_that_can_be_reached() -> None:
    for name, vote in VOTES.items():
        kind = f"{name}.9" if vote.is_about_seat else name
        assert count_vote(kind, 1, {1: True}).votes_missing <= 0, f"{name}: alone at the table"
        assert count_vote(kind, 4, dict.fromkeys((1, 2, 3, 4), True)).votes_missing <= 0


async def test_nobody_votes_about_themselves(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        voters = {
            kind: {voter.person for voter in votes.list_voters(table, kind, JULES.id)}
            for kind in ("host.1", "relief.1", "end")
        }
    assert voters == {
        "host.1": {MARCO.id, JULES.id},  # not the present host, Aoi
        "relief.1": {AOI.id, JULES.id},
        "end": {AOI.id, MARCO.id, JULES.id},
    }


async def test_the_person_whom_a_request_is_about_does_not_vote_no(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(60)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "relief.0")
        with pytest.raises(Refused, match="no_vote"):
            await consent.vote_no(service, table, AOI, "relief.0")
        assert [request.kind for request in table.requests] == ["relief.0"]


async def test_only_the_host_closes_a_lobby_and_nobody_a_game(service: TableService, players: Players) -> None:
    lobby = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(lobby) as table:
        await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused, match="host"):
            await consent.end_open_table(service, table, MARCO)
        assert table.is_open
    table_id = await players.start_table(AOI, JULES)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused):
            await consent.end_open_table(service, table, AOI)
        assert table.is_playing


async def test_a_request_passes_when_the_others_stay_silent(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    until = clock() // 1000 + 5 * 86_400
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, f"pause.{until}")
        assert "vote" not in table.pauses
    clock.pass_hours(14.9)
    await fire_due_timers(service, clock)
    clock.pass_hours(0.1)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert "vote" in table.pauses and table.requests == ()


async def test_outage_does_not_count_as_silence(service: TableService, players: Players, clock: Clock) -> None:
    """Votes cannot be cast during an outage, so a weekend without the bot is no abstention."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    until = clock() // 1000 + 9 * 86_400
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, f"pause.{until}")
    presence = BotPresence(service, lambda _: True)
    await presence.settle_outage_at_start()
    clock.pass_hours(10)
    await fire_due_timers(service, clock)
    presence.skip_time(10 * HOUR)
    await presence.check_presence()
    clock.pass_hours(61)
    again = BotPresence(service, lambda _: True)
    await again.settle_outage_at_start()
    await fire_due_timers(service, clock)
    clock.pass_hours(4.9)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert "vote" not in table.pauses
    clock.pass_hours(0.1)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        assert "vote" in table.pauses


async def test_a_clock_that_was_ahead_leaves_no_outage(service: TableService, players: Players, clock: Clock) -> None:
    """Otherwise everybody would count as away until then, and the asker would decide alone."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    for hours in (0, 24 * 30, -24 * 30):
        clock.pass_hours(hours)
        await BotPresence(service, lambda _: True).settle_outage_at_start()
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, f"pause.{clock() // 1000 + 86_400}")
        assert "vote" not in table.pauses and len(table.requests[0].undecided_names) == 2


async def test_unsettled_request_closes_after_a_week(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "end")
    await pass_days(service, clock, 6.5)
    async with service.lock_table(table_id) as table:
        assert consent.find_request(table, "end") is not None and table.is_playing
    await pass_days(service, clock, 1)
    async with service.lock_table(table_id) as table:
        assert consent.find_request(table, "end") is None and table.is_playing
    assert (await load_notice_keys(service, table_id))[-1] == "life.request_expired"


async def test_person_on_holiday_abstains_at_once_but_may_vote(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, EMMA)
    await preferences.plan_absence(service, JULES, clock(), clock() + 5 * 86_400_000)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, "extend") if table.settings.pace != "fixed" else None
        await consent.request_consent(service, table, AOI, "end")
        request = consent.find_request(table, "end")
        assert request is not None and request.undecided_names == ("Marco", "Emma")
        await consent.vote_no(service, table, JULES, "end")
        assert consent.find_request(table, "end") is None, "and a No of theirs counts"


async def test_answer_closes_requests_about_its_seat_only(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    clock.pass_hours(60)
    async with service.lock_table(table_id) as table:
        for kind in ("relief.0", "replace.0", "default.0", "end"):
            await consent.request_consent(service, table, MARCO, kind)
        await players.answer(table, A, "take")
        assert [request.kind for request in table.requests] == ["end"]


async def test_one_request_of_each_kind(service: TableService, players: Players, clock: Clock) -> None:
    """Edge case 23: two requests within one second."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    first, second = (clock() // 1000 + days * 86_400 for days in (3, 5))
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, f"pause.{first}")
        with pytest.raises(Refused, match="request_open"):
            await consent.request_consent(service, table, MARCO, f"pause.{second}")
        await consent.request_consent(service, table, AOI, f"pause.{second}")
        assert [request.kind for request in table.requests] == [f"pause.{second}"]
