"""Personal data can be exported, and deleted everywhere without disturbing the games of others."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.table import Person, Table, TableService
from bot.table.clock.waking_hours import DAY
from bot.table.history import timeline
from bot.table.lobby import seating
from bot.table.lobby.invitations import invite_guests, open_rematch
from bot.table.notices import notify_targets
from bot.table.personal import daily_list, personal_data, preferences, table_inbox
from bot.table.play import presets
from bot.table.seats import open_seats, substitutes
from bot.table.service import early_end
from bot.table.terms import general_presets
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Message, Refused, pick_random_answer
from storage import Database, Transaction
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.persons import people, personal_rows
from storage.play import decisions, invitations, results
from storage.scopes import NUMBERED_TABLES
from storage.time import timers
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players, list_tables
from tests.table.short import fire_due_timers


async def create_games(service: TableService, players: Players, clock: Clock) -> tuple[int, int, int]:
    """Return ids of a finished game, one in play and a lobby. Aoi hosts all three; Marco has a seat in each."""
    over = await players.start_table(AOI, MARCO, channel=1)
    await players.play_to_end(over)
    playing = await players.start_table(AOI, MARCO, JULES, channel=2)
    async with service.lock_table(playing) as table:
        for _ in range(5):
            await players.answer_randomly(table)
    opened = await seating.open_table(service, 1, 3, AOI, "flotsam", TableTerms(language="en"))
    async with service.lock_table(opened) as table:
        await seating.join_table(service, table, MARCO)
    await preferences.set_hours(service, AOI, "Asia/Tokyo", 23 * 60, (5, 6))
    await preferences.plan_absence(service, AOI, clock(), clock() + 5 * DAY)
    return over, playing, opened


async def list_mentions(service: TableService, person: int) -> list[str]:
    """Return all columns of the database, blobs included, that contain the person's id."""
    columns = []
    for table in list_tables():
        for column, _ in await service.db.list_columns(table):
            if (table, column) == ("posts", "channel_id") or (column == "id" and table in NUMBERED_TABLES):
                continue  # a number of a row may be equal by chance
            for (value,) in await service.db.fetch_rows(f'SELECT "{column}" FROM "{table}"'):
                text = value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
                if text == str(person) or f'"person":{person}' in text:
                    columns.append(f"{table}.{column}")
                    break
    return columns


async def test_export_contains_all_personal_data(service: TableService, players: Players, clock: Clock) -> None:
    over, playing, opened = await create_games(service, players, clock)
    export = await personal_data.export_person(service, AOI.id)
    text = json.dumps(export)
    assert export["people"][0]["zone"] == "Asia/Tokyo" and export["absences"] and export["results"][0]["game"] == over
    assert {row["game"] for row in export["seats"]} == {over, playing, opened}
    assert export["decisions"] and all(row["keys"] for row in export["decisions"])
    assert MARCO.name not in text and not re.search(rf"\b{MARCO.id}\b", text) and "seed" not in text


async def test_every_column_that_names_people_is_found(service: TableService) -> None:
    """`/me forget` would overlook a column that does not reference `people`."""
    person_columns = {f"{table}.{column}" for table, column in await service.db.list_references("people")}
    assert {
        "seats.person",
        "seats.sitter",
        "stretches.person",
        "games.host",
        "results.person",
        "reports.person",
    } <= person_columns
    for table in list_tables():
        for column, _ in await service.db.list_columns(table):
            if column in ("person", "host", "sitter", "asked_by", "user", "member", "who"):
                assert f"{table}.{column}" in person_columns
    assert set(personal_rows.PERSON_ONLY_TABLES) <= {name.split(".")[0] for name in person_columns}


async def test_a_person_is_forgotten_everywhere(service: TableService, players: Players, clock: Clock) -> None:
    over, playing, opened = await create_games(service, players, clock)
    log = await service.db.fetch_rows("SELECT game, n, seat, keys, events FROM decisions ORDER BY game, n")
    assert await list_mentions(service, AOI.id)
    await personal_data.forget_person(service, AOI)
    assert [
        where for where in await list_mentions(service, AOI.id) if where not in ("outbox.payload", "outbox.key")
    ] == []
    assert await people.load_person(service.db, AOI.id) is None
    assert await service.db.list_problems() == []
    assert await service.db.fetch_rows("SELECT game, n, seat, keys, events FROM decisions ORDER BY game, n") == log
    async with service.lock_table(over) as table:
        assert AOI.name not in table.names and personal_rows.ANONYMOUS_NAME in table.names
    async with service.lock_table(opened) as table:
        assert [seated.person for seated in table.seats] == [MARCO.id] and table.row.host == MARCO.id
    async with service.lock_table(playing) as table:
        (forgotten_seat,) = [seated for seated in table.seats if seated.name == personal_rows.ANONYMOUS_NAME]
        assert (
            forgotten_seat.person_to_notify is None
            and forgotten_seat.answering_policy is not None
            and table.row.host in (MARCO.id, JULES.id)
        )
        with pytest.raises(Refused):
            table.require_seat(AOI.id)
        while table.is_playing:
            seat = table.waiting[0]
            if seat == forgotten_seat.seat:
                break
            await players.answer_randomly(table)
    await personal_data.forget_person(service, AOI)  # again, as after a crash: nothing is stored, so nothing happens
    assert await personal_rows.export_rows(service.db, AOI.id) == {}


