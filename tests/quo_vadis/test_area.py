"""R7.1 Area selection."""

from __future__ import annotations

from typing import Any

from engines.kernel import catalogue
from engines.quo_vadis.questions import Place, Strike
from engines.quo_vadis.rules.area import cheapest, select_area, ways
from engines.quo_vadis.rules.turn import creation
from engines.quo_vadis.table.skills import PRAYER
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import STAGE, A, B, C, keys, person, play, put, table, town, turn

WORDS = catalogue("engines.quo_vadis")


def test_e1_selecting_an_area() -> None:
    """E1 Free blocks nothing; a blocked number can be named by Free for 1 faith."""
    s = table()
    turn(s, A)
    play(s, lambda t: select_area(t, A), "area:2-4:2+4")
    assert s.markers == ["2", "4"] and s.genesis == "2-4"
    person(s, B, faith=2)
    turn(s, B)
    told = play(s, lambda t: select_area(t, B), "area:1-4:1+free").sentences
    assert (s.genesis, s.markers, s.players[B].stock["faith"]) == ("1-4", ["1", "free"], 1)
    assert told == ["Bela pays 1 faith and chooses 1-4 (cards 1, Free)."]
    turn(s, C)
    assert {way.cards for way in ways(s, C)} == {("2", "3"), ("2", "4"), ("2", "5"), ("3", "4"), ("3", "5"), ("4", "5")}


def test_r8_the_question_says_which_round_it_is_and_that_it_is_the_last_turn() -> None:
    s = table()
    turn(s, A)

    def asked() -> str:
        return WORDS.render(STAGE.question(s, lambda t: select_area(t, A)).text, "en")

    assert asked() == "Round 2 of 10. Which area do you choose?"
    s.turns = 27
    assert asked() == "Round 10 of 10: the last turn. Which area do you choose?"
    person(s, A, wrath=3)
    assert asked().endswith("You may strike it, too, with all your wrath (3).")


def test_e2_doubles() -> None:
    """E2 A double needs a Free; Free twice costs 2 and takes both markers; the double must be on the map."""
    s = table(4)
    s.markers = ["3", "5"]
    person(s, A, faith=2)
    turn(s, A)
    found = {way.key: way.faith for way in ways(s, A)}
    assert found["area:1-1:1+free"] == 1 and found["area:3-3:free+free"] == 2
    assert "area:3-3:3+free" not in found and not any("2-2" in key for key in found)
    assert "area:1-1:free+1" not in found  # the same choice
    play(s, lambda t: select_area(t, A), "area:3-3:free+free")
    assert s.markers == ["free", "free"] and s.players[A].stock["faith"] == 0


def test_r7_1_without_faith_there_is_always_a_way() -> None:
    s = table()
    for blocked in (["1", "2"], ["4", "5"], ["3", "free"]):
        s.markers = blocked
        turn(s, A)
        assert all(not way.faith for way in ways(s, A)) and list(ways(s, A))


def test_r7_1_both_blocked_numbers_by_two_frees() -> None:
    s = table()
    s.markers = ["2", "4"]
    person(s, A, faith=2)
    turn(s, A)
    assert [way.cards for way in ways(s, A) if way.area == "2-4"] == [("free", "free")]
    person(s, A, faith=1)
    assert not [way for way in ways(s, A) if way.area == "2-4"]


def test_r7_1_each_area_once_by_its_cheapest_cards_and_the_others_behind_a_question() -> None:
    s = table()
    s.markers = ["2", "free"]
    person(s, A, faith=1)
    turn(s, A)
    first = keys(s, lambda t: select_area(t, A))
    assert "area:1-3:1+3" in first and "area:1-2:1+free" in first and first[-1] == "other"
    assert "area:1-3:1+free" not in first
    other = keys(s, lambda t: select_area(t, A), "other")
    assert {"area:1-3:1+3", "area:1-3:1+free", "area:1-3:free+3"} <= set(other)
    play(s, lambda t: select_area(t, A), "other", "area:1-3:1+free")
    assert s.markers == ["1", "free"]


def test_b07_the_first_free_costs_no_faith() -> None:
    s = table()
    s.markers = ["2", "4"]
    turn(s, A)
    assert not [way for way in ways(s, A) if "free" in way.cards]
    person(s, A, skills=["B07"])
    assert {way.faith for way in ways(s, A) if "free" in way.cards} == {0}
    assert not [way for way in ways(s, A) if way.cards == ("free", "free")]
    person(s, A, faith=1)
    assert {way.faith for way in ways(s, A) if way.cards == ("free", "free")} == {1}


def test_r12_an_option_says_what_it_costs_and_who_is_there() -> None:
    s = table()
    s.markers = ["2", "4"]
    person(s, A, faith=2)
    town(s, "2-4:c", A, 2)
    put(s, "2-4:a", B, C)
    turn(s, A)
    details = {option.key: option.detail() for option in cheapest(s, A)[:-1] if callable(option.detail)}
    told = [fact.key for fact in details["area:2-4:free+free"].args["parts"]]  # type: ignore[union-attr]
    assert told == ["area.cost", "area.terrains", "area.growing", "area.others", "area.war"]


def _wrathful(*skills: str, wrath: int = 4, **stock: Any) -> State:
    s = table()
    person(s, A, wrath=wrath, hand="labour", skills=skills, **stock)
    turn(s, A)
    return s


def test_r12_the_areas_are_shown_without_wrath_or_with_it_and_never_twice() -> None:
    """Twenty-one options in which each name stood twice; then it was asked once more whether to strike."""
    asked = STAGE.question(_wrathful(), lambda t: select_area(t, A))
    calm, struck = ([option.key for option in asked.shown(n)] for n in (0, 1))
    assert len(asked.variants) == 2 and not any(key.endswith(":strike") for key in calm)
    assert all(key.endswith(":strike") for key in struck if key != "other") and len(struck) == len(calm)
    where = STAGE.question(_wrathful(), lambda t: creation(t, A), "area:2-4:2+4:strike")
    assert where.text.key in ("wrath.where", "wrath.where_token")


def test_r12_wrath_is_chosen_with_the_area() -> None:
    """Each area stands there twice once wrath suffices; who chooses it plainly is not asked about wrath any more."""
    assert not any(key.endswith(":strike") for key in keys(_wrathful(wrath=2), lambda t: select_area(t, A)))
    assert "area:2-4:2+4:strike" in keys(_wrathful(), lambda t: select_area(t, A))
    calm = STAGE.question(_wrathful(food=3), lambda t: creation(t, A), "area:2-4:2+4")
    assert calm.about == Place("2-4", 10, 3, 0, single=False)
    struck = STAGE.question(_wrathful(), lambda t: creation(t, A), "area:2-4:2+4:strike")
    assert isinstance(struck.about, Strike)
    assert struck.options[0].key == "pass"


def test_r12_wrath_is_asked_afterwards_with_other_cards_or_a_prayer_to_come() -> None:
    other = STAGE.question(_wrathful(faith=1), lambda t: creation(t, A), "other", "area:1-3:1+free")
    assert isinstance(other.about, Strike)
    praying = STAGE.question(_wrathful(PRAYER, faith=2), lambda t: creation(t, A), "area:2-4:2+4", "pass")
    assert isinstance(praying.about, Strike)
