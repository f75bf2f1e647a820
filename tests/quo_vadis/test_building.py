"""R7.8 Building and rebuilding, R7.9 the end of a turn, and their skills (S08, S09, S12, S22 to S24, B08)."""

from __future__ import annotations

from functools import partial

from engines.kernel import GameContext, load_catalogue
from engines.quo_vadis.rules.building import build_town, offer_reconstruction, rebuild_towns
from engines.quo_vadis.rules.start import refill_hand
from engines.quo_vadis.rules.turn import take_turn
from engines.quo_vadis.rules.turn_end import (
    describe_turn,
    return_surplus_workers,
    score_territory_bonus,
    set_skill,
)
from engines.quo_vadis.table.board import compute_hand_limit, find_maximum, list_bonus_areas, list_controlled_areas
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


def play_silently(s: State, rule, *seats: int) -> list[str]:  # type: ignore[no-untyped-def]
    """Play a rule that asks nothing."""

    async def script(ctx: GameContext[State]) -> None:
        rule(ctx, *seats)

    return play(s, script).sentences


def test_e14_build_and_rebuild_in_one_turn() -> None:
    """E14 A town on 1-4 B, where another worker stays; the destroyed one on 3-5 A rises; both workers come home."""
    s = build_table()
    ruin = place_town(s, "3-5:a", B, 0)
    put_workers(s, "3-5:a", B)
    put_workers(s, "1-4:b", B, C)
    start_turn(s, B, "2-4", is_change=True)
    play(s, lambda t: build_town(t, B))
    built = s.find_space("1-4:b").town
    assert built is not None and (built.owner, built.population) == (B, 1)
    assert s.find_space("1-4:b").workers == [0, 0, 1]
    play(s, lambda t: rebuild_towns(t, B))
    assert ruin.population == 1 and s.players[B].workers == 10 and s.players[B].towns == 3


def test_r7_8_any_own_worker_on_a_space_without_a_town_may_build() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A)
    put_workers(s, "1-3:b", A, B)
    put_workers(s, "4-5:c", A)
    place_town(s, "4-5:c", B, 0)
    start_turn(s, A, "2-4", is_change=True)
    s.playing.old_size = 3
    assert list_keys(s, lambda t: build_town(t, A)) == ["build:2-4:a", "build:1-3:b"]
    played = play(s, lambda t: build_town(t, A), "build:1-3:b")
    bonus = "territory bonus 3 × 0 → 3 × 1 VP"
    assert played.render_detail("build.question", "build:2-4:a") == f"plains; wins control of 2-4; {bonus}"
    assert s.find_space("1-3:b").workers == [0, 1, 0]


def test_r7_8_site_names_the_bonus_if_it_depends_on_the_site() -> None:
    s = build_table()
    put_workers(s, "1-3:a", A)
    put_workers(s, "1-3:b", A)
    put_workers(s, "4-5:c", A)
    start_turn(s, A, "1-3", is_change=True, old_size=3)
    played = play(s, lambda t: build_town(t, A), "build:4-5:c")
    labels = {key: played.render_label("build.question", key) for key in ("build:1-3:a", "build:4-5:c")}
    assert labels == {"build:1-3:a": "Town on 1-3 left (bonus 3 VP)", "build:4-5:c": "Town on 4-5 bottom (bonus 6 VP)"}


def test_r7_8_automatic_rebuilding_counts_and_common_facts_are_in_the_question() -> None:
    """The bonus in the question is the one that is scored; it also says if all sites bring it."""
    s = build_table()
    place_town(s, "1-3:a", A, 0)
    put_workers(s, "1-3:a", A)
    put_workers(s, "2-4:a", A)
    put_workers(s, "4-5:c", A)
    start_turn(s, A, "2-4", is_change=True, old_size=3)
    played = play(s, lambda t: build_town(t, A), "build:2-4:a")
    assert played.render_detail("build.question", "build:2-4:a").endswith("territory bonus 3 × 1 → 3 × 2 VP")
    assert played.render_label("build.question", "build:2-4:a") == "Town on 2-4 left", "the question says it of all"
    question_text = load_catalogue("engines.quo_vadis").render(played.prompts[0].text, "en")
    assert question_text == "Which worker becomes a town? The territory bonus is 6 VP wherever it stands."
    play(s, lambda t: rebuild_towns(t, A))
    play_silently(s, score_territory_bonus, A)
    assert s.players[A].vp["territory"] == 6


