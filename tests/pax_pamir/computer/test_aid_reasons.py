"""First-game aids: the reasons of suggestions, and questions without a suggestion."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engines.kernel import Message, NounRef, Option, Prompt
from engines.kernel.stars.claims import is_beyond_preview
from engines.kernel.stars.suggestions import explain_by_rule
from engines.pax_pamir import GAME
from engines.pax_pamir.actions.build import perform_build
from engines.pax_pamir.actions.gift import perform_gift
from engines.pax_pamir.actions.move import perform_move
from engines.pax_pamir.computer.reasons import (
    PREVIEWED_AMOUNTS,
    explain_costs,
    explain_dangers,
    explain_gains,
    show_declared,
)
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.menu import take_actions
from engines.pax_pamir.rules.play import play_card
from engines.pax_pamir.table.questions import ChooseLoyalty
from engines.pax_pamir.table.state import State
from tests.pax_pamir.computer.starred_questions import (
    build_near_dominance,
    build_question,
    list_starred,
    render_details,
)
from tests.pax_pamir.table import A, B, build_state, set_player

# ---------------------------------------------------------------- questions with and without suggestions


def test_a_gift_goes_where_it_costs_least() -> None:
    """R8.2 Every space gives the same influence; only the price differs."""
    s = build_state(2)
    set_player(s, A, rupees=9, court=[4], gifts=[2])
    prompt = build_question(s, lambda t: perform_gift(t, A, 4))
    assert list_starred(prompt) == {
        "4": [
            "どのスペースも影響力は同じで、ここがいちばん安い",
            "every space is worth as much influence, and this one costs least",
        ]
    }
    assert render_details(prompt.options[0])[1].endswith("costs 4 rupees, leaves 5")


def list_patriots(coalition: str) -> list[int]:
    return [number for number, card in CONTENT.cards.items() if card.patriot == coalition]


def build_market(*columns: str) -> State:
    """Return a state before the first loyalty with one patriot of each named coalition, cheapest first."""
    unused: dict[str, Iterator[int]] = {
        coalition: iter(list_patriots(coalition)) for coalition in (*COALITIONS, "none")
    }
    s = build_state(2, market={f"T{nth}": next(unused[name]) for nth, name in enumerate(columns) if name})
    for player in s.players:
        player.loyalty = None
    return s


LOYALTY = Prompt(
    A,
    Message("loyalty.choose"),
    tuple(Option(name, name, Message(name)) for name in COALITIONS),
    subject=ChooseLoyalty(),
)


def explain_rule(s: State, prompt: Prompt) -> dict[str, Message]:
    assert GAME.aids is not None
    return explain_by_rule(s, prompt, GAME.aids)


def test_the_first_loyalty_is_the_one_with_patriots_to_buy() -> None:
    """R3.6, R4.4 Cheap patriots decide. Of two equal loyalties one is still starred: for a newcomer no question is
    harder.
    """
    s = build_market("afghan", "", "", "", "", "russian")
    assert explain_rule(s, LOYALTY) == {"afghan": Message("aid.patriots_cheapest")}
    s.players[B].loyalty = "russian"
    s.market[5].card, s.market[0].card = s.market[0].card, s.market[5].card
    assert explain_rule(s, LOYALTY) == {"afghan": Message("aid.patriots")}, "half as much, but nobody shares it"
    s.market[5].card = None
    assert [why.key for why in explain_rule(s, LOYALTY).values()] == ["aid.loyalties_alike"]


def test_a_loyalty_is_said_to_have_the_most_patriots_only_if_it_has() -> None:
    """R3.6 One patriot for nothing is worth more than three dear ones, but not "the most"."""
    assert explain_rule(build_market("russian", "", "", "british", "british", "british"), LOYALTY) == {
        "russian": Message("aid.patriots_cheapest")
    }
    assert explain_rule(build_market("british", "none", "british", "russian"), LOYALTY) == {
        "british": Message("aid.patriots_most", {"count": 2})
    }
    s = build_market("british", "british", "british", "russian")
    s.players[B].loyalty = "british"
    assert explain_rule(s, LOYALTY) == {"british": Message("aid.patriots_shared")}


def test_none_of_four_good_targets_is_starred() -> None:
    """R8.4 Each would become a hostage: most are about as good as the best."""
    s = build_state(2)
    set_player(s, A, hand=[18], gifts=[2])
    set_player(s, B, court=[29, 33, 35, 38])
    assert list_starred(build_question(s, lambda t: play_card(t, A, 18, "left"))) == {}


def test_least_bad_target_is_starred_if_one_must_be_chosen() -> None:
    """R8.4 The spy must leave #9: at least it can take another card hostage."""
    s = build_state(2, spies={9: {A: 1}})
    set_player(s, A, court=[1], gifts=[2])
    set_player(s, B, court=[9, 14, 15])
    prompt = build_question(s, lambda t: perform_move(t, A, 1))
    assert list_starred(prompt).keys() == {"spy:9:14"}


