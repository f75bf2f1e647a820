"""The outbox: order of messages, each sent once, only the newest card; notifications and timers."""

from __future__ import annotations

import pytest

from storage import Database, InvalidRow, Transaction
from storage.kinds import OutboxKind
from storage.messages import outbox_rows, posts
from storage.messages.posts import PostRow
from storage.time import timers
from tests.storage.commits import create_game


async def put_card(tx: Transaction, table_id: int, payload: bytes, at: int = 10) -> outbox_rows.OutboxRow:
    return await outbox_rows.add_replacing_older(
        tx, game=table_id, kind=OutboxKind.CARD, key="", target=500, payload=payload, at=at
    )


async def put_turn(tx: Transaction, table_id: int, key: str, target: int = 500) -> outbox_rows.OutboxRow:
    return await outbox_rows.add_row(
        tx, game=table_id, kind=OutboxKind.TURN, key=key, target=target, payload=b"", at=10
    )


async def put_ping(
    tx: Transaction, table_id: int, seat: int, step: int, epoch: int, person: int = 1
) -> outbox_rows.OutboxRow | None:
    key = outbox_rows.build_notification_key(seat, step, epoch, person)
    return await outbox_rows.add_turn_notification(tx, game=table_id, key=key, target=500, payload=b"", at=10)


async def load_waiting(db: Database, table_id: int) -> list[tuple[str, bytes]]:
    return [(row.kind, row.payload) for row in await outbox_rows.load_waiting_rows(db, table_id)]


# ---------------------------------------------------------------------- cards


