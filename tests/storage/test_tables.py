"""Rows of games, seats, people, servers, open questions, posts, presets and seen positions."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from storage import Database, DuplicateRow, InvalidRow, StorageError
from storage.kinds import OutboxKind
from storage.messages import posts
from storage.persons import guilds, people
from storage.play import decisions, games, open_questions, preset_answers, seats
from tests.storage.commits import commit_one, create_game


async def open_table(db: Database, channel: int) -> int:
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 10)
        return await games.create_game(
            tx,
            engine="toy",
            rules=3,
            guild_id=900,
            channel_id=channel,
            host=1,
            setup=b"",
            language="both",
            reminder_hours=None,
            undo_policy="free",
            at=10,
        )


async def load_status(db: Database, table_id: int) -> str:
    row = await games.load_game(db, table_id)
    assert row is not None
    return row.status


# ---------------------------------------------------------------------- games


async def test_a_new_table_is_open_and_has_no_seed(db: Database) -> None:
    table_id = await open_table(db, 7)
    assert await games.load_game(db, table_id) == games.GameRow(
        table_id, "toy", 3, 900, 7, 1, "open", b"", None, None, None, "both", None, "free", 10, None, None, 0, 0, None
    )
    assert await games.load_game(db, table_id + 1) is None


async def test_a_channel_has_one_live_game(db: Database) -> None:
    first = await open_table(db, 7)
    with pytest.raises(DuplicateRow, match="channel_id"):
        await open_table(db, 7)
    elsewhere = await open_table(db, 8)
    async with db.transaction() as tx:
        await games.end_game(tx, first, at=20)
    assert await games.load_active_in_channel(db, 7) is None
    second = await open_table(db, 7)
    for channel, table_id in ((7, second), (8, elsewhere)):
        live, latest = await games.load_active_in_channel(db, channel), await games.load_latest_in_channel(db, channel)
        assert live is not None and live.id == table_id and live == latest
    assert [row.id for row in await games.load_with_status(db, "open", "ended")] == [first, elsewhere, second]


async def test_a_game_that_is_over_frees_its_channel_and_keeps_its_checksum(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        rev = await games.finish_game(tx, table_id, checksum="abc", at=99)
    row = await games.load_game(db, table_id)
    assert row is not None and (row.status, row.checksum, row.ended_at, row.rev) == ("over", "abc", 99, rev)
    assert await games.load_active_in_channel(db, 500) is None and await games.load_latest_in_channel(db, 500) == row


async def test_change_in_wrong_status_is_an_error(db: Database, table_id: int) -> None:
    table = await open_table(db, 7)
    with pytest.raises(StorageError, match=f"game {table} should be playing, it is open"):
        async with db.transaction() as tx:
            await games.finish_game(tx, table, checksum="abc", at=99)
    async with db.transaction() as tx:
        await games.finish_game(tx, table_id, checksum="abc", at=99)
    with pytest.raises(StorageError, match=f"game {table_id} should be open or playing, it is over"):
        async with db.transaction() as tx:
            await games.set_setup(tx, table_id, b"other")
    with pytest.raises(StorageError, match=r"game 999 should be .* it is unknown"):
        async with db.transaction() as tx:
            await games.advance_rev(tx, 999)


async def test_rev_grows_with_every_change_and_epoch_with_every_undo(db: Database, table_id: int) -> None:
    before = await games.load_game(db, table_id)
    assert before is not None and before.rev == 1
    async with db.transaction() as tx:
        assert await games.set_settings(tx, table_id, language="en", reminder_hours=12, undo_policy="none") == 2
        assert await games.set_host(tx, table_id, 2) == 3
        assert await games.advance_rev(tx, table_id) == 4
        assert await games.advance_epoch(tx, table_id) == (5, 1)
        assert await games.advance_epoch(tx, table_id) == (6, 2)
    assert await games.load_game(db, table_id) == replace(
        before, language="en", reminder_hours=12, undo_policy="none", host=2, rev=6, epoch=2
    )


@pytest.mark.parametrize(
    "column",
    [
        "status = 'paused'",
        "reminder_hours = 0",
        "language = ''",
        "seed = NULL",
        "ended_at = 5",
        "checksum = 'x'",
        "rev = 'one'",
    ],
)
async def test_invalid_game_row_is_refused(db: Database, table_id: int, column: str) -> None:
    refusal = f"^{re.escape(db.name)}: (CHECK constraint failed|cannot store)"
    with pytest.raises(InvalidRow, match=refusal):
        async with db.transaction() as tx:
            await tx.execute(f"UPDATE games SET {column} WHERE id = ?", (table_id,))


# ---------------------------------------------------------------------- seats


async def test_seats_come_in_their_order_and_may_change_hands(db: Database, table_id: int) -> None:
    ann, bo = await seats.load_seats(db, table_id)
    assert (ann.person, bo.person) == (1, 2)
    async with db.transaction() as tx:
        await seats.save_seat(tx, replace(bo, kind="computer", person=None, policy="greedy"))
        await seats.save_seat(tx, seats.SeatRow(table_id, 2, "open", None, None, None, 12))
    assert [row.kind for row in await seats.load_seats(db, table_id)] == ["person", "computer", "open"]
    assert [row.id for row in await games.load_games_of_person(db, 1)] == [table_id]
    assert await games.load_games_of_person(db, 2) == []


async def test_a_person_has_one_seat_at_a_table(db: Database, table_id: int) -> None:
    with pytest.raises(DuplicateRow, match=r"seats\.person"):
        async with db.transaction() as tx:
            await seats.save_seat(tx, seats.SeatRow(table_id, 2, "person", 1, None, None, 12))


async def test_the_order_of_seats_may_be_drawn_before_the_first_decision_only(db: Database, table_id: int) -> None:
    ann, bo = await seats.load_seats(db, table_id)
    turned = [replace(bo, seat=0), replace(ann, seat=1)]
    async with db.transaction() as tx:
        await seats.replace_seats(tx, table_id, turned)
    assert await seats.load_seats(db, table_id) == turned
    await commit_one(db, table_id, 1)
    with pytest.raises(InvalidRow, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await seats.replace_seats(tx, table_id, [ann, bo])
    assert await seats.load_seats(db, table_id) == turned


@pytest.mark.parametrize(
    ("kind", "person", "policy"),
    [
        ("person", None, None),
        ("person", 1, "greedy"),
        ("computer", None, None),
        ("computer", 1, "greedy"),
        ("rules", 1, None),
        ("ghost", None, None),
    ],
)
async def test_seat_columns_match_its_kind(
    db: Database, kind: seats.SeatKind, person: int | None, policy: str | None
) -> None:
    table = await open_table(db, 7)
    with pytest.raises(InvalidRow, match="CHECK constraint failed"):
        async with db.transaction() as tx:
            await seats.save_seat(tx, seats.SeatRow(table, 0, kind, person, policy, None, 12))


async def test_games_of_a_person_are_the_live_ones_unless_asked_otherwise(db: Database, table_id: int) -> None:
    other = await create_game(db, channel=501)
    async with db.transaction() as tx:
        await games.finish_game(tx, table_id, checksum="abc", at=99)
    assert [row.id for row in await games.load_games_of_person(db, 2)] == [other]
    assert [row.id for row in await games.load_games_of_person(db, 2, "over", "playing")] == [table_id, other]


# ---------------------------------------------------------------------- people and servers


async def test_a_person_keeps_choices_when_the_name_changes(db: Database) -> None:
    async with db.transaction() as tx:
        await people.save_person(tx, 1, "Ann", 10)
        await people.set_language(tx, 1, "ja")
        await people.save_person(tx, 1, "あん", 20)
    ann = people.PersonRow(1, "あん", 20, "ja", None)
    assert await people.load_person(db, 1) == ann
    assert await people.load_people(db, (1, 2, 3)) == {1: ann}
    assert await people.load_people(db, ()) == {}


async def test_unknown_person_cannot_take_a_seat(db: Database, table_id: int) -> None:
    with pytest.raises(InvalidRow, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await seats.save_seat(tx, seats.SeatRow(table_id, 2, "person", 77, None, None, 12))


async def test_a_server_has_one_language(db: Database) -> None:
    async with db.transaction() as tx:
        await guilds.set_language(tx, 5, "ja")
        await guilds.set_language(tx, 5, "both")
    assert await guilds.load_language(db, 5) == "both"
    assert await guilds.load_language(db, 6) is None


# ---------------------------------------------------------------------- open questions


async def test_open_question_keeps_its_time_while_seat_is_asked(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        assert await open_questions.set_asked_seats(tx, table_id, (0,), step=1, epoch=0, at=100) == (0,)
        assert await open_questions.set_asked_seats(tx, table_id, (0,), step=2, epoch=0, at=200) == ()
        assert await open_questions.set_asked_seats(tx, table_id, (0, 1), step=3, epoch=0, at=300) == (1,)
    assert await open_questions.load_open_questions(db, table_id) == [
        open_questions.OpenQuestionRow(table_id, 0, 1, 0, 100),
        open_questions.OpenQuestionRow(table_id, 1, 3, 0, 300),
    ]
    async with db.transaction() as tx:
        assert await open_questions.set_asked_seats(tx, table_id, (1,), step=4, epoch=0, at=400) == ()
        assert await open_questions.set_asked_seats(tx, table_id, (0,), step=5, epoch=1, at=500) == (0,)
    assert await open_questions.load_open_questions(db, table_id) == [
        open_questions.OpenQuestionRow(table_id, 0, 5, 1, 500)
    ]
    async with db.transaction() as tx:
        assert await open_questions.set_asked_seats(tx, table_id, (), step=6, epoch=1, at=600) == ()
    assert await open_questions.load_open_questions(db, table_id) == []


# ---------------------------------------------------------------------- posts, presets


async def test_a_post_moves_to_another_message(db: Database, table_id: int) -> None:
    first, moved = (
        posts.PostRow(table_id, OutboxKind.CARD, "", 500, 1001, 3, 30),
        posts.PostRow(table_id, OutboxKind.CARD, "", 500, 1009, 4, 40),
    )
    logs = [posts.PostRow(table_id, OutboxKind.TURN, str(n), 500, 1000 + n, 3, 30) for n in (2, 10)]
    async with db.transaction() as tx:
        for row in (first, logs[1], logs[0], moved):
            await posts.save_post(tx, row)
    assert await posts.load_post(db, table_id, OutboxKind.CARD) == moved
    assert await posts.load_posts_of_kind(db, table_id, OutboxKind.TURN) == logs
    async with db.transaction() as tx:
        await posts.delete_post(tx, table_id, OutboxKind.CARD)
    assert await posts.load_post(db, table_id, OutboxKind.CARD) is None


async def test_preset_is_replaced_and_revoked(db: Database, table_id: int) -> None:
    always, never = (
        preset_answers.PresetRow(table_id, 0, "bribe", "always", 20),
        preset_answers.PresetRow(table_id, 0, "bribe", "never", 30),
    )
    other = preset_answers.PresetRow(table_id, 1, "bribe", "always", 20)
    async with db.transaction() as tx:
        for row in (always, other, never):
            await preset_answers.save_preset(tx, row)
    assert await preset_answers.load_presets(db, table_id) == [never, other]
    async with db.transaction() as tx:
        assert await preset_answers.delete_preset(tx, table_id, 0, "bribe")
        assert not await preset_answers.delete_preset(tx, table_id, 0, "bribe")
    assert await preset_answers.load_presets(db, table_id) == [other]


async def test_discord_ids_fit(db: Database) -> None:
    snowflake = 2**63 - 1
    async with db.transaction() as tx:
        await people.save_person(tx, snowflake, "Ann", 10)
    assert await people.load_person(db, snowflake) is not None
    assert await decisions.find_last_n(db, snowflake) == 0
