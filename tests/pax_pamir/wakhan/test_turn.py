"""R14.3 A turn of Wakhan: her card, blackmail, the listed actions, ambition, bonus actions, and logged reasons."""

from __future__ import annotations

from typing import Any

import pytest

from engines.kernel import LANGS, GameContext, Match, Rng, pick_random_answer
from engines.kernel.prompt import Decision
from engines.pax_pamir import GAME
from engines.pax_pamir.table.state import State
from engines.pax_pamir.table.wakhan_cards import require_automa
from engines.pax_pamir.turn import play_turn
from engines.pax_pamir.wakhan.turn import (
    find_wanted_check,
    take_bonus_actions,
    take_listed_actions,
    take_turn,
    turn_up_card,
    use_blackmail_cards,
)
from tests.pax_pamir.table import NAMES, WORDS, A, build_state, find_space, play_rule, set_player
from tests.pax_pamir.wakhan.table import W, build_alone


def play_whole_turn(s: State) -> list[str]:
    """Play her turn up to the cleanup; return the keys of her own messages."""
    result = play_rule(s, take_turn)
    assert result.seat_questions == []
    return [key.removeprefix("wakhan.") for key in result.message_keys if key.startswith("wakhan.")]


async def _turn_up(t: Any) -> None:
    turn_up_card(t)


# ---------------------------------------------------------------- her card


def test_r14_3_the_top_card_becomes_the_front() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(5, 3, 8))
    play_rule(s, _turn_up)
    assert require_automa(s).discards == [5, 3] and require_automa(s).deck[-1] == 8


def test_r14_3_her_card_is_a_reveal() -> None:
    table = GameContext(build_state(1, wakhan=True, active=W, ai=(5, 3, 8)), Rng(bytes(32)))
    turn_up_card(table)
    assert table.has_revealed


def test_r14_3_the_last_card_is_shuffled_with_the_others_and_a_new_one_is_turned() -> None:
    s = build_state(1, wakhan=True, active=W)
    require_automa(s).deck, require_automa(s).discards = [7], [card for card in range(1, 25) if card != 7]
    result = play_rule(s, _turn_up)
    assert result.message_keys == ["wakhan.reshuffled", "wakhan.card"]
    assert (len(require_automa(s).deck), len(require_automa(s).discards)) == (23, 1)
    assert sorted(require_automa(s).deck + require_automa(s).discards) == list(range(1, 25))
    assert require_automa(s).deck not in (
        sorted(require_automa(s).deck),
        [number for number in range(1, 25) if number in require_automa(s).deck][::-1],
    )


def test_r14_3_she_says_whom_she_sides_with() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(5, 3, 8))
    (sentence,) = play_rule(s, _turn_up).sentences
    assert sentence == (
        "Wakhan's card 3: tax, radicalize the highest intelligence card, radicalize. "
        "Her pragmatic loyalty is British, the first of British, Russian, Afghan that no person has. "
        "She prefers regions in the order Punjab, Persia, Herat, Kandahar, Transcaspia, Kabul. "
        "The black arrow points to column 4, the red one to the top or left."
    )


# ---------------------------------------------------------------- blackmail


def test_r14_3_blackmail_places_a_spy_on_the_eligible_card_of_highest_priority() -> None:
    s = build_alone(spies={41: {A: 1}})
    set_player(s, W, court=[43, 45])
    set_player(s, A, loyalty="british", court=[39, 41, 50])
    play_rule(s, use_blackmail_cards)
    assert s.spies == {41: [1, 0], 50: [0, 1]}  # a patriot; #41 has a spy, #45 is her own
    set_player(s, W, court=[43])
    s.spies[39] = [1, 0]
    s.spies[43] = [0, 1]
    play_rule(s, use_blackmail_cards)
    assert s.spies[50] == [0, 1]


def test_r14_3_a_blackmail_card_that_the_blackmail_before_has_overthrown_does_nothing() -> None:
    s = build_alone(front=4, tribes={"kandahar": {W: 1}, "herat": {W: 9}})  # Kandahar is her first region
    set_player(s, W, court=[54, 43])
    set_player(s, A, court=[55, 39])
    play_rule(s, use_blackmail_cards)
    assert s.spies == {55: [0, 1]} and s.players[W].court == [54]


# ---------------------------------------------------------------- listed actions


def test_r14_3_the_entries_from_the_top_and_round_again_until_two_actions_are_taken() -> None:
    # tax, intelligence, radicalize
    s = build_state(1, wakhan=True, active=W, ai=(1, 3, 8), market={"T0": 9, "B0": 39, "B1": 61})
    set_player(s, W, rupees=2)
    assert play_whole_turn(s) == ["card", "skipped", "radicalize", "radicalize"]
    assert s.players[W].court == [9, 39] and s.current_turn.actions == 0


