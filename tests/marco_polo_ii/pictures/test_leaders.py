"""Who leads is seen on the board."""

from __future__ import annotations

import pytest

from tests.marco_polo_ii.pictures.boards import CROWDED
from tests.render.rings import CASES, count_rings


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_each_of_those_who_lead_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("marco_polo_ii", next(iter(CROWDED.values())), "mats", "vp", values) == leaders
