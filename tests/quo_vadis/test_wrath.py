"""R7.2 Wrath of god, R7.3 population growth, the prayer and the flood (S11, S20, S21, B04)."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext, load_catalogue
from engines.quo_vadis.rules.area import select_area
from engines.quo_vadis.rules.growth import grow_towns, offer_flood
from engines.quo_vadis.rules.wrath import find_tier, offer_prayer, offer_wrath
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import (
    STAGE,
    A,
    B,
    C,
    build_table,
    has_question,
    list_keys,
    place_town,
    play,
    put_workers,
    set_player,
    start_turn,
)


def test_e4_wrath_with_4() -> None:
    """E4 Two spaces: workers home, the town of population 1 destroyed, all of 1-3 becomes sea."""
    s = build_table()
    set_player(s, B, wrath=4)
    put_workers(s, "1-3:a", A, C)
    put_workers(s, "1-3:c", C)
    fallen = place_town(s, "1-3:b", A, 1)
    start_turn(s, B, "1-3")
    played = play(s, lambda t: offer_wrath(t, B), "strike:a+b")
    assert s.find_space("1-3:a").workers == [0, 0, 0] and s.find_space("1-3:c").workers == [0, 0, 1]
    assert not fallen.is_active and s.players[B].wrath == 0 and s.playing.wrath_paid == 4
    assert s.areas["1-3"].terrains == ("sea",) * 3 and s.tokens["sea"] == 7
    assert s.players[A].workers == 10 and s.players[C].workers == 9
    assert played.message_keys == ["wrath.done", "workers.home", "workers.home", "town.destroyed", "token.done"]


def test_workers_of_one_player_go_home_in_one_sentence() -> None:
    s = build_table()
    set_player(s, B, wrath=4)
    put_workers(s, "1-3:a", A)
    put_workers(s, "1-3:b", A)
    start_turn(s, B, "1-3")
    played = play(s, lambda t: offer_wrath(t, B), "strike:a+b")
    assert "2 workers of Ann go home." in played.sentences and played.message_keys.count("workers.home") == 1
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
def test_r7_2_effects_by_amount_of_wrath(side: str, amount: int, skills: list[str], reached: tuple[int, int]) -> None:
    """The tiers; S20 counts 1 more, but the loss of 2 is for the custom side only (ruling 6)."""
    s = build_table(options={"board_side": side})
    set_player(s, A, wrath=amount, skills=skills)
    tier = find_tier(s, A)
    assert (tier and (tier.max_spaces, tier.town_loss)) == reached


def test_r7_2_own_pieces_are_struck_too_and_empty_spaces_may_be_chosen() -> None:
    s = build_table()
    set_player(s, A, wrath=5)
    put_workers(s, "1-3:a", A)
    mine = place_town(s, "1-3:b", A, 3)
    start_turn(s, A, "1-3")
    assert list_keys(s, lambda t: offer_wrath(t, A)) == [
        "pass",
        *(f"strike:{spaces}" for spaces in ("a", "b", "c", "a+b", "a+c", "b+c", "a+b+c")),
    ]
    play(s, lambda t: offer_wrath(t, A), "strike:a+b+c")
    assert (mine.population, s.players[A].workers, s.areas["1-3"].token) == (2, 10, "mountain")


def test_r7_2_on_the_custom_side_6_wrath_take_2_population() -> None:
    s = build_table(options={"board_side": "custom"})
    set_player(s, A, wrath=6)
    hit = place_town(s, "1-3:b", B, 3)
    start_turn(s, A, "1-3")
    play(s, lambda t: offer_wrath(t, A), "strike:b")
    assert hit.population == 1


def test_r7_2_passing_keeps_the_wrath() -> None:
    s = build_table()
    set_player(s, A, wrath=3)
    start_turn(s, A, "1-3")
    assert play(s, lambda t: offer_wrath(t, A), "pass").messages == []
    assert s.players[A].wrath == 3 and s.areas["1-3"].token is None


def test_r7_2_tokens_replace_each_other_and_run_out() -> None:
    s = build_table()
    start_turn(s, A, "1-3")
    set_player(s, A, wrath=3)
    s.areas["1-3"].token, s.tokens["sea"] = "sea", 7
    play(s, lambda t: offer_wrath(t, A), "strike:a")
    assert (s.areas["1-3"].token, s.tokens["sea"], s.tokens["mountain"]) == ("mountain", 8, 2)
    set_player(s, A, wrath=3)
    play(s, lambda t: offer_wrath(t, A), "strike:a")
    assert (s.areas["1-3"].token, s.tokens["mountain"]) == ("mountain", 2)
    for area in ("1-2", "1-4"):
        s.areas[area].token = "mountain"
        s.tokens["mountain"] -= 1
    s.areas["2-4"].token, s.tokens["sea"] = "sea", 7
    start_turn(s, A, "2-4")
    set_player(s, A, wrath=3)
    play(s, lambda t: offer_wrath(t, A), "strike:a")
    assert (s.areas["2-4"].token, s.tokens["mountain"], s.tokens["sea"]) == ("sea", 0, 7)


def test_e5_growth() -> None:
    """E5 1 and 3 become 2 and 4, a destroyed town stays destroyed."""
    s = build_table()
    towns = [place_town(s, "2-4:a", C, 1), place_town(s, "2-4:b", C, 3), place_town(s, "2-4:c", C, 0)]
    other = place_town(s, "1-3:a", C, 1)
    start_turn(s, C, "2-4")
    play_growth(s, C)
    assert [t.population for t in towns] == [2, 4, 0] and other.population == 1


def test_s21_towns_grow_by_one_more() -> None:
    s = build_table()
    mine, foreign = place_town(s, "2-4:a", C, 1), place_town(s, "2-4:b", B, 1)
    set_player(s, C, skills=["S21"])
    start_turn(s, C, "2-4")
    play_growth(s, C)
    assert (mine.population, foreign.population) == (3, 1)


def test_e20_wrath_comes_before_growth() -> None:
    """E20 Population 1 is destroyed and does not grow; 2 falls to 1 and grows again."""
    for before, after in ((1, 0), (2, 2)):
        s = build_table()
        set_player(s, C, wrath=3)
        mine = place_town(s, "1-4:a", C, before)
        put_workers(s, "1-4:a", A)
        start_turn(s, C, "1-4")
        play(s, lambda t: offer_wrath(t, C), "strike:a")
        play_growth(s, C)
        assert (mine.population, s.players[A].workers, s.areas["1-4"].token) == (after, 10, "plains")


def test_s11_prayer() -> None:
    """S11 2 faith for 1 wrath, before wrath; not when wrath is full, not without faith, not without the skill."""
    s = build_table()
    set_player(s, A, skills=["S11"], faith=3, wrath=2)
    start_turn(s, A, "1-3")
    play(s, lambda t: offer_prayer(t, A), "pray")
    assert (s.players[A].stock["faith"], s.players[A].wrath) == (1, 3)
    assert not has_question(s, lambda t: offer_prayer(t, A))
    set_player(s, A, faith=3, wrath=5)
    assert not has_question(s, lambda t: offer_prayer(t, A))
    set_player(s, A, skills=[], wrath=2)
    assert not has_question(s, lambda t: offer_prayer(t, A))


def test_b04_flood() -> None:
    """B04 1 faith for a sea token; not where one lies, not without faith, not when none is left."""
    s = build_table()
    set_player(s, B, skills=["B04"], faith=1)
    s.areas["1-3"].token, s.tokens["plains"] = "plains", 2
    start_turn(s, B, "1-3")
    play(s, lambda t: offer_flood(t, B), "flood")
    assert (s.areas["1-3"].token, s.tokens["sea"], s.tokens["plains"]) == ("sea", 7, 3)
    assert s.players[B].stock["faith"] == 0
    set_player(s, B, faith=1)
    assert not has_question(s, lambda t: offer_flood(t, B))
    start_turn(s, B, "2-4")
    assert has_question(s, lambda t: offer_flood(t, B))
    set_player(s, B, faith=0)
    assert not has_question(s, lambda t: offer_flood(t, B))
    set_player(s, B, faith=1)
    s.tokens["sea"] = 0
    assert not has_question(s, lambda t: offer_flood(t, B))


def play_growth(s: State, seat: int) -> None:
    async def run_growth(ctx: GameContext[State]) -> None:
        grow_towns(ctx, seat)

    play(s, run_growth)


def test_r7_2_questions_name_the_wrath_and_the_resulting_area() -> None:
    """Gigant is on turn: all of the area becomes mountain; a second strike with the same token changes nothing."""
    s = build_table()
    set_player(s, A, wrath=3)
    words = load_catalogue("engines.quo_vadis")
    asked_area = STAGE.find_prompt(s, lambda t: select_area(t, A)).text
    assert "You may strike it, too, with all your wrath (3)." in words.render(asked_area, "en")
    start_turn(s, A, "2-4")
    assert "All of the area becomes mountain then." in words.render(
        STAGE.find_prompt(s, lambda t: offer_wrath(t, A)).text, "en"
    )
    s.areas["2-4"].token = "mountain"
    assert STAGE.find_prompt(s, lambda t: offer_wrath(t, A)).text.key == "wrath.ask"
