"""R4.5 Who rules a region: never a choice. `rules.aftermath` moves the tokens."""

from __future__ import annotations

from engines.pax_pamir.data.content import CONTENT
from engines.pax_pamir.data.types import Region

from .state import State


def strength(s: State, player: int, region: Region) -> int:
    """R4.5 Ruling pieces: own tribes and armies of the own loyalty, Wakhan's of the most numerous coalition (R14.2)."""
    armies = s.armies[region]
    if player == s.wakhan:
        return s.tribes[region][player] + max(armies.values(), default=0)
    return s.tribes[region][player] + (armies.get(side, 0) if (side := s.players[player].loyalty) else 0)


def ruler(s: State, region: Region) -> int | None:
    """R4.5 The player with a tribe and more ruling pieces than every other player and every foreign coalition."""
    tribes = s.tribes[region]
    if not any(tribes):
        return None
    strengths = [strength(s, player, region) for player in range(len(s.players))]
    most = max(strengths)
    if strengths.count(most) > 1:
        return None
    player = strengths.index(most)
    if not tribes[player]:
        return None
    loyalty = s.players[player].loyalty
    if any(n >= most for coalition, n in s.armies[region].items() if coalition != loyalty):
        return None
    return player


def ruled(s: State, player: int) -> list[Region]:
    """Regions that the player rules."""
    return [region for region in CONTENT.regions if s.rulers[region] == player]
