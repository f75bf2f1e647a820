"""R13 The Caravan expansion: starting a route, moving the caravan, completing the route."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations_with_replacement

from engines.kernel import Msg, Option, Seat, Table, Term, Who, say
from engines.marco_polo_ii.data.content import CONTENT
from engines.marco_polo_ii.data.types import Cost, Gain, Good
from engines.marco_polo_ii.table.names import amounts, choice, crest, place, route_tile
from engines.marco_polo_ii.table.paths import distance, reach
from engines.marco_polo_ii.table.questions import LoadCaravan, MoveCaravan, ReturnTile, StartRoute, Unload
from engines.marco_polo_ii.table.state import Player, State

from .goods import receive
from .payment import can_pay, hand_over

DATA = CONTENT.data
TEBALDO, PIEDRO = DATA.characters.tebaldo, DATA.characters.piedro


# ---------------------------------------------------------------- starting a route


def loads(player: Player) -> list[Cost]:
    """R13 What may be loaded: one or two goods from the own stock."""
    found = []
    for number in range(DATA.caravan.min_goods, DATA.caravan.max_goods + 1):
        for goods in combinations_with_replacement(DATA.caravan.allowed_goods, number):
            load = Cost(**{good: goods.count(good) for good in goods})
            if can_pay(player, load):
                found.append(load)
    return found


def routes_to_start(s: State, seat: Seat) -> list[tuple[str, str]]:
    """R13 (tile, city): a face-up tile with the crest of a figure's city, and a city with its other crest."""
    player = s.players[seat]
    here = dict.fromkeys(DATA.cities[place].crest for place in player.figures if place in DATA.cities)
    found: dict[tuple[str, str], None] = {}
    for tile, face_up in s.routes.items():
        one, other = DATA.route_tiles[tile].crests
        for own, far in ((one, other), (other, one)):
            if face_up and own in here:
                found |= dict.fromkeys((tile, city) for city in CONTENT.cities_with[far])
    if player.character == "mailin":  # R12, R13: not where one of her figures stands
        found = dict.fromkeys(route for route in found if route[1] not in player.figures)
    return list(found)


def may_start(s: State, seat: Seat) -> bool:
    player = s.players[seat]
    in_hand = any(caravan.place is None for caravan in player.caravans)
    return in_hand and bool(loads(player)) and bool(routes_to_start(s, seat))


async def start_route(t: Table[State], seat: Seat) -> None:
    """R13 Load, take the tile, put the caravan in a city with the other crest."""
    s = t.state
    player = s.players[seat]
    number = next(i for i, caravan in enumerate(player.caravans) if caravan.place is None)
    options = [
        Option(
            f"route:{tile}.{city}",
            (tile, city),
            say("caravan.route", city=place(city), tile=route_tile(tile)),
            detail=partial(_from_figure, player, city),
            place=f"start:{tile}.{city}",
            group=say("caravan.with_crest", crest=crest(DATA.cities[city].crest or "")),
        )
        for tile, city in sorted(routes_to_start(s, seat), key=lambda route: DATA.cities[route[1]].crest or "")
    ]
    tile, city = await t.choose(
        seat, "caravan.start", options, rule="R13", default=options[0].key, about=StartRoute(number)
    )
    cargo = [
        Option(f"load:{load.pepper}.{load.silk}.{load.gold}", load, amounts(load), place=choice("load", load))
        for load in loads(player)
    ]
    load: Cost = await t.choose(
        seat, "caravan.load", cargo, rule="R13", default=cargo[0].key, about=LoadCaravan(number)
    )
    hand_over(player, load)
    caravan = player.caravans[number]
    caravan.goods = [good for good in DATA.caravan.allowed_goods for _ in range(getattr(load, good))]
    caravan.place = city
    del s.routes[tile]
    player.tiles.append(tile)
    t.tell("caravan.started", who=Who(seat), load=amounts(load), city=place(city), tile=route_tile(tile))


# ---------------------------------------------------------------- moving