async def test_newer_card_replaces_unsent_card_and_is_last(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await put_card(tx, table_id, b"first")
        await put_turn(tx, table_id, "1")
        await put_card(tx, table_id, b"second")
    assert await load_waiting(db, table_id) == [("turn", b""), ("card", b"second")]


async def test_card_with_a_send_attempt_is_not_replaced(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        first = await put_card(tx, table_id, b"first")
        assert await outbox_rows.begin_attempt(tx, first.id) is not None
        await put_card(tx, table_id, b"second")
        await put_card(tx, table_id, b"third")
    assert await load_waiting(db, table_id) == [("card", b"first"), ("card", b"third")]


async def test_card_replaces_no_sent_or_unrelated_cards(db: Database, table_id: int) -> None:
    other = await create_game(db, channel=501)
    async with db.transaction() as tx:
        sent = await put_card(tx, table_id, b"sent")
        await outbox_rows.mark_sent(tx, sent.id, 20, 1001)
        await put_card(tx, other, b"other game")
        await outbox_rows.add_replacing_older(
            tx, game=table_id, kind=OutboxKind.CARD, key="b", target=500, payload=b"other card", at=10
        )
        await put_card(tx, table_id, b"new")
    assert await load_waiting(db, table_id) == [("card", b"other card"), ("card", b"new")]
    assert await load_waiting(db, other) == [("card", b"other game")]
    sent_rows = await db.fetch_rows("SELECT sent_at, message_id, payload FROM outbox WHERE id = ?", (sent.id,))
    assert sent_rows == [(20, 1001, b"")]


async def test_sending_a_replaced_card_is_an_error(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        first = await put_card(tx, table_id, b"first")
        await put_card(tx, table_id, b"second")
        assert await outbox_rows.begin_attempt(tx, first.id) is None
        with pytest.raises(InvalidRow, match=f"outbox row {first.id} does not wait"):
            await outbox_rows.mark_sent(tx, first.id, 20, 1001)


# ---------------------------------------------------------------------- pings


async def test_one_ping_per_seat_step_and_epoch_even_after_it_was_sent_or_dropped(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        first = await put_ping(tx, table_id, 0, 1, 0)
        assert first is not None and first.key == outbox_rows.build_notification_key(0, 1, 0, 1)
        assert await put_ping(tx, table_id, 0, 1, 0) is None
        await outbox_rows.mark_sent(tx, first.id, 20, 1001)
        assert await put_ping(tx, table_id, 0, 1, 0) is None
        second = await put_ping(tx, table_id, 0, 2, 0)
        assert second is not None
        await outbox_rows.drop_row(tx, second.id, 30, "answered before it was sent")
        assert await put_ping(tx, table_id, 0, 2, 0) is None
        assert await put_ping(tx, table_id, 1, 2, 0) is not None, "another seat"
        assert await put_ping(tx, table_id, 0, 1, 1) is not None, "after an undo the same step is asked anew"
        assert await put_ping(tx, table_id, 0, 1, 0, person=2) is not None, "somebody else has taken the seat"


async def test_dropped_ping_is_revived_unless_posted(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        lost, posted = await put_ping(tx, table_id, 0, 1, 0), await put_ping(tx, table_id, 1, 1, 0)
        assert lost is not None and posted is not None
        assert not await outbox_rows.revive_notification(tx, table_id, "0.1.0.1"), "it still waits"
        for row in (lost, posted):
            await outbox_rows.begin_attempt(tx, row.id)
            await outbox_rows.drop_row(tx, row.id, 20, "403 Missing Permissions")
        await posts.save_post(tx, PostRow(table_id, OutboxKind.TURN_NOTIFICATION, posted.key, 500, 1001, 0, 20))
        assert await outbox_rows.revive_notification(tx, table_id, "0.1.0.1")
        assert not await outbox_rows.revive_notification(tx, table_id, "1.1.0.1")
        assert not await outbox_rows.revive_notification(tx, table_id, "0.9.0.1"), "nobody was to be called there"
        await outbox_rows.drop_row(tx, lost.id, 21, "404 Unknown Channel")
        await outbox_rows.move_to_channel(tx, table_id, lost.target, 501)
        assert await outbox_rows.revive_notification(tx, table_id, "0.1.0.1")
    assert [row.target for row in await outbox_rows.load_waiting_rows(db, table_id)] == [501], (
        "the table has gone elsewhere meanwhile"
    )
    assert [(row.id, row.nonce, row.payload) for row in await outbox_rows.load_waiting_rows(db, table_id)] == [
        (lost.id, lost.nonce, lost.payload)
    ]


async def test_a_ping_is_never_replaced(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await put_ping(tx, table_id, 0, 1, 0)
        await put_card(tx, table_id, b"card")
        await put_ping(tx, table_id, 1, 2, 0)
        for put in (outbox_rows.add_row, outbox_rows.add_replacing_older):
            with pytest.raises(ValueError, match="add_turn_notification"):
                await put(
                    tx, game=table_id, kind=OutboxKind.TURN_NOTIFICATION, key="0.1.0", target=500, payload=b"", at=10
                )
    assert [row.key for row in await outbox_rows.load_waiting_rows(db, table_id, OutboxKind.TURN_NOTIFICATION)] == [
        "0.1.0.1",
        "1.2.0.1",
    ]


# ---------------------------------------------------------------------- sending


async def test_rows_of_a_target_are_sent_in_order_and_targets_are_independent(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        first = await put_turn(tx, table_id, "1")
        second = await put_turn(tx, table_id, "2")
        direct = await put_turn(tx, table_id, "3", target=2)
    assert [row.id for row in await outbox_rows.load_ready_rows(db, 10)] == [first.id, direct.id]
    assert [row.id for row in await outbox_rows.load_ready_rows(db, 10, limit=1)] == [first.id]
    async with db.transaction() as tx:
        await outbox_rows.mark_sent(tx, first.id, 20, 1001)
        await outbox_rows.drop_row(tx, direct.id, 20, "closed to messages")
    assert [row.id for row in await outbox_rows.load_ready_rows(db, 10)] == [second.id]


async def test_back_off_holds_the_target_until_its_time(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        first = await put_turn(tx, table_id, "1")
        await put_turn(tx, table_id, "2")
        await outbox_rows.begin_attempt(tx, first.id)
        await outbox_rows.schedule_retry(tx, first.id, 5_000, "HTTP 503")
        await put_turn(tx, table_id, "3", target=2)
    assert [row.key for row in await outbox_rows.load_ready_rows(db, 4_999)] == ["3"]
    assert await outbox_rows.find_next_time(db) == 10
    again = (await outbox_rows.load_ready_rows(db, 5_000))[0]
    assert (again.id, again.attempts, again.last_error) == (first.id, 1, "HTTP 503")


async def test_rows_are_read_newest_first(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        first = await put_turn(tx, table_id, "1")
        await outbox_rows.mark_sent(tx, first.id, 20, 1001)
        await put_turn(tx, table_id, "2")
        await put_card(tx, table_id, b"card")
    assert [row.key for row in await outbox_rows.load_rows_newest_first(db, table_id, OutboxKind.TURN)] == ["2", "1"]
    newest = await outbox_rows.load_newest_row(db, table_id, OutboxKind.TURN)
    assert newest is not None and newest.key == "2"
    assert await outbox_rows.load_newest_row(db, table_id, OutboxKind.TURN_UNDONE) is None


async def test_empty_outbox_has_no_next_time(db: Database, table_id: int) -> None:
    assert await outbox_rows.find_next_time(db) is None
    assert await outbox_rows.load_ready_rows(db, 10**15) == []


async def test_nonces_are_all_different_and_short_enough(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        rows = [await put_turn(tx, table_id, str(n)) for n in range(50)]
    assert len({row.nonce for row in rows}) == 50
    assert all(1 <= len(row.nonce) <= 25 for row in rows)


# ---------------------------------------------------------------------- timers


async def test_the_earliest_timer_is_taken_once(db: Database, table_id: int) -> None:
    assert await timers.load_next_timer(db) is None
    async with db.transaction() as tx:
        await timers.set_timer(tx, table_id, "reminder", "0", 300, b"payload")
        soon = await timers.set_timer(tx, table_id, "reminder", "1", 200)
    first = await timers.load_next_timer(db)
    assert first == timers.TimerRow(soon, 200, "reminder", table_id, "1", b"")
    async with db.transaction() as tx:
        assert await timers.take_timer(tx, soon) == first
        assert await timers.take_timer(tx, soon) is None
    later = await timers.load_next_timer(db)
    assert later is not None and (later.due_at, later.payload) == (300, b"payload")


async def test_a_timer_that_failed_to_act_is_still_there(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        timer = await timers.set_timer(tx, table_id, "reminder", "0", 300)
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            assert await timers.take_timer(tx, timer) is not None
            _ = 1 // 0
    assert await timers.load_next_timer(db) is not None


async def test_a_timer_that_was_moved_does_not_act_at_its_old_time(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        old = await timers.set_timer(tx, table_id, "reminder", "0", 300)
        new = await timers.set_timer(tx, table_id, "reminder", "0", 900)
        assert await timers.take_timer(tx, old) is None
    assert [(row.id, row.due_at) for row in await timers.load_timers(db, table_id)] == [(new, 900)]


async def test_timers_are_cancelled_singly_by_kind_or_with_the_game(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        for kind, key in (("reminder", "0"), ("reminder", "1"), ("timeout", "0"), ("timeout", "1")):
            await timers.set_timer(tx, table_id, kind, key, 300)
        assert await timers.cancel_timers(tx, table_id, "timeout", "1") == 1
        assert await timers.cancel_timers(tx, table_id, "timeout", "1") == 0
        assert await timers.cancel_timers(tx, table_id, "reminder") == 2
        assert await timers.cancel_timers(tx, table_id) == 1
    assert await timers.load_timers(db, table_id) == []


async def test_busy_targets_do_not_block_others(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        for target in range(1000, 1150):
            await put_turn(tx, table_id, "hangs", target=target)
        await put_turn(tx, table_id, "free", target=2000)
    assert len(await outbox_rows.load_ready_rows(db, 10)) == 100
    assert [row.key for row in await outbox_rows.load_ready_rows(db, 10, busy_targets=range(1000, 1150))] == ["free"]


async def test_redirected_ping_is_sent_as_new(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        row = await outbox_rows.add_turn_notification(
            tx, game=table_id, key="0.1.0.7", target=7, payload=b"a", at=10, is_direct=True
        )
        assert row is not None and row.direct
        await outbox_rows.begin_attempt(tx, row.id)
        await outbox_rows.redirect_row(tx, row.id, target=500, is_direct=False, payload=b"b", at=20)
    [again] = await outbox_rows.load_ready_rows(db, 20)
    assert (again.id, again.target, again.direct, again.payload, again.attempts) == (row.id, 500, 0, b"b", 0)
    assert again.nonce != row.nonce
