"""First-game aids: what looks good is pointed out, with a true reason, in both languages."""

from __future__ import annotations

from typing import Any

from engines.kernel import (
    LANGS,
    Decision,
    Match,
    Msg,
    Option,
    Prompt,
    Rng,
    advised,
    catalogue,
    copied,
    random_answer,
    read,
    say,
)
from engines.quo_vadis import GAME
from engines.quo_vadis.computer.contrast import contrast
from engines.quo_vadis.computer.evaluation import morale_price, skill_value, worth
from engines.quo_vadis.computer.fight import bid, coming_war, likely
from engines.quo_vadis.computer.reasons import dangers, may_advise, opinion, reasons, repeats
from engines.quo_vadis.questions import Bid, Build, ChooseArea, DraftPick, EndTurn, Play
from engines.quo_vadis.rules.war.course import war
from engines.quo_vadis.rules.war.strength import begin, proviso
from engines.quo_vadis.table.board import controlled
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import STAGE, A, B, person, put, table, town, turn

WORDS = catalogue(GAME.package)


def starred(prompt: Prompt) -> dict[str, str]:
    """The options that are pointed out, as they read in English; a star in one language is one in the other."""
    found = {}
    for option in prompt.options:
        if option.detail is not None:
            japanese, english = (WORDS.render(read(option.detail), lang, ("Ann", "Bela", "Cem")) for lang in LANGS)
            assert ("★" in japanese) == ("★" in english)
            if "★" in english:
                found[option.key] = english
    return found


def test_at_most_two_are_pointed_out_and_most_turns_have_advice() -> None:
    match, rng = Match.start(GAME, GAME.setup(3), bytes([4]) * 32), Rng(bytes(32))
    counts: dict[type, list[int]] = {ChooseArea: [], Play: []}
    while not match.over and len(counts[Play]) < 9:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        if type(prompt.about) in counts:
            with_aids = advised(match, seat, GAME.aids)
            assert with_aids is not None
            counts[type(prompt.about)].append(len(starred(with_aids)))
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    assert max(map(max, counts.values())) <= 2
    assert sum(n > 0 for n in counts[Play]) > len(counts[Play]) / 2


def told(*, changed: bool = False, **stock: Any) -> str:
    """The reasons of a turn in which A has won 1-3 and built a town in 1-4."""
    before, after = table(), table()
    for s in (before, after):
        turn(s, A, "1-3")
        person(s, A, morale=1, stacks=["labour labour"])
    put(after, "1-3:a", A)
    put(after, "1-3:b", A)
    town(after, "1-4:a", A, 1)
    person(after, A, **stock)
    if changed:
        after.playing.changed, after.playing.old = True, 2
    assert controlled(after, A) == ["1-3", "1-4"]
    return ", ".join(WORDS.render(reason, "en") for reason in reasons(before, after, A))


def test_reasons_name_the_bonus_to_come_then_land_then_means() -> None:
    assert told() == "control of 1-3, 1-4, a town on 1-4 left"
    assert told(food=2) == "control of 1-3, 1-4, a town on 1-4 left, food +2"
    assert told(changed=True) == "territory 2 × 2 = 4 VP, control of 1-3, 1-4, a town on 1-4 left"


def attacked(*, slots: str = "abc", **rival: Any) -> tuple[State, State]:
    """B stands in 2-4; A goes there, too."""
    before, after = table(), table()
    for s in (before, after):
        put(s, "2-4:a", B)
        turn(s, A, "2-4")
        person(s, B, **rival)
    for slot in slots:
        put(after, f"2-4:{slot}", A)
    return before, after


