"""R8.1 Progress on the career tracks and the initiative track."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who
from engines.signorie.data.content import CONTENT
from engines.signorie.data.ids import INITIATIVE, Track
from engines.signorie.table.board import INITIATIVE_TOP, initiative_slot, round_number, rounds
from engines.signorie.table.budget import Budget
from engines.signorie.table.state import State

from .voluntary import SKIP, Voluntary, beside

DATA = CONTENT.data
TOP = DATA.career_track.top
FLORIN_BONUS, INITIATIVE_BONUS = DATA.career_track.bonus_slot_4, DATA.career_track.bonus_slot_6


class Walk(NamedTuple):
    """A number of steps of one piece. slot: where the man stands (0 = in the supply) or where the own disc lies."""

    track: Track
    slot: int
    steps: int

    @property
    def end(self) -> int:
        return self.slot + self.steps


def can_progress(state: State, seat: Seat, have: Budget, tracks: Sequence[Track]) -> bool:
    """R8.1 At least one step must be possible on one of these tracks."""
    careers = state.players[seat].careers
    for track in tracks:
        if track == INITIATIVE:
            if seat not in state.initiative[INITIATIVE_TOP]:
                return True
        elif have.men or any(careers[track][: TOP - 1]):
            return True
    return False


async def progress(
    t: Table[State], seat: Seat, tracks: Sequence[Track], points: int, by: Voluntary | None = None
) -> None:
    """R8.1 Spend 1 to `points` points, each on one step. R15.16: unused points are lost."""
    player = t.state.players[seat]
    florins, disc = player.florins, initiative_slot(t.state, seat)
    walks: list[Walk] = []
    left = points
    while left:
        options = walk_options(t.state, seat, tracks, left)
        if not options:
            break
        if walks:
            options.append(_stop(left))
            walk = await t.choose(seat, "progress.choose", options, rule="R8.1", default="stop", points=left)
        elif by:
            offered = beside(options, by)
            walk = await t.choose(
                seat, "progress.helper", offered, rule="R9", default=SKIP.key, points=left, helper=by.helper
            )
        else:
            walk = await t.choose(seat, "progress.choose", options, rule="R8.1", default=options[0].key, points=left)
        if walk is None:
            break
        if by and not walks:
            by.told(t, seat)
        for slot in range(walk.slot, walk.end):
            step(t.state, seat, walk.track, slot)
        _add(walks, walk)
        left -= walk.steps
    if not walks:
        return
    t.tell("progress.done", who=Who(seat), walks=tuple(_in_words(walk) for walk in walks))
    if t.state.players[seat].florins > florins:
        t.tell("progress.florins", who=Who(seat), florins=t.state.players[seat].florins - florins)
    steps = sum(walk.steps for walk in walks if walk.track == INITIATIVE)
    if (gained := initiative_slot(t.state, seat) - disc - steps) > 0:
        start, end = (slot_words(INITIATIVE, slot) for slot in (disc + steps, disc + steps + gained))
        key = disc_key("progress.initiative_bonus", disc + steps + gained)
        t.tell(key, who=Who(seat), steps=gained, start=start, end=end)


def step(state: State, seat: Seat, track: Track, slot: int) -> None:
    """R8.1 One point: a man enters (slot 0), a man advances, or the disc goes up; and the bonus of the slot entered.

    R15.5: slot 1 gives no bonus. R15.6: a bonus slot counts in passing too.
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
    """R8.1 The own disc one slot up, on top of the discs there.

    R15.7 and R15.8: on the top slot the step is lost and the disc is not lifted onto the others.
    """
    slot = initiative_slot(state, seat)
    if slot < INITIATIVE_TOP:
        state.initiative[slot].remove(seat)
        state.initiative[slot + 1].append(seat)


def walk_options(state: State, seat: Seat, tracks: Sequence[Track], points: int) -> list[Option]:
    """R8.1 Every piece that can make a step, with each number of steps that the points left allow."""
    player = state.players[seat]
    options: list[Option] = []
    for track in tracks:
        if track == INITIATIVE:
            slots, top = [initiative_slot(state, seat)], INITIATIVE_TOP
        else:
            slots, top = [slot for slot, men in enumerate(player.careers[track], 1) if men], TOP
            if player.supply["male"]:
                slots.insert(0, 0)
        for slot in slots:
            most = min(points, top - slot)
            for steps in range(1, most + 1):
                place = _place(state, seat, slot + steps) if track == INITIATIVE else None
                options.append(_walk(Walk(track, slot, steps), most, place))
    return options


