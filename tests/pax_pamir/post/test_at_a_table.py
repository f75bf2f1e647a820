"""At a table: taking back the first decision, and time that begins anew where the same person is asked on."""

from __future__ import annotations

import pytest

from bot.table import TableService, consent, history
from bot.table.lobby import seating
from bot.table.lobby.agreement import Agreement
from engines.kernel import Refused
from storage.messages import outbox
from storage.messages.kinds import Saying
from storage.play import open_questions
from storage.time import timers as timer_rows
from tests.table.conftest import AOI, MARCO, Clock, Players


async def test_an_undo_of_the_first_decision_does_not_quote_the_beginning(
    tables: TableService, players: Players
) -> None:
    game = await players.open(AOI, MARCO, engine="pax_pamir")
    async with tables.at(game) as live:
        beginning = await history.lines(tables, live, None)
        assert [line.n for line in beginning] == [0]
        (first,) = live.waiting
        await players.say(live, first, "afghan")
        await consent.ask(tables, live, (AOI, MARCO)[first], "undo")
        request = consent.pending(live, "undo")
        assert request is not None
        assert [line.n for line in await history.taken_back_by(tables, live, request)] == [1]


async def test_who_is_asked_on_after_a_shown_step_has_the_time_anew(
    tables: TableService, players: Players, clock: Clock
) -> None:
    """Alone against Wakhan it is always the same person who is asked."""
    game = await players.open(AOI, engine="pax_pamir")
    clock.pass_hours(5)
    async with tables.at(game) as live:
        await players.say(live, 0, "afghan")
        (row,) = await open_questions.of_game(tables.db, game)
        assert live.waiting == (0,) and row.since_at == clock()
        (timer,) = [t for t in await timer_rows.of_game(tables.db, game) if t.kind == "reminder"]
        assert timer.due_at == clock() + 24 * 3_600_000
    assert len(await outbox.newest_first(tables.db, game, Saying.PING)) == 1


async def test_a_game_with_wakhan_is_not_rated(tables: TableService) -> None:
    game = await seating.open_table(tables, 1, 8, AOI, "pax_pamir", Agreement(language="en", rated=True))
    async with tables.at(game) as live:
        await seating.join(tables, live, MARCO)
        await seating.set_option(tables, live, AOI, "wakhan", "two")
        with pytest.raises(Refused, match="rated"):
            await seating.start(tables, live, AOI)
