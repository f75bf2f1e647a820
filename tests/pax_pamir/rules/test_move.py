"""R8.4 Move."""

from __future__ import annotations

from engines.pax_pamir.actions.move import build_court_ring, iter_steps, list_spy_goals, perform_move
from engines.pax_pamir.menu import list_starts
from engines.pax_pamir.table.state import State
from engines.pax_pamir.view import add_prompts, build_view
from tests.pax_pamir.table import STAGE, A, B, C, build_state, play_rule, set_player


def list_goals(s: State, player: int, card: int) -> set[int]:
    return set(list_spy_goals(s, player, card, build_court_ring(s)))


def list_step_keys(s: State, player: int) -> list[str]:
    return [step.key for step in iter_steps(s, player)]


def build_ring() -> State:
    """E15 A #1, #5; B empty; C #8, #12, #14; A's spy on #1."""
    s = build_state(3, spies={1: {A: 1}})
    set_player(s, A, court=[1, 5])
    set_player(s, C, court=[8, 12, 14])
    return s


def test_e15_the_ring() -> None:
    """E15 One step from #1: #5 or #14; two steps also #8, #12, or back to #1."""
    s = build_ring()
    assert list_goals(s, A, 1) == {5, 14}
    assert {goal for near in list_goals(s, A, 1) for goal in list_goals(s, A, near)} == {1, 8, 12}


def test_e15_well_connected() -> None:
    """E15, R11 With #56 in A's court one step covers one card or two; for the others nothing changes."""
    s = build_ring()
    set_player(s, A, court=[56, 1, 5])
    assert list_goals(s, A, 1) == {56, 5, 14, 8}
    assert list_goals(s, B, 1) == {56, 5}


def test_r11_strange_bedfellows() -> None:
    """R11 #21: for its owner's spies all court cards of the same region are adjacent to each other."""
    s = build_ring()
    set_player(s, C, court=[30, 12, 31])
    assert list_goals(s, A, 1) == {5, 31}
    set_player(s, A, court=[1, 5, 21])
    assert list_goals(s, A, 1) == {5, 31, 12}, "Kabul: #5 and #12"
    assert list_goals(s, B, 1) == {5, 31}


def test_r11_bedfellows_and_well_connected_together() -> None:
    """R11 #56: the second card along any adjacency, also that of #21."""
    s = build_ring()
    set_player(s, C, court=[30, 12, 31, 40])
    set_player(s, A, court=[1, 5, 21, 56])
    assert list_goals(s, A, 1) == {5, 12, 40, 21, 30, 31}


def test_r15_3_small_rings() -> None:
    """R15.3 With one court card a spy cannot move; with two both directions lead to the other."""
    s = build_state(2, spies={1: {A: 1}})
    set_player(s, A, court=[1])
    assert list_goals(s, A, 1) == set()
    assert "use:1:move" not in {option.key for option in list_starts(s, A)}
    set_player(s, B, court=[5])
    assert list_goals(s, A, 1) == {5}


def test_r8_4_with_wakhan_the_ring_follows_the_seats() -> None:
    """R8.4, R14.1 She sits between the two people."""
    s = build_state(2, wakhan=True, ai=[1, 2])
    set_player(s, A, court=[1])
    set_player(s, B, court=[5])
    set_player(s, 2, court=[8, 12])
    assert build_court_ring(s) == [5, 8, 12, 1]


def test_r8_4_armies_need_a_road_of_their_coalition() -> None:
    s = build_state(2, armies={"kabul": {"afghan": 1, "british": 1}}, roads={"kabul_punjab": {"british": 1}})
    set_player(s, A, loyalty="afghan", court=[9])
    assert list_step_keys(s, A) == []
    s.roads["kabul_kandahar"] = {"afghan": 1}
    assert list_step_keys(s, A) == ["army:kabul:kandahar"], "of the player's loyalty only"
    s.armies["kabul"] = {"british": 1}
    assert list_step_keys(s, A) == []


def test_r11_indian_supplies() -> None:
    """R11 #51: its owner's armies move without roads."""
    s = build_state(2, armies={"kabul": {"british": 1}})
    set_player(s, A, loyalty="british", court=[51])
    assert list_step_keys(s, A) == [
        "army:kabul:transcaspia",
        "army:kabul:herat",
        "army:kabul:kandahar",
        "army:kabul:punjab",
    ]
    set_player(s, A, loyalty="british", court=[50])
    assert list_step_keys(s, A) == []


def test_r8_4_steps_freely_split() -> None:
    """R8.4 Rank 2: the same piece may step repeatedly; rulers follow each step."""
    s = build_state(
        2,
        armies={"kabul": {"afghan": 1}},
        roads={"kabul_punjab": {"afghan": 1}, "kandahar_punjab": {"afghan": 1}},
        tribes={"punjab": {B: 1}, "kandahar": {A: 1}},
    )
    set_player(s, A, loyalty="afghan", court=[13])
    played = play_rule(s, lambda t: perform_move(t, A, 13), "army:punjab:kandahar")
    assert (s.armies["kandahar"], s.current_turn.actions) == ({"afghan": 1}, 1)
    assert "Bela no longer rules Punjab." not in played.sentences, "one army ties with one tribe of a British player"


