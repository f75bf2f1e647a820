"""R8.6 Battle."""

from __future__ import annotations

from engines.pax_pamir.actions.battle import (
    Blocks,
    Cylinders,
    Target,
    iter_battle_sites,
    list_removable,
    perform_battle,
)
from engines.pax_pamir.data.types import Region
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.table.places import Army, Road, Spy, Tribe
from tests.pax_pamir.table import A, B, C, build_state, play_rule, set_player


def test_e10_battle_overthrow_debt() -> None:
    """E10 B's last Punjab tribe falls: #27 is overthrown, its debt takes #90, and with it two tribes in Transcaspia."""
    s = build_state(2, armies={"punjab": {"british": 1}}, tribes={"punjab": {B: 1}, "transcaspia": {B: 2}})
    set_player(s, A, loyalty="british", court=[50])
    set_player(s, B, loyalty="russian", rupees=0, court=[27, 90])
    played = play_rule(s, lambda t: perform_battle(t, A, 50))
    assert (s.players[B].court, s.discards, s.count_cylinders(B), s.players[B].rupees) == ([], [27, 90], 0, 0)
    assert played.seat_questions == []
    assert "Ann fights in Punjab and removes 1 tribe of Bela." in played.sentences


def test_r8_6_limit_is_rank_or_armies() -> None:
    """R8.6 Up to min(rank, own armies), any mix: foreign armies, foreign roads on any border, tribes."""
    s = build_state(
        3,
        armies={"kabul": {"afghan": 2, "british": 1, "russian": 1}},
        roads={"kabul_punjab": {"russian": 1, "afghan": 1}, "herat_persia": {"russian": 1}},
        tribes={"kabul": {A: 1, B: 2, C: 1}},
    )
    set_player(s, A, loyalty="afghan", court=[2])
    set_player(s, B, loyalty="british")
    set_player(s, C, loyalty="afghan")
    assert list_removable(s, A, "kabul") == {
        Blocks(Army("kabul"), "british"): 1,
        Blocks(Army("kabul"), "russian"): 1,
        Blocks(Road("kabul_punjab"), "russian"): 1,
        Cylinders(Tribe("kabul"), B): 2,
    }
    played = play_rule(s, lambda t: perform_battle(t, A, 2), "road:kabul_punjab:russian tribe:1")
    assert {option.key: option.limit for option in played.find_prompt("battle.remove").options} == {
        "army:british": 1,
        "army:russian": 1,
        "road:kabul_punjab:russian": 1,
        "tribe:1": 2,
    }
    assert (s.roads["kabul_punjab"], s.tribes["kabul"]) == ({"afghan": 1}, [1, 1, 1])


def test_r8_6_removed_together() -> None:
    """R8.6 All removals are declared, then removed together; then rulers."""
    s = build_state(2, armies={"kabul": {"afghan": 2}}, tribes={"kabul": {A: 1, B: 2}})
    set_player(s, A, loyalty="afghan", court=[2])
    set_player(s, B, loyalty="british", court=[5])
    played = play_rule(s, lambda t: perform_battle(t, A, 2), "tribe:1 tribe:1")
    assert (s.tribes["kabul"], s.players[B].court) == ([1, 0], [])
    assert played.render_detail("battle.remove", "tribe:1") == (
        "Bela discards Shah Shuja Durrani #5, Bela loses 2 tribes in Kabul"
    )


def test_r8_6_no_battle_without_removable_pieces() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 1}}, tribes={"kabul": {B: 1}, "herat": {B: 1}})
    set_player(s, A, loyalty="afghan", court=[2])
    set_player(s, B, loyalty="afghan")
    assert [*iter_battle_sites(s, A)] == []
    assert "use:2:battle" not in {option.key for option in list_starts(s, A)}


