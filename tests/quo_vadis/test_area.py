"""R7.1 Area selection."""

from __future__ import annotations

from typing import Any

from engines.kernel import load_catalogue
from engines.quo_vadis.questions import PlaceWorkers, Strike
from engines.quo_vadis.rules.area import iter_card_choices, list_cheapest_options, select_area
from engines.quo_vadis.rules.turn import play_creation
from engines.quo_vadis.table.skills import PRAYER
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import (
    STAGE,
    A,
    B,
    C,
    build_table,
    list_keys,
    place_town,
    play,
    put_workers,
    set_player,
    start_turn,
)

WORDS = load_catalogue("engines.quo_vadis")


def test_e1_selecting_an_area() -> None:
    """E1 Free blocks nothing; a blocked number can be named by Free for 1 faith."""
    s = build_table()
    start_turn(s, A)
    play(s, lambda t: select_area(t, A), "area:2-4:2+4")
    assert s.markers == ["2", "4"] and s.genesis == "2-4"
    set_player(s, B, faith=2)
    start_turn(s, B)
    sentences = play(s, lambda t: select_area(t, B), "area:1-4:1+free").sentences
    assert (s.genesis, s.markers, s.players[B].stock["faith"]) == ("1-4", ["1", "free"], 1)
    assert sentences == ["Bela pays 1 faith and chooses area 1-4 (cards 1, Free)."]
    start_turn(s, C)
    assert {way.cards for way in iter_card_choices(s, C)} == {
        ("2", "3"),
        ("2", "4"),
        ("2", "5"),
        ("3", "4"),
        ("3", "5"),
        ("4", "5"),
    }


def test_r8_question_names_the_round_and_the_last_turn() -> None:
    s = build_table()
    start_turn(s, A)

    def render_question() -> str:
        return WORDS.render(STAGE.find_prompt(s, lambda t: select_area(t, A)).text, "en")

    assert render_question() == "Round 2 of 10. Which area do you choose?"
    s.turns = 27
    assert render_question() == "Round 10 of 10: the last turn. Which area do you choose?"
    set_player(s, A, wrath=3)
    assert render_question().endswith("You may strike it, too, with all your wrath (3).")


def test_e2_doubles() -> None:
    """E2 A double needs a Free; Free twice costs 2 and takes both markers; the double must be on the map."""
    s = build_table(4)
    s.markers = ["3", "5"]
    set_player(s, A, faith=2)
    start_turn(s, A)
    faith_by_key = {way.key: way.faith for way in iter_card_choices(s, A)}
    assert faith_by_key["area:1-1:1+free"] == 1 and faith_by_key["area:3-3:free+free"] == 2
    assert "area:3-3:3+free" not in faith_by_key and not any("2-2" in key for key in faith_by_key)
    assert "area:1-1:free+1" not in faith_by_key  # it is the same choice
    play(s, lambda t: select_area(t, A), "area:3-3:free+free")
    assert s.markers == ["free", "free"] and s.players[A].stock["faith"] == 0


def test_r7_1_an_area_is_available_without_faith() -> None:
    s = build_table()
    for blocked in (["1", "2"], ["4", "5"], ["3", "free"]):
        s.markers = blocked
        start_turn(s, A)
        assert all(not way.faith for way in iter_card_choices(s, A)) and list(iter_card_choices(s, A))


def test_r7_1_both_blocked_numbers_by_two_frees() -> None:
    s = build_table()
    s.markers = ["2", "4"]
    set_player(s, A, faith=2)
    start_turn(s, A)
    assert [way.cards for way in iter_card_choices(s, A) if way.area == "2-4"] == [("free", "free")]
    set_player(s, A, faith=1)
    assert not [way for way in iter_card_choices(s, A) if way.area == "2-4"]


