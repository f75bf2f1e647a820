"""R13, R16 and R17: wheels, merchants, sailing, the end; and the rulings about them."""

from __future__ import annotations

import pytest

from engines.kilia.council.council import clear_merchants, council, deadlock, settle_markers
from engines.kilia.council.sailing import sail
from engines.kilia.council.scoring import scores, tally
from engines.kilia.game import GAME, over
from engines.kilia.table.cargo import cargo, windows
from engines.kilia.table.state import State
from tests.kilia.stage import BROWN, RED, WHITE, YELLOW, Rule, goods, owner, play, table, words


def at_once(rule, *args) -> Rule:  # type: ignore[no-untyped-def]
    async def run(t):  # type: ignore[no-untyped-def]
        rule(t, *args)

    return run


def four(**more) -> State:  # type: ignore[no-untyped-def]
    s = table(**more)
    for seat in range(len(s.players)):
        owner(s, seat)
    return s


# ---------------------------------------------------------------------- R13, R16: wheels


def test_r13_all_markers_of_a_round_share_the_next_number() -> None:
    """R18.12: two of one player score twice."""
    s = four()
    s.wheels["fifteen_coins"].waiting = [WHITE, RED, WHITE]
    played = play(s, at_once(settle_markers))
    assert played.sentences == ["“Fifteen coins” is worth 6 points to White (2 chips, 12 points in all), Red."]
    assert s.wheels["fifteen_coins"].placed[0] == [WHITE, RED, WHITE]
    assert (tally(s, WHITE).achievements, tally(s, RED).achievements) == (12, 6)


def test_r13_a_full_wheel_gives_its_last_number() -> None:
    s = four()
    wheel = s.wheels["fifteen_coins"]
    for seat in (WHITE, RED, BROWN, YELLOW, WHITE, RED):
        wheel.waiting = [seat]
        play(s, at_once(settle_markers))
    assert wheel.placed == [[WHITE], [RED], [BROWN], [YELLOW], [WHITE, RED]]


def test_r16_merchants_are_ready_again() -> None:
    """R18.14: coins on covered merchants go, too, and come back to nobody."""
    s = four()
    white = owner(s, WHITE, market="M1:W02+W03*1 M2:R02*1")
    white.market["M1"][0].coins = 1
    play(s, at_once(clear_merchants))
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
    assert windows(number, "left") == right and windows(number, "right") == left


def test_r16_2_both_ends_count_and_free_segments_are_passed() -> None:
    s = four(seats=2)
    white = owner(s, WHITE, zones=(0, 0, 4, 2), canal={1: "Y01", 5: "Y03"}, chips=4)
    play(s, sail)
    assert (goods(white), white.coins) == ((2, 2, 2, 3), 4) and white.side == "right"


def test_r16_2_nobody_is_asked_who_has_no_choice() -> None:
    """Ship 2 where one window is empty, or both show the same: the fuller one by itself."""
    s = four(seats=2)
    red = owner(s, RED, zones=(0, 0, 1, 1), canal={1: "W02 turned"})
    assert [choice.segment for choice in cargo(red).choices] == [3]  # turned W02: cell 2 empty, cell 4 a coin
    red.canal[2] = None
    played = play(s, sail)
    assert played.asked == [] and red.coins == 1


def test_r16_2_all_choose_at_the_same_time() -> None:
    s = four()
    for seat in (WHITE, YELLOW):
        owner(s, seat, zones=(0, 0, 1, 0))
    played = play(s, sail, ["window:3:2"], ["window:3:4"])
    assert [prompt.seat for prompt in played.prompts] == [WHITE, YELLOW]
    assert played.prompt("sail.ask_all").silence == ("window:3:2",)
    assert (goods(s.players[WHITE]), goods(s.players[YELLOW])) == ((0, 1, 0, 0), (0, 0, 1, 0))


def test_r16_2_each_window_says_what_it_brings_before_it_is_chosen() -> None:
    s = four(seats=2)
    owner(s, WHITE, zones=(0, 0, 1, 0), goods=(0, 4, 0, 0))
    played = play(s, sail, ["window:3:4"])
    assert played.label("sail.ask_all", "window:3:2") == "1 brick, 1 coin"
    assert played.detail("sail.ask_all", "window:3:2") == "brick 4 → 5, coin 0 → 1"
    assert played.detail("sail.ask_all", "window:3:2", "ja") == "レンガ（4→5）、コイン（0→1）"


