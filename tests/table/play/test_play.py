"""Playing a game from the first seat to the final scores, and the data stored meanwhile."""

from __future__ import annotations

import msgspec
import pytest

from bot.table import Person, QuestionRef, Table, TableService
from bot.table.history import game_log
from bot.table.lobby import seating
from bot.table.notices.outbox import load_published_n
from bot.table.play import answers
from bot.table.terms.table_terms import TableTerms
from engines.kernel import AIDS, Message, Refused, StaleAnswer, pick_random_answer, resolve_text
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.persons import people
from storage.play import decisions
from storage.play import games as game_rows
from tests.discovered import list_shipped_games
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players, compute_suggestion


async def load_outbox(service: TableService, table_id: int, kind: OutboxKind) -> list[outbox_rows.OutboxRow]:
    return list(reversed(await outbox_rows.load_rows_newest_first(service.db, table_id, kind)))


async def test_a_channel_has_one_table(service: TableService, players: Players) -> None:
    await players.start_table(AOI, MARCO)
    with pytest.raises(Refused) as refused:
        await seating.open_table(service, 1, 7, JULES, "flotsam", TableTerms(language="en"))
    assert refused.value.reason.key == "table.refused.channel_taken"


async def test_a_game_is_played_to_its_end(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await players.play_to_end(table_id)
    row = await game_rows.load_game(service.db, table_id)
    assert row is not None and row.status == "over" and row.checksum
    assert len(await load_outbox(service, table_id, OutboxKind.FINAL_RESULT)) == 1
    assert await decisions.find_last_n(service.db, table_id) == await load_published_n(service.db, table_id)


async def test_the_last_answer_delivered_again_after_the_end_is_stale(service: TableService, players: Players) -> None:
    """Its person is shown the result, not told that the game is over."""
    table_id = await players.start_table(AOI, MARCO)
    await players.play_to_end(table_id)
    async with service.lock_table(table_id) as table:
        ref = QuestionRef(table_id, table.row.epoch, 0, 0, table.row.tag or "")
        with pytest.raises(StaleAnswer, match="stale"):
            await answers.answer_question(service, table, AOI, ref, ("yes",))


async def test_stored_game_resumes_unchanged(service: TableService, players: Players, clock: Clock) -> None:
    """A second service on the same database resumes every table with the same State and question."""
    table_id = await players.start_table(AOI, MARCO)
    for _ in range(25):
        async with service.lock_table(table_id) as table:
            if table.is_playing:
                await players.answer_randomly(table)
        other = TableService(service.db, clock)
        async with service.lock_table(table_id) as table, other.lock_table(table_id) as resumed:
            assert table.match and resumed.match
            assert resumed.match.compute_checksum() == table.match.compute_checksum()
            assert (resumed.match.step, resumed.waiting) == (table.match.step, table.waiting)
            assert (resumed.decision_numbers, resumed.base_n, resumed.last_n) == (
                table.decision_numbers,
                table.base_n,
                table.last_n,
            )
            assert (resumed.match.undo_barrier, resumed.public_n) == (table.match.undo_barrier, table.public_n)
            assert resumed.row == table.row


async def test_the_same_click_delivered_twice_is_one_decision(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        seat = table.waiting[0]
        person = (AOI, MARCO)[seat]
        ref = table.build_question_ref(seat)
        assert table.match and ref
        prompt = table.match.find_prompt(seat)
        assert prompt
        keys = tuple(o.key for o in prompt.options for _ in range(o.limit))[: prompt.min]
        again = msgspec.structs.replace(person, interaction_id=77)
        await answers.answer_question(service, table, again, ref, keys)
        with pytest.raises(StaleAnswer):
            await answers.answer_question(service, table, again, ref, keys)
    assert await decisions.find_last_n(service.db, table_id) == 1


async def test_an_illegal_answer_changes_nothing(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        seat, before = table.waiting[0], table.match.compute_checksum() if table.match else ""
        ref = table.build_question_ref(seat)
        assert ref
        with pytest.raises(Refused):
            await answers.answer_question(service, table, (AOI, MARCO)[seat], ref, ("no-such-key",))
        other = Person(999, "Nobody", "en")
        with pytest.raises(Refused):
            await answers.answer_question(service, table, other, ref, ("x",))
        with pytest.raises(Refused):
            await answers.answer_question(service, table, (MARCO, AOI)[seat], ref, ("x",))
        with pytest.raises(StaleAnswer):
            await answers.answer_question(
                service, table, (AOI, MARCO)[seat], QuestionRef(table_id, 5, 99, seat), ("x",)
            )
        assert not table.is_dirty
        assert table.match and table.match.compute_checksum() == before
    assert await decisions.find_last_n(service.db, table_id) == 0


async def test_each_question_notifies_its_seat_once(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES)
    await players.play_to_end(table_id)
    pings = await load_outbox(service, table_id, OutboxKind.TURN_NOTIFICATION)
    assert len({ping.key for ping in pings}) == len(pings)
    assert all(ping.dropped_at is not None for ping in pings), "answered before it was sent: nobody says it any more"


async def test_own_steps_go_back_to_the_barrier_and_no_further(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        seat = table.waiting[0]
        person = (AOI, MARCO)[seat]
        assert table.match
        start = table.match.compute_checksum()
        with pytest.raises(Refused) as refused:
            await answers.take_back_step(
                service, table, person, table.build_question_ref(seat) or QuestionRef(0, 0, 0, 0)
            )
        assert refused.value.reason.key == "table.refused.behind_barrier"
        await players.answer_randomly(table, seat)
        assert table.match.acting_seat == seat
        ref = table.build_question_ref(seat)
        assert ref
        await answers.take_back_step(service, table, person, ref)
        assert table.match and table.match.compute_checksum() == start
        assert table.row.epoch == 1 and table.build_question_ref(seat) != ref
        assert all(line.n == 0 for line in await game_log.load_log_lines(service, table, seat))


async def test_step_taken_back_is_never_published_after_a_step_of_the_clock(
    service: TableService, players: Players, clock: Clock
) -> None:
    await players.start_table(AOI, MARCO)
    async with service.lock_table(1) as table:
        seat = table.waiting[0]
        await players.answer_randomly(table, seat)
        ref = table.build_question_ref(seat)
        assert ref
        await answers.take_back_step(service, table, (AOI, MARCO)[seat], ref)
        clock.pass_hours(-1)
        while not table.published_n:
            await players.answer_randomly(table)
        lines = await game_log.load_published_lines(service, table, 1, table.published_n)
    assert lines and not any(line.is_undone for line in lines)


async def test_others_read_nothing_of_unconfirmed_steps(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        seat = table.waiting[0]
        before = await game_log.load_log_lines(service, table, 1 - seat)
        view = table.match.build_view(1 - seat) if table.match else None
        await players.answer_randomly(table, seat)
        assert len(await game_log.load_log_lines(service, table, seat)) > len(before)
        assert await game_log.load_log_lines(service, table, 1 - seat) == before
        assert table.match and table.match.build_view(1 - seat) == view


async def test_failed_commit_drops_the_match(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed commit the table is reloaded from the database."""
    table_id = await players.start_table(AOI, MARCO)

    async def raise_disk_error(*_: object) -> None:
        raise OSError("disk on fire")

    with monkeypatch.context() as patch:
        patch.setattr(decisions, "append", raise_disk_error)
        with pytest.raises(OSError, match="disk on fire"):
            async with service.lock_table(table_id) as table:
                await players.answer_randomly(table)
    async with service.lock_table(table_id) as table:
        assert table.match and table.match.position == 0
        await players.answer_randomly(table)
        assert table.last_n == 1


def count_suggestions(table: Table) -> int:
    """Count the suggested options of the seat that is asked."""
    compute_suggestion(table, table.waiting[0])
    prompt = table.build_prompt(table.waiting[0])
    assert prompt is not None
    details = [resolve_text(option.detail) for option in prompt.options if option.detail is not None]
    return sum(isinstance(text, Message) and text.key.startswith("kernel.aid.") for text in details)


@pytest.mark.parametrize("value", ["off", "first", "on"])
async def test_suggestions_appear_in_option_details(service: TableService, players: Players, value: str) -> None:
    game_id = next(game.id for game in list_shipped_games().values() if game.aids)
    table_id = await seating.open_table(service, 1, 7, AOI, game_id, TableTerms(language="en"))
    async with service.lock_table(table_id) as table:
        assert table.settings.options[AIDS.id] == "first"
        await seating.join_table(service, table, MARCO)
        await seating.set_options(service, table, AOI, {AIDS.id: value})
        await seating.start_game(service, table, AOI)
        seat = table.waiting[0]
        assert table.build_prompt(1 - seat) is None
        compute_suggestion(table, seat)
        assert table.find_suggestion_request(seat) is None, "each search runs once"
        suggestion_count = 0
        for _ in range(6):  # no suggestion if no option is better than the rest
            suggestion_count += count_suggestions(table)
            await players.answer_randomly(table)
        assert bool(suggestion_count) == (value != "off")


@pytest.mark.release
async def test_suggestions_last_until_two_games_are_finished(service: TableService, players: Players) -> None:
    """AOI has finished two games; MARCO, who joins her table, has not. Unfinished games do not count."""
    game_id = next(game.id for game in list_shipped_games().values() if game.aids)
    unfinished_games = [
        await players.start_table(AOI, JULES, channel=channel, game_id=game_id) for channel in (7, 8, 9)
    ]
    suggestion_counts: dict[str, int] = {}
    for count, earlier in enumerate((None, *unfinished_games[:2])):
        if earlier is not None:
            async with service.db.transaction() as tx:
                await game_rows.finish_game(tx, earlier, checksum="x", at=service.clock())
        table_id = await players.start_table(AOI, MARCO, channel=10 + count, game_id=game_id)
        async with service.lock_table(table_id) as table:
            assert [seated.is_newcomer for seated in table.seats] == [count < 2, True]
            assert [table.has_outgrown_aids(seat) for seat in (0, 1)] == [count == 2, False]
            for _ in range(60 * (count == 2)):
                name = table.seats[table.waiting[0]].name
                suggestion_counts[name] = suggestion_counts.get(name, 0) + count_suggestions(table)
                await players.answer_randomly(table)
    assert suggestion_counts.pop(AOI.name) == 0 and suggestion_counts.pop(MARCO.name)
    async with service.lock_table(unfinished_games[2]) as table:
        assert [seated.is_newcomer for seated in table.seats] == [True, True], "what ended since changes nothing here"


async def test_table_closed_early_is_no_experience(service: TableService, players: Players) -> None:
    game_id = next(game.id for game in list_shipped_games().values() if game.aids)
    for _ in range(2):
        broken = await players.start_table(AOI, MARCO, channel=7, game_id=game_id)
        async with service.db.transaction() as tx:
            await game_rows.end_game(tx, broken, at=1)
    again = await players.start_table(AOI, MARCO, channel=7, game_id=game_id)
    async with service.lock_table(again) as table:
        assert [seated.is_newcomer for seated in table.seats] == [True, True]


async def test_answer_takes_one_commit(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position that its person has seen is stored in the same transaction."""
    commits: list[int] = []
    writer = service.db.engine.writer
    assert writer is not None
    commit = writer.commit

    async def count_commit() -> None:
        commits.append(1)
        await commit()

    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while table.match is not None and (table.match.acting_seat is not None or not commits):
            seat, ref = table.waiting[0], table.build_question_ref(table.waiting[0])
            prompt = table.match.find_prompt(seat)
            assert ref is not None and prompt is not None
            person = Person(table.seats[seat].person or 0, table.names[seat], "en")
            keys = pick_random_answer(table.match, prompt, players.rng)
            monkeypatch.setattr(writer, "commit", count_commit)
            commits.clear()
            await answers.answer_question(service, table, person, ref, keys)
            monkeypatch.undo()
            assert len(commits) == 1
        assert await people.load_seen_n(service.db, table_id, person.id) == table.public_n > 0
