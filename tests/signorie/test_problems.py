"""Invariants: a sound game has no problems, and every kind of broken State is reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.kernel import Match
from engines.signorie import GAME
from engines.signorie.data.ids import HelperId
from engines.signorie.table.state import Meeple, State, Tile

Break = Callable[[State], object]


def build_sound_state() -> State:
    return Match.start(GAME, GAME.build_setup(3), bytes(32)).state


def test_a_new_game_is_sound() -> None:
    assert GAME.problems(build_sound_state()) == []


def break_by_setting(path: str, value: object) -> Break:
    def break_state(state: State) -> None:
        target: object = state
        *path_, last = path.split(".")
        for key in path_:
            target = target[int(key)] if isinstance(target, list) else getattr(target, key, None) or target[key]  # type: ignore[index]
        if isinstance(target, dict):
            target[last] = value
        elif isinstance(target, list):
            target[int(last)] = value
        else:
            setattr(target, last, value)

    return break_state


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (break_by_setting("players.1.florins", -1), "seat 1: -1 florins"),
        (break_by_setting("players.1.supply.male", 5), "seat 1: 13 male meeples instead of 12"),
        (break_by_setting("players.2.stock.female", 7), "seat 2: 10 female meeples instead of 11"),
        (lambda s: (s.players[0].supply.update(male=-1), s.players[0].stock.update(male=13)), "male meeples"),
        (lambda s: s.players[0].careers["clergy"].__setitem__(slice(0, 2), [-1, 1]), "fewer than no men"),
        (lambda s: s.players[0].threshold.update(male=4), "4 meeples in the threshold space, at most 3"),
        (
            break_by_setting("players.0.dice", dict.fromkeys(("yellow", "red", "purple", "grey", "light_blue"), 1)),
            "5 dice, at most 4",
        ),
        (break_by_setting("players.0.brides", 5), "5 brides for 4 sons"),
        (break_by_setting("players.0.helpers", ["y_top", "y_top"]), "one disc for each slot"),
        (break_by_setting("players.0.helpers", ["z_top"]), "one disc for each slot"),
        (lambda s: s.players[0].plan["wedding"].face_up.extend([Tile("este", 2)] * 2), "row wedding: face-up tiles"),
        (break_by_setting("players.0.points", {"missions": -3}), "negative points"),
        (lambda s: s.players[0].careers["clergy"].pop(), "on each track"),
        (lambda s: s.players[0].plan.pop("wedding"), "of the plan"),
        (break_by_setting("order", [0, 0, 1]), "does not hold each of the seats"),
        (lambda s: s.rewards.pop(), "reward slots instead of"),
        (break_by_setting("active", None), "phase actions with active seat None"),
        (break_by_setting("rewarded", [1]), "with seats [1] to be rewarded"),
        (break_by_setting("players.0.color", "red"), "are not different"),
        (break_by_setting("rewards.6", "b_mission"), "reward slot 7: b_mission is no vp tile"),
        (lambda s: s.rewards.__setitem__(0, s.rewards[1]), "one lies twice"),
        (lambda s: s.stack.pop(), "alliance tiles: too many {}, missing"),
        (lambda s: s.stack.append(Tile("este", 5)), "alliance tiles: too many"),
        (lambda s: (s.stack.append(s.removed[0]), s.removed.pop(0)), "removed before the game"),
        (lambda s: s.cities.popitem(), "3 cities in use with 3 players"),
        (lambda s: next(iter(s.cities.values())).slots.__setitem__(3, Meeple(0, "male")), "not filled from the lowest"),
        (break_by_setting("assignments.red_m", "a_florins"), "assignment tiles"),
        (break_by_setting("turned", ["red_m"]), "without Secret Letters"),
        (lambda s: (s.variants.append("secret_letters"), s.turned.extend(["red_m", "red_m"])), "turned tiles"),
        (lambda s: s.pool["red"].pop(), "2 red dice instead of 3"),
        (lambda s: s.pool["red"].__setitem__(0, 7), "red dice show"),
        (lambda s: s.initiative[3].append(1), "each seat has one"),
        (lambda s: s.initiative.pop(), "9 initiative slots instead of 10"),
    ],
)
def test_broken_states_are_reported(broken: Break, words: str) -> None:
    state = build_sound_state()
    broken(state)
    assert words in "\n".join(GAME.problems(state))


def test_too_many_helpers_are_reported() -> None:
    state = Match.start(GAME, GAME.build_setup(4), bytes(32)).state
    for player in state.players:
        player.helpers = [HelperId("y_top")] * 13
    assert "52 helper discs on boards, there are 48" in GAME.problems(state)
