"""R7.8 Building a town after a change; rebuilding destroyed ones; S23."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.questions import Build, Rebuild, Reconstruct
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import builders, coming_territory, controls, rebuildable, towns_of
from engines.quo_vadis.table.geometry import area_of
from engines.quo_vadis.table.skills import RECONSTRUCTION, number
from engines.quo_vadis.table.state import State

from .conversion import may_discard
from .gains import pay
from .pieces import found_town, return_workers, start


async def build(t: Table[State], me: Seat, fought: bool = False) -> None:
    """R7.8 Only after a change: an own worker anywhere on a space without a town becomes a town. Mandatory if possible.

    If the only worker was lost, no town is built and all else of the change still happens. fought: there was a war, so
    the turn ends with this answer unless more is asked.
    """
    s = t.state
    if not s.playing.changed:
        return
    spaces = builders(s, me)
    if not spaces:
        t.tell("build.none", who=Who(me))
        return
    space = spaces[0]
    if len(spaces) > 1:
        space = await t.ask(
            lambda: t.question(
                me,
                "build.question",
                partial(_sites, s, me),
                default=(f"build:{spaces[0]}",),
                rule="R7.8",
                about=Build(),
                sentences=tuple(_question(s, me, fought)),
            )
        )
    found_town(s, me, space, DATA.population.built)
    t.tell("build.done", who=Who(me), space=names.space(space), population=start(s, me, DATA.population.built))


def _question(s: State, me: Seat, fought: bool) -> Iterator[Msg]:
    """What is asked and what follows; whether the bonus depends on it; that cards may go, which no picture shows."""
    last = fought and not (rebuilds_asked(s, me) or restorable(s, me))
    yield say("build.ask_last" if last else "build.ask")
    bonuses = _bonuses(s, me)
    if len(bonuses) == 1:
        yield say("build.alike", vp=bonuses.pop())
    if may_discard(s, me):
        yield say("build.discard")


def _sites(s: State, me: Seat) -> list[Option]:
    alike = len(_bonuses(s, me)) == 1
    return [
        Option(
            f"build:{space}",
            space,
            say("build.label" if alike else "build.label_bonus", space=names.space(space), vp=_bonus(s, me, space)),
            _site(s, me, space),
            place=f"space:{space}",
        )
        for space in builders(s, me)
    ]


def _bonus(s: State, me: Seat, space: str) -> int:
    """R7.9 The territory bonus of this change with a town on the space."""
    return s.playing.old * len({*coming_territory(s, me), area_of(space)})


def _bonuses(s: State, me: Seat) -> set[int]:
    return {_bonus(s, me, space) for space in builders(s, me)}


def _site(s: State, me: Seat, space: str) -> Msg:
    """Whether the town wins control of its area, and the territory bonus of this change without and with it (R7.9)."""
    area, terrain, counted = area_of(space), names.terrain(s.terrain(space)), coming_territory(s, me)
    key = "build.keeps" if controls(s.areas[area], me) else "build.wins"
    won = say(key, area=area, terrain=terrain)
    if area in counted:
        return say("build.same", site=won, cards=s.playing.old, areas=len(counted))
    return say("build.more", site=won, cards=s.playing.old, areas=len(counted), then=len(counted) + 1)


async def rebuild(t: Table[State], me: Seat) -> bool:
    """R7.8 Every own destroyed town with an own worker, anywhere, every own turn; option `rebuild`: as chosen.

    Whether there was a choice.
    """
    s = t.state
    spaces = rebuildable(s, me)
    asked = rebuilds_asked(s, me)
    if asked:
        options = [
            Option(f"rebuild:{ruin}", ruin, say("build.label", space=names.space(ruin)), place=f"space:{ruin}")
            for ruin in spaces
        ]
        every = tuple(option.key for option in options)
        spaces = list(
            await t.choose_some(
                me, "rebuild.ask", lambda: options, 0, len(options), default=every, rule="R7.8", about=Rebuild()
            )
        )
    for ruin in spaces:
        return_workers(s, s.space(ruin), me, 1)
        raise_town(t, me, ruin)
    return asked


def rebuilds_asked(s: State, me: Seat) -> bool:
    """Option `rebuild`: whether there is something to choose from."""
    return s.on("rebuild", "optional") and bool(rebuildable(s, me))


def raise_town(t: Table[State], me: Seat, space: str) -> None:
    """R7.8 A destroyed town is turned up."""
    s = t.state
    town = s.space(space).town
    assert town is not None
    town.population = start(s, me, DATA.population.rebuilt)
    t.tell("rebuild.done", who=Who(me), space=names.space(space), population=town.population)


async def reconstruct(t: Table[State], me: Seat) -> bool:
    """S23 Once in each own building phase, after rebuilding: 2 food turn up one own destroyed town without a worker.

    Whether there was a choice.
    """
    s, player, price = t.state, t.state.players[me], number(RECONSTRUCTION, "food")
    ruins = restorable(s, me)
    if not ruins:
        return False
    detail = say("reconstruct.detail", food=price, left=player.stock["food"] - price)
    options = [
        Option("pass", None, say("reconstruct.pass")),
        *(
            Option(f"rebuild:{ruin}", ruin, say("build.label", space=names.space(ruin)), detail, place=f"space:{ruin}")
            for ruin in ruins
        ),
    ]
    space = await t.choose(
        me, "reconstruct.ask", lambda: options, default="pass", rule="S23", about=Reconstruct(price), food=price
    )
    if space is not None:
        pay(s, me, "food", price)
        with t.line():
            t.tell("reconstruct.done", who=Who(me), food=price)
            raise_town(t, me, space)
    return True


def restorable(s: State, me: Seat) -> list[str]:
    """S23 The own destroyed towns without a worker, if the player has the skill and the food."""
    player = s.players[me]
    if RECONSTRUCTION not in player.skills or player.stock["food"] < number(RECONSTRUCTION, "food"):
        return []
    return [ruin for ruin, town in towns_of(s, me) if not town.active and not s.space(ruin).workers[me]]
