"""R7.4 What workers cost: extra cost and terrain cost, the skills that waive them (B01, B03, B10, S12), and S10."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.kernel import Seat
from engines.quo_vadis.data.content import CONTENT, DATA
from engines.quo_vadis.table.board import participants, suits
from engines.quo_vadis.table.geometry import area_of
from engines.quo_vadis.table.skills import CONSCRIPTION, DEFT_HANDS, NOMADS, PROLIFIC
from engines.quo_vadis.table.state import State


class Cost(NamedTuple):
    """food: what one or several workers cost; waived: whether B01 is used up by it."""

    food: int
    waived: bool


def cost(s: State, me: Seat, spaces: Sequence[str]) -> Cost:
    """R7.4 The cost of workers placed one after the other on these spaces, after those already placed this turn."""
    skills, turn = s.players[me].skills, s.playing
    placed, waived, food = len(turn.placed), turn.waived, 0
    settled: set[str] = set()
    for space in spaces:
        food += extra_cost(placed, PROLIFIC in skills)
        if rough(s, me, space) and not (NOMADS in skills and at_home(s, me, area_of(space), settled)):
            if DEFT_HANDS in skills and not waived:
                waived = True
            else:
                food += DATA.costs.terrain_food
        placed += 1
        settled.add(area_of(space))
    return Cost(food, waived)


def extra_cost(placed: int, prolific: bool) -> int:
    """R7.4 Nothing for the first worker of the turn, 1 for each further one; B03: the first of those is free."""
    return 0 if placed == 0 or (placed == 1 and prolific) else DATA.costs.extra_worker_food


def rough(s: State, me: Seat, space: str) -> bool:
    """R7.4, S12 Whether a space has a terrain cost: neither plains nor an aptitude space."""
    terrain = s.terrain(space)
    return terrain not in CONTENT.plain_terrains and not suits(s.players[me], terrain)


def at_home(s: State, me: Seat, area: str, settled: set[str]) -> bool:
    """B10 Whether a piece of one's own stands in the area at the moment of placing."""
    return area in settled or me in participants(s.areas[area], s.seats)


def cheapest_order(s: State, me: Seat, spaces: Sequence[str]) -> list[str]:
    """The order that costs least: with B10 spaces without a terrain cost first, since it then waives the others."""
    if NOMADS not in s.players[me].skills:
        return list(spaces)
    return sorted(spaces, key=lambda space: rough(s, me, space))


def purse(s: State, me: Seat) -> int:
    """R7.4 The food that can be spent on workers; S10 takes morale for it, 1 for 1."""
    player = s.players[me]
    return player.stock["food"] + (player.stock["morale"] if CONSCRIPTION in player.skills else 0)