def test_r14_3_an_entry_is_taken_again_on_the_second_round() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(1, 3, 8), market={"T5": (61, 9)})
    set_player(s, W, rupees=0, court=[60, 16])
    assert play_whole_turn(s) == ["card", "act", "skipped", "act"]
    assert s.players[W].rupees == 2 and s.current_turn.used_cards == [60, 16]


def test_r14_3_three_invalid_entries_in_a_row_end_her_actions() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(1, 3, 8))
    messages = play_rule(s, take_turn).messages
    assert [sentence.key for sentence in messages] == ["wakhan.card", "wakhan.skipped_all"]
    entries = messages[-1].args["entries"]
    assert isinstance(entries, tuple) and len(entries) == 3
    assert s.current_turn.actions == 2


def test_r14_3_invalid_entries_are_counted_in_a_row() -> None:
    """Build, betray (twice invalid), radicalize, then three invalid ones."""
    s = build_state(1, wakhan=True, active=W, ai=(1, 12, 3), market={"T0": 9})  # move, betray, radicalize
    assert play_whole_turn(s) == ["card", "skipped", "radicalize", "skipped_all"]
    assert s.current_turn.actions == 1


def test_r14_3_impossible_entry_is_logged_once() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(1, 12, 8), market={"T0": 61, "B0": 12})  # move, betray, radicalize
    assert play_whole_turn(s) == ["card", "skipped", "radicalize", "radicalize"]


def test_r14_3_favored_cards_do_not_use_up_her_actions() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(1, 3, 8), market={"T0": (39, 9), "B0": 9}, favored="economic")
    set_player(s, W, rupees=0, court=[61, 16])
    assert play_whole_turn(s) == ["card", "bonus", "radicalize", "radicalize"]
    assert s.current_turn.actions == 0


def test_r14_3_she_never_ends_her_turn_with_a_question() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(1, 3, 8), market={"T0": 9, "B0": 39}, deck=[11, 12])
    set_player(s, W, court=[16, 15, 17])
    result = play_rule(s, play_turn)
    assert result.seat_questions == []
    assert len(s.players[W].court) == 3
    assert s.current_turn.player == A


# ---------------------------------------------------------------- ambition


def build_check_at(
    where: str, rupees: int = 4, vp: tuple[int, int] = (0, 0), final: bool = False, **more: Any
) -> State:
    """Return a table with a check in the market, the last one or one of four; Wakhan has three tribes, A one."""
    tribes = {"herat": {W: 3, A: 1}}
    rest = [102, 103, 104]
    s = build_alone(
        market={where: 101, "T5": 9},
        deck=[] if final else rest,
        discards=rest if final else [],
        **{"tribes": tribes} | more,
    )
    set_player(s, A, vp=vp[0])
    set_player(s, W, rupees=rupees, vp=vp[1])
    return s


def find_ambition(s: State) -> str | None:
    coveted = find_wanted_check(s)
    return coveted.why.key.removeprefix("wakhan.ambition.") if coveted else None


def test_r14_3_ambition_i_more_points_than_anybody() -> None:
    assert find_ambition(build_check_at("T2")) == "points"
    assert find_ambition(build_check_at("T2", tribes={"herat": {W: 1, A: 1}})) is None  # strictly more
    assert find_ambition(build_check_at("T2", tribes={"herat": {W: 1, A: 3}})) is None


def test_r14_3_ambition_i_counts_her_part_of_a_successful_check() -> None:
    blocks: Any = {"armies": {"kabul": {"russian": 4}}, "tribes": {"herat": {A: 3}}}
    s = build_check_at("T2", vp=(3, 0), **blocks)
    assert find_ambition(s) == "points"  # no other player is loyal to the Russians
    set_player(s, A, loyalty="russian")
    assert find_ambition(s) is None
    set_player(s, W, rupees=4, gifts=[2])
    assert find_ambition(s) == "points"


def test_r14_3_ambition_needs_the_rupees_and_an_unlocked_check() -> None:
    assert find_ambition(build_check_at("T2", rupees=1)) is None
    s = build_check_at("T2")
    s.current_turn.locked_cards = [101]
    assert find_ambition(s) is None


def test_r14_3_ambition_ii_the_game_ends_and_she_wins() -> None:
    even: Any = {"tribes": {"herat": {W: 1, A: 1}}}
    assert find_ambition(build_check_at("T2", vp=(0, 3), final=True, **even)) == "wins"
    assert find_ambition(build_check_at("T2", vp=(0, 3), **even)) is None  # not the last, and no lead of four
    assert find_ambition(build_check_at("T2", vp=(0, 4), **even)) == "wins"
    assert find_ambition(build_check_at("T2", vp=(3, 0), final=True, **even)) is None
    fewer: Any = {"tribes": {"herat": {W: 1, A: 2}}}
    assert find_ambition(build_check_at("T2", vp=(0, 5), final=True, **fewer)) == "wins"  # 2 against 6, but 7 against 6


