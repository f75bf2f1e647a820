"""First-game aids: good starts and targets are pointed out, with a reason, and only by what the player may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import pytest

from engines.kernel import LANGS, Ask, Option, Prompt, Rng, Table, catalogue, read
from engines.pax_pamir import GAME
from engines.pax_pamir.aids import Hint, reasons
from engines.pax_pamir.battle import battle
from engines.pax_pamir.betray import betray
from engines.pax_pamir.build import build
from engines.pax_pamir.dominance import dominant, forecast
from engines.pax_pamir.gift import gift
from engines.pax_pamir.menu import actions
from engines.pax_pamir.move import move
from engines.pax_pamir.play import play as play_card
from engines.pax_pamir.purchase import purchase
from engines.pax_pamir.standing import holder, influence
from engines.pax_pamir.start import blackmail
from engines.pax_pamir.state import State
from engines.pax_pamir.tax import tax
from tests.contract.cases import Case, chance, random_decision
from tests.contract.privacy import check
from tests.pax_pamir.table import NAMES, A, B, Rule, person, play, state

WORDS = catalogue(GAME.package)
ON, OFF = ("coin_limit", "aids"), ("coin_limit",)


def details(option: Option) -> list[str]:
    assert option.detail is not None
    return [WORDS.render(read(option.detail), lang, NAMES) for lang in LANGS]


def question(s: State, rule: Rule, *before: str) -> Prompt:
    """What the rule asks after these answers."""
    script = rule(Table(s, Rng(bytes(32))))
    prompt = _asked(script.send(None))
    for key in before:
        prompt = _asked(script.send(prompt.read((key,))))
    return prompt


def _asked(ask: Ask) -> Prompt:
    return ask.prompts[0]


def starred(prompt: Prompt) -> dict[str, list[str]]:
    """The options that are pointed out, and why, in Japanese and in English."""
    told = {option.key: details(option) for option in prompt.options if option.detail is not None}
    return {key: [one.split(" · ")[0][2:] for one in both] for key, both in told.items() if both[0].startswith("★")}


# ---------------------------------------------------------------- whole games


def menus(aids: str) -> Iterator[list[list[str]]]:
    """The details of each start, in both languages, at every question of a turn in a random game of three."""
    case = Case("pax_pamir", 3, (("aids", aids),), 1)
    match, rng = case.start(), chance(case, "aids")
    while not match.over:
        assert match.ask is not None
        (prompt,) = match.ask.prompts
        if prompt.text.key == "menu.ask":
            yield [details(option) for option in prompt.options if option.detail is not None]
        match.apply(random_decision(match, rng))


def test_at_most_three_starts_are_pointed_out_in_both_languages() -> None:
    counts = []
    for texts in islice(menus("on"), 60):
        assert all(("★" in one) == ("★" in other) for one, other in texts)
        counts.append(sum("★" in one for one, _ in texts))
    assert max(counts) <= 3
    assert sum(n > 0 for n in counts) > len(counts) / 2


def test_without_the_option_nothing_is_pointed_out() -> None:
    for texts in islice(menus("off"), 30):
        assert not any("★" in text for both in texts for text in both)


def test_the_aids_give_no_hand_away() -> None:
    """R13 Also where a start would swap hands (event 114), nothing of the other hand is foreseen."""
    for number in range(3):
        assert check(Case("pax_pamir", 3, (("aids", "on"),), number), every=3, pictures=0).comparisons


# ---------------------------------------------------------------- targets


class Scene(NamedTuple):
    """A question about a target.

    position: the table, with these options; rule: what asks, after these answers
    best:     the option that is pointed out, and why
    true:     whether that is so on a table; asked once the option has been chosen, with these answers after it
    """

    position: Callable[[Sequence[str]], State]
    rule: Rule
    before: tuple[str, ...]
    best: str
    why: tuple[str, str]
    true: Callable[[State], bool]
    after: tuple[str, ...] = ()

    def question(self, options: Sequence[str]) -> Prompt:
        return question(self.position(options), self.rule, *self.before)


def taxed(options: Sequence[str]) -> State:
    """Two rupees lie on the market, and Bela has two that nothing shelters."""
    s = state(2, options=options, tribes={"kabul": {A: 1}}, market={"T1": (30, 1), "B2": (31, 2)})
    person(s, A, rupees=0, court=[13])
    person(s, B, rupees=2, court=[4])
    return s


def built(options: Sequence[str]) -> State:
    """With two blocks more the Afghans dominate. The first must be built in any case; the second need not."""
    s = state(2, options=options, armies={"kabul": {"afghan": 2}}, tribes={"kabul": {A: 1}})
    person(s, A, loyalty="afghan", rupees=9, court=[10])
    return s


def moved(options: Sequence[str]) -> State:
    """One of two spies is enough to keep #8."""
    s = state(2, options=options, spies={8: {A: 2}})
    person(s, A, court=[1], gifts=[2])
    person(s, B, court=[8, 9, 14])
    return s


