"""R8: missions, marriages, offspring, meeples, face-down tiles."""

from __future__ import annotations

from functools import partial

import pytest

from engines.kernel import GameContext, Message, PromptSet, Rng, load_catalogue
from engines.signorie.data.effect_types import (
    FaceDownTile,
    GainFlorins,
    GainVp,
    Marriage,
    Mission,
    Offspring,
    Progress,
    RaiseThreshold,
    TakeMeeples,
)
from engines.signorie.data.ids import Track
from engines.signorie.effects.marriages import perform_marriage
from engines.signorie.effects.missions import perform_mission
from engines.signorie.effects.perform import is_executable, perform_effect
from engines.signorie.effects.tiles import lay_face_down
from engines.signorie.table.board import Budget, can_lay_face_up, compute_budget, compute_row_vp
from engines.signorie.table.state import Meeple, State
from tests.signorie.stage import (
    RED,
    YELLOW,
    build_city,
    build_state,
    count_men_on,
    list_free_values,
    parse_tile,
    play,
    set_family,
)

ALL: tuple[Track, ...] = ("politician", "clergy", "military", "initiative")
WORDS = load_catalogue("engines.signorie")
CLERGY = Progress(("clergy",), 3)


def can_execute(state: State, seat: int, effect: object) -> bool:
    return is_executable(state, seat, compute_budget(state.players[seat]), effect)  # type: ignore[arg-type]


# ---------------------------------------------------------------- R8.2 missions


def test_r8_2_lowest_free_slot_only() -> None:
    """R15.4 A city whose lowest free slot is above the man's rank is closed to him, others are open."""
    state = build_state(cities={"milano": build_city([3, 3, 4, 4]), "roma": build_city([1, 2, 2, 3, 3, 4, 4])})
    set_family(state, YELLOW, men={"clergy": {4: 1}, "military": {5: 1}})
    played = play(state, lambda t: perform_mission(t, YELLOW, "city"), "mission:military:5:milano")
    ways = ["mission:clergy:4:roma", "mission:military:5:milano", "mission:military:5:roma"]
    assert played.list_option_keys("mission.choose") == ways
    assert state.cities["milano"].slots[4] == Meeple(YELLOW, "male")
    assert list_free_values(state.cities["milano"]) == [3, 4, 4]


def test_r8_2_rank_may_be_higher() -> None:
    """R8.2 A man of rank 4 may take a slot of value 1; he scores the slot that he leaves."""
    state = build_state(cities={"milano": build_city()})
    yellow = set_family(state, YELLOW, men={"clergy": {7: 1}})
    play(state, lambda t: perform_mission(t, YELLOW, "city"))
    assert (yellow.points["missions"], count_men_on(state, YELLOW, "clergy")) == (9, {})


def test_r8_2_the_row_is_that_of_the_career() -> None:
    """R15.2 The tile that fits must be taken, into the row of the career that the man comes from."""
    state = build_state(cities={"milano": build_city(mission="gonzaga 5")})
    yellow = set_family(state, YELLOW, men={"military": {1: 1}})
    play(state, lambda t: perform_mission(t, YELLOW, "city"))
    assert yellow.plan["military"].face_up == [parse_tile("gonzaga 5")]
    assert not yellow.plan["politician"].size


def test_r8_2_face_down_mode() -> None:
    """R8.2 Never the city's tile, even if it would fit; one from the stack to the same row. None when it is empty."""
    state = build_state(cities={"milano": build_city(mission="gonzaga 5")}, stack=[parse_tile("este 5")])
    yellow = set_family(state, YELLOW, men={"military": {1: 2}})
    play(state, lambda t: perform_mission(t, YELLOW, "face_down"))
    assert state.cities["milano"].mission == parse_tile("gonzaga 5")
    assert (yellow.plan["military"].face_up, yellow.plan["military"].face_down) == ([], [parse_tile("este 5")])
    played = play(state, lambda t: perform_mission(t, YELLOW, "face_down"))
    assert played.messages[-1].key == "tile.stack_empty"
    assert yellow.points["missions"] == 2


