"""A test of many values fails at the first wrong one and names it."""

from __future__ import annotations

import pytest

from tests.check_each import check_each

checked: list[tuple[int, str]] = []


@check_each("number", range(3))
@pytest.mark.parametrize("word", ["a", "b"])
def test_every_value_is_checked_in_every_case(number: int, word: str) -> None:
    checked.append((number, word))
    assert [value for value, case in checked if case == word] == [*range(number + 1)]


def test_wrong_value_is_named() -> None:
    @check_each("number", range(9))
    def check_number(number: int) -> None:
        assert number < 3

    with pytest.raises(AssertionError) as caught:
        check_number()
    assert caught.value.__notes__ == ["number: 3"]