def test_a_war_is_a_reason_only_with_good_odds_and_says_so_of_the_control_that_hangs_on_it() -> None:
    before, after = attacked()
    [said] = [one for one in english(before, after) if "war" in one]
    assert said.startswith("control of 2-4 if you win the war there (about 83 %")
    assert "control of 2-4" not in english(before, after), "that is not won yet"
    before, after = attacked(slots="a")
    assert [*dangers(before, after, A)] == []
    before, after = attacked(slots="a", morale=4, skills=["S30"])
    assert not any("war" in one for one in english(before, after))
    [danger] = dangers(before, after, A)
    assert danger.key == "aid.losing" and 0 <= int(str(danger.args["percent"])) < 50
    assert [*dangers(before, after, B)] == [], "in the turn of another nothing is advised"


def test_odds_say_what_is_left_of_them_if_the_rivals_add_all() -> None:
    """83 % was told of a war against four strength by Levy that could still come."""
    _, after = attacked(morale=1, skills=["S30"])
    war_now = begin(after)
    unless = proviso(after, war_now, A)
    assert isinstance(unless, Msg)
    assert WORDS.render(unless, "en") == " if no rival adds morale or uses Levy, 6 % if all add all"
    assert all(side.bid is None and not side.levy for side in war_now.sides), "nothing of it is done"


def test_a_rivals_answer_counts() -> None:
    """The own declaration is weighed against what pays for those who declare after it."""
    _, calm = attacked(slots="a")
    _, armed = attacked(slots="a", morale=4)
    assert likely(armed, begin(armed), A) < likely(calm, begin(calm), A)
    assert coming_war(armed, A) < coming_war(calm, A)


def test_no_star_leads_into_a_war_that_is_lost_where_a_space_without_war_is_free() -> None:
    """Two strength against six, beside a space that costs nothing and brings no war: the star stood on the war."""
    s = table()
    town(s, "1-2:a", B, 3)
    put(s, "1-2:a", B, B)
    town(s, "1-2:c", A, 2)
    person(s, B, morale=3)
    person(s, A, hand="labour blessing", stacks=["labour labour"])
    for area in ("1-3", "2-3"):
        put(s, f"{area}:a", B)
        put(s, f"{area}:b", B)
    war_there, peace = (table_after(s, space) for space in ("1-2:a", "1-2:b"))
    assert coming_war(war_there, A) < coming_war(peace, A) == 0
    [why, *_] = contrast(war_there, peace, A)
    assert why.key == "aid.peace"


def table_after(s: State, space: str) -> State:
    after = copied(s)
    turn(after, A, "1-2")
    put(after, space, A)
    return after


def test_only_open_spaces_without_terrain_cost_are_a_reason() -> None:
    """An area had the star for its plains, on which workers of one's own stood already."""
    before, after = table(), table()
    for s in (before, after):
        turn(s, A)
        put(s, "1-3:a", A)
        put(s, "1-3:b", A)
        put(s, "1-3:c", A)
    after.playing.area = "1-3"
    assert english(before, after) == []


def test_a_card_that_lets_a_generation_grow_says_what_for() -> None:
    before, after = table(), table()
    for s in (before, after):
        turn(s, A, "2-4")
        put(s, "2-4:a", A)
        put(s, "2-4:b", A)
    person(before, A, hand="labour labour", stacks=["labour labour"])
    person(after, A, hand="labour", stacks=["labour labour labour"])
    after.playing.card = after.playing.counts_as = "labour"
    [said] = english(before, after)
    assert said.startswith("the generation grows to 3, best closed at about ")


def test_the_bonus_is_no_reason_before_the_town_stands() -> None:
    """The card says it itself (R7.5); what the town adds is told once, with the town."""
    before, after = table(), table()
    for s in (before, after):
        put(s, "1-3:a", A)
        put(s, "1-3:b", A)
        turn(s, A, "1-3")
    after.playing.changed, after.playing.old = True, 2
    assert not any("territory" in WORDS.render(reason, "en") for reason in reasons(before, after, A))


