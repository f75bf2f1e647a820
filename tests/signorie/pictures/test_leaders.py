"""Who leads is seen on the board."""

from __future__ import annotations

import pytest

from tests.render.rings import CASES, count_rings
from tests.signorie.pictures.boards import classic


@pytest.mark.parametrize(("values", "leaders"), CASES)
def test_each_of_those_who_lead_has_a_ring(values: tuple[int, ...], leaders: int) -> None:
    assert count_rings("signorie", classic(), "mats", "vp", values) == leaders
