"""Decisions are kept for ever; clicks count once; an undo takes checkpoints and requests with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage import BadRow, Database, Duplicate, Transaction
from storage.messages import interactions
from storage.persons import seen
from storage.play import checkpoints, decisions, games, requests
from tests.storage.commits import seat_two_people


def decision(game: int, n: int, *, seat: int = 0, barrier: int = 1, click: int | None = None) -> decisions.DecisionRow:
    return decisions.DecisionRow(game, n, n, seat, f"key:{n}", 1, "person", barrier, b"events", n * 10, None, click)


async def play(tx: Transaction, game: int, n: int, *, barrier: int = 1, checkpoint: bool = True) -> None:
    await decisions.append(tx, decision(game, n, barrier=barrier))
    if checkpoint:
        await checkpoints.put(tx, checkpoints.CheckpointRow(game, n, n, b"state %d" % n, n * 10))


async def numbers(db: Database, game: int, after: int = 0) -> list[int]:
    return [row.n for row in await decisions.live(db, game, after)]


# ---------------------------------------------------------------------- idempotency


async def test_the_same_click_delivered_twice_counts_once(db: Database, game: int) -> None:
    async def click(n: int) -> bool:
        async with db.transaction() as tx:
            if not await interactions.claim(tx, 777, n):
                return False
            await decisions.append(tx, decision(game, n, click=777))
            return True

    assert await click(1)
    assert not await click(2)
    assert await numbers(db, game) == [1]


async def test_a_click_whose_transaction_failed_may_come_again(db: Database, game: int) -> None:
    with pytest.raises(ZeroDivisionError):
        async with db.transaction() as tx:
            assert await interactions.claim(tx, 777, 1)
            _ = 1 // 0
    async with db.transaction() as tx:
        assert await interactions.claim(tx, 777, 1)


async def test_one_click_makes_one_decision_and_must_be_claimed(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        await interactions.claim(tx, 777, 1)
        await decisions.append(tx, decision(game, 1, click=777))
        with pytest.raises(Duplicate, match="interaction_id"):
            await decisions.append(tx, decision(game, 2, click=777))
        with pytest.raises(BadRow, match="FOREIGN KEY"):
            await decisions.append(tx, decision(game, 2, click=778))
    assert await numbers(db, game) == [1]


async def test_two_decisions_cannot_have_one_number(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        await play(tx, game, 1)
        with pytest.raises(Duplicate, match=r"decisions\.n"):
            await decisions.append(tx, decision(game, 1))


# ---------------------------------------------------------------------- append-only


@pytest.mark.parametrize(
    ("sql", "why"),
    [
        ("DELETE FROM decisions", "never deleted"),
        ("UPDATE decisions SET keys = 'other'", "never changed"),
        ("UPDATE decisions SET undone_at = NULL", "undone once"),
    ],
)
async def test_decisions_are_not_deleted_changed_or_revived(db: Database, game: int, sql: str, why: str) -> None:
    async with db.transaction() as tx:
        await play(tx, game, 1)
        await decisions.undo(tx, game, 1, 99)
        with pytest.raises(BadRow, match=why):
            await tx.run(sql)


@pytest.mark.parametrize(
    "wrong",
    [{"n": 0}, {"step": -1}, {"origin": "ghost"}, {"barrier": 2}, {"seat": 5}, {"keys": b"41"}, {"events": "text"}],
)
async def test_a_decision_that_makes_no_sense_is_refused(db: Database, game: int, wrong: dict[str, object]) -> None:
    with pytest.raises(BadRow, match=r"CHECK|FOREIGN KEY|cannot store"):
        async with db.transaction() as tx:
            await decisions.append(tx, replace(decision(game, 1), **wrong))  # type: ignore[arg-type]


# ---------------------------------------------------------------------- undo


async def test_an_undo_marks_and_the_next_decision_takes_a_new_number(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        for n in (1, 2, 3, 4):
            await play(tx, game, n)
        assert await decisions.undo(tx, game, 3, 99) == (3, 4)
        assert await decisions.undo(tx, game, 3, 100) == ()
        n = await decisions.last_n(tx, game) + 1
        await play(tx, game, n)
    assert n == 5
    assert await numbers(db, game) == [1, 2, 5]
    assert await numbers(db, game, after=2) == [5]
    assert [(row.n, row.undone_at) for row in await decisions.log(db, game)] == [
        (1, None),
        (2, None),
        (3, 99),
        (4, 99),
        (5, None),
    ]


async def test_an_undo_across_checkpoints_resumes_from_the_one_before(db: Database, game: int) -> None:
    async def latest(upto: int | None = None) -> int:
        row = await checkpoints.latest(db, game, upto)
        assert row is not None
        return row.n

    assert await latest() == 0
    async with db.transaction() as tx:
        for n in (1, 2, 3, 4, 5):
            await play(tx, game, n, checkpoint=n in (2, 4))
    assert (await latest(), await latest(3), await latest(1)) == (4, 2, 0)
    async with db.transaction() as tx:
        await decisions.undo(tx, game, 4, 99)
    assert await latest() == 2
    assert await numbers(db, game, after=2) == [3], "to be applied to the State of checkpoint 2"
    async with db.transaction() as tx:
        await play(tx, game, 6)
    assert (await latest(), await latest(5)) == (6, 2)
    async with db.transaction() as tx:
        await decisions.undo(tx, game, 1, 100)
    assert await latest() == 0
    assert await db.rows("SELECT count(*) FROM checkpoints") == [(4,)], "all are kept"


async def test_a_checkpoint_belongs_to_a_decision_and_there_is_one_each(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        with pytest.raises(BadRow, match="FOREIGN KEY"):
            await checkpoints.put(tx, checkpoints.CheckpointRow(game, 1, 1, b"", 1))
        with pytest.raises(Duplicate):
            await checkpoints.put(tx, checkpoints.CheckpointRow(game, 0, 0, b"", 1))


async def test_games_do_not_see_each_others_decisions(db: Database, game: int) -> None:
    other = await seat_two_people(db, channel=501)
    async with db.transaction() as tx:
        await play(tx, game, 1)
        await play(tx, other, 1)
        await play(tx, other, 2)
        assert await decisions.undo(tx, other, 1, 99) == (1, 2)
    assert await numbers(db, game) == [1]
    assert await decisions.last_n(db, game) == 1


# ---------------------------------------------------------------------- what is public


async def test_only_decisions_up_to_the_last_barrier_are_public(db: Database, game: int) -> None:
    async def public(after: int = 0) -> list[int]:
        return [row.n for row in await decisions.public(db, game, after)]

    assert await public() == []
    async with db.transaction() as tx:
        await play(tx, game, 1, barrier=0)
    assert await public() == []
    async with db.transaction() as tx:
        await play(tx, game, 2, barrier=1)
        await play(tx, game, 3, barrier=0)
    assert await public() == [1, 2]
    assert await public(after=1) == [2]
    async with db.transaction() as tx:
        await decisions.undo(tx, game, 2, 99)
        await play(tx, game, 4, barrier=0)
    assert await public() == []


async def test_what_a_person_has_seen_never_goes_back(db: Database, game: int) -> None:
    assert await seen.get(db, game, 1) == 0
    async with db.transaction() as tx:
        for n in (4, 2):
            await seen.mark(tx, game, 1, n)
        await seen.mark(tx, game, 2, 1)
    assert (await seen.get(db, game, 1), await seen.get(db, game, 2)) == (4, 1)


# ---------------------------------------------------------------------- requests


async def test_a_request_collects_agreements_until_it_is_withdrawn(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        await play(tx, game, 1)
        asked = await requests.put(tx, game, "undo", asked_by=1, from_n=1, at=50)
        await requests.vote(tx, game, "undo", 2, 60, agrees=False)
        assert await requests.votes(tx, game, "undo") == {1: True, 2: False}
        await requests.vote(tx, game, "undo", 2, 70)
        assert await requests.votes(tx, game, "undo") == {1: True, 2: True}
        await requests.put(tx, game, "end", asked_by=2, from_n=None, at=55)
    assert asked == requests.RequestRow(game, "undo", 1, 1, 1, 0, 50)
    assert await requests.get(db, game, "undo") == asked
    assert await requests.votes(db, game, "end") == {2: True}
    async with db.transaction() as tx:
        await requests.withdraw(tx, game, "undo")
    assert await requests.get(db, game, "undo") is None
    assert await requests.votes(db, game, "undo") == {}
    assert await requests.get(db, game, "end") is not None


async def test_a_request_to_undo_lapses_with_the_next_decision(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        await play(tx, game, 1)
        await requests.put(tx, game, "undo", asked_by=1, from_n=1, at=50)
        await requests.vote(tx, game, "undo", 2, 60)
        await requests.put(tx, game, "end", asked_by=1, from_n=None, at=50)
        await play(tx, game, 2)
    assert await requests.get(db, game, "undo") is None
    assert await requests.get(db, game, "end") is not None, "what does not hang on the moves stays"
    async with db.transaction() as tx:
        await requests.put(tx, game, "undo", asked_by=2, from_n=2, at=70)
    assert await requests.votes(db, game, "undo") == {2: True}, "nobody agreed to the new one yet"


async def test_a_request_lapses_with_an_undo(db: Database, game: int) -> None:
    async with db.transaction() as tx:
        await play(tx, game, 1)
        await requests.put(tx, game, "undo", asked_by=1, from_n=1, at=50)
        await decisions.undo(tx, game, 1, 60)
        await games.advance_epoch(tx, game)
    assert await requests.get(db, game, "undo") is None


async def test_agreeing_to_nothing_is_an_error(db: Database, game: int) -> None:
    with pytest.raises(BadRow, match="FOREIGN KEY"):
        async with db.transaction() as tx:
            await requests.vote(tx, game, "undo", 2, 60)