def test_r8_4_first_step_is_mandatory_and_others_optional() -> None:
    s = build_ring()
    played = play_rule(s, lambda t: perform_move(t, A, 1), "spy:1:5", "stop")
    assert ["stop" in [option.key for option in prompt.options] for prompt in played.prompts] == [False, True]
    assert s.spies == {5: [1, 0, 0]}
    assert "Ann moves: spy Mohan Lal #1 → Shah Shuja Durrani #5." in played.sentences


def test_r4_2_the_mark_of_a_placed_piece_travels() -> None:
    """R4.2 A moved piece does not count as placed, but a placed one stays so where it goes."""
    s = build_ring()
    s.current_turn.placed_counts = {"spy:1:0": 1}
    play_rule(s, lambda t: perform_move(t, A, 1), "spy:1:5", "stop")
    assert s.current_turn.placed_counts == {"spy:5:0": 1}


def test_r12_nationalism_moves_tribes() -> None:
    """R12 Event 110: tribes need a road of the holder's coalition; leaving a region overthrows the player (R4.9)."""
    s = build_state(2, tribes={"kabul": {A: 1}}, roads={"kabul_punjab": {"afghan": 1}})
    set_player(s, A, loyalty="afghan", court=[9, 5])
    assert list_step_keys(s, A) == []
    set_player(s, A, loyalty="afghan", court=[9, 5], events=[110])
    assert list_step_keys(s, A) == ["tribe:kabul:punjab"]
    play_rule(s, lambda t: perform_move(t, A, 9))
    assert (s.tribes["punjab"], s.players[A].court) == ([1, 0], [9])


def test_r7_1_a_hostage_moves_what_was_declared() -> None:
    """R7.1 The steps are declared on a sketch, and taken when the bribe is paid."""
    s = build_ring()
    s.spies[1] = [1, 2, 0]
    set_player(s, B, rupees=0)
    declared = ["spy:1:5", "spy:5:8", "stop"]
    play_rule(s, lambda t: perform_move(t, A, 1), *declared, "cancel")
    assert (s.spies, s.current_turn.used_cards) == ({1: [1, 2, 0]}, [])
    played = play_rule(s, lambda t: perform_move(t, A, 1), *declared, "pay")
    assert (s.spies, s.players[B].rupees, s.current_turn.used_cards) == ({1: [0, 2, 0], 8: [1, 0, 0]}, 2, [1])
    assert [key for _, key in played.seat_questions] == ["move.ask", "move.ask", "move.ask", "bribe.ask"]


def test_r7_1_declared_steps_are_seen_at_the_next_question() -> None:
    """R7.1 The spy stands where the declared step puts it, and holds that card hostage; nothing has moved yet."""
    s = build_ring()
    s.spies[1] = [1, 2, 0]
    for answers, spies in (((), {1: (1, 2, 0)}), (("spy:1:14",), {1: (0, 2, 0), 14: (1, 0, 0)})):
        prompt = STAGE.find_prompt(s, lambda t: perform_move(t, A, 1), *answers)
        view = add_prompts(build_view(s, A), {A: prompt.subject})
        slots = [slot for player in view.players for slot in player.court]
        assert {slot.card: slot.spies for slot in slots if any(slot.spies)} == spies
        assert {slot.card: slot.hostage for slot in slots if slot.hostage is not None} == dict(
            zip(spies, (B, A), strict=False)
        )
    assert s.spies == {1: [1, 2, 0]}


def test_r7_1_declared_marches_are_seen_at_the_next_question() -> None:
    """R7.1, R4.5 The army has left its region, whose ruler may be another one."""
    s = build_state(2, armies={"kabul": {"afghan": 1}}, tribes={"kabul": {A: 1, B: 1}})
    s.roads["kabul_punjab"] = {"afghan": 1}
    set_player(s, A, loyalty="afghan", court=[13])
    set_player(s, B, loyalty="british")
    s.rulers["kabul"], s.spies[13] = A, [0, 1]
    prompt = STAGE.find_prompt(s, lambda t: perform_move(t, A, 13))  # the first step is the only one
    regions = {region.id: region for region in add_prompts(build_view(s, A), {A: prompt.subject}).regions}
    assert (regions["kabul"].armies, regions["punjab"].armies) == ({}, {"afghan": 1})
    assert (regions["kabul"].ruler, s.rulers["kabul"], s.armies["kabul"]) == (None, A, {"afghan": 1})


def test_r7_1_declared_steps_lost_to_an_overthrow_are_skipped() -> None:
    """R7.1, R4.9 Event 110: the last tribe leaves Kabul, #5 goes with the spy on it, whose declared step is lost."""
    s = build_state(2, tribes={"kabul": {A: 1}}, roads={"kabul_punjab": {"afghan": 1}}, spies={13: {B: 1}, 5: {A: 1}})
    set_player(s, A, loyalty="afghan", court=[13, 5], events=[110])
    set_player(s, B, court=[30, 31])
    played = play_rule(s, lambda t: perform_move(t, A, 13), "tribe:kabul:punjab", "spy:5:30", "pay")
    assert [key for _, key in played.seat_questions] == ["move.ask", "move.ask", "bribe.ask"]
    assert (s.players[A].court, s.tribes["punjab"], s.spies) == ([13], [1, 0], {13: [0, 1]})