async def move_caravans(t: Table[State], seat: Seat, steps: int) -> None:
    """R13 Directly after a market action; R12 Tebaldo goes further, Piedro moves each of his two."""
    player = t.state.players[seat]
    if player.character == "tebaldo":
        steps += TEBALDO.caravan_extra_steps
    for number, caravan in enumerate(player.caravans):
        if caravan.place is None:
            continue
        options = [Option("stay", None, say("caravan.stay"))]
        ways = reach(player.seals, caravan.place, steps)
        for target in ways:
            options.append(
                Option(
                    f"to:{target}",
                    target,
                    place(target),
                    partial(_from_figure, player, target),
                    place=f"drive:{number}.{target}",
                )
            )
        chosen = await t.choose(
            seat,
            "caravan.move",
            options,
            rule="R13",
            default="stay",
            about=MoveCaravan(number, steps),
            place=place(caravan.place),
            steps=steps,
        )
        if chosen is not None:
            caravan.place = chosen
            player.drives.append(ways[chosen])
            t.tell("caravan.moved", who=Who(seat), place=place(chosen))


def _from_figure(player: Player, place: str) -> Msg:
    """R13 How far the nearest own figure is, which has to come there to complete the route."""
    if place in player.figures:
        return say("caravan.to_figure")
    return say("caravan.steps_off", n=min(distance(player.seals, figure, place) for figure in player.figures))


# ---------------------------------------------------------------- completing a route


def arrived(player: Player) -> list[int]:
    """R13 Caravans that stand with one of the own figures."""
    return [i for i, caravan in enumerate(player.caravans) if caravan.place in player.figures]


def uses(good: Good) -> Iterator[tuple[str, Gain]]:
    """R13 What each of the loaded goods may become: sold, upgraded or doubled."""
    line = DATA.goods[good]
    yield "sell", Gain(vp=line.caravan_sell_vp)
    if line.caravan_upgrade is not None:
        yield "upgrade", Gain(**{line.caravan_upgrade: 1})
    yield "double", Gain(**{good: 2})


async def complete_route(t: Table[State], seat: Seat, number: int) -> None:
    """R13 Each good is sold, upgraded or doubled; the caravan is in hand again, the tile lies face down."""
    s = t.state
    player = s.players[seat]
    caravan = player.caravans[number]
    options = [
        Option(
            f"good:{i}.{use}",
            gain,
            say(f"caravan.{use}", gain=amounts(gain)),
            group=say("caravan.good", number=i, good=Term(f"resources.{good}")),
            place=choice(f"good:{i}.{good}", gain=gain),
        )
        for i, good in enumerate(caravan.goods, 1)
        for use, gain in uses(_good(good))
    ]
    goods = tuple(_good(good) for good in caravan.goods)
    chosen = await t.choose_each(
        seat,
        "caravan.unload",
        options,
        rule="R13",
        default=tuple(f"good:{i}.sell" for i in range(1, len(goods) + 1)),
        about=Unload(number, goods),
    )
    total = Gain()
    for gain in chosen:
        total = total.plus(gain)
    tile = await _tile_to_return(t, seat)
    player.tiles.remove(tile)
    s.routes[tile] = False
    caravan.goods, caravan.place = [], None
    receive(s, seat, total, "caravan")
    t.tell("caravan.completed", who=Who(seat), gain=amounts(total))
    if player.character == "piedro":
        receive(s, seat, PIEDRO.on_complete, "character")
        t.tell("told.gains", who=Who(seat), gain=amounts(PIEDRO.on_complete))


def _good(ident: str) -> Good:
    return next(good for good in DATA.caravan.allowed_goods if good == ident)


async def _tile_to_return(t: Table[State], seat: Seat) -> str:
    """R13 The tile of the route; R12: with two routes running, either of Piedro's tiles."""
    tiles = t.state.players[seat].tiles
    options = [Option(f"tile:{tile}", tile, route_tile(tile), place=f"tile:{tile}") for tile in tiles]
    tile: str = await t.choose(seat, "caravan.tile", options, rule="R12", default=options[0].key, about=ReturnTile())
    return tile


def turn_up(s: State) -> None:
    """R4.4 At the start of a round all tiles in the common area lie face up; in the order of data.toml."""
    s.routes = {tile: True for tile in DATA.route_tiles if tile in s.routes}