def test_r8_2_several_men_and_cities_are_one_question() -> None:
    """R8.2 Every man with every city that he may go to, his slot labelled with the VP printed on it."""
    cities = {
        "milano": build_city(mission="gonzaga 4"),
        "roma": build_city([2, 2, 3, 3, 4, 4]),
        "napoli": build_city([]),
    }
    state = build_state(cities=cities)
    set_family(state, YELLOW, men={"clergy": {1: 2}, "military": {1: 1, 8: 1}})
    played = play(state, lambda t: perform_mission(t, YELLOW, "city"), "mission:military:8:roma")
    (prompt,) = played.prompts
    assert [option.key for option in prompt.options] == [
        "mission:clergy:1:milano",
        "mission:military:1:milano",
        "mission:military:8:milano",
        "mission:military:8:roma",
    ]
    assert [option.place for option in prompt.options] == ["city:milano", "city:milano", "city:milano", "city:roma"]
    assert played.render_detail("mission.choose", "mission:military:8:milano") == "+13 VP; takes Gonzaga 4"
    assert played.render_detail("mission.choose", "mission:military:8:roma") == "+13 VP; no tile there"
    assert count_men_on(state, YELLOW, "military") == {1: 1}


def test_r8_2_the_only_man_is_asked_for_the_city_at_once() -> None:
    """R8.2 Several men on one slot are one choice, and a man whose rank is too low is none."""
    state = build_state(cities={"milano": build_city([3, 4, 4]), "roma": build_city([3, 4, 4])})
    set_family(state, YELLOW, men={"clergy": {1: 1}, "politician": {5: 2}})
    played = play(state, lambda t: perform_mission(t, YELLOW, "city"), "mission:politician:5:roma")
    assert played.question_keys == ["mission.choose"]
    assert count_men_on(state, YELLOW, "politician") == {5: 1}


def test_r8_2_not_executable() -> None:
    """R8.2 Without a man of sufficient rank, or with all cities full, there is no mission."""
    state = build_state(cities={"milano": build_city([2, 2, 3, 3, 4, 4])})
    set_family(state, YELLOW, men={"clergy": {2: 1}})
    assert not can_execute(state, YELLOW, Mission("city"))
    set_family(state, YELLOW, men={"clergy": {3: 1}})
    assert can_execute(state, YELLOW, Mission("city"))
    state.cities = {"milano": build_city([])}
    assert not can_execute(state, YELLOW, Mission("city"))


# ---------------------------------------------------------------- R8.3 marriages


@pytest.mark.parametrize(("florins", "dowries"), [(2, [2]), (3, [2, 3]), (9, [2, 3, 4])])
def test_r8_3_dowry(florins: int, dowries: list[int]) -> None:
    """R8.3 From the value of the slot to 4, as far as the florins go; 2 VP for each."""
    state = build_state(cities={"milano": build_city([2, 3, 3, 4, 4])})
    yellow = set_family(state, YELLOW, florins=florins, w=1)
    highest = f"marry:milano:{dowries[-1]}"
    answers = [highest] if len(dowries) > 1 else []
    played = play(state, lambda t: perform_marriage(t, YELLOW, "city"), *answers)
    if answers:
        assert played.list_option_keys("marriage.choose") == [f"marry:milano:{dowry}" for dowry in dowries]
    assert yellow.points["marriages"] == 2 * dowries[-1]
    assert yellow.florins == florins - dowries[-1]
    assert state.cities["milano"].slots[3] == Meeple(YELLOW, "female")


def test_r8_3_wedding_row() -> None:
    """R8.3 The marriage tile goes to the wedding row, one of each house."""
    state = build_state(cities={"milano": build_city(marriage="este 3", mission="este 5")})
    yellow = set_family(state, YELLOW, florins=1, w=2, plan={"wedding": ["medici 2"]})
    play(state, lambda t: perform_marriage(t, YELLOW, "city"))
    assert yellow.plan["wedding"].face_up == [parse_tile("medici 2"), parse_tile("este 3")]
    assert (state.cities["milano"].marriage, state.cities["milano"].mission) == (None, parse_tile("este 5"))
    assert not can_lay_face_up(yellow, "wedding", parse_tile("este 2"))


