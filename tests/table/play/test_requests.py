"""Requests for consent: what an undo says that it takes back, which posts a request causes, and how it ends."""

from __future__ import annotations

from typing import cast

import msgspec
import pytest

from bot.table import TableService, consent
from bot.table.clock.waking_hours import WakingHours
from bot.table.lobby import seating
from bot.table.notices.outbox import RequestUpdate
from bot.table.play import undo
from bot.table.play.undo import PublicUndo
from bot.table.seats import lateness
from bot.table.state.settings import TableSettings
from bot.table.state.table import Table
from bot.table.terms import votes
from bot.table.terms.table_terms import TableTerms
from bot.table.terms.votes import VOTES, Voter
from engines.kernel import Refused, StaleAnswer
from storage.kinds import OutboxKind, PauseReason
from storage.messages import outbox_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, build_turn, load_notice_keys, use_turn

DAY_S = 86_400
SUBJECTS = {"pause": 1_800_000_000 + 86_400, "host": 1, "move": 8}
"""By topic of a request, the subject of the one that is made here: a time, a seat or a channel."""
REQUESTS = [
    f"{name}.{SUBJECTS.get(name, 1)}" if rule.is_about_seat or name in (*SUBJECTS, "score", "void") else name
    for name, rule in VOTES.items()
]
"""One request of each topic."""


async def load_request_updates(service: TableService, table_id: int) -> list[RequestUpdate]:
    """Return the updates of requests' posts that wait, oldest first."""
    rows = await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.REQUEST)
    return [msgspec.json.decode(row.payload, type=RequestUpdate) for row in reversed(rows)]


async def test_undo_names_the_others_whose_decisions_it_takes_back(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_turn(monkeypatch, build_turn(A, B), A)
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        for seat in (A, B, A):
            await players.answer(table, seat, "take")
        assert await undo.find_public_undo(service, table, AOI) == PublicUndo(3, ())
        assert await undo.find_public_undo(service, table, MARCO) == PublicUndo(2, (A,))
        with pytest.raises(Refused, match="nothing_to_undo"):
            await undo.find_public_undo(service, table, JULES)


async def test_undo_of_an_answer_given_at_the_same_time_takes_all_of_them_back(
    service: TableService, players: Players
) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "raise:tea", "raise:silk")
        assert await undo.find_public_undo(service, table, AOI) is None, "a step that is not confirmed yet"
        await players.answer(table, A, "yes")
        for seat in table.waiting:
            await players.answer_randomly(table, seat)
        assert await undo.find_public_undo(service, table, JULES) == PublicUndo(3, (A, B))


async def test_request_that_needs_nobody_else_is_not_posted(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    clock.pass_hours(60)
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, MARCO, "relief.0")
        assert table.seats[A].autopilot_policy is not None
    assert await load_request_updates(service, table_id) == []


async def test_request_is_closed_when_the_others_agree(service: TableService, players: Players, clock: Clock) -> None:
    """All within the same millisecond, and each end of a pause is said."""
    table_id = await players.start_table(AOI, MARCO)
    pause = f"pause.{clock() // 1000 + 5 * DAY_S}"
    async with service.lock_table(table_id) as table:
        for kind in (pause, "resume"):
            await consent.request_consent(service, table, AOI, kind)
            assert (await load_request_updates(service, table_id))[-1] == RequestUpdate(kind)
            await consent.vote_yes(service, table, MARCO, kind)
            assert (await load_request_updates(service, table_id))[-1] == RequestUpdate(kind, True, "Aoi")
            assert (PauseReason.VOTE in table.pauses) == (kind == pause)
    assert [key for key in await load_notice_keys(service, table_id) if "pause" in key] == [
        "life.pause",
        "life.pause_over",
    ]


@pytest.mark.parametrize(
    ("kind", "withdraws", "key"),
    [
        ("end", False, "notice.end_refused"),
        ("end", True, "life.request_withdrawn"),
        ("extend", False, "life.request_refused"),
        ("extend", True, "life.request_withdrawn"),
    ],
)
async def test_closed_request_says_why(
    service: TableService, players: Players, kind: str, withdraws: bool, key: str
) -> None:
    table_id = await players.start_table(AOI, MARCO, pace="brisk")
    async with service.lock_table(table_id) as table:
        await consent.request_consent(service, table, AOI, kind)
        await consent.vote_no(service, table, AOI if withdraws else MARCO, kind)
        assert table.requests == () and table.is_playing
    assert (await load_notice_keys(service, table_id))[-1] == key
    assert (await load_request_updates(service, table_id))[-1] == RequestUpdate(kind, False, "Aoi")


async def test_spectator_has_no_vote(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        with pytest.raises(StaleAnswer, match="no_request"):
            await consent.vote_yes(service, table, MARCO, "end")
        await consent.request_consent(service, table, AOI, "end")
        for vote in (consent.vote_yes, consent.vote_no):
            with pytest.raises(Refused, match="not_seated"):
                await vote(service, table, JULES, "end")


def test_no_of_a_person_without_a_vote_closes_nothing() -> None:
    """They have left the table since."""

    class Ballots:
        settings = TableSettings(ballot=votes.CURRENT_VERSION)

    table, voters = cast(Table, Ballots()), [Voter(0, 1, "A"), Voter(1, 2, "B")]
    hours = {1: WakingHours(), 2: WakingHours()}
    assert not votes.count_votes(table, "end", voters, {1: True, 9: False}, hours, 0, 0).has_failed
    assert votes.count_votes(table, "end", voters, {1: True, 2: False}, hours, 0, 0).has_failed


@pytest.mark.parametrize("kind", REQUESTS)
async def test_no_spectator_makes_a_request(service: TableService, players: Players, kind: str) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match=r"table\.refused\.not_seated"):
            await consent.request_consent(service, table, JULES, kind)


@pytest.mark.parametrize("kind", [kind for kind in REQUESTS if not kind.startswith("move")])
async def test_no_request_is_made_outside_a_game(service: TableService, players: Players, kind: str) -> None:
    """Only a move may be asked for before the start and after the end."""
    lobby = await seating.open_table(service, 1, 8, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(lobby) as table:
        with pytest.raises(Refused, match=r"table\.refused\.not_started"):
            await consent.request_consent(service, table, AOI, kind)
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    async with service.lock_table(table_id) as table:
        with pytest.raises(Refused, match=r"table\.refused\.finished"):
            await consent.request_consent(service, table, AOI, kind)


async def test_no_time_is_given_where_no_clock_runs(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en", pace="none"))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.start_game(service, table, AOI)
        with pytest.raises(Refused, match=r"table\.refused\.no_clock"):
            await consent.request_consent(service, table, AOI, "extend")


async def test_only_a_question_with_a_default_answer_is_forced(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def is_late(*_: object) -> bool:
        return True

    monkeypatch.setattr(lateness, "is_late", is_late)
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for seat in (0, 1):
            with pytest.raises(Refused, match="no_printed"):
                lateness.require_default_answer(table, seat)
        [asked] = table.waiting
        with pytest.raises(Refused, match="no_printed"):
            await lateness.check_forcing_vote(service, table, (MARCO, AOI)[asked], asked)
