"""R10 Who dominates, and what a dominance check would bring. Everything here reads the State and changes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition

from .derived import influence
from .state import State

LIMITS, SCORING = CONTENT.data.limits, CONTENT.data.scoring
CONFLICT_FATIGUE = 109


def blocks_on_map(s: State) -> dict[Coalition, int]:
    """R10.1 Armies and roads of each coalition."""
    return {coalition: sum(s.blocks(coalition)) for coalition in COALITIONS}


def lead_required(s: State) -> int:
    """R10.1 Blocks that a dominant coalition has more than each other; fewer by event 109."""
    if CONFLICT_FATIGUE in s.globals:
        return LIMITS.dominance_lead_required_conflict_fatigue
    return LIMITS.dominance_lead_required


def dominant(s: State) -> Coalition | None:
    """R10.1 The coalition that would win a check now."""
    blocks = blocks_on_map(s)
    first, second, *_ = sorted(blocks.values(), reverse=True)
    if first < second + lead_required(s):
        return None
    return next(coalition for coalition, n in blocks.items() if n == first)


def checks_left(s: State) -> int:
    """R10.2 Dominance checks that are still in market or deck."""
    return sum(card not in s.discards for card in CONTENT.checks)


def is_final(s: State) -> bool:
    """R10.2 Whether the check that is being resolved is the last: none is left in market and deck."""
    return not checks_left(s)


def places(values: Sequence[int], strengths: Sequence[int]) -> list[int]:
    """R10.3 Points for each of these strengths, the highest first. Tied players share their places, rounded down."""
    points = []
    for strength in strengths:
        first = sum(other > strength for other in strengths)
        tied = strengths.count(strength)
        points.append(sum(values[first : first + tied]) // tied)
    return points


def strengths(s: State, coalition: Coalition | None) -> dict[int, int]:
    """R10.3 Who scores, and by what: influence of those loyal to the dominant coalition, or everybody's cylinders."""
    everybody = range(len(s.players))
    if coalition is None:
        return {player: s.cylinders(player) for player in everybody}
    return {
        player: influence(s, player, coalition)
        for player in everybody
        if player == s.wakhan or s.players[player].loyalty == coalition
    }


def forecast(s: State, coalition: Coalition | None, final: bool) -> list[int]:
    """R10.3 VP that each player gets from a check that this coalition wins, or nobody (None)."""
    values = SCORING.successful if coalition else SCORING.unsuccessful
    doubled = [value * (SCORING.final_multiplier if final else 1) for value in values]
    ranked = strengths(s, coalition)
    gained = [0] * len(s.players)
    for player, points in zip(ranked, places(doubled, list(ranked.values())), strict=True):
        gained[player] = points
    return gained


def clear_leader(vp: Sequence[int]) -> int | None:
    """R10.4 The one player who has at least 4 VP more than every other."""
    first, second = sorted(vp, reverse=True)[:2]
    return vp.index(first) if first - second >= LIMITS.victory_lead_required else None