def betrayed(options: Sequence[str]) -> State:
    """#90 is all that keeps Bela's tribes in Transcaspia, and a prize; #8 is neither."""
    s = state(2, options=options, spies={90: {A: 1}, 8: {A: 1}}, tribes={"transcaspia": {B: 2}})
    person(s, A, rupees=2, court=[10], gifts=[2, 4, 6])
    person(s, B, court=[90, 8])
    return s


def prized(options: Sequence[str]) -> State:
    """#90 has been chosen, and Ann has nothing to lose by becoming British."""
    s = betrayed(options)
    person(s, A, rupees=2, court=[10])
    return s


def fought(options: Sequence[str]) -> State:
    """In Kabul three against three: a tribe less, and Ann rules. Or a spy on her own card."""
    tribes, spies = {"kabul": {A: 1, B: 3}}, {2: {A: 2, B: 1}}
    s = state(2, options=options, armies={"kabul": {"afghan": 2}}, tribes=tribes, spies=spies)
    person(s, A, loyalty="afghan", court=[2], gifts=[2, 4, 6])
    person(s, B, loyalty="british", court=[16])
    return s


def spied(options: Sequence[str]) -> State:
    """A spy for a card of Punjab: an own one, or one of Bela's."""
    s = state(2, options=options)
    person(s, A, hand=[18], court=[21], gifts=[2])
    person(s, B, court=[29])
    return s


def blackmailed(options: Sequence[str]) -> State:
    """A spy for a card of Kandahar, or none."""
    s = state(2, options=options)
    person(s, A, court=[43], gifts=[2])
    person(s, B, court=[40])
    return s


def rebuked(options: Sequence[str]) -> State:
    """Bela rules Punjab; Ann rules Herat."""
    s = state(2, options=options, market={"T0": 116}, tribes={"punjab": {B: 1}, "herat": {A: 1}})
    person(s, A, gifts=[2])
    return s


SCENES = {
    "tax": Scene(
        taxed,
        lambda t: tax(t, A, 13),
        (),
        "player:1.2",
        ("2ルピー増える", "brings you 2 rupees"),
        lambda s: s.players[A].rupees == 2,
    ),
    "build": Scene(
        built,
        lambda t: build(t, A, 10),
        ("army:kabul",),
        "army:kabul",
        (
            "いま優勢判定が行われれば、最も得点する相手より3点多く得る",
            "in a check now, you would gain 3 VP on your best rival",
        ),
        lambda s: forecast(s, dominant(s), False) == [5, 0],
        ("stop",),
    ),
    "move": Scene(
        moved,
        lambda t: move(t, A, 1),
        (),
        "spy:8:9",
        ("BelaのAfghan Handicrafts #9を人質に取る", "takes Bela's Afghan Handicrafts #9 hostage"),
        lambda s: holder(s, 9) == A,
        ("stop",),
    ),
    "betray": Scene(
        betrayed,
        lambda t: betray(t, A, 10),
        (),
        "90",
        ("Belaはトランスカスピアの支配を失う", "Bela would no longer rule Transcaspia"),
        lambda s: s.rulers["transcaspia"] is None,
        ("decline",),
    ),
    "prize": Scene(
        prized,
        lambda t: betray(t, A, 10),
        ("90",),
        "take",
        ("影響力が2になる", "raises your influence to 2"),
        lambda s: influence(s, A) == 2,
    ),
    "battle": Scene(
        fought,
        lambda t: battle(t, A, 2),
        (),
        "kabul",
        ("カブールの支配者になれる", "you would rule Kabul"),
        lambda s: s.rulers["kabul"] == A,
        ("tribe:1.2",),
    ),
    "spy": Scene(
        spied,
        lambda t: play_card(t, A, 18, "left"),
        (),
        "29",
        ("BelaのKhyber Pass #29を人質に取る", "takes Bela's Khyber Pass #29 hostage"),
        lambda s: holder(s, 29) == A,
    ),
    "blackmail": Scene(
        blackmailed,
        lambda t: blackmail(t, A),
        (),
        "40",
        ("BelaのWilliam Hay Macnaghten #40を人質に取る", "takes Bela's William Hay Macnaghten #40 hostage"),
        lambda s: holder(s, 40) == A,
    ),
    "rebuke": Scene(
        rebuked,
        lambda t: purchase(t, A, 0),
        (),
        "punjab",
        ("Belaはパンジャーブの支配を失う", "Bela would no longer rule Punjab"),
        lambda s: s.rulers["punjab"] is None,
    ),
}
EACH = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