def test_one_of_two_equal_cards_is_starred() -> None:
    """R6.1 Two cards of column 0 with the same stars and actions, each with a rupee on it."""
    s = build_state(2, market={"T0": (9, 1), "B0": (79, 1)})
    set_player(s, A, gifts=[2])
    assert [*list_menu_stars(s).values()] == [
        "1 rupee on it for you; "
        "once played: you can take rupees as taxes, move armies and spies, 1 rupee safe from taxes"
    ]


def test_detail_warns_of_a_check_that_a_rival_would_win() -> None:
    """R10.4 A check is in the market, and Bela leads by enough."""
    before = build_state(2, tribes={"herat": {A: 2}}, market={"T0": 101})
    after = build_state(2, tribes={"herat": {B: 2}}, market={"T0": 101})
    after.players[B].vp = 4
    assert [why.key for why in explain_dangers(before, after, A)] == ["aid.wins"]
    assert not list(explain_dangers(after, after, A)) and not list(explain_dangers(before, after, B))


def test_card_is_starred_for_what_it_adds_to_the_court() -> None:
    """Afghan Handicrafts #9"""
    s = build_state(2, market={"T0": 9})
    set_player(s, A, gifts=[2])
    assert list_menu_stars(s) == {
        "buy:0": "once played: you can take rupees as taxes, move armies and spies, 1 rupee safe from taxes"
    }
    assert render_details(build_question(s, lambda t: take_actions(t, A)).options[0])[0].startswith(
        "★ プレイすれば、徴税でルピーを取れる、軍隊や密偵を動かせる、1ルピーを徴税から守れる"
    )
    set_player(s, A, gifts=[2], court=[30])
    assert list_menu_stars(s) == {"buy:0": "once played: you can move armies and spies, 1 rupee safe from taxes"}


def test_option_without_consequences_has_no_detail() -> None:
    """Stopping is not a suggestion and needs no explanation."""
    prompt = build_question(build_near_dominance(), lambda t: perform_build(t, A, 10), "army:kabul")
    assert prompt.options[-1].detail is None


def list_menu_stars(s: State) -> dict[str, str]:
    """Return the starts of actions that are starred for Ann, with their reasons."""
    return {key: en for key, (_, en) in list_starred(build_question(s, lambda t: take_actions(t, A))).items()}


def test_reason_of_a_card_without_actions_names_none() -> None:
    """Fath-Ali Shah #76 brings two tribes and the rule of Persia, but no action."""
    s = build_state(2, tribes={"herat": {A: 5}})
    set_player(s, A, hand=[76])
    assert list_menu_stars(s) == {"play:76:left": "you would rule Persia"}


def test_a_play_is_judged_with_its_bribe() -> None:
    """R7 Karakul Sheep #61 is worth playing, but not for two rupees to a rival."""
    for tribes, good in (({}, True), ({B: 2}, False)):
        s = build_state(2, tribes={"herat": tribes})
        set_player(s, A, rupees=5, hand=[61], gifts=[2])
        assert ("play:61:left" in list_menu_stars(s)) is good


def test_play_that_depends_on_a_lowered_bribe_is_not_starred() -> None:
    """R7 With one rupee Ann depends on Bela to lower a bribe of two: no suggestion."""
    for rupees, good in ((2, True), (1, False)):
        s = build_state(2, tribes={"herat": {B: 2}})
        set_player(s, A, rupees=rupees, hand=[63], gifts=[2])
        assert ("play:63:left" in list_menu_stars(s)) is good


def test_a_swap_of_hands_is_not_foreseen() -> None:
    """R13 Event 114: Bela's hand is hidden, so it is neither recommended nor advised against."""
    for hand in ([12, 63], [32, 98, 84], []):
        s = build_state(2, market={"T0": 114})
        set_player(s, A, hand=[38], gifts=[2])
        set_player(s, B, hand=hand)
        assert "buy:0" not in list_menu_stars(s)


