"""R7.7, R11 A war as everybody sees it: who fights with what, what each may win or lose, what a declaration changes."""

from __future__ import annotations

from msgspec import Struct

from engines.kernel import Seat
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.rules.war.strength import (
    base,
    chances,
    die,
    elated,
    rolls,
    skills,
    strength,
    towns_strength,
    workers_strength,
)
from engines.quo_vadis.table.board import most_wrath, towns_in
from engines.quo_vadis.table.skills import ENDURANCE, LEVY, SIEGE, TRIUMPH, bonus, number, regained, unused
from engines.quo_vadis.table.state import Side, State, War


class StrengthView(Struct, frozen=True):
    """R7.7 What a seat would have in a war here and now, without morale and die; bonus: of skills that are certain."""

    workers: int
    towns: int
    neighbours: int
    bonus: int
    sides: int

    @property
    def total(self) -> int:
        return self.workers + self.towns + self.neighbours + self.bonus


def strengths(s: State) -> tuple[StrengthView, ...]:
    """Of each seat in the genesis area; none before it is chosen."""
    if s.playing.area is None:
        return ()
    return tuple(_strength(s, seat) for seat in s.seats)


def _strength(s: State, seat: Seat) -> StrengthView:
    workers, towns = workers_strength(s, seat), towns_strength(s, seat)
    return StrengthView(workers, towns, base(s, seat) - workers - towns, skills(s, seat), die(s, seat))


class SideView(Struct, frozen=True):
    """A participant.

    strength: all that is declared, without the die; workers, towns, neighbours, bonus: what it is made of beside
              morale; morale: what is left; dice: how often the die is rolled as all stands
    bid:      None before it is declared; total: 0 before the dice
    chance:   of winning before the dice, in percent, as all that is declared stands; None: the table does not want it
    prize:    VP if it wins; spoils: resources then, one for each opposing town
    reserve:  strength that S30 may still add in any war; 0: none
    wrath:    its own if it loses, B09 included; loss: what each of its towns loses then, at most
    """

    seat: Seat
    strength: int
    workers: int
    towns: int
    neighbours: int
    bonus: int
    morale: int
    sides: int
    dice: int
    bid: int | None
    levy: bool
    reserve: int
    rolls: tuple[int, ...]
    total: int
    chance: int | None
    prize: int
    spoils: int
    wrath: int
    loss: int


class BidView(Struct, frozen=True):
    """What a declaration of the seat that is asked would lead to.

    strength: then, without the die; back: of this morale what comes back after a lost war (B09)
    """

    morale: int
    left: int
    back: int
    strength: int
    dice: int
    chance: int | None


class WarView(Struct, frozen=True):
    """Sides in the order of declaration. asked: who declares next; order: in which ties are won."""

    area: str
    sides: tuple[SideView, ...]
    elated: Seat | None
    winner: Seat | None
    asked: Seat | None
    bids: tuple[BidView, ...]
    order: tuple[Seat, ...]

    def of(self, seat: Seat) -> SideView:
        return next(side for side in self.sides if side.seat == seat)


def war_view(s: State, war: War) -> WarView:
    """The war of this turn, or the last one."""
    final, war.elated = war.elated, elated(s, war)  # as all stands
    likely = chances(s, war)
    seats = [side.seat for side in war.sides]
    asked = next((side for side in war.sides if side.bid is None), None)
    bids = range(0 if asked is None else s.players[asked.seat].stock["morale"] + 1)
    found = WarView(
        war.area,
        tuple(_side(s, war, side, likely[side.seat]) for side in war.sides),
        war.elated,
        war.winner,
        None if asked is None else asked.seat,
        () if asked is None else tuple(declared(s, war, asked, n) for n in bids),
        tuple(seat for seat in s.clockwise(s.first) if seat in seats),
    )
    war.elated = final
    return found


def _side(s: State, war: War, side: Side, chance: float) -> SideView:
    player, area, base = s.players[side.seat], s.areas[war.area], side.base
    total = strength(s, war, side)
    rivals = [other for other in war.sides if other.seat != side.seat]
    opposing = sum(len(towns_in(area, other.seat)) for other in rivals)
    return SideView(
        seat=side.seat,
        strength=total,
        workers=side.workers,
        towns=side.towns,
        neighbours=base - side.workers - side.towns,
        bonus=total - base - (side.bid or 0),
        morale=player.stock["morale"],
        sides=side.sides,
        dice=rolls(s, war, side.seat),
        bid=side.bid,
        levy=side.levy,
        reserve=number(LEVY, "strength") if unused(player, LEVY) else 0,
        rolls=tuple(side.rolls),
        total=side.total,
        chance=percent(s, chance),
        prize=DATA.war.win_vp + bonus(player, TRIUMPH, "vp"),
        spoils=opposing * DATA.war.resources_per_town,
        wrath=min(player.wrath + DATA.war.loser_wrath + bonus(player, ENDURANCE, "wrath"), most_wrath(s, player)),
        loss=max(bonus(s.players[other.seat], SIEGE, "population") or DATA.war.town_loss for other in rivals),
    )


def declared(s: State, war: War, side: Side, morale: int) -> BidView:
    """As if so much were declared, and nothing by those who are still to come."""
    side.bid, before = morale, war.elated
    war.elated = elated(s, war)
    chance = chances(s, war)[side.seat]
    found = BidView(
        morale,
        s.players[side.seat].stock["morale"] - morale,
        regained(s.players[side.seat], morale),
        strength(s, war, side),
        rolls(s, war, side.seat),
        percent(s, chance),
    )
    side.bid, war.elated = None, before
    return found


def percent(s: State, chance: float) -> int | None:
    """For who reads it, if the table wants it."""
    return round(100 * chance) if s.options.get("odds", "on") == "on" else None