class Place(NamedTuple):
    """Which in turn order a seat would be, of how many, and in which round."""

    place: int
    seats: int
    round: int


def _place(state: State, seat: Seat, slot: int) -> Place | None:
    """R11 With the seat's disc moved up to that slot and the others where they are; None if no round follows.

    While rewards are given the order of the next round stands already (R11(1)): discs count for the one after it.
    """
    decided = round_number(state) + (2 if state.phase == "rewards" else 1)
    if decided > rounds(state):
        return None
    place = 1 + sum(other != seat for discs in state.initiative[slot + 1 :] for other in discs)
    return Place(place, len(state.players), decided)


@lru_cache(8192)
def _walk(walk: Walk, most: int, place: Place | None) -> Option:
    """`step:politician:3` is one step of the man on slot 3, `run:politician:3` all that he can make with the points
    left, `walk:politician:3:2` two of them.

    All lie where the walk ends. place: in turn order, where the walk is the disc's.
    """
    track, slot, steps = walk
    args: dict[str, Arg] = {**_walk_args(walk), "points": steps}
    kind = "step" if steps == 1 else "run" if steps == most else "walk"
    tail = f":{steps}" if kind == "walk" else ""
    if track == INITIATIVE:
        key, label = f"{kind}:{track}{tail}", Msg(disc_key("progress.disc", walk.end), args)
        detail = Msg("progress.disc_detail", args)
        if place is not None:
            detail = Msg("progress.disc_place", args | place._asdict())
    else:
        key, label = f"{kind}:{track}:{slot}{tail}", Msg("progress.advance" if slot else "progress.enter", args)
        args["rank"] = RANKS[DATA.career_track.rank[walk.end - 1] - 1]
        detail = Msg("progress.detail", args)
        if bonus := _bonus(walk):
            detail = Msg("progress.detail_bonus", args | {"bonus": bonus})
    return Option(key, walk, label, detail, Msg("progress.group", args), f"track:{track}:{slot}:{walk.end}")


def _bonus(walk: Walk) -> Msg | None:
    """What the bonus slots on the way give."""
    florins = FLORIN_BONUS.florins if walk.slot < FLORIN_BONUS.slot <= walk.end else 0
    steps = INITIATIVE_BONUS.initiative_steps if walk.slot < INITIATIVE_BONUS.slot <= walk.end else 0
    if florins and steps:
        return Msg("progress.bonus_both", {"florins": florins, "steps": steps})
    if florins:
        return Msg("progress.bonus_florins", {"florins": florins})
    return Msg("progress.bonus_steps", {"steps": steps}) if steps else None


@lru_cache(64)
def _stop(points: int) -> Option:
    return Option("stop", None, Msg("progress.stop"), Msg("progress.stop_detail", {"points": points}))


def _add(walks: list[Walk], walk: Walk) -> None:
    """Steps of a piece that has just walked are told as one walk."""
    for i, earlier in enumerate(walks):
        if walk.slot and (earlier.track, earlier.end) == (walk.track, walk.slot):
            walks[i] = Walk(walk.track, earlier.slot, earlier.steps + walk.steps)
            return
    walks.append(walk)


def _in_words(walk: Walk) -> Msg:
    if walk.track == INITIATIVE:
        return Msg(disc_key("progress.walk_disc", walk.end), _walk_args(walk))
    return Msg("progress.walk" if walk.slot else "progress.walk_in", _walk_args(walk))


def _walk_args(walk: Walk) -> dict[str, Arg]:
    return {
        "track": Term(f"terms.{walk.track}"),
        "start": slot_words(walk.track, walk.slot),
        "end": slot_words(walk.track, walk.end),
        "steps": walk.steps,
    }


def disc_key(key: str, end: int) -> str:
    """The sentence about a disc that moved up; another one where it does not bring VP yet, and no number is printed."""
    return key if DATA.initiative_track.vp[end] else f"{key}_low"


RANKS = ("I", "II", "III", "IV")
"""As the board writes them."""


def slot_words(track: Track, slot: int) -> str:
    """A slot as it is marked on the board: the VP printed there, a dash where there are none."""
    vp = slot_vp(track, slot)
    return str(vp) if vp else "–"


def slot_vp(track: Track, slot: int) -> int:
    """The VP printed on a slot; 0 for a man's place in the supply."""
    if track == INITIATIVE:
        return DATA.initiative_track.vp[slot]
    return DATA.career_track.vp[slot - 1] if slot else 0
