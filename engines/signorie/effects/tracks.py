"""R8.1 Progress on the career tracks and the initiative track."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, GameContext, Message, NounRef, Option, Seat, SeatRef
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import INITIATIVE, Track
from engines.signorie.table.board import INITIATIVE_TOP, Budget, count_rounds, find_initiative_slot, round_number
from engines.signorie.table.state import State

from .optional import SKIP, OptionalEffect, add_skip

DATA = CONTENT.data
TOP = DATA.career_track.top
FLORIN_BONUS, INITIATIVE_BONUS = DATA.career_track.bonus_slot_4, DATA.career_track.bonus_slot_6


class Walk(NamedTuple):
    """Steps of one piece on a track: a man, or on the initiative track the seat's disc."""

    track: Track
    """A career, or "initiative" for the disc."""
    slot: int
    """The slot where it begins; 0 = the man is in the supply."""
    steps: int
    """Slots up, each for one point (R8.1)."""

    @property
    def end(self) -> int:
        return self.slot + self.steps


def can_progress(state: State, seat: Seat, budget: Budget, tracks: Sequence[Track]) -> bool:
    """R8.1 Return whether at least one step is possible on one of these tracks."""
    careers = state.players[seat].careers
    for track in tracks:
        if track == INITIATIVE:
            if seat not in state.initiative[INITIATIVE_TOP]:
                return True
        elif budget.men or any(careers[track][: TOP - 1]):
            return True
    return False


async def perform_progress(
    ctx: GameContext[State], seat: Seat, tracks: Sequence[Track], points: int, optional: OptionalEffect | None = None
) -> None:
    """R8.1 Let the player spend 1 to `points` points, each on one step. R15.16: unused points are lost.

    optional: the effect's helper, if the player may still decline to use it.
    """
    player = ctx.state.players[seat]
    florins, disc = player.florins, find_initiative_slot(ctx.state, seat)
    walks: list[Walk] = []
    points_left = points
    while points_left:
        options = build_walk_options(ctx.state, seat, tracks, points_left)
        if not options:
            break
        if walks:
            options.append(_build_stop_option(points_left))
            walk = await ctx.choose(seat, "progress.choose", options, rule="R8.1", default="stop", points=points_left)
        elif optional:
            offered_options = add_skip(options, optional)
            walk = await ctx.choose(
                seat,
                "progress.helper",
                offered_options,
                rule="R9",
                default=SKIP.key,
                points=points_left,
                helper=optional.helper,
            )
        else:
            walk = await ctx.choose(
                seat, "progress.choose", options, rule="R8.1", default=options[0].key, points=points_left
            )
        if walk is None:
            break
        if optional and not walks:
            optional.log_use(ctx, seat)
        for slot in range(walk.slot, walk.end):
            advance_step(ctx.state, seat, walk.track, slot)
        _append_walk(walks, walk)
        points_left -= walk.steps
    if not walks:
        return
    ctx.log_event("progress.done", who=SeatRef(seat), walks=tuple(_describe_walk(walk) for walk in walks))
    if ctx.state.players[seat].florins > florins:
        ctx.log_event("progress.florins", who=SeatRef(seat), florins=ctx.state.players[seat].florins - florins)
    steps = sum(walk.steps for walk in walks if walk.track == INITIATIVE)
    if (bonus_steps := find_initiative_slot(ctx.state, seat) - disc - steps) > 0:
        start, end = (label_slot(INITIATIVE, slot) for slot in (disc + steps, disc + steps + bonus_steps))
        key = choose_disc_key("progress.initiative_bonus", disc + steps + bonus_steps)
        ctx.log_event(key, who=SeatRef(seat), steps=bonus_steps, start=start, end=end)


def advance_step(state: State, seat: Seat, track: Track, slot: int) -> None:
    """R8.1 Spend one point: a man enters (slot 0), a man advances, or the disc goes up. Give the bonus of the new slot.

    R15.5: slot 1 gives no bonus. R15.6: a bonus slot that is only passed counts too.
    """
    player = state.players[seat]
    if track == INITIATIVE:
        raise_disc(state, seat)
        return
    if slot:
        player.careers[track][slot - 1] -= 1
    else:
        player.supply["male"] -= 1
    player.careers[track][slot] += 1
    if slot + 1 == FLORIN_BONUS.slot:
        player.florins += FLORIN_BONUS.florins
    if slot + 1 == INITIATIVE_BONUS.slot:
        for _ in range(INITIATIVE_BONUS.initiative_steps):
            raise_disc(state, seat)


def raise_disc(state: State, seat: Seat) -> None:
    """R8.1 Move the seat's disc one slot up, on top of the discs there.

    R15.7 and R15.8: on the top slot the step is lost, and the disc is not moved onto the others.
    """
    slot = find_initiative_slot(state, seat)
    if slot < INITIATIVE_TOP:
        state.initiative[slot].remove(seat)
        state.initiative[slot + 1].append(seat)