@EACH
def test_the_best_target_is_pointed_out_and_why(scene: Scene) -> None:
    """In both languages; of the others at most two."""
    found = starred(scene.question(ON))
    assert found[scene.best] == list(scene.why)
    assert len(found) <= 3


@EACH
def test_the_reason_is_true(scene: Scene) -> None:
    """Whoever follows the advice gets what it promises; it was not so before."""
    s = scene.position(OFF)
    assert not scene.true(s)
    play(s, scene.rule, *scene.before, scene.best, *scene.after)
    assert scene.true(s)


@EACH
def test_without_the_option_no_target_is_pointed_out(scene: Scene) -> None:
    prompt = scene.question(OFF)
    assert starred(prompt) == {}
    assert [option.key for option in prompt.options] == [option.key for option in scene.question(ON).options]


@EACH
def test_nothing_hidden_is_advice(scene: Scene) -> None:
    """R13 Whatever Bela holds and whatever the deck brings, the same is said."""

    def said(hand: list[int], deck: list[int]) -> list[list[str]]:
        s = scene.position(ON)
        s.players[B].hand, s.deck = hand, deck
        prompt = question(s, scene.rule, *scene.before)
        return [details(option) for option in prompt.options if option.detail is not None]

    assert said([61, 98], [101, 62]) == said([76, 54], [32, 104])


# ---------------------------------------------------------------- what is said, and what is not


def test_what_every_choice_brings_is_no_reason() -> None:
    """R8.2 A gift is influence on any space: none is pointed out for that."""
    s = state(2, options=ON)
    person(s, A, rupees=9, court=[4])
    prompt = question(s, lambda t: gift(t, A, 4))
    assert starred(prompt) == {}
    assert details(prompt.options[0])[1] == "costs 2, leaves 7"


def test_of_four_good_targets_three_are_pointed_out() -> None:
    """The best three, each for a reason of its own: the card that it would take hostage. #38 has but one action."""
    s = state(2, options=ON)
    person(s, A, hand=[18], gifts=[2])
    person(s, B, court=[29, 33, 35, 38])
    assert starred(question(s, lambda t: play_card(t, A, 18, "left"))).keys() == {"29", "33", "35"}


def test_where_something_must_be_done_the_lesser_evil_is_pointed_out() -> None:
    """R8.4 The spy must leave #9: at least it can take another card hostage."""
    s = state(2, options=ON, spies={9: {A: 1}})
    person(s, A, court=[1], gifts=[2])
    person(s, B, court=[9, 14, 15])
    prompt = question(s, lambda t: move(t, A, 1))
    assert starred(prompt).keys() == {"spy:9:14"}


def test_what_is_just_as_good_is_pointed_out_too() -> None:
    """R6.1 Two cards of column 0 with the same stars and actions, each with a rupee on it."""
    s = state(2, options=ON, market={"T0": (9, 1), "B0": (79, 1)})
    person(s, A, gifts=[2])
    why = "1 rupee lies on it; a card with tax, move, 1 rupee safe from taxes"
    assert menu(s) == {"buy:0": why, "buy:6": why}


def test_a_card_is_good_for_what_is_new_in_the_court() -> None:
    """Afghan Handicrafts #9"""
    s = state(2, options=ON, market={"T0": 9})
    person(s, A, gifts=[2])
    assert menu(s) == {"buy:0": "a card with tax, move, 1 rupee safe from taxes"}
    assert details(question(s, lambda t: actions(t, A)).options[0])[0].startswith(
        "★ 徴税、移動、節税1ルピーのカードが手に入る"
    )
    person(s, A, gifts=[2], court=[30])
    assert menu(s) == {"buy:0": "a card with move, 1 rupee safe from taxes"}


