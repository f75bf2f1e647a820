"""The most telling of all forged presses; `python -m tests.attack.forged` makes them all."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from tests.bot.conftest import TableHarness, real_discord_afterwards, table
from tests.discovered import mark_slice

from .presses import (
    ALL_VERBS,
    EXPECTED_FILE,
    FAILED,
    MALFORMED,
    list_leaks,
    list_telling_presses,
    press_forged,
    press_malformed,
    read_expected,
)
from .stage import PERSONS, STATES, TWINS, Stage

__all__ = ["real_discord_afterwards", "table"]

pytestmark = pytest.mark.sqlite_only(reason="copies the file in each state")

EVERY = 5
"""Every fifth control is looked at for secrets."""


@pytest.fixture
async def stage(table: TableHarness) -> AsyncIterator[Stage]:
    stage = Stage(table)
    await stage.prepare()
    yield stage
    await stage.settle()


def test_the_table_has_an_answer_for_every_press() -> None:
    expected = read_expected(EXPECTED_FILE.read_text("utf-8"))
    assert set(expected) == set(itertools.product(ALL_VERBS, STATES, PERSONS))
    assert FAILED not in expected.values()


@pytest.mark.parametrize("first", mark_slice([0, 1], lambda first: first == 0))
async def test_forged_presses_are_answered_as_the_table_says(stage: Stage, first: int) -> None:
    """first: index of the first of the states that this run presses in, every second one."""
    expected = read_expected(EXPECTED_FILE.read_text("utf-8"))
    states = list(STATES)[first::2]
    for state, verb, person in list_telling_presses(expected):
        if state not in states:
            continue
        if state != stage.state:
            await stage.restore(state)
        answer = await press_forged(stage, verb, state, person)
        assert answer.letter == expected[verb, state, person], (verb, state, person, answer.text)


async def test_forged_presses_tell_no_secret_and_survive_any_argument(stage: Stage) -> None:
    for offset, state in enumerate(TWINS):
        assert not await list_leaks(stage, state, ALL_VERBS[offset::EVERY])
    await stage.restore("counting")
    for number, verb in enumerate(ALL_VERBS):
        text = MALFORMED[number % len(MALFORMED)]
        assert FAILED not in await press_malformed(stage, verb, "counting", text), (verb, text)
