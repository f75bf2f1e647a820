"""R11 The question how something is paid, and the payment itself."""

from __future__ import annotations

from collections.abc import Sequence

from engines.kernel import FIRST, Msg, Option, Seat, Table, Term, say
from engines.kilia.data.types import SPACES
from engines.kilia.table.questions import HowToCover, HowToPay
from engines.kilia.table.state import Paying, Player, State

from .offered import more, offered
from .purse import MERCHANT_COST, Cost, Purse, Way, purse_of, spaces_used
from .ways import sources, undominated
from .words import cost_words, left, paid

UNIT_BY_UNIT = Option("units", None, Msg("pay.units"), Msg("pay.units_detail"))


async def pay(t: Table[State], seat: Seat, cost: Cost, about: HowToPay) -> tuple[Msg, ...]:
    """R11 Pay a cost that can be paid; the goods and merchants that it took, in words.

    Asked only if two ways have their point.
    """
    player = t.state.players[seat]
    purse = purse_of(player)
    ways = offered(purse, cost)
    options = [way_option(player, way, ways) for way in ways]
    if more(purse, cost):
        options.append(UNIT_BY_UNIT)
    t.state.paying = Paying([*cost.needs], cost.coins)
    way: Way | None = await t.choose(
        seat, "pay.ask", options, rule="R11", default=FIRST, about=about, cost=cost_words(cost.needs)
    )
    t.state.paying = None
    if way is None:
        way = await unit_by_unit(t, seat, purse, cost)
    words = paid(player, way)
    hand_in(player, way, cost.coins)
    return words


def hand_in(player: Player, way: Way, coins: int) -> None:
    """R11 Goods and coins go to the supply; a coin for each delivery lies on the merchant until the council."""
    for space in spaces_used(player, way):
        player.market[space][-1].coins += MERCHANT_COST
    for good, number in way.goods.items():
        player.goods[good] -= number
    player.coins -= coins + way.coins


def way_option(player: Player, way: Way, ways: Sequence[Way]) -> Option:
    """What is handed in, first what not all ways have in common, for buttons are cut; and what is left then."""
    key = way_key(player, way)
    return Option(
        key=key,
        value=way,
        label=lambda: say("pay.way", parts=apart_first(player, way, ways)),
        detail=lambda: say("pay.left", left=left(way.left)),
        place=f"way:{key}",
    )


def apart_first(player: Player, way: Way, ways: Sequence[Way]) -> tuple[Msg, ...]:
    """The parts of a payment; at the end those of all the ways."""
    shared = set.intersection(*({str(part) for part in paid(player, other)} for other in ways))
    return tuple(sorted(paid(player, way), key=lambda part: str(part) in shared))


def way_key(player: Player, way: Way) -> str:
    """ "pay:salt2.wheat1+m1.m4": what is handed in, and the merchants that deliver."""
    goods = ".".join(f"{good}{number}" for good, number in way.goods.items())
    used = spaces_used(player, way)
    merchants = ".".join(space.lower() for space in SPACES for _ in range(used.count(space)))
    return f"pay:{goods}+{merchants}"


# ---------------------------------------------------------------------- unit by unit


async def unit_by_unit(t: Table[State], seat: Seat, purse: Purse, cost: Cost) -> Way:
    """R11 Each unit in turn from a source; what leads to a payment that is worse in everything is not offered."""
    way = Way((), purse._replace(coins=purse.coins - cost.coins))
    for number, need in enumerate(cost.needs):
        step: Way = await t.choose(
            seat,
            "pay.unit",
            [unit_option(step) for step in steps(purse, cost, way)],
            rule="R11",
            default=FIRST,
            about=HowToCover(cost.needs, number),
            need=Term(f"goods.{need}"),
            n=number + 1,
            of=len(cost.needs),
        )
        way = Way(way.units + step.units, step.left)
    return way


def steps(purse: Purse, cost: Cost, way: Way) -> list[Way]:
    """R11 Sources for the next unit of a payment that was begun, from which a way that has its point is still open."""
    ends = {end.left for end in undominated(purse, cost)}
    need, *rest = cost.needs[len(way.units) :]
    return [
        step
        for step in sources(way.left, need)
        if any(end.left in ends for end in undominated(step.left, Cost(tuple(rest))))
    ]


def unit_option(step: Way) -> Option:
    """One source for one unit."""
    (unit,) = step.units
    label = say(f"pay.unit_{unit.kind}", good=Term(f"goods.{unit.given}"))
    return Option(f"{unit.kind}:{unit.given}", step, label, say("pay.left", left=left(step.left)))
