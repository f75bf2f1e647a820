"""Games, seats, people, servers, who is asked, posts, standing orders, what was seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import BadRow, Database, Duplicate, StorageError
from storage.messages import posts
from storage.messages.kinds import Saying
from storage.persons import guilds, people
from storage.play import decisions, games, open_questions, orders, seats
from tests.storage.commits import commit_one, seat_two_people


async def open_table(db: Database, channel: int) -> int:
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 10)
        return await games.create(
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


async def status(db: Database, game: int) -> str:
    row = await games.get(db, game)
    assert row is not None
    return row.status


# ---------------------------------------------------------------------- games


async def test_a_new_table_is_open_and_has_no_seed(db: Database) -> None:
    game = await open_table(db, 7)
    assert await games.get(db, game) == games.GameRow(
        game, "toy", 3, 900, 7, 1, "open", b"", None, None, None, "both", None, "free", 10, None, None, 0, 0, None
    )
    assert await games.get(db, game + 1) is None


async def test_a_channel_has_one_live_game(db: Database) -> None:
    first = await open_table(db, 7)
    with pytest.raises(Duplicate, match="channel_id"):
        await open_table(db, 7)
    elsewhere = await open_table(db, 8)
    async with db.transaction() as tx:
        await games.end(tx, first, at=20)
    assert await games.live_in(db, 7) is None
    second = await open_table(db, 7)
    for channel, game in ((7, second), (8, elsewhere)):
        live, latest = await games.live_in(db, channel), await games.latest_in(db, channel)
        assert live is not None and live.id == game and live == latest
    assert [row.id for row in await games.with_status(db, "open", "ended")] == [first, elsewhere, second]


async def test_a_game_that_is_over_frees_its_channel_and_keeps_its_checksum(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        rev = await games.finish(tx, game, checksum="abc", at=99)
    row = await games.get(db, game)
    assert row is not None and (row.status, row.checksum, row.ended_at, row.rev) == ("over", "abc", 99, rev)
    assert await games.live_in(db, 500) is None and await games.latest_in(db, 500) == row


async def test_a_change_that_does_not_fit_the_status_says_so(db: Database, game: int) -> None:
    table = await open_table(db, 7)
    with pytest.raises(StorageError, match=f"game {table} should be playing, it is open"):
        async with db.transaction() as tx:
            await games.finish(tx, table, checksum="abc", at=99)
    with pytest.raises(StorageError, match=f"game {game} should be open, it is playing"):
        async with db.transaction() as tx:
            await games.set_setup(tx, game, b"other")
    with pytest.raises(StorageError, match=r"game 999 should be .* it is unknown"):
        async with db.transaction() as tx:
            await games.advance(tx, 999)


async def test_rev_grows_with_every_change_and_epoch_with_every_undo(db: Database, game: int) -> None:
    before = await games.get(db, game)
    assert before is not None and before.rev == 1
    async with db.transaction() as tx:
        assert await games.set_settings(tx, game, language="en", reminder_hours=12, undo_policy="none") == 2
        assert await games.set_host(tx, game, 2) == 3
        assert await games.advance(tx, game) == 4
        assert await games.advance_epoch(tx, game) == (5, 1)
        assert await games.advance_epoch(tx, game) == (6, 2)
    assert await games.get(db, game) == replace(
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
async def test_a_game_row_that_makes_no_sense_is_refused(db: Database, game: int, column: str) -> None:
    with pytest.raises(BadRow, match=r"teban\.db: (CHECK constraint failed|cannot store TEXT value)"):
        async with db.transaction() as tx:
            await tx.run(f"UPDATE games SET {column} WHERE id = ?", (game,))


# ---------------------------------------------------------------------- seats


async def test_seats_come_in_their_order_and_may_change_hands(db: Database, game: int) -> None:
    ann, bo = await seats.of_game(db, game)
    assert (ann.person, bo.person) == (1, 2)
    async with db.transaction() as tx:
        await seats.put(tx, replace(bo, kind="computer", person=None, policy="greedy"))
        await seats.put(tx, seats.SeatRow(game, 2, "open", None, None, None, 12))
    assert [row.kind for row in await seats.of_game(db, game)] == ["person", "computer", "open"]
    assert [row.id for row in await games.of_person(db, 1)] == [game]
    assert await games.of_person(db, 2) == []


async def test_a_person_has_one_seat_at_a_table(db: Database, game: int) -> None:
    with pytest.raises(Duplicate, match=r"seats\.person"):
        async with db.transaction() as tx:
            await seats.put(tx, seats.SeatRow(game, 2, "person", 1, None, None, 12))


async def test_the_order_of_seats_may_be_drawn_before_the_first_decision_only(db: Database, game: int) -> None:
    ann, bo = await seats.of_game(db, game)
    turned = [replace(bo, seat=0), replace(ann, seat=1)]
    async with db.transaction() as tx:
        await seats.replace_all(tx, game, turned)
    assert await seats.of_game(db, game) == turned
    await commit_one(db, game, 1)
    with pytest.raises(BadRow, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await seats.replace_all(tx, game, [ann, bo])
    assert await seats.of_game(db, game) == turned


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
async def test_a_seat_names_what_its_kind_needs(
    db: Database, kind: seats.Kind, person: int | None, policy: str | None
) -> None:
    table = await open_table(db, 7)
    with pytest.raises(BadRow, match="CHECK constraint failed"):
        async with db.transaction() as tx:
            await seats.put(tx, seats.SeatRow(table, 0, kind, person, policy, None, 12))


async def test_games_of_a_person_are_the_live_ones_unless_asked_otherwise(db: Database, game: int) -> None:
    other = await seat_two_people(db, channel=501)
    async with db.transaction() as tx:
        await games.finish(tx, game, checksum="abc", at=99)
    assert [row.id for row in await games.of_person(db, 2)] == [other]
    assert [row.id for row in await games.of_person(db, 2, "over", "playing")] == [game, other]


# ---------------------------------------------------------------------- people and servers


async def test_a_person_keeps_choices_when_the_name_changes(db: Database) -> None:
    async with db.transaction() as tx:
        await people.meet(tx, 1, "Ann", 10)
        await people.set_language(tx, 1, "ja")
        await people.meet(tx, 1, "あん", 20)
    ann = people.PersonRow(1, "あん", 20, "ja", None)
    assert await people.get(db, 1) == ann
    assert await people.get_many(db, (1, 2, 3)) == {1: ann}
    assert await people.get_many(db, ()) == {}


async def test_nobody_sits_down_without_being_known(db: Database, game: int) -> None:
    with pytest.raises(BadRow, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await seats.put(tx, seats.SeatRow(game, 2, "person", 77, None, None, 12))


async def test_a_server_has_one_language(db: Database) -> None:
    async with db.transaction() as tx:
        await guilds.set_language(tx, 5, "ja")
        await guilds.set_language(tx, 5, "both")
    assert await guilds.language(db, 5) == "both"
    assert await guilds.language(db, 6) is None


# ---------------------------------------------------------------------- who is asked


async def test_a_seat_is_fresh_when_it_was_not_asked_before_and_keeps_its_time_while_it_is(
    db: Database, game: int
) -> None:
    async with db.transaction() as tx:
        assert await open_questions.update(tx, game, (0,), step=1, epoch=0, at=100) == (0,)
        assert await open_questions.update(tx, game, (0,), step=2, epoch=0, at=200) == ()
        assert await open_questions.update(tx, game, (0, 1), step=3, epoch=0, at=300) == (1,)
    assert await open_questions.of_game(db, game) == [
        open_questions.OpenQuestionRow(game, 0, 1, 0, 100),
        open_questions.OpenQuestionRow(game, 1, 3, 0, 300),
    ]
    async with db.transaction() as tx:
        assert await open_questions.update(tx, game, (1,), step=4, epoch=0, at=400) == ()
        assert await open_questions.update(tx, game, (0,), step=5, epoch=1, at=500) == (0,)
    assert await open_questions.of_game(db, game) == [open_questions.OpenQuestionRow(game, 0, 5, 1, 500)]
    async with db.transaction() as tx:
        assert await open_questions.update(tx, game, (), step=6, epoch=1, at=600) == ()
    assert await open_questions.of_game(db, game) == []


# ---------------------------------------------------------------------- posts, orders


async def test_a_post_moves_to_another_message(db: Database, game: int) -> None:
    first, moved = (
        posts.PostRow(game, Saying.CARD, "", 500, 1001, 3, 30),
        posts.PostRow(game, Saying.CARD, "", 500, 1009, 4, 40),
    )
    logs = [posts.PostRow(game, Saying.TURN, str(n), 500, 1000 + n, 3, 30) for n in (2, 10)]
    async with db.transaction() as tx:
        for row in (first, logs[1], logs[0], moved):
            await posts.put(tx, row)
    assert await posts.get(db, game, Saying.CARD) == moved
    assert await posts.of_kind(db, game, Saying.TURN) == logs
    async with db.transaction() as tx:
        await posts.remove(tx, game, Saying.CARD)
    assert await posts.get(db, game, Saying.CARD) is None


async def test_an_order_is_replaced_and_revoked(db: Database, game: int) -> None:
    always, never = orders.OrderRow(game, 0, "bribe", "always", 20), orders.OrderRow(game, 0, "bribe", "never", 30)
    other = orders.OrderRow(game, 1, "bribe", "always", 20)
    async with db.transaction() as tx:
        for row in (always, other, never):
            await orders.put(tx, row)
    assert await orders.of_game(db, game) == [never, other]
    async with db.transaction() as tx:
        assert await orders.revoke(tx, game, 0, "bribe")
        assert not await orders.revoke(tx, game, 0, "bribe")
    assert await orders.of_game(db, game) == [other]


async def test_ids_as_large_as_those_of_discord_fit(db: Database) -> None:
    snowflake = 2**63 - 1
    async with db.transaction() as tx:
        await people.meet(tx, snowflake, "Ann", 10)
    assert await people.get(db, snowflake) is not None
    assert await decisions.last_n(db, snowflake) == 0
