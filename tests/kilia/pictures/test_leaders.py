"""Who leads is seen on the board."""

from __future__ import annotations

import pytest

from tests.kilia.pictures.boards import crowded, seen
from tests.render.rings import CASES, count_rings


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_each_of_those_who_lead_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("kilia", seen(crowded()), "mats", "points", values) == leaders
