"""The skills that change war, R7.7 (B05, B06, B09, S14 to S16, S18, S19, S30)."""

from __future__ import annotations

from engines.kernel import load_catalogue, resolve_text
from engines.quo_vadis.rules.war.course import play_war
from engines.quo_vadis.rules.war.strength import compute_base_strength, count_rolls, create_war
from engines.quo_vadis.table.state import Side, War
from engines.quo_vadis.war_view import build_war_view
from tests.quo_vadis.stage import A, B, C, build_table, place_town, play, put_workers, set_player, start_turn
from tests.quo_vadis.test_war import build_example_e9


def test_b05_one_more_strength() -> None:
    s = build_example_e9()
    set_player(s, A, skills=["B05"])
    assert [(side.seat, side.bonus) for side in create_war(s).sides] == [(B, 0), (C, 0), (A, 1)]


def test_b06_towns_count_two() -> None:
    s = build_example_e9()
    assert compute_base_strength(s, C) == 1
    set_player(s, C, skills=["B06"])
    assert compute_base_strength(s, C) == 2


def test_s14_in_the_own_turn_only() -> None:
    s = build_example_e9()
    set_player(s, A, skills=["S14"])
    assert create_war(s).find_side(A).bonus == 0
    start_turn(s, A, "2-4")
    assert create_war(s).find_side(A).bonus == 2


def test_s15_in_the_turn_of_another_with_an_active_town_there() -> None:
    """S15, E18"""
    s = build_example_e9()
    set_player(s, C, skills=["S15"])
    assert create_war(s).find_side(C).bonus == 2
    start_turn(s, C, "2-4")
    assert create_war(s).find_side(C).bonus == 0
    start_turn(s, B, "2-4")
    town = s.find_space("2-4:c").town
    assert town is not None
    town.population = 0
    put_workers(s, "2-4:c", C)
    assert create_war(s).find_side(C).bonus == 0


def test_s16_one_more_die() -> None:
    s = build_table()
    fought = War("2-4", [Side(A, 1, 0, 6), Side(B, 1, 0, 6)])
    assert count_rolls(s, fought, A) == 1
    set_player(s, A, skills=["S16"])
    assert count_rolls(s, fought, A) == 2
    fought.elated = A
    assert count_rolls(s, fought, A) == 3
    put_workers(s, "2-4:a", A, B)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_war(t, A), "yes", dice=[1, 6, 5])
    assert s.playing.war is not None and s.playing.war.find_side(A).rolls == [1, 6] and s.playing.war.winner == A


def test_s18_a_won_war_brings_4_vp() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, A, skills=["S18"])
    start_turn(s, A, "2-4")
    play(s, lambda t: play_war(t, A), "yes", dice=[5, 2])
    assert s.players[A].vp == {"territory": 0, "war": 2, "prosperity": 0, "skill": 2}


def test_s19_towns_lose_two_and_destroyed_ones_bring_vp() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    towns = [place_town(s, "2-4:b", B, 3), place_town(s, "2-4:c", B, 1)]
    set_player(s, A, skills=["S19"])
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_war(t, A), "yes", "cube:food", dice=[5, 2])
    assert [t.population for t in towns] == [1, 0]
    assert s.players[A].vp["war"] == 2 and s.players[A].vp["skill"] == 2
    assert played.prompts[-1].max == 2  # still one resource for each town


def test_b09_half_the_morale_comes_back_and_one_more_wrath() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, skills=["B09"], morale=3)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_war(t, A), "yes", "bid:3", dice=[6, 1, 1])
    assert (s.players[B].stock["morale"], s.players[B].wrath) == (2, 2)


def test_b09_declaration_announces_the_effect() -> None:
    """Every declaration says the morale that comes back after a lost war, and the stakes say both wraths."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, skills=["B09"], morale=3)
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_war(t, A), "yes", "bid:3", dice=[6, 1, 1])
    detail_texts = (option.detail for option in played.prompts[1].options)
    details = [
        load_catalogue("engines.quo_vadis").render(resolve_text(detail), "en")
        for detail in detail_texts
        if detail is not None
    ]
    assert [detail.partition("leaves ")[2] for detail in details] == [
        "3",
        "2, 3 if you lose",
        "1, 2 if you lose",
        "0, 2 if you lose",
    ]
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, skills=["B09"], morale=3, wrath=1)
    set_player(s, A, skills=["S19"])
    start_turn(s, A, "2-4")
    fought = create_war(s)
    fought.find_side(A).bid = 0
    seen = build_war_view(s, fought)
    assert [(bid.morale_left, bid.regained) for bid in seen.bids] == [(3, 0), (2, 1), (1, 1), (0, 2)]
    assert (seen.find_side(B).wrath, seen.find_side(B).loss, seen.find_side(A).wrath, seen.find_side(A).loss) == (
        3,
        2,
        1,
        1,
    )


def test_b09_not_for_the_winner() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, A, skills=["B09"], morale=2)
    start_turn(s, A, "2-4")
    play(s, lambda t: play_war(t, A), "bid:2", dice=[6, 6, 1])
    assert (s.players[A].stock["morale"], s.players[A].wrath) == (0, 0)


def test_s30_levy_beside_the_bid() -> None:
    """S30 +4, no morale: it does not count for elation; also without morale; once a game."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, skills=["S30"])
    start_turn(s, A, "2-4")
    played = play(s, lambda t: play_war(t, A), "yes", "levy", dice=[6, 4])
    assert played.seat_questions == [(A, "war.ask"), (B, "bid.ask")]
    fought = s.playing.war
    assert (
        fought is not None and fought.find_side(B).total == 1 + 4 + 4 and fought.winner == B and fought.elated is None
    )
    assert s.players[B].spent == ["S30"]
    put_workers(s, "2-4:a", A)
    assert play(s, lambda t: play_war(t, A), "yes", dice=[6, 4]).question_keys == ["war.ask"]


def test_b09_without_morale_logs_only_wrath() -> None:
    """A gain of nothing is not logged: "0 morale back"."""
    s = build_table()
    put_workers(s, "2-4:a", A, B)
    set_player(s, B, skills=["B09"])
    start_turn(s, A, "2-4")
    assert [msg.key for msg in play(s, lambda t: play_war(t, A), "yes", dice=[6, 1]).messages][-1] == "endurance.wrath"
