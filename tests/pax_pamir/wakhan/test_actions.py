"""R14.6 Wakhan's card actions: choice of the card, effect, and costs paid first."""

from __future__ import annotations

from typing import Any

import pytest

from engines.pax_pamir.actions.battle import Blocks, Cylinders
from engines.pax_pamir.actions.tax import MarketSource, PlayerSource
from engines.pax_pamir.data.content import COALITIONS
from engines.pax_pamir.table.places import Army, Road, Spy, Tribe
from engines.pax_pamir.table.state import State
from engines.pax_pamir.wakhan.actions import choose_card, take_action
from engines.pax_pamir.wakhan.targets import (
    choose_betrayed_card,
    choose_fight,
    choose_fight_most_spies,
    choose_step,
    plan_taxes,
)
from tests.kernel.scripted import Played
from tests.pax_pamir.table import A, B, C, build_state, play_rule, set_player
from tests.pax_pamir.wakhan.table import W, build_alone


def use_card(s: State, card: int, entry: str) -> Played:
    return play_rule(s, lambda t: take_action(t, card, entry))


def find_chosen_card(s: State, entry: str) -> int | str:
    """Return the card that she would use, or the reason why the entry is invalid."""
    choice = choose_card(s, entry)
    return choice if isinstance(choice, int) else choice.key.removeprefix("wakhan.unable.")


def build_hers(rupees: int = 4, court: Any = (), events: Any = (), **more: Any) -> State:
    """Return a table with her regions in the order Transcaspia, Kabul, Kandahar, Persia, Herat, Punjab.

    Her pragmatic loyalty is Russian, and the red arrow points left.
    """
    s = build_alone(front=1, back=8, **more)
    set_player(s, W, rupees=rupees, court=court, events=events)
    return s


def build_two(front: int, court: Any = (), **more: Any) -> State:
    """Return a table of A (Afghan), B (British) and Wakhan; front 3 points the red arrow at B, front 2 at A."""
    s = build_state(2, wakhan=True, active=C, ai=(front, 8), **more)
    set_player(s, C, court=court)
    return s


# ---------------------------------------------------------------- choice of the card


def test_r14_6_the_unused_card_of_highest_priority_that_she_can_pay_for() -> None:
    s = build_hers(court=[9, 61, 60], market={"T0": (5, 3)})
    assert find_chosen_card(s, "tax") == 61  # rank 2
    s.favored = "military"
    assert find_chosen_card(s, "tax") == 60  # favored
    s.current_turn.used_cards = [60]
    assert find_chosen_card(s, "tax") == 61
    s.spies = {61: [5, 0]}
    assert find_chosen_card(s, "tax") == 9  # 5 rupees of bribe for #61 are too many
    s.spies = {61: [4, 0]}
    assert find_chosen_card(s, "tax") == 61
    s.current_turn.used_cards = [60, 61, 9]
    assert find_chosen_card(s, "tax") == "no_action"


@pytest.mark.parametrize(("entry", "card"), [("build", 17), ("betray", 15), ("gift", 12)])
def test_r14_6_the_bribe_and_the_least_cost_must_be_there(entry: str, card: int) -> None:
    s = build_hers(court=[card], rupees=3, spies={card: {A: 1}, 16: {W: 1}}, tribes={"kabul": {W: 1}})
    assert find_chosen_card(s, entry) != "unpaid"
    s.players[W].rupees = 2
    assert find_chosen_card(s, entry) == "unpaid"
    s.players[W].events = [107]  # she declines
    assert find_chosen_card(s, entry) != "unpaid"


def test_r14_6_she_pays_the_bribe_for_a_hostage_in_full() -> None:
    s = build_hers(court=[61], rupees=2, spies={61: {A: 2}}, market={"T0": (5, 3)})
    use_card(s, 61, "tax")
    assert (s.players[W].rupees, s.players[A].rupees) == (2, 6)  # pays the bribe, then takes two rupees of the market


@pytest.mark.parametrize("entry", ["tax", "gift", "build", "move", "betray", "battle", "battle_card_most_spies"])
def test_r14_6_without_a_target_the_entry_is_invalid(entry: str) -> None:
    court = {"tax": 61, "gift": 12, "build": 17, "move": 63, "betray": 15}.get(entry, 38)
    s = build_hers(court=[court], rupees=8)
    s.players[W].gifts = [2, 4, 6]
    assert find_chosen_card(s, entry) == entry


