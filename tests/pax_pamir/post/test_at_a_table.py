"""Games at a table: undo of the first decision, clocks, ratings, presets for bribes and time-outs."""

from __future__ import annotations

import random

import pytest

from bot.table import TableService, consent
from bot.table.history import game_log
from bot.table.lobby import seating
from bot.table.play import presets
from bot.table.terms.table_terms import TableTerms
from engines.kernel import Decision, Match, Refused, Rng, pick_random_answer
from engines.pax_pamir import GAME
from storage.kinds import OutboxKind
from storage.messages import outbox_rows
from storage.play import decisions, open_questions
from storage.play.decisions import DecisionRow
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, JULES, MARCO, Clock, Players


async def test_an_undo_of_the_first_decision_does_not_quote_the_beginning(
    service: TableService, players: Players
) -> None:
    table_id = await players.start_table(AOI, MARCO, game_id="pax_pamir")
    async with service.lock_table(table_id) as table:
        beginning = await game_log.load_log_lines(service, table, None)
        assert [line.n for line in beginning] == [0]
        (first,) = table.waiting
        await players.answer(table, first, "afghan")
        await consent.request_consent(service, table, (AOI, MARCO)[first], "undo")
        request = consent.find_request(table, "undo")
        assert request is not None and request.from_n is not None
        assert [line.n for line in await game_log.load_reopened_lines(service, table, request.from_n)] == [1]


async def test_clock_restarts_for_the_next_question_after_a_published_step(
    service: TableService, players: Players, clock: Clock
) -> None:
    """Against Wakhan alone the same person is asked every time."""
    table_id = await players.start_table(AOI, game_id="pax_pamir")
    clock.pass_hours(5)
    async with service.lock_table(table_id) as table:
        await players.answer(table, 0, "afghan")
        (row,) = await open_questions.load_open_questions(service.db, table_id)
        assert table.waiting == (0,) and row.since_at == clock()
        (timer,) = [t for t in await timer_rows.load_timers(service.db, table_id) if t.kind == "reminder"]
        assert timer.due_at == clock() + 24 * 3_600_000
    assert len(await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION)) == 1


async def test_a_game_with_wakhan_is_not_rated(service: TableService) -> None:
    table_id = await seating.open_table(service, 1, 8, AOI, "pax_pamir", TableTerms(language="en", is_rated=True))
    async with service.lock_table(table_id) as table:
        await seating.join_table(service, table, MARCO)
        await seating.set_options(service, table, AOI, {"wakhan": "two"})
        with pytest.raises(Refused, match="rated"):
            await seating.start_game(service, table, AOI)


PRESETS = {AOI: "never", MARCO: "upto:1", JULES: "always"}
ALLOWED = ({"refuse"}, {"accept", "counter"}, {"accept"})
"""Possible replies with these presets, by seat."""
GAMES = 20
"""In random play a bribe is offered in almost every game."""


async def test_r7_7_presets_reply_at_once_as_the_players_own_decision(service: TableService, players: Players) -> None:
    """Preset replies are logged like any reply, and no one is notified that the question was open."""
    preset_rows: list[DecisionRow] = []
    for channel in range(7, 7 + GAMES):
        table_id = await players.start_table(AOI, MARCO, JULES, game_id="pax_pamir", channel=channel)
        async with service.lock_table(table_id) as table:
            for person, order in PRESETS.items():
                topics = presets.list_choices(table, person)
                assert len(topics) == 2, "one for each other person"
                for topic in topics:
                    await presets.set_preset(service, table, person, topic, order)
        await players.play_to_end(table_id)
        log = await decisions.load_all(service.db, table_id)
        assert not {"accept", "refuse"} & {row.keys for row in log if row.origin == "person"}
        preset_rows = [row for row in log if row.origin == "order"]
        if preset_rows:
            break
    assert preset_rows and all(row.keys.split(":")[0] in ALLOWED[row.seat] for row in preset_rows)
    pinged = {
        row.key.split(".")[1]
        for row in await outbox_rows.load_rows_newest_first(service.db, table_id, OutboxKind.TURN_NOTIFICATION)
    }
    assert not pinged & {str(row.step) for row in preset_rows}


def test_every_question_has_an_answer_for_the_time_out() -> None:
    for seats in GAME.seat_counts:
        for seed in range(3):
            rng = random.Random(f"{seats} {seed}")
            match = Match.start(GAME, GAME.build_setup(seats), rng.randbytes(32))
            while match.open_prompts is not None:
                (prompt,) = match.open_prompts.prompts
                assert prompt.default is not None, prompt.text.key
                match.apply(
                    Decision(match.step, prompt.seat, pick_random_answer(match, prompt, Rng(rng.randbytes(32))))
                )


def test_r15_35_game_of_time_outs_never_stalls_the_bot() -> None:
    """R15.35 Players may keep ending their turns: nothing is drawn, and the rules never end the game."""
    match = Match.start(GAME, GAME.build_setup(3), bytes(32))
    deck = len(match.state.deck)
    for _ in range(60):
        assert match.open_prompts is not None
        (prompt,) = match.open_prompts.prompts
        assert prompt.timeout_answer is not None
        match.apply(Decision(match.step, prompt.seat, prompt.timeout_answer))
    assert not match.is_over
    assert len(match.state.deck) >= deck - 12
    assert GAME.problems(match.state) == []
