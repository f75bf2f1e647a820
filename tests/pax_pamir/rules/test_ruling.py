"""R4.4 Influence, R4.5 ruling, R4.6 hostages."""

from __future__ import annotations

import pytest

from engines.pax_pamir.data.content import COALITIONS
from engines.pax_pamir.table.derived import compute_influence, find_captor, find_ruler
from tests.pax_pamir.table import A, B, C, build_state, set_player

AFGHAN, BRITISH, RUSSIAN = COALITIONS


@pytest.mark.parametrize(
    ("armies", "tribes", "loyalties", "rules"),
    [
        ((2, 2, 2), {A: 1}, (AFGHAN,), A),
        ((0, 0, 2), {A: 2}, (BRITISH,), None),
        ((0, 3, 0), {A: 1, B: 2}, (BRITISH, BRITISH), B),
        ((0, 4, 0), {B: 1}, (BRITISH, RUSSIAN), None),
        ((0, 1, 0), {A: 1, B: 2}, (BRITISH, RUSSIAN), None),
        ((0, 1, 0), {A: 1, B: 2}, (AFGHAN, RUSSIAN), B),
        ((3, 0, 0), {A: 2, B: 2}, (BRITISH, RUSSIAN), None),
        ((0, 0, 0), {A: 1, B: 1}, (BRITISH, BRITISH), None),
        ((0, 0, 0), {}, (BRITISH,), None),
    ],
    ids=["a", "b", "c", "d", "e", "f", "armies nobody is loyal to", "tie", "empty"],
)
def test_e5_rulers(
    armies: tuple[int, int, int], tribes: dict[int, int], loyalties: tuple[str, ...], rules: int | None
) -> None:
    """E5 and R4.5: a tribe, more ruling pieces than every other player and every other coalition."""
    s = build_state(
        3, armies={"herat": dict(zip((AFGHAN, BRITISH, RUSSIAN), armies, strict=True))}, tribes={"herat": tribes}
    )
    for player in (A, B, C):
        set_player(s, player, loyalty=loyalties[player] if player < len(loyalties) else AFGHAN)
    if AFGHAN not in loyalties:
        set_player(s, C, loyalty=loyalties[0])  # no player is Afghan
    assert find_ruler(s, "herat") == rules


def test_r4_5_roads_never_count() -> None:
    s = build_state(2, tribes={"herat": {A: 1, B: 1}}, roads={"herat_persia": {AFGHAN: 5}})
    assert find_ruler(s, "herat") is None


@pytest.mark.parametrize(
    ("armies", "tribes", "rules"),
    [
        ({BRITISH: 3, RUSSIAN: 2}, {1: 1}, 1),
        ({BRITISH: 3, RUSSIAN: 2}, {1: 1, 0: 1}, None),
        ({AFGHAN: 2}, {0: 3}, 0),
        ({AFGHAN: 2, BRITISH: 3}, {0: 1}, None),
        ({AFGHAN: 2, BRITISH: 2}, {0: 1, 1: 2}, 1),
    ],
)
def test_r14_2_wakhan_rules_with_one_coalition(
    armies: dict[str, int], tribes: dict[int, int], rules: int | None
) -> None:
    """R14.2 Her ruling pieces: tribes and the armies of the most numerous single coalition. A is Afghan."""
    s = build_state(1, wakhan=True, armies={"herat": armies}, tribes={"herat": tribes}, ai=[1])
    if tribes.get(0) and armies == {BRITISH: 3, RUSSIAN: 2}:
        set_player(s, A, loyalty=BRITISH)
    assert find_ruler(s, "herat") == rules


@pytest.mark.parametrize(
    ("spies", "holds"),
    [
        ({A: 0, B: 2, C: 2}, None),
        ({A: 2, B: 2}, None),
        ({B: 2, C: 1}, B),
        ({A: 1, B: 2}, B),
        ({A: 2, B: 1}, None),
        ({A: 3}, None),
    ],
)
def test_r4_6_hostages(spies: dict[int, int], holds: int | None) -> None:
    """R4.6, R15.4-5: more spies than every other player, the owner included."""
    s = build_state(3, spies={13: spies})
    set_player(s, A, court=[13])
    assert find_captor(s, 13) == holds
    assert find_captor(s, 12) is None


def test_r4_4_influence() -> None:
    """R4.4 1 + patriots + prizes + gifts."""
    s = build_state(3)
    set_player(s, A, loyalty=BRITISH, court=[20, 40, 31], prizes=[25], gifts=[2, 6])
    assert compute_influence(s, A) == 1 + 2 + 1 + 2
    s.players[A].events = [106]
    assert compute_influence(s, A) == 1 + 2 + 1 + 4
    s.players[A].events = [106, 108]
    assert compute_influence(s, A) == 1 + 0 + 1 + 4
    s.players[A].events = []
    s.globals = [106]
    assert compute_influence(s, A) == 1 + 2 + 1


def test_r14_2_influence_of_wakhan() -> None:
    """R14.2 1 + patriots and prizes of the dominant coalition + all her gifts."""
    s = build_state(1, wakhan=True, ai=[1])
    set_player(s, 1, court=[20, 40, 3], prizes=[25, 5], gifts=[2])
    assert [compute_influence(s, 1, coalition) for coalition in (AFGHAN, BRITISH, RUSSIAN)] == [4, 5, 2]


def test_r4_5_armies_alone_do_not_rule() -> None:
    """R4.5 A has most ruling pieces by far, but no tribe there: no player rules."""
    s = build_state(2, armies={"herat": {"afghan": 3}}, tribes={"herat": {B: 1}})
    set_player(s, A, loyalty="afghan")
    set_player(s, B, loyalty="british")
    assert find_ruler(s, "herat") is None
    s.tribes["herat"][A] = 1
    assert find_ruler(s, "herat") == A
