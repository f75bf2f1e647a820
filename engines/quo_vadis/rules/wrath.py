"""R7.2 Wrath of god, and the prayer before it (S11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations

from engines.kernel import Msg, Option, Seat, Table, Who, say
from engines.quo_vadis.data.content import DATA
from engines.quo_vadis.data.types import Tier
from engines.quo_vadis.questions import Pray, Strike
from engines.quo_vadis.table import names
from engines.quo_vadis.table.board import home, most_wrath
from engines.quo_vadis.table.geometry import SLOTS
from engines.quo_vadis.table.skills import DIVINE_PUNISHMENT, PRAYER, bonus, number
from engines.quo_vadis.table.state import State

from .gains import gain_wrath, pay
from .pieces import lose_population, put_token, return_workers


async def prayer(t: Table[State], me: Seat) -> None:
    """S11 Once in each own turn, directly before wrath: 2 faith for 1 wrath, if wrath is not full.

    The owner of an unused S29 is asked without faith, too, since S29 may bring some (R7).
    """
    s, player = t.state, t.state.players[me]
    if PRAYER not in player.skills or player.wrath >= most_wrath(s, player):
        return
    about = Pray(number(PRAYER, "faith"), number(PRAYER, "wrath"))
    if await t.choose(me, "prayer.ask", partial(_prayers, s, me), default="pass", rule="S11", about=about):
        pay(s, me, "faith", about.faith)
        gain_wrath(s, me, about.wrath)
        t.tell("prayer.done", who=Who(me), faith=about.faith, wrath=player.wrath)


def _prayers(s: State, me: Seat) -> list[Option]:
    player, faith = s.players[me], number(PRAYER, "faith")
    options = [Option("pass", False, say("prayer.pass"))]
    if player.stock["faith"] >= faith:
        after = player.wrath + number(PRAYER, "wrath")
        detail = say("prayer.detail", left=player.stock["faith"] - faith, before=player.wrath, after=after)
        options.append(Option("pray", True, say("prayer.label", faith=faith), detail))
    return options


def wrath_is_next(s: State, me: Seat) -> bool:
    """S11 Whether nothing can change the wrath between the choice of the area and its use."""
    player = s.players[me]
    return PRAYER not in player.skills or player.wrath >= most_wrath(s, player)


async def wrath(t: Table[State], me: Seat, wanted: bool | None = None) -> None:
    """R7.2 Optional: pay all wrath, strike spaces of the genesis area, put the own terrain's token on it.

    wanted: what was chosen with the area; None: nothing was
    """
    s, player = t.state, t.state.players[me]
    tier = reach(s, me)
    if tier is None or wanted is False:
        return
    struck: tuple[str, ...] = await t.choose(
        me,
        f"wrath.{'where' if wanted else 'ask'}{'_token' if gives_token(s, me) else ''}",
        partial(strikes, s, tier),
        default="pass",
        rule="R7.2",
        about=Strike(s.genesis, player.wrath, tier.max_spaces, tier.town_loss),
        area=s.genesis,
        wrath=player.wrath,
        terrain=names.terrain(home(player)),
    )
    if struck:
        strike(t, me, struck, tier.town_loss)


def reach(s: State, me: Seat) -> Tier | None:
    """R7.2 What the wrath of a player does; None: too little. S20 counts 1 more."""
    counted = s.players[me].wrath + bonus(s.players[me], DIVINE_PUNISHMENT, "wrath")
    custom = s.on("board_side", "custom")
    return next(
        (tier for tier in reversed(DATA.wrath.tier) if counted >= tier.at_least and (custom or not tier.custom_only)),
        None,
    )


def gives_token(s: State, me: Seat) -> bool:
    """R7.2 Whether a strike changes the terrain of the genesis area."""
    terrain = home(s.players[me])
    return s.areas[s.genesis].token != terrain and s.tokens[terrain] > 0


def strikes(s: State, tier: Tier) -> list[Option]:
    """R7.2 Nothing, or one up to the most spaces; empty ones may be chosen."""
    slots = [chosen for n in range(1, tier.max_spaces + 1) for chosen in combinations(SLOTS, n)]
    return [
        Option("pass", (), say("wrath.pass")),
        *(
            Option(
                f"strike:{'+'.join(chosen)}",
                tuple(f"{s.genesis}:{slot}" for slot in chosen),
                say("wrath.label", spaces=tuple(map(names.slot, chosen))),
                partial(_hit, s, tuple(f"{s.genesis}:{slot}" for slot in chosen), tier.town_loss),
                place=f"space:{s.genesis}:{chosen[0]}" if len(chosen) == 1 else None,
            )
            for chosen in slots
        ),
    ]


def _hit(s: State, spaces: Sequence[str], loss: int) -> Msg:
    """What a strike would do."""
    facts = []
    for seat in s.seats:
        workers = sum(s.space(space).workers[seat] for space in spaces)
        if workers:
            facts.append(say("wrath.hit_workers", who=Who(seat), workers=workers))
    for space in spaces:
        town = s.space(space).town
        if town is not None and town.active:
            after = max(0, town.population - loss)
            facts.append(say("wrath.hit_town", who=Who(town.owner), before=town.population, after=after))
    return say("parts", parts=tuple(facts)) if facts else say("wrath.hit_nothing")


def strike(t: Table[State], me: Seat, struck: Sequence[str], loss: int) -> None:
    """R7.2 All workers of the spaces go home, active towns lose population; nobody gains anything for it."""
    s, player = t.state, t.state.players[me]
    s.playing.struck, s.playing.paid = list(struck), player.wrath
    with t.line():
        t.tell("wrath.done", who=Who(me), wrath=player.wrath, spaces=tuple(names.space(space) for space in struck))
        player.wrath = 0
        for seat in s.seats:
            if workers := sum(s.space(name).workers[seat] for name in struck):
                for space in map(s.space, struck):
                    return_workers(s, space, seat, space.workers[seat])
                t.tell("workers.home", who=Who(seat), workers=workers)
        for name in struck:
            space = s.space(name)
            if space.town is not None and space.town.active:
                lose_population(space.town, loss)
                tell_town(t, name)
        terrain = home(player)
        if put_token(s, s.areas[s.genesis], terrain):
            t.tell("token.done", area=names.area(s.genesis), terrain=names.terrain(terrain))


def tell_town(t: Table[State], space: str) -> None:
    """A town has lost population, or was destroyed."""
    town = t.state.space(space).town
    assert town is not None
    key = "town.shrunk" if town.active else "town.destroyed"
    t.tell(key, who=Who(town.owner), space=names.space(space), population=town.population)