def test_r8_3_not_executable() -> None:
    """R8.3 It needs a woman in supply, and florins for the lowest free slot of some city."""
    state = build_state(cities={"milano": build_city([3, 4, 4]), "roma": build_city([2, 3, 3, 4, 4])})
    set_family(state, YELLOW, florins=2, w=1)
    assert can_execute(state, YELLOW, Marriage("city"))
    set_family(state, YELLOW, florins=1, w=1)
    assert not can_execute(state, YELLOW, Marriage("city"))
    set_family(state, YELLOW, florins=9, w=0)
    assert not can_execute(state, YELLOW, Marriage("city"))


def test_r8_3_same_city_again() -> None:
    """R8.2 A player may send any number of meeples to the same city, even where no tile is available."""
    state = build_state(cities={"milano": build_city()})
    yellow = set_family(state, YELLOW, florins=9, w=3)
    for _ in range(3):
        play(state, lambda t: perform_marriage(t, YELLOW, "city"), "marry:milano:2")
    assert list_free_values(state.cities["milano"]) == [2, 3, 3, 4, 4]
    assert yellow.points["marriages"] == 12


def test_r15_25_a_tile_that_does_not_fit_stays() -> None:
    """R15.25 It stays for the others and for later rounds."""
    state = build_state(cities={"milano": build_city(marriage="este 3")})
    yellow = set_family(state, YELLOW, florins=1, w=1, plan={"wedding": ["este 2"]})
    red = set_family(state, RED, florins=1, w=1)
    play(state, lambda t: perform_marriage(t, YELLOW, "city"))
    play(state, lambda t: perform_marriage(t, RED, "city"))
    assert (yellow.plan["wedding"].size, red.plan["wedding"].face_up) == (1, [parse_tile("este 3")])


# ---------------------------------------------------------------- R8.4, R8.5 family


def test_r8_4_offspring() -> None:
    """R8.4 1-3 a woman, 4-6 a man, from the player's stock."""
    state = build_state()
    yellow = set_family(state, YELLOW, m=0, w=0, sm=8, sw=8)
    played = play(state, lambda t: perform_effect(t, YELLOW, Offspring(5)), "yes", dice=[1, 3, 4, 6, 2])
    assert (yellow.supply, yellow.stock) == ({"male": 2, "female": 3}, {"male": 6, "female": 5})
    assert played.sentences == ["Yellow rolls 1, 2, 3, 4, 6 with 5 offspring dice: 2 men and 3 women for the supply."]


def test_r15_20_offspring_is_confirmed_first_and_revealed() -> None:
    """R15.20 Public and immediate: after the confirmation nothing can be taken back."""
    state = build_state()
    set_family(state, YELLOW, sm=0, sw=0)
    table = GameContext(state, Rng(bytes(32)))
    script = perform_effect(table, YELLOW, Offspring(2))
    prompts: PromptSet = script.send(None)
    assert prompts.prompts[0].kind == "confirm"
    before = table.has_revealed
    with pytest.raises(StopIteration):
        script.send(True)
    assert (before, table.has_revealed) == (False, True)
    people = table.events[-1].text.args["people"]
    assert isinstance(people, Message) and people.key == "people.nobody"


@pytest.mark.parametrize(("men", "women", "legal"), [(0, 0, False), (1, 0, True), (0, 1, True)])
def test_r8_4_executable(men: int, women: int, legal: bool) -> None:
    """R8.4, R8.5 At least one meeple must be in stock; R15.11 those in the threshold space do not count."""
    state = build_state()
    set_family(state, YELLOW, sm=men, sw=women).threshold["male"] = 2
    assert can_execute(state, YELLOW, Offspring(1)) is legal
    assert can_execute(state, YELLOW, TakeMeeples(2, "any")) is legal
    assert can_execute(state, YELLOW, TakeMeeples(2, "male")) is (men > 0)
    assert can_execute(state, YELLOW, TakeMeeples(2, "female")) is (women > 0)