def build_walk_options(state: State, seat: Seat, tracks: Sequence[Track], points: int) -> list[Option]:
    """R8.1 Build an option for each piece that can move and each number of steps that the points left allow."""
    player = state.players[seat]
    options: list[Option] = []
    for track in tracks:
        if track == INITIATIVE:
            slots, top = [find_initiative_slot(state, seat)], INITIATIVE_TOP
        else:
            slots, top = [slot for slot, men in enumerate(player.careers[track], 1) if men], TOP
            if player.supply["male"]:
                slots.insert(0, 0)
        for slot in slots:
            max_steps = min(points, top - slot)
            for steps in range(1, max_steps + 1):
                place = _predict_place(state, seat, slot + steps) if track == INITIATIVE else None
                options.append(_build_walk_option(Walk(track, slot, steps), max_steps, place))
    return options


class TurnOrderPlace(NamedTuple):
    """A seat's predicted place in the turn order. The field names are arguments of the catalogue message."""

    place: int
    """1 = first."""
    seats: int
    """Number of seats of the table."""
    round: int
    """Number of the round, from 1, that is played in this order."""


def _predict_place(state: State, seat: Seat, slot: int) -> TurnOrderPlace | None:
    """R11 Return the seat's place if its disc moved up to that slot and no other disc moved; None if no round follows.

    During rewards the order of the next round is already fixed (R11(1)), so discs count for the round after it.
    """
    affected_round = round_number(state) + (2 if state.phase == "rewards" else 1)
    if affected_round > count_rounds(state):
        return None
    place = 1 + sum(other != seat for discs in state.initiative[slot + 1 :] for other in discs)
    return TurnOrderPlace(place, len(state.players), affected_round)


@lru_cache(8192)
def _build_walk_option(walk: Walk, max_steps: int, place: TurnOrderPlace | None) -> Option:
    """Build the option of a walk.

    `step:politician:3` is one step of the man on slot 3, `run:politician:3` as many as the points allow, and
    `walk:politician:3:2` two steps. The option's place is the slot where the walk ends. place: for the disc, the new
    place in the turn order.
    """
    track, slot, steps = walk
    args: dict[str, Arg] = {**_build_walk_args(walk), "points": steps}
    kind = "step" if steps == 1 else "run" if steps == max_steps else "walk"
    tail = f":{steps}" if kind == "walk" else ""
    if track == INITIATIVE:
        key, label = f"{kind}:{track}{tail}", Message(choose_disc_key("progress.disc", walk.end), args)
        detail = Message("progress.disc_detail", args)
        if place is not None:
            detail = Message("progress.disc_place", args | place._asdict())
    else:
        key, label = f"{kind}:{track}:{slot}{tail}", Message("progress.advance" if slot else "progress.enter", args)
        args["rank"] = RANKS[DATA.career_track.rank[walk.end - 1] - 1]
        detail = Message("progress.detail", args)
        if bonus := _describe_bonus(walk):
            detail = Message("progress.detail_bonus", args | {"bonus": bonus})
    return Option(key, walk, label, detail, Message("progress.group", args), f"track:{track}:{slot}:{walk.end}")


def _describe_bonus(walk: Walk) -> Message | None:
    """Describe the bonuses of the slots that the walk enters or passes; None if there are none."""
    florins = FLORIN_BONUS.florins if walk.slot < FLORIN_BONUS.slot <= walk.end else 0
    steps = INITIATIVE_BONUS.initiative_steps if walk.slot < INITIATIVE_BONUS.slot <= walk.end else 0
    if florins and steps:
        return Message("progress.bonus_both", {"florins": florins, "steps": steps})
    if florins:
        return Message("progress.bonus_florins", {"florins": florins})
    return Message("progress.bonus_steps", {"steps": steps}) if steps else None


@lru_cache(64)
def _build_stop_option(points: int) -> Option:
    return Option("stop", None, Message("progress.stop"), Message("progress.stop_detail", {"points": points}))


def _append_walk(walks: list[Walk], walk: Walk) -> None:
    """Append a walk; if it continues an earlier walk of the same piece, extend that one."""
    for i, earlier in enumerate(walks):
        if walk.slot and (earlier.track, earlier.end) == (walk.track, walk.slot):
            walks[i] = Walk(walk.track, earlier.slot, earlier.steps + walk.steps)
            return
    walks.append(walk)


def _describe_walk(walk: Walk) -> Message:
    if walk.track == INITIATIVE:
        return Message(choose_disc_key("progress.walk_disc", walk.end), _build_walk_args(walk))
    return Message("progress.walk" if walk.slot else "progress.walk_in", _build_walk_args(walk))


def _build_walk_args(walk: Walk) -> dict[str, Arg]:
    return {
        "track": NounRef(f"terms.{walk.track}"),
        "start": label_slot(walk.track, walk.slot),
        "end": label_slot(walk.track, walk.end),
        "steps": walk.steps,
    }


def choose_disc_key(key: str, end: int) -> str:
    """Return the catalogue key of a moved disc: `key`, or `key_low` for slots without VP and a printed number."""
    return key if DATA.initiative_track.vp[end] else f"{key}_low"


RANKS = ("I", "II", "III", "IV")
"""Ranks as printed on the board."""


def label_slot(track: Track, slot: int) -> str | Message:
    """Return the label of a slot: the VP printed on it, or in words that there are none."""
    vp = find_slot_vp(track, slot)
    return str(vp) if vp else Message("progress.no_vp")


def find_slot_vp(track: Track, slot: int) -> int:
    """Return the VP printed on a slot; 0 for a man in the supply."""
    if track == INITIATIVE:
        return DATA.initiative_track.vp[slot]
    return DATA.career_track.vp[slot - 1] if slot else 0
