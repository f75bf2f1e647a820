"""R7.7 Declarations of morale, in turn order and in the open, and orders that answer them in advance."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, NamedTuple

from engines.kernel import Arg, Msg, Option, Prompt, Seat, Standing, Table, Who, say
from engines.quo_vadis.questions import Bid
from engines.quo_vadis.rules.gains import pay
from engines.quo_vadis.rules.windfall import offered as windfall_offered
from engines.quo_vadis.table import names
from engines.quo_vadis.table.skills import LEVY, number, regained, unused
from engines.quo_vadis.table.state import Side, State, War

from .strength import chances, elated, proviso, strength

TOPIC = "bid"


async def declare(t: Table[State], war: War, seat: Seat) -> bool:
    """R7.7 0 to all morale, paid at once, +1 strength each. Who can only declare 0 is not asked (R12).

    S30 stands beside the declaration; the owner of an unused S29 is asked without morale, too, in the own turn (R7).
    Whether the seat was asked.
    """
    s, side = t.state, war.of(seat)
    if not (asked := _has_choice(s, war, seat)):
        side.bid = 0
        t.tell("bid.none", who=Who(seat), strength=strength(s, war, side))
        return asked
    with t.asides(seat, partial(_levy_offered, s, war, seat), partial(_levy, t, war, seat)):
        side.bid = await t.ask(lambda: _question(t, war, seat))
    assert side.bid is not None
    pay(s, seat, "morale", side.bid)
    t.tell("bid.done", who=Who(seat), morale=side.bid, strength=strength(s, war, side))
    return asked


def _has_choice(s: State, war: War, seat: Seat) -> bool:
    """R12 Morale, or a skill that stands beside the declaration."""
    windfall = seat == s.active and bool(windfall_offered(s, seat))
    return s.players[seat].stock["morale"] > 0 or windfall or bool(_levy_offered(s, war, seat))


def _question(t: Table[State], war: War, seat: Seat) -> Prompt:
    s = t.state
    about = Bid(war.area, highest(war), tuple((side.seat, strength(s, war, side)) for side in war.sides))
    return t.question(
        seat,
        "bid.ask_last" if seat == s.active else "bid.ask",
        partial(bids, s, war, seat),
        default=("bid:0",),
        topic=None if seat == s.active else TOPIC,
        rule="R7.7",
        about=about,
        area=war.area,
        strength=strength(s, war, war.of(seat)),
        sides=war.of(seat).sides,
        parts=_parts(s, war, war.of(seat)),
        others=_others(s, war, seat),
        highest=highest(war),
    )


def _others(s: State, war: War, seat: Seat) -> tuple[Msg, ...]:
    """The other sides, with the strength that everybody sees and what they have declared."""
    return tuple(_other(s, war, side) for side in war.sides if side.seat != seat)


def _other(s: State, war: War, side: Side) -> Msg:
    """What it may still add is public, too."""
    said: dict[str, Arg] = {"who": Who(side.seat), "strength": strength(s, war, side), "sides": side.sides}
    if side.bid is not None:
        return say("bid.side_declared", **said, morale=side.bid)
    player, reserve = s.players[side.seat], []
    if morale := player.stock["morale"]:
        reserve.append(say("bid.reserve", morale=morale))
    if unused(player, LEVY):
        reserve.append(say("bid.reserve_levy", skill=names.skill(LEVY), strength=number(LEVY, "strength")))
    return say("bid.side_reserve", **said, reserve=tuple(reserve)) if reserve else say("bid.side", **said)


def _parts(s: State, war: War, side: Side) -> tuple[Msg, ...]:
    """R7.7 What a strength is made of, before morale."""
    neighbours = side.base - side.workers - side.towns
    skills = strength(s, war, side) - side.base - (side.bid or 0)
    parts = {"workers": side.workers, "towns": side.towns, "neighbours": neighbours, "skills": skills}
    return tuple(say(f"bid.{part}", strength=n) for part, n in parts.items() if n)


def highest(war: War) -> int:
    """The most that has been declared so far."""
    return max(side.bid or 0 for side in war.sides)


def bids(s: State, war: War, seat: Seat) -> list[Option]:
    """R7.7 From nothing to all."""
    morale = s.players[seat].stock["morale"]
    return [
        Option(f"bid:{n}", n, say("bid.label", morale=n), partial(_detail, s, war, seat, n), place=f"bid:{n}")
        for n in range(morale + 1)
    ]


def _detail(s: State, war: War, seat: Seat, morale: int) -> Msg:
    """The strength that it makes; the chance to win with it if nobody declares more, and if all do; what is left."""
    side = war.of(seat)
    before, side.bid = side.bid, morale
    elation, war.elated = war.elated, elated(s, war)
    now, chance, unless = strength(s, war, side), round(100 * chances(s, war)[seat]), proviso(s, war, seat)
    side.bid, war.elated = before, elation
    left = s.players[seat].stock["morale"] - morale
    key = "bid.detail_odds" if s.options.get("odds", "on") == "on" else "bid.detail"
    said: dict[str, Arg] = {"strength": now, "left": left, "chance": chance, "unless": unless}
    if back := regained(s.players[seat], morale):
        return say(f"{key}_back", **said, then=left + back)
    return say(key, **said)


def _levy_offered(s: State, war: War, seat: Seat) -> list[Option]:
    """S30 Once a game, together with the own declaration."""
    if war.of(seat).levy or not unused(s.players[seat], LEVY):
        return []
    label, detail = say("levy.label", skill=names.skill(LEVY)), say("levy.detail", strength=number(LEVY, "strength"))
    return [Option("levy", None, label, detail)]


async def _levy(t: Table[State], war: War, seat: Seat, _: Any) -> None:
    """S30 +4 strength in this war. It is no morale and does not count for elation."""
    war.of(seat).levy = True
    t.state.players[seat].spent.append(LEVY)
    t.tell("levy.done", who=Who(seat), skill=names.skill(LEVY), strength=number(LEVY, "strength"))


# ------------------------------------------------------------------ standing answers


class Order(NamedTuple):
    """To declare so much more than the highest so far, if that is within the limit."""

    more: int
    limit: int


@lru_cache
def orders() -> tuple[Option, ...]:
    """R12 Orders that a seat may give: nothing, as much as the highest so far, or one more, up to a limit."""
    limits = (1, 2, 3, 4)
    match = [Option(f"match:{n}", Order(0, n), say("order.match", morale=n)) for n in limits]
    beat = [Option(f"beat:{n}", Order(1, n), say("order.beat", morale=n)) for n in limits]
    return Option("zero", Order(0, 0), say("order.zero")), *match, *beat


def ordered(prompt: Prompt, order: Order) -> tuple[str, ...]:
    """R12 What an order answers. What the limit, or the morale, does not reach is not fought for."""
    assert isinstance(prompt.about, Bid)
    wanted = prompt.about.highest + order.more
    key = f"bid:{wanted}"
    reached = wanted <= order.limit and any(option.key == key for option in prompt.options)
    return (key,) if reached else ("bid:0",)


STANDING = {TOPIC: Standing(say("standing.bid"), lambda view, seat: orders(), ordered)}
