"""R8 Effects: feasibility, description and execution, the same for every source."""

from functools import lru_cache
from typing import assert_never

from engines.kernel import GameContext, Message, NounRef, Seat, SeatRef
from engines.signorie.data import effect_types
from engines.signorie.data.content import CONTENT
from engines.signorie.table.board import Budget, compute_threshold, count_family_dice
from engines.signorie.table.scoring import gain_vp
from engines.signorie.table.state import State

from .family import can_grow, can_take, roll_offspring, take_meeples
from .marriages import build_marriage_options, can_marry, perform_marriage
from .missions import build_mission_options, can_send_man, perform_mission
from .optional import OptionalEffect
from .tiles import can_lay_face_down, place_face_down_tile
from .tracks import can_progress, perform_progress

DATA = CONTENT.data


def is_executable(state: State, seat: Seat, budget: Budget, effect: effect_types.Effect) -> bool:
    """R7, R8 Return whether a player with this budget at the beginning of the effect can carry it out."""
    match effect:
        case effect_types.Progress(tracks=tracks):
            return can_progress(state, seat, budget, tracks)
        case effect_types.GainFlorins() | effect_types.GainVp():
            return True  # R8.7
        case effect_types.TakeMeeples(sex=sex):
            return can_take(budget, sex)
        case effect_types.FaceDownTile():
            return can_lay_face_down(state)
        case effect_types.Marriage():
            return can_marry(state, budget)
        case effect_types.Mission():
            return can_send_man(state, seat)
        case effect_types.Offspring():
            return can_grow(budget)
        case effect_types.RaiseThreshold(meeples=meeples):
            return sum(state.players[seat].threshold.values()) + meeples <= DATA.threshold.max_meeples  # R15.10
    assert_never(effect)


async def perform_effect(
    ctx: GameContext[State], seat: Seat, effect: effect_types.Effect, optional: OptionalEffect | None = None
) -> None:
    """R8 Carry the effect out. optional: the effect's helper, if the player may still decline to use it."""
    match effect:
        case effect_types.Progress(tracks=tracks, points=points):
            if points == "die":
                raise ValueError("the pips of the die take the place of points = 'die' first (R9)")
            await perform_progress(ctx, seat, tracks, points, optional)
        case effect_types.Mission(tile=mode):
            await perform_mission(ctx, seat, mode, optional)
        case effect_types.Marriage(tile=mode):
            await perform_marriage(ctx, seat, mode, optional)
        case effect_types.Offspring(dice=dice):
            await roll_offspring(ctx, seat, count_family_dice(ctx.state.players[seat]) if dice == "family" else dice)
        case effect_types.TakeMeeples(count=count, sex=sex):
            await take_meeples(ctx, seat, count, sex)
        case effect_types.FaceDownTile():
            await place_face_down_tile(ctx, seat)
        case effect_types.GainFlorins(florins=florins):
            gain_florins(ctx, seat, florins)
        case effect_types.GainVp(vp=vp):
            gain_helper_vp(ctx, seat, vp)
        case effect_types.RaiseThreshold():
            raise_threshold(ctx, seat)
        case _:
            assert_never(effect)


def gain_florins(ctx: GameContext[State], seat: Seat, florins: int) -> None:
    """R8.7 Gain florins, which are unlimited."""
    player = ctx.state.players[seat]
    player.florins += florins
    ctx.log_event("florins.gained", who=SeatRef(seat), florins=florins, total=player.florins)


def gain_helper_vp(ctx: GameContext[State], seat: Seat, vp: int) -> None:
    """R8.7 Gain VP from a helper."""
    gain_vp(ctx.state.players[seat], "helpers", vp)
    ctx.log_event("vp.gained", who=SeatRef(seat), vp=vp)


def raise_threshold(ctx: GameContext[State], seat: Seat) -> None:
    """R10 a_threshold: Log the new threshold. The meeples just paid are in the threshold space until cleanup."""
    ctx.log_event("threshold.raised", who=SeatRef(seat), threshold=compute_threshold(ctx.state.players[seat]))


def describe_outcome(state: State, seat: Seat, budget: Budget, effect: effect_types.Effect) -> Message:
    """Describe the effect; if it leaves only one option, also that option and its outcome, as it will not be asked."""
    match effect:
        case effect_types.Marriage(tile=mode):
            options = build_marriage_options(state, seat, mode, budget.florins)
        case effect_types.Mission(tile=mode):
            options = build_mission_options(state, seat, mode)
        case effect_types.TakeMeeples(count=count, sex=sex) if sex != "any":
            return describe_effect(
                effect_types.TakeMeeples(min(count, budget.men_stock if sex == "male" else budget.women_stock), sex)
            )
        case _:
            return describe_effect(effect)
    if len(options) != 1:
        return describe_effect(effect)
    label, detail = options[0].label, options[0].detail
    assert isinstance(label, Message) and isinstance(detail, Message)
    return Message("effect.one_way", {"way": label, "brings": detail})


@lru_cache(512)
def describe_effect(
    effect: effect_types.Effect | effect_types.AssignmentAny | effect_types.FreeHelper | effect_types.ExtraAction,
) -> Message:
    """Describe the effect in a few words."""
    match effect:
        case effect_types.Progress(tracks=tracks, points=points):
            names = tuple(NounRef(f"terms.{track}") for track in tracks)
            return Message("effect.progress", {"tracks": names, "points": points})
        case effect_types.Mission(tile=mode):
            return Message(f"effect.mission_{mode}")
        case effect_types.Marriage(tile=mode):
            return Message(f"effect.marriage_{mode}", {"vp": DATA.signoria.marriage.vp_per_florin})
        case effect_types.Offspring(dice=dice):
            return Message("effect.offspring", {"dice": dice})
        case effect_types.TakeMeeples(count=count, sex=sex):
            return Message(f"effect.take_{sex}", {"count": count})
        case effect_types.FaceDownTile():
            return Message("effect.face_down_tile")
        case effect_types.GainFlorins(florins=florins):
            return Message("effect.florins", {"florins": florins})
        case effect_types.GainVp(vp=vp):
            return Message("effect.vp", {"vp": vp})
        case effect_types.RaiseThreshold(meeples=meeples):
            return Message("effect.raise_threshold", {"points": meeples * DATA.threshold.per_meeple})
        case effect_types.AssignmentAny(max_meeples=meeples):
            return Message("effect.assignment_any", {"meeples": meeples})
        case effect_types.FreeHelper():
            return Message("effect.free_helper")
        case effect_types.ExtraAction():
            return Message("effect.extra_action")
    assert_never(effect)
