"""What moderators do at a table is told there, with their name and a note; and lobbies: inviting, closing, removing."""

from __future__ import annotations

import pytest

from bot.table import Person, TableService
from bot.table.life import moderating, vacancy
from bot.table.lobby import inviting, seating
from bot.table.lobby.agreement import PLANNED, Agreement
from engines.kernel import Refused
from tests.table.conftest import AOI, JULES, MARCO, Players
from tests.table.short import A, B, C, notices, told

from .conftest import EMMA, FINN, who

MOD = Person(900, "Mod", "en")


async def test_a_kick_is_for_good(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await moderating.kick(tables, live, MOD, A, "spam")
        assert live.seats[A].is_vacant and live.row.host == MARCO.id
        with pytest.raises(Refused, match="removed"):
            await vacancy.take(tables, live, AOI, A)
        await vacancy.take(tables, live, EMMA, A)
    said = next(notice for notice in await notices(tables, game) if notice.msg.key == "life.admin.kick")
    assert (said.note, said.msg.args) == ("spam", {"by": "Mod", "who": "Aoi"})
    assert [why for *_, why in await who(tables, game, A)] == ["start", "removed", "taken"]


async def test_a_moderator_needs_no_seat_to_seek_somebody(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await moderating.substitute(tables, live, MOD, C, EMMA, "")
        with pytest.raises(Refused, match="seat_for_another"):
            await vacancy.take(tables, live, FINN, C)
        await moderating.substitute(tables, live, MOD, C, None, "")
        await vacancy.take(tables, live, FINN, C)
        assert live.names[C] == "Finn"


async def test_hosts_and_ends(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES)
    async with tables.at(game) as live:
        await moderating.make_host(tables, live, MOD, B, "away")
        assert live.row.host == MARCO.id
        with pytest.raises(Refused, match="no_pause"):
            await moderating.resume(tables, live, MOD, "")
        await moderating.end(tables, live, MOD, "void", "a test")
        assert (live.row.status, live.row.ending) == ("ended", "void")
        with pytest.raises(Refused, match="ended"):
            await moderating.pause(tables, live, MOD, "")
    assert (await told(tables, game))[-2:] == ["life.admin.end", "life.ended.void"]


async def test_a_closed_lobby_is_for_those_whom_the_host_names(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.set_settings(tables, live, AOI, closed=True)
        with pytest.raises(Refused, match="closed"):
            await seating.join(tables, live, MARCO)
        with pytest.raises(Refused, match="host_only"):
            await inviting.invite(tables, live, MARCO, (MARCO,))
        await inviting.invite(tables, live, AOI, (MARCO, JULES))
        await seating.join(tables, live, MARCO)
        with pytest.raises(Refused, match="seated_there"):
            await inviting.invite(tables, live, AOI, (MARCO,))
        await inviting.remove(tables, live, AOI, B)
        assert live.names == ("Aoi",)
        with pytest.raises(Refused, match="closed"):
            await seating.join(tables, live, MARCO)
        with pytest.raises(Refused, match="no_person_there"):
            await inviting.remove(tables, live, AOI, A)
    invited = next(notice for notice in await notices(tables, game) if notice.msg.key == "life.invited")
    assert (invited.mention, invited.offers) == ((MARCO.id, JULES.id), ("join:",))


async def test_a_rematch_seats_the_computer_players_again(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await seating.add_computer(tables, live, AOI, "random")
        await seating.start(tables, live, AOI)
        await moderating.end(tables, live, MOD, "agreed", "")
        opened = await inviting.again(tables, live, AOI)
    async with tables.at(opened) as live:
        assert [(one.person, one.policy) for one in live.seats] == [(AOI.id, None), (None, "random")]
        assert live.guests == ()


async def test_a_rematch_is_played_on_the_same_terms(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 7, AOI, "flotsam", Agreement(language="en", pace="brisk", undo="own"))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.set_settings(tables, live, AOI, leave_days=7, rated=True, closed=True, players=2, order="joined")
        await seating.start(tables, live, AOI)
        before = live.plan
        await moderating.end(tables, live, MOD, "agreed", "")
        opened = await inviting.again(tables, live, MARCO)
    async with tables.at(opened) as live:
        assert live.row.undo_policy == "own"
        for name in PLANNED:
            assert getattr(live.plan, name) == getattr(before, name), name


async def test_a_rematch_invites_the_same_people(tables: TableService, players: Players) -> None:
    game = await players.open(AOI, MARCO, JULES, pace="brisk")
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="not_over"):
            await inviting.again(tables, live, MARCO)
        await moderating.end(tables, live, MOD, "agreed", "")
        with pytest.raises(Refused, match="not_seated"):
            await inviting.again(tables, live, EMMA)
        opened = await inviting.again(tables, live, MARCO)
    async with tables.at(opened) as live:
        assert live.names == ("Marco",) and live.row.host == MARCO.id and live.plan.pace == "brisk"
        assert live.guests == (AOI.id, JULES.id)
    async with tables.at(game) as live:
        with pytest.raises(Refused, match="channel_taken"):
            await inviting.again(tables, live, AOI)