def test_r7_9_next_steps_after_turn_end_are_announced() -> None:
    """A skill is chosen after the last confirmation; in the last turn the question says what can still use it."""
    s = build_table()
    set_player(s, A, stacks=["labour", "miracle"])
    start_turn(s, A, "2-4", is_change=True, old_size=1)
    assert "then you choose a skill to set" in load_catalogue("engines.quo_vadis").render(describe_turn(s, A), "en")
    assert STAGE.find_prompt(s, lambda t: set_skill(t, A)).text.key == "skill.ask"
    s.turns = 9 * len(s.players)
    assert STAGE.find_prompt(s, lambda t: set_skill(t, A)).text.key == "skill.ask_last"


def test_r7_8_without_a_change_nothing_is_built() -> None:
    s = build_table()
    put_workers(s, "2-4:a", A)
    start_turn(s, A, "2-4")
    play(s, lambda t: build_town(t, A))
    assert s.find_space("2-4:a").town is None


def test_e13_change_then_the_builder_is_lost() -> None:
    """E13 No worker, no town; the territory bonus of 3 x 1 is scored all the same."""
    s = build_table()
    place_town(s, "1-3:a", A, 1)
    set_player(s, A, stacks=["labour labour labour", "miracle"])
    start_turn(s, A, "2-4", is_change=True, old_size=3)
    assert play(s, lambda t: build_town(t, A)).message_keys == ["build.none"]
    play_silently(s, score_territory_bonus, A)
    assert s.players[A].vp["territory"] == 3


def test_r7_8_rebuilding_needs_an_own_town_and_an_own_worker() -> None:
    s = build_table()
    foreign, lonely = place_town(s, "2-4:a", B, 0), place_town(s, "1-3:a", A, 0)
    put_workers(s, "2-4:a", A)
    put_workers(s, "1-3:a", B)
    start_turn(s, A, "2-4")
    play(s, lambda t: rebuild_towns(t, A))
    assert foreign.population == lonely.population == 0


def test_r7_8_rebuilding_optional() -> None:
    s = build_table(options={"rebuild": "optional"})
    first, second = place_town(s, "2-4:a", A, 0), place_town(s, "1-3:a", A, 0)
    put_workers(s, "2-4:a", A)
    put_workers(s, "1-3:a", A)
    start_turn(s, A, "2-4")
    played = play(s, lambda t: rebuild_towns(t, A), "rebuild:1-3:a")
    assert played.prompts[0].timeout_answer == ("rebuild:2-4:a", "rebuild:1-3:a")
    assert (first.population, second.population) == (0, 1)
    play_silently(s, return_surplus_workers, A)
    assert s.find_space("2-4:a").workers[A] == 1  # it may stay with the destroyed town


def test_s22_towns_start_with_population_2() -> None:
    s = build_table()
    set_player(s, A, skills=["S22"])
    put_workers(s, "2-4:a", A)
    ruin = place_town(s, "1-3:a", A, 0)
    put_workers(s, "1-3:a", A)
    start_turn(s, A, "2-4", is_change=True)
    play(s, lambda t: build_town(t, A))
    play(s, lambda t: rebuild_towns(t, A))
    assert s.find_space("2-4:a").town.population == ruin.population == 2  # type: ignore[union-attr]


