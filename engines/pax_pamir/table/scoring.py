"""R10 Dominant coalition, points of a dominance check, and final places. Nothing here changes the State."""

from collections.abc import Sequence
from copy import deepcopy

from engines.kernel import Score, message
from engines.pax_pamir.data.content import COALITIONS, CONTENT
from engines.pax_pamir.data.types import Coalition

from .derived import compute_influence, count_stars, find_captor
from .questions import DeclaredPieces
from .state import CheckForecast, State

LIMITS, SCORING = CONTENT.data.limits, CONTENT.data.scoring
CONFLICT_FATIGUE = 109


def count_blocks_on_map(s: State) -> dict[Coalition, int]:
    """R10.1 Return the number of blocks (armies and roads) of each coalition."""
    return {coalition: sum(s.count_blocks(coalition)) for coalition in COALITIONS}


def compute_required_lead(s: State) -> int:
    """R10.1 Return by how many blocks a dominant coalition must lead each other one. Event 109 lowers it."""
    if CONFLICT_FATIGUE in s.globals:
        return LIMITS.dominance_lead_required_conflict_fatigue
    return LIMITS.dominance_lead_required


def find_dominant_coalition(s: State) -> Coalition | None:
    """R10.1 Return the coalition that would win a check now, or None."""
    blocks = count_blocks_on_map(s)
    first, second, *_ = sorted(blocks.values(), reverse=True)
    if first < second + compute_required_lead(s):
        return None
    return next(coalition for coalition, n in blocks.items() if n == first)


def count_checks_left(s: State) -> int:
    """R10.2 Return the number of dominance checks that are still in market or deck."""
    return sum(card not in s.discards for card in CONTENT.checks)


def is_final_check(s: State) -> bool:
    """R10.2 Return whether the check that is being resolved is the last: none is left in market and deck."""
    return not count_checks_left(s)


def compute_points(values: Sequence[int], strengths: Sequence[int]) -> list[int]:
    """R10.3 Return the points for each of these strengths, in their order.

    values: points by place. Tied players share the points of their places, rounded down.
    """
    points = []
    for strength in strengths:
        first = sum(other > strength for other in strengths)
        tied = strengths.count(strength)
        points.append(sum(values[first : first + tied]) // tied)
    return points


def compute_check_strengths(s: State, coalition: Coalition | None) -> dict[int, int]:
    """R10.3 Return player -> strength for all players who score.

    With a dominant coalition its loyal players score by influence, without one all players by cylinders in play.
    """
    everybody = range(len(s.players))
    if coalition is None:
        return {player: s.count_cylinders(player) for player in everybody}
    return {
        player: compute_influence(s, player, coalition)
        for player in everybody
        if player == s.wakhan or s.players[player].loyalty == coalition
    }


def compute_check_points(s: State, coalition: Coalition | None, is_final: bool) -> list[int]:
    """R10.3 Return the VP that each player gets from a check that this coalition wins (None: unsuccessful check)."""
    values = SCORING.successful if coalition else SCORING.unsuccessful
    doubled = [value * (SCORING.final_multiplier if is_final else 1) for value in values]
    strength_by_player = compute_check_strengths(s, coalition)
    points_by_player = [0] * len(s.players)
    for player, points in zip(
        strength_by_player, compute_points(doubled, list(strength_by_player.values())), strict=True
    ):
        points_by_player[player] = points
    return points_by_player


def find_clear_leader(vp: Sequence[int]) -> int | None:
    """R10.4 Return the player who leads every other by at least 4 VP, or None."""
    first, second = sorted(vp, reverse=True)[:2]
    return vp.index(first) if first - second >= LIMITS.victory_lead_required else None


def build_check_forecast(s: State, is_final: bool | None = None) -> CheckForecast:
    """R10 Return what a dominance check would bring now.

    is_final: whether it is the last one (R10.2); None: it is if only one is left
    """
    blocks = dict(sorted(count_blocks_on_map(s).items(), key=lambda item: -item[1]))
    dominant = find_dominant_coalition(s)
    if is_over(s):
        return CheckForecast(blocks, dominant, (), None)
    gains = compute_check_points(s, dominant, count_checks_left(s) == 1 if is_final is None else is_final)
    winner = find_clear_leader([player.vp + gain for player, gain in zip(s.players, gains, strict=True)])
    return CheckForecast(blocks, dominant, tuple(gains), winner)


def list_declared_pieces(s: State) -> DeclaredPieces:
    """R7.1 Return the pieces of a scratch copy on which an action is declared, and the check that they would bring."""
    captors = {card: captor for card in s.spies if (captor := find_captor(s, card)) is not None}
    rupees = tuple(player.rupees for player in s.players)
    forecast = build_check_forecast(s)
    return deepcopy(DeclaredPieces(s.armies, s.roads, s.tribes, s.rulers, s.spies, captors, forecast, rupees))


def is_over(s: State) -> bool:
    """R10.4 Return whether the game has ended."""
    return s.phase == "over"


def compute_scores(s: State) -> tuple[Score, ...]:
    """R10.1 Rank the players by VP, then military stars, then rupees. Players still tied share the place."""

    def sort_key(player: int) -> tuple[int, int, int]:
        return -s.players[player].vp, -count_stars(s, player, "military"), -s.players[player].rupees

    ranks = sorted(sort_key(player) for player in range(len(s.players)))
    players = sorted(range(len(s.players)), key=lambda player: (sort_key(player), player))
    return tuple(
        Score(
            player,
            ranks.index(sort_key(player)) + 1,
            s.players[player].vp,
            tuple(
                (message("score.check", n=check.number), check.gained_vp[player])
                for check in s.checks
                if check.gained_vp[player]
            ),
        )
        for player in players
    )
