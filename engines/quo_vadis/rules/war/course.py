"""R7.7 The course of a war, from the trigger to the winner."""

from __future__ import annotations

from engines.kernel import Seat, Table, Who
from engines.quo_vadis.questions import StartWar
from engines.quo_vadis.table import names
from engines.quo_vadis.table.state import State, War

from .aftermath import aftermath
from .bids import declare
from .strength import begin, contested, elated, rolls, strength


async def war(t: Table[State], me: Seat) -> bool:
    """R7.7 A war takes place if a space of the genesis area is shared, also without the active player.

    Whether there was one. The declaration of the active player is the last moment before anybody else is asked or a
    die is rolled; who declares nothing confirms instead.
    """
    s = t.state
    if not contested(s.areas[s.genesis], s.seats):
        return False
    war = s.playing.war = begin(s)
    t.tell("war.begins", who=Who(me), area=names.area(war.area), sides=tuple(Who(side.seat) for side in war.sides))
    seats = [side.seat for side in war.sides]
    if me not in seats or not await declare(t, war, me):
        about = StartWar(war.area, tuple(seats))
        await t.confirm(me, "war.ask", rule="R7.7", default="yes", about=about, area=war.area)
    for seat in seats:
        if seat != me:
            await declare(t, war, seat)
    roll(t, war)
    winner = war.winner = victor(s, war)
    await aftermath(t, war, winner)
    return True


def roll(t: Table[State], war: War) -> None:
    """R7.7 Each rolls a die, the elated one twice; the highest is added to the strength."""
    s = t.state
    war.elated = elated(s, war)
    if war.elated is not None:
        t.tell("war.elated", who=Who(war.elated))
    for side in war.sides:
        side.rolls = [t.roll(side.sides) for _ in range(rolls(s, war, side.seat))]
        before = strength(s, war, side)
        side.total = before + max(side.rolls)
        t.tell(
            "war.rolled",
            who=Who(side.seat),
            strength=before,
            sides=side.sides,
            rolls=tuple(side.rolls),
            total=side.total,
        )


def victor(s: State, war: War) -> Seat:
    """R7.7 The highest total; of equals, the first counted clockwise from the start player."""
    most = max(side.total for side in war.sides)
    equals = [side.seat for side in war.sides if side.total == most]
    return next(seat for seat in s.clockwise(s.first) if seat in equals)
