"""What is kept about a person can be had, and forgotten everywhere, while the games of the others go on."""

from __future__ import annotations

import json
import re

import pytest

from bot.table import TableService, preferences
from bot.table.knowing import me
from bot.table.lobby import inviting, seating
from bot.table.lobby.agreement import Agreement
from bot.table.notices import rings
from bot.table.time.hours import DAY
from engines.kernel import Msg, Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.persons import everything, people
from storage.play import guests
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import run


async def lived(tables: TableService, players: Players, clock: Clock) -> tuple[int, int, int]:
    """A game that is over, one in play (hosted by Aoi), one that is open (hosted by Aoi, Marco sits too)."""
    over = await players.open(AOI, MARCO, channel=1)
    await players.finish(over)
    playing = await players.open(AOI, MARCO, JULES, channel=2)
    async with tables.at(playing) as live:
        for _ in range(5):
            await players.step(live)
    opened = await seating.open_table(tables, 1, 3, AOI, "flotsam", Agreement(language="en"))
    async with tables.at(opened) as live:
        await seating.join(tables, live, MARCO)
    await preferences.set_hours(tables, AOI, "Asia/Tokyo", 23 * 60, (5, 6))
    await preferences.go_away(tables, AOI, clock(), clock() + 5 * DAY)
    return over, playing, opened


async def mentions(tables: TableService, person: int) -> list[str]:
    """Every column of the database, blobs included, in which the person's id stands."""
    found = []
    for (table,) in await tables.db.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    ):
        for (column,) in await tables.db.rows("SELECT name FROM pragma_table_info(?)", (table,)):
            where = f'CAST("{column}" AS TEXT) = ?1 OR instr(CAST("{column}" AS TEXT), ?2) > 0'
            [(number,)] = await tables.db.rows(
                f'SELECT count(*) FROM "{table}" WHERE {where}', (str(person), f'"person":{person}')
            )
            if number and (table, column) not in {("posts", "channel_id")}:
                found.append(f"{table}.{column}")
    return found


async def test_all_of_it_can_be_had(tables: TableService, players: Players, clock: Clock) -> None:
    over, playing, opened = await lived(tables, players, clock)
    found = await me.export(tables, AOI.id)
    text = json.dumps(found)
    assert found["people"][0]["zone"] == "Asia/Tokyo" and found["absences"] and found["results"][0]["game"] == over
    assert {row["game"] for row in found["seats"]} == {over, playing, opened}
    assert found["decisions"] and all(row["keys"] for row in found["decisions"])
    assert MARCO.name not in text and not re.search(rf"\b{MARCO.id}\b", text) and "seed" not in text


async def test_every_column_that_names_people_is_found(tables: TableService) -> None:
    """One that does not refer to `people` would be forgotten by `/me forget`."""
    named = {f"{table}.{column}" for table, column in await everything.columns(tables.db)}
    assert {
        "seats.person",
        "seats.sitter",
        "stretches.person",
        "games.host",
        "results.person",
        "reports.person",
    } <= named
    for (table,) in await tables.db.rows("SELECT name FROM sqlite_schema WHERE type = 'table'"):
        for (column,) in await tables.db.rows("SELECT name FROM pragma_table_info(?)", (table,)):
            if column in ("person", "host", "sitter", "asked_by", "user", "member", "who"):
                assert f"{table}.{column}" in named
    assert set(everything.OWN) <= {name.split(".")[0] for name in named}


async def test_a_person_is_forgotten_everywhere(tables: TableService, players: Players, clock: Clock) -> None:
    over, playing, opened = await lived(tables, players, clock)
    log = await tables.db.rows("SELECT game, n, seat, keys, events FROM decisions ORDER BY game, n")
    assert await mentions(tables, AOI.id)
    await me.forget(tables, AOI)
    assert [where for where in await mentions(tables, AOI.id) if where not in ("outbox.payload", "outbox.key")] == []
    assert await people.get(tables.db, AOI.id) is None
    assert await tables.db.problems() == []
    assert await tables.db.rows("SELECT game, n, seat, keys, events FROM decisions ORDER BY game, n") == log
    async with tables.at(over) as live:
        assert AOI.name not in live.names and everything.NOBODY in live.names
    async with tables.at(opened) as live:
        assert [seated.person for seated in live.seats] == [MARCO.id] and live.row.host == MARCO.id
    async with tables.at(playing) as live:
        (left,) = [seated for seated in live.seats if seated.name == everything.NOBODY]
        assert left.called is None and left.answers is not None and live.row.host in (MARCO.id, JULES.id)
        with pytest.raises(Refused):
            live.seat_or_refuse(AOI.id)
        while live.is_playing:
            seat = live.waiting[0]
            if seat == left.seat:
                break
            await players.step(live)
    await me.forget(tables, AOI)  # once more, as after a crash: nothing is known, nothing happens
    assert await everything.rows_of(tables.db, AOI.id) == {}


async def test_nobody_who_was_forgotten_is_told_on_waking(tables: TableService, players: Players, clock: Clock) -> None:
    """Something was said at the table while they slept."""
    game = await players.open(AOI, MARCO)
    async with tables.at(game) as live, tables.db.transaction() as tx:
        asleep = rings.Rings(later=((AOI.id, clock() + DAY), (MARCO.id, clock() + DAY)))
        await rings.keep(tx, live, asleep, rings.News(Msg("life.awake")), clock())
    await me.forget(tables, AOI)
    assert await mentions(tables, AOI.id) == []
    clock.pass_hours(24)
    await run(tables, clock)
    async with tables.at(game) as live:
        notes = [row.key.split(".")[1] for row in await outbox.newest_first(tables.db, live.id, Saying.NOTE)]
    assert notes == [str(MARCO.id)]


async def test_a_guest_who_was_forgotten_is_no_guest_any_more(tables: TableService) -> None:
    """The host had named them; they never came. Who sits or watches is told nothing of it."""
    game = await seating.open_table(tables, 1, 3, MARCO, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await inviting.invite(tables, live, MARCO, (AOI, JULES))
        assert live.guests == (AOI.id, JULES.id)
    assert (await me.export(tables, AOI.id))["guests"]
    await me.forget(tables, AOI)
    assert [where for where in await mentions(tables, AOI.id) if where != "outbox.payload"] == []
    async with tables.at(game) as live:
        assert live.guests == (JULES.id,)


async def test_nobody_is_a_guest_of_a_table_that_has_started(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 3, MARCO, "flotsam", Agreement(language="en"))
    async with tables.at(game) as live:
        await inviting.invite(tables, live, MARCO, (AOI, JULES))
        await seating.join(tables, live, AOI)
        await seating.start(tables, live, MARCO)
        assert live.guests == ()
    assert await guests.of_game(tables.db, game) == ()


async def test_two_who_were_forgotten_are_two(tables: TableService, players: Players, clock: Clock) -> None:
    game = await players.open(AOI, MARCO)
    await players.finish(game)
    await me.forget(tables, AOI)
    await me.forget(tables, MARCO)
    async with tables.at(game) as live:
        assert len({seated.person for seated in live.seats}) == 2
