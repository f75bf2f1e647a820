"""Who leads is seen: a ring around the points of each."""

from __future__ import annotations

from render.kit.colour import WHITE, contrast
from render.kit.race import lead, leaders


def test_all_who_share_the_lead_are_first_but_nobody_before_the_first_point() -> None:
    assert leaders({0: 3, 1: 7, 2: 1}) == {1}
    assert leaders({0: 7, 1: 7, 2: 1}) == {0, 1}
    assert leaders({0: 0, 1: 0, 2: -1}) == frozenset()


def test_the_ring_is_dark_and_wide_enough_for_a_phone_and_the_seal_hides_none_of_it() -> None:
    ring = lead(0, 0, 40)
    assert ring.edge is not None and contrast(ring.edge, WHITE) >= 7
    assert ring.width >= 6 and ring.r - ring.width > 40
