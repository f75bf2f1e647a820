"""R7.2 Wrath of god, R7.3 population growth, the prayer and the flood (S11, S20, S21, B04)."""

from __future__ import annotations

import pytest

from engines.kernel import Table, catalogue
from engines.quo_vadis.rules.area import select_area
from engines.quo_vadis.rules.growth import flood, grow
from engines.quo_vadis.rules.wrath import prayer, reach, wrath
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import STAGE, A, B, C, asked, keys, person, play, put, table, town, turn


def test_e4_wrath_with_4() -> None:
    """E4 Two spaces: workers home, the town of population 1 destroyed, all of 1-3 becomes sea."""
    s = table()
    person(s, B, wrath=4)
    put(s, "1-3:a", A, C)
    put(s, "1-3:c", C)
    fallen = town(s, "1-3:b", A, 1)
    turn(s, B, "1-3")
    played = play(s, lambda t: wrath(t, B), "strike:a+b")
    assert s.space("1-3:a").workers == [0, 0, 0] and s.space("1-3:c").workers == [0, 0, 1]
    assert not fallen.active and s.players[B].wrath == 0 and s.playing.paid == 4
    assert s.areas["1-3"].terrains == ("sea",) * 3 and s.tokens["sea"] == 7
    assert s.players[A].workers == 10 and s.players[C].workers == 9
    assert played.keys_told == ["wrath.done", "workers.home", "workers.home", "town.destroyed", "token.done"]


def test_workers_of_one_player_go_home_in_one_sentence() -> None:
    s = table()
    person(s, B, wrath=4)
    put(s, "1-3:a", A)
    put(s, "1-3:b", A)
    turn(s, B, "1-3")
    played = play(s, lambda t: wrath(t, B), "strike:a+b")
    assert "2 workers of Ann go home." in played.sentences and played.keys_told.count("workers.home") == 1
    assert s.players[A].workers == 10


@pytest.mark.parametrize(
    ("side", "amount", "skills", "reached"),
    [
        ("standard", 2, [], None),
        ("standard", 3, [], (1, 1)),
        ("standard", 4, [], (2, 1)),
        ("standard", 5, [], (3, 1)),
        ("custom", 5, [], (3, 1)),
        ("custom", 6, [], (3, 2)),
        ("standard", 1, ["S20"], None),
        ("standard", 2, ["S20"], (1, 1)),
        ("standard", 5, ["S20"], (3, 1)),
        ("custom", 5, ["S20"], (3, 2)),
    ],
)
def test_r7_2_what_so_much_wrath_does(side: str, amount: int, skills: list[str], reached: tuple[int, int]) -> None:
    """The tiers; S20 counts 1 more, but the loss of 2 is for the custom side only (ruling 6)."""
    s = table(options={"board_side": side})
    person(s, A, wrath=amount, skills=skills)
    tier = reach(s, A)
    assert (tier and (tier.max_spaces, tier.town_loss)) == reached


def test_r7_2_own_pieces_are_struck_too_and_empty_spaces_may_be_chosen() -> None:
    s = table()
    person(s, A, wrath=5)
    put(s, "1-3:a", A)
    mine = town(s, "1-3:b", A, 3)
    turn(s, A, "1-3")
    assert keys(s, lambda t: wrath(t, A)) == [
        "pass",
        *(f"strike:{spaces}" for spaces in ("a", "b", "c", "a+b", "a+c", "b+c", "a+b+c")),
    ]
    play(s, lambda t: wrath(t, A), "strike:a+b+c")
    assert (mine.population, s.players[A].workers, s.areas["1-3"].token) == (2, 10, "mountain")


def test_r7_2_on_the_custom_side_6_wrath_take_2_population() -> None:
    s = table(options={"board_side": "custom"})
    person(s, A, wrath=6)
    hit = town(s, "1-3:b", B, 3)
    turn(s, A, "1-3")
    play(s, lambda t: wrath(t, A), "strike:b")
    assert hit.population == 1


def test_r7_2_passing_keeps_the_wrath() -> None:
    s = table()
    person(s, A, wrath=3)
    turn(s, A, "1-3")
    assert play(s, lambda t: wrath(t, A), "pass").told == []
    assert s.players[A].wrath == 3 and s.areas["1-3"].token is None


