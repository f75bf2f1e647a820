"""First-game aids: good options are marked, with a true reason, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import (
    LANGS,
    Decision,
    Match,
    Message,
    Prompt,
    Rng,
    build_advised_prompt,
    copy_state,
    load_catalogue,
    message,
    pick_random_answer,
    resolve_text,
)
from engines.kernel.stars.suggestions import explain_by_rule
from engines.quo_vadis import GAME
from engines.quo_vadis.computer.comparison import explain_contrast
from engines.quo_vadis.computer.evaluation import evaluate, evaluate_morale, evaluate_skill
from engines.quo_vadis.computer.reasons import (
    explain_dangers,
    explain_gains,
    is_repeat,
)
from engines.quo_vadis.computer.war_value import choose_bid, estimate_chance, evaluate_coming_war
from engines.quo_vadis.questions import Bid, ChooseArea, DraftPick, PlayCard
from engines.quo_vadis.rules.war.course import play_war
from engines.quo_vadis.rules.war.strength import create_war, describe_proviso
from engines.quo_vadis.table.board import list_controlled_areas
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import STAGE, A, B, build_table, place_town, put_workers, set_player, start_turn

WORDS = load_catalogue(GAME.package)


def list_starred(prompt: Prompt) -> dict[str, str]:
    """Return the marked options with their reasons in English; both languages mark the same ones."""
    label_by_key = {}
    for option in prompt.options:
        if option.detail is not None:
            japanese, english = (
                WORDS.render(resolve_text(option.detail), lang, ("Ann", "Bela", "Cem")) for lang in LANGS
            )
            assert ("★" in japanese) == ("★" in english)
            if "★" in english:
                label_by_key[option.key] = english
    return label_by_key


@pytest.mark.release
def test_at_most_two_options_have_stars_and_most_turns_have_some() -> None:
    match, rng = Match.start(GAME, GAME.build_setup(3), bytes([4]) * 32), Rng(bytes(32))
    counts: dict[type, list[int]] = {ChooseArea: [], PlayCard: []}
    while not match.is_over and len(counts[PlayCard]) < 9:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if type(prompt.subject) in counts:
            with_aids = build_advised_prompt(match, seat, GAME.aids)
            assert with_aids is not None
            counts[type(prompt.subject)].append(len(list_starred(with_aids)))
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    assert max(map(max, counts.values())) <= 2
    assert sum(n > 0 for n in counts[PlayCard]) > len(counts[PlayCard]) / 2


def explain_turn(*, changed: bool = False, **stock: Any) -> str:
    """Return the reasons of a turn in which A has won 1-3 and built a town in 1-4."""
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A, "1-3")
        set_player(s, A, morale=1, stacks=["labour labour"])
    put_workers(after, "1-3:a", A)
    put_workers(after, "1-3:b", A)
    place_town(after, "1-4:a", A, 1)
    set_player(after, A, **stock)
    if changed:
        after.playing.is_change, after.playing.old_size = True, 2
    assert list_controlled_areas(after, A) == ["1-3", "1-4"]
    return ", ".join(WORDS.render(reason, "en") for reason in explain_gains(before, after, A))


def test_reasons_name_the_bonus_to_come_then_land_then_means() -> None:
    assert explain_turn() == "control of 1-3, 1-4, a town on 1-4 left"
    assert explain_turn(food=2) == "control of 1-3, 1-4, a town on 1-4 left, food +2"
    assert explain_turn(changed=True) == "territory bonus 2 × 2 = 4 VP, control of 1-3, 1-4, a town on 1-4 left"


def build_attack(*, slots: str = "abc", **rival: Any) -> tuple[State, State]:
    """Return the states before and after A goes to 2-4, where B stands."""
    before, after = build_table(), build_table()
    for s in (before, after):
        put_workers(s, "2-4:a", B)
        start_turn(s, A, "2-4")
        set_player(s, B, **rival)
    for slot in slots:
        put_workers(after, f"2-4:{slot}", A)
    return before, after


def test_war_is_a_reason_only_with_good_odds_and_names_dependent_control() -> None:
    before, after = build_attack()
    [said] = [reason for reason in explain_in_english(before, after) if "war" in reason]
    assert said.startswith("control of 2-4 if you win the war there (about 83 %")
    assert "control of 2-4" not in explain_in_english(before, after), "that is not won yet"
    before, after = build_attack(slots="a")
    assert [*explain_dangers(before, after, A)] == []
    before, after = build_attack(slots="a", morale=4, skills=["S30"])
    assert not any("war" in reason for reason in explain_in_english(before, after))
    [danger] = explain_dangers(before, after, A)
    assert danger.key == "aid.losing" and 0 <= int(str(danger.args["percent"])) < 50
    assert [*explain_dangers(before, after, B)] == [], "in the turn of another nothing is advised"


def test_a_war_that_was_coming_is_a_reason_only_with_better_odds() -> None:
    """The card after the workers was said to bring the war that they had begun."""
    _, coming = build_attack()
    after = copy_state(coming)
    assert explain_in_english(coming, after) == []
    set_player(after, A, morale=4)
    [why, _] = explain_gains(coming, after, A)
    assert why.key == "aid.war" and int(str(why.args["percent"])) > 90


def test_odds_include_the_maximum_of_the_rivals() -> None:
    """The reason said 83 % for a war against four strength, although Levy could still be used."""
    _, after = build_attack(morale=1, skills=["S30"])
    war_now = create_war(after)
    unless = describe_proviso(after, war_now, A)
    assert isinstance(unless, Message)
    assert WORDS.render(unless, "en") == " if no rival adds morale or uses Levy, 6 % if all add all"
    assert all(side.bid is None and not side.has_levy for side in war_now.sides), "nothing of it is done"


def test_a_rivals_answer_counts() -> None:
    """A seat's own declaration is weighed against the best ones of the seats that declare later."""
    _, calm = build_attack(slots="a")
    _, armed = build_attack(slots="a", morale=4)
    assert estimate_chance(armed, create_war(armed), A) < estimate_chance(calm, create_war(calm), A)
    assert evaluate_coming_war(armed, A) < evaluate_coming_war(calm, A)


