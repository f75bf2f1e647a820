"""R12 End of the game: what is scored at last, and the final places with their parts."""

from __future__ import annotations

from typing import get_args

from engines.kernel import Msg, Score
from engines.signorie.data.content import CONTENT

from .board import CAREERS, row_vp
from .state import Player, Source, State

DATA = CONTENT.data

AT_THE_END: tuple[Source, ...] = ("careers", *DATA.plan_rule.rows)
"""What is scored at the end of the game."""

SOURCES: tuple[Source, ...] = get_args(Source)


def gain_vp(player: Player, source: Source, vp: int) -> None:
    """R15.28: VP are never negative and have no upper limit."""
    player.points[source] = player.points.get(source, 0) + vp


def careers_vp(player: Player) -> int:
    """R12(1) Half of the slot's VP for every own man on a career track, rounded down for each man separately."""
    vp = DATA.career_track.vp
    return sum(men * (vp[i] // 2) for track in CAREERS for i, men in enumerate(player.careers[track]))


def end_scoring(state: State) -> None:
    """R12 After the last round: men on career tracks, and every plan row with enough tiles."""
    for seat in state.order:
        player = state.players[seat]
        gain_vp(player, "careers", careers_vp(player))
        for row in DATA.plan_rule.rows:
            gain_vp(player, row, row_vp(player.plan[row]))  # R12(2)


def scores(state: State) -> tuple[Score, ...]:
    """R12 Most VP wins; a tie goes to the tied player earlier in the present turn order (R16 E25)."""
    ranking = sorted(state.order, key=lambda seat: -state.players[seat].vp)  # stable: the order breaks ties
    return tuple(
        Score(seat, place, state.players[seat].vp, parts(state.players[seat])) for place, seat in enumerate(ranking, 1)
    )


def parts(player: Player) -> tuple[tuple[Msg, int], ...]:
    """VP by source, in the order of SOURCES, zeros left out."""
    return tuple((Msg(f"source.{source}"), player.points[source]) for source in SOURCES if player.points.get(source))