def test_r14_3_a_favored_card_costs_no_action() -> None:
    s = build_hers(court=[61], market={"T0": (5, 3)}, favored="economic")
    assert "wakhan.bonus" in use_card(s, 61, "tax").message_keys
    assert s.current_turn.actions == 2 and s.current_turn.used_cards == [61]
    s = build_hers(court=[61], market={"T0": (5, 3)})
    assert "wakhan.act" in use_card(s, 61, "tax").message_keys
    assert s.current_turn.actions == 1


# ---------------------------------------------------------------- tax, gift


def test_r14_6_tax_people_first_then_the_market_from_the_left() -> None:
    s = build_hers(
        court=[12], tribes={"kabul": {W: 1}}, market={"T1": (5, 5), "B1": (6, 1), "B0": (57, 1), "T0": (58, 0)}
    )
    set_player(s, A, rupees=1, court=[4])
    assert plan_taxes(s, 12) == {PlayerSource(A): 1, MarketSource(6): 1, MarketSource(1): 1}
    s.automa.discards = [2]  # type: ignore[union-attr]  # front 2: the red arrow shows the bottom row
    assert plan_taxes(s, 12) == {PlayerSource(A): 1, MarketSource(6): 1, MarketSource(7): 1}
    set_player(s, A, rupees=1, court=[61])
    # A has no card of a region that she rules
    assert plan_taxes(s, 12) == {MarketSource(6): 1, MarketSource(7): 1, MarketSource(1): 1}


def test_r14_6_tax_the_richest_first_then_the_red_arrow() -> None:
    table: Any = {"tribes": {"kabul": {C: 1}}}
    for front, first in ((3, B), (2, A)):
        s = build_two(front, court=[61], **table)
        set_player(s, A, rupees=5, court=[4])
        set_player(s, B, rupees=5, court=[1])
        assert plan_taxes(s, 61) == {PlayerSource(first): 2}
        s.players[1 - first].rupees = 6
        assert plan_taxes(s, 61) == {PlayerSource(1 - first): 2}


def test_r14_6_a_gift_takes_the_cheapest_empty_space() -> None:
    s = build_hers(court=[12], rupees=5)
    s.players[W].gifts = [2]
    use_card(s, 12, "gift")
    assert s.players[W].gifts == [2, 4] and s.players[W].rupees == 1


# ---------------------------------------------------------------- build


@pytest.mark.parametrize(("rupees", "armies", "left"), [(2, 1, 0), (5, 2, 1), (9, 3, 3)])
def test_r14_6_build_armies_in_the_first_region_that_she_rules(rupees: int, armies: int, left: int) -> None:
    s = build_hers(court=[17], rupees=rupees, tribes={"herat": {W: 1}, "kandahar": {W: 1}})
    use_card(s, 17, "build")
    assert s.armies["kandahar"] == {"russian": armies} and not s.armies["herat"]
    assert not any(s.roads.values())
    assert s.players[W].rupees == left


def test_r14_6_build_counts_the_rupees_after_the_bribe() -> None:
    s = build_hers(court=[17], rupees=5, tribes={"kabul": {W: 1}}, spies={17: {A: 2}})
    use_card(s, 17, "build")
    assert s.armies["kabul"] == {"russian": 1} and s.players[W].rupees == 1


def test_r14_6_build_needs_a_block_and_pays_the_market_at_once() -> None:
    s = build_hers(court=[17], rupees=6, tribes={"kabul": {W: 1}}, market={"T5": 9, "T2": 61, "B0": 62})
    use_card(s, 17, "build")
    assert [s.market[i].rupees for i in (5, 2, 6)] == [1, 1, 1] and s.removed == 3
    s = build_hers(court=[17], tribes={"kabul": {W: 1}}, armies={"persia": {"russian": 12}})
    assert find_chosen_card(s, "build") == 17  # taken from Persia
    s.current_turn.placed_counts = {"army:persia:russian": 12}
    assert find_chosen_card(s, "build") == "build"


def test_r14_6_nation_building_doubles_and_infrastructure_adds_one() -> None:
    s = build_hers(court=[78], rupees=5, events=[112], tribes={"kabul": {W: 1}})
    use_card(s, 78, "build")
    assert s.armies["kabul"] == {"russian": 5} and s.players[W].rupees == 1


# ---------------------------------------------------------------- betray


def test_r14_6_betray_the_first_by_priority_with_her_spy_and_a_prize() -> None:
    s = build_hers(court=[15], spies={1: {W: 1}, 3: {W: 1}, 60: {W: 1}, 57: {A: 1}})
    set_player(s, A, court=[3, 60, 1, 57])  # #3 is a patriot, but no prize; on #57 she has no spy
    assert choose_betrayed_card(s) == 1
    use_card(s, 15, "betray")
    assert s.players[W].prizes == [1] and s.players[A].court == [3, 60, 57]
    assert s.players[W].rupees == 2


