"""Slices of the tests: the README's command runs a part of the cases of long tests, `.ci/run` a part of the others,
`bash .ci/run --complete` all.

A case that the README's command leaves out is marked `release`, by hand (`discovered.mark_slice`) or here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence, Set
from zlib import crc32

import pytest

from tests.discovered import list_shipped_games

STEPS = (
    (r"tests/GAME/pictures/", 3),
    (r"tests/GAME/(test_fuzz|test_unasked|books/)", 3),
    (r"tests/contract/pictures/", 5),
    (r"tests/contract/test_privacy", 2),
    (r"tests/contract/.*(noticed|detected)", 2),
    (r"tests/contract/", 3),
    (r"tests/bot/test_(card|numbers)", 2),
    (r"tests/bot/(commands/test_commands|lobby/test_options_entry_forms|privacy/test_seat_changes)", 3),
    (r"tests/(phone|reasons)/.*(?<!noticed)$", 3),
    (r"tests/(attack|counts|e2e|phone|playground|reasons|render)/", 2),
    (r"tests/greedy_0_12/", 5),
    (r"tests/table/(history/test_secret_answers|play/test_refusals|state/test_recent_actions)", 3),
    (r"tests/table/(personal/test_table_inbox|seats/test_histories|test_histories)", 3),
)
"""Start of a test's path, and N: the README's command runs every Nth of the test's cases. The first match counts."""


def mark_slices(items: Sequence[pytest.Item]) -> None:
    """Mark the cases that the README's command leaves out. It runs at least one of each test."""
    games = "(" + "|".join(list_shipped_games()) + ")"
    steps = [(re.compile(path.replace("GAME", games)), step) for path, step in STEPS]
    cases = [item for item in items if "[" in item.nodeid and item.get_closest_marker("release") is None]
    counts, numbers = Counter(map(_name_test, cases)), Counter[str]()
    for case in cases:
        test = _name_test(case)
        step = next((step for path, step in steps if path.match(test)), 1)
        if not _is_chosen(test, numbers[test], min(step, counts[test])):
            case.add_marker("release")
        numbers[test] += 1


def list_skipped_cases(items: Sequence[pytest.Item], step: int) -> Set[pytest.Item]:
    """Return the items marked `release` that are no Nth case of their test, with N = `step`.

    A test without cases is the first case of itself. A test marked `release(is_in_each_run=True)` is never skipped.
    """
    numbers = Counter[str]()
    skipped = set()
    for item in items:
        marker = item.get_closest_marker("release")
        if marker is None or marker.kwargs.get("is_in_each_run"):
            continue
        test = _name_test(item)
        if not _is_chosen(test, numbers[test], step):
            skipped.add(item)
        numbers[test] += 1
    return skipped


def _name_test(item: pytest.Item) -> str:
    """Return the id of an item without its case."""
    return item.nodeid.partition("[")[0]


def _is_chosen(test: str, number: int, step: int) -> bool:
    """Return whether a slice has this case. The first chosen one differs between tests, and each next round begins one
    case later: cases often come in rows of languages, numbers of seats or games, all of which should have their turn.
    """
    return (number + number // step + crc32(test.encode())) % step == 0
