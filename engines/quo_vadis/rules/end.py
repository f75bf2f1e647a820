"""R7.9 The end of a turn: refill, tidy, territory bonus, a skill."""

from __future__ import annotations

from functools import partial

from engines.kernel import FIRST, Msg, Option, Seat, Table, Who, say
from engines.quo_vadis.data.content import DATA, RESOURCES, TERRAINS
from engines.quo_vadis.questions import EndTurn, SetSkill
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import hand_limit, home, territory
from engines.quo_vadis.table.skills import ADAPTATION, STOCKPILE, number
from engines.quo_vadis.table.state import Player, State
from engines.quo_vadis.wording import effect

from .gains import gain, score
from .pieces import return_workers
from .start import refill_hand

PLAIN = "plains"


async def confirm_end(t: Table[State], me: Seat) -> None:
    """R7.9 Cards are drawn next, so this is the last moment to go back. It lists what the turn has changed."""
    await t.confirm(me, "end.ask", rule="R7.9", default="yes", detail=partial(summary, t.state, me), about=EndTurn())


def snapshot(player: Player) -> dict[str, int]:
    """What a summary compares with."""
    stock: dict[str, int] = {resource: player.stock[resource] for resource in RESOURCES}
    return {**stock, "wrath": player.wrath, "vp": player.points, "workers": player.workers}


def summary(s: State, me: Seat) -> Msg:
    """What the turn has changed for the player, and what comes next."""
    player, before = s.players[me], s.playing.start
    now = snapshot(player)
    facts = [
        say("end.track", what=names.track(track), before=before[track], after=now[track])
        for track in now
        if now[track] != before[track]
    ]
    draws = max(0, hand_limit(player) - len(player.hand))
    if s.playing.changed:
        areas = len(territory(s, me))
        facts.append(say("card.bonus", cards=s.playing.old, areas=areas, vp=s.playing.old * areas))
    facts.append(say("end.draw", cards=draws))
    if s.playing.changed and player.kept:
        facts.append(say("end.skill"))
    return say("parts", parts=tuple(facts))


def refill(t: Table[State], me: Seat) -> None:
    """R7.9 1. Draw up to the hand limit."""
    refill_hand(t, me)


def tidy(t: Table[State], me: Seat) -> None:
    """R7.9 2. At most one own worker on a space, none beside an own active town. The others go back to hand."""
    s, home_again = t.state, 0
    for _, space in s.spaces():
        town = space.town
        kept = 0 if town is not None and town.owner == me and town.active else 1
        if (surplus := space.workers[me] - kept) > 0:
            return_workers(s, space, me, surplus)
            home_again += surplus
    if home_again:
        t.tell("tidy.done", who=Who(me), workers=home_again)


def territory_bonus(t: Table[State], me: Seat) -> None:
    """R7.9 3a. Cards of the old generation x areas under control, over the whole map."""
    s = t.state
    areas = len(territory(s, me))
    vp = s.playing.old * areas
    score(s, me, "territory", vp)
    t.tell("territory.done", who=Who(me), cards=s.playing.old, areas=areas, vp=vp, total=s.players[me].points)


async def set_skill(t: Table[State], me: Seat) -> None:
    """R7.9 3b. One face-down skill into the skill area; it works from the end of this turn on. Mandatory."""
    s, player = t.state, t.state.players[me]
    if not player.kept:
        return
    zone, terrain = await t.choose(
        me,
        "skill.ask_last" if s.round == DATA.meta.rounds else "skill.ask",
        partial(_skills, s, me),
        default=FIRST,
        rule="R7.9",
        about=SetSkill(len(player.kept)),
    )
    skill = player.kept.pop(zone)
    s.seen.shown([skill])
    player.skills.append(skill)
    with t.line():
        t.tell("skill.done", who=Who(me), skill=names.skill(skill), effect=effect(skill))
        if skill == ADAPTATION:
            player.adapted = terrain
            t.tell("skill.adapted", terrain=names.terrain(terrain))
        if skill == STOCKPILE:
            for resource in RESOURCES:
                gain(s, me, resource, number(STOCKPILE, "amount"))


def _skills(s: State, me: Seat) -> list[Option]:
    """The face-down skills. S12 with each terrain that is neither plains nor the own aptitude."""
    player, options = s.players[me], []
    for zone, skill in player.kept.items():
        if skill == ADAPTATION:
            options += [
                Option(
                    f"set:{skill.lower()}:{terrain}",
                    (zone, terrain),
                    say("skill.with", skill=names.skill(skill), terrain=names.terrain(terrain)),
                    effect(skill),
                    place=f"skill:{skill}",
                )
                for terrain in TERRAINS
                if terrain not in (PLAIN, home(player))
            ]
        else:
            options.append(
                Option(f"set:{skill.lower()}", (zone, None), names.skill(skill), effect(skill), place=f"skill:{skill}")
            )
    return options
