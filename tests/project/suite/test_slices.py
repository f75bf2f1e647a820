"""Slices of long tests leave no test without a case, and give each language, number and game its turn."""

from __future__ import annotations

from collections import Counter
from typing import cast

import pytest

from tests.slices import STEPS, list_skipped_cases, mark_slices


class Case:
    """A collected test, as far as slices look at it."""

    def __init__(self, nodeid: str, marker: pytest.Mark | None = None) -> None:
        self.nodeid = nodeid
        self.marker = marker
        """Its mark `release`; None without one."""

    def get_closest_marker(self, name: str) -> pytest.Mark | None:
        assert name == "release"
        return self.marker

    def add_marker(self, name: str) -> None:
        self.marker = getattr(pytest.mark, name).mark


def collect_cases(test: str, count: int) -> list[pytest.Item]:
    return cast(list[pytest.Item], [Case(f"{test}[{n}]") for n in range(count)])


def list_kept(items: list[pytest.Item]) -> list[str]:
    return [item.nodeid for item in items if item.get_closest_marker("release") is None]


@pytest.mark.parametrize("count", range(1, 8))
def test_a_test_keeps_a_case_however_few_it_has(count: int) -> None:
    for name in "abcdef":
        items = collect_cases(f"tests/contract/pictures/test_{name}.py::test_it", count)
        mark_slices(items)
        assert 1 <= len(list_kept(items)) <= -(-count // 5) + 1


def test_cases_in_rows_of_two_languages_keep_both() -> None:
    items = collect_cases("tests/render/test_a.py::test_it", 8)
    mark_slices(items)
    kept = [int(name[-2]) for name in list_kept(items)]
    assert Counter(number % 2 for number in kept) == {0: 2, 1: 2}


def test_other_folders_keep_all() -> None:
    items = collect_cases("tests/storage/test_a.py::test_it", 9)
    mark_slices(items)
    assert len(list_kept(items)) == 9 and all("storage" not in path for path, _ in STEPS)


def test_every_third_case_runs_and_one_that_must() -> None:
    release, in_each_run = pytest.mark.release.mark, pytest.mark.release(is_in_each_run=True).mark
    cases = [Case(f"tests/a.py::test_it[{n}]", release) for n in range(9)]
    important, plain = Case("tests/a.py::test_faults", in_each_run), Case("tests/a.py::test_plain")
    skipped = list_skipped_cases(cast(list[pytest.Item], [*cases, important, plain]), 3)
    assert len(skipped) == 6 and not {important, plain} & {*cast(set[Case], skipped)}
    assert list_skipped_cases(cast(list[pytest.Item], cases), 1) == set()
