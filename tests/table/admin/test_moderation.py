"""Moderator actions are published with name and note; lobbies: inviting, closing, removing, rematches."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.table import Person, Table, TableService
from bot.table.admin import moderation
from bot.table.lobby import invitations, seating
from bot.table.seats import open_seats
from bot.table.terms.table_terms import PLANNED_FIELDS, TableTerms
from engines.kernel import Refused
from tests.table.conftest import AOI, JULES, MARCO, Players
from tests.table.seats.conftest import EMMA, FINN, load_seat_tenures
from tests.table.short import A, B, C, load_notice_keys, load_notices

MOD = Person(900, "Mod", "en")


async def test_kick_is_permanent(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await moderation.kick_person(service, table, MOD, A, "spam")
        assert table.seats[A].is_vacant and table.row.host == MARCO.id
        with pytest.raises(Refused, match="removed"):
            await open_seats.take_seat(service, table, AOI, A)
        await open_seats.take_seat(service, table, EMMA, A)
    kick_notice = next(
        notice for notice in await load_notices(service, table_id) if notice.msg.key == "life.admin.kick"
    )
    assert (kick_notice.note, kick_notice.msg.args) == ("spam", {"by": "Mod", "who": "Aoi"})
    assert [why for *_, why in await load_seat_tenures(service, table_id, A)] == ["start", "removed", "taken"]


async def test_moderator_without_seat_can_offer_a_seat(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await moderation.seek_successor(service, table, MOD, C, EMMA, "")
        with pytest.raises(Refused, match="seat_for_another"):
            await open_seats.take_seat(service, table, FINN, C)
        await moderation.seek_successor(service, table, MOD, C, None, "")
        await open_seats.take_seat(service, table, FINN, C)
        assert table.names[C] == "Finn"


async def test_moderator_changes_host_and_ends_game(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await moderation.make_host(service, table, MOD, B, "away")
        assert table.row.host == MARCO.id
        with pytest.raises(Refused, match="no_pause"):
            await moderation.resume_table(service, table, MOD, "")
        await moderation.end_table_now(service, table, MOD, "void", "a test")
        assert (table.row.status, table.row.ending) == ("ended", "void")
        with pytest.raises(Refused, match="ended"):
            await moderation.pause_table(service, table, MOD, "")
    assert (await load_notice_keys(service, table_id))[-2:] == ["life.admin.end", "life.ended.void"]


async def test_closed_lobby_admits_only_invited_people(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.set_settings(service, table, AOI, is_invite_only=True)
        with pytest.raises(Refused, match="closed"):
            await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused, match="host_only"):
            await invitations.invite_guests(service, table, MARCO, (MARCO,))
        await invitations.invite_guests(service, table, AOI, (MARCO, JULES))
        await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused, match="seated_there"):
            await invitations.invite_guests(service, table, AOI, (MARCO,))
        await invitations.remove_person(service, table, AOI, B)
        assert table.names == ("Aoi",)
        with pytest.raises(Refused, match="closed"):
            await seating.join_table(service, table, MARCO)
        with pytest.raises(Refused, match="no_person_there"):
            await invitations.remove_person(service, table, AOI, A)
    invited = next(notice for notice in await load_notices(service, table_id) if notice.msg.key == "life.invited")
    assert (invited.mention, invited.further_buttons) == ((MARCO.id, JULES.id), ("join:",))


async def test_a_rematch_seats_the_computer_players_again(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 7, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await seating.add_computer(service, table, AOI, "random")
        await seating.start_game(service, table, AOI)
        await moderation.end_table_now(service, table, MOD, "agreed", "")
    opened = await invitations.open_rematch(service, table_id, AOI)
    async with service.lock_table(opened) as table:
        assert [(assignment.person, assignment.policy) for assignment in table.seats] == [
            (AOI.id, None),
            (None, "random"),
        ]
        assert table.guests == ()


async def test_rematch_keeps_the_settings(service: TableService) -> None:
    table_id = await seating.open_table(
        service, 1, 7, AOI, "flotsam", TableTerms(language="en", pace="brisk", undo="own")
    )
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.set_settings(
            service, table, AOI, leave_days=7, is_rated=True, is_invite_only=True, players=2, order="joined"
        )
        await seating.start_game(service, table, AOI)
        before = table.settings
        await moderation.end_table_now(service, table, MOD, "agreed", "")
    opened = await invitations.open_rematch(service, table_id, MARCO)
    async with service.lock_table(opened) as table:
        assert table.row.undo_policy == "own"
        for name in PLANNED_FIELDS:
            assert getattr(table.settings, name) == getattr(before, name), name


async def test_a_rematch_invites_the_same_people(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, pace="brisk")
    with pytest.raises(Refused, match="not_over"):
        await invitations.open_rematch(service, table_id, MARCO)
    async with service.lock_table(table_id) as table:
        await moderation.end_table_now(service, table, MOD, "agreed", "")
    with pytest.raises(Refused, match="not_seated"):
        await invitations.open_rematch(service, table_id, EMMA)
    opened = await invitations.open_rematch(service, table_id, MARCO)
    async with service.lock_table(opened) as table:
        assert table.names == ("Marco",) and table.row.host == MARCO.id and table.settings.pace == "brisk"
        assert table.guests == (AOI.id, JULES.id)
    with pytest.raises(Refused, match="channel_taken"):
        await invitations.open_rematch(service, table_id, AOI)


async def test_a_rematch_holds_one_lock_at_a_time(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await moderation.end_table_now(service, table, MOD, "agreed", "")
    lock_table = service.lock_table
    locked: list[set[int]] = [set()]

    @asynccontextmanager
    async def note_lock(table_id: int) -> AsyncIterator[Table]:
        async with lock_table(table_id) as table:
            locked.append(locked[-1] | {table_id})
            yield table
            locked.append(locked[-1] - {table_id})

    monkeypatch.setattr(service, "lock_table", note_lock)
    await invitations.open_rematch(service, table_id, MARCO)
    assert max(map(len, locked)) == 1 and locked[-1] == set()