def test_the_draft_has_one_star_on_the_skill_that_brings_most() -> None:
    match = Match.start(GAME, GAME.setup(3), bytes([4]) * 32)
    for seat in match.waiting:
        prompt = advised(match, seat, GAME.aids)
        assert prompt is not None and isinstance(prompt.about, DraftPick)
        [best] = starred(prompt)
        values = {option.key: skill_value(option.value, 9) for option in prompt.options}
        assert values[best] == max(values.values()) > min(values.values())


def test_a_declaration_has_the_star_that_the_computer_player_would_take() -> None:
    match, rng = Match.start(GAME, GAME.setup(3), bytes([4]) * 32), Rng(bytes(32))
    met = 0
    while not match.over and met < 4:
        seat = match.waiting[0]
        prompt = match.prompt(seat)
        assert prompt is not None
        if isinstance(prompt.about, Bid) and len(prompt.options) > 1:
            with_aids = advised(match, seat, GAME.aids)
            assert with_aids is not None
            met += 1
            assert [*starred(with_aids)] == [bid(match.state, prompt)]
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    assert met == 4


def declaring(round_: int, morale: int) -> tuple[State, Prompt]:
    """A against B in the turn of A, the last one of the game in round 10 for three."""
    s = table(first=B)
    put(s, "2-4:a", A, B)
    put(s, "2-4:b", B)
    person(s, A, morale=morale)
    turn(s, A, "2-4")
    s.turns = 3 * round_ - 1
    return s, STAGE.question(s, lambda t: war(t, A))


def test_in_the_last_war_all_morale_that_helps_is_spent() -> None:
    s, prompt = declaring(10, 2)
    assert bid(s, prompt) == "bid:2"
    found = opinion(s, prompt)["bid:2"]
    assert "no later use" in WORDS.render(found, "en")
    s, prompt = declaring(3, 2)
    assert "no later use" not in WORDS.render(opinion(s, prompt)[bid(s, prompt)], "en")


def test_who_has_plenty_of_morale_spends_some() -> None:
    """Six of it are worth less each than two: a declaration of nothing had the star at 56 %."""
    s, prompt = declaring(7, 6)
    assert bid(s, prompt) != "bid:0"
    assert morale_price(s, A, 1) < morale_price(declaring(7, 2)[0], A, 1) / 2


def test_a_lost_style_bonus_weighs_more_than_a_card() -> None:
    """Five different tops bring 18 VP: another kind as the last but one card had the star at 12 → 4."""
    values = {}
    for kind in ("revelation", "miracle"):
        s = table(first=B)
        put(s, "2-4:a", A)
        put(s, "2-4:b", A)
        hand = {"revelation": "miracle", "miracle": "revelation"}[kind]
        stacks = ["blessing", "labour", "revelation", "prosperity", kind]
        person(s, A, stacks=stacks, hand=f"{hand} labour")
        turn(s, A, "2-4")
        s.turns = 3 * 9 - 1
        values[kind] = worth(s, A)
    assert values["miracle"] > values["revelation"]
    s.players[A].hand = ["labour"]
    assert style_of(s, "miracle") - style_of(s, "revelation") > 5, "the kind that is missing is not in hand"


def style_of(s: State, kind: str) -> float:
    s.players[A].generations[-1][-1] = kind
    return worth(s, A)


def test_a_skill_of_the_final_scoring_says_what_it_brings_as_the_table_stands() -> None:
    before, after = table(), table()
    for s in (before, after):
        turn(s, A, "2-4")
        person(s, A, stacks=["labour", "labour", "blessing", "revelation"])
    after.players[A].skills = ["S28"]
    assert english(before, after) == ["+10 VP in the final scoring as the table stands"]


def test_land_that_costs_nothing_is_no_reason_without_workers_at_hand() -> None:
    before, after = table(), table()
    for s in (before, after):
        turn(s, A)
        s.players[A].workers = 0
    after.playing.area = "1-3"
    assert english(before, after) == []