def test_r16_2_the_question_says_what_the_way_back_brings() -> None:
    """Both windows of the printed warehouse on the way back; before the final round there is no way back (R17)."""
    s = four(seats=2)
    owner(s, WHITE, zones=(0, 0, 1, 0))
    told = words(play(s, sail, ["window:3:4"]).prompt("sail.ask_all").text)
    assert told.endswith("The way back brings [1 wheat, 1 coin] or [1 brick].") or told.endswith(
        "The way back brings [1 wood, 1 coin] or [1 salt]."
    ), told
    s = four(seats=2)
    owner(s, WHITE, zones=(0, 0, 1, 0))
    s.phase, s.ending, s.acted = "council", True, True
    played = play(s, council, ["window:3:4"])
    assert played.asked == ["sail.last_all"]
    assert words(played.prompt("sail.last_all").text).endswith("No ship sails in the final round.")


# ---------------------------------------------------------------------- R17


def test_r17_the_final_round_follows_and_does_not_sail() -> None:
    s = four(seats=2, in_round=9)
    s.phase, s.ending, s.acted = "council", True, True
    play(s, council)
    assert (s.round, s.final, s.ending, s.phase) == (10, True, False, "turn")
    s.phase = "council"
    before = [player.side for player in s.players]
    play(s, council)
    assert over(s) and [player.side for player in s.players] == before


def test_r17_own_zone_contracts_and_achievements() -> None:
    s = four()
    owner(s, RED, zones=(1, 3, 0, 0), fulfilled="C05 C21 C29")
    assert tally(s, RED)[:3] == (7, 9, 13)


def test_r17_points_abilities_use_goods_and_as_many_merchants_as_coins_allow() -> None:
    s = four()
    owner(s, WHITE, zones=(0, 2, 0, 0), abilities="W02 R01", goods=(2, 5, 0, 1), coins=2, market="M1:W03 M2:W04 M4:Y04")
    assert tally(s, WHITE).abilities == 2 + 1 + 2 and tally(s, WHITE).left == 5


def test_r17_exchange_does_not_work_for_points() -> None:
    s = four()
    owner(s, WHITE, zones=(0, 2, 0, 0), abilities="W02 Y10", goods=(4, 0, 0, 0))
    assert tally(s, WHITE).abilities == 0


def test_r17_ties_are_decided_by_what_is_left_then_shared() -> None:
    s = four(seats=3)
    owner(s, WHITE, goods=(1, 0, 0, 0), coins=1)
    owner(s, RED, coins=3)
    owner(s, BROWN, coins=3)
    assert [(score.seat, score.place) for score in scores(s)] == [(RED, 1), (BROWN, 1), (WHITE, 3)]
    s.phase, s.final, s.round = "council", True, 8
    played = play(s, council)
    assert played.told[-1].key == "end.shared" and "Red, Brown" in played.sentences[-1]


def test_r17_the_scoring_is_told() -> None:
    s = four(seats=2)
    owner(s, RED, zones=(0, 1, 0, 0), abilities="W02", goods=(0, 0, 0, 2), fulfilled="C21")
    s.phase, s.final, s.round = "council", True, 8
    played = play(s, council)
    assert "Red has 6 points (own zone 3, contracts 1, points abilities 2)." in " ".join(played.sentences)
    assert played.sentences[-1] == "Red wins with 6 points."


# ---------------------------------------------------------------------- R18.22


def test_r18_22_deadlock() -> None:
    """No card in offer and deck, and a whole round without a main action: the next round is the final one."""
    s = four(seats=2)
    s.offer, s.deck, s.phase = [None] * 5, [], "council"
    assert deadlock(s)
    played = play(s, council)
    assert s.final and "council.deadlock" in [msg.key for msg in played.told]


@pytest.mark.parametrize("still", ["acted", "offer", "deck"])
def test_r18_22_no_deadlock_while_something_goes_on(still: str) -> None:
    s = four(seats=2)
    s.acted = still == "acted"
    if still != "offer":
        s.offer = [None] * 5
    if still != "deck":
        s.deck = []
    assert not deadlock(s)


def test_the_game_ends_by_its_own_record() -> None:
    assert GAME.turn is not None and GAME.over is over
