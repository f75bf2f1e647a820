"""R7.7 What triggers a war, who takes part, and how strong each side is before its morale and its die."""

from __future__ import annotations

from engines.kernel import Msg, Seat, say
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import controls, participants, present, suits, towns_in, workers_in
from engines.quo_vadis.table.odds import Chance, odds
from engines.quo_vadis.table.skills import (
    LEVY,
    RAID,
    RALLY,
    RAMPARTS,
    ROBUST,
    STONE_KEEP,
    STRATEGY,
    bonus,
    number,
    unused,
)
from engines.quo_vadis.table.state import Area, Side, State, War


def contested(area: Area, seats: range) -> bool:
    """R7.7 At least one space holds pieces of two or more players. Destroyed towns are no pieces."""
    return any(sum(present(space, seat) for seat in seats) > 1 for space in area.spaces)


def begin(s: State) -> War:
    """R7.7 All with a piece anywhere in the genesis area, in turn order from the active player."""
    area = s.areas[s.genesis]
    there = participants(area, s.seats)
    sides = [
        Side(
            seat,
            base(s, seat),
            skills(s, seat),
            die(s, seat),
            workers=workers_strength(s, seat),
            towns=towns_strength(s, seat),
        )
        for seat in s.clockwise(s.active)
        if seat in there
    ]
    return War(area.id, sides)


def base(s: State, seat: Seat) -> int:
    """R7.7 Own workers and active towns in the genesis area, and the adjacent areas under control; B06."""
    neighbours = sum(controls(s.areas[other], seat) for other in s.geography.areas[s.genesis])
    return workers_strength(s, seat) + towns_strength(s, seat) + DATA.war.per_neighbour * neighbours


def workers_strength(s: State, seat: Seat) -> int:
    """R7.7 Own workers in the genesis area, stacked ones too."""
    return DATA.war.per_worker * workers_in(s.areas[s.genesis], seat)


def towns_strength(s: State, seat: Seat) -> int:
    """R7.7 Own active towns in the genesis area; B06."""
    per_town = bonus(s.players[seat], STONE_KEEP, "strength") or DATA.war.per_town
    return per_town * len(towns_in(s.areas[s.genesis], seat))


def skills(s: State, seat: Seat) -> int:
    """B05 always; S14 in the own turn; S15 in the turn of another, with an active town in the genesis area."""
    player = s.players[seat]
    strength = bonus(player, ROBUST, "strength")
    if seat == s.active:
        strength += bonus(player, RAID, "strength")
    elif towns_in(s.areas[s.genesis], seat):
        strength += bonus(player, RAMPARTS, "strength")
    return strength


def die(s: State, seat: Seat) -> int:
    """R7.7 d8 if a space of the genesis area is an aptitude space (S12 counts, as does a token), else d6."""
    apt = any(suits(s.players[seat], terrain) for terrain in s.areas[s.genesis].terrains)
    return DATA.war.aptitude_die if apt else DATA.war.die


def elated(s: State, war: War) -> Seat | None:
    """R7.7 Who alone has spent the most morale; S17: who ties for the most, with at least 1, is elated alone."""
    most = max(side.bid or 0 for side in war.sides)
    first = [side.seat for side in war.sides if (side.bid or 0) == most]
    if len(first) == 1:
        return first[0]
    rallied = (seat for seat in first if RALLY in s.players[seat].skills and most >= number(RALLY, "morale"))
    return next(rallied, None)


def rolls(s: State, war: War, seat: Seat) -> int:
    """R7.7 How often a die is rolled: once, elated twice; S16 once more."""
    times = DATA.war.elated_rolls if war.elated == seat else DATA.war.rolls
    return times + bonus(s.players[seat], STRATEGY, "rolls")


def strength(s: State, war: War, side: Side) -> int:
    """R7.7, R10 Without the die: base, morale, B05, S14, S15, S17 if elated, S30."""
    total = side.base + side.bonus + (side.bid or 0)
    if war.elated == side.seat:
        total += bonus(s.players[side.seat], RALLY, "strength")
    if side.levy:
        total += number(LEVY, "strength")
    return total


def unsettled(s: State, war: War, seat: Seat) -> tuple[bool, bool]:
    """Whether a rival that is still to declare has morale, and whether one has S30: chances count neither."""
    rivals = [s.players[side.seat] for side in war.sides if side.bid is None and side.seat != seat]
    return any(one.stock["morale"] for one in rivals), any(unused(one, LEVY) for one in rivals)


def proviso(s: State, war: War, seat: Seat) -> Msg | str:
    """What the chances of a seat suppose, and what is left of them at worst; nothing if all is known."""
    morale, levy = unsettled(s, war, seat)
    key = "bid.unless_both" if morale and levy else "bid.unless" if morale else "bid.unless_levy" if levy else ""
    return say(key, skill=names.skill(LEVY), least=round(100 * at_worst(s, war, seat))) if key else ""


def at_worst(s: State, war: War, seat: Seat) -> float:
    """The chance of a seat if every rival that is still to declare adds all it has, S30 too."""
    rivals = [side for side in war.sides if side.bid is None and side.seat != seat]
    before = [side.levy for side in rivals]
    for side in rivals:
        side.bid, side.levy = s.players[side.seat].stock["morale"], side.levy or unused(s.players[side.seat], LEVY)
    least = chances(s, war)[seat]
    for side, levy in zip(rivals, before, strict=True):
        side.bid, side.levy = None, levy
    return least


def chances(state: State, war: War) -> dict[Seat, float]:
    """R7.7 How likely each side is to win before the dice, declarations to come counted as none."""
    war.elated, before = elated(state, war), war.elated
    order = [seat for seat in state.clockwise(state.first) if any(side.seat == seat for side in war.sides)]
    sides = tuple(
        Chance(strength(state, war, war.of(seat)), war.of(seat).sides, rolls(state, war, seat)) for seat in order
    )
    war.elated = before
    return dict(zip(order, odds(sides), strict=True))
