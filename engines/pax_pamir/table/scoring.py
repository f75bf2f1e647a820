"""R10.1 The end of the game, and the places."""

from __future__ import annotations

from engines.kernel import Score, say

from .derived import stars
from .state import State


def over(s: State) -> bool:
    """R10.4"""
    return s.phase == "over"


def scores(s: State) -> tuple[Score, ...]:
    """R10.1 Most VP, then most military stars, then most rupees; who is still tied shares the place."""

    def rank(player: int) -> tuple[int, int, int]:
        return -s.players[player].vp, -stars(s, player, "military"), -s.players[player].rupees

    ranks = sorted(rank(player) for player in range(len(s.players)))
    players = sorted(range(len(s.players)), key=lambda player: (rank(player), player))
    return tuple(
        Score(
            player,
            ranks.index(rank(player)) + 1,
            s.players[player].vp,
            tuple(
                (say("score.check", n=check.number), check.gained[player]) for check in s.checks if check.gained[player]
            ),
        )
        for player in players
    )
