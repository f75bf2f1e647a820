"""Where the game says that it stands: for reminders, the card and who comes next."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import Event, Match
from engines.signorie import GAME
from engines.signorie.data.ids import VARIANTS
from engines.signorie.moment import moment
from engines.signorie.table.state import State
from engines.signorie.view import view
from tests.signorie.stage import BLUE, PURPLE, RED, YELLOW, family, game
from tests.signorie.test_fuzz import random_game


def test_in_a_round_those_who_have_not_passed_come_next() -> None:
    state = game(order=[BLUE, RED, YELLOW, PURPLE], active=RED)
    state.players[YELLOW].passed = True
    now = moment(view(state, None))
    assert (now.heading.key, now.turn, now.following) == ("moment.actions", RED, (PURPLE, BLUE))
    assert now.standing == tuple(player.vp for player in state.players)


def test_of_rewards_those_who_still_wait_for_one() -> None:
    state = game(phase="rewards", order=[BLUE, PURPLE, RED, YELLOW])
    family(state, RED, dice={"red": 6, "grey": 6, "purple": 6})
    state.rewarded = [PURPLE, YELLOW]
    now = moment(view(state, None))
    assert (now.heading.key, now.turn, now.following) == ("moment.rewards", PURPLE, (YELLOW,))


def test_after_the_end_nobody() -> None:
    now = moment(view(game(phase="over"), None))
    assert (now.heading.key, now.turn, now.following) == ("moment.over", None, ())
    assert GAME.moment is moment


def test_who_waits_for_a_reward_is_who_the_rules_serve() -> None:
    def agree(match: Match[State], events: Sequence[Event]) -> None:
        if match.state.phase == "rewards":
            now = moment(match.view(None))
            assert [now.turn, *now.following] == match.state.rewarded

    for seed in range(4):
        random_game(4, dict.fromkeys(VARIANTS, "off"), seed, agree)
