"""R13, R16 and R17: wheels, merchants, sailing, the end; and the rulings about them."""

from __future__ import annotations

import pytest

from engines.kernel import GameContext
from engines.kilia.council.phase import clear_merchants, end_game, is_deadlock, run_council, sail_ships, settle_markers
from engines.kilia.council.scoring import compute_scores, compute_tally
from engines.kilia.game import GAME, is_over
from engines.kilia.table.cargo import compute_cargo, list_open_cells
from engines.kilia.table.state import State
from tests.kilia.stage import BROWN, RED, WHITE, YELLOW, Rule, build_table, list_goods, play, render_text, set_player


def run_silently(rule, *args) -> Rule:  # type: ignore[no-untyped-def]
    async def run(t):  # type: ignore[no-untyped-def]
        rule(t, *args)

    return run


def build_four_players(**more) -> State:  # type: ignore[no-untyped-def]
    s = build_table(**more)
    for seat in range(len(s.players)):
        set_player(s, seat)
    return s


# ---------------------------------------------------------------------- R13, R16: wheels


def test_r13_all_markers_of_a_round_share_the_next_number() -> None:
    """R18.12: two of one player score twice."""
    s = build_four_players()
    s.wheels["fifteen_coins"].waiting = [WHITE, RED, WHITE]
    played = play(s, run_silently(settle_markers))
    assert played.sentences == ["“Fifteen coins” is worth 6 points to White (2 chips, 12 points in all), Red."]
    assert s.wheels["fifteen_coins"].markers[0] == [WHITE, RED, WHITE]
    assert (compute_tally(s, WHITE).achievements, compute_tally(s, RED).achievements) == (12, 6)


def test_r13_a_full_wheel_gives_its_last_number() -> None:
    s = build_four_players()
    wheel = s.wheels["fifteen_coins"]
    for seat in (WHITE, RED, BROWN, YELLOW, WHITE, RED):
        wheel.waiting = [seat]
        play(s, run_silently(settle_markers))
    assert wheel.markers == [[WHITE], [RED], [BROWN], [YELLOW], [WHITE, RED]]


def test_r16_merchants_are_ready_again() -> None:
    """R18.14: coins on covered merchants go, too, and come back to nobody."""
    s = build_four_players()
    white = set_player(s, WHITE, market="M1:W02+W03*1 M2:R02*1")
    white.market["M1"][0].coins = 1
    play(s, run_silently(clear_merchants))
    assert [merchant.coins for stack in white.market.values() for merchant in stack] == [0, 0, 0]
    assert white.coins == 0


# ---------------------------------------------------------------------- R16: sailing


@pytest.mark.parametrize(
    ("number", "right", "left"),
    [
        (1, (2,), (3,)),
        (2, (2, 4), (3, 1)),
        (3, (1, 2), (4, 3)),
        (4, (1, 2, 3), (4, 3, 2)),
        (5, (1, 2, 3, 4), (4, 3, 2, 1)),
    ],
)
def test_r16_1_windows(number: int, right: tuple[int, ...], left: tuple[int, ...]) -> None:
    assert list_open_cells(number, "left") == right and list_open_cells(number, "right") == left


def test_r16_2_both_ends_count_and_free_segments_are_passed() -> None:
    s = build_four_players(seats=2)
    white = set_player(s, WHITE, zones=(0, 0, 4, 2), canal={1: "Y01", 5: "Y03"}, chips=4)
    play(s, sail_ships)
    assert (list_goods(white), white.coins) == ((2, 2, 2, 3), 4) and white.side == "right"


def test_r16_2_seat_without_choice_is_not_asked() -> None:
    """Ship 2 where one window is empty, or both show the same: the fuller one by itself."""
    s = build_four_players(seats=2)
    red = set_player(s, RED, zones=(0, 0, 1, 1), canal={1: "W02 turned"})
    assert [choice.segment for choice in compute_cargo(red).choices] == [3]  # turned W02: cell 2 empty, cell 4 a coin
    red.canal[2] = None
    played = play(s, sail_ships)
    assert played.questions == [] and red.coins == 1


def test_r16_2_all_choose_at_the_same_time() -> None:
    s = build_four_players()
    for seat in (WHITE, YELLOW):
        set_player(s, seat, zones=(0, 0, 1, 0))
    played = play(s, sail_ships, ["window:3:2"], ["window:3:4"])
    assert [prompt.seat for prompt in played.prompts] == [WHITE, YELLOW]
    assert played.find_prompt("sail.ask_all").timeout_answer == ("window:3:2",)
    assert (list_goods(s.players[WHITE]), list_goods(s.players[YELLOW])) == ((0, 1, 0, 0), (0, 0, 1, 0))


def test_r16_2_each_window_option_says_its_cargo() -> None:
    s = build_four_players(seats=2)
    set_player(s, WHITE, zones=(0, 0, 1, 0), goods=(0, 4, 0, 0))
    played = play(s, sail_ships, ["window:3:4"])
    assert played.render_label("sail.ask_all", "window:3:2") == "1 brick, 1 coin"
    assert played.render_detail("sail.ask_all", "window:3:2") == "brick 4 → 5, coin 0 → 1"
    assert played.render_detail("sail.ask_all", "window:3:2", "ja") == "レンガ（4→5）、コイン（0→1）"