def test_s23_a_town_without_a_worker_for_2_food() -> None:
    s = build_table()
    ruin, guarded = place_town(s, "1-3:a", A, 0), place_town(s, "2-4:a", A, 0)
    put_workers(s, "2-4:a", A)
    set_player(s, A, food=2)
    start_turn(s, A, "2-4")
    assert not has_question(s, lambda t: offer_reconstruction(t, A))
    set_player(s, A, skills=["S23"])
    assert list_keys(s, lambda t: offer_reconstruction(t, A)) == ["pass", "rebuild:1-3:a"]
    play(s, lambda t: offer_reconstruction(t, A), "rebuild:1-3:a")
    assert (ruin.population, guarded.population, s.players[A].stock["food"]) == (1, 0, 0)
    ruin.population = 0
    assert not has_question(s, lambda t: offer_reconstruction(t, A))


def test_r7_9_refill_up_to_the_limit_and_not_below() -> None:
    s = build_table()
    set_player(s, A, hand="blessing")
    start_turn(s, A, "2-4")
    sentences = play_silently(s, refill_hand, A)
    assert len(s.players[A].hand) == 4 and sentences[0] == "Ann draws 3 cards."
    set_player(s, A, hand="blessing " * 6)
    play_silently(s, refill_hand, A)
    assert len(s.players[A].hand) == 6


def test_r7_9_the_discards_make_a_new_deck() -> None:
    s = build_table()
    set_player(s, A, hand="")
    s.deck.discard, s.deck.cards = s.deck.cards[1:], s.deck.cards[:1]
    start_turn(s, A, "2-4")
    play_silently(s, refill_hand, A)
    assert len(s.players[A].hand) == 4 and not s.deck.discard


def test_b08_and_s09_raise_the_hand_limit() -> None:
    s = build_table()
    assert compute_hand_limit(s.players[A]) == 4
    assert compute_hand_limit(set_player(s, A, skills=["B08"])) == 5
    assert compute_hand_limit(set_player(s, A, skills=["S09"])) == 5
    assert compute_hand_limit(set_player(s, A, skills=["B08", "S09"])) == 6


def test_r7_9_tidy() -> None:
    """R7.9, E3 One worker a space, none beside the seat's own active town; those of others stay."""
    s = build_table()
    put_workers(s, "2-4:a", A, A, B)
    put_workers(s, "2-4:b", A)
    put_workers(s, "1-3:a", A, A)
    place_town(s, "1-3:a", A, 1)
    put_workers(s, "1-4:a", A)
    place_town(s, "1-4:a", B, 1)
    start_turn(s, A, "2-4")
    assert play_silently(s, return_surplus_workers, A) == [
        "Ann takes 3 surplus workers back (one stays on a space, none beside a town)."
    ]
    assert s.find_space("2-4:a").workers == [1, 1, 0] and s.find_space("1-3:a").workers[A] == 0
    assert s.find_space("1-4:a").workers[A] == 1


def test_e12_territory_bonus() -> None:
    """E12 The draft's own example: 4 cards x 5 areas = 20 VP."""
    s = build_table()
    for area in ("2-4", "2-5", "1-2", "1-3", "1-4"):
        place_town(s, f"{area}:a", A, 1)
    start_turn(s, A, "2-4", is_change=True, old_size=4)
    assert play_silently(s, score_territory_bonus, A) == [
        "Ann gains the territory bonus: 4 cards × 5 areas = 20 VP (now 20)."
    ]
    assert s.players[A].vp["territory"] == 20


def test_e15_control() -> None:
    """E15 Two workers on two spaces, or an active town."""
    s = build_table()
    put_workers(s, "1-2:a", C, C)
    put_workers(s, "1-2:b", C)
    put_workers(s, "1-4:c", C)
    place_town(s, "2-3:a", C, 1)
    put_workers(s, "2-3:b", C)
    place_town(s, "4-5:a", C, 0)
    put_workers(s, "4-5:b", C)
    start_turn(s, C, "1-2")
    assert sorted(list_controlled_areas(s, C)) == ["1-2", "2-3"]
    put_workers(s, "1-2:a", A)
    put_workers(s, "1-2:b", A)
    assert "1-2" in list_controlled_areas(s, A) and "1-2" in list_controlled_areas(s, C)


