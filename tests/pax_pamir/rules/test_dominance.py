"""R10 Dominance checks and the end of the game."""

from __future__ import annotations

import pytest

from engines.kernel import ends_game
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.rules.dominance_check import resolve_dominance_check
from engines.pax_pamir.table.scoring import (
    compute_check_points,
    compute_points,
    compute_scores,
    count_checks_left,
    find_clear_leader,
    find_dominant_coalition,
)
from engines.pax_pamir.table.state import State
from engines.pax_pamir.view import build_view
from tests.pax_pamir.table import A, B, C, build_state, find_space, play_rule, set_player, start_match

SUCCESSFUL, UNSUCCESSFUL = (5, 3, 1), (3, 1)


def build_blocks_state(british: int = 0, russian: int = 0, afghan: int = 0, players: int = 3, **more: object) -> State:
    """Return a table with this many blocks on the map, half of them roads."""
    counts = {"british": british, "russian": russian, "afghan": afghan}
    armies = {side: n // 2 for side, n in counts.items() if n > 1}
    roads = {side: n - n // 2 for side, n in counts.items() if n}
    return build_state(players, armies={"herat": armies}, roads={"herat_persia": roads}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("british", "russian", "afghan", "wins"),
    [
        (8, 4, 4, "british"),
        (7, 4, 4, None),
        (4, 0, 0, "british"),
        (3, 0, 0, None),
        (8, 5, 0, None),
        (2, 6, 1, "russian"),
    ],
)
def test_r10_1_dominant(british: int, russian: int, afghan: int, wins: str | None) -> None:
    """R10.1 Four blocks more than each other coalition."""
    assert find_dominant_coalition(build_blocks_state(british, russian, afghan)) == wins


def test_event_109_two_blocks_suffice() -> None:
    assert find_dominant_coalition(build_blocks_state(6, 4, 0)) is None
    assert find_dominant_coalition(build_blocks_state(6, 4, 0, globals=[109])) == "british"
    assert find_dominant_coalition(build_blocks_state(5, 4, 0, globals=[109])) is None


@pytest.mark.parametrize(
    ("values", "strengths", "points"),
    [
        (SUCCESSFUL, (4, 4), [4, 4]),
        (SUCCESSFUL, (5, 3, 3), [5, 2, 2]),
        (UNSUCCESSFUL, (6, 4, 4, 1), [3, 0, 0, 0]),
        (UNSUCCESSFUL, (5, 5, 2), [2, 2, 0]),
        ((6, 2), (5, 5, 2), [4, 4, 0]),
        ((10, 6, 2), (3, 3, 3), [6, 6, 6]),
        ((6, 2), (6, 4, 4), [6, 1, 1]),
        (SUCCESSFUL, (2,), [5]),
        (SUCCESSFUL, (1, 4, 3, 2), [0, 5, 3, 1]),
        (UNSUCCESSFUL, (0, 0), [2, 2]),
    ],
    ids=["a", "b", "c", "d", "e", "f", "g", "alone", "four", "nothing in play"],
)
def test_e11_places(values: tuple[int, ...], strengths: tuple[int, ...], points: list[int]) -> None:
    """E11 Ties share their places, rounded down; the next group starts after them."""
    assert compute_points(values, strengths) == points


def test_e11_a_successful() -> None:
    """E11(a) Only those loyal to the dominant coalition score; then blocks return, and lasting events end (R10.5-6)."""
    s = build_blocks_state(8, 4, 4, tribes={"herat": {C: 9}}, globals=[107], discards=[101])
    set_player(s, A, loyalty="british", court=[20, 40, 23])
    set_player(s, B, loyalty="british", gifts=[2, 4, 6], events=[105])
    set_player(s, C, loyalty="russian", court=[55])
    s.current_turn.placed_counts = {"army:herat:british": 1}
    assert s.rulers["herat"] == C
    played = play_rule(s, resolve_dominance_check)
    assert [player.vp for player in s.players] == [4, 4, 0]
    assert (s.checks[0].strength, s.checks[0].gained_vp) == ((4, 4, 0), (4, 4, 0))
    assert (s.armies["herat"], s.roads["herat_persia"], s.current_turn.placed_counts) == ({}, {}, {})
    assert (s.tribes["herat"][C], s.players[C].court) == (9, [55]), "no overthrow"
    assert (s.globals, s.players[B].events, sorted(s.discards)) == ([], [], [101, 105, 107])
    assert "Bela scores 4 VP for influence 4, now 4." in played.sentences


def test_r10_3_unsuccessful() -> None:
    """R10.3 All players score by cylinders in play: tribes, spies and gifts. Blocks stay."""
    s = build_blocks_state(7, 4, 4, tribes={"persia": {A: 2, B: 1}}, spies={20: {A: 1}}, discards=[101])
    set_player(s, A, court=[20], loyalty="british", gifts=[4])
    play_rule(s, resolve_dominance_check)
    assert [player.vp for player in s.players] == [3, 1, 0]
    assert sum(s.count_blocks("british")) == 7


def test_r10_2_final_values_are_doubled() -> None:
    """R10.2, R10.3"""
    s = build_blocks_state(8, 0, 0, discards=[101, 102, 103, 104])
    set_player(s, A, loyalty="british")
    set_player(s, B, loyalty="british", gifts=[2])
    play_rule(s, resolve_dominance_check)
    assert ([player.vp for player in s.players], s.phase) == ([6, 10, 0], "over")
    assert sum(s.count_blocks("british")) == 8, "the game is over"


@pytest.mark.parametrize(
    ("vp", "winner"), [((7, 3, 3), A), ((7, 4, 3), None), ((9, 5), A), ((4, 4, 0), None), ((1, 2, 6), C)]
)
def test_e12_early_win(vp: tuple[int, ...], winner: int | None) -> None:
    """E12, R10.4 Exactly one player at least 4 VP ahead of every other."""
    assert find_clear_leader(vp) == winner


def test_r10_4_the_game_ends_early() -> None:
    s = build_blocks_state(8, 0, 0, discards=[101])
    set_player(s, A, loyalty="british", vp=1)
    set_player(s, B, loyalty="russian")
    set_player(s, C, loyalty="russian")
    played = play_rule(s, resolve_dominance_check)
    assert s.phase == "over"
    assert played.sentences[-2:] == ["Ann leads by at least 4 VP.", "The game is over. The winner is Ann."]


def test_r10_1_tie_breaks() -> None:
    """R10.1 Military stars, then rupees, then a shared victory."""
    s = build_state(3)
    set_player(s, A, vp=5, rupees=9, court=[31])
    set_player(s, B, vp=5, rupees=1, court=[33])
    set_player(s, C, vp=4, rupees=30, court=[32])
    assert [(score.seat, score.place) for score in compute_scores(s)] == [(B, 1), (A, 2), (C, 3)]
    set_player(s, B, vp=5, rupees=10, court=[34])
    assert [(score.seat, score.place) for score in compute_scores(s)] == [(B, 1), (A, 2), (C, 3)]
    set_player(s, B, vp=5, rupees=9, court=[34])
    assert [(score.seat, score.place) for score in compute_scores(s)] == [(A, 1), (B, 1), (C, 3)]


def test_scores_by_check() -> None:
    s = build_blocks_state(0, 0, 0, discards=[101], tribes={"persia": {A: 1}})
    play_rule(s, resolve_dominance_check)
    (first, *_) = compute_scores(s)
    assert [(msg.key, points) for msg, points in first.parts] == [("score.check", 3)]


# ---------------------------------------------------------------- #3


def test_r11_insurrection() -> None:
    """R10.7, R11 #3: two Afghan armies in Kabul, also after an unsuccessful check. They do not count as placed."""
    s = build_state(2, discards=[101])
    set_player(s, B, loyalty="afghan", court=[3])
    play_rule(s, resolve_dominance_check)
    assert (s.armies["kabul"], s.current_turn.placed_counts) == ({"afghan": 2}, {})


def test_r11_insurrection_of_wakhan() -> None:
    s = build_state(1, wakhan=True, ai=[1, 2])
    set_player(s, 1, court=[3])
    play_rule(s, resolve_dominance_check, sound=False)
    assert s.armies["kabul"] == {"afghan": 2}


def test_r15_28_insurrection_with_an_empty_supply() -> None:
    """R15.28 The owner, not the active player, chooses the taken pieces; armies placed this turn stay."""
    s = build_state(2, armies={"herat": {"afghan": 5}, "persia": {"afghan": 2, "russian": 3}}, discards=[101])
    s.roads["herat_persia"] = {"afghan": 4}
    s.armies["punjab"] = {"russian": 8}
    s.current_turn.placed_counts = {"army:herat:afghan": 5}
    set_player(s, B, loyalty="afghan", court=[3])
    played = play_rule(s, resolve_dominance_check, "road:herat_persia")
    assert played.seat_questions == [(B, "piece.block")]
    assert played.list_option_keys("piece.block") == ["army:kabul", "army:persia", "road:herat_persia"]
    assert (s.armies["kabul"], s.roads["herat_persia"]) == ({"afghan": 2}, {"afghan": 3})


def test_no_insurrection_after_the_end() -> None:
    s = build_state(2, discards=[101, 102, 103, 104])
    set_player(s, B, loyalty="afghan", court=[3])
    play_rule(s, resolve_dominance_check)
    assert s.armies["kabul"] == {}


# ---------------------------------------------------------------- Wakhan


def test_r14_2_wakhan_takes_part_in_every_successful_check() -> None:
    """R14.2 She ranks with those loyal to the dominant coalition, by its patriots and prizes and her gifts."""
    s = build_state(1, wakhan=True, armies={"herat": {"british": 4}}, discards=[101], ai=[1, 2])
    set_player(s, A, loyalty="british", gifts=[2])
    set_player(s, 1, court=[20, 3], prizes=[5], gifts=[2])
    assert compute_check_points(s, "british", is_final=False) == [3, 5]
    assert compute_check_points(s, "russian", is_final=True) == [0, 10]
    play_rule(s, resolve_dominance_check)
    assert [player.vp for player in s.players] == [3, 5]


def test_r10_5_tribes_alone_rule_after_a_successful_check() -> None:
    """R10.5 All blocks return to supply, rulers follow, tribes stay and nothing is overthrown."""
    s = build_blocks_state(8, tribes={"herat": {A: 1}}, discards=[101])
    set_player(s, A, loyalty="afghan", vp=4, court=[58])
    assert A not in s.rulers.values()
    play_rule(s, resolve_dominance_check)
    assert (s.rulers["herat"], s.count_blocks("british"), s.players[A].court) == (A, (0, 0), [58])


def test_r10_3_the_view_forecasts_the_next_check_until_the_game_is_over() -> None:
    s = build_blocks_state(8, 4, 4)
    set_player(s, A, loyalty="british", prizes=())
    expected = compute_check_points(s, "british", is_final=count_checks_left(s) == 1)
    assert any(expected) and build_view(s, None).forecast == tuple(expected)
    assert build_view(s, None).scores == ()
    s.phase = "over"
    assert build_view(s, None).forecast == ()
    assert len(build_view(s, None).scores) == 3


@pytest.mark.parametrize("is_last", [True, False])
def test_purchase_of_the_last_check_is_known_to_end_the_game(is_last: bool) -> None:
    """The panel asks before it. Which checks lie in the deck is public: they have been discarded or not."""
    *others, check = CONTENT.checks
    deck, discards = ((), others) if is_last else (others[:1], others[1:])
    s = build_state(2, market={"T0": check, "T1": 9}, deck=[30, 31, *deck], discards=discards)
    set_player(s, A, rupees=5)
    match = start_match(s)
    assert ends_game(match, A, (f"buy:{find_space('T0')}",)) is is_last
    assert not ends_game(match, A, (f"buy:{find_space('T1')}",))
