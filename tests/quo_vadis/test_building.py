"""R7.8 Building and rebuilding, R7.9 the end of a turn, and their skills (S08, S09, S12, S22 to S24, B08)."""

from __future__ import annotations

from functools import partial

from engines.kernel import Table, catalogue
from engines.quo_vadis.rules.building import build, rebuild, reconstruct
from engines.quo_vadis.rules.end import refill, set_skill, summary, territory_bonus, tidy
from engines.quo_vadis.rules.turn import take_turn
from engines.quo_vadis.table.board import controlled, hand_limit, maximum, territory
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import STAGE, A, B, C, asked, keys, person, play, put, table, town, turn


def now(s: State, rule, *seats: int) -> list[str]:  # type: ignore[no-untyped-def]
    """Play a rule that asks nothing."""

    async def script(t: Table[State]) -> None:
        rule(t, *seats)

    return play(s, script).sentences


def test_e14_build_and_rebuild_in_one_turn() -> None:
    """E14 A town on 1-4 B, where another worker stays; the destroyed one on 3-5 A rises; both workers come home."""
    s = table()
    ruin = town(s, "3-5:a", B, 0)
    put(s, "3-5:a", B)
    put(s, "1-4:b", B, C)
    turn(s, B, "2-4", changed=True)
    play(s, lambda t: build(t, B))
    built = s.space("1-4:b").town
    assert built is not None and (built.owner, built.population) == (B, 1)
    assert s.space("1-4:b").workers == [0, 0, 1]
    play(s, lambda t: rebuild(t, B))
    assert ruin.population == 1 and s.players[B].workers == 10 and s.players[B].towns == 3


def test_r7_8_any_own_worker_on_a_space_without_a_town_may_build() -> None:
    s = table()
    put(s, "2-4:a", A)
    put(s, "1-3:b", A, B)
    put(s, "4-5:c", A)
    town(s, "4-5:c", B, 0)
    turn(s, A, "2-4", changed=True)
    s.playing.old = 3
    assert keys(s, lambda t: build(t, A)) == ["build:2-4:a", "build:1-3:b"]
    played = play(s, lambda t: build(t, A), "build:1-3:b")
    bonus = "territory bonus 3 × 0 → 3 × 1 VP"
    assert played.detail("build.question", "build:2-4:a") == f"plains; wins control of 2-4; {bonus}"
    assert s.space("1-3:b").workers == [0, 1, 0]


def test_r7_8_a_site_names_the_bonus_where_it_depends_on_it() -> None:
    s = table()
    put(s, "1-3:a", A)
    put(s, "1-3:b", A)
    put(s, "4-5:c", A)
    turn(s, A, "1-3", changed=True, old=3)
    played = play(s, lambda t: build(t, A), "build:4-5:c")
    labels = {key: played.label("build.question", key) for key in ("build:1-3:a", "build:4-5:c")}
    assert labels == {"build:1-3:a": "1-3 left (bonus 3 VP)", "build:4-5:c": "4-5 bottom (bonus 6 VP)"}


def test_r7_8_a_ruin_that_rises_by_itself_is_counted_and_the_question_says_what_is_alike() -> None:
    """The bonus that is told is the one that is scored; where every site brings it, and that cards may go, is said."""
    s = table()
    person(s, A, hand="labour")
    town(s, "1-3:a", A, 0)
    put(s, "1-3:a", A)
    put(s, "2-4:a", A)
    put(s, "4-5:c", A)
    turn(s, A, "2-4", changed=True, old=3)
    played = play(s, lambda t: build(t, A), "build:2-4:a")
    assert played.detail("build.question", "build:2-4:a").endswith("territory bonus 3 × 1 → 3 × 2 VP")
    assert played.label("build.question", "build:2-4:a") == "2-4 left", "the question says it of all"
    asked = catalogue("engines.quo_vadis").render(played.prompts[0].text, "en")
    assert asked == (
        "Which worker becomes a town? The territory bonus is 6 VP wherever it stands. You may discard cards before."
    )
    play(s, lambda t: rebuild(t, A))
    now(s, territory_bonus, A)
    assert s.players[A].vp["territory"] == 6


def test_r7_9_what_follows_the_end_of_the_turn_is_announced() -> None:
    """A skill is chosen after the last confirmation; in the last turn it is said what can still use it."""
    s = table()
    person(s, A, stacks=["labour", "miracle"])
    turn(s, A, "2-4", changed=True, old=1)
    assert "then you choose a skill to set" in catalogue("engines.quo_vadis").render(summary(s, A), "en")
    assert STAGE.question(s, lambda t: set_skill(t, A)).text.key == "skill.ask"
    s.turns = 9 * len(s.players)
    assert STAGE.question(s, lambda t: set_skill(t, A)).text.key == "skill.ask_last"


