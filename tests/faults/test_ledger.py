"""The ledger of the fault run notices what it is there for: deliberate faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage import Database
from storage.messages import outbox
from storage.play import open_questions
from tests.storage.commits import seat_two_people

from .ledger import Ledger

PERSON, MESSAGE = 1, 1001


@pytest.fixture
async def database(tmp_path: Path) -> Path:
    """One game; seat 0 is asked and was called by one message."""
    path = tmp_path / "faults.db"
    async with await Database.open(path) as db:
        game = await seat_two_people(db, 500)
        async with db.transaction() as tx:
            await open_questions.update(tx, game, (0,), step=3, epoch=0, at=10)
            key = outbox.ping_key(0, 3, 0, PERSON)
            row = await outbox.put_ping(tx, game=game, key=key, target=500, payload=b"", at=10)
            assert row is not None
            await outbox.mark_sent(tx, row.id, 20, MESSAGE)
    return path


async def test_one_ring_for_each_call_is_right(database: Path) -> None:
    assert await Ledger(rung={MESSAGE: {PERSON}, 1002: set()}).ping_faults(database) == []


@pytest.mark.parametrize(
    ("rung", "fault"),
    [
        ({}, "did not ring"),
        ({MESSAGE: set()}, "did not ring"),
        ({MESSAGE: {2}}, "did not ring"),
        ({MESSAGE: {PERSON}, 1002: {PERSON}}, "without a call"),
    ],
    ids=["never posted", "mentions nobody", "mentions somebody else", "posted twice"],
)
async def test_wrong_rings_are_noticed(database: Path, rung: dict[int, set[int]], fault: str) -> None:
    assert any(fault in one for one in await Ledger(rung=rung).ping_faults(database))


async def test_a_call_that_nobody_wrote_is_noticed(database: Path) -> None:
    async with await Database.open(database, create=False) as db, db.transaction() as tx:
        await open_questions.update(tx, 1, (0, 1), step=3, epoch=0, at=10)
    assert await Ledger(rung={MESSAGE: {PERSON}}).ping_faults(database) == ["game 1: nobody wrote the call 1.3.0.2"]
