"""R8 Effects: whether one can be carried out, what it is in words, and carrying it out. The same for every source."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from engines.kernel import Msg, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.effect_types import (
    AssignmentAny,
    Effect,
    ExtraAction,
    FaceDownTile,
    FreeHelper,
    GainFlorins,
    GainVp,
    Marriage,
    Mission,
    Offspring,
    Progress,
    RaiseThreshold,
    TakeMeeples,
)
from engines.signorie.table.board import family_dice, threshold
from engines.signorie.table.budget import Budget
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import State

from .family import can_grow, can_take, offspring, take_meeples
from .marriages import can_marry, marriage, marriage_options
from .missions import can_send, mission, mission_options
from .tiles import can_lay_face_down, face_down_tile
from .tracks import can_progress, progress
from .voluntary import Voluntary

DATA = CONTENT.data


def executable(state: State, seat: Seat, have: Budget, effect: Effect) -> bool:
    """R7, R8 Whether the effect can be carried out by a player who has this budget when it begins."""
    match effect:
        case Progress(tracks=tracks):
            return can_progress(state, seat, have, tracks)
        case GainFlorins() | GainVp():
            return True  # R8.7
        case TakeMeeples(sex=sex):
            return can_take(have, sex)
        case FaceDownTile():
            return can_lay_face_down(state)
        case Marriage():
            return can_marry(state, have)
        case Mission():
            return can_send(state, seat)
        case Offspring():
            return can_grow(have)
        case RaiseThreshold(meeples=meeples):
            return sum(state.players[seat].threshold.values()) + meeples <= DATA.threshold.max_meeples  # R15.10
    assert_never(effect)


async def perform(t: Table[State], seat: Seat, effect: Effect, by: Voluntary | None = None) -> None:
    """R8 Carry the effect out. by: the helper whose it is, if it may still be left out."""
    match effect:
        case Progress(tracks=tracks, points=points):
            if points == "die":
                raise ValueError("the pips of the die take the place of points = 'die' first (R9)")
            await progress(t, seat, tracks, points, by)
        case Mission(tile=mode):
            await mission(t, seat, mode, by)
        case Marriage(tile=mode):
            await marriage(t, seat, mode, by)
        case Offspring(dice=dice):
            await offspring(t, seat, family_dice(t.state.players[seat]) if dice == "family" else dice)
        case TakeMeeples(count=count, sex=sex):
            await take_meeples(t, seat, count, sex)
        case FaceDownTile():
            await face_down_tile(t, seat)
        case GainFlorins(florins=florins):
            gain_florins(t, seat, florins)
        case GainVp(vp=vp):
            helper_vp(t, seat, vp)
        case RaiseThreshold():
            raise_threshold(t, seat)
        case _:
            assert_never(effect)


def gain_florins(t: Table[State], seat: Seat, florins: int) -> None:
    """R8.7 Florins are unlimited."""
    player = t.state.players[seat]
    player.florins += florins
    t.tell("florins.gained", who=Who(seat), florins=florins, total=player.florins)


def helper_vp(t: Table[State], seat: Seat, vp: int) -> None:
    """R8.7 VP from a helper."""
    gain_vp(t.state.players[seat], "helpers", vp)
    t.tell("vp.gained", who=Who(seat), vp=vp)


def raise_threshold(t: Table[State], seat: Seat) -> None:
    """R10 a_threshold: the meeples just paid lie in the threshold space and count until cleanup."""
    t.tell("threshold.raised", who=Who(seat), threshold=threshold(t.state.players[seat]))


def ahead(state: State, seat: Seat, have: Budget, effect: Effect) -> Msg:
    """What the effect does; if there is only one way to do it, which that is and what it brings: it is not asked."""
    match effect:
        case Marriage(tile=mode):
            ways = marriage_options(state, seat, mode, have.florins)
        case Mission(tile=mode):
            ways = mission_options(state, seat, mode)
        case TakeMeeples(count=count, sex=sex) if sex != "any":
            return words(TakeMeeples(min(count, have.men_stock if sex == "male" else have.women_stock), sex))
        case _:
            return words(effect)
    if len(ways) != 1:
        return words(effect)
    way, brings = ways[0].label, ways[0].detail
    assert isinstance(way, Msg) and isinstance(brings, Msg)
    return Msg("effect.one_way", {"way": way, "brings": brings})


@lru_cache(512)
def words(effect: Effect | AssignmentAny | FreeHelper | ExtraAction) -> Msg:
    """What the effect does, in a few words."""
    match effect:
        case Progress(tracks=tracks, points=points):
            names = tuple(Term(f"terms.{track}") for track in tracks)
            return Msg("effect.progress", {"tracks": names, "points": points})
        case Mission(tile=mode):
            return Msg(f"effect.mission_{mode}")
        case Marriage(tile=mode):
            return Msg(f"effect.marriage_{mode}", {"vp": DATA.signoria.marriage.vp_per_florin})
        case Offspring(dice=dice):
            return Msg("effect.offspring", {"dice": dice})
        case TakeMeeples(count=count, sex=sex):
            return Msg(f"effect.take_{sex}", {"count": count})
        case FaceDownTile():
            return Msg("effect.face_down_tile")
        case GainFlorins(florins=florins):
            return Msg("effect.florins", {"florins": florins})
        case GainVp(vp=vp):
            return Msg("effect.vp", {"vp": vp})
        case RaiseThreshold(meeples=meeples):
            return Msg("effect.raise_threshold", {"points": meeples * DATA.threshold.per_meeple})
        case AssignmentAny(max_meeples=meeples):
            return Msg("effect.assignment_any", {"meeples": meeples})
        case FreeHelper():
            return Msg("effect.free_helper")
        case ExtraAction():
            return Msg("effect.extra_action")
    assert_never(effect)
