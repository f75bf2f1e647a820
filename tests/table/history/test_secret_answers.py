"""A question that several seats answer at once leaves one step a seat, however often an answer was changed; neither a
request nor an export tells of the changes.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.discord_ui.page import picture_requests
from bot.table import Person, Table, TableService, consent
from bot.table.clock.waking_hours import DAY
from bot.table.history import player_reports, timeline
from bot.table.personal import personal_data
from bot.table.play import answers
from bot.table.player_records.habits import load_habits
from bot.table.seats import autopilot, table_pauses
from engines.kernel import Refused, pick_random_answer
from engines.kernel.chance import Rng
from storage.kinds import PauseReason
from storage.play import decisions, requests
from storage.play import games as game_rows
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players
from tests.table.short import A, B, C

CHANGES = 4


@pytest.mark.parametrize("game_id", list_shipped_games())
async def test_history_of_every_game_has_one_step_a_seat(
    service: TableService, players: Players, clock: Clock, game_id: str
) -> None:
    """Each secret answer is given, changed and only then completed by the others, at another time each."""
    table_id = await players.start_table(AOI, MARCO, JULES, game_id=game_id)
    rng, changed = Rng(bytes(32)), 0
    async with service.lock_table(table_id) as table:
        for _ in range(300):
            if changed or table.match is None or not table.is_playing or table.match.open_prompts is None:
                break
            before = await timeline.load_history(service, table)
            if table.match.open_prompts.is_simultaneous and len(table.waiting) > 1:
                seat = table.waiting[-1]
                await players.answer_randomly(table, seat)
                n, keys = table.public_n, _list_picture_keys(table, seat)
                shown_answers: set[tuple[tuple[str, ...], object]] = set()
                for _ in range(CHANGES):
                    clock.pass_hours(1)
                    await _change_answer(service, table, seat, rng)
                    changed += 1
                    assert _list_picture_keys(table, seat) == keys, "a picture drawn anew takes others longer"
                    shown_answers.add((table.match.hidden_answers[seat], _find_own_key(table, seat)))
                assert len({key for _, key in shown_answers}) == len(shown_answers), "its own picture shows the answer"
                assert table.public_n == n
                assert await timeline.load_history(service, table) == before
                report = await player_reports.store_report(service, table, AOI, "odd")
                assert report.report.n == n and not hasattr(report.report, "epoch")
                while table.match.hidden_answers:
                    clock.pass_hours(1)
                    await players.answer_randomly(table)
                steps = (await timeline.load_history(service, table)).steps[len(before.steps) :]
                seats = [step.seat for step in steps]
                assert seats == sorted(set(seats), key=lambda s: s or 0) and len(seats) > 1
                assert len({step.decided_at for step in steps}) == 1
                assert {step.view_n for step in steps[:-1]} == {n} and steps[-1].n == table.public_n
                reserved = answers.RESERVED_NUMBERS * len(seats)
                assert [step.n - n for step in steps] == [*range(1, len(seats)), reserved], "no matter how many changes"
            else:
                await players.answer_randomly(table)
    if not changed:
        pytest.skip("the game asks one seat at a time")


async def test_next_pause_does_not_tell_of_secret_steps(service: TableService, players: Players, clock: Clock) -> None:
    """A request can be repeated at will, so a refusal that ends would tell when another takes a secret step."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _hold_pause(service, table, clock)
        await players.answer(table, A, "raise:tea", "raise:silk")
        assert table.match is not None and table.match.acting_seat == A, "the step is not confirmed yet"
        assert not await _may_ask_for_pause(service, table, clock)
        await players.answer(table, A, "yes")
        assert table.waiting == (A, B, C) and await _may_ask_for_pause(service, table, clock)
        for seat in (C, B):
            await _hold_pause(service, table, clock)
            await players.answer_randomly(table, seat)
            assert await _may_ask_for_pause(service, table, clock), "a first answer is public"
            await _hold_pause(service, table, clock)
            for _ in range(CHANGES):
                last_n = table.last_n
                await players.answer_randomly(table, C)
                assert table.last_n > last_n and not await _may_ask_for_pause(service, table, clock)
        await players.answer_randomly(table, A)
        assert await _may_ask_for_pause(service, table, clock)