def test_r14_3_ambition_ii_looks_at_the_tie_breaks_after_the_purchase() -> None:
    even: Any = {"tribes": {"herat": {W: 1, A: 1}}}
    s = build_check_at("T2", rupees=5, final=True, **even)
    assert find_ambition(s) is None  # 3 rupees against 4
    s.market[find_space("T2")].rupees = 2
    assert find_ambition(s) == "wins"  # 5 rupees against 4
    s = build_check_at("T2", rupees=2, final=True, **even)
    set_player(s, W, rupees=2, court=[15])
    assert find_ambition(s) == "wins"  # a military star


def test_r14_3_ambition_replaces_the_listed_action_and_may_end_the_game() -> None:
    s = build_check_at("T0", vp=(0, 3), final=True)
    set_player(s, W, court=[61])
    s.market[find_space("B0")].card, s.market[find_space("T5")].rupees, s.favored = 39, 3, "economic"
    assert "wakhan.act" in play_rule(s, take_turn, sound=False).message_keys
    assert s.phase == "over" and s.current_turn.actions == 1
    # nothing happens after the end, no bonus action either
    assert (s.players[W].court, s.current_turn.used_cards) == ([61], [])
    assert GAME.scores(s)[0].seat == W


def test_r14_3_turn_continues_with_the_next_entry_after_ambition() -> None:
    s = build_check_at("T1")  # the check instead of tax, then no intelligence card, then radicalize
    s.market[find_space("T0")].card, s.market[find_space("B0")].card = 61, 111
    set_player(s, W, court=[60])
    result = play_rule(s, take_listed_actions)
    keys = [key.removeprefix("wakhan.") for key in result.message_keys if key.startswith("wakhan.")]
    assert keys == ["act", "skipped", "act"]


# ---------------------------------------------------------------- bonus actions


def test_r14_3_bonus_actions_from_left_to_right_the_leftmost_possible_of_each() -> None:
    s = build_alone(favored="economic", market={"T0": (5, 3)})
    set_player(s, W, rupees=4, court=[10, 14, 16, 61])  # build betray / gift build / (military) / tax
    result = play_rule(s, take_bonus_actions)
    assert s.current_turn.used_cards == [14, 61] and s.current_turn.actions == 2
    assert result.message_keys.count("wakhan.bonus") == 2
    assert s.players[W].gifts == [2]


def test_r14_3_bonus_actions_come_after_her_actions_and_without_any_left() -> None:
    s = build_alone(favored="economic", market={"T0": (5, 3)}, actions=0)
    set_player(s, W, court=[61, 9])
    s.current_turn.used_cards = [9]
    play_rule(s, take_bonus_actions)
    assert s.current_turn.used_cards == [9, 61]


def test_r14_3_a_card_that_has_left_the_court_is_skipped() -> None:
    """#42 betrays nothing; #24 betrays #44, which costs rupees of no other player."""
    s = build_alone(favored="political", spies={44: {W: 1}}, market={"T0": (5, 3)})
    set_player(s, W, rupees=2, court=[24, 44])
    play_rule(s, take_bonus_actions)
    assert s.players[W].court == [24] and s.players[W].prizes == [44]
    assert s.current_turn.used_cards == [24]


def test_r14_3_a_turn_is_blackmail_then_actions_then_bonus_actions() -> None:
    s = build_state(1, wakhan=True, active=W, ai=(1, 3, 8), favored="intelligence")
    set_player(s, W, rupees=2, court=[18, 43])
    set_player(s, A, court=[39])
    message_keys = [key for key in play_rule(s, take_turn).message_keys if key.startswith(("wakhan", "blackmail"))]
    assert message_keys == ["wakhan.card", "blackmail.done", "wakhan.skipped_all", "wakhan.bonus"]
    assert s.spies == {39: [0, 1]} and s.players[W].gifts == [2]


# ---------------------------------------------------------------- whole games


@pytest.mark.parametrize(("seats", "wakhan"), [(1, "alone"), (2, "two")])
def test_r14_whole_games_are_sound_and_rendered_in_both_languages(seats: int, wakhan: str) -> None:
    for seed in range(12):
        match = Match.start(GAME, GAME.build_setup(seats, options={"wakhan": wakhan}), bytes([seed, seats] * 16))
        rng, lines = Rng(bytes([seed] * 32)), 0
        while match.open_prompts is not None:
            (prompt,) = match.open_prompts.prompts
            assert prompt.seat < seats  # no decision of hers needs input
            applied = match.apply(Decision(match.step, prompt.seat, pick_random_answer(match, prompt, rng)))
            lines += len(applied.events)
            assert all(WORDS.render(event.text, lang, NAMES) for event in applied.events for lang in LANGS)
            assert GAME.problems(match.state) == []
        assert match.state.phase == "over" and lines > 20
