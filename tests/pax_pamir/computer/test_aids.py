"""First-game aids: good actions and targets are starred with a true reason, without use of hidden information."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest

from engines.kernel import Prompt, build_advised_prompt
from engines.pax_pamir import GAME
from engines.pax_pamir.actions.battle import perform_battle
from engines.pax_pamir.actions.betray import perform_betray
from engines.pax_pamir.actions.move import perform_move
from engines.pax_pamir.actions.tax import perform_tax
from engines.pax_pamir.rules.blackmail import perform_blackmail
from engines.pax_pamir.rules.market_changes import purchase_card
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.derived import compute_influence, find_captor
from engines.pax_pamir.table.questions import Menu
from engines.pax_pamir.table.state import State
from tests.contract.cases import Case, build_rng, random_decision
from tests.kernel.scripted import Rule
from tests.pax_pamir.computer.starred_questions import build_question, list_starred, render_details
from tests.pax_pamir.table import A, B, build_state, play_rule, set_player

# ---------------------------------------------------------------- whole games


@pytest.mark.release
def test_at_most_two_menu_options_are_starred_in_both_languages() -> None:
    """Checked at every menu question of a random game of three players."""
    case = Case("pax_pamir", 3, (), 1)
    match, rng = case.start(), build_rng(case, "aids")
    counts: list[int] = []
    while len(counts) < 30:
        assert match.open_prompts is not None
        if isinstance(match.open_prompts.prompts[0].subject, Menu):
            prompt = build_advised_prompt(match, match.waiting_seats[0], GAME.aids)
            assert prompt is not None
            texts = [render_details(option) for option in prompt.options if option.detail is not None]
            assert all(("★" in japanese) == ("★" in english) for japanese, english in texts)
            counts.append(sum("★" in japanese for japanese, _ in texts))
        match.apply(random_decision(match, rng))
    assert max(counts) <= 2
    assert sum(n > 0 for n in counts) > len(counts) / 2


# ---------------------------------------------------------------- targets


class TargetCase(NamedTuple):
    """A question about a target, with its expected suggestion."""

    build_position: Callable[[], State]
    """Builds the table."""
    rule: Rule
    """Rule that asks the question after the answers before it."""
    answers_before: tuple[str, ...]
    best: str
    """Key of the starred option."""
    why: tuple[str, str]
    """Expected reason in Japanese and in English."""
    is_true: Callable[[State], bool]
    """Whether the reason holds on a table; checked after the option was chosen, and the answers after it."""
    answers_after: tuple[str, ...] = ()
    times: int = 1
    """Number of times that the option is chosen in one answer."""

    def build_question(self) -> Prompt:
        return build_question(self.build_position(), self.rule, *self.answers_before)


def build_tax_case() -> State:
    """Return a table with two rupees on the market, and two of Bela's without tax shelter."""
    s = build_state(2, tribes={"kabul": {A: 1}}, market={"T1": (30, 1), "B2": (31, 2)})
    set_player(s, A, rupees=0, court=[13])
    set_player(s, B, rupees=2, court=[4])
    return s


def build_move_case() -> State:
    """Return a table where one of Ann's two spies is enough to hold #8."""
    s = build_state(2, spies={8: {A: 2}})
    set_player(s, A, court=[1], gifts=[2])
    set_player(s, B, court=[8, 9, 14])
    return s


def build_betrayal_case() -> State:
    """Return a table where #90 is a prize and the only card that keeps Bela's tribes in Transcaspia; #8 is neither."""
    s = build_state(2, spies={90: {A: 1}, 8: {A: 1}}, tribes={"transcaspia": {B: 2}})
    set_player(s, A, rupees=2, court=[10], gifts=[2, 4, 6])
    set_player(s, B, court=[90, 8])
    return s


def build_prize_case() -> State:
    """Return that table, but Ann has nothing to lose by becoming British; #90 is to be chosen."""
    s = build_betrayal_case()
    set_player(s, A, rupees=2, court=[10])
    return s


def build_battle_case() -> State:
    """Return a table with three against three in Kabul: Ann rules if one tribe goes. Or she removes a spy."""
    tribes, spies = {"kabul": {A: 1, B: 3}}, {2: {A: 2, B: 1}}
    s = build_state(2, armies={"kabul": {"afghan": 2}}, tribes=tribes, spies=spies)
    set_player(s, A, loyalty="afghan", court=[2], gifts=[2, 4, 6])
    set_player(s, B, loyalty="british", court=[16])
    return s


def build_spy_case() -> State:
    """Return a table where a spy can go to a card of Punjab, Ann's own or Bela's."""
    s = build_state(2)
    set_player(s, A, hand=[18], court=[21], gifts=[2])
    set_player(s, B, court=[29])
    return s