def test_r8_6_on_a_card_whatever_the_loyalty() -> None:
    """R8.6 On a card up to min(rank, own spies there) spies of others; own pieces are never removed."""
    s = build_state(3, spies={8: {A: 1, B: 2, C: 1}, 9: {B: 1}})
    set_player(s, A, loyalty="afghan", court=[2])
    set_player(s, B, loyalty="afghan", court=[8, 9])
    assert [*iter_battle_sites(s, A)] == [8]
    played = play_rule(s, lambda t: perform_battle(t, A, 2), "spy:1")
    assert played.list_option_keys("battle.remove") == ["spy:1", "spy:2"]
    assert s.spies[8] == [1, 1, 1]
    assert "Bela's Kabul Bazaar #8 is no longer a hostage" not in played.render_detail("battle.remove", "spy:1")


def test_r11_indispensable_advisors() -> None:
    """R11 #1: its owner's spies cannot be removed by battles, on any card; its own battles are not hindered."""
    s = build_state(3, spies={8: {A: 1, B: 2, C: 1}})
    set_player(s, B, court=[8])
    assert list_removable(s, A, 8) == {Cylinders(Spy(8), B): 2, Cylinders(Spy(8), C): 1}
    set_player(s, B, court=[8, 1])
    assert list_removable(s, A, 8) == {Cylinders(Spy(8), C): 1}
    assert list_removable(s, B, 8) == {Cylinders(Spy(8), A): 1, Cylinders(Spy(8), C): 1}


def test_r11_citadels() -> None:
    """R11 #17 Kabul, #97 Transcaspia: the owner's tribes there; R15.30 armies and roads may still be removed."""
    places: tuple[tuple[int, Region, str], ...] = (
        (17, "kabul", "kabul_punjab"),
        (97, "transcaspia", "herat_transcaspia"),
    )
    for citadel, region, border in places:
        blocks = {"afghan": 1, "british": 1}
        s = build_state(3, armies={region: blocks}, roads={border: {"british": 1}}, tribes={region: {B: 1, C: 1}})
        set_player(s, B, loyalty="british", court=[citadel])
        set_player(s, C, loyalty="british")
        army, road = Blocks(Army(region), "british"), Blocks(Road(border), "british")
        assert list_removable(s, A, region) == {army: 1, road: 1, Cylinders(Tribe(region), C): 1}
        s.tribes["herat"][B] = 1
        herat: dict[Target, int] = {Cylinders(Tribe("herat"), B): 1}
        assert list_removable(s, A, "herat") == (herat if region == "kabul" else herat | {road: 1})


def test_r11_safe_house() -> None:
    """R11 #41, #72: a spy removed by another player's battle may go there; one decision for each spy."""
    s = build_state(2, spies={8: {A: 2, B: 2}})
    set_player(s, A, court=[2])
    set_player(s, B, court=[8, 41, 72])
    played = play_rule(s, lambda t: perform_battle(t, A, 2), "spy:1 spy:1", "72", "decline")
    assert played.seat_questions[1:] == [(B, "battle.safe_house")] * 2
    assert played.list_option_keys("battle.safe_house") == ["41", "72", "decline"]
    assert s.spies == {8: [2, 0], 72: [0, 1]}


def test_r11_safe_house_even_if_it_was_the_site() -> None:
    s = build_state(2, spies={41: {A: 1, B: 1}})
    set_player(s, A, court=[2])
    set_player(s, B, court=[41])
    play_rule(s, lambda t: perform_battle(t, A, 2), "41")
    assert s.spies == {41: [1, 1]}


def test_r14_3_wakhan_always_uses_her_safe_house() -> None:
    """R14.3 With both cards the one of higher priority; she is not asked."""
    s = build_state(1, wakhan=True, spies={8: {A: 1, 1: 1}}, ai=[1, 2])
    set_player(s, A, court=[2])
    for court in ([8, 41, 72], [8, 72, 41]):
        s.spies = {8: [1, 1]}
        set_player(s, 1, court=court)
        s.current_turn.used_cards, s.current_turn.actions = [], 2
        assert play_rule(s, lambda t: perform_battle(t, A, 2)).seat_questions == []
        assert s.spies == {8: [1, 0], 72: [0, 1]}