def test_r7_8_without_a_change_nothing_is_built() -> None:
    s = table()
    put(s, "2-4:a", A)
    turn(s, A, "2-4")
    play(s, lambda t: build(t, A))
    assert s.space("2-4:a").town is None


def test_e13_change_then_the_builder_is_lost() -> None:
    """E13 No worker, no town; the territory bonus of 3 x 1 is scored all the same."""
    s = table()
    town(s, "1-3:a", A, 1)
    person(s, A, stacks=["labour labour labour", "miracle"])
    turn(s, A, "2-4", changed=True, old=3)
    assert play(s, lambda t: build(t, A)).keys_told == ["build.none"]
    now(s, territory_bonus, A)
    assert s.players[A].vp["territory"] == 3


def test_r7_8_rebuilding_needs_an_own_town_and_an_own_worker() -> None:
    s = table()
    foreign, lonely = town(s, "2-4:a", B, 0), town(s, "1-3:a", A, 0)
    put(s, "2-4:a", A)
    put(s, "1-3:a", B)
    turn(s, A, "2-4")
    play(s, lambda t: rebuild(t, A))
    assert foreign.population == lonely.population == 0


def test_r7_8_rebuilding_optional() -> None:
    s = table(options={"rebuild": "optional"})
    first, second = town(s, "2-4:a", A, 0), town(s, "1-3:a", A, 0)
    put(s, "2-4:a", A)
    put(s, "1-3:a", A)
    turn(s, A, "2-4")
    played = play(s, lambda t: rebuild(t, A), "rebuild:1-3:a")
    assert played.prompts[0].silence == ("rebuild:2-4:a", "rebuild:1-3:a")
    assert (first.population, second.population) == (0, 1)
    now(s, tidy, A)
    assert s.space("2-4:a").workers[A] == 1  # it may stay with the destroyed town


def test_s22_towns_start_with_population_2() -> None:
    s = table()
    person(s, A, skills=["S22"])
    put(s, "2-4:a", A)
    ruin = town(s, "1-3:a", A, 0)
    put(s, "1-3:a", A)
    turn(s, A, "2-4", changed=True)
    play(s, lambda t: build(t, A))
    play(s, lambda t: rebuild(t, A))
    assert s.space("2-4:a").town.population == ruin.population == 2  # type: ignore[union-attr]


def test_s23_a_town_without_a_worker_for_2_food() -> None:
    s = table()
    ruin, guarded = town(s, "1-3:a", A, 0), town(s, "2-4:a", A, 0)
    put(s, "2-4:a", A)
    person(s, A, food=2)
    turn(s, A, "2-4")
    assert not asked(s, lambda t: reconstruct(t, A))
    person(s, A, skills=["S23"])
    assert keys(s, lambda t: reconstruct(t, A)) == ["pass", "rebuild:1-3:a"]
    play(s, lambda t: reconstruct(t, A), "rebuild:1-3:a")
    assert (ruin.population, guarded.population, s.players[A].stock["food"]) == (1, 0, 0)
    ruin.population = 0
    assert not asked(s, lambda t: reconstruct(t, A))


def test_r7_9_refill_up_to_the_limit_and_not_below() -> None:
    s = table()
    person(s, A, hand="blessing")
    turn(s, A, "2-4")
    told = now(s, refill, A)
    assert len(s.players[A].hand) == 4 and told[0] == "Ann draws 3 cards."
    person(s, A, hand="blessing " * 6)
    now(s, refill, A)
    assert len(s.players[A].hand) == 6


def test_r7_9_the_discards_make_a_new_deck() -> None:
    s = table()
    person(s, A, hand="")
    s.deck.discard, s.deck.cards = s.deck.cards[1:], s.deck.cards[:1]
    turn(s, A, "2-4")
    now(s, refill, A)
    assert len(s.players[A].hand) == 4 and not s.deck.discard


def test_b08_and_s09_raise_the_hand_limit() -> None:
    s = table()
    assert hand_limit(s.players[A]) == 4
    assert hand_limit(person(s, A, skills=["B08"])) == 5
    assert hand_limit(person(s, A, skills=["S09"])) == 5
    assert hand_limit(person(s, A, skills=["B08", "S09"])) == 6


def test_r7_9_tidy() -> None:
    """R7.9, E3 One worker a space, none beside an own active town; those of others stay."""
    s = table()
    put(s, "2-4:a", A, A, B)
    put(s, "2-4:b", A)
    put(s, "1-3:a", A, A)
    town(s, "1-3:a", A, 1)
    put(s, "1-4:a", A)
    town(s, "1-4:a", B, 1)
    turn(s, A, "2-4")
    assert now(s, tidy, A) == ["Ann takes 3 surplus workers back (a space keeps one, beside a town none)."]
    assert s.space("2-4:a").workers == [1, 1, 0] and s.space("1-3:a").workers[A] == 0
    assert s.space("1-4:a").workers[A] == 1


