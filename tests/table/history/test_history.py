"""The game history: steps as their viewer saw them, without unconfirmed decisions or times before they had the seat."""

from __future__ import annotations

import dataclasses
from itertools import pairwise

import pytest

from bot.table import TableService, consent
from bot.table.clock.waking_hours import DAY
from bot.table.history import game_log, timeline
from bot.table.history import summary as summary_module
from bot.table.history.game_log import find_first_own_decision
from bot.table.history.seat_players import find_player
from bot.table.seats import substitutes
from bot.table.state.seat_names import load_tenures
from engines.kernel import LogEvent, Message, load_catalogue, message
from engines.kernel.catalogue import Importance
from storage.persons import people
from storage.play import decisions, seat_tenures
from storage.play.seat_tenures import TenureRow
from tests.discovered import list_shipped_games, pick_game
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def test_history_step_shows_the_view_of_that_time(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, game_id="meadow")
    seen: dict[int, tuple[object, object]] = {}
    async with service.lock_table(table_id) as table:
        while table.is_playing and table.last_n < 40:
            assert table.match is not None
            seen[table.public_n] = (table.match.build_view(None), table.match.build_public_match().build_view(0))
            await players.answer_randomly(table)
        history = await timeline.load_history(service, table)
        step_numbers = {step.n for step in history.steps}
        assert seen.keys() <= step_numbers
        for n, (everybody, mine) in seen.items():
            public_view, own_view = (
                await timeline.load_view_after(service, table, n, None),
                await timeline.load_view_after(service, table, n, 0),
            )
            assert public_view is not None and own_view is not None
            assert (public_view.view, own_view.view) == (everybody, mine), n


