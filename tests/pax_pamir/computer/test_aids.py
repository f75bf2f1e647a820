"""First-game aids: good starts and targets are pointed out, with a true reason, and only by what may be known."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engines.kernel import Prompt, advised
from engines.pax_pamir import GAME
from engines.pax_pamir.actions.battle import battle
from engines.pax_pamir.actions.betray import betray
from engines.pax_pamir.actions.move import move
from engines.pax_pamir.actions.tax import tax
from engines.pax_pamir.rules.blackmail import blackmail
from engines.pax_pamir.rules.play import play as play_card
from engines.pax_pamir.rules.purchase import purchase
from engines.pax_pamir.table.derived import holder, influence
from engines.pax_pamir.table.questions import Menu
from engines.pax_pamir.table.state import State
from tests.contract.cases import Case, chance, random_decision
from tests.kernel.scripted import Rule
from tests.pax_pamir.computer.table import details, question, starred
from tests.pax_pamir.table import A, B, person, play, state

# ---------------------------------------------------------------- whole games


def test_at_most_two_starts_are_pointed_out_in_both_languages() -> None:
    """At every question of a turn in a random game of three."""
    case = Case("pax_pamir", 3, (), 1)
    match, rng = case.start(), chance(case, "aids")
    counts: list[int] = []
    while len(counts) < 30:
        assert match.ask is not None
        if isinstance(match.ask.prompts[0].about, Menu):
            prompt = advised(match, match.waiting[0], GAME.aids)
            assert prompt is not None
            texts = [details(option) for option in prompt.options if option.detail is not None]
            assert all(("★" in one) == ("★" in other) for one, other in texts)
            counts.append(sum("★" in one for one, _ in texts))
        match.apply(random_decision(match, rng))
    assert max(counts) <= 2
    assert sum(n > 0 for n in counts) > len(counts) / 2


# ---------------------------------------------------------------- targets


class Scene(NamedTuple):
    """A question about a target.

    position: the table; rule: what asks, after these answers
    best:     the option that is pointed out, and why
    true:     whether that is so on a table; asked once the option has been chosen, with these answers after it
    times:    how often it is taken, of several things
    """

    position: Callable[[], State]
    rule: Rule
    before: tuple[str, ...]
    best: str
    why: tuple[str, str]
    true: Callable[[State], bool]
    after: tuple[str, ...] = ()
    times: int = 1

    def question(self) -> Prompt:
        return question(self.position(), self.rule, *self.before)


def taxed() -> State:
    """Two rupees lie on the market, and Bela has two that nothing shelters."""
    s = state(2, tribes={"kabul": {A: 1}}, market={"T1": (30, 1), "B2": (31, 2)})
    person(s, A, rupees=0, court=[13])
    person(s, B, rupees=2, court=[4])
    return s


def moved() -> State:
    """One of two spies is enough to keep #8."""
    s = state(2, spies={8: {A: 2}})
    person(s, A, court=[1], gifts=[2])
    person(s, B, court=[8, 9, 14])
    return s


def betrayed() -> State:
    """#90 is all that keeps Bela's tribes in Transcaspia, and a prize; #8 is neither."""
    s = state(2, spies={90: {A: 1}, 8: {A: 1}}, tribes={"transcaspia": {B: 2}})
    person(s, A, rupees=2, court=[10], gifts=[2, 4, 6])
    person(s, B, court=[90, 8])
    return s


def prized() -> State:
    """#90 has been chosen, and Ann has nothing to lose by becoming British."""
    s = betrayed()
    person(s, A, rupees=2, court=[10])
    return s


def fought() -> State:
    """In Kabul three against three: a tribe less, and Ann rules. Or a spy on her own card."""
    tribes, spies = {"kabul": {A: 1, B: 3}}, {2: {A: 2, B: 1}}
    s = state(2, armies={"kabul": {"afghan": 2}}, tribes=tribes, spies=spies)
    person(s, A, loyalty="afghan", court=[2], gifts=[2, 4, 6])
    person(s, B, loyalty="british", court=[16])
    return s


def spied() -> State:
    """A spy for a card of Punjab: an own one, or one of Bela's."""
    s = state(2)
    person(s, A, hand=[18], court=[21], gifts=[2])
    person(s, B, court=[29])
    return s


def blackmailed() -> State:
    """A spy for a card of Kandahar, or none."""
    s = state(2)
    person(s, A, court=[43], gifts=[2])
    person(s, B, court=[40])
    return s


def rebuked() -> State:
    """Bela rules Punjab; Ann rules Herat."""
    s = state(2, market={"T0": 116}, tribes={"punjab": {B: 1}, "herat": {A: 1}})
    person(s, A, gifts=[2])
    return s


SCENES = {
    "tax": Scene(
        taxed,
        lambda t: tax(t, A, 13),
        (),
        "player:1",
        ("2ルピー増える", "brings you 2 rupees"),
        lambda s: s.players[A].rupees == 2,
        times=2,
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
        (
            "注意：忠誠がイギリスに変わる。影響力が2になる",
            "careful: your loyalty becomes British; raises your influence to 2",
        ),
        lambda s: influence(s, A) == 2,
    ),
    "battle": Scene(
        fought,
        lambda t: battle(t, A, 2),
        (),
        "kabul",
        ("カブールの支配者になれる", "you would rule Kabul"),
        lambda s: s.rulers["kabul"] == A,
        ("tribe:1",),
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
    """In both languages; of the others at most one."""
    found = starred(scene.question())
    assert found[scene.best] == list(scene.why)
    assert len(found) <= 2


@EACH
def test_the_reason_is_true(scene: Scene) -> None:
    """Whoever follows the advice gets what it promises; it was not so before."""
    s = scene.position()
    assert not scene.true(s)
    play(s, scene.rule, *scene.before, " ".join([scene.best] * scene.times), *scene.after)
    assert scene.true(s)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("spy", "★ takes Bela's Khyber Pass #29 hostage"),
        ("rebuke", "★ Bela would no longer rule Punjab · removes 1 tribe of Bela"),
        ("prize", "★ careful: your loyalty becomes British; raises your influence to 2"),
    ],
)
def test_what_the_reason_says_is_not_said_again_beside_it(scene: str, said: str) -> None:
    options = {option.key: option for option in SCENES[scene].question().options}
    assert details(options[SCENES[scene].best])[1] == said


@EACH
def test_nothing_hidden_is_advice(scene: Scene) -> None:
    """R13 Whatever Bela holds and whatever the deck brings, the same is said."""

    def said(hand: list[int], deck: list[int]) -> list[list[str]]:
        s = scene.position()
        s.players[B].hand, s.deck = hand, deck
        prompt = question(s, scene.rule, *scene.before)
        return [details(option) for option in prompt.options if option.detail is not None]

    assert said([61, 98], [101, 62]) == said([76, 54], [32, 104])