def test_an_option_without_consequences_stays_silent() -> None:
    """To stop is no advice, and needs no words."""
    prompt = question(built(ON), lambda t: build(t, A, 10), "army:kabul")
    assert details(prompt.options[-1]) == ["", ""]


def menu(s: State) -> dict[str, str]:
    """The starts that are pointed out to Ann, and why."""
    return {key: en for key, (_, en) in starred(question(s, lambda t: actions(t, A))).items()}


def test_a_card_without_actions_brings_none() -> None:
    """Fath-Ali Shah #76 brings two tribes and the rule of Persia, but no action."""
    s = state(2, options=ON, tribes={"herat": {A: 5}})
    person(s, A, hand=[76])
    assert menu(s) == {"play:76:left": "you would rule Persia"}
    option = question(s, lambda t: actions(t, A)).options[0]
    assert isinstance(option.detail, Hint)
    reasons = option.detail.found.outlooks["play:76:left"].reasons
    assert [msg.key for msg in reasons] == ["aid.rules", "aid.cylinders"]


def test_a_play_is_judged_with_its_bribe() -> None:
    """R7 Karakul Sheep #61 is worth playing, but not for two rupees to a rival."""
    for tribes, good in (({}, True), ({B: 2}, False)):
        s = state(2, options=ON, tribes={"herat": tribes})
        person(s, A, rupees=5, hand=[61], gifts=[2])
        assert ("play:61:left" in menu(s)) is good


def test_nobodys_kindness_is_promised() -> None:
    """R7 With one rupee Ann depends on Bela to lower a bribe of two: no advice."""
    for rupees, good in ((2, True), (1, False)):
        s = state(2, options=ON, tribes={"herat": {B: 2}})
        person(s, A, rupees=rupees, hand=[63], gifts=[2])
        assert ("play:63:left" in menu(s)) is good


def test_a_swap_of_hands_is_not_foreseen() -> None:
    """R13 Event 114: what Bela holds is hidden, so nothing is said of it, good or bad."""
    for hand in ([12, 63], [32, 98, 84], []):
        s = state(2, options=ON, market={"T0": 114})
        person(s, A, hand=[38], gifts=[2])
        person(s, B, hand=hand)
        option = question(s, lambda t: actions(t, A)).options[0]
        assert isinstance(option.detail, Hint)
        assert option.detail.found.outlooks.keys() == {"play:38:left"}


def test_the_last_check_is_pointed_out_to_who_wins_by_it() -> None:
    """R10.4 To Ann, who is ahead in cylinders; not if Bela is."""
    for cylinders, first in (({A: 2, B: 1}, True), ({A: 1, B: 2}, False)):
        s = state(2, options=ON, tribes={"herat": cylinders}, market={"T0": 104}, discards=[101, 102, 103])
        assert (menu(s).get("buy:0") == "the game ends with you in first place") is first
        assert ("buy:0" in menu(s)) is first


# ---------------------------------------------------------------- reasons


def keys(before: State, after: State) -> list[str]:
    """Why Ann should like what has changed."""
    return [msg.key for msg in reasons(before, after, A)]


def table(**more: Any) -> State:
    s = state(2, **more)
    person(s, A, rupees=4, hand=[38], court=[1], gifts=[2, 4])
    person(s, B, loyalty="british", court=[8, 9])
    return s


def test_nothing_has_changed() -> None:
    assert keys(table(), table()) == []


def test_an_own_card_is_freed() -> None:
    assert keys(table(spies={1: {B: 1}}), table()) == ["aid.freed"]
    assert keys(table(), table(spies={1: {B: 1}})) == []


def test_a_rival_loses_a_card() -> None:
    after = table()
    person(after, B, court=[8])
    assert keys(table(), after) == ["aid.loses"]


def test_rupees_on_a_card_and_the_card() -> None:
    """What lies on a card that is bought is told instead of the rupees that are left."""
    after = table(market={"T0": None})
    person(after, A, rupees=6, hand=[38, 30], court=[1], gifts=[2, 4])
    assert keys(table(market={"T0": (30, 2)}), after) == ["aid.lying_card"]
    assert keys(table(market={"T0": 30}), after) == ["aid.rupees", "aid.card"]


def test_a_check_is_a_reason_only_if_it_brings_more() -> None:
    """R10.3 Ann is Afghan, Bela British."""
    afghan, british = table(armies={"herat": {"afghan": 4}}), table(armies={"herat": {"british": 4}})
    assert keys(table(), afghan) == ["aid.check"]
    assert keys(table(), british) == []