async def test_history_omits_unconfirmed_decisions(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while table.match is not None and table.match.acting_seat is None:
            await players.answer_randomly(table)
        assert table.last_n > table.public_n
        game_history = await timeline.load_history(service, table)
        assert [step.n for step in game_history.steps if step.n > table.public_n] == []
        for n in range(table.public_n + 1, table.last_n + 1):
            assert await timeline.load_view_after(service, table, n, None) is None
            assert (
                await timeline.load_view_after(service, table, n, table.match.acting_seat if table.match else None)
                is None
            )


async def test_history_omits_undone_decisions(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while len({step.seat for step in (await timeline.load_history(service, table)).steps}) < 3:
            await players.answer_randomly(table)
        before = {step.n for step in (await timeline.load_history(service, table)).steps}
        await consent.request_consent(service, table, AOI, "undo")
        await consent.vote_yes(service, table, MARCO, "undo")
        after = {step.n for step in (await timeline.load_history(service, table)).steps}
        assert after < before


async def test_history_is_filtered_by_turn_and_seat(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, game_id="meadow")
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            await players.answer_randomly(table)
        game_history = await timeline.load_history(service, table)
    everything, turns = (
        game_history.select_steps(is_by_turn=False),
        game_history.select_steps(is_by_turn=True),
    )
    assert len(turns) < len(everything) and {step.n for step in turns} <= {step.n for step in everything}
    assert turns[-1].n == everything[-1].n and turns[0].n == 0
    of_one = game_history.select_steps(is_by_turn=False, player=find_player(table, "1"))[1:]
    assert of_one and {step.seat for step in of_one} == {1}
    last = game_history.select_steps(is_by_turn=True, player=find_player(table, "1"))[1:]
    assert 0 < len(last) <= len(of_one)
    for step in turns[1:]:
        before = game_history.find_previous(step, is_by_turn=True)
        assert before is not None and before.ends_turn and before.n < step.n


async def test_successor_sees_the_hand_from_their_first_decision(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for _ in range(12):
            await players.answer_randomly(table)
        since = table.last_n + 1
        assert find_first_own_decision(table, 1) == 0
        async with service.db.transaction() as tx:
            await people.save_person(tx, JULES.id, JULES.name, 0)
            await seat_tenures.begin_tenure(tx, TenureRow(table_id, 1, 1, JULES.id, holder=JULES.id))
            await seat_tenures.begin_tenure(tx, TenureRow(table_id, 1, since, MARCO.id, holder=MARCO.id))
            table.tenures = await load_tenures(tx, table.row)
        assert find_first_own_decision(table, 1) == since
        while table.is_playing and table.public_n < since + 3:
            await players.answer_randomly(table)
        early = await timeline.load_view_after(service, table, 0, 1)
        late = await timeline.load_view_after(service, table, table.public_n, 1)
        assert early is not None and early.seat is None
        assert late is not None and late.seat == 1
        lines = await game_log.load_log_lines(service, table, 1, until_n=since - 1)
        assert lines == await game_log.load_log_lines(service, table, None, until_n=since - 1)


async def test_lines_of_an_answer_are_those_that_the_log_has(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    line_count = 0
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            last = table.last_n
            rows = await players.answer_randomly(table)
            for seat in range(2):
                stored = await game_log.load_log_lines(service, table, seat, since=last)
                assert game_log.build_new_lines(table, seat, rows) == [line for line in stored if line.n > last]
                line_count += len(stored)
    assert line_count > 20


async def test_substitute_does_not_end_the_holders_access(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        async with service.db.transaction() as tx:
            await people.save_person(tx, JULES.id, JULES.name, 0)
            await seat_tenures.begin_tenure(tx, TenureRow(table_id, 0, 5, None, "greedy", AOI.id, "relief"))
            await seat_tenures.begin_tenure(tx, TenureRow(table_id, 0, 9, AOI.id, None, AOI.id, "back"))
            await seat_tenures.begin_tenure(tx, TenureRow(table_id, 0, 11, JULES.id, None, AOI.id, "sitter"))
            table.tenures = await load_tenures(tx, table.row)
        assert find_first_own_decision(table, 0) == 0


async def test_substitute_sees_only_steps_of_their_own_time(
    service: TableService, players: Players, clock: Clock
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        for _ in range(6):
            await players.answer_randomly(table)
        await substitutes.invite_substitute(service, table, AOI, JULES, clock() + DAY)
        await substitutes.accept_substitution(service, table, JULES, 0)
        since = table.last_n + 1
        assert find_first_own_decision(table, 0, JULES.id) == since
        assert find_first_own_decision(table, 0) == find_first_own_decision(table, 0, AOI.id) == 0
        mine, theirs = (
            await timeline.load_view_after(service, table, 1, 0),
            await timeline.load_view_after(service, table, 1, 0, JULES.id),
        )
        assert mine is not None and mine.seat == 0
        assert theirs is not None and theirs.seat is None


async def test_decisions_of_other_rules_are_shown_by_their_checkpoints(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            await players.answer_randomly(table)
        every = {step.n for step in (await timeline.load_history(service, table)).steps}
        table.game = dataclasses.replace(table.game, rules_version=table.game.rules_version + 1)
        game_history = await timeline.load_history(service, table)
        remaining = {step.n for step in game_history.steps}
        assert remaining == {outline.n for outline in game_history.outlines} and remaining < every
        assert await timeline.load_view_after(service, table, max(remaining), None) is not None


async def test_unreadable_state_gives_no_view(
    service: TableService, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await players.start_table(AOI, MARCO)
    async with service.lock_table(table_id) as table:
        await players.answer_randomly(table)

        def broken(state: object, seat: int | None) -> object:
            raise KeyError("an old name")

        table.game = dataclasses.replace(table.game, view=broken)
        assert await timeline.load_view_after(service, table, 0, None) is None


async def test_chapters_follow_the_turn_info(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, game_id="meadow")
    async with service.lock_table(table_id) as table:
        while table.is_playing:
            await players.answer_randomly(table)
        written = await timeline.load_checkpoint_outlines(service, table)
        async with service.db.transaction() as tx:
            await tx.execute("UPDATE checkpoints SET moment = NULL WHERE game = ?", (table_id,))
        assert await timeline.load_checkpoint_outlines(service, table) == written  # earlier versions did not store them
        [(missing,)] = await service.db.fetch_rows("SELECT count(*) FROM checkpoints WHERE moment IS NULL")
        assert missing == 0
        all_chapters = timeline.group_chapters(written)
    assert len(all_chapters) > 1 and all(a.heading != b.heading for a, b in pairwise(all_chapters))
    assert all_chapters[0].after_n == 0 and all_chapters[-1].last_n is None
    for n in range(1, table.public_n + 1):
        assert sum(chapter.contains(n) for chapter in all_chapters) == 1, n


def test_summary_has_at_most_eight_sentences() -> None:
    def build_line(n: int, seat: int, *texts: LogEvent) -> game_log.LogLine:
        return game_log.LogLine(n, n, seat, texts)

    def build_event(n: int, **args: int) -> LogEvent:
        return LogEvent(message("x", n=n, **args))

    lines = [build_line(n, n % 3, build_event(n), build_event(-n)) for n in range(1, 40)]
    summary = summary_module.summarize_lines(lines, 0, load_catalogue("engines.meadow"))
    assert sum(len(kept_line.events) for kept_line in summary.lines) == 8 and summary.omitted_count == 78 - 8
    assert [kept_line.n for kept_line in summary.lines] == sorted(kept_line.n for kept_line in summary.lines)
    assert 39 not in [kept_line.n for kept_line in summary.lines] and summary.lines[-1].seat != 0
    assert summary_module.summarize_lines(lines[:4], 0, load_catalogue("engines.meadow")).omitted_count == 0


def test_every_game_uses_every_importance() -> None:
    for game in list_shipped_games():
        words = load_catalogue(f"engines.{game}")
        assert {words.rate_importance(message(key)) for key in list(words.list_keys())} == set(Importance), game


async def test_notification_quotes_actions_against_the_person(service: TableService, players: Players) -> None:
    table_id = await players.start_table(AOI, MARCO, JULES, game_id=pick_game(3))
    quoted = 0
    async with service.lock_table(table_id) as table:
        while table.is_playing and quoted < 5:
            await players.answer_randomly(table)
            for seat in range(3):
                last_own_n = max(
                    (row.n for row in await decisions.load_public_outlines(service.db, table_id) if row.seat == seat),
                    default=0,
                )
                done = await summary_module.load_actions_against(service, table, seat)
                sentences = [event for line in done for event in line.events]
                assert len(sentences) <= summary_module.MAX_QUOTED
                assert all(
                    seat in summary_module.iter_named_seats(event.text) and event.is_visible_to(None)
                    for event in sentences
                )
                assert all(last_own_n < line.n <= table.published_n and line.seat != seat for line in done)
                quoted += bool(done)
    assert quoted >= 5


async def test_undo_list_omits_the_opening(service: TableService, players: Players) -> None:
    """Regression: the opening (turn order, choices) was listed among the actions to be undone."""
    table_id = await players.start_table(AOI, MARCO, JULES, game_id=pick_game(3))
    async with service.lock_table(table_id) as table:
        for _ in range(12):  # some of them log something for this seat
            await players.answer_randomly(table)
        assert (await game_log.load_log_lines(service, table, 0))[0].n == 0, "the game tells of its beginning"
        undone_lines = await game_log.load_reopened_lines(service, table, 1, 0)
        assert undone_lines and all(line.n >= 1 for line in undone_lines)


def test_chapter_number_comes_from_its_heading() -> None:
    """The number is the first argument: neither the number of rounds nor a digit inside a name."""
    numbers = [
        timeline.GameChapter(heading, 0, None).number
        for heading in (
            Message("round", {"round": 3, "of": 7}),
            Message("council", {"who": "Team 4", "round": 2}),
            Message("draft"),
        )
    ]
    assert numbers == [3, 2, None]