def test_no_star_for_a_lost_war_beside_a_free_space() -> None:
    """Two strength against six, beside a space that costs nothing and brings no war: the star stood on the war."""
    s = build_table()
    place_town(s, "1-2:a", B, 3)
    put_workers(s, "1-2:a", B, B)
    place_town(s, "1-2:c", A, 2)
    set_player(s, B, morale=3)
    set_player(s, A, hand="labour blessing", stacks=["labour labour"])
    for area in ("1-3", "2-3"):
        put_workers(s, f"{area}:a", B)
        put_workers(s, f"{area}:b", B)
    war_there, peace = (copy_with_worker(s, space) for space in ("1-2:a", "1-2:b"))
    assert evaluate_coming_war(war_there, A) < evaluate_coming_war(peace, A) == 0
    [why, *_] = explain_contrast(war_there, peace, A)
    assert why.key == "aid.peace"


def copy_with_worker(s: State, space: str) -> State:
    after = copy_state(s)
    start_turn(after, A, "1-2")
    put_workers(after, space, A)
    return after


def test_only_open_spaces_without_terrain_cost_are_a_reason() -> None:
    """An area had the star for its plains, on which the player's own workers stood already."""
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A)
        put_workers(s, "1-3:a", A)
        put_workers(s, "1-3:b", A)
        put_workers(s, "1-3:c", A)
    after.playing.area = "1-3"
    assert explain_in_english(before, after) == []


def test_growing_a_generation_says_its_use() -> None:
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A, "2-4")
        put_workers(s, "2-4:a", A)
        put_workers(s, "2-4:b", A)
    set_player(before, A, hand="labour labour", stacks=["labour labour"])
    set_player(after, A, hand="labour", stacks=["labour labour labour"])
    after.playing.card = after.playing.counts_as = "labour"
    [said] = explain_in_english(before, after)
    assert said.startswith("the generation grows to 3 (change at about ")


def test_the_bonus_is_no_reason_before_the_town_stands() -> None:
    """The card says it itself (R7.5); the town's share is said once, with the town."""
    before, after = build_table(), build_table()
    for s in (before, after):
        put_workers(s, "1-3:a", A)
        put_workers(s, "1-3:b", A)
        start_turn(s, A, "1-3")
    after.playing.is_change, after.playing.old_size = True, 2
    assert not any("territory" in WORDS.render(reason, "en") for reason in explain_gains(before, after, A))


