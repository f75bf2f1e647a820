"""What is still to be said: in order, once, and only the newest card. Pings and timers."""

from __future__ import annotations

import pytest

from storage import BadRow, Database, Transaction
from storage.messages import outbox, posts
from storage.messages.kinds import Saying
from storage.messages.posts import PostRow
from storage.time import timers
from tests.storage.commits import seat_two_people


async def card(tx: Transaction, game: int, payload: bytes, at: int = 10) -> outbox.OutboxRow:
    return await outbox.put_latest(tx, game=game, kind=Saying.CARD, key="", target=500, payload=payload, at=at)


async def log(tx: Transaction, game: int, key: str, target: int = 500) -> outbox.OutboxRow:
    return await outbox.put(tx, game=game, kind=Saying.TURN, key=key, target=target, payload=b"", at=10)


async def ping(
    tx: Transaction, game: int, seat: int, step: int, epoch: int, person: int = 1
) -> outbox.OutboxRow | None:
    key = outbox.ping_key(seat, step, epoch, person)
    return await outbox.put_ping(tx, game=game, key=key, target=500, payload=b"", at=10)


async def waiting(db: Database, game: int) -> list[tuple[str, bytes]]:
    return [(row.kind, row.payload) for row in await outbox.waiting(db, game)]


# ---------------------------------------------------------------------- cards


async def test_a_newer_card_replaces_an_untried_one_and_goes_behind_what_was_said_since(
    db: Database, game: int
) -> None:
    async with db.transaction() as tx:
        await card(tx, game, b"first")
        await log(tx, game, "1")
        await card(tx, game, b"second")
    assert await waiting(db, game) == [("turn", b""), ("card", b"second")]