async def test_a_person_is_forgotten_at_a_table_that_they_have_left(service: TableService, players: Players) -> None:
    """The table is in memory, where the tenure of the seat that is open now has the person's id and name."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        for _ in range(12):  # so that each has decided: else there are no results
            await players.answer_randomly(table)
        await open_seats.resign_seat(service, table, AOI)
    await personal_data.forget_person(service, AOI)
    async with service.lock_table(table_id) as table:
        assert AOI.name not in [tenure.name for tenure in table.tenures] + list(table.names)
        async with service.change(table) as tx:
            await early_end.end_table(tx, table, service.clock(), "agreed")
    assert len({row.person for row in await results.load_results(service.db, table_id)} - {MARCO.id, JULES.id}) == 1
    rematch = await open_rematch(service, table_id, MARCO)
    async with service.lock_table(rematch) as table:
        assert table.guests == (JULES.id,)
    assert await people.load_person(service.db, AOI.id) is None


class Killed(BaseException):
    """The bot was killed."""


async def work_timers_of_people(service: TableService) -> None:
    """Run the worker until no timer of a person is left."""
    worker = asyncio.create_task(daily_list.run(service))
    async with asyncio.timeout(60):
        while await timers.load_next_person_timer(service.db) is not None and not worker.done():
            await asyncio.sleep(0)
    worker.cancel()
    await asyncio.gather(worker, return_exceptions=True)
    await table_inbox.work_all_inboxes(service)


@pytest.mark.parametrize("step", range(1, 7))
async def test_erasure_goes_on_after_a_kill_at_any_transaction(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    """Its transactions: the timer, the lobby left, the seat handed over, the deletion, the inboxes of the tables."""
    _, playing, opened = await create_games(service, players, clock)
    before = await personal_rows.export_rows(service.db, AOI.id)
    transaction, count = Database.transaction, 0

    @asynccontextmanager
    async def die_before_commit(db: Database) -> AsyncIterator[Transaction]:
        nonlocal count
        count += 1
        async with transaction(db) as tx:
            yield tx
            if count == step:
                raise Killed

    with monkeypatch.context() as dead:
        dead.setattr(Database, "transaction", die_before_commit)
        with pytest.raises(Killed):
            await personal_data.forget_person(service, AOI)
    started = TableService(service.db, clock, "en")
    clock.now += 2 * personal_data.RETRY_AFTER
    await work_timers_of_people(started)
    if step == 1:
        assert await personal_rows.export_rows(service.db, AOI.id) == before, "nothing was begun"
        return
    assert await personal_rows.export_rows(service.db, AOI.id) == {}
    assert await people.load_person(service.db, AOI.id) is None and await service.db.list_problems() == []
    async with started.lock_table(opened) as table:
        assert [seated.person for seated in table.seats] == [MARCO.id] and table.row.host == MARCO.id
    async with started.lock_table(playing) as table:
        [seat] = [seated for seated in table.seats if seated.name == personal_rows.ANONYMOUS_NAME]
        assert seat.answering_policy is not None and table.row.host in (MARCO.id, JULES.id)


async def test_damaged_table_does_not_keep_a_person(
    service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, playing, opened = await create_games(service, players, clock)

    async def fail(_tx: Transaction, _service: TableService, table: Table, *_: object) -> None:
        if table.id == playing:
            raise ValueError("damaged")

    monkeypatch.setattr(table_inbox, "_hand_over_seat", fail)
    await personal_data.forget_person(service, AOI)
    assert await personal_rows.export_rows(service.db, AOI.id) == {}
    async with service.lock_table(opened) as table:
        assert [seated.person for seated in table.seats] == [MARCO.id]


async def test_forgotten_person_gets_no_postponed_note(service: TableService, players: Players, clock: Clock) -> None:
    """A message at the table was postponed because the person slept."""
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table, service.db.transaction() as tx:
        asleep = notify_targets.NotifyTarget(sleeping_people=((AOI.id, clock() + DAY), (MARCO.id, clock() + DAY)))
        await notify_targets.store_postponed(
            tx, table, asleep, notify_targets.PostponedSentence(Message("life.awake")), clock()
        )
    await personal_data.forget_person(service, AOI)
    assert await list_mentions(service, AOI.id) == []
    clock.pass_hours(24)
    await fire_due_timers(service, clock)
    async with service.lock_table(table_id) as table:
        notes = [
            row.key.split(".")[1]
            for row in await outbox_rows.load_rows_newest_first(service.db, table.id, OutboxKind.PERSONAL_NOTE)
        ]
    assert notes == [str(MARCO.id)]


async def test_forgotten_guest_is_removed(service: TableService) -> None:
    """The host had invited them and they never joined. The table is not notified."""
    table_id = await seating.open_table(service, 1, 3, MARCO, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await invite_guests(service, table, MARCO, (AOI, JULES))
        assert table.guests == (AOI.id, JULES.id)
    assert (await personal_data.export_person(service, AOI.id))["guests"]
    await personal_data.forget_person(service, AOI)
    assert [where for where in await list_mentions(service, AOI.id) if where != "outbox.payload"] == []
    async with service.lock_table(table_id) as table:
        assert table.guests == (JULES.id,)


async def test_started_table_has_no_guests(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 3, MARCO, "flotsam", TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        await invite_guests(service, table, MARCO, (AOI, JULES))
        await seating.join_table(service, table, AOI)
        await seating.start_game(service, table, MARCO)
        assert table.guests == ()
    assert await invitations.load_guests(service.db, table_id) == ()


async def test_forgotten_people_stay_distinct(service: TableService, players: Players, clock: Clock) -> None:
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    await personal_data.forget_person(service, AOI)
    await personal_data.forget_person(service, MARCO)
    async with service.lock_table(table_id) as table:
        assert len({seated.person for seated in table.seats}) == 2


@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_presets_of_a_substitute_are_exported_as_decisions_of_the_substitute(
    game_id: str, service: TableService, players: Players, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """*What changed* since the person's last decision agrees with the export, too. The holder answers on beside the
    substitute.
    """
    monkeypatch.setattr(general_presets, "may_be_always", lambda _table, prompt: prompt.kind == "one")
    emma = Person(104, "Emma", "en")
    table_id = await players.start_table(AOI, MARCO, JULES, game_id=game_id)
    numbers: dict[int, list[int]] = {AOI.id: [], emma.id: []}
    async with service.lock_table(table_id) as table:
        await substitutes.invite_substitute(service, table, AOI, emma, clock() + DAY)
        await substitutes.accept_substitution(service, table, emma, 0)
        while len(numbers[emma.id]) < 3 or not numbers[AOI.id] or table.public_n < min(map(max, numbers.values())):
            seat = 0 if 0 in table.waiting else table.waiting[0]
            prompt, match, before = table.build_prompt(seat), table.match, table.last_n
            assert prompt is not None and match is not None
            keys = pick_random_answer(match, prompt, players.rng)
            is_offered = prompt.kind == "one" and keys[0] in {option.key for option in prompt.options}
            if seat == 0 and is_offered and len(numbers[emma.id]) <= len(numbers[AOI.id]):
                topic = general_presets.ALWAYS + prompt.question_key
                await presets.set_preset(service, table, emma, topic, keys[0])
                await presets.revoke_preset(service, table, emma, topic)
                decider = emma.id
            else:
                await players.answer(table, seat, *keys)
                decider = AOI.id
            rows = await decisions.load_active(service.db, table_id, before)
            assert rows and {row.origin for row in rows} == {"order" if decider == emma.id else "person"}
            numbers[decider] += [row.n for row in rows if row.seat == 0]
        every = await decisions.load_all(service.db, table_id)
        for person, own in numbers.items():
            exported = (await personal_rows.export_rows(service.db, person))["decisions"]
            assert [(row["step"], row["keys"]) for row in exported] == [(r.step, r.keys) for r in every if r.n in own]
            last = max(n for n in own if n <= table.public_n)
            ranges = await timeline.list_lookback_ranges(service, table, person, None)
            assert last == table.public_n or [span.after_n for span in ranges if span.name == "mine"] == [last]