async def test_next_pause_after_one_that_an_earlier_version_stored(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Before 0.19 the number of the last decision was stored, be it secret or not."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _start_bidding(players, table)
        await players.answer_randomly(table, C)
        await players.answer_randomly(table, C)
        async with service.db.transaction() as tx:
            await game_rows.set_pause_n(tx, table_id, table.last_n)
    restarted = players.service = TableService(service.db, clock, "en")
    async with restarted.lock_table(table_id) as table:
        assert not await _may_ask_for_pause(restarted, table, clock)
        for seat in (A, B):
            await players.answer_randomly(table, seat)
        assert await _may_ask_for_pause(restarted, table, clock)


async def test_export_does_not_tell_of_secret_steps(service: TableService, players: Players, clock: Clock) -> None:
    """Two tables that differ in nothing else. The host stops their autopilot, holds a pause and reports a problem in
    between.
    """
    table_ids = [await players.start_table(AOI, MARCO, JULES, channel=channel) for channel in (7, 8)]
    for table_id, changes in zip(table_ids, (0, CHANGES), strict=True):
        async with service.lock_table(table_id) as table:
            async with service.change(table) as tx:
                table.row = replace(table.row, host=MARCO.id, rev=await game_rows.set_host(tx, table_id, MARCO.id))
            for _ in range(changes):
                await players.answer(table, A, "raise:tea", "raise:silk")
                ref = table.build_question_ref(A)
                assert ref is not None
                await answers.take_back_step(service, table, AOI, ref)
            await _start_bidding(players, table)
            await players.answer(table, B, "bid:0")
            await players.answer_randomly(table, C)
            await autopilot.start_own_autopilot(service, table, MARCO)
            for _ in range(changes):
                await players.answer_randomly(table, C)
            await autopilot.stop_own_autopilot(service, table, MARCO)
            await _hold_pause(service, table, clock)
            await player_reports.store_report(service, table, MARCO, "odd")
    exported = await personal_data.export_person(service, MARCO.id)
    names_of_table = {"id", "game", "channel_id", "commitment", "tag", "share"}
    rows_by_table: dict[int, list[tuple[str, dict[str, object]]]] = {table_id: [] for table_id in table_ids}
    for name, rows in exported.items():
        for row in rows if isinstance(rows, list) and name != "people" else ():
            told = {column: row[column] for column in row if column not in names_of_table}
            rows_by_table[row["id" if name == "games" else "game"]].append((name, told))
    assert {"games", "stretches", "reports", "decisions"} <= {name for name, _ in rows_by_table[table_ids[0]]}
    assert rows_by_table[table_ids[0]] == rows_by_table[table_ids[1]]


async def test_secret_changes_leave_a_request_to_undo_open(service: TableService, players: Players) -> None:
    """A request that a change closed would tell when it was. Agreed to, it takes the changed answer back as well."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await players.answer(table, A, "raise:tea", "raise:silk")
        before, last_n = table.require_match().compute_checksum(), table.last_n
        await players.answer(table, A, "yes")
        await players.answer(table, B, "bid:0")
        await players.answer(table, C, "bid:0")
        await consent.request_consent(service, table, AOI, "undo")
        await consent.vote_yes(service, table, MARCO, "undo")
        open_requests, rows = table.requests, await service.db.fetch_rows("SELECT * FROM outbox")
        for coins in range(1, CHANGES):
            await players.answer(table, C, f"bid:{coins}")
            assert table.requests == open_requests, "Marco's vote stays, too"
        assert await service.db.fetch_rows("SELECT * FROM outbox") == rows, "no post is edited"
    restarted = players.service = TableService(service.db, service.clock, "en")
    async with restarted.lock_table(table_id) as table:
        assert table.requests == open_requests
        await consent.vote_yes(restarted, table, JULES, "undo")
        assert not table.requests and not table.require_match().hidden_answers and table.waiting == (A,)
        assert table.require_match().compute_checksum() == before
        assert [row.n for row in await decisions.load_active(service.db, table_id)] == [last_n]


async def test_first_secret_answer_closes_a_request_to_undo(service: TableService, players: Players) -> None:
    """All can see that a seat has answered."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _start_bidding(players, table)
        await consent.request_consent(service, table, AOI, "undo")
        await players.answer(table, C, "bid:0")
        assert not table.requests


async def test_unconfirmed_steps_of_another_leave_a_request_to_undo_open(
    service: TableService, players: Players
) -> None:
    """Neither a step nor *Back* closes it. Agreed to, it takes the steps back as well."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _start_bidding(players, table)
        before, last_n = table.require_match().compute_checksum(), table.last_n
        for seat in (C, A, B):
            await players.answer(table, seat, "bid:0")
        assert table.waiting == (B,) and table.require_match().acting_seat is None
        await consent.request_consent(service, table, AOI, "undo")
        open_requests, rows = table.requests, await service.db.fetch_rows("SELECT * FROM outbox")
        for _ in range(2):
            await players.answer_randomly(table, B)
            assert table.require_match().acting_seat == B and table.requests == open_requests
            ref = table.build_question_ref(B)
            assert ref is not None
            await answers.take_back_step(service, table, MARCO, ref)
            assert table.require_match().acting_seat is None and table.requests == open_requests
            assert await requests.load_open_requests(service.db, table_id)
        await players.answer_randomly(table, B)
        assert await service.db.fetch_rows("SELECT * FROM outbox") == rows, "no post is edited"
    restarted = players.service = TableService(service.db, service.clock, "en")
    async with restarted.lock_table(table_id) as table:
        assert table.requests == open_requests
        for voter in (MARCO, JULES):
            await consent.vote_yes(restarted, table, voter, "undo")
        assert not table.requests and table.waiting == (A, B, C)
        assert table.require_match().compute_checksum() == before
        assert (await decisions.load_active(service.db, table_id))[-1].n == last_n


async def test_confirmed_turn_closes_a_request_to_undo(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _start_bidding(players, table)
        for seat in (C, A, B):
            await players.answer(table, seat, "bid:0")
        await consent.request_consent(service, table, AOI, "undo")
        await players.answer_randomly(table, B)
        assert table.requests
        await players.answer(table, B, "yes")
        assert not table.requests and not await requests.load_open_requests(service.db, table_id)


async def test_back_revives_no_request_that_has_lapsed(service: TableService, players: Players) -> None:
    """Before 0.19 *Back* left the row of a request to undo that had lapsed with it."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _start_bidding(players, table)
        for seat in (C, A, B):
            await players.answer(table, seat, "bid:0")
        await consent.request_consent(service, table, AOI, "undo")
        async with service.db.transaction() as tx:
            await tx.execute("UPDATE requests SET epoch = epoch - 1 WHERE game = ?", (table_id,))
    restarted = players.service = TableService(service.db, service.clock, "en")
    async with restarted.lock_table(table_id) as table:
        await players.answer_randomly(table, B)
        ref = table.build_question_ref(B)
        assert ref is not None
        await answers.take_back_step(restarted, table, MARCO, ref)
        assert not table.requests and not await requests.load_open_requests(service.db, table_id)


async def test_habits_count_a_changed_answer_once(service: TableService, players: Players, clock: Clock) -> None:
    others = tuple(Person(person.id + 100, person.name, person.lang) for person in (AOI, MARCO, JULES))
    table_ids = [await players.start_table(*p, channel=p[0].id) for p in ((AOI, MARCO, JULES), others)]
    async with service.lock_table(table_ids[0]) as plain_table, service.lock_table(table_ids[1]) as table:
        for each in (plain_table, table):
            await _start_bidding(players, each)
        clock.pass_hours(1)
        for each in (plain_table, table):
            await players.answer(each, C, "bid:1")
        for coins in range(CHANGES):
            clock.pass_hours(1)
            await players.answer(table, C, f"bid:{coins}")
        for each in (plain_table, table):
            for seat in (A, B):
                await players.answer(each, seat, "bid:0")
    for person, other in zip((AOI, MARCO, JULES), others, strict=True):
        habits = await load_habits(service.db, person.id, clock())
        assert habits.turns and habits == await load_habits(service.db, other.id, clock())


async def test_request_about_a_seat_stays_open_while_its_person_changes_a_secret_answer(
    service: TableService, players: Players
) -> None:
    """Its end would tell when that was."""
    table_id = await players.start_table(AOI, MARCO, JULES)
    async with service.lock_table(table_id) as table:
        await _start_bidding(players, table)
        await players.answer_randomly(table, C)
        await autopilot.start_own_autopilot(service, table, JULES)
        await consent.request_consent(service, table, AOI, f"replace.{C}")
        await players.answer_randomly(table, C)
        assert consent.find_request(table, f"replace.{C}") is not None


async def _start_bidding(players: Players, table: Table) -> None:
    """Let the first seat open the crate, so that all are asked for bids."""
    await players.answer(table, A, "raise:tea", "raise:silk")
    await players.answer(table, A, "yes")
    assert table.waiting == (A, B, C)


async def _hold_pause(service: TableService, table: Table, clock: Clock) -> None:
    """Begin a pause by vote and end it at once."""
    async with service.change(table) as tx:
        await table_pauses.begin_pause(tx, table, PauseReason.VOTE, clock(), clock() + DAY)
    async with service.change(table) as tx:
        await table_pauses.end_pause(tx, table, PauseReason.VOTE, clock())


async def _may_ask_for_pause(service: TableService, table: Table, clock: Clock) -> bool:
    """Return whether Marco may ask for a pause now. The request itself is not made."""
    try:
        table_pauses.check_pause_vote(service, table, MARCO, (clock() + DAY) // 1000)
    except Refused as refusal:
        assert refusal.args[0] == "life.refused.pause_again"
        return False
    return True


def _find_own_key(table: Table, seat: int) -> object:
    picture = picture_requests.build_own_picture(table, seat, "en")
    assert picture is not None
    return picture.key


def _list_picture_keys(table: Table, changing_seat: int) -> list[object]:
    """Return the keys of the board and of the pictures of all others."""
    board = picture_requests.build_overview(table, "en")
    assert board is not None
    return [board.key, *(_find_own_key(table, seat) for seat in range(len(table.seats)) if seat != changing_seat)]


async def _change_answer(service: TableService, table: Table, seat: int, rng: Rng) -> None:
    assert table.match is not None
    prompt, ref, assignment = table.match.find_prompt(seat), table.build_question_ref(seat), table.seats[seat]
    assert prompt is not None and ref is not None and assignment.person is not None
    person = Person(assignment.person, assignment.name, "en")
    await answers.answer_question(service, table, person, ref, pick_random_answer(table.match, prompt, rng))