def test_r14_2_wakhans_tribes_may_always_be_fought() -> None:
    s = build_state(1, wakhan=True, armies={"kabul": {"afghan": 1}}, tribes={"kabul": {1: 1}}, ai=[1, 2])
    set_player(s, A, loyalty="afghan", court=[2])
    assert list_removable(s, A, "kabul") == {Cylinders(Tribe("kabul"), 1): 1}


def test_r12_nationalism_adds_tribes_to_the_armies() -> None:
    """R12 Event 110: the holder's tribes count as armies in battle; they are not removable in new ways."""
    s = build_state(2, tribes={"kabul": {A: 1, B: 1}})
    set_player(s, A, loyalty="afghan", court=[2])
    set_player(s, B, loyalty="british")
    assert [*iter_battle_sites(s, A)] == []
    set_player(s, A, loyalty="afghan", court=[2], events=[110])
    assert [*iter_battle_sites(s, A)] == ["kabul"]
    play_rule(s, lambda t: perform_battle(t, A, 2))
    assert s.tribes["kabul"] == [1, 0]


def test_r4_2_removed_piece_no_longer_counts_as_placed() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 1, "british": 1}})
    set_player(s, A, loyalty="afghan", court=[2])
    s.current_turn.placed_counts = {"army:kabul:british": 1}
    play_rule(s, lambda t: perform_battle(t, A, 2))
    assert s.current_turn.placed_counts == {}


def test_r8_6_a_low_rank_limits_a_large_army() -> None:
    """R8.6 Rank 1: three armies remove one piece."""
    s = build_state(2, armies={"kabul": {"afghan": 3, "british": 3}})
    set_player(s, A, loyalty="afghan", court=[6])
    play_rule(s, lambda t: perform_battle(t, A, 6))
    assert s.armies["kabul"] == {"afghan": 3, "british": 2}


def test_r8_6_overthrow_and_safe_houses_in_seat_order_from_the_active_player() -> None:
    """R8.6, R15.1 B fights: first C is overthrown, then A."""
    s = build_state(3, active=B, armies={"punjab": {"british": 2}}, tribes={"punjab": {A: 1, C: 1}})
    set_player(s, A, loyalty="afghan", court=[24])
    set_player(s, B, loyalty="british", court=[50])
    set_player(s, C, loyalty="russian", court=[25])
    play_rule(s, lambda t: perform_battle(t, B, 50), "tribe:0 tribe:2")
    assert s.discards == [25, 24]
    s = build_state(3, active=B, spies={8: {A: 1, B: 2, C: 1}})
    set_player(s, A, court=[41])
    set_player(s, B, court=[50])
    set_player(s, C, court=[8, 72])
    played = play_rule(s, lambda t: perform_battle(t, B, 50), "spy:0 spy:2", "72", "41")
    assert played.seat_questions[-2:] == [(C, "battle.safe_house"), (A, "battle.safe_house")]


def test_r8_6_a_site_says_how_many_pieces_can_be_removed() -> None:
    """R8.6 At most the minimum of rank, own pieces there, and removable pieces."""
    s = build_state(2, armies={"kabul": {"afghan": 2}}, tribes={"kabul": {B: 3}}, spies={8: {A: 2, B: 1}})
    set_player(s, A, loyalty="afghan", court=[2])
    set_player(s, B, loyalty="british", court=[8])
    played = play_rule(s, lambda t: perform_battle(t, A, 2), "8")
    assert played.render_detail("battle.ask", "kabul") == "removes up to 2: 3 tribes of Bela"
    assert played.render_detail("battle.ask", "8") == "removes up to 1: 1 spy of Bela"
    assert any(" fights on " in sentence for sentence in played.sentences)
