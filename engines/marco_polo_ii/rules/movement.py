"""R8.5 Moving figures: where to, by which way, at which price. Destination first; never step by step."""

from __future__ import annotations

from functools import partial

import msgspec

from engines.kernel import Arg, Msg, Option, Seat, Table, Term, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain
from engines.marco_polo_ii.table.names import amounts, choice, city_bonus, crest, outpost, place
from engines.marco_polo_ii.table.paths import Means, Way, can_leave, price, ways
from engines.marco_polo_ii.table.questions import ChooseWay, Destination, OasisBonus
from engines.marco_polo_ii.table.state import Budget, Moving, Player, State

from .goods import receive
from .payment import pay, usual
from .posts import may_settle

DATA = CONTENT.data
MONGKE = DATA.characters.mongke
STAY = Option("stay", None, say("move.stay"))


class Leg(msgspec.Struct, frozen=True):
    """The way of one figure."""

    figure: int
    way: Way


def means(player: Player, budget: Budget) -> Means:
    """What the player can use of it."""
    return Means(
        budget.steps,
        player.coins,
        player.camels,
        player.jade,
        player.seals,
        budget.spent,
        budget.step_camels,
        free_oases=player.character == "mongke",
        free_routes=player.character == "gantulga",
        keeps_steps=len(player.figures) > 1,
    )


def can_move(player: Player, budget: Budget) -> bool:
    """R6 Whether a figure can go anywhere: then the action can be carried out."""
    use = means(player, budget)
    return any(can_leave(figure, use) for figure in player.figures)


async def move(t: Table[State], seat: Seat, budget: Budget) -> tuple[Leg, ...]:
    """R8.5 Name the whole path, pay for it in one piece, move. R12: Mailin may split the steps between her figures."""
    player = t.state.players[seat]
    if not can_move(player, budget):
        return ()
    legs: list[Leg] = []
    first = await _leg(t, seat, budget, legs)
    if first is None:
        return ()
    legs.append(first)
    if len(player.figures) > 1 and (second := await _leg(t, seat, _rest(budget, first), legs)) is not None:
        legs.append(second)
    total = budget.spent
    for leg in legs:
        total = total.plus(leg.way.cost)
    paid = await pay(t, seat, total)
    for leg in legs:
        player.figures[leg.figure] = leg.way.end
        player.walks.append(list(leg.way.places))
        via = tuple(place(one) for one in leg.way.places[1:-1])
        t.tell("move.done_via" if via else "move.done", who=Who(seat), via=via, end=place(leg.way.end))
    if paid != Cost():
        t.tell("told.pays", who=Who(seat), cost=amounts(paid))
    return tuple(legs)


def _rest(budget: Budget, first: Leg) -> Budget:
    """What the first figure leaves to the second."""
    steps = budget.steps - first.way.steps
    return msgspec.structs.replace(budget, steps=steps, spent=budget.spent.plus(first.way.cost), optional=True)


async def _leg(t: Table[State], seat: Seat, budget: Budget, before: list[Leg]) -> Leg | None:
    """Where one figure goes, and how; None: nowhere (any more)."""
    s = t.state
    moved = tuple(leg.figure for leg in before)
    reach = reachable(s, seat, Moving(budget, moved))
    if not reach:
        return None
    options = [_destination(s, seat, budget, figure, found) for (figure, _), found in reach.items()]
    default = min(options, key=lambda option: price(reach[option.value][0].cost)).key
    if budget.optional:
        options.insert(0, STAY)
        default = STAY.key
    figures = {figure for figure, _ in reach}
    about = Destination(budget.steps, budget.spent, figures.pop() if len(figures) == 1 else None, budget.optional)
    key = "move.second" if before else "move.ask"
    s.turn.moving = Moving(budget, moved)
    target: tuple[int, str] | None = await t.choose(
        seat, key, options, rule="R8.5", default=default, about=about, steps=budget.steps
    )
    leg = None
    if target is not None:
        leg = Leg(target[0], await _way(t, seat, budget, target[0], reach[target]))
    s.turn.moving = None
    return leg


def reachable(s: State, seat: Seat, moving: Moving) -> dict[tuple[int, str], tuple[Way, ...]]:
    """(figure, place) -> the ways there, for every figure that may still move; of two on one place the first."""
    player, budget = s.players[seat], moving.budget
    use = means(player, budget)
    found: dict[tuple[int, str], tuple[Way, ...]] = {}
    for figure, start in enumerate(player.figures):
        if figure in moving.moved or (start in player.figures[:figure] and not moving.moved):
            continue
        wanted = _wanted(s, seat) if budget.extra_post else ()
        found |= {(figure, end): there for end, there in ways(start, use, wanted).items()}
    return found


