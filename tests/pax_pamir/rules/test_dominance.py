"""R10 Dominance checks and the end of the game."""

from __future__ import annotations

import pytest

from engines.pax_pamir.rules.dominance_check import dominance_check
from engines.pax_pamir.table.dominance import clear_leader, dominant, forecast, places
from engines.pax_pamir.table.scoring import scores
from engines.pax_pamir.table.state import State
from tests.pax_pamir.table import A, B, C, person, play, state

SUCCESSFUL, UNSUCCESSFUL = (5, 3, 1), (3, 1)


def blocks(british: int = 0, russian: int = 0, afghan: int = 0, players: int = 3, **more: object) -> State:
    """So many blocks on the map, half of them roads."""
    counts = {"british": british, "russian": russian, "afghan": afghan}
    armies = {side: n // 2 for side, n in counts.items() if n > 1}
    roads = {side: n - n // 2 for side, n in counts.items() if n}
    return state(players, armies={"herat": armies}, roads={"herat_persia": roads}, **more)  # type: ignore[arg-type]


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
    assert dominant(blocks(british, russian, afghan)) == wins


def test_event_109_two_blocks_suffice() -> None:
    assert dominant(blocks(6, 4, 0)) is None
    assert dominant(blocks(6, 4, 0, globals=[109])) == "british"
    assert dominant(blocks(5, 4, 0, globals=[109])) is None


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
    assert places(values, strengths) == points


def test_e11_a_successful() -> None:
    """E11(a) Only those loyal to the dominant coalition score; then blocks return, and lasting events end (R10.5-6)."""
    s = blocks(8, 4, 4, tribes={"herat": {C: 9}}, globals=[107], discards=[101])
    person(s, A, loyalty="british", court=[20, 40, 23])
    person(s, B, loyalty="british", gifts=[2, 4, 6], events=[105])
    person(s, C, loyalty="russian", court=[55])
    s.playing.placed = {"army:herat:british": 1}
    assert s.rulers["herat"] == C
    played = play(s, dominance_check)
    assert [player.vp for player in s.players] == [4, 4, 0]
    assert (s.checks[0].strength, s.checks[0].gained) == ((4, 4, 0), (4, 4, 0))
    assert (s.armies["herat"], s.roads["herat_persia"], s.playing.placed) == ({}, {}, {})
    assert (s.tribes["herat"][C], s.players[C].court) == (9, [55]), "no overthrow"
    assert (s.globals, s.players[B].events, sorted(s.discards)) == ([], [], [101, 105, 107])
    assert "Bela (influence 4): +4 VP, now 4." in played.sentences


def test_r10_3_unsuccessful() -> None:
    """R10.3 Everybody by cylinders in play: tribes, spies and gifts. Blocks stay."""
    s = blocks(7, 4, 4, tribes={"persia": {A: 2, B: 1}}, spies={20: {A: 1}}, discards=[101])
    person(s, A, court=[20], loyalty="british", gifts=[4])
    play(s, dominance_check)
    assert [player.vp for player in s.players] == [3, 1, 0]
    assert sum(s.blocks("british")) == 7


def test_r10_2_final_values_are_doubled() -> None:
    """R10.2, R10.3"""
    s = blocks(8, 0, 0, discards=[101, 102, 103, 104])
    person(s, A, loyalty="british")
    person(s, B, loyalty="british", gifts=[2])
    play(s, dominance_check)
    assert ([player.vp for player in s.players], s.phase) == ([6, 10, 0], "over")
    assert sum(s.blocks("british")) == 8, "the game is over"


@pytest.mark.parametrize(
    ("vp", "winner"), [((7, 3, 3), A), ((7, 4, 3), None), ((9, 5), A), ((4, 4, 0), None), ((1, 2, 6), C)]
)
def test_e12_early_win(vp: tuple[int, ...], winner: int | None) -> None:
    """E12, R10.4 Exactly one player at least 4 VP ahead of every other."""
    assert clear_leader(vp) == winner


def test_r10_4_the_game_ends_early() -> None:
    s = blocks(8, 0, 0, discards=[101])
    person(s, A, loyalty="british", vp=1)
    person(s, B, loyalty="russian")
    person(s, C, loyalty="russian")
    played = play(s, dominance_check)
    assert s.phase == "over"
    assert played.sentences[-2:] == ["Ann leads by at least 4 VP.", "The game is over. The winner is Ann."]


def test_r10_1_tie_breaks() -> None:
    """R10.1 Military stars, then rupees, then a shared victory."""
    s = state(3)
    person(s, A, vp=5, rupees=9, court=[31])
    person(s, B, vp=5, rupees=1, court=[33])
    person(s, C, vp=4, rupees=30, court=[32])
    assert [(score.seat, score.place) for score in scores(s)] == [(B, 1), (A, 2), (C, 3)]
    person(s, B, vp=5, rupees=10, court=[34])
    assert [(score.seat, score.place) for score in scores(s)] == [(B, 1), (A, 2), (C, 3)]
    person(s, B, vp=5, rupees=9, court=[34])
    assert [(score.seat, score.place) for score in scores(s)] == [(A, 1), (B, 1), (C, 3)]


def test_scores_by_check() -> None:
    s = blocks(0, 0, 0, discards=[101], tribes={"persia": {A: 1}})
    play(s, dominance_check)
    (first, *_) = scores(s)
    assert [(msg.key, points) for msg, points in first.parts] == [("score.check", 3)]


# ---------------------------------------------------------------- #3


def test_r11_insurrection() -> None:
    """R10.7, R11 #3: two Afghan armies in Kabul, also after an unsuccessful check. They count as placed by nobody."""
    s = state(2, discards=[101])
    person(s, B, loyalty="afghan", court=[3])
    play(s, dominance_check)
    assert (s.armies["kabul"], s.playing.placed) == ({"afghan": 2}, {})


def test_r11_insurrection_of_wakhan() -> None:
    s = state(1, wakhan=True, ai=[1, 2])
    person(s, 1, court=[3])
    play(s, dominance_check, sound=False)
    assert s.armies["kabul"] == {"afghan": 2}


def test_r15_28_insurrection_with_an_empty_supply() -> None:
    """R15.28 The owner, who is not active, chooses what is taken; armies placed this turn stay."""
    s = state(2, armies={"herat": {"afghan": 5}, "persia": {"afghan": 2, "russian": 3}}, discards=[101])
    s.roads["herat_persia"] = {"afghan": 4}
    s.armies["punjab"] = {"russian": 8}
    s.playing.placed = {"army:herat:afghan": 5}
    person(s, B, loyalty="afghan", court=[3])
    played = play(s, dominance_check, "road:herat_persia")
    assert played.asked == [(B, "piece.block")]
    assert played.keys("piece.block") == ["army:kabul", "army:persia", "road:herat_persia"]
    assert (s.armies["kabul"], s.roads["herat_persia"]) == ({"afghan": 2}, {"afghan": 3})


def test_no_insurrection_after_the_end() -> None:
    s = state(2, discards=[101, 102, 103, 104])
    person(s, B, loyalty="afghan", court=[3])
    play(s, dominance_check)
    assert s.armies["kabul"] == {}


# ---------------------------------------------------------------- Wakhan


def test_r14_2_wakhan_takes_part_in_every_successful_check() -> None:
    """R14.2 She ranks with those loyal to the dominant coalition, by its patriots and prizes and her gifts."""
    s = state(1, wakhan=True, armies={"herat": {"british": 4}}, discards=[101], ai=[1, 2])
    person(s, A, loyalty="british", gifts=[2])
    person(s, 1, court=[20, 3], prizes=[5], gifts=[2])
    assert forecast(s, "british", final=False) == [3, 5]
    assert forecast(s, "russian", final=True) == [0, 10]
    play(s, dominance_check)
    assert [player.vp for player in s.players] == [3, 5]


def test_r10_5_after_a_successful_check_tribes_rule_alone() -> None:
    """R10.5 All blocks return to supply, rulers follow, tribes stay and nothing is overthrown."""
    s = blocks(8, tribes={"herat": {A: 1}}, discards=[101])
    person(s, A, loyalty="afghan", vp=4, court=[58])
    assert A not in s.rulers.values()
    play(s, dominance_check)
    assert (s.rulers["herat"], s.blocks("british"), s.players[A].court) == (A, (0, 0), [58])
