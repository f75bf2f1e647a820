"""Every invariant of `problems` is broken once and reported."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.kernel import Match
from engines.quo_vadis import GAME
from engines.quo_vadis.problems import list_problems
from engines.quo_vadis.questions import ChooseArea
from engines.quo_vadis.table.state import State, Town
from tests.quo_vadis.test_setup import play_until, start_game


def build_sound_state() -> State:
    match: Match[State] = play_until(start_game(4), ChooseArea)
    return match.state


def _break_markers(s: State) -> None:
    s.markers = ["3", "3"]


def _break_position(s: State) -> None:
    first, second, *_ = s.areas.values()
    second.position = first.position


def _lose_entry(s: State) -> None:
    next(space for _, space in s.iter_spaces()).workers.pop()


def _lose_track(s: State) -> None:
    del s.players[0].stock["food"]


def _lose_tile(s: State) -> None:
    s.unused.pop()


def _lose_area(s: State) -> None:
    s.unused.append(next(iter(s.areas)))
    del s.areas[s.unused[-1]]


def _break_token_count(s: State) -> None:
    s.tokens["sea"] -= 1


def _overdraw_tokens(s: State) -> None:
    for area in list(s.areas.values())[:4]:
        area.token = "plains"
        s.tokens["plains"] -= 1


def _lose_worker(s: State) -> None:
    s.players[0].workers -= 1


def _put_two_workers(s: State) -> None:
    other = (s.active + 1) % 4
    next(iter(s.areas.values())).spaces[0].workers[other] = 2
    s.players[other].workers -= 2


def _put_worker_beside_town(s: State) -> None:
    other = (s.active + 1) % 4
    space = next(iter(s.areas.values())).spaces[0]
    space.workers[other], space.town = 1, Town(other, 1)
    s.players[other].workers -= 1
    s.players[other].towns -= 1


def _set_negative_workers(s: State) -> None:
    next(iter(s.areas.values())).spaces[0].workers[0] = -1
    s.players[0].workers += 1


def _lose_town(s: State) -> None:
    s.players[1].towns -= 1


def _break_population(s: State) -> None:
    next(iter(s.areas.values())).spaces[0].town = Town(0, -1)
    s.players[0].towns -= 1


def _exceed_resource(s: State) -> None:
    s.players[0].stock["food"] = 99


def _overdraw_resource(s: State) -> None:
    s.players[0].stock["food"] = -1


def _exceed_wrath(s: State) -> None:
    s.players[0].wrath = 9


def _break_vp(s: State) -> None:
    s.players[0].vp["war"] = -1


def _repeat_race(s: State) -> None:
    s.players[0].race = s.players[1].race


def _lose_card(s: State) -> None:
    s.deck.cards.pop()


def _add_empty_generation(s: State) -> None:
    s.players[0].generations.append([])


def _lose_skill(s: State) -> None:
    s.boxed.pop()


def _break_skill_knowledge(s: State) -> None:
    mine, other = s.players[0].face_down, s.players[1].face_down
    zone, away = next(iter(mine)), next(iter(other))
    mine[zone], other[away] = other[away], mine[zone]


def _break_basic_skills(s: State) -> None:
    s.players[0].skills.append("B01" if s.players[0].skills != ["B01"] else "B02")


def _break_spent_skills(s: State) -> None:
    s.players[0].spent.append("S29")


def _break_cards_played(s: State) -> None:
    s.turns += 4


def _break_hidden_skill_count(s: State) -> None:
    s.boxed.append(s.players[(s.active + 1) % 4].face_down.popitem()[1])


BREAKS: dict[Callable[[State], None], str] = {
    _break_markers: "the markers lie on",
    _break_position: "areas lie on",
    _lose_entry: "workers on ",
    _lose_track: "has only ['morale', 'faith']",
    _lose_tile: "neither on the map",
    _lose_area: "of them doubles",
    _break_token_count: "sea tokens on the map",
    _overdraw_tokens: "-1 in the supply",
    _lose_worker: "9 workers, 9 at hand",
    _put_two_workers: "has 2 workers on",
    _put_worker_beside_town: "beside its town",
    _set_negative_workers: "has -1 workers on",
    _lose_town: "4 towns, 4 at hand",
    _break_population: "has population -1",
    _exceed_resource: "has 99 food",
    _overdraw_resource: "has -1 food",
    _exceed_wrath: "has 9 wrath",
    _break_vp: "has VP",
    _repeat_race: "a race twice",
    _lose_card: "cards of",
    _add_empty_generation: "has generations",
    _lose_skill: "a skill is missing or twice",
    _break_skill_knowledge: "has seen that",
    _break_basic_skills: "has the basic skills",
    _break_spent_skills: "has spent",
    _break_cards_played: "has played 0 cards",
    _break_hidden_skill_count: "hidden skills after",
}


def test_the_start_is_sound() -> None:
    assert list_problems(build_sound_state()) == [] and GAME.problems is list_problems


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: broken.__name__)
def test_broken_states_are_reported(broken: Callable[[State], None]) -> None:
    s = build_sound_state()
    broken(s)
    assert any(BREAKS[broken] in error for error in list_problems(s)), list_problems(s)
