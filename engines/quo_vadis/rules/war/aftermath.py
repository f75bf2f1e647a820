"""R7.7 What a war leaves behind: VP, wrath, towns that shrink, workers that go home, spoils."""

from __future__ import annotations

from functools import partial

from engines.kernel import Seat, Table, Who, say
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.questions import Spoils
from engines.quo_vadis.rules.gains import gain, gain_wrath, score
from engines.quo_vadis.rules.pieces import lose_population, return_workers
from engines.quo_vadis.rules.start import spread, tracks
from engines.quo_vadis.rules.wrath import tell_town
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import rooms, workers_in
from engines.quo_vadis.table.geometry import space_id
from engines.quo_vadis.table.skills import ENDURANCE, SIEGE, TRIUMPH, bonus, regained
from engines.quo_vadis.table.state import State, War


async def aftermath(t: Table[State], war: War, winner: Seat) -> None:
    """R7.7 The winner's VP, the losers in turn order from the active player, the spoils; B09 comes last."""
    losers = [side.seat for side in war.sides if side.seat != winner]
    win(t, war, winner)
    for seat in losers:
        lose(t, war, winner, seat)
    await spoils(t, war, winner)
    for seat in losers:
        endure(t, war, seat)


def win(t: Table[State], war: War, winner: Seat) -> None:
    """R7.7 2 VP, with S18 2 more. One sentence says it all, since a short report may keep no other of the war."""
    s = t.state
    extra = bonus(s.players[winner], TRIUMPH, "vp")
    score(s, winner, "war", DATA.war.win_vp)
    score(s, winner, "skill", extra)
    own, others = war.of(winner).total, [side for side in war.sides if side.seat != winner]
    t.tell(
        "war.won_tie" if any(side.total == own for side in others) else "war.won",
        who=Who(winner),
        area=names.area(war.area),
        own=own,
        others=tuple(say("war.total", who=Who(side.seat), total=side.total) for side in others),
        vp=DATA.war.win_vp + extra,
        total=s.players[winner].points,
    )


def lose(t: Table[State], war: War, winner: Seat, seat: Seat) -> None:
    """R7.7 1 wrath; each own active town of the genesis area loses population; all own workers there go home.

    S19: towns lose 2 instead, and the winner gets 2 VP for each one that it destroys.
    """
    s, area = t.state, t.state.areas[war.area]
    siege = bonus(s.players[winner], SIEGE, "population")
    with t.line():
        wrath = gain_wrath(s, seat, DATA.war.loser_wrath)
        t.tell("war.lost" if wrath else "war.lost_full", who=Who(seat), wrath=wrath)
        workers = workers_in(area, seat)
        for space in area.spaces:
            return_workers(s, space, seat, space.workers[seat])
        if workers:
            t.tell("workers.home", who=Who(seat), workers=workers)
        for slot, space in enumerate(area.spaces):
            town = space.town
            if town is not None and town.owner == seat and town.active:
                war.reduced += 1
                destroyed = lose_population(town, siege or DATA.war.town_loss)
                tell_town(t, space_id(area.id, slot))
                if destroyed and siege:
                    vp = bonus(s.players[winner], SIEGE, "vp")
                    score(s, winner, "skill", vp)
                    t.tell("vp.done", who=Who(winner), vp=vp, total=s.players[winner].points)


async def spoils(t: Table[State], war: War, winner: Seat) -> None:
    """R7.7 One resource of choice for each opposing town that lost population, however much it lost."""
    s, player = t.state, t.state.players[winner]
    most = min(war.reduced * DATA.war.resources_per_town, sum(rooms(s, player).values()))
    if not most:
        return
    taken = await t.allocate(
        winner,
        "spoils.ask",
        partial(tracks, s, winner),
        most,
        at_least=0,
        default=spread(s, player, most),
        rule="R7.7",
        about=Spoils(most),
        most=most,
    )
    for resource, cubes in taken.items():
        gain(s, winner, resource, cubes)
    if taken:
        stock = player.stock
        t.tell("spoils.done", who=Who(winner), morale=stock["morale"], food=stock["food"], faith=stock["faith"])


def endure(t: Table[State], war: War, seat: Seat) -> None:
    """B09 A loser regains half of the morale spent, rounded up, and gains 1 more wrath."""
    s, player = t.state, t.state.players[seat]
    if ENDURANCE in player.skills:
        morale = gain(s, seat, "morale", regained(player, war.of(seat).bid or 0))
        wrath = gain_wrath(s, seat, bonus(player, ENDURANCE, "wrath"))
        if morale or wrath:
            key = "endurance.done" if morale and wrath else "endurance.morale" if morale else "endurance.wrath"
            t.tell(key, who=Who(seat), morale=morale, wrath=wrath)