def test_r7_2_tokens_replace_each_other_and_run_out() -> None:
    s = table()
    turn(s, A, "1-3")
    person(s, A, wrath=3)
    s.areas["1-3"].token, s.tokens["sea"] = "sea", 7
    play(s, lambda t: wrath(t, A), "strike:a")
    assert (s.areas["1-3"].token, s.tokens["sea"], s.tokens["mountain"]) == ("mountain", 8, 2)
    person(s, A, wrath=3)
    play(s, lambda t: wrath(t, A), "strike:a")
    assert (s.areas["1-3"].token, s.tokens["mountain"]) == ("mountain", 2)
    for area in ("1-2", "1-4"):
        s.areas[area].token = "mountain"
        s.tokens["mountain"] -= 1
    s.areas["2-4"].token, s.tokens["sea"] = "sea", 7
    turn(s, A, "2-4")
    person(s, A, wrath=3)
    play(s, lambda t: wrath(t, A), "strike:a")
    assert (s.areas["2-4"].token, s.tokens["mountain"], s.tokens["sea"]) == ("sea", 0, 7)


def test_e5_growth() -> None:
    """E5 1 and 3 become 2 and 4, a destroyed town stays destroyed."""
    s = table()
    towns = [town(s, "2-4:a", C, 1), town(s, "2-4:b", C, 3), town(s, "2-4:c", C, 0)]
    other = town(s, "1-3:a", C, 1)
    turn(s, C, "2-4")
    grow_now(s, C)
    assert [t.population for t in towns] == [2, 4, 0] and other.population == 1


def test_s21_towns_grow_by_one_more() -> None:
    s = table()
    mine, foreign = town(s, "2-4:a", C, 1), town(s, "2-4:b", B, 1)
    person(s, C, skills=["S21"])
    turn(s, C, "2-4")
    grow_now(s, C)
    assert (mine.population, foreign.population) == (3, 1)


def test_e20_wrath_comes_before_growth() -> None:
    """E20 Population 1 is destroyed and does not grow; 2 falls to 1 and grows again."""
    for before, after in ((1, 0), (2, 2)):
        s = table()
        person(s, C, wrath=3)
        mine = town(s, "1-4:a", C, before)
        put(s, "1-4:a", A)
        turn(s, C, "1-4")
        play(s, lambda t: wrath(t, C), "strike:a")
        grow_now(s, C)
        assert (mine.population, s.players[A].workers, s.areas["1-4"].token) == (after, 10, "plains")


def test_s11_prayer() -> None:
    """S11 2 faith for 1 wrath, before wrath; not when wrath is full, not without faith, not without the skill."""
    s = table()
    person(s, A, skills=["S11"], faith=3, wrath=2)
    turn(s, A, "1-3")
    play(s, lambda t: prayer(t, A), "pray")
    assert (s.players[A].stock["faith"], s.players[A].wrath) == (1, 3)
    assert not asked(s, lambda t: prayer(t, A))
    person(s, A, faith=3, wrath=5)
    assert not asked(s, lambda t: prayer(t, A))
    person(s, A, skills=[], wrath=2)
    assert not asked(s, lambda t: prayer(t, A))


def test_b04_flood() -> None:
    """B04 1 faith for a sea token; not where one lies, not without faith, not when none is left."""
    s = table()
    person(s, B, skills=["B04"], faith=1)
    s.areas["1-3"].token, s.tokens["plains"] = "plains", 2
    turn(s, B, "1-3")
    play(s, lambda t: flood(t, B), "flood")
    assert (s.areas["1-3"].token, s.tokens["sea"], s.tokens["plains"]) == ("sea", 7, 3)
    assert s.players[B].stock["faith"] == 0
    person(s, B, faith=1)
    assert not asked(s, lambda t: flood(t, B))
    turn(s, B, "2-4")
    assert asked(s, lambda t: flood(t, B))
    person(s, B, faith=0)
    assert not asked(s, lambda t: flood(t, B))
    person(s, B, faith=1)
    s.tokens["sea"] = 0
    assert not asked(s, lambda t: flood(t, B))


def grow_now(s: State, seat: int) -> None:
    async def growing(t: Table[State]) -> None:
        grow(t, seat)

    play(s, growing)


def test_r7_2_the_questions_name_the_wrath_and_what_becomes_of_the_area() -> None:
    """Gigant is on turn: all of the area becomes mountain; a second strike with the same token changes nothing."""
    s = table()
    person(s, A, wrath=3)
    words = catalogue("engines.quo_vadis")
    asked_area = STAGE.question(s, lambda t: select_area(t, A)).text
    assert "You may strike it, too, with all your wrath (3)." in words.render(asked_area, "en")
    turn(s, A, "2-4")
    assert "All of the area becomes mountain then." in words.render(STAGE.question(s, lambda t: wrath(t, A)).text, "en")
    s.areas["2-4"].token = "mountain"
    assert STAGE.question(s, lambda t: wrath(t, A)).text.key == "wrath.ask"