def test_r14_6_betray_spares_bodyguarded_cards_and_reaches_her_own_court() -> None:
    s = build_hers(court=[16, 4], spies={57: {W: 1}, 4: {W: 1}})
    set_player(s, A, court=[57])
    assert choose_betrayed_card(s) == 57
    set_player(s, A, court=[57, 83])
    assert choose_betrayed_card(s) == 4


# ---------------------------------------------------------------- battle


def test_r14_6_battle_in_the_first_region_with_her_army_and_pieces_of_people() -> None:
    armies = {"kandahar": {"russian": 2, "british": 1}, "herat": {"russian": 2, "afghan": 2}, "persia": {"russian": 1}}
    s = build_hers(court=[38], armies=armies)
    battle = choose_fight(s, 38)  # no player is British: Kandahar is no site
    assert battle is not None and battle.site == "herat"
    use_card(s, 38, "battle")
    assert s.armies["herat"] == {"russian": 2}


def test_r14_6_battle_removes_tribes_then_armies_then_roads_up_to_rank_and_armies() -> None:
    table: Any = {
        "armies": {"herat": {"russian": 3, "afghan": 1}},
        "tribes": {"herat": {A: 1}},
        "roads": {"herat_persia": {"afghan": 2}, "herat_kabul": {"afghan": 1}, "herat_kandahar": {"british": 3}},
    }
    tribe, army = Cylinders(Tribe("herat"), A), Blocks(Army("herat"), "afghan")
    road = Blocks(Road("herat_kabul"), "afghan")
    battle = choose_fight(build_hers(**table), 98)  # rank 3
    assert battle is not None and battle.removed == {tribe: 1, army: 1, road: 1}
    battle = choose_fight(build_hers(**table), 38)  # rank 2
    assert battle is not None and battle.removed == {tribe: 1, army: 1}
    table["armies"]["herat"]["russian"] = 1
    battle = choose_fight(build_hers(**table), 98)
    assert battle is not None and battle.removed == {tribe: 1}


def test_r14_6_battle_leaves_tribes_in_a_citadel() -> None:
    s = build_hers(armies={"kabul": {"russian": 2}}, tribes={"kabul": {A: 2}})
    set_player(s, A, court=[17])
    assert choose_fight(s, 38) is None
    s.armies["kabul"]["afghan"] = 1
    battle = choose_fight(s, 38)
    assert battle is not None and battle.removed == {Blocks(Army("kabul"), "afghan"): 1}


def test_r14_6_battle_takes_pieces_of_the_red_arrows_person_first() -> None:
    for front, first in ((3, B), (2, A)):
        coalition = COALITIONS[first]
        s = build_two(front, tribes={"herat": {A: 1, B: 1}}, armies={"herat": {"russian": 1}})
        battle = choose_fight(s, 98)
        assert battle is not None and battle.removed == {Cylinders(Tribe("herat"), first): 1}
        s = build_two(front, armies={"herat": {"russian": 1, "afghan": 1, "british": 1}})
        battle = choose_fight(s, 98)
        assert battle is not None and battle.removed == {Blocks(Army("herat"), coalition): 1}


def test_r14_6_battle_without_a_region_on_the_card_of_highest_priority() -> None:
    s = build_hers(spies={2: {W: 2, A: 3}, 4: {W: 1, A: 1}, 39: {W: 3}})
    set_player(s, A, court=[4, 2, 39])
    battle = choose_fight(s, 38)
    assert battle is not None and (battle.site, battle.removed) == (2, {Cylinders(Spy(2), A): 2})
    s.players[A].court = [4, 39]
    s.players[W].court = [2]  # an opponent's card comes first
    battle = choose_fight(s, 38)
    assert battle is not None and (battle.site, battle.removed) == (4, {Cylinders(Spy(4), A): 1})


def test_r14_6_battle_passes_over_spies_of_indispensable_advisors() -> None:
    s = build_hers(spies={4: {W: 1, A: 1}})
    set_player(s, A, court=[4, 1])
    assert choose_fight(s, 38) is None and choose_fight_most_spies(s, 38) is None


def test_r14_6_under_nationalism_her_tribes_fight_and_move() -> None:
    s = build_hers(tribes={"herat": {W: 2, A: 1}}, events=[110])
    battle = choose_fight(s, 38)
    assert battle is not None and battle.removed == {Cylinders(Tribe("herat"), A): 1}
    s.players[W].events = []
    assert choose_fight(s, 38) is None