def test_s24_alone_in_an_area_counts_for_the_territory_bonus_only() -> None:
    s = build_table()
    put_workers(s, "1-4:c", C)
    put_workers(s, "1-5:c", C, A)
    put_workers(s, "3-4:a", C)
    place_town(s, "3-4:b", A, 0)
    assert list_bonus_areas(s, C) == []
    set_player(s, C, skills=["S24"])
    assert sorted(list_bonus_areas(s, C)) == ["1-4", "3-4"] and list_controlled_areas(s, C) == []


def test_r7_9_set_a_skill() -> None:
    s = build_table()
    set_player(s, B, stacks=["labour", "miracle"])
    start_turn(s, B, "2-4", is_change=True)
    first = next(iter(s.players[B].face_down.values()))
    prompt = STAGE.find_prompt(s, lambda t: set_skill(t, B))
    assert prompt.timeout_answer == (prompt.options[0].key,)
    before = len(s.players[B].face_down)
    s.players[B].face_down["extra"] = s.boxed.pop()
    play(s, lambda t: set_skill(t, B), f"set:{first.lower()}")
    assert s.players[B].skills == [first] and len(s.players[B].face_down) == before


def test_s12_chooses_a_terrain_neither_plains_nor_the_own() -> None:
    s = build_table()
    for seat, terrains in ((A, ["desert", "tundra", "sea"]), (C, ["mountain", "desert", "tundra", "sea"])):
        start_turn(s, seat, "2-4", is_change=True)
        hide_skill(s, seat, "S12")
        terrain_keys = [key for key in list_keys(s, partial(set_skill, seat=seat)) if "s12" in key]
        assert terrain_keys == [f"set:s12:{terrain}" for terrain in terrains]
    play(s, lambda t: set_skill(t, C), "set:s12:sea")
    assert s.players[C].adapted == "sea"


def test_s08_raises_the_maxima_and_brings_one_of_each() -> None:
    s = build_table()
    start_turn(s, A, "2-4", is_change=True)
    hide_skill(s, A, "S08")
    person_stock = s.players[A].stock
    person_stock["morale"] = 6
    play(s, lambda t: set_skill(t, A), "set:s08")
    assert person_stock == {"morale": 7, "food": 1, "faith": 1}
    assert [find_maximum(s, s.players[A], resource) for resource in ("morale", "food", "faith")] == [8, 8, 8]


def test_r7_9_a_skill_works_from_the_end_of_the_turn_on() -> None:
    """R7.9, ruling 33 S24 set now does not help the bonus of this turn, S09 not its refill."""
    s = build_table()
    s.turn = None
    set_player(s, A, hand="labour labour labour labour", stacks=["labour labour"])
    put_workers(s, "1-4:c", A)
    hide_skill(s, A, "S24")
    s.phase = "turn"

    played = play(
        s,
        lambda t: take_turn(t, A),
        "area:2-4:2+4",
        "change:labour",
        "",
        "build:2-4:a",
        "yes",
        "set:s24",
    )
    assert s.players[A].vp["territory"] == 2 * 1  # 2-4 with its new town; 1-4 not
    assert played.question_keys[-2:] == ["end.ask", "skill.ask"]


def hide_skill(s: State, seat: int, skill: str) -> None:
    """Lay the skill face down before the seat."""
    holders = [player.face_down for player in s.players]
    for kept_skills in holders:
        for zone, other in kept_skills.items():
            if other == skill:
                kept_skills[zone] = s.boxed.pop()
    if skill in s.boxed:
        s.boxed.remove(skill)
    zone, old = next(iter(s.players[seat].face_down.items()))
    s.boxed.append(old)
    s.players[seat].face_down[zone] = skill
    for owner, player in enumerate(s.players):
        s.knowledge.possible_zones[owner] = {card: [zone] for zone, card in player.face_down.items()}
