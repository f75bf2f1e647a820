"""A slice of the long fault run (`python -m tests.faults`)."""

from __future__ import annotations

from .run import fault_run


async def test_killed_at_random_instants_nothing_is_lost_or_doubled() -> None:
    outcome = await fault_run(kills=4, seed=11)
    assert outcome.presses > 0
    assert (outcome.lost, outcome.pings, outcome.cards, outcome.violations) == ([], [], [], 0)
