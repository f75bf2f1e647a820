"""The accounts of reasons tell when a gain comes, not only whether its numbers fit together."""

from __future__ import annotations

from collections.abc import Callable

from engines.kernel import Message, message
from engines.quo_vadis.table.state import State
from engines.quo_vadis.view import build_view
from tests.quo_vadis.samples import REASON_ACCOUNTS
from tests.quo_vadis.stage import A, B, build_table, place_town, put_workers, set_player, start_turn


def build_change() -> State:
    """Return A's change of a generation of 2 cards with 3 areas under control, one of them by two workers."""
    s = build_table()
    start_turn(s, A, "1-3", is_change=True, old_size=2)
    put_workers(s, "1-3:a", A)
    put_workers(s, "1-3:b", A)
    put_workers(s, "3-4:a", A)
    for space in ("1-4:a", "1-5:a"):
        place_town(s, space, A)
    return s


def build_town(s: State) -> None:
    place_town(s, "2-3:a", A)


def count(reason: Message, build: Callable[[], State], change: Callable[[State], object]) -> set[int] | None:
    """Return the numbers that the account of a reason finds in a change of a table; None: it did not happen."""
    before, after = build(), build()
    change(after)
    found = REASON_ACCOUNTS[reason.key].recount(build_view(before, A), build_view(after, A), A, reason)
    assert found is None or isinstance(found, set)
    return found


def test_the_territory_bonus_comes_with_the_town_and_counts_its_areas() -> None:
    """R7.9 Any product of two numbers was taken for a bonus, at any time."""
    assert count(message("aid.bonus", cards=2, areas=3, vp=6), build_change, lambda s: None) is None
    assert count(message("aid.bonus", cards=2, areas=4, vp=8), build_change, build_town) == {2, 4, 8}
    assert count(message("aid.bonus", cards=2, areas=3, vp=6), build_change, build_town) is None
    assert count(message("aid.bonus", cards=3, areas=4, vp=12), build_change, build_town) is None


def build_effective_rule() -> State:
    s = build_change()
    set_player(s, A, skills=["S24"])
    return s


def test_effective_rule_counts_an_area_held_alone() -> None:
    """S24 One worker alone counts, but not beside others."""

    def build_with_rival(s: State) -> None:
        build_town(s)
        put_workers(s, "3-4:b", B)

    assert count(message("aid.bonus", cards=2, areas=5, vp=10), build_effective_rule, build_town) == {2, 5, 10}
    assert count(message("aid.bonus", cards=2, areas=4, vp=8), build_effective_rule, build_with_rival) == {2, 4, 8}


def build_neighbours() -> State:
    """Return A's turn in an area where A and B stand on different spaces."""
    s = build_table()
    start_turn(s, A, "2-4")
    put_workers(s, "2-4:a", A)
    put_workers(s, "2-4:b", B)
    return s


def test_a_war_comes_when_a_space_is_shared() -> None:
    """R7.7 Rivals on other spaces of the area were taken for a war."""
    war, peace = message("aid.war", percent=60), message("aid.peace", percent=60)
    assert count(war, build_neighbours, lambda s: put_workers(s, "2-4:c", A)) is None
    assert count(war, build_neighbours, lambda s: put_workers(s, "2-4:b", A)) == {60}
    assert count(peace, build_neighbours, lambda s: None) is None


def build_war() -> State:
    s = build_neighbours()
    put_workers(s, "2-4:b", A)
    return s


def test_a_war_that_was_coming_needs_better_odds() -> None:
    """R7.7 Without them, whatever followed was said to bring it."""
    war = message("aid.war", percent=60)
    assert count(war, build_war, lambda s: set_player(s, A, food=3)) is None
    assert count(war, build_war, lambda s: set_player(s, A, morale=3)) == {60}


def test_no_chance_is_better_than_all_morale_makes_it() -> None:
    """R7.7 Two workers against one, without morale, and with three that let the die be rolled twice."""
    sure = message("aid.war", percent=97)
    assert count(sure, build_neighbours, lambda s: put_workers(s, "2-4:b", A)) is None

    def attack(s: State) -> None:
        put_workers(s, "2-4:b", A)
        set_player(s, A, morale=3)

    assert count(sure, build_neighbours, attack) == {97}


def test_a_generation_grows_by_its_card() -> None:
    """R7.5 A generation that had its size before was said to grow to it."""

    def build() -> State:
        s = build_neighbours()
        set_player(s, A, stacks=["labour labour", "miracle"])
        return s

    grown = message("aid.stack_last", cards=2)
    assert count(grown, build, lambda s: None) is None
    assert count(grown, build, lambda s: set_player(s, A, stacks=["labour labour", "miracle labour"])) == {1, 2}
