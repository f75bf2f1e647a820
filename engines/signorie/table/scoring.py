"""R12 Victory points: scoring at the end of the game, and the final places with the parts of each score."""

from typing import get_args

from engines.kernel import Message, Score
from engines.signorie.data.content import CONTENT

from .board import CAREERS, compute_row_vp
from .state import Player, Source, State

DATA = CONTENT.data

END_SOURCES: tuple[Source, ...] = ("careers", *DATA.plan_rule.rows)
"""Sources scored at the end of the game."""

SOURCES: tuple[Source, ...] = get_args(Source)


def gain_vp(player: Player, source: Source, vp: int) -> None:
    """Add VP to the player's points of a source. R15.28: VP are never negative and have no upper limit."""
    player.points[source] = player.points.get(source, 0) + vp


def compute_careers_vp(player: Player) -> int:
    """R12(1) Return half of the slot's VP for each of the player's men on career tracks, rounded down per man."""
    vp = DATA.career_track.vp
    return sum(men * (vp[i] // 2) for track in CAREERS for i, men in enumerate(player.careers[track]))


def score_end(state: State) -> None:
    """R12 Score the men on career tracks and every plan row with enough tiles, after the last round."""
    for seat in state.order:
        player = state.players[seat]
        gain_vp(player, "careers", compute_careers_vp(player))
        for row in DATA.plan_rule.rows:
            gain_vp(player, row, compute_row_vp(player.plan[row]))  # R12(2)


def compute_scores(state: State) -> tuple[Score, ...]:
    """R12 Return the scores, best first. A tie goes to the player earlier in the present turn order (R16 E25)."""
    ranking = sorted(state.order, key=lambda seat: -state.players[seat].vp)  # stable: the order breaks ties
    return tuple(
        Score(seat, place, state.players[seat].vp, list_vp_parts(state.players[seat]))
        for place, seat in enumerate(ranking, 1)
    )


def list_vp_parts(player: Player) -> tuple[tuple[Message, int], ...]:
    """Return the VP by source, in the order of SOURCES, without zeros."""
    return tuple(
        (Message(f"source.{source}"), player.points[source]) for source in SOURCES if player.points.get(source)
    )
