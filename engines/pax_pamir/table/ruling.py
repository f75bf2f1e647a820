"""R4.5 Who rules a region. Ruler tokens follow the pieces at once; they are never a choice."""

from __future__ import annotations

from engines.kernel import Table, Term
from engines.pax_pamir.data.content import CONTENT

from .state import State


def strength(s: State, player: int, region: str) -> int:
    """R4.5 Ruling pieces: own tribes and armies of the own loyalty, Wakhan's of the most numerous coalition (R14.2)."""
    armies = s.armies[region]
    if player == s.wakhan:
        return s.tribes[region][player] + max(armies.values(), default=0)
    return s.tribes[region][player] + armies.get(s.players[player].loyalty or "", 0)


def ruler(s: State, region: str) -> int | None:
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


def settle_rulers(t: Table[State], *regions: str) -> None:
    """R4.5 After every single change of armies, tribes or loyalty: the tokens move. Without `regions`: everywhere."""
    s = t.state
    for region in regions or CONTENT.regions:
        now = ruler(s, region)
        if now != s.rulers[region]:
            before = s.rulers[region]
            s.rulers[region] = now
            where = Term(f"region.{region}")
            if now is not None:
                t.tell("ruler.gained", who=s.named(now), region=where)
            elif before is not None:
                t.tell("ruler.lost", who=s.named(before), region=where)


def ruled(s: State, player: int) -> list[str]:
    """Regions that the player rules."""
    return [region for region in CONTENT.regions if s.rulers[region] == player]