async def test_a_card_that_was_tried_is_not_replaced_because_it_may_be_out_there(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        first = await card(tx, game, b"first")
        assert await outbox.attempt(tx, first.id) is not None
        await card(tx, game, b"second")
        await card(tx, game, b"third")
    assert await waiting(db, game) == [("card", b"first"), ("card", b"third")]


async def test_a_card_replaces_neither_sent_ones_nor_those_of_other_keys_and_games(db: Database, game: int) -> None:
    other = await seat_two_people(db, channel=501)
    async with db.transaction() as tx:
        sent = await card(tx, game, b"sent")
        await outbox.mark_sent(tx, sent.id, 20, 1001)
        await card(tx, other, b"other game")
        await outbox.put_latest(tx, game=game, kind=Saying.CARD, key="b", target=500, payload=b"other card", at=10)
        await card(tx, game, b"new")
    assert await waiting(db, game) == [("card", b"other card"), ("card", b"new")]
    assert await waiting(db, other) == [("card", b"other game")]
    kept = await db.rows("SELECT sent_at, message_id, payload FROM outbox WHERE id = ?", (sent.id,))
    assert kept == [(20, 1001, b"")]


async def test_a_sender_that_comes_too_late_for_a_replaced_card_is_told(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        first = await card(tx, game, b"first")
        await card(tx, game, b"second")
        assert await outbox.attempt(tx, first.id) is None
        with pytest.raises(BadRow, match=f"outbox row {first.id} does not wait"):
            await outbox.mark_sent(tx, first.id, 20, 1001)


# ---------------------------------------------------------------------- pings


async def test_one_ping_per_seat_step_and_epoch_even_after_it_was_sent_or_dropped(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        first = await ping(tx, game, 0, 1, 0)
        assert first is not None and first.key == outbox.ping_key(0, 1, 0, 1)
        assert await ping(tx, game, 0, 1, 0) is None
        await outbox.mark_sent(tx, first.id, 20, 1001)
        assert await ping(tx, game, 0, 1, 0) is None
        second = await ping(tx, game, 0, 2, 0)
        assert second is not None
        await outbox.drop(tx, second.id, 30, "answered before it was sent")
        assert await ping(tx, game, 0, 2, 0) is None
        assert await ping(tx, game, 1, 2, 0) is not None, "another seat"
        assert await ping(tx, game, 0, 1, 1) is not None, "after an undo the same step is asked anew"
        assert await ping(tx, game, 0, 1, 0, person=2) is not None, "somebody else has taken the seat"


async def test_a_ping_that_was_given_up_is_said_after_all_unless_a_message_shows_it(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        lost, shown = await ping(tx, game, 0, 1, 0), await ping(tx, game, 1, 1, 0)
        assert lost is not None and shown is not None
        assert not await outbox.revive_ping(tx, game, "0.1.0.1"), "it still waits"
        for row in (lost, shown):
            await outbox.attempt(tx, row.id)
            await outbox.drop(tx, row.id, 20, "403 Missing Permissions")
        await posts.put(tx, PostRow(game, Saying.PING, shown.key, 500, 1001, 0, 20))
        assert await outbox.revive_ping(tx, game, "0.1.0.1")
        assert not await outbox.revive_ping(tx, game, "1.1.0.1")
        assert not await outbox.revive_ping(tx, game, "0.9.0.1"), "nobody was to be called there"
        await outbox.drop(tx, lost.id, 21, "404 Unknown Channel")
        await outbox.retarget(tx, game, lost.target, 501)
        assert await outbox.revive_ping(tx, game, "0.1.0.1")
    assert [row.target for row in await outbox.waiting(db, game)] == [501], "the table has gone elsewhere meanwhile"
    assert [(row.id, row.nonce, row.payload) for row in await outbox.waiting(db, game)] == [
        (lost.id, lost.nonce, lost.payload)
    ]


async def test_a_ping_is_never_replaced(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        await ping(tx, game, 0, 1, 0)
        await card(tx, game, b"card")
        await ping(tx, game, 1, 2, 0)
        for put in (outbox.put, outbox.put_latest):
            with pytest.raises(ValueError, match="put_ping"):
                await put(tx, game=game, kind=Saying.PING, key="0.1.0", target=500, payload=b"", at=10)
    assert [row.key for row in await outbox.waiting(db, game, Saying.PING)] == ["0.1.0.1", "1.2.0.1"]


# ---------------------------------------------------------------------- sending


async def test_a_target_gets_its_rows_one_after_the_other_and_targets_do_not_wait_for_each_other(
    db: Database, game: int
) -> None:
    async with db.transaction() as tx:
        first = await log(tx, game, "1")
        second = await log(tx, game, "2")
        direct = await log(tx, game, "3", target=2)
    assert [row.id for row in await outbox.ready(db, 10)] == [first.id, direct.id]
    assert [row.id for row in await outbox.ready(db, 10, limit=1)] == [first.id]
    async with db.transaction() as tx:
        await outbox.mark_sent(tx, first.id, 20, 1001)
        await outbox.drop(tx, direct.id, 20, "closed to messages")
    assert [row.id for row in await outbox.ready(db, 10)] == [second.id]


async def test_back_off_holds_the_target_until_its_time(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        first = await log(tx, game, "1")
        await log(tx, game, "2")
        await outbox.attempt(tx, first.id)
        await outbox.retry(tx, first.id, 5_000, "HTTP 503")
        await log(tx, game, "3", target=2)
    assert [row.key for row in await outbox.ready(db, 4_999)] == ["3"]
    assert await outbox.next_at(db) == 10
    again = (await outbox.ready(db, 5_000))[0]
    assert (again.id, again.attempts, again.last_error) == (first.id, 1, "HTTP 503")


async def test_what_was_said_is_read_from_the_newest_back_sent_or_not(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        first = await log(tx, game, "1")
        await outbox.mark_sent(tx, first.id, 20, 1001)
        await log(tx, game, "2")
        await card(tx, game, b"card")
    assert [row.key for row in await outbox.newest_first(db, game, Saying.TURN)] == ["2", "1"]
    newest = await outbox.newest(db, game, Saying.TURN)
    assert newest is not None and newest.key == "2"
    assert await outbox.newest(db, game, Saying.STRIKE) is None


async def test_nothing_waits_nothing_is_next(db: Database, game: int) -> None:
    assert await outbox.next_at(db) is None
    assert await outbox.ready(db, 10**15) == []


async def test_nonces_are_all_different_and_short_enough(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        rows = [await log(tx, game, str(n)) for n in range(50)]
    assert len({row.nonce for row in rows}) == 50
    assert all(1 <= len(row.nonce) <= 25 for row in rows)


# ---------------------------------------------------------------------- timers


async def test_the_earliest_timer_is_taken_once(db: Database, game: int) -> None:
    assert await timers.earliest(db) is None
    async with db.transaction() as tx:
        await timers.put(tx, game, "reminder", "0", 300, b"payload")
        soon = await timers.put(tx, game, "reminder", "1", 200)
    first = await timers.earliest(db)
    assert first == timers.TimerRow(soon, 200, "reminder", game, "1", b"")
    async with db.transaction() as tx:
        assert await timers.take(tx, soon) == first
        assert await timers.take(tx, soon) is None
    later = await timers.earliest(db)
    assert later is not None and (later.due_at, later.payload) == (300, b"payload")


async def test_a_timer_that_failed_to_act_is_still_there(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        timer = await timers.put(tx, game, "reminder", "0", 300)
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            assert await timers.take(tx, timer) is not None
            _ = 1 // 0
    assert await timers.earliest(db) is not None


async def test_a_timer_that_was_moved_does_not_act_at_its_old_time(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        old = await timers.put(tx, game, "reminder", "0", 300)
        new = await timers.put(tx, game, "reminder", "0", 900)
        assert await timers.take(tx, old) is None
    assert [(row.id, row.due_at) for row in await timers.of_game(db, game)] == [(new, 900)]


async def test_timers_are_cancelled_singly_by_kind_or_with_the_game(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        for kind, key in (("reminder", "0"), ("reminder", "1"), ("timeout", "0"), ("timeout", "1")):
            await timers.put(tx, game, kind, key, 300)
        assert await timers.cancel(tx, game, "timeout", "1") == 1
        assert await timers.cancel(tx, game, "timeout", "1") == 0
        assert await timers.cancel(tx, game, "reminder") == 2
        assert await timers.cancel(tx, game) == 1
    assert await timers.of_game(db, game) == []


async def test_targets_that_are_served_keep_nobody_waiting_however_many_they_are(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        for target in range(1000, 1150):
            await log(tx, game, "hangs", target=target)
        await log(tx, game, "free", target=2000)
    assert len(await outbox.ready(db, 10)) == 100
    assert [row.key for row in await outbox.ready(db, 10, busy=range(1000, 1150))] == ["free"]


async def test_a_call_that_does_not_reach_its_person_goes_to_the_channel_as_if_new(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        row = await outbox.put_ping(tx, game=game, key="0.1.0.7", target=7, payload=b"a", at=10, direct=True)
        assert row is not None and row.direct
        await outbox.attempt(tx, row.id)
        await outbox.redirect(tx, row.id, target=500, direct=False, payload=b"b", at=20)
    [again] = await outbox.ready(db, 20)
    assert (again.id, again.target, again.direct, again.payload, again.attempts) == (row.id, 500, 0, b"b", 0)
    assert again.nonce != row.nonce