def build_blackmail_case() -> State:
    """Return a table where blackmail can put a spy on a card of Kandahar."""
    s = build_state(2)
    set_player(s, A, court=[43], gifts=[2])
    set_player(s, B, court=[40])
    return s


def build_rebuke_case() -> State:
    """Return a table where Bela rules Punjab and Ann rules Herat."""
    s = build_state(2, market={"T0": 116}, tribes={"punjab": {B: 1}, "herat": {A: 1}})
    set_player(s, A, gifts=[2])
    return s


SCENES = {
    "tax": TargetCase(
        build_tax_case,
        lambda t: perform_tax(t, A, 13),
        (),
        "player:1",
        ("2ルピー増える", "brings you 2 rupees"),
        lambda s: s.players[A].rupees == 2,
        times=2,
    ),
    "move": TargetCase(
        build_move_case,
        lambda t: perform_move(t, A, 1),
        (),
        "spy:8:9",
        ("BelaのAfghan Handicrafts #9を人質に取る", "takes Bela's Afghan Handicrafts #9 hostage"),
        lambda s: find_captor(s, 9) == A,
        ("stop",),
    ),
    "betray": TargetCase(
        build_betrayal_case,
        lambda t: perform_betray(t, A, 10),
        (),
        "90",
        (
            "Belaはトランスカスピアの支配を失う（コスト：2ルピー）",
            "Bela would no longer rule Transcaspia (costs 2 rupees)",
        ),
        lambda s: s.rulers["transcaspia"] is None,
        ("decline",),
    ),
    "prize": TargetCase(
        build_prize_case,
        lambda t: perform_betray(t, A, 10),
        ("90",),
        "take",
        (
            "注意：忠誠がイギリスに変わる。影響力が2になる",
            "careful: your loyalty becomes British; raises your influence to 2",
        ),
        lambda s: compute_influence(s, A) == 2,
    ),
    "battle": TargetCase(
        build_battle_case,
        lambda t: perform_battle(t, A, 2),
        (),
        "kabul",
        ("カブールの支配者になれる", "you would rule Kabul"),
        lambda s: s.rulers["kabul"] == A,
        ("tribe:1",),
    ),
    "spy": TargetCase(
        build_spy_case,
        lambda t: play_card(t, A, 18, "left"),
        (),
        "29",
        ("BelaのKhyber Pass #29を人質に取る", "takes Bela's Khyber Pass #29 hostage"),
        lambda s: find_captor(s, 29) == A,
    ),
    "blackmail": TargetCase(
        build_blackmail_case,
        lambda t: perform_blackmail(t, A),
        (),
        "40",
        ("BelaのWilliam Hay Macnaghten #40を人質に取る", "takes Bela's William Hay Macnaghten #40 hostage"),
        lambda s: find_captor(s, 40) == A,
    ),
    "rebuke": TargetCase(
        build_rebuke_case,
        lambda t: purchase_card(t, A, 0),
        (),
        "punjab",
        ("Belaはパンジャーブの支配を失う", "Bela would no longer rule Punjab"),
        lambda s: s.rulers["punjab"] is None,
    ),
}
EACH = pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)


@EACH
def test_best_target_is_starred_with_its_reason(scene: TargetCase) -> None:
    """In both languages; at most one other option is starred."""
    stars = list_starred(scene.build_question())
    assert stars[scene.best] == list(scene.why)
    assert len(stars) <= 2


@EACH
def test_the_reason_is_true(scene: TargetCase) -> None:
    """After following the suggestion its reason holds; before, it did not."""
    s = scene.build_position()
    assert not scene.is_true(s)
    play_rule(s, scene.rule, *scene.answers_before, " ".join([scene.best] * scene.times), *scene.answers_after)
    assert scene.is_true(s)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        ("spy", "★ takes Bela's Khyber Pass #29 hostage"),
        ("rebuke", "★ Bela would no longer rule Punjab · removes 1 tribe of Bela"),
        ("prize", "★ careful: your loyalty becomes British; raises your influence to 2"),
    ],
)
def test_detail_does_not_repeat_the_reason(scene: str, said: str) -> None:
    options = {option.key: option for option in SCENES[scene].build_question().options}
    assert render_details(options[SCENES[scene].best])[1] == said


@EACH
def test_suggestions_do_not_depend_on_hidden_cards(scene: TargetCase) -> None:
    """R13 Suggestions are the same for any hand of Bela and any deck."""

    def list_details(hand: list[int], deck: list[int]) -> list[list[str]]:
        s = scene.build_position()
        s.players[B].hand, s.deck = hand, deck
        prompt = build_question(s, scene.rule, *scene.answers_before)
        return [render_details(option) for option in prompt.options if option.detail is not None]

    assert list_details([61, 98], [101, 62]) == list_details([76, 54], [32, 104])
