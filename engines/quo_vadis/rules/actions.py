"""R7.6 Card actions: how many, and what each kind does."""

from __future__ import annotations

from engines.kernel import Seat, Table, Who
from engines.quo_vadis.data.content import CONTENT
from engines.quo_vadis.table import names
from engines.quo_vadis.table.skills import (
    ABUNDANCE,
    CULTURE,
    DEVOTION,
    FERVOUR,
    PILGRIMAGE,
    REINCARNATION,
    TRADITION,
    bonus,
)
from engines.quo_vadis.table.state import Player, State

from .gains import gain, gain_wrath, score

AFTERWARDS = (ABUNDANCE, FERVOUR, DEVOTION, CULTURE)
"""Skills that give something after the actions of a kind."""


def actions(s: State, me: Seat, counts_as: str, change: bool) -> int:
    """R7.6 As many as the stack has cards, this one included; S05, S06 and S07 add to it."""
    player = s.players[me]
    below = player.generations[-1] if player.generations and not change else []
    n = len(below) + 1
    if counts_as == CONTENT.skills[PILGRIMAGE].kind:
        n += bonus(player, PILGRIMAGE, "actions")
    if change:
        n += bonus(player, REINCARNATION, "actions")
    if below and below[-1] == counts_as:
        n += bonus(player, TRADITION, "actions")
    return n


def extra_gain(player: Player, kind: str) -> int:
    """S01 to S04: what comes after the actions of a kind."""
    return sum(
        bonus(player, skill, "vp" if skill == CULTURE else "amount")
        for skill in AFTERWARDS
        if CONTENT.skills[skill].kind == kind
    )


def take_yield(t: Table[State], me: Seat) -> None:
    """R7.6 Blessing, Labour and Miracle in full; the VP of Prosperity. Then S01 to S04."""
    s, player, turn = t.state, t.state.players[me], t.state.playing
    assert turn.counts_as is not None
    line = CONTENT.kinds[turn.counts_as]
    n, extra = turn.actions * line.per_action, extra_gain(player, line.id)
    if line.gives is not None:
        before = player.stock[line.gives]
        gain(s, me, line.gives, n + extra)
        _tell_gain(t, me, line.gives, before, player.stock[line.gives])
    if line.wrath:
        before = player.wrath
        gain_wrath(s, me, line.wrath)
        _tell_gain(t, me, "wrath", before, player.wrath)
    if line.id == "prosperity":
        score(s, me, "prosperity", n)
        score(s, me, "skill", extra)
        t.tell("vp.done", who=Who(me), vp=n + extra, total=player.points)


def _tell_gain(t: Table[State], me: Seat, track: str, before: int, after: int) -> None:
    key = "gain.done" if after > before else "gain.full"
    t.tell(key, who=Who(me), resource=names.resource(track), gained=after - before, total=after)