def test_r16_2_question_says_the_return_cargo() -> None:
    """Both windows of the printed warehouse on the way back; before the final round there is no way back (R17)."""
    s = build_four_players(seats=2)
    set_player(s, WHITE, zones=(0, 0, 1, 0))
    question_text = render_text(play(s, sail_ships, ["window:3:4"]).find_prompt("sail.ask_all").text)
    assert question_text.endswith("The way back brings [1 wheat, 1 coin] or [1 brick].") or question_text.endswith(
        "The way back brings [1 wood, 1 coin] or [1 salt]."
    ), question_text
    s = build_four_players(seats=2)
    set_player(s, WHITE, zones=(0, 0, 1, 0))
    s.phase, s.is_ending, s.has_acted = "council", True, True
    played = play(s, run_council, ["window:3:4"])
    assert played.questions == ["sail.last_all"]
    assert render_text(played.find_prompt("sail.last_all").text).endswith("No ship sails in the final round.")


# ---------------------------------------------------------------------- R17


def test_r17_the_final_round_follows_and_does_not_sail() -> None:
    s = build_four_players(seats=2, in_round=9)
    s.phase, s.is_ending, s.has_acted = "council", True, True
    play(s, run_council)
    assert (s.round, s.is_final_round, s.is_ending, s.phase) == (10, True, False, "turn")
    s.phase = "council"
    before = [player.side for player in s.players]
    play(s, run_council)
    assert is_over(s) and [player.side for player in s.players] == before


def test_r17_own_zone_contracts_and_achievements() -> None:
    s = build_four_players()
    set_player(s, RED, zones=(1, 3, 0, 0), fulfilled="C05 C21 C29")
    assert compute_tally(s, RED)[:3] == (7, 9, 13)


def test_r17_points_abilities_use_goods_and_as_many_merchants_as_coins_allow() -> None:
    s = build_four_players()
    set_player(
        s, WHITE, zones=(0, 2, 0, 0), abilities="W02 R01", goods=(2, 5, 0, 1), coins=2, market="M1:W03 M2:W04 M4:Y04"
    )
    assert compute_tally(s, WHITE).abilities == 2 + 1 + 2 and compute_tally(s, WHITE).left_over == 5


def test_r17_exchange_does_not_work_for_points() -> None:
    s = build_four_players()
    set_player(s, WHITE, zones=(0, 2, 0, 0), abilities="W02 Y10", goods=(4, 0, 0, 0))
    assert compute_tally(s, WHITE).abilities == 0


def test_r17_ties_are_decided_by_remaining_goods_then_shared() -> None:
    s = build_four_players(seats=3)
    set_player(s, WHITE, goods=(1, 0, 0, 0), coins=1)
    set_player(s, RED, coins=3)
    set_player(s, BROWN, coins=3)
    assert [(score.seat, score.place) for score in compute_scores(s)] == [(RED, 1), (BROWN, 1), (WHITE, 3)]
    s.phase, s.is_final_round, s.round = "council", True, 8
    played = play(s, run_council)
    assert played.logged[-1].key == "end.shared" and "Red, Brown" in played.sentences[-1]


def test_r17_scoring_is_logged() -> None:
    s = build_four_players(seats=2)
    set_player(s, RED, zones=(0, 1, 0, 0), abilities="W02", goods=(0, 0, 0, 2), fulfilled="C21")
    s.phase, s.is_final_round, s.round = "council", True, 8
    played = play(s, run_council)
    assert "Red has 6 points (own zone 3, contracts 1, points abilities 2)." in " ".join(played.sentences)
    assert played.sentences[-1] == "Red wins with 6 points."


# ---------------------------------------------------------------------- R18.22


def test_r18_22_deadlock() -> None:
    """No card in offer and deck, and a whole round without a main action: the next round is the final one."""
    s = build_four_players(seats=2)
    s.offer, s.deck, s.phase = [None] * 5, [], "council"
    assert is_deadlock(s)
    played = play(s, run_council)
    assert s.is_final_round and "council.deadlock" in [msg.key for msg in played.logged]


@pytest.mark.parametrize("still", ["acted", "offer", "deck"])
def test_r18_22_no_deadlock_while_cards_or_actions_remain(still: str) -> None:
    s = build_four_players(seats=2)
    s.has_acted = still == "acted"
    if still != "offer":
        s.offer = [None] * 5
    if still != "deck":
        s.deck = []
    assert not is_deadlock(s)


def test_the_game_ends_by_its_own_record() -> None:
    assert GAME.play_turn is not None and GAME.is_over is is_over


def test_the_end_reveals_the_contracts() -> None:
    async def end(t: GameContext[State]) -> None:
        end_game(t)

    assert play(build_table(), end).revealed