def test_draft_has_one_star_on_the_best_skill() -> None:
    match = Match.start(GAME, GAME.build_setup(3), bytes([4]) * 32)
    for seat in match.waiting_seats:
        prompt = build_advised_prompt(match, seat, GAME.aids)
        assert prompt is not None and isinstance(prompt.subject, DraftPick)
        [best] = list_starred(prompt)
        values = {option.key: evaluate_skill(option.value, 9) for option in prompt.options}
        assert values[best] == max(values.values()) > min(values.values())


def test_declaration_star_agrees_with_the_computer_player() -> None:
    match, rng = Match.start(GAME, GAME.build_setup(3), bytes([4]) * 32), Rng(bytes(32))
    met = 0
    while not match.is_over and met < 4:
        seat = match.waiting_seats[0]
        prompt = match.find_prompt(seat)
        assert prompt is not None
        if isinstance(prompt.subject, Bid) and len(prompt.options) > 1:
            with_aids = build_advised_prompt(match, seat, GAME.aids)
            assert with_aids is not None
            met += 1
            assert [*list_starred(with_aids)] == [choose_bid(match.state, prompt)]
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    assert met == 4


def build_declaration(round_: int, morale: int) -> tuple[State, Prompt]:
    """Return A's declaration against B in A's turn, the last one of the game in round 10 for three."""
    s = build_table(first=B)
    put_workers(s, "2-4:a", A, B)
    put_workers(s, "2-4:b", B)
    set_player(s, A, morale=morale)
    start_turn(s, A, "2-4")
    s.turns = 3 * round_ - 1
    return s, STAGE.find_prompt(s, lambda t: play_war(t, A))


def explain_rule(s: State, prompt: Prompt) -> dict[str, Message]:
    assert GAME.aids is not None
    return explain_by_rule(s, prompt, GAME.aids)


def test_last_war_uses_all_helpful_morale() -> None:
    s, prompt = build_declaration(10, 2)
    assert choose_bid(s, prompt) == "bid:2"
    opinion_of_two = explain_rule(s, prompt)["bid:2"]
    assert "no later use" in WORDS.render(opinion_of_two, "en")
    s, prompt = build_declaration(3, 2)
    assert "no later use" not in WORDS.render(explain_rule(s, prompt)[choose_bid(s, prompt)], "en")


def test_plenty_of_morale_is_partly_spent() -> None:
    """Each of six morale has less value than each of two: a declaration of nothing had the star at 56 %."""
    s, prompt = build_declaration(7, 6)
    assert choose_bid(s, prompt) != "bid:0"
    assert evaluate_morale(s, A, 1) < evaluate_morale(build_declaration(7, 2)[0], A, 1) / 2


def test_a_lost_style_bonus_weighs_more_than_a_card() -> None:
    """Five different tops bring 18 VP: another kind as the last but one card had the star at 12 → 4."""
    values = {}
    for kind in ("revelation", "miracle"):
        s = build_table(first=B)
        put_workers(s, "2-4:a", A)
        put_workers(s, "2-4:b", A)
        hand = {"revelation": "miracle", "miracle": "revelation"}[kind]
        stacks = ["blessing", "labour", "revelation", "prosperity", kind]
        set_player(s, A, stacks=stacks, hand=f"{hand} labour")
        start_turn(s, A, "2-4")
        s.turns = 3 * 9 - 1
        values[kind] = evaluate(s, A)
    assert values["miracle"] > values["revelation"]
    s.players[A].hand = ["labour"]
    assert evaluate_style(s, "miracle") - evaluate_style(s, "revelation") > 5, "the kind that is missing is not in hand"


def evaluate_style(s: State, kind: str) -> float:
    s.players[A].generations[-1][-1] = kind
    return evaluate(s, A)


def test_final_scoring_skill_says_its_current_points() -> None:
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A, "2-4")
        set_player(s, A, stacks=["labour", "labour", "blessing", "revelation"])
    after.players[A].skills = ["S28"]
    assert explain_in_english(before, after) == ["+10 VP in the final scoring as the table stands"]


