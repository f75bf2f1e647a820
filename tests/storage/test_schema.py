"""Rows and tables say the same, and no question that is asked on a click reads a whole table."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from storage import Database
from storage.connection import Row, Values
from storage.messages import outbox, posts, published
from storage.messages.kinds import Saying
from storage.persons import guilds, people, seen
from storage.play import (
    checkpoints,
    decisions,
    games,
    invitations,
    open_questions,
    orders,
    pressed,
    requests,
    seats,
    stretches,
)
from storage.time import timers
from tests.storage.commits import commit_one


@pytest.mark.parametrize(
    ("row", "table"),
    [
        (open_questions.OpenQuestionRow, "asked"),
        (checkpoints.CheckpointRow, "checkpoints"),
        (decisions.DecisionRow, "decisions"),
        (games.GameRow, "games"),
        (invitations.InvitationRow, "invitations"),
        (orders.OrderRow, "orders"),
        (outbox.OutboxRow, "outbox"),
        (people.PersonRow, "people"),
        (published.PublishedRow, "published_commands"),
        (posts.PostRow, "posts"),
        (requests.RequestRow, "requests"),
        (seats.SeatRow, "seats"),
        (stretches.StretchRow, "stretches"),
        (timers.TimerRow, "timers"),
    ],
)
async def test_a_row_has_the_columns_of_its_table_and_none_more(db: Database, row: type[Any], table: str) -> None:
    found = await db.rows("SELECT name FROM pragma_table_info(?)", (table,))  # without generated columns
    assert sorted(field.name for field in fields(row)) == sorted(name for (name,) in found)


async def test_no_read_of_a_click_scans_a_table(db: Database, game: int) -> None:
    await commit_one(db, game, 1)
    plans: dict[str, list[str]] = {}

    class Spy:
        async def rows(self, sql: str, values: Values = ()) -> list[Row]:
            plans[sql] = [step for *_, step in await db.rows(f"EXPLAIN QUERY PLAN {sql}", values)]
            return await db.rows(sql, values)

    spy = Spy()
    await games.get(spy, game)
    await games.live_in(spy, 500)
    await games.latest_in(spy, 500)
    await games.with_status(spy, "open", "playing")
    await games.of_person(spy, 1)
    await seats.of_game(spy, game)
    await seats.of_games(spy, [game])
    await open_questions.of_games(spy, [game])
    await timers.of_games(spy, [game])
    await posts.of_games(spy, [game], Saying.CARD)
    await stretches.of_games(spy, [game])
    await stretches.of_game(spy, game)
    await invitations.get(spy, game, 0)
    await pressed.of_game(spy, game)
    await open_questions.of_game(spy, game)
    await decisions.last_n(spy, game)
    await decisions.live(spy, game, 1)
    await decisions.public(spy, game)
    await decisions.log(spy, game)
    await checkpoints.latest(spy, game)
    await checkpoints.latest(spy, game, 1)
    await posts.get(spy, game, Saying.CARD)
    await posts.of_kind(spy, game, Saying.CARD)
    await timers.of_game(spy, game)
    await outbox.waiting(spy, game)
    await outbox.newest_first(spy, game, Saying.CARD)
    await outbox.newest(spy, game, Saying.CARD)
    await outbox.ready(spy, 100)
    await outbox.next_at(spy)
    await requests.get(spy, game, "undo")
    await requests.votes(spy, game, "undo")
    await seen.get(spy, game, 1)
    await people.get(spy, 1)
    await people.get_many(spy, (1, 2))
    await guilds.language(spy, 900)
    assert len(plans) == 35
    for sql, steps in plans.items():
        for step in steps:
            if step.startswith("SCAN"):  # these scans walk the rows that wait, in indexes of nothing else
                assert "outbox_in_order" in step or "outbox_by_time" in step or "json_each" in step, (sql, steps)
