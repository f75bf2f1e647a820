"""Every invariant of `problems` is shown to fail once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engines.kernel import Match
from engines.quo_vadis import GAME
from engines.quo_vadis.problems import problems
from engines.quo_vadis.questions import ChooseArea
from engines.quo_vadis.table.state import State, Town
from tests.quo_vadis.test_setup import start, until


def sound() -> State:
    match: Match[State] = until(start(4), ChooseArea)
    return match.state


def _marker(s: State) -> None:
    s.markers = ["3", "3"]


def _position(s: State) -> None:
    first, second, *_ = s.areas.values()
    second.at = first.at


def _tile_gone(s: State) -> None:
    s.unused.pop()


def _area_gone(s: State) -> None:
    s.unused.append(next(iter(s.areas)))
    del s.areas[s.unused[-1]]


def _tokens(s: State) -> None:
    s.tokens["sea"] -= 1


def _token_debt(s: State) -> None:
    for area in list(s.areas.values())[:4]:
        area.token = "plains"
        s.tokens["plains"] -= 1


def _worker_lost(s: State) -> None:
    s.players[0].workers -= 1


def _two_workers(s: State) -> None:
    other = (s.active + 1) % 4
    next(iter(s.areas.values())).spaces[0].workers[other] = 2
    s.players[other].workers -= 2


def _worker_beside_town(s: State) -> None:
    other = (s.active + 1) % 4
    space = next(iter(s.areas.values())).spaces[0]
    space.workers[other], space.town = 1, Town(other, 1)
    s.players[other].workers -= 1
    s.players[other].towns -= 1


def _negative_workers(s: State) -> None:
    next(iter(s.areas.values())).spaces[0].workers[0] = -1
    s.players[0].workers += 1


def _town_lost(s: State) -> None:
    s.players[1].towns -= 1


def _population(s: State) -> None:
    next(iter(s.areas.values())).spaces[0].town = Town(0, -1)
    s.players[0].towns -= 1


def _resource_over(s: State) -> None:
    s.players[0].stock["food"] = 99


def _resource_debt(s: State) -> None:
    s.players[0].stock["food"] = -1


def _wrath(s: State) -> None:
    s.players[0].wrath = 9


def _vp(s: State) -> None:
    s.players[0].vp["war"] = -1


def _race(s: State) -> None:
    s.players[0].race = s.players[1].race


def _card_lost(s: State) -> None:
    s.deck.cards.pop()


def _empty_generation(s: State) -> None:
    s.players[0].generations.append([])


def _skill_lost(s: State) -> None:
    s.boxed.pop()


def _skill_seen(s: State) -> None:
    mine, other = s.players[0].kept, s.players[1].kept
    zone, away = next(iter(mine)), next(iter(other))
    mine[zone], other[away] = other[away], mine[zone]


def _basic(s: State) -> None:
    s.players[0].skills.append("B01" if s.players[0].skills != ["B01"] else "B02")


def _spent(s: State) -> None:
    s.players[0].spent.append("S29")


def _cards_played(s: State) -> None:
    s.turns += 4


def _skills_set(s: State) -> None:
    s.boxed.append(s.players[(s.active + 1) % 4].kept.popitem()[1])


BREAKS: dict[Callable[[State], None], str] = {
    _marker: "the markers lie on",
    _position: "areas lie on",
    _tile_gone: "neither on the map",
    _area_gone: "of them doubles",
    _tokens: "sea tokens on the map",
    _token_debt: "-1 in the supply",
    _worker_lost: "9 workers, 9 at hand",
    _two_workers: "has 2 workers on",
    _worker_beside_town: "beside its town",
    _negative_workers: "has -1 workers on",
    _town_lost: "4 towns, 4 at hand",
    _population: "has population -1",
    _resource_over: "has 99 food",
    _resource_debt: "has -1 food",
    _wrath: "has 9 wrath",
    _vp: "has VP",
    _race: "a race twice",
    _card_lost: "cards of",
    _empty_generation: "has generations",
    _skill_lost: "a skill is missing or twice",
    _skill_seen: "has seen that",
    _basic: "has the basic skills",
    _spent: "has spent",
    _cards_played: "has played 0 cards",
    _skills_set: "hidden skills after",
}


def test_the_start_is_sound() -> None:
    assert problems(sound()) == [] and GAME.problems is problems


@pytest.mark.parametrize("broken", BREAKS, ids=lambda broken: broken.__name__)
def test_what_is_broken_is_found(broken: Callable[[State], None]) -> None:
    s = sound()
    broken(s)
    assert any(BREAKS[broken] in found for found in problems(s)), problems(s)