def test_r8_5_either_sex() -> None:
    """R8.5 Every division that the stock allows; as many as there are."""
    state = build_state()
    yellow = set_family(state, YELLOW, m=0, w=0, sm=1, sw=5)
    played = play(state, lambda t: perform_effect(t, YELLOW, TakeMeeples(3, "any")), "take:1:2")
    assert played.list_option_keys("take.choose") == ["take:0:3", "take:1:2"]
    assert (yellow.supply, yellow.stock) == ({"male": 1, "female": 2}, {"male": 0, "female": 3})
    set_family(state, YELLOW, sm=1, sw=1)
    assert play(state, lambda t: perform_effect(t, YELLOW, TakeMeeples(3, "any"))).question_keys == [], (
        "both come, nothing to choose"
    )


def test_r8_5_as_many_as_possible() -> None:
    """R8.5 Two men are promised, and one is in stock."""
    state = build_state()
    yellow = set_family(state, YELLOW, m=0, sm=1)
    play(state, lambda t: perform_effect(t, YELLOW, TakeMeeples(2, "male")))
    assert (yellow.supply["male"], yellow.stock["male"]) == (1, 0)


# ---------------------------------------------------------------- R8.6, R8.7


def test_r8_6_face_down_tile() -> None:
    """R8.6 The top tile, unseen, goes into any of the four rows; it counts 1 VP and no house."""
    state = build_state(stack=[parse_tile("medici 2"), parse_tile("este 5")])
    yellow = set_family(state, YELLOW, plan={"clergy": ["sforza 2", "sforza 3"]})
    played = play(state, lambda t: perform_effect(t, YELLOW, FaceDownTile("any")), "row:clergy")
    assert played.list_option_keys("tile.choose_row") == ["row:politician", "row:clergy", "row:military", "row:wedding"]
    assert played.render_detail("tile.choose_row", "row:clergy") == "3 tiles then: the row scores"
    assert played.render_detail("tile.choose_row", "row:wedding") == "1 tile then: the row scores from 3"
    assert state.stack == [parse_tile("medici 2")]
    assert compute_row_vp(yellow.plan["clergy"]) == 2 + 3 + 1


def test_r8_6_not_from_an_empty_stack() -> None:
    """R8.6 Executable if the stack is not empty."""
    state = build_state(stack=[])
    assert not can_execute(state, YELLOW, FaceDownTile("any"))


def test_r8_6_is_no_reveal() -> None:
    """R8.6 The tile stays face down, so the step can be taken back."""
    state = build_state()
    table = GameContext(state, Rng(bytes(32)))
    lay_face_down(table, YELLOW, "clergy")
    assert not table.has_revealed


def test_r15_3_face_down_tiles_use_up_no_shield() -> None:
    """R15.3 A row full of face-down tiles accepts every printed face-up tile, and the other way round."""
    state = build_state()
    yellow = set_family(state, YELLOW, plan={"politician": ["?"] * 9})
    assert can_lay_face_up(yellow, "politician", parse_tile("medici 2"))
    set_family(state, YELLOW, plan={"politician": ["medici 2", "medici 3", "gonzaga 2", "montefeltro 2"]})
    lay_face_down(GameContext(state, Rng(bytes(32))), YELLOW, "politician")
    assert yellow.plan["politician"].size == 5


def test_r8_7_florins_and_vp() -> None:
    """R8.7 Always executable."""
    state = build_state()
    yellow = set_family(state, YELLOW, florins=1)
    for effect in (GainFlorins(3), GainVp(3)):
        assert is_executable(state, YELLOW, Budget(0, 0, 0, 0, 0), effect)
        play(state, partial(perform_effect, seat=YELLOW, effect=effect))
    assert (yellow.florins, yellow.points["helpers"]) == (4, 3)


def test_r15_10_threshold_limit() -> None:
    """R15.10 At most 3 own meeples in the threshold space."""
    state = build_state()
    yellow = state.players[YELLOW]
    yellow.threshold["female"] = 2
    assert can_execute(state, YELLOW, RaiseThreshold(1))
    assert not can_execute(state, YELLOW, RaiseThreshold(2))
