"""First-game aids: what looks good is pointed out, with a true reason, in both languages."""

from __future__ import annotations

from typing import Any

from engines.kernel import LANGS, Decision, Match, Option, Prompt, Rng, advised, catalogue, random_answer, read, say
from engines.quo_vadis import GAME
from engines.quo_vadis.computer.evaluation import skill_value
from engines.quo_vadis.computer.greedy import bid
from engines.quo_vadis.computer.reasons import may_advise, reasons, repeats
from engines.quo_vadis.questions import Bid, Build, ChooseArea, DraftPick, EndTurn, Play
from engines.quo_vadis.rules.war.strength import begin
from engines.quo_vadis.table.board import controlled
from engines.quo_vadis.table.state import State
from tests.quo_vadis.stage import A, B, person, put, table, town, turn

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


def test_a_war_is_a_reason_only_with_good_odds() -> None:
    before, after = table(), table()
    for s in (before, after):
        put(s, "2-4:a", B)
        turn(s, A, "2-4")
    for slot in "abc":
        put(after, f"2-4:{slot}", A)
    said = [WORDS.render(reason, "en") for reason in reasons(before, after, A)]
    assert any("if nobody adds morale" in one for one in said), "it is sure as soon as a space is shared"
    after.playing.war = begin(after)
    assert any("war at" in WORDS.render(reason, "en") for reason in reasons(before, after, A))
    assert not any("war at" in WORDS.render(reason, "en") for reason in reasons(before, after, B))


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
    assert english(before, after) == ["1 space without terrain cost"]
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
    assert english(before, after) == ["food +2", "1 new card"], "at the question what is turned and discarded"
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
    assert said.startswith("no war (which you would win at ")


def test_cubes_say_what_they_are_for() -> None:
    before, after = table(), table()
    before.phase = "resources"
    person(after, A, food=4, morale=3)
    assert english(before, after) == ["3 morale for wars", "4 food for further workers"]


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