def test_e12_territory_bonus() -> None:
    """E12 The draft's own example: 4 cards x 5 areas = 20 VP."""
    s = table()
    for area in ("2-4", "2-5", "1-2", "1-3", "1-4"):
        town(s, f"{area}:a", A, 1)
    turn(s, A, "2-4", changed=True, old=4)
    assert now(s, territory_bonus, A) == ["Ann gains the territory bonus: 4 cards × 5 areas = 20 VP (now 20)."]
    assert s.players[A].vp["territory"] == 20


def test_e15_control() -> None:
    """E15 Two workers on two spaces, or an active town."""
    s = table()
    put(s, "1-2:a", C, C)
    put(s, "1-2:b", C)
    put(s, "1-4:c", C)
    town(s, "2-3:a", C, 1)
    put(s, "2-3:b", C)
    town(s, "4-5:a", C, 0)
    put(s, "4-5:b", C)
    turn(s, C, "1-2")
    assert sorted(controlled(s, C)) == ["1-2", "2-3"]
    put(s, "1-2:a", A)
    put(s, "1-2:b", A)
    assert "1-2" in controlled(s, A) and "1-2" in controlled(s, C)


def test_s24_alone_in_an_area_counts_for_the_territory_bonus_only() -> None:
    s = table()
    put(s, "1-4:c", C)
    put(s, "1-5:c", C, A)
    put(s, "3-4:a", C)
    town(s, "3-4:b", A, 0)
    assert territory(s, C) == []
    person(s, C, skills=["S24"])
    assert sorted(territory(s, C)) == ["1-4", "3-4"] and controlled(s, C) == []


def test_r7_9_set_a_skill() -> None:
    s = table()
    person(s, B, stacks=["labour", "miracle"])
    turn(s, B, "2-4", changed=True)
    first = next(iter(s.players[B].kept.values()))
    prompt = STAGE.question(s, lambda t: set_skill(t, B))
    assert prompt.silence == (prompt.options[0].key,)
    before = len(s.players[B].kept)
    s.players[B].kept["extra"] = s.boxed.pop()
    play(s, lambda t: set_skill(t, B), f"set:{first.lower()}")
    assert s.players[B].skills == [first] and len(s.players[B].kept) == before


def test_s12_chooses_a_terrain_neither_plains_nor_the_own() -> None:
    s = table()
    for seat, terrains in ((A, ["desert", "tundra", "sea"]), (C, ["mountain", "desert", "tundra", "sea"])):
        turn(s, seat, "2-4", changed=True)
        hide(s, seat, "S12")
        found = [key for key in keys(s, partial(set_skill, me=seat)) if "s12" in key]
        assert found == [f"set:s12:{terrain}" for terrain in terrains]
    play(s, lambda t: set_skill(t, C), "set:s12:sea")
    assert s.players[C].adapted == "sea"


def test_s08_raises_the_maxima_and_brings_one_of_each() -> None:
    s = table()
    turn(s, A, "2-4", changed=True)
    hide(s, A, "S08")
    person_stock = s.players[A].stock
    person_stock["morale"] = 6
    play(s, lambda t: set_skill(t, A), "set:s08")
    assert person_stock == {"morale": 7, "food": 1, "faith": 1}
    assert [maximum(s, s.players[A], resource) for resource in ("morale", "food", "faith")] == [8, 8, 8]


def test_r7_9_a_skill_works_from_the_end_of_the_turn_on() -> None:
    """R7.9, ruling 33 S24 set now does not help the bonus of this turn, S09 not its refill."""
    s = table()
    s.turn = None
    person(s, A, hand="labour labour labour labour", stacks=["labour labour"])
    put(s, "1-4:c", A)
    hide(s, A, "S24")
    s.phase = "turn"

    played = play(
        s,
        lambda t: take_turn(t, A),
        "area:2-4:2+4",
        "change:labour",
        "build:2-4:a",
        "yes",
        "set:s24",
    )
    assert s.players[A].vp["territory"] == 2 * 1  # 2-4 with its new town; 1-4 not
    assert played.questions[-2:] == ["end.ask", "skill.ask"]


def hide(s: State, seat: int, skill: str) -> None:
    """The skill lies face down before the seat."""
    holders = [player.kept for player in s.players]
    for kept in holders:
        for zone, other in kept.items():
            if other == skill:
                kept[zone] = s.boxed.pop()
    if skill in s.boxed:
        s.boxed.remove(skill)
    zone, old = next(iter(s.players[seat].kept.items()))
    s.boxed.append(old)
    s.players[seat].kept[zone] = skill
    for owner, player in enumerate(s.players):
        s.seen.where[owner] = {card: [zone] for zone, card in player.kept.items()}