def test_free_land_is_no_reason_without_workers_at_hand() -> None:
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A)
        s.players[A].workers = 0
    after.playing.area = "1-3"
    assert explain_in_english(before, after) == []


def test_the_first_area_has_a_star() -> None:
    match = Match.start(GAME, GAME.build_setup(3), bytes([4]) * 32)
    rng = Rng(bytes(32))
    stars = 0
    for _ in range(60):
        seat = match.waiting_seats[0]
        prompt = build_advised_prompt(match, seat, GAME.aids)
        assert prompt is not None
        if isinstance(prompt.subject, ChooseArea) and not prompt.subject.has_all_cards:
            [said] = list_starred(prompt).values()
            assert "terrain cost" in said
            stars += 1
            if stars == 3:
                break
        match.apply(Decision(match.step, seat, pick_random_answer(match, prompt, rng)))
    assert stars == 3


def test_reasons_have_at_most_one_odds() -> None:
    war_now, no_war = message("aid.war", percent=69), message("aid.peace", percent=79)
    assert is_repeat(war_now, no_war) and is_repeat(no_war, war_now) and not is_repeat(war_now, message("aid.vp", vp=2))


def explain_in_english(before: State, after: State) -> list[str]:
    return [WORDS.render(reason, "en") for reason in explain_gains(before, after, A)]


def test_card_gain_is_no_reason_for_an_area_or_workers() -> None:
    """It can be played after any of them; the terrain's cost belongs to the area."""
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A)
    set_player(after, A, morale=3)
    after.playing.area, after.playing.card, after.playing.counts_as = "1-3", "blessing", "blessing"
    after.players[A].vp["prosperity"] = 3
    assert explain_in_english(before, after) == ["1 open space without terrain cost"]
    before.playing.area = "1-3"
    assert explain_in_english(before, after) == ["+3 VP", "morale +3"], "of the card itself"
    after.playing.placed_spaces.append("1-3:a")
    assert explain_in_english(before, after) == []


def test_prosperity_conversions_are_no_yield_of_the_card() -> None:
    before, after = build_table(), build_table()
    for s in (before, after):
        start_turn(s, A, "1-3")
        set_player(s, A, morale=2, hand="labour miracle")
    set_player(after, A, morale=0, food=2, hand="labour")
    after.playing.card = after.playing.counts_as = "prosperity"
    assert explain_in_english(before, after) == []
    before.playing.card = before.playing.counts_as = "prosperity"
    assert explain_in_english(before, after) == [
        "food +2",
        "1 fresh card, as a rule of thumb worth more than the one you discard",
    ], "at the question what is turned and discarded"
    before.playing.is_change = after.playing.is_change = True
    assert explain_in_english(before, after) == ["food +2"], "perhaps discarded later, after the change"
    before.playing.has_reached_discard = True
    assert explain_in_english(before, after)[1:] == [
        "1 fresh card, as a rule of thumb worth more than the one you discard"
    ]


def test_a_move_that_avoids_a_war_says_so() -> None:
    before, after = build_table(), build_table()
    for s in (before, after):
        put_workers(s, "2-4:a", B, B)
        start_turn(s, A, "2-4")
    put_workers(before, "2-4:a", A)
    put_workers(after, "2-4:b", A)
    [said] = explain_in_english(before, after)
    assert said.startswith("no war (which you would win at about ")


def test_cubes_say_their_use() -> None:
    before, after = build_table(), build_table()
    before.phase = "resources"
    set_player(after, A, food=4, morale=3)
    assert explain_in_english(before, after) == ["up to +3 strength in wars", "about 4 further workers"]


def test_an_option_does_not_repeat_its_reason() -> None:
    control = message("aid.control", areas=("2-5", "3-4"))
    assert is_repeat(control, message("workers.control", area="2-5"))
    assert not is_repeat(control, message("workers.control", area="1-2"))
    assert is_repeat(control, message("move.wins", areas=("3-4",))) and not is_repeat(
        control, message("move.wins", areas=("1-2",))
    )
    assert is_repeat(message("aid.vp", vp=3), message("card.vp", vp=3)) and not is_repeat(
        message("aid.vp", vp=3), message("card.vp", vp=1)
    )
