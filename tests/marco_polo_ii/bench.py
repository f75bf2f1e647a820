"""Movements of Marco Polo II: the longest time to list the options of one question, for large purses."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from engines.kernel import GameContext, Rng, Setup
from engines.marco_polo_ii.data.content import CONTENT, GUILDS
from engines.marco_polo_ii.rules.reach import list_reachable
from engines.marco_polo_ii.rules.walks import must_walk
from engines.marco_polo_ii.table import paths
from engines.marco_polo_ii.table.setup import new_game
from engines.marco_polo_ii.table.state import Budget, OngoingMovement, State
from tests.bench.report import Figure, Size

PURSES = ((4, 2, 0), (10, 5, 1), (15, 8, 2), (30, 15, 3), (60, 30, 9))
"""Coins, camels and jade."""


def measure_movements(size: Size) -> Iterator[Figure]:
    """Measure the question where a figure goes, from every place, without what was computed before."""
    places = paths.PLACES[:: size.choose(1, 3, 9)]
    longest, detail = 0.0, ""
    for character in ("mongke", "mailin", "gantulga", "abha"):
        for place in places:
            for purse in PURSES:
                s = _build_state(character, place, purse)
                moving = OngoingMovement(Budget(6, allows_extra_post=True))
                paths._list_paths.cache_clear()
                started = time.process_time()
                is_walk = must_walk(s, 0, moving)
                list_reachable(s, 0, OngoingMovement(moving.budget, is_walk=is_walk))
                seconds = time.process_time() - started
                if seconds > longest:
                    longest, detail = seconds, f"{character} from {place} with coins, camels, jade {purse}"
    yield Figure("marco_polo_ii.movement_ms_max", 1000 * longest, "ms", detail)


def _build_state(character: str, place: str, purse: tuple[int, int, int]) -> State:
    """Return a table whose first player has these means, all seals and three dice for the upper travel space."""
    s = new_game(Setup(2, CONTENT.data.meta.colors[:2], {"caravan": "off"}), GameContext[Any](None, Rng(bytes(32))))
    player = s.players[0]
    player.character, player.seals = character, dict.fromkeys(GUILDS, False)
    player.figures = [place, "beijing"] if character == "mailin" else [place]
    player.coins, player.camels, player.jade = purse
    return s


MEASUREMENTS = {"marco_polo_ii.movement_ms_max": measure_movements}
