"""First-game aids: which reasons are given, and when there is none."""

from __future__ import annotations

from typing import Any

from engines.kernel import Msg, Prompt
from engines.pax_pamir.actions.build import build
from engines.pax_pamir.actions.gift import gift
from engines.pax_pamir.actions.move import move
from engines.pax_pamir.computer.reasons import costs, opinion, reasons
from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.menu import actions
from engines.pax_pamir.rules.play import play as play_card
from engines.pax_pamir.table.questions import ChooseLoyalty
from engines.pax_pamir.table.state import State
from tests.pax_pamir.computer.table import built, details, question, starred
from tests.pax_pamir.table import A, B, person, state

# ---------------------------------------------------------------- what is said, and what is not


def test_a_gift_goes_where_it_costs_least() -> None:
    """R8.2 It is as much influence on any space: what sets them apart is the price."""
    s = state(2)
    person(s, A, rupees=9, court=[4], gifts=[2])
    prompt = question(s, lambda t: gift(t, A, 4))
    assert starred(prompt) == {
        "4": [
            "どのスペースも影響力は同じで、ここがいちばん安い",
            "every space is worth as much influence, and this one costs least",
        ]
    }
    assert details(prompt.options[0])[1].endswith("costs 4, leaves 5")


def test_the_first_loyalty_is_the_one_with_patriots_to_buy() -> None:
    """R3.6, R4.4 Patriots that lie cheap. Where two are alike one is pointed out all the same: no question is harder
    for whoever knows nothing yet.
    """
    afghan, russian = (
        next(n for n, card in CONTENT.cards.items() if card.patriot == coalition) for coalition in ("afghan", "russian")
    )
    s = state(2, market={"T0": afghan, "T5": russian})
    prompt = Prompt(A, Msg("loyalty.choose"), (), about=ChooseLoyalty())
    for player in s.players:
        player.loyalty = None
    assert {key: why.key for key, why in opinion(s, prompt).items()} == {"afghan": "aid.patriots"}
    s.players[B].loyalty = "russian"
    s.market[5].card, s.market[0].card = afghan, russian
    assert opinion(s, prompt) == {"afghan": Msg("aid.patriots")}, "half as much, but nobody shares it"
    s.market[5].card = None
    assert [why.key for why in opinion(s, prompt).values()] == ["aid.loyalties_alike"]


def test_of_four_good_targets_none_is_pointed_out() -> None:
    """R8.4 Any of them would be a hostage: most are about as good as the best."""
    s = state(2)
    person(s, A, hand=[18], gifts=[2])
    person(s, B, court=[29, 33, 35, 38])
    assert starred(question(s, lambda t: play_card(t, A, 18, "left"))) == {}


def test_where_something_must_be_done_the_lesser_evil_is_pointed_out() -> None:
    """R8.4 The spy must leave #9: at least it can take another card hostage."""
    s = state(2, spies={9: {A: 1}})
    person(s, A, court=[1], gifts=[2])
    person(s, B, court=[9, 14, 15])
    prompt = question(s, lambda t: move(t, A, 1))
    assert starred(prompt).keys() == {"spy:9:14"}


def test_of_two_as_good_cards_one_is_pointed_out() -> None:
    """R6.1 Two cards of column 0 with the same stars and actions, each with a rupee on it."""
    s = state(2, market={"T0": (9, 1), "B0": (79, 1)})
    person(s, A, gifts=[2])
    assert [*menu(s).values()] == [
        "1 rupee on it for you; once played: new actions (tax, move), 1 rupee safe from taxes"
    ]


def test_a_check_that_somebody_else_would_win_is_said() -> None:
    """R10.4 A check lies in the market, and Bela leads by enough."""
    before = state(2, tribes={"herat": {A: 2}}, market={"T0": 101})
    after = state(2, tribes={"herat": {B: 2}}, market={"T0": 101})
    after.players[B].vp = 4
    assert [why.key for why in costs(before, after, A)] == ["aid.wins"]
    assert not list(costs(after, after, A)) and not list(costs(before, after, B))


def test_a_card_is_good_for_what_is_new_in_the_court() -> None:
    """Afghan Handicrafts #9"""
    s = state(2, market={"T0": 9})
    person(s, A, gifts=[2])
    assert menu(s) == {"buy:0": "once played: new actions (tax, move), 1 rupee safe from taxes"}
    assert details(question(s, lambda t: actions(t, A)).options[0])[0].startswith(
        "★ プレイすれば、徴税、移動ができる、1ルピーを徴税から守れる"
    )
    person(s, A, gifts=[2], court=[30])
    assert menu(s) == {"buy:0": "once played: new actions (move), 1 rupee safe from taxes"}


def test_an_option_without_consequences_stays_silent() -> None:
    """To stop is no advice, and needs no words."""
    prompt = question(built(), lambda t: build(t, A, 10), "army:kabul")
    assert prompt.options[-1].detail is None


def menu(s: State) -> dict[str, str]:
    """The starts that are pointed out to Ann, and why."""
    return {key: en for key, (_, en) in starred(question(s, lambda t: actions(t, A))).items()}


def test_a_card_without_actions_brings_none() -> None:
    """Fath-Ali Shah #76 brings two tribes and the rule of Persia, but no action."""
    s = state(2, tribes={"herat": {A: 5}})
    person(s, A, hand=[76])
    assert menu(s) == {"play:76:left": "you would rule Persia"}


def test_a_play_is_judged_with_its_bribe() -> None:
    """R7 Karakul Sheep #61 is worth playing, but not for two rupees to a rival."""
    for tribes, good in (({}, True), ({B: 2}, False)):
        s = state(2, tribes={"herat": tribes})
        person(s, A, rupees=5, hand=[61], gifts=[2])
        assert ("play:61:left" in menu(s)) is good


def test_nobodys_kindness_is_promised() -> None:
    """R7 With one rupee Ann depends on Bela to lower a bribe of two: no advice."""
    for rupees, good in ((2, True), (1, False)):
        s = state(2, tribes={"herat": {B: 2}})
        person(s, A, rupees=rupees, hand=[63], gifts=[2])
        assert ("play:63:left" in menu(s)) is good


def test_a_swap_of_hands_is_not_foreseen() -> None:
    """R13 Event 114: what Bela holds is hidden, so nothing is said of it, good or bad."""
    for hand in ([12, 63], [32, 98, 84], []):
        s = state(2, market={"T0": 114})
        person(s, A, hand=[38], gifts=[2])
        person(s, B, hand=hand)
        assert "buy:0" not in menu(s)


def test_the_last_check_is_pointed_out_to_who_wins_by_it() -> None:
    """R10.4 To Ann, who is ahead in cylinders; not if Bela is, nor where the cleanup brings the check anyway."""
    for cylinders, space, first in (({A: 2, B: 1}, 1, True), ({A: 1, B: 2}, 1, False), ({A: 2, B: 1}, 0, False)):
        s = state(2, tribes={"herat": cylinders}, market={f"T{space}": 104}, discards=[101, 102, 103])
        assert (menu(s).get(f"buy:{space}") == "the game ends with you in first place") is first
        assert (f"buy:{space}" in menu(s)) is first


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
    assert keys(table(), afghan) == ["aid.blocks", "aid.check"]
    assert keys(table(), british) == []