def test_last_check_is_starred_for_the_player_who_wins_by_it() -> None:
    """R10.4 For Ann, who is ahead in cylinders; not if Bela is ahead, nor if the cleanup brings the check anyway."""
    for cylinders, space, first in (({A: 2, B: 1}, 1, True), ({A: 1, B: 2}, 1, False), ({A: 2, B: 1}, 0, False)):
        s = build_state(2, tribes={"herat": cylinders}, market={f"T{space}": 104}, discards=[101, 102, 103])
        reason = list_menu_stars(s).get(f"buy:{space}", "")
        assert reason.startswith("the game ends with you in first place") is first
        assert (f"buy:{space}" in list_menu_stars(s)) is first


# ---------------------------------------------------------------- reasons


def list_reason_keys(before: State, after: State) -> list[str]:
    """Return the keys of the gains for Ann between two states."""
    return [msg.key for msg in explain_gains(before, after, A)]


def build_table(**more: Any) -> State:
    s = build_state(2, **more)
    set_player(s, A, rupees=4, hand=[38], court=[1], gifts=[2, 4])
    set_player(s, B, loyalty="british", court=[8, 9])
    return s


def test_no_reasons_without_a_change() -> None:
    assert list_reason_keys(build_table(), build_table()) == []


def test_freed_own_card_is_a_reason() -> None:
    assert list_reason_keys(build_table(spies={1: {B: 1}}), build_table()) == ["aid.freed"]
    assert list_reason_keys(build_table(), build_table(spies={1: {B: 1}})) == []


def test_lost_card_of_a_rival_is_a_reason() -> None:
    after = build_table()
    set_player(after, B, court=[8])
    assert list_reason_keys(build_table(), after) == ["aid.loses"]


def test_bought_card_with_rupees_names_both() -> None:
    """The rupees on a bought card are named instead of the rupees left after the purchase."""
    after = build_table(market={"T0": None})
    set_player(after, A, rupees=6, hand=[38, 30], court=[1], gifts=[2, 4])
    assert list_reason_keys(build_table(market={"T0": (30, 2)}), after) == ["aid.lying_card"]
    assert list_reason_keys(build_table(market={"T0": 30}), after) == ["aid.rupees", "aid.card"]


def test_a_check_is_a_reason_only_if_it_brings_more() -> None:
    """R10.3 Ann is Afghan, Bela British."""
    afghan, british = build_table(armies={"herat": {"afghan": 4}}), build_table(armies={"herat": {"british": 4}})
    assert list_reason_keys(build_table(), afghan) == ["aid.blocks", "aid.check"]
    assert list_reason_keys(build_table(), british) == []


def test_reason_of_a_declared_build_counts_what_is_not_declared_yet() -> None:
    """R7.1 Beside "costs 2 rupees" it told all three blocks and their 6 rupees; one block was on the picture."""
    market = {f"T{column}": 30 + column for column in range(6)}
    s, after = (
        build_state(2, market=market, tribes={"punjab": {A: 1}}, armies=armies, spies={10: {B: 1}})
        for armies in ({}, {"punjab": {"afghan": 3}})
    )
    set_player(s, A, rupees=9, court=[10])
    set_player(after, A, rupees=3, court=[10])
    prompt = build_question(s, lambda t: perform_build(t, A, 10), "army:punjab")
    shown = show_declared(s, prompt)
    blocks = Message("aid.blocks", {"coalition": NounRef("coalition.afghan"), "n": 2})
    assert next(explain_gains(shown, after, A)) == blocks
    assert [*explain_costs(shown, after, A)] == [Message("aid.spent", {"rupees": 4})]
    assert render_details(prompt.options[0])[1].endswith("costs 2 rupees, leaves 5")


def test_tax_less_its_bribe_is_told_as_a_total() -> None:
    """It told 1 rupee beside "up to 2 rupees"."""
    net, up_to = Message("aid.rupees", {"rupees": 1}), Message("tax.up_to", {"most": 2})
    assert is_beyond_preview(net, [up_to], PREVIEWED_AMOUNTS)
    assert not is_beyond_preview(Message("aid.rupees", {"rupees": 2}), [up_to], PREVIEWED_AMOUNTS)
