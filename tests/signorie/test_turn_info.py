"""Turn info of the game, used by reminders, the card and the list of next seats."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import LogEvent, Match
from engines.signorie import GAME
from engines.signorie.data.ids import VARIANTS
from engines.signorie.table.state import State
from engines.signorie.turn_info import build_turn_info
from engines.signorie.view import build_view
from tests.signorie.stage import BLUE, PURPLE, RED, YELLOW, build_state, set_family
from tests.signorie.test_fuzz import play_random_game


def test_next_seats_of_a_round_have_not_passed() -> None:
    state = build_state(order=[BLUE, RED, YELLOW, PURPLE], active=RED)
    state.players[YELLOW].has_passed = True
    now = build_turn_info(build_view(state, None))
    assert (now.heading.key, now.turn, now.following) == ("moment.actions", RED, (PURPLE, BLUE))
    assert now.public_points == tuple(player.vp for player in state.players)


def test_next_seats_of_rewards_still_wait_for_one() -> None:
    state = build_state(phase="rewards", order=[BLUE, PURPLE, RED, YELLOW])
    set_family(state, RED, dice={"red": 6, "grey": 6, "purple": 6})
    state.rewarded = [PURPLE, YELLOW]
    now = build_turn_info(build_view(state, None))
    assert (now.heading.key, now.turn, now.following) == ("moment.rewards", PURPLE, (YELLOW,))


def test_finished_game_has_no_next_seats() -> None:
    now = build_turn_info(build_view(build_state(phase="over"), None))
    assert (now.heading.key, now.turn, now.following) == ("moment.over", None, ())
    assert GAME.turn_info is build_turn_info


def test_waiting_seats_are_those_served_by_the_rules() -> None:
    def check_waiting_seats(match: Match[State], events: Sequence[LogEvent]) -> None:
        if match.state.phase == "rewards":
            now = build_turn_info(match.build_view(None))
            assert [now.turn, *now.following] == match.state.rewarded

    for seed in range(4):
        play_random_game(4, dict.fromkeys(VARIANTS, "off"), seed, check_waiting_seats)