def test_r7_1_each_area_once_by_its_cheapest_cards_and_the_others_behind_a_question() -> None:
    s = build_table()
    s.markers = ["2", "free"]
    set_player(s, A, faith=1)
    start_turn(s, A)
    first = list_keys(s, lambda t: select_area(t, A))
    assert "area:1-3:1+3" in first and "area:1-2:1+free" in first and first[-1] == "other"
    assert "area:1-3:1+free" not in first
    other = list_keys(s, lambda t: select_area(t, A), "other")
    assert {"area:1-3:1+3", "area:1-3:1+free", "area:1-3:free+3"} <= set(other)
    play(s, lambda t: select_area(t, A), "other", "area:1-3:1+free")
    assert s.markers == ["1", "free"]


def test_b07_the_first_free_costs_no_faith() -> None:
    s = build_table()
    s.markers = ["2", "4"]
    start_turn(s, A)
    assert not [way for way in iter_card_choices(s, A) if "free" in way.cards]
    set_player(s, A, skills=["B07"])
    assert {way.faith for way in iter_card_choices(s, A) if "free" in way.cards} == {0}
    assert not [way for way in iter_card_choices(s, A) if way.cards == ("free", "free")]
    set_player(s, A, faith=1)
    assert {way.faith for way in iter_card_choices(s, A) if way.cards == ("free", "free")} == {1}


def test_r12_option_says_its_costs_and_occupants() -> None:
    s = build_table()
    s.markers = ["2", "4"]
    set_player(s, A, faith=2)
    place_town(s, "2-4:c", A, 2)
    put_workers(s, "2-4:a", B, C)
    start_turn(s, A)
    details = {option.key: option.detail() for option in list_cheapest_options(s, A)[:-1] if callable(option.detail)}
    fact_keys = [fact.key for fact in details["area:2-4:free+free"].args["parts"]]  # type: ignore[union-attr]
    assert fact_keys == ["area.cost", "area.terrains", "area.growing", "area.others", "area.war"]


def _build_wrath_table(*skills: str, wrath: int = 4, **stock: Any) -> State:
    s = build_table()
    set_player(s, A, wrath=wrath, hand="labour", skills=skills, **stock)
    start_turn(s, A)
    return s


def test_r12_the_areas_are_shown_without_wrath_or_with_it_and_never_twice() -> None:
    """There were twenty-one options with each name twice, and then a second question whether to strike."""
    prompt = STAGE.find_prompt(_build_wrath_table(), lambda t: select_area(t, A))
    calm, struck = ([option.key for option in prompt.list_options(n)] for n in (0, 1))
    assert len(prompt.variants) == 2 and not any(key.endswith(":strike") for key in calm)
    assert all(key.endswith(":strike") for key in struck if key != "other") and len(struck) == len(calm)
    where = STAGE.find_prompt(_build_wrath_table(), lambda t: play_creation(t, A), "area:2-4:2+4:strike")
    assert where.text.key in ("wrath.where", "wrath.where_token")


def test_r12_wrath_is_chosen_with_the_area() -> None:
    """Each area is listed twice once wrath suffices; after the plain one there is no more question about wrath."""
    assert not any(
        key.endswith(":strike") for key in list_keys(_build_wrath_table(wrath=2), lambda t: select_area(t, A))
    )
    assert "area:2-4:2+4:strike" in list_keys(_build_wrath_table(), lambda t: select_area(t, A))
    calm = STAGE.find_prompt(_build_wrath_table(food=3), lambda t: play_creation(t, A), "area:2-4:2+4")
    assert calm.subject == PlaceWorkers("2-4", 10, 3, 0, is_single=False)
    struck = STAGE.find_prompt(_build_wrath_table(), lambda t: play_creation(t, A), "area:2-4:2+4:strike")
    assert isinstance(struck.subject, Strike)
    assert struck.options[0].key == "pass"


def test_r12_wrath_is_asked_afterwards_with_other_cards_or_a_prayer_to_come() -> None:
    other = STAGE.find_prompt(_build_wrath_table(faith=1), lambda t: play_creation(t, A), "other", "area:1-3:1+free")
    assert isinstance(other.subject, Strike)
    praying = STAGE.find_prompt(
        _build_wrath_table(PRAYER, faith=2), lambda t: play_creation(t, A), "area:2-4:2+4", "pass"
    )
    assert isinstance(praying.subject, Strike)