def test_the_first_area_has_a_star() -> None:
    match = Match.start(GAME, GAME.setup(3), bytes([4]) * 32)
    rng = Rng(bytes(32))
    stars = 0
    for _ in range(60):
        seat = match.waiting[0]
        prompt = advised(match, seat, GAME.aids)
        assert prompt is not None
        if isinstance(prompt.about, ChooseArea) and not prompt.about.other:
            [said] = starred(prompt).values()
            assert "terrain cost" in said
            stars += 1
            if stars == 3:
                break
        match.apply(Decision(match.step, seat, random_answer(match, prompt, rng)))
    assert stars == 3


def test_two_odds_never_stand_in_one_reason() -> None:
    war_now, no_war = say("aid.war", percent=69), say("aid.peace", percent=79)
    assert repeats(war_now, no_war) and repeats(no_war, war_now) and not repeats(war_now, say("aid.vp", vp=2))


def english(before: State, after: State) -> list[str]:
    return [WORDS.render(reason, "en") for reason in reasons(before, after, A)]


def test_what_a_card_brings_is_no_reason_for_an_area_or_for_workers() -> None:
    """It can be played after any of them; what the terrain costs is the area's own."""
    before, after = table(), table()
    for s in (before, after):
        turn(s, A)
    person(after, A, morale=3)
    after.playing.area, after.playing.card, after.playing.counts_as = "1-3", "blessing", "blessing"
    after.players[A].vp["prosperity"] = 3
    assert english(before, after) == ["1 open space without terrain cost"]
    before.playing.area = "1-3"
    assert english(before, after) == ["+3 VP", "morale +3"], "of the card itself"
    after.playing.placed.append("1-3:a")
    assert english(before, after) == []


def test_what_prosperity_turns_is_no_yield_of_the_card() -> None:
    before, after = table(), table()
    for s in (before, after):
        turn(s, A, "1-3")
        person(s, A, morale=2, hand="labour miracle")
    person(after, A, morale=0, food=2, hand="labour")
    after.playing.card = after.playing.counts_as = "prosperity"
    assert english(before, after) == []
    before.playing.card = before.playing.counts_as = "prosperity"
    assert english(before, after) == ["food +2", "1 fresh card, as a rule of thumb worth more than what goes"], (
        "at the question what is turned and discarded"
    )
    after.players[A].towns -= 1
    assert english(before, after) == ["food +2"], "discarded later, after the change"


def test_a_move_that_avoids_a_war_says_so() -> None:
    before, after = table(), table()
    for s in (before, after):
        put(s, "2-4:a", B, B)
        turn(s, A, "2-4")
    put(before, "2-4:a", A)
    put(after, "2-4:b", A)
    [said] = english(before, after)
    assert said.startswith("no war (which you would win at about ")


def test_cubes_say_what_they_are_for() -> None:
    before, after = table(), table()
    before.phase = "resources"
    person(after, A, food=4, morale=3)
    assert english(before, after) == ["up to +3 strength in wars", "about 4 further workers"]


def test_a_discard_is_pointed_out_only_before_cards_are_drawn() -> None:
    discard, windfall = (
        Option("discard:00100", None, say("discard.label", cards=())),
        Option("windfall", None, say("windfall.label")),
    )
    town_asked, end_asked = (Prompt(A, say("end.ask"), (), 1, 1, about=about) for about in (Build(), EndTurn()))
    assert may_advise(end_asked, discard) and not may_advise(town_asked, discard)
    assert may_advise(town_asked, windfall)


def test_an_option_does_not_repeat_its_reason() -> None:
    control = say("aid.control", areas=("2-5", "3-4"))
    assert repeats(control, say("workers.control", area="2-5"))
    assert not repeats(control, say("workers.control", area="1-2"))
    assert repeats(control, say("move.wins", areas=("3-4",))) and not repeats(control, say("move.wins", areas=("1-2",)))
    assert repeats(say("aid.vp", vp=3), say("card.vp", vp=3)) and not repeats(say("aid.vp", vp=3), say("card.vp", vp=1))
