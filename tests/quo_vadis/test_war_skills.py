"""The skills that bend war, R7.7 (B05, B06, B09, S14 to S16, S18, S19, S30)."""

from __future__ import annotations

from engines.kernel import catalogue, read
from engines.quo_vadis.rules.war.course import war
from engines.quo_vadis.rules.war.strength import base, begin, rolls
from engines.quo_vadis.table.state import Side, War
from engines.quo_vadis.war_view import war_view
from tests.quo_vadis.stage import A, B, C, person, play, put, table, town, turn
from tests.quo_vadis.test_war import example_e9


def test_b05_one_more_strength() -> None:
    s = example_e9()
    person(s, A, skills=["B05"])
    assert [(side.seat, side.bonus) for side in begin(s).sides] == [(B, 0), (C, 0), (A, 1)]


def test_b06_towns_count_two() -> None:
    s = example_e9()
    assert base(s, C) == 1
    person(s, C, skills=["B06"])
    assert base(s, C) == 2


def test_s14_in_the_own_turn_only() -> None:
    s = example_e9()
    person(s, A, skills=["S14"])
    assert begin(s).of(A).bonus == 0
    turn(s, A, "2-4")
    assert begin(s).of(A).bonus == 2


def test_s15_in_the_turn_of_another_with_an_active_town_there() -> None:
    """S15, E18"""
    s = example_e9()
    person(s, C, skills=["S15"])
    assert begin(s).of(C).bonus == 2
    turn(s, C, "2-4")
    assert begin(s).of(C).bonus == 0
    turn(s, B, "2-4")
    town = s.space("2-4:c").town
    assert town is not None
    town.population = 0
    put(s, "2-4:c", C)
    assert begin(s).of(C).bonus == 0


def test_s16_one_more_die() -> None:
    s = table()
    fought = War("2-4", [Side(A, 1, 0, 6), Side(B, 1, 0, 6)])
    assert rolls(s, fought, A) == 1
    person(s, A, skills=["S16"])
    assert rolls(s, fought, A) == 2
    fought.elated = A
    assert rolls(s, fought, A) == 3
    put(s, "2-4:a", A, B)
    turn(s, A, "2-4")
    play(s, lambda t: war(t, A), "yes", dice=[1, 6, 5])
    assert s.playing.war is not None and s.playing.war.of(A).rolls == [1, 6] and s.playing.war.winner == A


def test_s18_a_won_war_brings_4_vp() -> None:
    s = table()
    put(s, "2-4:a", A, B)
    person(s, A, skills=["S18"])
    turn(s, A, "2-4")
    play(s, lambda t: war(t, A), "yes", dice=[5, 2])
    assert s.players[A].vp == {"territory": 0, "war": 2, "prosperity": 0, "skill": 2}


def test_s19_towns_lose_two_and_destroyed_ones_bring_vp() -> None:
    s = table()
    put(s, "2-4:a", A, B)
    towns = [town(s, "2-4:b", B, 3), town(s, "2-4:c", B, 1)]
    person(s, A, skills=["S19"])
    turn(s, A, "2-4")
    played = play(s, lambda t: war(t, A), "yes", "cube:food", dice=[5, 2])
    assert [t.population for t in towns] == [1, 0]
    assert s.players[A].vp["war"] == 2 and s.players[A].vp["skill"] == 2
    assert played.prompts[-1].max == 2  # still one resource for each town


def test_b09_half_the_morale_comes_back_and_one_more_wrath() -> None:
    s = table()
    put(s, "2-4:a", A, B)
    person(s, B, skills=["B09"], morale=3)
    turn(s, A, "2-4")
    play(s, lambda t: war(t, A), "yes", "bid:3", dice=[6, 1, 1])
    assert (s.players[B].stock["morale"], s.players[B].wrath) == (2, 2)


def test_b09_is_foretold_by_the_declaration() -> None:
    """What comes back after a lost war stands on every declaration, and both wraths on what is at stake."""
    s = table()
    put(s, "2-4:a", A, B)
    person(s, B, skills=["B09"], morale=3)
    turn(s, A, "2-4")
    played = play(s, lambda t: war(t, A), "yes", "bid:3", dice=[6, 1, 1])
    told = (option.detail for option in played.prompts[1].options)
    details = [catalogue("engines.quo_vadis").render(read(detail), "en") for detail in told if detail is not None]
    assert [detail.partition("leaves ")[2] for detail in details] == [
        "3",
        "2, 3 if you lose",
        "1, 2 if you lose",
        "0, 2 if you lose",
    ]
    s = table()
    put(s, "2-4:a", A, B)
    person(s, B, skills=["B09"], morale=3, wrath=1)
    person(s, A, skills=["S19"])
    turn(s, A, "2-4")
    fought = begin(s)
    fought.of(A).bid = 0
    seen = war_view(s, fought)
    assert [(bid.left, bid.back) for bid in seen.bids] == [(3, 0), (2, 1), (1, 1), (0, 2)]
    assert (seen.of(B).wrath, seen.of(B).loss, seen.of(A).wrath, seen.of(A).loss) == (3, 2, 1, 1)


def test_b09_not_for_the_winner() -> None:
    s = table()
    put(s, "2-4:a", A, B)
    person(s, A, skills=["B09"], morale=2)
    turn(s, A, "2-4")
    play(s, lambda t: war(t, A), "bid:2", dice=[6, 6, 1])
    assert (s.players[A].stock["morale"], s.players[A].wrath) == (0, 0)


def test_s30_levy_beside_the_bid() -> None:
    """S30 +4, no morale: it does not count for elation; also without morale; once a game."""
    s = table()
    put(s, "2-4:a", A, B)
    person(s, B, skills=["S30"])
    turn(s, A, "2-4")
    played = play(s, lambda t: war(t, A), "yes", "levy", dice=[6, 4])
    assert played.asked == [(A, "war.ask"), (B, "bid.ask")]
    fought = s.playing.war
    assert fought is not None and fought.of(B).total == 1 + 4 + 4 and fought.winner == B and fought.elated is None
    assert s.players[B].spent == ["S30"]
    put(s, "2-4:a", A)
    assert play(s, lambda t: war(t, A), "yes", dice=[6, 4]).questions == ["war.ask"]


def test_b09_without_morale_tells_of_wrath_alone() -> None:
    """What nobody gained is not told: "0 morale back"."""
    s = table()
    put(s, "2-4:a", A, B)
    person(s, B, skills=["B09"])
    turn(s, A, "2-4")
    assert [msg.key for msg in play(s, lambda t: war(t, A), "yes", dice=[6, 1]).told][-1] == "endurance.wrath"
