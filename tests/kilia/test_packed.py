"""Amounts packed into one number: what comes out, and that one comparison sees every amount."""

from __future__ import annotations

from itertools import product

import pytest

from engines.kilia.payment.packed import FIELDS, MOST, dominates, pack, unpack


def test_amounts_come_back() -> None:
    amounts = (0, 1, MOST, 7, 0, 2, MOST, 3, 9)
    assert len(amounts) == FIELDS and unpack(pack(amounts), FIELDS) == amounts


@pytest.mark.parametrize("one", [*product((0, 1, MOST), repeat=3)])
def test_one_dominates_if_it_has_as_much_of_everything(one: tuple[int, ...]) -> None:
    for other in product((0, 1, MOST), repeat=3):
        assert dominates(pack(one), pack(other)) == all(a >= b for a, b in zip(one, other, strict=True))