def test_r14_6_battle_on_the_card_with_most_spies() -> None:
    s = build_hers(court=[38], spies={2: {W: 1, A: 1}, 4: {W: 1, A: 2}, 18: {W: 2, A: 1}, 39: {A: 4}})
    set_player(s, A, court=[2, 4, 18, 39])
    battle = choose_fight_most_spies(s, 38)
    assert battle is not None and battle.site == 18  # as many as on #4, and the higher number
    use_card(s, 38, "battle_card_most_spies")
    assert s.spies[18] == [0, 2]


def test_r14_6_battle_most_spies_does_not_look_at_the_map() -> None:
    s = build_hers(court=[38], armies={"herat": {"russian": 2, "afghan": 1}})
    assert find_chosen_card(s, "battle") == 38
    assert find_chosen_card(s, "battle_card_most_spies") == "battle_card_most_spies"


def test_r11_safe_house_of_the_person_is_asked() -> None:
    s = build_hers(court=[38], spies={4: {W: 1, A: 1}})
    set_player(s, A, court=[4, 41])
    result = play_rule(s, lambda t: take_action(t, 38, "battle"), "41")
    assert result.seat_questions == [(A, "battle.safe_house")]
    assert s.spies == {4: [0, 1], 41: [1, 0]}


# ---------------------------------------------------------------- move


def test_r14_6_armies_go_where_tribes_outnumber_them_roads_or_not() -> None:
    s = build_hers(court=[98], armies={"herat": {"russian": 2}, "punjab": {"russian": 1}}, tribes={"kandahar": {A: 2}})
    use_card(s, 98, "move")  # rank 3: two steps from Herat, then no more tribes than armies
    assert s.armies["kandahar"] == {"russian": 2} and s.armies["punjab"] == {"russian": 1}


def test_r14_6_move_counts_the_tribes_of_all_but_needs_one_of_people() -> None:
    s = build_hers(armies={"herat": {"russian": 1}}, tribes={"kandahar": {W: 3}})
    assert choose_step(s) is None
    s.armies["kandahar"] = {"russian": 3}
    s.tribes["kandahar"][A] = 1
    move = choose_step(s)
    assert move is not None and move.target == Army("kandahar")  # 4 tribes against 3 armies


def test_r14_6_move_takes_origin_and_destination_in_her_order() -> None:
    armies = {"herat": {"russian": 1}, "kandahar": {"russian": 1}}
    s = build_hers(armies=armies, tribes={"kabul": {A: 1}, "punjab": {A: 1}, "persia": {A: 1}})
    assert choose_step(s) == (Army("kandahar"), Army("kabul"))
    s = build_hers(armies={"herat": {"russian": 1}}, tribes={"persia": {A: 1}, "kandahar": {A: 1}})
    assert choose_step(s) == (Army("herat"), Army("kandahar"))
    s = build_hers(armies={"punjab": {"russian": 1}}, tribes={"transcaspia": {A: 1}, "kandahar": {A: 1}})
    assert choose_step(s) == (Army("punjab"), Army("kandahar"))  # Transcaspia comes first, but is no neighbour


def test_r14_6_move_never_costs_her_a_ruler_token() -> None:
    s = build_hers(armies={"herat": {"russian": 1}}, tribes={"herat": {W: 1, A: 1}, "kabul": {A: 1}})
    assert s.rulers["herat"] == W
    assert choose_step(s) is None  # one against one: the token would be lost
    s.armies["herat"]["russian"] = 2
    move = choose_step(s)
    assert move == (Army("herat"), Army("kabul"))


def test_r14_6_under_nationalism_a_tribe_moves_where_she_has_no_army() -> None:
    s = build_hers(tribes={"herat": {W: 1, A: 1}, "kabul": {A: 1}}, events=[110])
    assert choose_step(s) == (Tribe("herat"), Tribe("kabul"))
    s.armies["herat"] = {"russian": 1}
    set_player(s, W, events=[110])
    assert choose_step(s) is None  # the army would cost the token, and a tribe does not go in its place
    s.armies["herat"] = {}
    set_player(s, W)
    assert choose_step(s) is None


def test_r14_6_under_nationalism_no_tribe_leaves_a_region_that_she_would_lose() -> None:
    s = build_hers(tribes={"herat": {W: 2, A: 1}, "kabul": {A: 1}}, events=[110])
    assert s.rulers["herat"] == W
    assert choose_step(s) is None  # one against one
    s.tribes["herat"][W] = 3
    assert choose_step(s) == (Tribe("herat"), Tribe("kabul"))
