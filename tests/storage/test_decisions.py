"""Decisions are never deleted, interactions count once, and an undo invalidates checkpoints and requests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import Database, DuplicateRow, InvalidRow, Transaction
from storage.messages import interactions
from storage.persons import people
from storage.play import checkpoints, decisions, games, requests
from tests.storage.commits import create_game


def build_decision(
    table_id: int, n: int, *, seat: int = 0, barrier: int = 1, ctx: int | None = None
) -> decisions.DecisionRow:
    return decisions.DecisionRow(table_id, n, n, seat, f"key:{n}", 1, "person", barrier, b"events", n * 10, None, ctx)


async def append_decision(tx: Transaction, table_id: int, n: int, *, barrier: int = 1, checkpoint: bool = True) -> None:
    await decisions.append(tx, build_decision(table_id, n, barrier=barrier))
    if checkpoint:
        await checkpoints.save_checkpoint(tx, checkpoints.CheckpointRow(table_id, n, n, b"state %d" % n, n * 10))


async def load_numbers(db: Database, table_id: int, after: int = 0) -> list[int]:
    return [row.n for row in await decisions.load_active(db, table_id, after)]


# ---------------------------------------------------------------------- idempotency


async def test_the_same_click_delivered_twice_counts_once(db: Database, table_id: int) -> None:
    async def apply_interaction(n: int) -> bool:
        async with db.transaction() as tx:
            if not await interactions.claim_interaction(tx, 777, n):
                return False
            await decisions.append(tx, build_decision(table_id, n, ctx=777))
            return True

    assert await apply_interaction(1)
    assert not await apply_interaction(2)
    assert await load_numbers(db, table_id) == [1]


async def test_a_click_whose_transaction_failed_may_come_again(db: Database, table_id: int) -> None:
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            assert await interactions.claim_interaction(tx, 777, 1)
            _ = 1 // 0
    async with db.transaction() as tx:
        assert await interactions.claim_interaction(tx, 777, 1)


async def test_one_click_makes_one_decision_and_must_be_claimed(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await interactions.claim_interaction(tx, 777, 1)
        await decisions.append(tx, build_decision(table_id, 1, ctx=777))
    for interaction, error, message in ((777, DuplicateRow, "interaction_id"), (778, InvalidRow, "FOREIGN KEY")):
        with pytest.raises(error, match=message):
            async with db.transaction() as tx:
                await decisions.append(tx, build_decision(table_id, 2, ctx=interaction))
    assert await load_numbers(db, table_id) == [1]


async def test_two_decisions_cannot_have_one_number(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
    with pytest.raises(DuplicateRow, match=r"decisions\.n"):
        async with db.transaction() as tx:
            await decisions.append(tx, build_decision(table_id, 1))


# ---------------------------------------------------------------------- append-only


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DELETE FROM decisions", "never deleted"),
        ("UPDATE decisions SET keys = 'other'", "never changed"),
        ("UPDATE decisions SET undone_at = NULL", "undone once"),
    ],
)
async def test_decisions_are_not_deleted_changed_or_revived(db: Database, table_id: int, sql: str, why: str) -> None:
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
        await decisions.undo(tx, table_id, 1, 99)
    with pytest.raises(InvalidRow, match=why):
        async with db.transaction() as tx:
            await tx.execute(sql)


@pytest.mark.parametrize(
    "wrong",
    [{"n": 0}, {"step": -1}, {"origin": "ghost"}, {"barrier": 2}, {"seat": 5}, {"keys": b"41"}, {"events": "text"}],
)
async def test_invalid_decision_is_refused(db: Database, table_id: int, wrong: dict[str, object]) -> None:
    with pytest.raises(InvalidRow, match=r"CHECK|FOREIGN KEY|cannot store"):
        async with db.transaction() as tx:
            await decisions.append(tx, replace(build_decision(table_id, 1), **wrong))  # type: ignore[arg-type]


# ---------------------------------------------------------------------- undo


async def test_undone_decision_numbers_are_not_reused(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        for n in (1, 2, 3, 4):
            await append_decision(tx, table_id, n)
        assert await decisions.undo(tx, table_id, 3, 99) == (3, 4)
        assert await decisions.undo(tx, table_id, 3, 100) == ()
        n = await decisions.find_last_n(tx, table_id) + 1
        await append_decision(tx, table_id, n)
    assert n == 5
    assert await load_numbers(db, table_id) == [1, 2, 5]
    assert await load_numbers(db, table_id, after=2) == [5]
    assert [(row.n, row.undone_at) for row in await decisions.load_all(db, table_id)] == [
        (1, None),
        (2, None),
        (3, 99),
        (4, 99),
        (5, None),
    ]


async def test_an_undo_across_checkpoints_resumes_from_the_one_before(db: Database, table_id: int) -> None:
    async def load_latest(max_n: int | None = None) -> int:
        row = await checkpoints.load_latest(db, table_id, max_n)
        assert row is not None
        return row.n

    assert await load_latest() == 0
    async with db.transaction() as tx:
        for n in (1, 2, 3, 4, 5):
            await append_decision(tx, table_id, n, checkpoint=n in (2, 4))
    assert (await load_latest(), await load_latest(3), await load_latest(1)) == (4, 2, 0)
    async with db.transaction() as tx:
        await decisions.undo(tx, table_id, 4, 99)
    assert await load_latest() == 2
    assert await load_numbers(db, table_id, after=2) == [3], "to be applied to the State of checkpoint 2"
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 6)
    assert (await load_latest(), await load_latest(5)) == (6, 2)
    async with db.transaction() as tx:
        await decisions.undo(tx, table_id, 1, 100)
    assert await load_latest() == 0
    assert await db.fetch_rows("SELECT count(*) FROM checkpoints") == [(4,)], "all are kept"


async def test_a_checkpoint_belongs_to_a_decision_and_there_is_one_each(db: Database, table_id: int) -> None:
    for n, error in ((1, InvalidRow), (0, DuplicateRow)):
        with pytest.raises(error):
            async with db.transaction() as tx:
                await checkpoints.save_checkpoint(tx, checkpoints.CheckpointRow(table_id, n, n, b"", 1))


async def test_games_do_not_see_each_others_decisions(db: Database, table_id: int) -> None:
    other = await create_game(db, channel=501)
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
        await append_decision(tx, other, 1)
        await append_decision(tx, other, 2)
        assert await decisions.undo(tx, other, 1, 99) == (1, 2)
    assert await load_numbers(db, table_id) == [1]
    assert await decisions.find_last_n(db, table_id) == 1


# ---------------------------------------------------------------------- public decisions


async def test_only_decisions_up_to_the_last_barrier_are_public(db: Database, table_id: int) -> None:
    async def load_public(after: int = 0, until_n: int | None = None) -> list[int]:
        return [row.n for row in await decisions.load_public(db, table_id, after, until_n)]

    assert await load_public() == []
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1, barrier=0)
    assert await load_public() == []
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 2, barrier=1)
        await append_decision(tx, table_id, 3, barrier=0)
    assert await load_public() == [1, 2]
    assert await load_public(after=1) == [2]
    assert await load_public(until_n=1) == [1]
    assert [row.n for row in await decisions.load_active(db, table_id, 0, 2)] == [1, 2], "not the third"
    async with db.transaction() as tx:
        await decisions.undo(tx, table_id, 2, 99)
        await append_decision(tx, table_id, 4, barrier=0)
    assert await load_public() == []


async def test_seen_position_never_goes_back(db: Database, table_id: int) -> None:
    assert await people.load_seen_n(db, table_id, 1) == 0
    async with db.transaction() as tx:
        for n in (4, 2):
            await people.mark_seen(tx, table_id, 1, n)
        await people.mark_seen(tx, table_id, 2, 1)
    assert (await people.load_seen_n(db, table_id, 1), await people.load_seen_n(db, table_id, 2)) == (4, 1)


# ---------------------------------------------------------------------- requests


async def test_a_request_collects_agreements_until_it_is_withdrawn(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
        request = await requests.open_request(tx, table_id, "undo", asked_by=1, from_n=1, at=50)
        await requests.save_vote(tx, table_id, "undo", 2, 60, agrees=False)
        assert await requests.load_votes(tx, table_id, "undo") == {1: True, 2: False}
        await requests.save_vote(tx, table_id, "undo", 2, 70)
        assert await requests.load_votes(tx, table_id, "undo") == {1: True, 2: True}
        await requests.open_request(tx, table_id, "end", asked_by=2, from_n=None, at=55)
    assert request == requests.RequestRow(table_id, "undo", 1, 1, 1, 0, 50)
    assert await requests.load_open_request(db, table_id, "undo") == request
    assert await requests.load_votes(db, table_id, "end") == {2: True}
    async with db.transaction() as tx:
        await requests.close_request(tx, table_id, "undo")
    assert await requests.load_open_request(db, table_id, "undo") is None
    assert await requests.load_votes(db, table_id, "undo") == {}
    assert await requests.load_open_request(db, table_id, "end") is not None


async def test_a_request_to_undo_lapses_with_the_next_decision(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
        await requests.open_request(tx, table_id, "undo", asked_by=1, from_n=1, at=50)
        await requests.save_vote(tx, table_id, "undo", 2, 60)
        await requests.open_request(tx, table_id, "end", asked_by=1, from_n=None, at=50)
        await append_decision(tx, table_id, 2)
    assert await requests.load_open_request(db, table_id, "undo") is None
    assert await requests.load_open_request(db, table_id, "end") is not None, "what does not hang on the moves stays"
    async with db.transaction() as tx:
        await requests.open_request(tx, table_id, "undo", asked_by=2, from_n=2, at=70)
    assert await requests.load_votes(db, table_id, "undo") == {2: True}, "nobody agreed to the new one yet"


async def test_a_request_lapses_with_an_undo(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
        await requests.open_request(tx, table_id, "undo", asked_by=1, from_n=1, at=50)
        await decisions.undo(tx, table_id, 1, 60)
        await games.advance_epoch(tx, table_id)
    assert await requests.load_open_request(db, table_id, "undo") is None


async def test_a_request_outlasts_what_it_is_kept_open_after(db: Database, table_id: int) -> None:
    async with db.transaction() as tx:
        await append_decision(tx, table_id, 1)
        await requests.open_request(tx, table_id, "undo", asked_by=1, from_n=1, at=50)
        await requests.save_vote(tx, table_id, "undo", 2, 60)
        await append_decision(tx, table_id, 2, barrier=0)
        await requests.keep_request_open(tx, table_id, "undo", n=2, epoch=0)
        assert await requests.load_open_request(tx, table_id, "undo")
        await decisions.undo(tx, table_id, 2, 70)
        _, epoch = await games.advance_epoch(tx, table_id)
        assert not await requests.load_open_request(tx, table_id, "undo")
        await requests.keep_request_open(tx, table_id, "undo", n=2, epoch=epoch)
    assert await requests.load_open_requests(db, table_id) == [
        requests.RequestRow(table_id, "undo", 1, 1, 2, epoch, 50)
    ]
    assert await requests.load_votes(db, table_id, "undo") == {1: True, 2: True}


async def test_vote_without_request_is_an_error(db: Database, table_id: int) -> None:
    with pytest.raises(InvalidRow, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await requests.save_vote(tx, table_id, "undo", 2, 60)