async def _way(t: Table[State], seat: Seat, budget: Budget, figure: int, found: tuple[Way, ...]) -> Way:
    """Which of the ways to one place."""
    player = t.state.players[seat]
    options = [
        Option(
            f"way:{i}",
            i,
            partial(_route, way),
            partial(_brings, player, budget, way),
            place=f"way:{figure}.{way.end}.{i}",
        )
        for i, way in enumerate(found, 1)
    ]
    end = found[0].end
    number: int = await t.choose(
        seat, "move.way", options, rule="R8.5", default="way:1", about=ChooseWay(figure, end), end=place(end)
    )
    return found[number - 1]


def _wanted(s: State, seat: Seat) -> tuple[str, ...]:
    """R8.5 Cities in which the extra post could stand."""
    return (
        tuple(city for city in CONTENT.trade_cities if may_settle(s, seat, city)) if s.players[seat].posts_left else ()
    )


def _destination(s: State, seat: Seat, budget: Budget, figure: int, found: tuple[Way, ...]) -> Option:
    """`to:0.xian`, with the cheapest price and what arriving brings."""
    end = found[0].end
    two = len(s.players[seat].figures) > 1
    return Option(
        f"to:{figure}.{end}",
        (figure, end),
        place(end),
        partial(_arrival, s, seat, budget, found),
        group=say("move.figure", place=place(s.players[seat].figures[figure])) if two else None,
        place=f"to:{figure}.{end}",
    )


def _arrival(s: State, seat: Seat, budget: Budget, found: tuple[Way, ...]) -> Msg:
    price = _price(s.players[seat], budget, found[0])
    if len(found) > 1:
        price = say("move.ways", price=price, n=len(found))
    gets = arrival(s, seat, found[0].end)
    return say("move.arrival", price=price, items=tuple(gets)) if gets else price


def arrival(s: State, seat: Seat, city: str) -> list[Msg]:
    """R11 What a new post there would bring."""
    if not may_settle(s, seat, city):
        return []
    items = [say("move.new_post")]
    if city in s.outposts:
        items.append(say("move.outpost", gain=outpost(s.outposts[city])))
    if city in s.bonuses:
        items.append(say("move.bonus", gain=city_bonus(s.bonuses[city])))
    line = DATA.cities[city]
    if line.crest and line.crest not in [DATA.cities[own].crest for own in s.players[seat].posts]:
        items.append(say("move.crest", crest=crest(line.crest)))
    return items


def _route(way: Way) -> Msg:
    """Where a way ends, and the places on it."""
    between: tuple[Term, ...] = tuple(place(one) for one in way.places[1:-1])
    end = place(way.end)
    return say("move.via", end=end, places=between) if between else say("move.direct", end=end)


def _price(player: Player, budget: Budget, way: Way) -> Msg:
    cost = paid_for(player, budget, way)
    return say("move.pays", cost=amounts(cost)) if cost != Cost() else say("move.free")


def paid_for(player: Player, budget: Budget, way: Way) -> Cost:
    """R7 All that is paid with this way, fee and coins of the space included, with jade for what is missing."""
    return usual(player, budget.spent.plus(way.cost))


def _brings(player: Player, budget: Budget, way: Way) -> Msg:
    args: dict[str, Arg] = {"price": _price(player, budget, way)}
    if way.oases:
        return Msg("move.way_oases", {**args, "n": len(way.oases)})
    if way.cities:
        return Msg("move.way_cities", {**args, "cities": tuple(place(one) for one in way.cities)})
    return Msg("move.way_steps", {**args, "n": way.steps})


async def oasis_bonus(t: Table[State], seat: Seat, legs: tuple[Leg, ...]) -> None:
    """R12 Möngke: for each different oasis of the movement 3 VP and either 2 coins or 1 camel."""
    oases = dict.fromkeys(oasis for leg in legs for oasis in leg.way.oases)
    if not DATA.rulings.mongke_counts_end_oasis:
        oases = dict.fromkeys(oasis for oasis in oases if oasis not in [leg.way.end for leg in legs])
    n = len(oases)
    if not n:
        return
    one, other = MONGKE.choice
    splits = [one.times(k).plus(other.times(n - k)) for k in range(n, -1, -1)]
    options = [
        Option(f"oases:{n - i}", i, amounts(split), place=choice("oases", gain=split)) for i, split in enumerate(splits)
    ]
    chosen: int = await t.choose(
        seat, "oases.ask", options, rule="R12", default=options[0].key, about=OasisBonus(n), n=n
    )
    gain = splits[chosen].plus(Gain(vp=n * MONGKE.vp_per_oasis))
    receive(t.state, seat, gain, "character")
    t.tell("oases.done", who=Who(seat), n=n, gain=amounts(gain))
